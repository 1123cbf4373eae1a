import assert from "node:assert/strict";
import { test } from "node:test";
import type { Why, WhyStep } from "../../src/protocol/protocol.gen.js";
import { childrenOf, shouldAsk, questionOf, whyMarkdown, withMore } from "../../src/app/why.js";
import { after, opened } from "./states.js";

const nowhere = { file: "", line: 0, column: 0, endLine: 0, endColumn: 0 };
const at = (line: number) => ({ file: "env.yaml", line, column: 3, endLine: line, endColumn: 4 });

function step(id: number, depth: number, more: Partial<WhyStep> = {}): WhyStep {
  return { id, depth, kind: "value", role: "", label: `step ${id}`, value: "", state: "known", overridden: false,
    becomesSecret: false, range: nowhere, count: 0, open: 0, ...more };
}

const TREE: Why = {
  found: true,
  steps: [
    step(1, 0, { label: "property size", value: "large", range: at(9), count: 2, open: 2 }),
    step(2, 1, { kind: "reference", label: "a`b", value: "large", count: 3, open: 1 }),
    step(3, 2, { kind: "literal", label: "written here", range: at(2) }),
    step(4, 1, { kind: "layer", label: "default", value: "small", overridden: true }),
  ],
};

test("a derivation is copied as a Markdown list: overridden values are struck through, and texts are escaped", () => {
  assert.equal(whyMarkdown({ question: { path: "" }, found: true, steps: TREE.steps, cause: null }), [
    "- property size = ` large ` (env\\.yaml\\:9\\:3)",
    "  - reference a\\`b = ` large `",
    "    - written here (env\\.yaml\\:2\\:3)",
    "  - ~~default = ` small `~~ (not used)",
    "",
  ].join("\n"));
});

test("the cause comes before the list, with the path in inputs.yaml that could supply a value", () => {
  const cause = step(0, 0, { kind: "unknown", label: "bucket.arn", state: "unknown", give: "mocks\0bucket" });
  const markdown = whyMarkdown({ question: { path: "" }, found: true, steps: [step(1, 0)], cause });
  assert.ok(markdown.startsWith("Unknown before a deployment: unknown bucket\\.arn *unknown* "
    + "supply it in inputs\\.yaml: ` mocks › bucket `\n\n- "), markdown);
});

test("more steps are added after those that are already shown, one level below their parent", () => {
  const explained = withMore({ question: { path: "" }, found: true, steps: TREE.steps, cause: null }, 2,
    [step(5, 0, { count: 1, open: 1 }), step(6, 1)]);
  assert.deepEqual(explained.steps.map(({ id, depth }) => [id, depth]), [[1, 0], [2, 1], [3, 2], [5, 2], [6, 3],
    [4, 1]]);
  assert.deepEqual(childrenOf(explained.steps, 1), [2, 3]);
});

test("only the answer to the latest question is used", () => {
  const first = { path: "a" }, second = { path: "b" };
  const asked = after(opened(), { type: "why-requested", question: first },
    { type: "why-requested", question: second });
  assert.equal(asked.view.panel, "why");
  assert.equal(after(asked, { type: "why-answered", question: first, why: TREE }).explained?.found, false);
  assert.equal(after(asked, { type: "why-answered", question: second, why: TREE }).explained?.steps.length, 4);
});

test("selecting a node or position asks about it, and selecting a step of the answer asks nothing new", () => {
  const state = after(opened(), { type: "panel-shown", panel: "why" });
  const node = after(state, { type: "node-chosen", node: state.snapshot!.graph.nodes[0]!.id });
  assert.equal(shouldAsk(state, node), true);
  assert.deepEqual(questionOf(node.view.selection!), { path: "", node: state.snapshot!.graph.nodes[0]!.id });
  const result = { view: "yaml", reveal: false };
  const question = { path: "", position: { file: "", line: 4, column: 2, result } };
  assert.equal(questionOf(after(state, { type: "position-chosen", at: at(2), origin: "result", question })
    .view.selection!), question);
  const stepped = after(node, { type: "position-chosen", at: { ...at(2), file: "Pulumi.yaml" }, origin: "why" });
  assert.equal(shouldAsk(node, stepped), false);
});
