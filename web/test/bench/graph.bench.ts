/**
 * Measures how long the layout of a whole graph of 100 to 5,000 nodes takes, from the request to the
 * drawing (User Timing `layout`), and how regular the frames are while the drawing is zoomed and
 * moved. `make bench` prints the times; it does not fail if they are long.
 */
import { encode } from "../../src/share/link.js";
import { Sheet, start } from "../browser/page.js";

const LAYOUTS = 5, FRAMES = 90;

/**
 * Returns a template with this many nodes. A fifth of them need nothing; the others need one to three
 * nodes, most of which are defined shortly before them.
 */
function template(count: number): string {
  let seed = 1;
  const below = (limit: number): number => (seed = (seed * 48_271) % 2_147_483_647) % limit;
  const first = Math.max(1, Math.floor(count / 5));
  const needs = (at: number): number => [below(first), below(at), at - 1 - below(Math.min(at, 12)),
    at - 1 - below(Math.min(at, 12))][below(4)]!;
  return `name: graph\nruntime: yaml\nvariables:\n${Array.from({ length: count }, (_, at) => {
    const read = at < first ? [] : Array.from({ length: 1 + below(3) }, () => needs(at));
    return `  part${at}: "${[...new Set(read)].map((each) => `\${part${each}}`).join(" ") || "x"}"\n`;
  }).join("")}`;
}

function quantile(values: readonly number[], q: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  return `${sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))]!.toFixed(1)} ms`;
}

/** Makes the page lay out the whole graph repeatedly, by resizing its pane. Returns the times. */
async function layouts({ page }: Sheet): Promise<readonly number[]> {
  const durations = (): Promise<number[]> =>
    page.evaluate(() => performance.getEntriesByName("layout").map(({ duration }) => duration));
  for (let i = 0; i < LAYOUTS; i++) {
    const before = (await durations()).length;
    await page.setViewport({ width: 1280 - 40 * (i % 3), height: 900 });
    await page.waitForFunction((count) => performance.getEntriesByName("layout").length > count,
      { timeout: 60_000 }, before);
  }
  return (await durations()).slice(1);
}

/** Returns the times between frames while the drawing is zoomed with the wheel or dragged. */
function gaps({ page }: Sheet, isZoom: boolean): Promise<readonly number[]> {
  return page.evaluate(async (frames, zooms) => {
    const sheet = document.querySelector<SVGElement>(".sheet-drawing")!, { left, top, width,
      height } = sheet.getBoundingClientRect();
    const at = (i: number): object =>
      ({ bubbles: true, pointerId: 1, isPrimary: true, buttons: 1, clientX: left + width / 2 + (i % 40) * 6,
      clientY: top + height / 2 + (i % 40) * 4 });
    const times: number[] = [];
    if (!zooms) sheet.dispatchEvent(new PointerEvent("pointerdown", at(0)));
    for (let i = 0; i < frames; i++) {
      if (zooms) sheet.dispatchEvent(new WheelEvent("wheel", { ...at(0), deltaY: i % 30 < 15 ? -90 : 90,
        cancelable: true }));
      else sheet.dispatchEvent(new PointerEvent("pointermove", at(i)));
      times.push(await new Promise<number>((resolve) => requestAnimationFrame(resolve)));
    }
    if (!zooms) sheet.dispatchEvent(new PointerEvent("pointerup", at(0)));
    return times.slice(1).map((time, i) => time - times[i]!);
  }, FRAMES, isZoom);
}

for (const count of [100, 1_000, 5_000]) {
  const browser = await start();
  try {
    const view = { panel: "graph", narrowing: { whole: true } };
    const hash = encode({ dialect: "pulumi", files: [{ name: "Pulumi.yaml", text: template(count), rest: {} }],
      rest: {}, engine: "", digest: "", view: view as never })!;
    const sheet = await Sheet.open(browser, { hash });
    await sheet.page.waitForFunction(() => performance.getEntriesByName("layout")
      .length > 0 && document.querySelector("[data-node], .far"), { timeout: 60_000 });
    const times = await layouts(sheet), zoomed = await gaps(sheet, true), moved = await gaps(sheet, false);
    const spread = (values: readonly number[]): string => `${quantile(values, 0.5)} / ${quantile(values, 0.95)}`;
    console.log(`graph of ${`${count}`.padStart(5)} nodes: layout ${spread(times)} (${times.length}); `
      + `frame gaps, zooming ${spread(zoomed)}, moving ${spread(moved)}`);
    await sheet.close();
  } finally {
    await browser.close();
  }
}
