/**
 * How long the page takes from a key to its result (User Timing `edit-to-result`), while
 * somebody types in programs of 300 and 3,000 lines, until the first result is painted, and
 * until a hover or Why answers in 3,000 lines. `make bench` prints it; nothing fails by
 * being slow.
 */
import type { Browser } from "puppeteer-core";
import { Sheet, start } from "../browser/page.js";

const KEYS = 150;
/** How long a browser that has just started gets for work of its own, in milliseconds. */
const SETTLED = 3_000;

/** A program of about so many lines: each resource reads the one before. */
function program(lines: number): string {
  const parts = ["name: bench", "runtime: yaml", "config:", "  size: {type: integer, default: 3}", "variables:", "  typed: x", "resources:"];
  for (let i = 0; parts.length < lines - 12; i++) {
    const before = i > 0 ? `\${r${i - 1}.id}` : "none";
    parts.push(`  r${i}:`, "    type: aws:ec2:Instance", "    properties:", `      name: web-${i}-\${typed}`, `      before: ${before}`,
      "      tags: {team: core, cost: \"42\"}", "      ports:", "        - 80", "        - ${size}", "    options:", "      protect: false");
  }
  return [...parts, "outputs:", "  first: ${r0.publicIp}", "  last: ${typed}", ""].join("\n");
}

interface Timing { readonly name: string; readonly duration: number }

function timings(sheet: Sheet, name: string): Promise<Timing[]> {
  return sheet.page.evaluate((wanted) => performance.getEntriesByName(wanted).map((entry) => ({ name: entry.name, duration: entry.duration })), name);
}

function quantile(values: readonly number[], q: number): string {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
  return value === undefined ? "-" : `${value.toFixed(1)} ms`;
}

async function typing(browser: Browser, lines: number): Promise<void> {
  const sheet = await Sheet.open(browser);
  const text = program(lines);
  await sheet.write(text);
  await sheet.page.waitForFunction(() => performance.getEntriesByName("edit-to-result").length > 0);
  await sheet.chord("Control", "Home");
  await sheet.placeCursor("typed: x");
  await new Promise((resolve) => setTimeout(resolve, SETTLED));
  for (let i = 0; i < KEYS; i++) {
    await sheet.page.keyboard.type("abcdefghij"[i % 10]!);
    await new Promise((resolve) => setTimeout(resolve, 120));
  }
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const durations = (await timings(sheet, "edit-to-result")).slice(-KEYS + 5).map((entry) => entry.duration);
  const paints = (await timings(sheet, "edit-to-paint")).slice(-KEYS + 5).map((entry) => entry.duration);
  console.log(`edit-to-result, ${text.split("\n").length} lines: median ${quantile(durations, 0.5)}, p95 ${quantile(durations, 0.95)}; `
    + `edit-to-paint: median ${quantile(paints, 0.5)}, p95 ${quantile(paints, 0.95)} (${durations.length} keys)`);
  await sheet.close();
}

/** Hovers over words of the program and of the result, and has Why answer about line after line. */
async function asking(browser: Browser, lines: number): Promise<void> {
  const sheet = await Sheet.open(browser);
  await sheet.write(program(lines));
  await sheet.page.waitForFunction(() => performance.getEntriesByName("edit-to-result").length > 0);
  await sheet.chord("Control", "Home");
  for (let i = 0; i < 30; i++) {
    for (const host of ["#editor", "#result"] as const) {
      const { x, y } = await sheet.placeOf(host, ["ec2:Instance", "web-", "core", "80", "tags", "team"][i % 6]!);
      const before = (await timings(sheet, "hover")).length;
      await sheet.page.mouse.move(x - 9, y);
      await sheet.page.mouse.move(x, y);
      await sheet.page.waitForFunction((count) => performance.getEntriesByName("hover").length > count, { timeout: 1_500 }, before).catch(() => undefined);
      await sheet.page.mouse.move(1, 1); // the next one is asked for anew
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
    console.log(`${name}, ${lines} lines: median ${quantile(durations, 0.5)}, p95 ${quantile(durations, 0.95)} (${durations.length} answers)`);
  }
  await sheet.close();
}

async function first(browser: Browser): Promise<void> {
  const values: number[] = [];
  for (let i = 0; i < 5; i++) {
    const sheet = await Sheet.open(browser, { isCold: true });
    values.push(...(await timings(sheet, "first-result")).map((entry) => entry.duration));
    await sheet.close();
  }
  console.log(`first-result, new visitor: median ${quantile(values, 0.5)}, worst ${quantile(values, 1)}`);
}

// Each has a browser of its own: what one leaves to be done behind is not measured in the next.
for (const measure of [first, (browser: Browser) => typing(browser, 300), (browser: Browser) => typing(browser, 3000), (browser: Browser) => asking(browser, 3000)]) {
  const browser = await start();
  try {
    await measure(browser);
  } finally {
    await browser.close();
  }
}
