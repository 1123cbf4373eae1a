/**
 * Measures how long 1 MB of untrusted text blocks the main thread, for the worst of several
 * hostile texts. `make bench` prints the times.
 */
import { hostileTexts } from "../hostile.js";
import { runsOnTexts } from "../mainthread.js";

/** The intended maximum, in milliseconds. */
const TARGET = 50;

/** Returns the CPU time of an action in milliseconds. Unlike elapsed time, it does not depend on other load. */
function cost(action: () => void): number {
  const began = process.cpuUsage();
  action();
  return process.cpuUsage(began).user / 1e3;
}

for (const [name, prepare] of Object.entries(runsOnTexts)) {
  let worst = 0, which = "";
  for (const [kind, text] of Object.entries(hostileTexts(1 << 20))) {
    const run = prepare(text), time = Math.min(cost(run), cost(run), cost(run));
    if (time > worst) [worst, which] = [time, kind];
  }
  const target = worst > TARGET ? ` (target: ${TARGET})` : "";
  console.log(`${name.padEnd(24)} ${worst.toFixed(0).padStart(6)} ms for 1 MB of ${which}${target}`);
}
