/** What runs on the main thread over a stranger's text takes no time to speak of, whatever the text. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { hostileTexts } from "../hostile.js";
import { runsOnTexts } from "../mainthread.js";

/** Work that grows with the square of this length takes ten seconds and more; what is linear, a tenth of one. */
const LENGTH = 128 << 10;
/** In seconds of this process: what else the machine does is not counted. */
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
