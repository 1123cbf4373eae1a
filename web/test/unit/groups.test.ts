import assert from "node:assert/strict";
import { test } from "node:test";
import type { Graph, Node } from "../../src/protocol/protocol.gen.js";
import { drawnFor, graphOf, groupsOf, openGroups } from "../../src/app/groups.js";
import { SMALL_GRAPH as SMALL } from "../../src/protocol/protocol.gen.js";
import { update } from "../../src/app/update.js";
import { reportOf } from "../../src/app/report.js";
import { opened, PROGRAM } from "./states.js";

const NOWHERE = { file: "", line: 0, column: 0, endLine: 0, endColumn: 0 };

function graph(ids: readonly string[], edges: readonly (readonly [string, string])[] = []): Graph {
  return {
    nodes: ids.map((id): Node => ({
      id, kind: "variable", label: id, detail: "", state: "known", range: NOWHERE, name: NOWHERE,
      ...(id.includes("/") ? { parent: id.slice(0, id.lastIndexOf("/")) } : {}),
    })),
    edges: edges.map(([from, to]) => ({ from, to, via: "", explicit: false, range: NOWHERE })), cycles: [],
  };
}

const many = (count: number): readonly string[] =>
  ["a", ...Array.from({ length: count - 1 }, (_, index) => `a/${index}`)];

test("groups are open at first in a small graph and closed in a larger one; both can be toggled", () => {
  assert.deepEqual(openGroups(graph(many(SMALL)), []), ["a"]);
  assert.deepEqual(openGroups(graph(many(SMALL + 1)), []), []);
  assert.deepEqual(openGroups(graph(many(SMALL)), ["a"]), []);
  assert.deepEqual(openGroups(graph(many(SMALL + 1)), ["a"]), ["a"]);
  assert.deepEqual(groupsOf(graph(["a", "b"])), []);
});

test("a node in a closed group is represented by the group", () => {
  const nested = graph(["a", "a/b", "a/b/c", "d"]);
  assert.equal(drawnFor(nested, "a/b/c", (id) => id === "a"), "a");
  assert.equal(drawnFor(nested, "d", (id) => id === "d"), "d");
  assert.equal(drawnFor(nested, "gone", () => true), "");
});

test("the graph of a part contains the part's nodes and those that they need", () => {
  const state = opened();
  const all = graph(["one", "one/x", "two", "two/y", "group", "lonely"], [["one/x", "group"], ["two/y", "group"]]);
  const snapshot = { ...state.snapshot!, graph: all,
    parts: [{ path: "clients.one", label: "one", kind: "client", node: "one" }] };
  const part = { ...state, snapshot, view: { ...state.view, only: "clients.one" } };
  assert.deepEqual(graphOf(part).nodes.map(({ id }) => id), ["one", "one/x", "group"]);
  assert.equal(graphOf(part), graphOf(part), "it must be computed only once per snapshot");
  assert.equal(graphOf({ ...part, view: { ...part.view, only: "clients.gone" } }), all);
});

test("an expression for the console is written to inputs.yaml, and the displayed file stays the same", () => {
  const asked = update(opened(), { type: "expression-requested", expression: "1 + 1" });
  assert.equal(asked.document.files.find(({ name }) => name === "inputs.yaml")?.text, "expressions:\n  - 1 + 1\n");
  assert.equal(asked.view.file, "Pulumi.yaml");
  const cleared = update(asked, { type: "console-cleared" });
  assert.deepEqual(cleared.document.files.map(({ name }) => name), ["Pulumi.yaml"]);
  const back = update(cleared, cleared.notice!.action!.event);
  assert.equal(back.document.files.find(({ name }) => name === "inputs.yaml")?.text, "expressions:\n  - 1 + 1\n");
});

test("a report contains sizes, but no text of the document", () => {
  const report = reportOf(opened(), "a browser");
  assert.match(report, new RegExp(`files: 1 \\(${PROGRAM.length} bytes in ${PROGRAM.split("\n").length} lines\\)`));
  assert.doesNotMatch(report, /site|domain|Pulumi\.yaml/);
});
