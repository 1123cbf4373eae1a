import assert from "node:assert/strict";
import { after, before } from "node:test";
import type { Browser } from "puppeteer-core";
import { everywhere, test } from "./engines.js";
import { click, launch, Sheet } from "./page.js";

let browser: Browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const FORM = "#example/hot/parameter-form";
const HEAT = `heat_template_version: wallaby
parameters:
  first: {type: string, default: one}
  second: {type: number, default: 2}
  third: {type: string, hidden: true, default: three}
outputs:
  all: {value: [{get_param: first}, {get_param: second}, {get_param: third}]}
`;

/** Opens a template that consists of one file. */
async function openTemplate(text: string, hash = FORM): Promise<Sheet> {
  const sheet = await Sheet.open(browser, { hash });
  await sheet.write(text);
  return sheet;
}

const field = (path: string): string => `[id="input-${path}"]`;
const focused = (sheet: Sheet): Promise<string> => sheet.page.evaluate(() => document.activeElement?.id ?? "");
const valueOf = (sheet: Sheet, path: string): Promise<string> =>
  sheet.page.$eval(field(path), (input) => (input as HTMLInputElement).value);
/** The number of highlighted lines in the result. */
const highlighted = (sheet: Sheet): Promise<number> =>
  sheet.page.$$eval("#result .selected-line", (lines) => lines.length);

/** Moves the focus to a field with the keyboard: F6 to the region, Tab to the field. */
async function reach(sheet: Sheet, path: string): Promise<void> {
  for (let step = 0; step < 12
    && !(await sheet.page.evaluate(() =>
    document.activeElement?.closest("pg-form") !== null)); step++) await sheet.page.keyboard.press("F6");
  for (let step = 0; step < 40
    && (await focused(sheet)) !== `input-${path}`; step++) await sheet.page.keyboard.press("Tab");
  assert.equal(await focused(sheet), `input-${path}`);
}

/** Shows a file of the document and returns its text. */
async function textOf(sheet: Sheet, file: string): Promise<string> {
  await sheet.press("tab", file);
  await sheet.page.waitForSelector(`[data-file="${file}"][aria-selected=true]`);
  return sheet.text("#editor");
}

everywhere("the form is open if a template declares inputs, and Tab goes from field to field", async () => {
  const sheet = await Sheet.open(browser, { hash: FORM });
  await sheet.waitForNamed("region", "Inputs");
  await reach(sheet, "parameters.user");
  await sheet.page.keyboard.press("Tab");
  assert.equal(await focused(sheet), "input-parameters.password");
  await sheet.page.keyboard.press("Tab");
  assert.equal(await sheet.page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Show Password");
  for (const next of ["servers", "memory", "zones", "backup", "labels", "network"]) {
    await sheet.page.keyboard.press("Tab");
    assert.equal(await focused(sheet), `input-parameters.${next}`);
  }
  await sheet.close();
});

test("the editor does not move while a text that replaces another is evaluated for the first time", async () => {
  const sheet = await Sheet.open(browser, { hash: FORM });
  await sheet.page.waitForSelector(".table[data-inputs=panel]");
  await sheet.page.evaluate(() => {
    const table = document.querySelector<HTMLElement>(".table")!, shown = new Set<string>();
    new MutationObserver(() => {
      document.body.dataset["shown"] = [...shown.add(table.dataset["inputs"] ?? "")].join();
    }).observe(table, { attributes: true, attributeFilter: ["data-inputs"] });
  });
  await sheet.write(HEAT);
  await sheet.page.waitForSelector(field("parameters.first"));
  assert.equal(await sheet.page.evaluate(() => document.body.dataset["shown"]), "panel");
  await sheet.write("heat_template_version: wallaby\noutputs: {one: {value: 1}}\n");
  await sheet.page.waitForSelector(".table:not([data-inputs=panel])");
  await sheet.close();
});

everywhere("each key in a field changes the result, the caret stays, and undo reverts the whole field", async () => {
  const sheet = await openTemplate(HEAT);
  const { keyboard } = sheet.page;
  await sheet.page.waitForSelector(field("parameters.first"));
  await reach(sheet, "parameters.first");
  await keyboard.type("ac");
  await sheet.waitForText("#result", "first: ac");
  await keyboard.press("ArrowLeft");
  await keyboard.type("b");
  await sheet.waitForText("#result", "first: abc");
  assert.equal(await sheet.page.$eval(field("parameters.first"),
    (input) => (input as HTMLInputElement).selectionStart), 2);
  await keyboard.press("Tab");
  await keyboard.type("5");
  await sheet.waitForText("#result", "second: 5");
  assert.equal(await valueOf(sheet, "parameters.first"), "abc");
  assert.equal(await textOf(sheet, "inputs.yaml"), "parameters:\n  first: abc\n  second: 5\n");
  await sheet.focusEditor();
  await sheet.chord("Control", "z");
  await sheet.waitForText("#result", "second: 2");
  assert.equal(await sheet.text("#editor"), "parameters:\n  first: abc\n");
  await sheet.chord("Control", "z");
  await sheet.waitForText("#result", "first: one");
  assert.equal(await sheet.text("#editor"), "");
  assert.equal(await valueOf(sheet, "parameters.first"), "");
  await sheet.close();
});

test("fast typing loses nothing, and the comments in inputs.yaml are kept", async () => {
  const sheet = await openTemplate(HEAT);
  await sheet.page.waitForSelector(field("parameters.first"));
  await sheet.press("button", "Add a file");
  await sheet.press("menuitem", "inputs.yaml values from outside the template");
  await sheet.write("# mine\nparameters:\n  first: x # the first\n");
  await sheet.waitForText("#result", "first: x");
  await reach(sheet, "parameters.first");
  await sheet.page.evaluate(async (ids) => {
    const press = (id: string, text: string): void => {
      const input = document.getElementById(id) as HTMLInputElement;
      input.focus();
      for (let length = 1; length <= text.length; length++) {
        input.value = text.slice(0, length);
        input.dispatchEvent(new InputEvent("input", { bubbles: true }));
      }
    };
    press(ids[0]!, "a longer text");
    press(ids[1]!, "12345");
  }, ["input-parameters.first", "input-parameters.second"]);
  await sheet.waitForText("#result", "second: 12345");
  await sheet.waitForText("#result", "first: a longer text");
  assert.equal(await textOf(sheet, "inputs.yaml"),
    "# mine\nparameters:\n  first: a longer text # the first\n  second: 12345\n");
  await sheet.close();
});

everywhere("a field with an invalid value is marked, and an empty field counts as not supplied", async () => {
  const sheet = await openTemplate(HEAT);
  await sheet.page.waitForSelector(field("parameters.second"));
  await reach(sheet, "parameters.second");
  await sheet.page.keyboard.type("x");
  await sheet.page.waitForSelector(`${field("parameters.second")}[aria-invalid=true]`);
  await sheet.page.waitForSelector(".field .wrong");
  await sheet.page.keyboard.press("Backspace");
  await sheet.waitForText("#result", "second: 2");
  await sheet.page.waitForFunction(() =>
    document.querySelector(".field .wrong") === null && document.querySelector("[data-file='inputs.yaml']") === null);
  assert.equal(await focused(sheet), "input-parameters.second");
  await sheet.close();
});

everywhere("the source, the result, the graph and the form share one selection", async () => {
  const sheet = await openTemplate(HEAT);
  await sheet.page.waitForSelector(field("parameters.second"));
  await reach(sheet, "parameters.second");
  await sheet.waitForSelection("line 4, .*parameter second");
  await sheet.page.waitForFunction(() => document.querySelector("#result .selected-line") !== null);
  assert.ok(await highlighted(sheet) > 0);
  await sheet.placeCursor("first: {type");
  await sheet.page.waitForSelector(`.field.selected ${field("parameters.first")}`);
  await sheet.press("tab", "Graph");
  await sheet.page.waitForSelector("[data-node='parameters.second']");
  await reach(sheet, "parameters.second");
  await sheet.page.waitForSelector("[data-node='parameters.second'].selected");
  await sheet.page.$eval("[data-node='parameters.third']", (node) => (node as SVGElement).focus());
  await sheet.page.keyboard.press("Enter");
  await sheet.page.waitForSelector(`.field.selected ${field("parameters.third")}`);
  await sheet.close();
});

const SHOP = `name: shop
runtime: yaml
config:
  password: {type: string, secret: true}
  zones: {type: array, items: {type: string}, default: [a]}
outputs:
  first: \${zones[0]}
`;

everywhere("a secret is hidden while typed, marked in inputs.yaml, shown on request, never in the result", async () => {
  const sheet = await openTemplate(SHOP, "#example/pulumi/kubernetes-service");
  const { keyboard } = sheet.page;
  await sheet.page.waitForSelector(`.missing ${field("config.password")}`);
  await reach(sheet, "config.password");
  assert.equal(await sheet.page.$eval(field("config.password"), (input) => (input as HTMLInputElement).type),
    "password");
  await keyboard.type("hunter2");
  await sheet.page.waitForFunction(() => document.querySelector(".missing") === null);
  await keyboard.press("Tab");
  await keyboard.press("Tab"); // once the focus is in the next field, the form no longer keeps the typed value
  await keyboard.type("x, z");
  await sheet.waitForText("#result", "first: x");
  const waitForPassword = (value: string): Promise<unknown> => sheet.page.waitForFunction((id, wanted) =>
    (document.getElementById(id) as HTMLInputElement).value === wanted, {}, "input-config.password", value);
  await waitForPassword(""); // while the user types, the result is drawn before the form
  await sheet.press("button", "Show password");
  await waitForPassword("hunter2");
  assert.match(await textOf(sheet, "inputs.yaml"), /^  password: \{secret: hunter2\}\n  zones: \[x, z\]$/m);
  assert.ok(!(await sheet.text("#result")).includes("hunter2"));
  await sheet.close();
});

test("another stack can be chosen at the top of the form, and a field says which file its value is from", async () => {
  const sheet = await Sheet.open(browser, { hash: "#example/pulumi/environments" });
  await sheet.waitForText("#result", "domain: dev.example.com");
  assert.match(await sheet.page.$eval(`.field:has(${field("config.domain")})`, (each) => each.textContent),
    /from Pulumi\.dev\.yaml/);
  await reach(sheet, "stack");
  await sheet.page.select(field("stack"), "prod");
  await sheet.waitForText("#result", "domain: example.com");
  await sheet.page.waitForFunction(() =>
    /Pulumi\.prod\.yaml, not default/.test(document.querySelector(".field:has([id='input-config.replicas'])")?.textContent ?? ""));
  await sheet.close();
});

test("a form that has only choices is a row: clients, environments, files of Heat", async () => {
  const fleet = await Sheet.open(browser, { hash: "#example/pullconf/fleet" });
  await fleet.page.waitForSelector(".form.row");
  await fleet.page.select(field("client"), "web1");
  await fleet.page.waitForFunction(() => !(document.querySelector("#result .view-lines")?.textContent
    ?? "").includes("db1"));
  await fleet.close();
  const layered = await Sheet.open(browser, { hash: "#example/esc/layered-environments" });
  await layered.page.waitForSelector(field("root"));
  const names = await layered.page.$$eval(`${field("root")} option`,
    (options) => options.map(({ textContent }) => textContent));
  assert.ok(names.length > 1);
  await layered.page.select(field("root"), names[1]!);
  await layered.page.waitForFunction(() => document.querySelector("[data-file='inputs.yaml']") !== null);
  assert.match(await textOf(layered, "inputs.yaml"), new RegExp(`^root: ${names[1]}$`, "m"));
  await layered.close();
  const heat = await Sheet.open(browser, { hash: "#example/hot/environments" });
  await heat.page.waitForSelector(`${field("environments")} label:last-child input`);
  await click(heat.page, `${field("environments")} label:last-child input`);
  await heat.page.waitForFunction(() => document.querySelector("[data-file='inputs.yaml']") !== null);
  assert.match(await textOf(heat, "inputs.yaml"), /^environments: \[env1\.yaml\]$/m);
  await heat.close();
});

test("a value with several lines keeps them", async () => {
  const sheet = await openTemplate(HEAT);
  await sheet.page.waitForSelector(field("parameters.first"));
  await reach(sheet, "parameters.first");
  await sheet.page.evaluate((id) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "one\ntwo");
    document.getElementById(id)!.dispatchEvent(new ClipboardEvent("paste",
      { clipboardData, bubbles: true, cancelable: true }));
  }, "input-parameters.first");
  await sheet.page.waitForSelector(`textarea${field("parameters.first")}`);
  await sheet.waitForText("#result", "two");
  await sheet.page.keyboard.type("!");
  await sheet.waitForText("#result", "two!");
  assert.equal(await valueOf(sheet, "parameters.first"), "one\ntwo!");
  await sheet.close();
});

everywhere("the panel folds, and is still folded after a reload", async () => {
  const sheet = await Sheet.open(browser, { hash: FORM, width: 1280 });
  const width = (): Promise<number> => sheet.page.$eval("#editor", (editor) => editor.getBoundingClientRect().width);
  // The form appears with the first result and takes up width.
  await sheet.page.waitForSelector("pg-form .field", { visible: true });
  const before = await width();
  await sheet.page.focus("pg-form .fold");
  await sheet.page.keyboard.press("Enter");
  await sheet.page.waitForFunction(() => document.querySelector("pg-form .field") === null);
  assert.ok(await width() > before);
  await sheet.page.reload();
  await sheet.ready();
  await sheet.page.waitForSelector("pg-form .fold[aria-expanded=false]", { visible: true });
  await sheet.page.focus("pg-form .fold");
  await sheet.page.keyboard.press("Enter");
  await sheet.page.waitForSelector("pg-form .field");
  await sheet.close();
});

everywhere("on a phone the Inputs area is the form", async () => {
  const sheet = await Sheet.open(browser, { hash: FORM, width: 390, height: 844 });
  await sheet.press("button", "Inputs");
  await sheet.page.waitForSelector(field("parameters.user"), { visible: true });
  const { left, right, height } = await sheet.page.$eval(field("parameters.user"), (input) => {
    const { left, right, height } = input.getBoundingClientRect();
    return { left, right, height };
  });
  assert.ok(left >= 0 && right <= 390 && height >= 40, `${left} to ${right}, ${height} high`);
  await sheet.page.type(field("parameters.user"), "ada");
  await sheet.press("button", "Result");
  await sheet.waitForText("#result", "user: ada");
  assert.ok(await sheet.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    "an element is wider than the screen");
  await sheet.close();
});
