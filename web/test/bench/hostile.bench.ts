/** How long 1 MB of a stranger's text keeps the main thread, at the worst of some hostile texts. `make bench` prints it. */
import { hostileTexts } from "../hostile.js";
import { runsOnTexts } from "../mainthread.js";

/** What it should take at the most, in milliseconds. */
const AIM = 50;

/** In milliseconds of this process: what else the machine does is not counted. */
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
  console.log(`${name.padEnd(24)} ${worst.toFixed(0).padStart(6)} ms at 1 MB of ${which}${worst > AIM ? ` (aim: ${AIM})` : ""}`);
}
