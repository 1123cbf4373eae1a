import assert from "node:assert/strict";
import { test } from "node:test";
import { areaOf, borderOf, framesOf, isInside, isOn, MAX_WORK, type Frame } from "../../src/app/frames.js";
import type { Graph, Layout, LayoutNode } from "../../src/protocol/protocol.gen.js";

const NOWHERE = { file: "", line: 0, column: 0, endLine: 0, endColumn: 0 };
const box = (id: string, x: number, y: number, group?: LayoutNode["group"]): LayoutNode =>
  ({ id, x, y, width: 80, height: 32, label: id, detail: "", needs: 1, users: 1, more: 0,
    ...(group ? { group } : {}) });
const layout = (...nodes: readonly LayoutNode[]): Layout =>
  ({ width: 400, height: 200, direction: "right", total: nodes.length, nodes, edges: [], dots: [] });
/** Returns a graph in which a node's id is that of its group, a slash and a number. */
const graph = (...ids: readonly string[]): Graph => ({
  nodes: ids.map((id) => ({ id, kind: "resource", label: id, detail: "", state: "known", range: NOWHERE, name: NOWHERE,
    ...(id.includes("/") ? { parent: id.slice(0, id.lastIndexOf("/")) } : {}) })),
  edges: [], cycles: [],
});
const edges = ({ regions }: Frame): readonly (readonly number[])[] =>
  regions.map(({ left, top, right, bottom }) => [left, top, right, bottom]);

test("a group has one frame if no other box is in the way, otherwise one around each two or more boxes", () => {
  const all = graph("g", "g/1", "g/2", "z"), group = { open: true, members: 2, state: "known" } as const;
  const around = (z: LayoutNode): readonly string[] =>
    framesOf(layout(box("g", 300, 0, group), box("g/1", 0, 0), box("g/2", 0, 100), z), all).map(({ id }) => id);
  assert.deepEqual(around(box("z", 300, 100)), ["g"]);
  assert.deepEqual(around(box("z", 20, 50)), []);
  const shared = framesOf(layout(box("h", 0, 0), box("h/1", 0, 50), box("z", 20, 100), box("h/2", 0, 150)),
    graph("h", "h/1", "z", "h/2"));
  assert.deepEqual(shared, [], "no frame around a single box");
  const three = [box("g/1", 0, 0), box("g/2", 0, 50), box("z", 20, 100), box("g/3", 0, 150)];
  const pieces = framesOf(layout(...three), graph("g", "g/1", "g/2", "z", "g/3"));
  assert.deepEqual(pieces.map(({ label }) => label), [{ text: "g", x: 2, baseline: -8 },
    { text: "g", x: 2, baseline: 198 }], "the second label is below its frame: there is no room above it");
  assert.deepEqual(pieces.map(edges), [[[-6, -22, 86, 88]], [[-6, 144, 86, 204]]]);
  const crowded = framesOf(layout(...three, box("y", 0, 200)), graph("g", "g/1", "g/2", "z", "g/3", "y"));
  assert.deepEqual(crowded.map(({ label }) => label?.text), ["g"], "a frame without room for its label is not drawn");
});

test("the frame of a group that is in another one is inside its frame, and so is its label", () => {
  const nested = framesOf(layout(box("g/1/1", 0, 0), box("g/1/2", 0, 50)), graph("g", "g/1", "g/1/1", "g/1/2"));
  assert.deepEqual(nested.map(({ id }) => id), ["g", "g/1"], "the outer frame is drawn behind the inner one");
  assert.deepEqual(nested.map(({ label }) => label?.text), ["g", "g/1"]);
  assert.ok(isInside(nested[0]!, nested[1]!.regions[0]!));
});

test("boxes of a group around a corner have one frame with six sides", () => {
  const [frame, ...more] = framesOf(layout(box("g/1", 0, 0), box("g/2", 0, 50), box("g/3", 136, 0), box("z", 136, 50)),
    graph("g", "g/1", "g/2", "g/3", "z"));
  assert.ok(frame && more.length === 0);
  assert.deepEqual(edges(frame), [[-6, -22, 86, 88], [-6, -6, 222, 38]]);
  assert.equal(areaOf(frame), "M-6 -22H86V88H-6ZM-6 -6H222V38H-6Z");
  assert.equal(borderOf(frame), "M-6 -22H86M-6 88H86M86 -6H222M86 38H222M-6 -22V88M86 -22V-6M86 38V88M222 -6V38");
});

test("frames of neighbouring groups do not overlap, and neither do those of interleaved ones", () => {
  const rows = ["a", "b"].flatMap((id, at) => [0, 1, 2].map((n) => box(`${id}/${n}`, n * 120, at * 48)));
  // A label of a needs the place of one of b's boxes; in the last column, b is above a.
  const all = [...rows, box("b/3", 360, 0), box("a/3", 360, 48)];
  for (const boxes of [rows, all]) {
    const frames = framesOf(layout(...boxes), graph(...boxes.map(({ id }) => id)));
    assert.ok(["a", "b"].every((id) => frames.some((frame) => frame.id === id)));
    for (const frame of frames) {
      for (const other of frames) {
        assert.ok(other === frame || !other.regions.some((region) => isOn(frame, region)), `${frame.id} ${other.id}`);
      }
      for (const { id, x, y, width, height } of boxes) {
        const place = { left: x, top: y, right: x + width, bottom: y + height };
        assert.ok(!isOn(frame, place) || (id.startsWith(frame.id) && isInside(frame, place)), `${frame.id} ${id}`);
      }
    }
  }
});

/** Returns a drawing of groups of 40 boxes that are in random places of a grid. */
function jumble(groups: number): readonly [Layout, Graph] {
  const places = Array.from({ length: 40 * groups }, (_, place) => place);
  let seed = 1;
  for (let at = places.length - 1; at > 0; at--) {
    seed = (seed * 48_271) % 2_147_483_647;
    const other = seed % (at + 1);
    [places[at], places[other]] = [places[other]!, places[at]!];
  }
  const columns = Math.ceil(Math.sqrt(places.length));
  const boxes = places.map((member, place) => box(`g${Math.floor(member / 40)}/${member % 40}`,
    (place % columns) * 136, Math.floor(place / columns) * 48));
  return [layout(...boxes), graph(...boxes.map(({ id }) => id))];
}

test("the work to find the frames of a jumble is proportional to its boxes, and limited", () => {
  const workFor = (groups: number, left = Infinity): { readonly work: number; readonly frames: number } => {
    const work = { left: Math.min(left, Number.MAX_SAFE_INTEGER) }, { left: before } = work;
    const frames = framesOf(...jumble(groups), work).length;
    return { work: before - work.left, frames };
  };
  const some = workFor(25), twice = workFor(50), many = workFor(125);
  assert.ok(some.work < MAX_WORK, `${some.work}: all groups of a thousand boxes get their frames`);
  assert.ok(some.frames > 50);
  assert.ok(twice.work < 2.5 * some.work, `${some.work}, then ${twice.work}`);
  assert.ok(many.work > 2 * MAX_WORK);
  const limited = workFor(125, MAX_WORK);
  assert.ok(limited.work < 1.1 * MAX_WORK, `${limited.work}`);
  assert.ok(limited.frames > 0 && limited.frames < many.frames);
});
