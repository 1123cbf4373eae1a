/** Code that processes untrusted text on the main thread takes linear time for every text. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { hostileTexts } from "../hostile.js";
import { runsOnTexts } from "../mainthread.js";

/** For a text of this length, quadratic code takes ten seconds or more, linear code a tenth of a second. */
const LENGTH = 128 << 10;
/** The maximum CPU time, in seconds. Unlike elapsed time, it does not depend on other load. */
const MAX_TIME = 2;

for (const [name, prepare] of Object.entries(runsOnTexts)) {
  test(`${name}: no text of 128 KB takes more than ${MAX_TIME} s`, () => {
    for (const [kind, text] of Object.entries(hostileTexts(LENGTH))) {
      const run = prepare(text), began = process.cpuUsage();
      run();
      const { user, system } = process.cpuUsage(began);
      assert.ok((user + system) / 1e6 < MAX_TIME, `${kind}: ${(user / 1e6).toFixed(1)} s`);
    }
  });
}
