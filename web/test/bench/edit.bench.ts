/**
 * Measures the median and p95 of the time from a keystroke to its result (User Timing `edit-to-result`)
 * in templates of 300 to 10,000 lines in every dialect; the time until the first result is painted;
 * and the time until a hover or Why is answered in 3,000 lines. `make bench` prints the times; it
 * does not fail if they are long.
 */
import type { Browser } from "puppeteer-core";
import { encode } from "../../src/share/link.js";
import { Sheet, start } from "../browser/page.js";
import { DIALECTS, type Sample, sample } from "./programs.js";

const KEYS = 100;
/**
 * The time that a newly started browser gets to finish its own work, in milliseconds. The page rehearses typing in it
 * (src/app/rehearsal.ts), as it does for a user who first reads the template.
 */
const STARTUP = 3_000;

/**
 * The dialects and numbers of lines to measure: BENCH="pulumi,hot 300,3000" selects some,
 * BENCH=first measures only the first result. BENCH_ALL adds texts with an error, BENCH_PANEL=Why
 * opens that tab.
 */
const BENCH = process.env["BENCH"];
const [dialects = [], sizes = []] = BENCH === "first" ? [] : (BENCH ?? `${DIALECTS.join()} 300,3000,10000`).split(" ")
  .map((part) => part.split(","));

interface Timing { readonly name: string; readonly duration: number }

function timings(sheet: Sheet, name: string): Promise<Timing[]> {
  return sheet.page.evaluate((wanted) => performance.getEntriesByName(wanted)
    .map((entry) => ({ name: entry.name, duration: entry.duration })), name);
}

function quantile(values: readonly number[], q: number): string {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
  return value === undefined ? "-" : `${value.toFixed(1)} ms`;
}

interface Typing extends Sample {
  readonly isShared: boolean;
  readonly isBroken: boolean;
}

async function measureTyping(browser: Browser, typed: Typing): Promise<void> {
  const { file, text, isShared, isBroken } = typed;
  const sheet = await Sheet.open(browser, { hash: emptyLink(file) });
  const before = (await timings(sheet, "edit-to-result")).length;
  await sheet.write(text);
  await sheet.page.waitForFunction((count) => performance.getEntriesByName("edit-to-result").length > count,
    {}, before);
  await sheet.chord("Control", "Home");
  const line = isShared ? typed.shared : typed.leaf;
  const { x, y } = await sheet.positionOf("#editor", line);
  await sheet.page.mouse.click(x, y);
  await sheet.page.keyboard.press("End");
  if (line.includes("{")) await sheet.page.keyboard.press("ArrowLeft"); // before the closing brace
  const panel = process.env["BENCH_PANEL"];
  if (panel) {
    await sheet.press("tab", panel);
    await sheet.page.mouse.click(x, y);
    await sheet.page.keyboard.press("End");
    if (line.includes("{")) await sheet.page.keyboard.press("ArrowLeft");
  }
  await new Promise((resolve) => setTimeout(resolve, STARTUP));
  if (!isBroken && await sheet.page.$(".count.error")) throw new Error(`the template of ${typed.dialect} has errors`);
  for (let i = 0; i < KEYS; i++) {
    await sheet.page.keyboard.type("abcdefghij"[i % 10]!);
    await new Promise((resolve) => setTimeout(resolve, 120));
  }
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const measured = async (name: string): Promise<string> => {
    const durations = (await timings(sheet, name)).slice(-KEYS + 5).map((entry) => entry.duration);
    return `${quantile(durations, 0.5)} / ${quantile(durations, 0.95)} (${durations.length} keys)`;
  };
  const lines = `${text.split("\n").length - 1}`.padStart(6);
  const what = `${isShared ? "used everywhere" : "used nowhere   "}${isBroken ? ", with an error" : ""}`;
  console.log(`${typed.dialect.padEnd(9)} ${lines} lines, ${what}: `
    + `edit-to-result ${await measured("edit-to-result")}, edit-to-paint ${await measured("edit-to-paint")}`);
  await sheet.close();
}

/** Returns a link to an empty document of the dialect with this main file. */
function emptyLink(file: string): string {
  return encode({ dialect: "", files: [{ name: file, text: "" }], view: {}, engine: "", digest: "", rest: {} })!;
}

/** Hovers over words of the program and of the result, and asks Why about one line after another. */
async function measureQuestions(browser: Browser, lines: number): Promise<void> {
  const sheet = await Sheet.open(browser);
  await sheet.write(sample("pulumi", lines).text);
  await sheet.page.waitForFunction(() => performance.getEntriesByName("edit-to-result").length > 0);
  await sheet.chord("Control", "Home");
  for (let i = 0; i < 30; i++) {
    for (const host of ["#editor", "#result"] as const) {
      const { x, y } = await sheet.positionOf(host, ["ec2:Instance", "web-", "core", "80", "tags", "team"][i % 6]!);
      const before = (await timings(sheet, "hover")).length;
      await sheet.page.mouse.move(x - 9, y);
      await sheet.page.mouse.move(x, y);
      await sheet.page.waitForFunction((count) => performance.getEntriesByName("hover").length > count,
        { timeout: 1_500 }, before).catch(() => undefined);
      await sheet.page.mouse.move(1, 1); // so that the next position causes a new hover
    }
  }
  await sheet.focusEditor();
  await sheet.press("tab", "Why");
  await sheet.focusEditor();
  for (let i = 0; i < 60; i++) {
    await sheet.page.keyboard.press("ArrowDown");
    await new Promise((resolve) => setTimeout(resolve, 120));
  }
  for (const name of ["hover", "why"]) {
    const durations = (await timings(sheet, name)).map((entry) => entry.duration);
    console.log(`${name}, ${lines} lines: median ${quantile(durations, 0.5)}, p95 ${quantile(durations, 0.95)} `
      + `(${durations.length} answers)`);
  }
  await sheet.close();
}

async function measureFirstResult(browser: Browser): Promise<void> {
  const values: number[] = [];
  for (let i = 0; i < 5; i++) {
    const sheet = await Sheet.open(browser, { isCold: true });
    values.push(...(await timings(sheet, "first-result")).map((entry) => entry.duration));
    await sheet.close();
  }
  console.log(`first-result, new visitor: median ${quantile(values, 0.5)}, worst ${quantile(values, 1)}`);
}

const cases = dialects.flatMap((dialect) => sizes.flatMap((size) => [false, true].flatMap((isShared) =>
  (process.env["BENCH_ALL"] ? [false, true] : [false]).map((isBroken) =>
    ({ ...sample(dialect, Number(size), isBroken), isShared, isBroken })))));

// Each measurement has its own browser, so that background work of one does not slow down the next.
for (const measure of [
  ...(BENCH && BENCH !== "first" ? []
    : [measureFirstResult, (browser: Browser) => measureQuestions(browser, 3000)]),
  ...cases.map((each) => (browser: Browser) => measureTyping(browser, each))]) {
  const browser = await start();
  try {
    await measure(browser);
  } finally {
    await browser.close();
  }
}
