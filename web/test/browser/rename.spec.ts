import assert from "node:assert/strict";
import { after, before } from "node:test";
import type { Browser } from "puppeteer-core";
import { test } from "./engines.js";
import { click, launch, Sheet } from "./page.js";

let browser: Browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const PROGRAM = `name: shop
runtime: yaml
config:
  region: {type: string, default: staging}
variables:
  other: 1
outputs:
  place: \${region}
  sum: \${other}
`;

/** Renames the symbol at a text. */
async function rename(sheet: Sheet, name: string, to: string): Promise<void> {
  const position = await sheet.positionOf("#editor", name);
  await sheet.page.mouse.click(position.x, position.y);
  await sheet.page.keyboard.press("F2");
  await sheet.page.waitForFunction(() => document.activeElement?.matches(".rename-box input"));
  await sheet.page.keyboard.type(to);
  await sheet.page.keyboard.press("Enter");
}

async function open(): Promise<Sheet> {
  const sheet = await Sheet.open(browser);
  await sheet.press("tab", "inputs.yaml");
  await sheet.waitForText("#editor", "mocks:");
  await sheet.write("config:\n  region: production\n");
  await sheet.waitForText("#editor", "region: production");
  await click(sheet.page, "[role=tab]::-p-text(Pulumi.yaml)");
  await sheet.waitForText("#editor", "runtime: yaml");
  await sheet.write(PROGRAM);
  await sheet.waitForText("#result", "place: production");
  return sheet;
}

test("renaming changes every file that uses the name", async () => {
  const sheet = await open();
  await rename(sheet, "region", "zone");
  await sheet.waitForText("#result", "zone: production");
  await sheet.waitForText("#editor", "place: ${zone}");
  await sheet.press("tab", "inputs.yaml");
  await sheet.waitForText("#editor", "zone: production");
  await sheet.close();
});

test("renaming that would change the result is refused, with a reason", async () => {
  const sheet = await open();
  await rename(sheet, "other", "region");
  await sheet.page.waitForSelector("::-p-text(Not renamed: calling it region would cause a problem)");
  assert.match(await sheet.text("#editor"), /other: 1/);
  await sheet.close();
});
