import assert from "node:assert/strict";
import { test } from "node:test";
import { drift, edgesAt, follow } from "../../src/app/scene.js";
import { exportedOf, layoutOf, steadyLayoutOf, valuesOf } from "../../src/app/groups.js";
import { EVERYTHING, describeNarrowing, readNarrowing, search, writtenNarrowing } from "../../src/app/narrowing.js";
import { linkDocument, openedFrom } from "../../src/app/sharing.js";
import type { State } from "../../src/app/state.js";
import type { Graph, GraphEdge, Layout, LayoutEdge, LayoutNode } from "../../src/protocol/protocol.gen.js";
import { after, opened } from "./states.js";

const NOWHERE = { file: "", line: 0, column: 0, endLine: 0, endColumn: 0 };
const box = (id: string, x: number, y: number, group?: LayoutNode["group"]): LayoutNode =>
  ({ id, x, y, width: 80, height: 32, label: id, detail: "", needs: 1, users: 1, more: 0,
    ...(group ? { group } : {}) });
const edge = (from: string, to: string, points: readonly number[]): LayoutEdge =>
  ({ from, to, points, back: false, explicit: false, through: false, via: "", label: "", labelX: 0, labelY: 0 });
const layout = (nodes: readonly LayoutNode[], edges: readonly LayoutEdge[] = [], total = nodes.length): Layout =>
  ({ width: 400, height: 200, direction: "right", total, nodes, edges, dots: [] });
const graph = (...nodes: readonly (readonly [id: string, parent?: string])[]): Graph => ({
  nodes: nodes.map(([id, parent]) =>
    ({ id, kind: id.startsWith("r") ? "resource" : "variable", label: id, detail: "", state: "known", range: NOWHERE,
    name: NOWHERE, ...(parent ? { parent } : {}) })),
  edges: [], cycles: [],
});

test("a link contains only how a narrowing differs from the whole graph; wrong values in a link are ignored", () => {
  assert.equal(writtenNarrowing(EVERYTHING), null);
  assert.deepEqual(writtenNarrowing({ ...EVERYTHING, focus: ["a"], flow: "needs" }), { focus: ["a"], flow: "needs" });
  for (const value of [null, "x", 3]) assert.equal(readNarrowing(value), null);
  assert.deepEqual(readNarrowing({ focus: ["a", 1, {}], flow: "sideways", depth: 1e9, kinds: "all", whole: 1 }),
    { ...EVERYTHING, focus: ["a"], depth: 5 });
  const narrowed = after(opened(),
    { type: "narrowed", change: { focus: ["site"], flow: "users", depth: 3, kinds: ["resource"] } });
  const { view } = openedFrom({ ...linkDocument(narrowed, null) }, "#p1.d.x");
  assert.deepEqual(view.narrowing, narrowed.view.narrowing);
});

test("narrowing is undone step by step, and so are toggled groups", () => {
  const first = after(opened(), { type: "narrowed", change: { kinds: ["resource"] } });
  const second = after(first, { type: "group-toggled", group: "g" });
  const back = after(second, { type: "narrowing-undone" });
  assert.deepEqual([back.view.narrowing, back.view.toggled], [first.view.narrowing, []]);
  assert.deepEqual(after(back, { type: "narrowing-undone" }).view.narrowing, EVERYTHING);
  assert.deepEqual(after(opened(), { type: "narrowing-undone" }).past, []);
});

test("a narrowing is described in words", () => {
  const words = (change: Partial<typeof EVERYTHING>): string =>
    describeNarrowing({ ...EVERYTHING, ...change }, (id) => id.toUpperCase());
  assert.equal(words({}), "");
  assert.equal(words({ focus: ["a"], flow: "needs", depth: 2, kinds: ["output"] }), "what A needs, 2 steps · output");
  assert.equal(words({ focus: ["a", "b"], flow: "path" }), "between A and B");
});

test("a search finds names first, then kinds, states and unused nodes", () => {
  const all = { ...graph(["xa"], ["ax"], ["r1"]),
    edges: [{ from: "xa", to: "ax", via: "", explicit: false, range: NOWHERE }] };
  assert.deepEqual(search(all, "a", () => ""), ["ax", "xa"]);
  assert.deepEqual(search(all, "resource", () => ""), ["r1"]);
  assert.deepEqual(search(all, "unused root", () => ""), ["r1"]);
  assert.deepEqual(search(all, "  ", () => ""), []);
});

test("after an edit, the edited node is added to those drawn; after a group is opened, its members are added", () => {
  const state: State = { ...opened(), pane: { width: 300, height: 200 }, layout: layout([box("a", 0, 0)], [], 9) };
  assert.deepEqual([layoutOf(state, "b").fit, layoutOf(state, "b").near, layoutOf(state, "b").width],
    [true, ["b"], 300]);
  const inside = { ...state, snapshot: { ...state.snapshot!, graph: graph(["a"], ["b"], ["g"], ["g/1", "g"],
    ["g/1/2", "g/1"]) } };
  assert.deepEqual(steadyLayoutOf(inside, "b", "g").focus, ["a", "b", "g", "g/1", "g/1/2"]);
  assert.deepEqual([steadyLayoutOf(inside, "b", "").depth, steadyLayoutOf(inside, "b", "").fit,
    steadyLayoutOf(inside, "b", "").keepPositions], [0, false, true]);
  assert.deepEqual(steadyLayoutOf({ ...inside, layout: layout([box("a", 0, 0)]) }, "", "").focus, [],
    "a complete drawing must stay complete");
  assert.deepEqual(exportedOf(state, false).focus, ["a"]);
  assert.deepEqual([exportedOf(state, true).focus, exportedOf(state, true).direction], [[], "right"]);
});

test("an edge is found along its line, together with edges that share this part of the line", () => {
  const one = edge("a", "t", [100, 10, 50, 10, 50, 60, 0, 60]), two = edge("b", "t",
    [100, 110, 50, 110, 50, 60, 0, 60]), other = edge("c", "u", [100, 64, 0, 64]);
  assert.deepEqual(edgesAt([one, two, other], 75, 12, 6), [one]);
  assert.deepEqual(edgesAt([one, two, other], 20, 60, 6), [one, two]);
  assert.deepEqual(edgesAt([one, two, other], 75, 40, 6), []);
});

test("a step follows the straightest edge, and the camera moves as far as most boxes", () => {
  const drawn = layout([box("a", 0, 0), box("b", 0, 100), box("c", 200, 90)],
    [edge("c", "a", [200, 100, 80, 16]), edge("c", "b", [200, 100, 80, 116])]);
  const step = follow(drawn, drawn.nodes[2]!, true);
  assert.deepEqual([step?.to.id, step?.count], ["b", 2]);
  assert.equal(follow(drawn, drawn.nodes[2]!, false), null);
  assert.deepEqual(drift(drawn, layout([box("a", 40, 8), box("b", 40, 108), box("c", 0, 0), box("new", 0, 0)])),
    { x: 40, y: 8 });
});

test("the drawn values form a graph, in which each has its node and its position in the source", () => {
  const at = (line: number): GraphEdge["range"] => ({ file: "f", line, column: 1, endLine: line, endColumn: 2 });
  const nodes = graph(["a"], ["b"]);
  const all: Graph = { ...nodes, edges: [{ from: "a", to: "b", via: "p.q", explicit: false, range: at(7) }] };
  const value = (id: string, of: string): LayoutNode => ({ ...box(id, 0, 0), of, state: "unknown" });
  const drawn = layout([value("a: p.q", "a"), value("b: id", "b"), box("b", 0, 0)], [edge("a: p.q", "b: id", [])]);
  const { nodes: values, edges } = valuesOf(all, drawn);
  assert.deepEqual(values.map(({ id, label, parent, kind, state }) => [id, label, parent, kind, state]).slice(0, 2),
    [["a: p.q", "p.q", "a", "value", "unknown"], ["b: id", "id", "b", "value", "unknown"]]);
  assert.deepEqual([values[0]?.name, values[2]], [at(7), nodes.nodes[1]]);
  assert.deepEqual(edges.map(({ from, to, range }) => [from, to, range]), [["a: p.q", "b: id", at(7)]]);
});
