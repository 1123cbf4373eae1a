import assert from "node:assert/strict";
import { test } from "node:test";
import { captioned, describeEdges } from "../../src/app/captions.js";
import { minimapSize } from "../../src/panels/minimap.js";
import type { LayoutEdge } from "../../src/protocol/protocol.gen.js";

function edge(from: string, via: string, label: string, labelX: number, labelY: number): LayoutEdge {
  return { from, to: "net", points: [], back: false, explicit: false, through: false, via, label, labelX, labelY };
}

test("among lines with the same property, only the one with the longest label is labelled", () => {
  const edges = [edge("a", "tags.Name", "…Name", 0, 20), edge("b", "tags.Name", "tags.Name", 0, 60),
    edge("c", "id", "id", 0, 100), edge("d", "zone", "", 0, 0)];
  assert.deepEqual(captioned(edges, []), [edges[1], edges[2]]);
});

test("a label covers no other label and no frame; another line with the same property is labelled instead", () => {
  const first = edge("a", "id", "id", 0, 20), other = edge("b", "tags", "tags", 6, 24);
  assert.deepEqual(captioned([first, other], []), [first]);
  const elsewhere = edge("c", "tags", "tags", 6, 60);
  assert.deepEqual(captioned([first, other, elsewhere], []), [first, elsewhere]);
  const region = { left: -20, top: 10, right: 180, bottom: 110 };
  const frame = { id: "g", regions: [region], label: { text: "group", x: -12, baseline: 24 } };
  assert.deepEqual(captioned([first], [frame]), [], "the label would cover the frame's name");
  assert.deepEqual(captioned([elsewhere], [frame]), [elsewhere], "the label fits inside the frame");
  const narrow = { ...frame, regions: [{ ...region, right: 10 }] };
  assert.deepEqual(captioned([elsewhere], [narrow]), [], "the label would cover the frame's border");
});

test("lines are described in words", () => {
  const labelOf = (id: string): string => id.toUpperCase();
  const [a, b] = [edge("a", "id", "", 0, 0), edge("b", "tags", "", 0, 0)];
  assert.equal(describeEdges([a], labelOf), "A needs NET: id");
  assert.equal(describeEdges([a, b], labelOf), "2 nodes need NET: id, tags");
  assert.equal(describeEdges([{ ...a, via: "", explicit: true }], labelOf), "A needs NET, declared explicitly");
  assert.equal(describeEdges([], labelOf), "");
});

test("the minimap of a long drawing is not a strip", () => {
  assert.deepEqual(minimapSize({ width: 300, height: 6_000 }), { width: 48, height: 148 });
  assert.deepEqual(minimapSize({ width: 6_000, height: 300 }), { width: 148, height: 48 });
  assert.deepEqual(minimapSize({ width: 1_000, height: 500 }), { width: 148, height: 74 });
});
