import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before } from "node:test";
import type { Browser } from "puppeteer-core";
import { everywhere, test } from "./engines.js";
import { launch, PROGRAM, Sheet } from "./page.js";

const axe = readFileSync(createRequire(`${process.cwd()}/package.json`).resolve("axe-core/axe.min.js"), "utf8");

let browser: Browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

interface Axe {
  run(context: object): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
}

/** Returns the problems that axe considers serious or worse, outside Monaco's own elements. */
async function findings(sheet: Sheet): Promise<readonly string[]> {
  await sheet.page.evaluate(axe);
  return sheet.page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: Axe }).axe.run({ exclude: [[".monaco-editor"]] });
    return violations.filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
  });
}

async function chooseTheme(sheet: Sheet, name: string): Promise<void> {
  await sheet.press("button", "Theme");
  await sheet.press("menuitemradio", name);
}

for (const theme of ["Light", "Dark"]) {
  test(`axe finds no serious problem: ${theme.toLowerCase()}`, async () => {
    const sheet = await Sheet.open(browser);
    await chooseTheme(sheet, theme);
    await sheet.write(PROGRAM.replace("${other}", "${nothere}"));
    await sheet.page.waitForSelector("pg-problems .problem");
    assert.deepEqual(await findings(sheet), []);
    await sheet.press("tab", "Graph");
    await sheet.page.waitForSelector("[data-node]");
    assert.deepEqual(await findings(sheet), []);
    await sheet.press("button", "Examples");
    await sheet.page.waitForSelector(".gallery .example");
    assert.deepEqual(await findings(sheet), []);
    await sheet.page.keyboard.press("Escape");
    await sheet.press("button", "Share");
    await sheet.page.waitForFunction(() => document.querySelector(".primary:enabled") !== null);
    assert.deepEqual(await findings(sheet), []);
    await sheet.close();
  });

  test(`axe finds no serious problem with a console or with groups: ${theme.toLowerCase()}`, async () => {
    const console = await Sheet.open(browser, { hash: "#example/terraform/console" });
    await chooseTheme(console, theme);
    await console.page.waitForSelector(".session .entry");
    assert.deepEqual(await findings(console), []);
    await console.close();
    const groups = await Sheet.open(browser, { hash: "#example/pullconf/fleet" });
    await chooseTheme(groups, theme);
    await groups.press("tab", "Graph");
    await groups.page.waitForSelector("[data-node][aria-expanded=true]");
    assert.deepEqual(await findings(groups), []);
    await groups.close();
  });
}

everywhere("the chosen theme is applied before the first paint of the next visit", async () => {
  const sheet = await Sheet.open(browser);
  await chooseTheme(sheet, "Dark");
  await sheet.page.reload();
  assert.equal(await sheet.page.evaluate(() => document.documentElement.dataset["theme"]), "dark");
  await sheet.ready();
  await sheet.close();
});

for (const [width, height] of [[320, 256], [320, 200], [1280, 256]] as const) {
  (width === 320 && height === 256 ? everywhere
      : test)(`at 400 %, ${width} by ${height}, the editor shows eight lines, and the rest can be scrolled into view`,
      async () => {
    const sheet = await Sheet.open(browser, { width, height });
    const { lines, reach, wide } = await sheet.page.evaluate(() => {
      const { height } = document.querySelector("#editor .monaco-editor")!.getBoundingClientRect();
      const last = [...document.querySelectorAll(".areas, .status")].map((each) => each.getBoundingClientRect().bottom);
      return { lines: (height - 8) / 21, reach: Math.max(...last) + scrollY - document.documentElement.scrollHeight,
        wide: document.documentElement.scrollWidth - innerWidth };
    });
    assert.ok(lines >= 8, `${lines} lines`);
    assert.ok(reach <= 1 && wide <= 0, `${reach} px are below the end of the page, ${wide} px beyond its right edge`);
    await sheet.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const isSeen = await sheet.page.$eval(".status", (status) => status.getBoundingClientRect().top < innerHeight);
    assert.ok(isSeen);
    await sheet.close();
  });
}

everywhere("Tab goes to the control of a field before the other buttons in the field", async () => {
  const sheet = await Sheet.open(browser, { hash: "#example/hot/parameter-form" });
  await sheet.page.waitForSelector(".field .control :is(input, select)");
  const fields = await sheet.page.$$eval(".field",
    (all) => all.map((field) =>
    [...field.querySelectorAll("input, select, button")].findIndex((each) => each.matches("input, select"))));
  assert.ok(fields.length > 1);
  assert.deepEqual(fields, fields.map(() => 0), "the control must be the first element in its field");
  await sheet.close();
});

test("the parts of the page have accessible names", async () => {
  const sheet = await Sheet.open(browser);
  for (const [role, name] of [
    ["tab", "Result"], ["tab", "Graph"], ["region", "Files"], ["region", "Problems"], ["button", "Examples"],
    ["button", "Share"], ["textbox", "Template editor"],
  ] as const) {
    assert.ok(await sheet.page.$(`::-p-aria([name="${name}"][role="${role}"])`), `${role} ${name}`);
  }
  await sheet.close();
});

everywhere("F6 moves the focus between regions, and arrow keys move it between tabs", async () => {
  const sheet = await Sheet.open(browser);
  const isIn = (selector: string): Promise<boolean> =>
    sheet.page.evaluate((each) => document.querySelector(each)?.contains(document.activeElement) ?? false, selector);
  for (const region of [".header", "pg-files", "#editor", "pg-form", "pg-unknowns", "pg-output", "#panel-result",
      "pg-problems", ".header"]) {
    await sheet.page.keyboard.press("F6");
    assert.ok(await isIn(region), region);
  }
  await sheet.chord("Shift", "F6");
  assert.ok(await isIn("pg-problems"));
  await sheet.page.focus("#tab-result");
  await sheet.page.keyboard.press("ArrowRight");
  assert.equal(await sheet.page.$eval("#tab-graph", (tab) => tab.getAttribute("aria-selected")), "true");
  await sheet.close();
});

everywhere("the graph is moved and its nodes are selected with the keyboard", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.write(PROGRAM);
  await sheet.press("tab", "Graph");
  await sheet.page.waitForSelector("[data-node=greeting]");
  await sheet.page.evaluate(() => document.querySelector<SVGElement>(".sheet-drawing")?.focus());
  const transform = () => sheet.page.$eval(".sheet-drawing > g", (group) => group.getAttribute("transform"));
  const first = await transform();
  await sheet.page.keyboard.press("ArrowLeft");
  await sheet.page.waitForFunction((old) =>
    document.querySelector(".sheet-drawing > g")?.getAttribute("transform") !== old, {}, first);
  await sheet.page.keyboard.press("Tab");
  assert.ok(await sheet.page.evaluate(() => document.activeElement?.matches("[data-node]")));
  await sheet.page.keyboard.press("Enter");
  await sheet.waitForSelection("line \\d");
  await sheet.close();
});

everywhere("on a phone one area fills the screen, and a badge counts problems", async () => {
  const sheet = await Sheet.open(browser, { width: 390, height: 844 });
  await sheet.write(PROGRAM.replace("${other}", "${nothere}"));
  await sheet.page.waitForSelector(".areabar .badge");
  await sheet.press("button", "Result");
  assert.equal(await sheet.page.$eval(".source", (area) => getComputedStyle(area).visibility), "hidden");
  await sheet.press("button", "Graph");
  await sheet.page.waitForSelector("[role=tree]", { visible: true });
  await sheet.press("button", "Inputs");
  await sheet.waitForNamed("combobox", "Mode");
  assert.ok(await sheet.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    "an element is wider than the screen");
  await sheet.close();
});
