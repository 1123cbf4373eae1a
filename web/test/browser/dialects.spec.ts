import assert from "node:assert/strict";
import { after, before } from "node:test";
import type { Browser } from "puppeteer-core";
import { everywhere, test } from "./engines.js";
import { click, launch, PROGRAM, Sheet } from "./page.js";

let browser: Browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const WEB_TIER = { hash: "#example/hot/web-tier" };
const FLEET = { hash: "#example/pullconf/fleet" };
const SERVICES = { hash: "#example/terraform/services" };

/** Returns the ids of the boxes in the drawing. */
function boxes(sheet: Sheet): Promise<readonly string[]> {
  return sheet.page.$$eval("[data-node]", (nodes) => nodes.map((node) => (node as SVGElement).dataset["node"] ?? ""));
}

const more = (count: number): string => `document.querySelectorAll("[data-node]").length > ${count}`;
const fewer = (count: number): string => `document.querySelectorAll("[data-node]").length < ${count}`;

/** Performs an action, and waits until the number of boxes has increased or decreased. */
async function waitForBoxChange(sheet: Sheet, wanted: (count: number) => string,
    act: () => Promise<void>): Promise<void> {
  const before = (await boxes(sheet)).length;
  await act();
  await sheet.page.waitForFunction(wanted(before));
}

test("a large graph starts with closed groups, which a click opens", async () => {
  const sheet = await Sheet.open(browser, { ...WEB_TIER, width: 1600 });
  await sheet.waitForNamed("tab", "server.yaml");
  await sheet.press("tab", "Graph");
  const group = await sheet.page.waitForSelector("[data-node='resources.servers'][aria-expanded=false]");
  assert.match(await group!.evaluate((node) => node.getAttribute("aria-label") ?? ""), /30 inside/);
  await waitForBoxChange(sheet, more, () => sheet.page.click("[data-node='resources.servers'] .grip rect"));
  await sheet.page.waitForSelector("[data-node='resources.servers'][aria-expanded=true]");
  await sheet.close();
});

everywhere("keys open and close a group, which keeps the focus", async () => {
  const sheet = await Sheet.open(browser, WEB_TIER);
  await sheet.waitForNamed("tab", "server.yaml");
  await sheet.press("tab", "Graph");
  await sheet.page.waitForSelector("[data-node='resources.servers']");
  await sheet.page.$eval("[data-node='resources.servers']", (node) => (node as SVGElement).focus());
  for (const [key, change] of [["+", more], ["-", fewer], ["Enter", more], ["Enter", fewer]] as const) {
    await waitForBoxChange(sheet, change, () => sheet.page.keyboard.press(key));
    await sheet.page.waitForFunction(() =>
      (document.activeElement as SVGElement | null)?.dataset["node"] === "resources.servers");
  }
  await sheet.page.keyboard.press(" ");
  await sheet.waitForSelection("resource servers");
  await sheet.close();
});

test("groups in the outline can be opened", async () => {
  const sheet = await Sheet.open(browser, WEB_TIER);
  await sheet.waitForNamed("tab", "server.yaml");
  await sheet.press("tab", "Graph");
  await sheet.press("button", "Outline");
  const group = await sheet.page.waitForSelector("[role=treeitem][aria-expanded=false]::-p-text(inside)");
  const path = await group!.evaluate((item) => (item as HTMLElement).dataset["path"] ?? "");
  await group!.focus();
  await sheet.page.keyboard.press("ArrowRight");
  await sheet.page.waitForFunction((parent) => document.querySelectorAll(`[role=treeitem][data-path^="${parent}/"]`)
    .length > 0, {}, path);
  await sheet.close();
});

test("one of several clients can be selected", async () => {
  const sheet = await Sheet.open(browser, FLEET);
  await sheet.waitForText("#result", "db1:");
  await sheet.page.select("pg-output .pick select", "clients.web1");
  await sheet.page.waitForFunction(() => !document.querySelector("#result")?.textContent?.includes("db1"));
  await sheet.press("tab", "Graph");
  await sheet.page.waitForSelector("[data-node='client/web1']");
  await sheet.page.waitForFunction(() => document.querySelector("[data-node='client/db1']") === null);
  assert.ok((await boxes(sheet)).includes("group/base"), "the graph must contain what the client needs");
  await sheet.page.select("pg-output .pick select", "");
  await sheet.page.waitForSelector("[data-node='client/db1']");
  await sheet.close();
});

test("the console evaluates lines, has a history, and shows problems at their lines", async () => {
  const sheet = await Sheet.open(browser, SERVICES);
  const { keyboard } = sheet.page;
  const written = (): Promise<string> =>
    sheet.page.$eval("#console-input", (input) => (input as HTMLInputElement).value);
  await sheet.waitForNamed("combobox", "Expression");
  await sheet.page.focus("#console-input");
  await keyboard.type("1 + 1");
  await keyboard.press("Enter");
  await sheet.page.waitForSelector(".session .entry pre::-p-text(2)");
  await sheet.waitForNamed("tab", "inputs.yaml");
  await keyboard.type('nope("x")');
  await keyboard.press("Enter");
  await sheet.page.waitForSelector(".session .wrong::-p-text(nope)");
  await sheet.page.waitForSelector("pg-problems .at::-p-text(expressions[1]:1:1)");
  await keyboard.press("ArrowUp");
  assert.equal(await written(), 'nope("x")');
  await keyboard.press("ArrowUp");
  assert.equal(await written(), "1 + 1");
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowDown");
  assert.equal(await written(), "");
  await sheet.press("button", 'Remove nope("x")');
  await sheet.page.waitForFunction(() => document.querySelectorAll(".session .entry").length === 1);
  await sheet.press("button", "Clear the console");
  await sheet.page.waitForFunction(() => document.querySelectorAll(".session .entry").length === 0);
  await sheet.press("button", "Undo");
  await sheet.page.waitForSelector(".session .entry");
  await sheet.close();
});

test("clicking a problem of a console line moves to the line in inputs.yaml", async () => {
  const sheet = await Sheet.open(browser, SERVICES);
  await sheet.waitForNamed("combobox", "Expression");
  await sheet.page.focus("#console-input");
  await sheet.page.keyboard.type("nope(1)");
  await sheet.page.keyboard.press("Enter");
  await sheet.page.waitForSelector("pg-problems .at::-p-text(expressions[0]:1:1)");
  await click(sheet.page, "pg-problems .problem.error .place");
  await sheet.page.waitForSelector("[data-file='inputs.yaml'][aria-selected=true]");
  await sheet.waitForSelection("line 2");
  await sheet.close();
});

test("only Terraform has a console", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.write(PROGRAM);
  await sheet.waitForText("#result", "said: hello there");
  assert.equal(await sheet.page.$eval("pg-console", (element) => element.checkVisibility()), false);
  await sheet.close();
});

test("choosing a dialect starts a new document, and keeps the old one", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.write(PROGRAM);
  await sheet.waitForText("#result", "said: hello there");
  await sheet.page.select(".dialect select", "new hot");
  await sheet.waitForText("#editor", "heat_template_version");
  await sheet.press("button", "Back to my text");
  await sheet.waitForText("#editor", "greeting: hello");
  await sheet.close();
});

test("the gallery has examples of every dialect, each with a description", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.press("button", "Examples");
  await sheet.page.waitForFunction(() => document.querySelectorAll(".gallery section:not(.recent)").length === 5);
  const bare = await sheet.page.$$eval(".gallery section:not(.recent) li",
    (items) => items.filter((item) => !item.querySelector("p")?.textContent).length);
  assert.equal(bare, 0);
  await sheet.close();
});

test("cloud resource types are loaded once, when a template uses one, and their properties are checked", async () => {
  const sheet = await Sheet.open(browser);
  const loads = (): Promise<number> =>
    sheet.page.evaluate(() => performance.getEntriesByType("resource")
    .filter(({ name }) => name.includes("heat-types")).length);
  assert.equal(await loads(), 0, "a Pulumi program must not load them");
  await sheet.page.evaluate(() => { location.hash = "#example/hot/web-tier"; });
  await sheet.waitForText("#editor", "heat_template_version");
  await sheet.page.waitForFunction(() => performance.getEntriesByType("resource")
    .some(({ name }) => name.includes("heat-types")));
  await sheet.write(`heat_template_version: 2021-04-16
resources:
  server: {type: OS::Nova::Server, properties: {flavour: m1.small, image: x}}
`);
  await sheet.page.waitForSelector("pg-problems .problem.error ::-p-text(did you mean \"flavor\"?)");
  assert.equal(await loads(), 1);
  await sheet.close();
});

everywhere("a query is completed with functions and with keys of its data", async () => {
  const sheet = await Sheet.open(browser, { hash: "#example/hot/queries" });
  await sheet.waitForText("#result", "domain: cloud.example"); // until then the inputs may appear beside the editor
  const { x, y } = await sheet.positionOf("#editor", "$.data.select($.count).sum()");
  await sheet.page.mouse.click(x, y);
  await sheet.page.keyboard.press("End");
  for (let letters = ".sum()".length; letters > 0; letters--) await sheet.page.keyboard.press("Backspace");
  await sheet.page.keyboard.type(".aggr", { delay: 40 });
  await waitForCompletion(sheet, "aggregate");
  await sheet.page.keyboard.press("Escape");
  for (let letters = ".select($.count).aggr".length; letters > 0; letters--) {
    await sheet.page.keyboard.press("Backspace");
  }
  await sheet.page.keyboard.type(".where($.serv", { delay: 40 });
  await waitForCompletion(sheet, "services");
  await sheet.page.keyboard.press("Enter");
  await sheet.waitForText("#editor", "expression: $.data.where($.services");
  await sheet.close();
});

test("references and functions are completed in a program", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.write(`${PROGRAM.replace("greeting: hello", "greeting: {word: hello}")}  more: x\n`);
  await sheet.waitForText("#result", "more: x");
  await sheet.placeCursor("more:");
  await sheet.page.keyboard.press("Backspace");
  await sheet.page.keyboard.type("${gree", { delay: 40 });
  await waitForCompletion(sheet, "greeting");
  await sheet.page.keyboard.press("Enter");
  await sheet.page.keyboard.type(".w", { delay: 40 });
  await waitForCompletion(sheet, "word");
  await sheet.page.keyboard.press("Enter");
  await sheet.waitForText("#result", "more: hello");
  await sheet.page.keyboard.press("End");
  await sheet.page.keyboard.press("Enter");
  await sheet.page.keyboard.type("last: {fn::toJ", { delay: 40 });
  await waitForCompletion(sheet, "fn::toJSON");
  await sheet.page.keyboard.press("Escape");
  await sheet.close();
});

/** Waits until the editor proposes this completion. */
async function waitForCompletion(sheet: Sheet, label: string): Promise<void> {
  await sheet.page.waitForFunction((wanted) =>
    [...document.querySelectorAll(".suggest-widget.visible .monaco-list-row .label-name")]
    .some((row) => row.textContent === wanted), {}, label);
}
