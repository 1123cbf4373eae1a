import assert from "node:assert/strict";
import { after, before } from "node:test";
import type { Browser } from "puppeteer-core";
import { encode } from "../../src/share/link.js";
import { everywhere, test } from "./engines.js";
import { click, isWebKit, launch, Sheet, waitForStill } from "./page.js";

let browser: Browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const PROGRAM = `name: test
runtime: yaml
config:
  stage: {type: string, default: test}
variables:
  password: {"fn::secret": hunter2-and-more}
  greeting: hello
  other: \${greeting} \${stage}
resources:
  bucket: {type: "aws:s3:Bucket"}
outputs:
  said: \${other}
  arn: \${bucket.arn}
  wrong: \${nothere}
  hidden: \${password}
`;

/** Opens the page with the program. */
async function openProgram(): Promise<Sheet> {
  const sheet = await Sheet.open(browser);
  await sheet.write(PROGRAM);
  await sheet.waitForText("#result", "said: hello test");
  return sheet;
}

/** Waits until the panel contains a text, and returns the rows of its tree. */
async function rows(sheet: Sheet, wanted: string): Promise<readonly string[]> {
  await sheet.page.waitForFunction((text) => document.querySelector("pg-why")?.textContent?.includes(text), {}, wanted);
  return sheet.page.$$eval("pg-why [role=treeitem]",
    (items) => items.map((item) => (item.textContent ?? "").replace(/\s+/g, " ").trim()));
}

/** Clicks the last element that contains a text, which is the innermost of nested rows. */
async function clickOn(sheet: Sheet, selector: string, text: string): Promise<void> {
  const position = await sheet.page.waitForFunction((all, wanted) => {
    const found = [...document.querySelectorAll(all)].findLast((each) => each.textContent?.includes(wanted));
    found?.scrollIntoView({ block: "nearest" });
    const box = found?.getBoundingClientRect();
    return box && { x: box.x + 12, y: box.y + 8 };
  }, {}, selector, text);
  const { x, y } = (await position.jsonValue())!;
  await sheet.page.mouse.click(x, y);
}

everywhere("Why explains a value of the result: each step has a position, and a click moves there", async () => {
  const sheet = await openProgram();
  const position = await sheet.positionOf("#result", "hello test");
  await sheet.page.mouse.click(position.x, position.y);
  await sheet.press("tab", "Why");
  const all = await rows(sheet, "stage");
  assert.ok(all.some((row) => /reference other/.test(row) || /\$\{greeting\} \$\{stage\}/.test(row)), all.join("\n"));
  await clickOn(sheet, "pg-why [role=treeitem]", "config stage");
  await sheet.waitForSelection("line 4");
  assert.ok((await rows(sheet, "config stage")).length > 0, "the explanation must stay");
  await sheet.page.waitForFunction(() => performance.getEntriesByName("why").length > 0);
  await sheet.close();
});

test("Why starts with the reason why a value is unknown, failed or secret, and never shows a secret", async () => {
  const sheet = await openProgram();
  await sheet.press("tab", "Why");
  for (const [text, cause] of [["arn:", "mocks › resources › bucket › outputs › arn"], ["wrong:", "nothere"],
      ["hidden:", "secret because of"]] as const) {
    const position = await sheet.positionOf("#editor", `  ${text} \${`);
    await sheet.page.mouse.click(position.x + 4, position.y);
    await sheet.page.waitForFunction((wanted) => document.querySelector("pg-why .cause")?.textContent?.includes(wanted),
      {}, cause);
  }
  assert.ok(!(await sheet.page.$eval("pg-why", (panel) => panel.textContent ?? "")).includes("hunter2"));
  await sheet.close();
});

everywhere("Why can be opened and its tree navigated with the keyboard", async () => {
  const sheet = await openProgram();
  await sheet.placeCursor("said: ${other}");
  await sheet.page.keyboard.press("ArrowLeft");
  await sheet.page.keyboard.press("ArrowLeft");
  await sheet.page.keyboard.down("Alt");
  await sheet.page.keyboard.press("w" as "a");
  await sheet.page.keyboard.up("Alt");
  const before = await rows(sheet, "variable other");
  await sheet.page.focus("pg-why [role=treeitem][tabindex='0']");
  await sheet.page.keyboard.press("ArrowLeft");
  await sheet.page.waitForFunction((count) => document.querySelectorAll("pg-why [role=treeitem]").length < count, {},
    before.length);
  await sheet.page.keyboard.press("ArrowRight");
  await sheet.page.waitForFunction((count) => document.querySelectorAll("pg-why [role=treeitem]").length === count, {},
    before.length);
  await sheet.close();
});

test("Why can be opened from a problem and from a node of the graph", async () => {
  const sheet = await openProgram();
  await sheet.page.waitForSelector("pg-problems .problem.error");
  await click(sheet.page, "pg-problems .problem.error .fix");
  await rows(sheet, "nothere");
  await sheet.press("tab", "Graph");
  await waitForStill(sheet.page, "[data-node=other]");
  await clickOn(sheet, "[data-node=other]", "other");
  await sheet.press("button", "Explain the selected node");
  await rows(sheet, "${greeting} ${stage}");
  await sheet.close();
});

const CONSOLE = [
  { name: "main.yaml", text: "names: [web, db]\nunread: 1\n" },
  { name: "inputs.yaml",
    text: `expressions:\n  - '[for n in yamldecode(file("main.yaml")).names : upper("\${n}-x")]'\n` },
];

everywhere("Why explains a value of the console, and a hover its expression", async () => {
  const sheet = await Sheet.open(browser,
    { hash: encode({ dialect: "terraform", files: CONSOLE, view: {}, engine: "", digest: "", rest: {} })! });
  await sheet.waitForText("#result", "DB-X");
  const position = await sheet.positionOf("#result", "DB-X");
  await sheet.page.mouse.click(position.x + 3, position.y);
  await sheet.press("tab", "Why");
  assert.ok((await rows(sheet, "upper")).some((row) => /DB-X/.test(row)));
  await clickOn(sheet, "pg-why [role=treeitem]", "upper");
  await sheet.waitForText("#editor", "expressions");
  const written = await sheet.positionOf("#editor", "pper(");
  await sheet.page.mouse.move(written.x, written.y);
  await sheet.page.waitForFunction(() =>
    [...document.querySelectorAll(".monaco-hover")].some((hover) => hover.textContent?.includes("upper(str)")));
  await sheet.close();
});

everywhere("hovers are the same in the source and in the result, and have a link to Why", async () => {
  const sheet = await openProgram();
  for (const host of ["#result", "#editor"] as const) {
    const position = await sheet.positionOf(host, host === "#result" ? "hello test" : "${other}");
    await sheet.page.mouse.move(position.x, position.y);
    await sheet.page.waitForFunction(() =>
      [...document.querySelectorAll(".monaco-hover a")].some((link) => link.textContent === "Why"));
    const text = await sheet.page.$$eval(".monaco-hover",
      (hovers) => hovers.map((hover) => (hover.textContent ?? "").replaceAll("\u00a0", " ")).join());
    assert.match(text, /hello test/);
    assert.match(text, /variable other/);
  }
  const link = await sheet.page.waitForFunction(() => {
    const shown = [...document.querySelectorAll(".monaco-hover a")].find((each) =>
      each.textContent === "Why" && each.getBoundingClientRect().width > 0);
    const box = shown?.getBoundingClientRect();
    return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
  });
  const { x, y } = (await link.jsonValue())!;
  await sheet.page.mouse.click(x, y);
  await rows(sheet, "${greeting} ${stage}");
  await sheet.close();
});

test("a value under the mouse is highlighted in the source and in the result",
  { skip: isWebKit && "its driver cannot move the mouse over Monaco" },
    async () => {
  const sheet = await openProgram();
  const position = await sheet.positionOf("#result", "hello test");
  await sheet.page.mouse.move(position.x - 2, position.y);
  await sheet.page.mouse.move(position.x, position.y);
  await sheet.page.waitForFunction(() =>
    document.querySelector("#editor .lit") && document.querySelector("#result .lit"));
  await sheet.close();
});

everywhere("inline values are shown after every reference, after ${…} only, or not at all", async () => {
  const sheet = await openProgram();
  const waitForInlays = (isShown: boolean) =>
    sheet.page.waitForFunction((wanted) => ([...document.querySelectorAll("#editor .view-line")]
    .some((line) => (line.textContent ?? "").replaceAll("\u00a0", " ").includes("= hello"))) === wanted, {}, isShown);
  for (const [choice, isShown] of [["After every reference", true], ["No inline values", false],
      ["After ${…} only", true]] as const) {
    await sheet.press("button", "Inline values");
    await sheet.press("menuitemradio", choice);
    await waitForInlays(isShown);
  }
  await sheet.close();
});

test("the description of an example can be closed", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.page.waitForSelector("pg-prose .prose", { visible: true });
  await sheet.press("button", "Close the description of the example");
  await sheet.page.waitForFunction(() => !document.querySelector("pg-prose .prose"));
  await sheet.close();
});
