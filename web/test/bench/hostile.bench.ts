/**
 * Measures how long 1 MB of untrusted text blocks the main thread, for the worst of several
 * hostile texts. `make bench` prints it.
 */
import { hostileTexts } from "../hostile.js";
import { runsOnTexts } from "../mainthread.js";

/** The intended maximum, in milliseconds. */
const AIM = 50;

/** In milliseconds of CPU time of this process, regardless of other load. */
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
  const aim = worst > AIM ? ` (aim: ${AIM})` : "";
  console.log(`${name.padEnd(24)} ${worst.toFixed(0).padStart(6)} ms at 1 MB of ${which}${aim}`);
}
