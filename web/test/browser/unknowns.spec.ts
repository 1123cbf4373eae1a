import assert from "node:assert/strict";
import { after, before } from "node:test";
import type { Browser } from "puppeteer-core";
import { encode } from "../../src/share/link.js";
import { everywhere, test } from "./engines.js";
import { click, launch, Sheet } from "./page.js";

let browser: Browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const PROGRAM = `name: test
runtime: yaml
config:
  size: {type: integer}
resources:
  bucket: {type: "aws:s3:Bucket"}
outputs:
  arn: \${bucket.arn}
  text: at \${bucket.url} in \${bucket.region}
  size: \${size}
`;
const ARN = "arn:aws:example:us-east-1:123456789012:bucket";

/** Opens the page with a program that has unknown values. */
async function openProgram(text = PROGRAM, size: { width?: number; height?: number } = {}): Promise<Sheet> {
  const hash = encode({ dialect: "", files: [{ name: "Pulumi.yaml", text }], view: {}, engine: "", digest: "",
    rest: {} })!;
  const sheet = await Sheet.open(browser, { ...size, hash });
  await sheet.waitForText("#result", "⟨unknown: bucket.");
  return sheet;
}

/** Returns the names and values of the open inline fields. */
function fields(sheet: Sheet): Promise<readonly string[]> {
  return sheet.page.$$eval("pg-give .giving:popover-open input",
    (inputs) => inputs.map((input) => `${input.ariaLabel}: ${(input as HTMLInputElement).value}`));
}

/** Waits until a field is open and has the focus, with its sample selected. */
async function waitForField(sheet: Sheet, name: string): Promise<void> {
  await sheet.page.waitForFunction((label) => {
    const input = document.activeElement;
    return input instanceof HTMLInputElement && input.ariaLabel === label && input.selectionStart === 0
      && input.selectionEnd === input.value.length;
  }, {}, name);
}

async function waitForClosed(sheet: Sheet): Promise<void> {
  await sheet.page.waitForFunction(() => document.querySelector("pg-give .giving:popover-open") === null);
}

async function clickText(sheet: Sheet, host: "#editor" | "#result", text: string): Promise<void> {
  const position = await sheet.positionOf(host, text);
  await sheet.page.mouse.click(position.x + 6, position.y);
}

everywhere("a click on an unknown value opens a field with a sample; Enter supplies it, and it is marked as mocked",
    async () => {
  const sheet = await openProgram();
  await clickText(sheet, "#result", "⟨unknown: bucket.arn");
  await waitForField(sheet, "bucket.arn");
  assert.deepEqual(await fields(sheet), [`bucket.arn: ${ARN}`]);
  await sheet.page.keyboard.press("Enter");
  await sheet.waitForText("#result", `arn: ${ARN}`);
  await waitForClosed(sheet);
  await sheet.page.waitForFunction(() => document.querySelector("#result")?.contains(document.activeElement), {});
  await sheet.page.waitForFunction(() =>
    document.querySelector("#result .value-mocked")?.textContent?.includes("arn:aws"));
  await sheet.press("tab", "inputs.yaml");
  await sheet.waitForText("#editor", `arn: "${ARN}"`);
  await sheet.focusEditor();
  await sheet.chord("Control", "z" as "a");
  await sheet.waitForText("#result", "⟨unknown: bucket.arn");
  assert.equal(await sheet.text("#editor"), "", "one undo must remove everything that Enter wrote");
  await sheet.close();
});

test("an unknown value can be supplied with the keyboard: Enter opens its field, Escape closes it", async () => {
  const sheet = await openProgram();
  await clickText(sheet, "#result", "outputs");
  for (let line = 0; line < 2; line++) await sheet.page.keyboard.press("ArrowDown");
  await sheet.page.keyboard.press("Enter");
  await sheet.page.waitForSelector("pg-give .giving:popover-open input");
  assert.deepEqual((await fields(sheet)).map((field) => field.split(":")[0]), ["bucket.url", "bucket.region"],
    "there must be a field for each unknown part of the value");
  await waitForField(sheet, "bucket.url");
  await sheet.page.keyboard.type("https://b.example.org");
  await sheet.page.keyboard.press("Enter");
  await waitForField(sheet, "bucket.region");
  await sheet.page.keyboard.press("Escape");
  await waitForClosed(sheet);
  await sheet.page.waitForFunction(() => document.querySelector("#result")?.contains(document.activeElement));
  await sheet.waitForText("#result", "text: ⟨unknown: bucket.region");
  await sheet.page.keyboard.press("Enter");
  await waitForField(sheet, "bucket.region");
  await sheet.page.keyboard.press("Enter");
  await sheet.waitForText("#result", "text: at https://b.example.org in us-east-1");
  await sheet.close();
});

test("a value can be supplied from the source, from Why, from the graph and from the list of problems", async () => {
  const sheet = await openProgram();
  await clickText(sheet, "#editor", "bucket.arn");
  await sheet.page.keyboard.down("Alt");
  await sheet.page.keyboard.press("g");
  await sheet.page.keyboard.up("Alt");
  await waitForField(sheet, "bucket.arn");
  await sheet.page.keyboard.press("Escape");
  await waitForClosed(sheet);
  await sheet.page.waitForFunction(() => document.querySelector("#editor")?.contains(document.activeElement));

  await sheet.press("tab", "Why");
  await click(sheet.page, "pg-why .cause-give button");
  await waitForField(sheet, "bucket.arn");
  await sheet.page.keyboard.press("Enter");
  await clickText(sheet, "#editor", "text: at");
  await (await sheet.page.waitForSelector("pg-why .cause ::-p-text(bucket.url)"))!.isVisible();
  await click(sheet.page, "pg-why [role=treeitem] .give ::-p-text(region)");
  await waitForField(sheet, "bucket.region");
  await sheet.page.keyboard.press("Escape");
  await waitForClosed(sheet);
  await sheet.press("tab", "Graph");
  await click(sheet.page, 'pg-graph [data-node="outputs.text"]');
  await sheet.press("button", "Enter a value");
  await waitForField(sheet, "bucket.url");
  await sheet.page.keyboard.press("Escape");
  await waitForClosed(sheet);

  await click(sheet.page, "pg-problems .problem .fix ::-p-text(Enter a value)");
  await waitForField(sheet, "size");
  await sheet.page.keyboard.type("3");
  await sheet.page.keyboard.press("Enter");
  await sheet.press("tab", "Result");
  await sheet.waitForText("#result", "size: 3");
  await sheet.waitForText("#result", `arn: ${ARN}`);
  await sheet.close();
});

test("a click on an unknown secret opens its field; a click on a known secret does not", async () => {
  const sheet = await openProgram(`${PROGRAM}  hidden: {fn::secret: "\${bucket.zone}"}\n  mine: {fn::secret: abc}\n`);
  const clickValue = async (line: string): Promise<void> => {
    const { x, y } = await sheet.positionOf("#result", line);
    await sheet.page.mouse.click(x + 8 * (line.length + 3), y);
  };
  await clickValue("mine:");
  await clickValue("hidden:");
  await waitForField(sheet, "bucket.zone");
  assert.deepEqual((await fields(sheet)).map((field) => field.split(":")[0]), ["bucket.zone"]);
  await sheet.page.keyboard.press("Escape");
  await sheet.close();
});

test("the hover of an unknown value offers to supply it", async () => {
  const sheet = await openProgram();
  const position = await sheet.positionOf("#editor", "bucket.arn");
  await sheet.page.mouse.move(position.x + 10, position.y);
  await click(sheet.page, ".monaco-hover ::-p-text(Enter a value)");
  await waitForField(sheet, "bucket.arn");
  await sheet.page.keyboard.press("Enter");
  await sheet.waitForText("#result", `arn: ${ARN}`);
  await sheet.close();
});

test("Unknowns lists all unknown values, can supply samples for all of them, and can clear them", async () => {
  const sheet = await openProgram();
  await sheet.page.waitForSelector("pg-unknowns:not([hidden])");
  await sheet.page.$eval("pg-unknowns .fold", (button) => { (button as HTMLElement).click(); });
  const names = (): Promise<readonly string[]> =>
    sheet.page.$$eval("pg-unknowns li .name", (all) => all.map((name) => name.textContent ?? ""));
  assert.deepEqual(await names(), ["size", "bucket.arn", "bucket.url", "bucket.region"]);
  await (await sheet.page.waitForSelector('pg-unknowns li[data-path*="region"] ::-p-text(Enter a value)'))!.focus();
  await sheet.page.keyboard.press("Enter");
  await waitForField(sheet, "bucket.region");
  await sheet.page.keyboard.type("eu-north-1");
  await sheet.page.keyboard.press("Enter");
  await sheet.waitForText("#result", "⟨unknown: bucket.url");
  await sheet.press("button", "Sample values for all");
  await sheet.waitForText("#result", "in eu-north-1");
  await sheet.waitForText("#result", `arn: ${ARN}`);
  assert.ok(!(await sheet.text("#result")).includes("unknown"));
  await sheet.press("button", "Clear");
  await sheet.waitForText("#result", "⟨unknown: bucket.arn");
  assert.equal(await sheet.page.$('[data-file="inputs.yaml"]'), null,
    "Clear must remove the file that was created for the values");
  await sheet.close();
});

test("of a thousand unknowns only the visible ones are drawn", async () => {
  const many = Array.from({ length: 1000 }, (_, at) => `  o${at}: \${bucket.p${at}}\n`).join("");
  const sheet = await openProgram(PROGRAM + many);
  await sheet.page.waitForFunction(() =>
    (document.querySelector("pg-unknowns")?.textContent ?? "").includes("1004 open"));
  await sheet.page.$eval("pg-unknowns .fold", (button) => { (button as HTMLElement).click(); });
  await sheet.page.waitForFunction(() => document.querySelectorAll("pg-unknowns li").length === 1004);
  const drawn = (): Promise<readonly number[]> => sheet.page.$$eval("pg-unknowns li", (rows) =>
    rows.flatMap((row, at) => row.firstElementChild!.checkVisibility({ contentVisibilityAuto: true }) ? [at] : []));
  await sheet.page.waitForFunction(() => {
    const rows = [...document.querySelectorAll("pg-unknowns li")];
    return rows.some((row) => !row.firstElementChild!.checkVisibility({ contentVisibilityAuto: true }));
  });
  assert.ok((await drawn()).length < 200, "rows outside the visible part must not be drawn");
  await sheet.page.$eval("#unknown-list li:last-child", (row) => row.scrollIntoView());
  await sheet.page.waitForFunction(() =>
    document.querySelector("pg-unknowns li:last-child > :first-child")!
      .checkVisibility({ contentVisibilityAuto: true }));
  assert.ok((await drawn()).length < 400);
  await sheet.close();
});

test("on a phone the unknowns are in the Inputs area, and a field fits the screen", async () => {
  const sheet = await openProgram(PROGRAM, { width: 390, height: 780 });
  await sheet.press("button", "Inputs");
  await sheet.waitForNamed("button", "Sample values for all");
  await sheet.press("button", "Result");
  await clickText(sheet, "#result", "⟨unknown: bucket.arn");
  await waitForField(sheet, "bucket.arn");
  const box = await sheet.page.$eval(".giving",
    (giving) => { const { left, right, top, bottom } = giving.getBoundingClientRect(); return { left, right, top,
    bottom }; });
  assert.ok(box.left >= 0 && box.right <= 390 && box.top >= 0 && box.bottom <= 780, JSON.stringify(box));
  await sheet.page.keyboard.press("Enter");
  await sheet.waitForText("#result", `arn: ${ARN}`);
  await sheet.close();
});
