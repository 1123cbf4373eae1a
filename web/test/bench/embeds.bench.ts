/**
 * Measures the cost of fifty examples in one page: what is loaded before and after a reader uses
 * them, and how much more memory all of them take than one. `make bench` prints the results.
 */
import { readdirSync, readFileSync } from "node:fs";
import type { Browser, Page } from "puppeteer-core";
import { Host } from "../browser/host.js";
import { launch } from "../browser/page.js";

/**
 * Returns the memory of all processes of a browser, in MB, with their proportional share of memory pages
 * that several processes use. For Linux only.
 */
function memory(root: number): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((each) => /^\d+$/.test(each))) {
    try {
      parents.set(Number(name), Number(readFileSync(`/proc/${name}/stat`, "utf8").replace(/^.*\) /, "").split(" ")[1]));
    } catch { /* the process has ended */ }
  }
  const isOurs = (id: number): boolean => id === root || (parents.has(id) && isOurs(parents.get(id)!));
  let kilobytes = 0;
  for (const id of [...parents.keys()].filter(isOurs)) {
    try {
      kilobytes += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, "utf8"))?.[1] ?? 0);
    } catch { /* the process has ended */ }
  }
  return kilobytes / 1024;
}

async function evaluate(page: Page, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at++) {
    await page.evaluate(async (index) => { await document.querySelectorAll("pantograph-example")[index]!.run(); }, at);
  }
}

async function memoryAfterCollection(browser: Browser, page: Page): Promise<number> {
  const session = await page.createCDPSession();
  await session.send("HeapProfiler.collectGarbage");
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  return memory(browser.process()!.pid!);
}

const [browser, host] = await Promise.all([launch(), Host.open()]);
try {
  const page = await browser.newPage();
  await page.goto(host.at("embed-demo.html"), { waitUntil: "load" });
  const lazy = (): readonly string[] => host.requested.filter((path) => /engine|worker|editor|manifest/.test(path));
  const count = await page.$$eval("pantograph-example", (all) => all.length);
  const before = lazy().length;
  await evaluate(page, 0, 1);
  const one = await memoryAfterCollection(browser, page);
  await evaluate(page, 1, count);
  const all = await memoryAfterCollection(browser, page);
  const engines = lazy().filter((path) => path.endsWith(".wasm")).length;
  console.log(`${count} embeds: ${before} lazy files before the first use, ${engines} engine after all were evaluated, `
    + `${page.workers().length} worker; `
    + `${one.toFixed(0)} MB with one evaluated, ${(all - one).toFixed(0)} MB more with all (at most 50)`);
} finally {
  await browser.close();
  await host.close();
}
