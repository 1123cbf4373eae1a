/** What runs on the main thread over a stranger's text: twice the text takes about twice as long. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runsOnTexts } from "../mainthread.js";
import { hostileTexts } from "../hostile.js";

/** The least time of a few, in milliseconds: what else the machine does only adds. */
function least(action: () => void): number {
  let best = Infinity;
  for (let round = 0; round < 3; round++) {
    const began = performance.now();
    action();
    best = Math.min(best, performance.now() - began);
  }
  return best;
}

/** Eight times the text may take this many times as long; quadratic work takes 64 times. */
const MOST = 30;
/** Less than this is not told from nothing, in milliseconds. */
const NOTHING = 4;

for (const [name, run] of Object.entries(runsOnTexts)) {
  test(`${name}: linear over hostile texts`, () => {
    const small = hostileTexts(16 << 10), large = hostileTexts(128 << 10);
    for (const [kind, text] of Object.entries(large)) {
      const time = least(() => run(text));
      if (time < NOTHING) continue;
      const before = least(() => run(small[kind]!));
      assert.ok(time < MOST * Math.max(before, NOTHING / 8), `${kind}: ${before.toFixed(1)} ms, with eight times the text ${time.toFixed(1)} ms`);
    }
  });
}
