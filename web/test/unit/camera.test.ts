import assert from "node:assert/strict";
import { test } from "node:test";
import { fit, isFullyVisible, MARGIN, neighbour, opening, READABLE, reveal, zoom } from "../../src/app/camera.js";

const room = { width: 800, height: 600 };

test("a small drawing is centred and not scaled", () => {
  assert.deepEqual(fit({ width: 400, height: 200 }, room), { x: 200, y: 200, scale: 1 });
});

test("a drawing that is too large for the pane is shown from its start, or around a box, at a readable size", () => {
  const large = { width: 8_000, height: 200 }, box = { x: 5_000, y: 80, width: 100, height: 40 };
  const start = opening(large, room, null), around = opening(large, room, box);
  assert.deepEqual([start.x, start.scale], [MARGIN, READABLE]);
  assert.ok(13 * around.scale >= 12);
  assert.ok(Math.abs(around.x + 5_050 * around.scale - 400) < 1, "the box is in the middle");
  const last = opening(large, room, { ...box, x: 7_900 });
  assert.ok(Math.abs(last.x + large.width * last.scale - (800 - MARGIN)) < 1, "no empty space beside the drawing");
});

test("fit shows the whole drawing", () => {
  const large = { width: 8_000, height: 200 };
  assert.ok(isFullyVisible(fit(large, room), large, room));
  assert.ok(!isFullyVisible(opening(large, room, null), large, room));
});

test("zooming keeps the point under the mouse in place", () => {
  const camera = { x: 30, y: 40, scale: 1 }, zoomed = zoom(camera, 1.5, 300, 200);
  assert.equal((300 - camera.x) / camera.scale, (300 - zoomed.x) / zoomed.scale);
  assert.ok(zoom(camera, 1e9, 0, 0).scale <= 3);
});

test("a box is brought into view with the shortest move", () => {
  const box = { x: 1_000, y: 10, width: 100, height: 40 };
  assert.deepEqual(reveal({ x: 0, y: 50, scale: 1 }, box, room), { x: -324, y: 50, scale: 1 });
  assert.deepEqual(reveal({ x: -500, y: 50, scale: 1 }, box, room), { x: -500, y: 50, scale: 1 });
});

test("an arrow key selects the nearest box in its direction", () => {
  const box = (x: number, y: number) => ({ x, y, width: 10, height: 10 });
  const [here, right, far, below] = [box(0, 0), box(50, 10), box(200, 0), box(5, 60)];
  const boxes = [here, right, far, below];
  assert.equal(neighbour(boxes, here, "right"), right);
  assert.equal(neighbour(boxes, here, "down"), below);
  assert.equal(neighbour(boxes, here, "left"), null);
});
