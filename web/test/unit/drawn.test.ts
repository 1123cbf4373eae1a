import assert from "node:assert/strict";
import { test } from "node:test";
import type { Client } from "../../src/evaluator/client.js";
import type { Layout, LayoutRequest } from "../../src/protocol/protocol.gen.js";
import { GraphEffects } from "../../src/app/drawn.js";
import { createStore } from "../../src/app/store.js";
import { opened, snapshotOf } from "./states.js";

const DRAWING: Layout = { width: 1, height: 1, direction: "right", total: 1, nodes: [], edges: [], dots: [] };

test("another document has no drawing until its own arrives; a drawing for an old pane size is not shown", async () => {
  Object.assign(globalThis, { document: { body: { dataset: {} } } });
  const answers: ((layout: Layout) => void)[] = [];
  const client = { call: () => new Promise((resolve) => { answers.push(resolve); }) } as unknown as Client;
  const store = createStore(opened()), graph = new GraphEffects(store, client);
  store.listen((_, state, event) => { if (event.type !== "laid-out") graph.show(state, event); });
  const { dataset } = document.body;
  store.dispatch({ type: "text-edited", file: "Pulumi.yaml",
    text: "name: other\nruntime: yaml\nvariables:\n  one: 1\n" });
  store.dispatch({ type: "pane-measured", width: 600, height: 600 });
  assert.deepEqual([store.state.layout, answers.length], [null, 0]);
  store.dispatch({ type: "evaluated", snapshot: { ...snapshotOf("config:\n  one: {}\n"),
    revision: store.state.revision }, milliseconds: 1 });
  store.dispatch({ type: "pane-measured", width: 600, height: 300 });
  assert.equal(answers.length, 2);
  answers[0]!(DRAWING);
  await Promise.resolve();
  assert.deepEqual([store.state.layout, dataset["drawing"]], [null, "requested"]);
  answers[1]!(DRAWING);
  await Promise.resolve();
  assert.deepEqual([store.state.layout, store.state.isSteady, dataset["drawing"]], [DRAWING, false, "shown"]);
});

test("opening one group keeps the drawing; opening all groups draws as much as is readable", async () => {
  Object.assign(globalThis, { document: { body: { dataset: {} } } });
  const requests: LayoutRequest[] = [];
  const client = { call: (_: string, request: LayoutRequest) => {
    requests.push(request);
    return Promise.resolve({ ...DRAWING, total: 2 });
  } } as unknown as Client;
  const store = createStore(opened()), graph = new GraphEffects(store, client);
  store.listen((_, state, event) => { if (event.type !== "laid-out") graph.show(state, event); });
  const settled = (): Promise<unknown> => new Promise((resolve) => { setTimeout(resolve); });
  const snapshot = snapshotOf("config:\n  one: {}\n  two: {}\n"), [one, two] = snapshot.graph.nodes;
  const nodes = [one!, { ...two!, parent: one!.id }];
  store.dispatch({ type: "evaluated", snapshot: { ...snapshot, graph: { ...snapshot.graph, nodes },
    revision: store.state.revision }, milliseconds: 1 });
  store.dispatch({ type: "pane-measured", width: 600, height: 300 });
  await settled();
  store.dispatch({ type: "group-toggled", group: one!.id });
  await settled();
  store.dispatch({ type: "all-groups-toggled", open: true });
  await settled();
  assert.deepEqual(requests.map(({ expand, fit, keepPositions }) => [expand, fit, keepPositions === true]),
    [[[one!.id], true, false], [[], false, true], [[one!.id], true, false]]);
});
