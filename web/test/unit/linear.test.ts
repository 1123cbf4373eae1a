/** Code that runs on the main thread over untrusted text is fast, whatever the text. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { hostileTexts } from "../hostile.js";
import { runsOnTexts } from "../mainthread.js";

/** Quadratic work on this length takes ten seconds or more; linear work a tenth of a second. */
const LENGTH = 128 << 10;
/** In seconds of CPU time of this process, regardless of other load. */
const MOST = 2;

for (const [name, prepare] of Object.entries(runsOnTexts)) {
  test(`${name}: no text of 128 KB takes long`, () => {
    for (const [kind, text] of Object.entries(hostileTexts(LENGTH))) {
      const run = prepare(text), began = process.cpuUsage();
      run();
      const { user, system } = process.cpuUsage(began);
      assert.ok((user + system) / 1e6 < MOST, `${kind}: ${(user / 1e6).toFixed(1)} s`);
    }
  });
}
