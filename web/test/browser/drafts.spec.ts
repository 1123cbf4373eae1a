import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "puppeteer-core";
import { launch, PROGRAM, Sheet } from "./page.js";

let browser: Browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

test("a draft survives a reload, at once", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.write(PROGRAM.replace("hello", "kept"));
  await sheet.waitForText("#editor", "greeting: kept");
  await sheet.page.reload();
  await sheet.ready();
  await sheet.waitForText("#editor", "greeting: kept");
  await sheet.close();
});

test("a draft is in the database within a second", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.write(PROGRAM.replace("hello", "kept"));
  const start = Date.now();
  await sheet.page.waitForFunction(() => new Promise((resolve) => {
    const opening = indexedDB.open("pantograph");
    opening.onerror = () => resolve(false);
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onsuccess = () => {
      const all = opening.result.transaction("drafts").objectStore("drafts").getAll();
      all.onsuccess = () => { opening.result.close(); resolve(JSON.stringify(all.result).includes("greeting: kept")); };
    };
  }), { polling: 50 });
  assert.ok(Date.now() - start < 1_500, `${Date.now() - start} ms`);
  await sheet.close();
});

test("two tabs keep a draft each", async () => {
  const one = await Sheet.open(browser);
  await one.write(PROGRAM.replace("hello", "first"));
  await one.waitForText("#result", "said: first there");
  const two = await one.another();
  await two.waitForText("#editor", "greeting: first");
  await two.write(PROGRAM.replace("hello", "second"));
  await two.waitForText("#result", "said: second there");
  for (const [sheet, text] of [[one, "first"], [two, "second"]] as const) {
    await sheet.page.bringToFront();
    await sheet.page.reload();
    await sheet.ready();
    await sheet.waitForText("#editor", `greeting: ${text}`);
  }
  await one.close();
});

test("texts that were displaced are under Recent, and can be named", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.write(PROGRAM.replace("hello", "older").replace("name: test", "name: older-app"));
  await sheet.waitForText("#result", "said: older there");
  const open = async (number: number): Promise<void> => {
    await sheet.press("button", "Examples");
    await sheet.page.waitForSelector(".gallery section:not(.recent) .example");
    await sheet.page.$$eval(".gallery section:not(.recent) .example", (all, index) => (all[index] as HTMLElement).click(), number);
    await sheet.page.waitForFunction(() => location.hash.startsWith("#example/"));
  };
  await open(0);
  await sheet.write(PROGRAM.replace("hello", "newer"));
  await sheet.waitForText("#result", "said: newer there");
  await open(1);
  await sheet.press("button", "Examples");
  await sheet.page.waitForSelector(".recent .example::-p-text(older-app)");
  await sheet.press("button", "Name older-app");
  await sheet.page.keyboard.type("My keepsake");
  await sheet.page.keyboard.press("Enter");
  await (await sheet.page.waitForSelector(".recent .named::-p-text(My keepsake)"))?.click();
  await sheet.waitForText("#editor", "greeting: older");
  await sheet.close();
});

test("without storage the page works and says that it keeps nothing", async () => {
  const sheet = await Sheet.open(browser, {
    before: () => {
      const deny = (): never => { throw new DOMException("denied", "SecurityError"); };
      for (const name of ["localStorage", "sessionStorage", "indexedDB"]) Object.defineProperty(window, name, { get: deny });
    },
  });
  await sheet.write(PROGRAM);
  await sheet.waitForText("#result", "said: hello there");
  await sheet.page.waitForSelector(".unkept::-p-text(drafts are not kept)");
  await sheet.close();
});
