import assert from "node:assert/strict";
import { after, before } from "node:test";
import type { Browser } from "puppeteer-core";
import { everywhere, test } from "./engines.js";
import { encode } from "../../src/share/link.js";
import { launch, Sheet } from "./page.js";

let browser: Browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const SERVICES = { hash: "#example/terraform/services" };

const written = (sheet: Sheet): Promise<string> =>
  sheet.page.$eval("#console-input", (input) => (input as HTMLInputElement).value);

everywhere("functions and keys are proposed and explained while a line is typed", async () => {
  const sheet = await Sheet.open(browser, SERVICES);
  const { keyboard } = sheet.page;
  await sheet.page.waitForSelector("#console-input", { visible: true });
  await sheet.page.focus("#console-input");
  await keyboard.type("yamld");
  await sheet.waitForNamed("option", "yamldecode yamldecode(src)");
  await keyboard.press("Tab");
  assert.equal(await written(sheet), "yamldecode(");
  await sheet.page.waitForSelector(".suggestions p::-p-text(Returns the value of a YAML document)");
  await keyboard.type('file("main.yaml")).');
  await sheet.page.waitForSelector("[role=option]::-p-text(services)");
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  assert.equal(await written(sheet), 'yamldecode(file("main.yaml")).services');
  await sheet.page.waitForSelector(".suggestions p::-p-text(services =)");
  await keyboard.press("Escape");
  await sheet.page.waitForFunction(() => document.querySelector(".suggestions") === null);
  await keyboard.press("Enter");
  await sheet.page.waitForSelector(".session .entry pre::-p-text(8080)");
  await sheet.close();
});

test("accepting a suggestion also replaces letters that were typed after it appeared", async () => {
  const sheet = await Sheet.open(browser, SERVICES);
  await sheet.page.waitForSelector("#console-input", { visible: true });
  await sheet.page.focus("#console-input");
  await sheet.page.keyboard.type("yaml");
  await sheet.waitForNamed("option", "yamldecode yamldecode(src)");
  await sheet.page.evaluate(() => { // in one step, so that the engine cannot reply in between
    document.execCommand("insertText", false, "de");
    const tab = new KeyboardEvent("keydown", { key: "Tab", bubbles: true, cancelable: true });
    document.activeElement!.dispatchEvent(tab);
  });
  assert.equal(await written(sheet), "yamldecode(");
  await sheet.page.keyboard.press("Backspace");
  await sheet.waitForNamed("option", "yamldecode yamldecode(src)");
  await sheet.page.evaluate(() => {
    document.execCommand("insertText", false, " + 1");
    const tab = new KeyboardEvent("keydown", { key: "Tab", bubbles: true, cancelable: true });
    document.activeElement!.dispatchEvent(tab);
  });
  assert.equal(await written(sheet), "yamldecode + 1");
  await sheet.close();
});

test("the tables of character sets are loaded once, when a line needs them", async () => {
  const sheet = await Sheet.open(browser, SERVICES);
  const { keyboard } = sheet.page;
  const loads = (): Promise<number> =>
    sheet.page.evaluate(() => performance.getEntriesByType("resource")
    .filter(({ name }) => name.includes("charsets")).length);
  await sheet.page.focus("#console-input");
  await keyboard.type('textencodebase64("é", "UTF-16LE")');
  await keyboard.press("Enter");
  await sheet.page.waitForSelector(".session .entry pre::-p-text(6QA=)");
  assert.equal(await loads(), 0);
  for (const [set, answer] of [["GBK", "yNU="], ["Big5", "pOk="]]) {
    await keyboard.type(`textencodebase64("日", "${set}")`);
    await keyboard.press("Enter");
    await sheet.page.waitForSelector(`.session .entry pre::-p-text(${answer})`);
    assert.equal(await loads(), 1);
  }
  await sheet.close();
});

test("an evaluation that takes too many steps can be repeated with a higher limit", async () => {
  const sheet = await Sheet.open(browser, SERVICES);
  await sheet.page.focus("#console-input");
  await sheet.page.keyboard.type("length([for i in range(1000) : length([for j in range(1000) : j])])");
  await sheet.page.keyboard.press("Enter");
  await sheet.page.waitForSelector(".problem.error::-p-text(more than 5000000 steps)");
  await sheet.press("button", "Let it take up to 20 s");
  await sheet.page.waitForSelector(".session .entry pre::-p-text(1000)");
  await sheet.close();
});

test("a long answer is cut in the console, and the result says that not all of it is coloured", async () => {
  const files = [{ name: "main.yaml", text: `a: |\n${"  x\n".repeat(100_100)}` },
    { name: "inputs.yaml", text: "expressions:\n- 1 + 1\n- file(\"main.yaml\")\n" }];
  const hash = encode({ dialect: "terraform", files, view: {}, engine: "", digest: "", rest: {} })!;
  const sheet = await Sheet.open(browser, { hash });
  await sheet.page.waitForSelector(".session .entry:nth-of-type(2) .cut::-p-text(The first 99,999 of the 400,4)");
  const shown = await sheet.page.$$eval(".session pre", (all) => all.map(({ textContent }) => textContent!.length));
  assert.deepEqual(shown, [1, 99_999]);
  await sheet.page.waitForSelector("pg-obstacle ::-p-text(Only the first 100,000 are coloured)");
  await sheet.close();
});
