import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { hold, isHolding, release, requestFrame } from "../../src/app/hold.js";

let frames: FrameRequestCallback[] = [];
let log: string[] = [];

beforeEach(() => {
  frames = [];
  log = [];
  globalThis.requestAnimationFrame = (draw) => frames.push(draw);
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
});

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const draws = (name: string) => (): void => { log.push(name); };
const answers = (name: string) => (): Promise<void> => { log.push(name); return Promise.resolve(); };

test("without a key held a frame is asked for", async () => {
  requestFrame(draws("line"));
  await settled();
  assert.equal(frames.length, 1);
  assert.deepEqual(log, []);
});

test("what a key changed is drawn with its result, after it and without another frame", async () => {
  requestFrame(draws("line")); // Monaco asks before the page hears of the change
  hold(12, answers("result"));
  requestFrame(draws("cursor"));
  await settled();
  assert.equal(isHolding(), true);
  assert.deepEqual([frames.length, log], [0, []]);
  release();
  await settled();
  assert.deepEqual([frames.length, log], [0, ["result", "line", "cursor"]]);
});

test("a key is held no longer than it may be, not by a second key either", async () => {
  hold(12, answers("first"));
  requestFrame(draws("line"));
  await settled();
  mock.timers.tick(8);
  hold(12, answers("second"));
  mock.timers.tick(4);
  await settled();
  assert.equal(isHolding(), false);
  assert.deepEqual(log, ["first", "line"]);
});
