import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before } from "node:test";
import type { Browser, ElementHandle } from "puppeteer-core";
import { encode } from "../../src/share/link.js";
import { fromTxtar } from "../../src/share/txtar.js";
import { everywhere, test } from "./engines.js";
import { CANNOT, click, laidOut, launch, Sheet } from "./page.js";

let browser: Browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

function linkTo(text: string, view: object = { panel: "graph" }): string {
  return encode({ dialect: "pulumi", files: [{ name: "Pulumi.yaml", text, rest: {} }], rest: {}, engine: "", digest: "",
    view: view as never }) ?? "";
}

/** Returns a program with `count` variables, each of which reads two earlier ones. */
function large(count: number): string {
  const references = (at: number): string =>
    [...new Set([Math.floor(at / 3), Math.floor(at * 0.61)])].filter((each) => each < at)
    .map((each) => `\${part${each}.is}`).join(" ");
  const parts = Array.from({ length: count }, (_, at) => `  part${at}: {is: "${references(at)} x"}\n`);
  return `name: large\nruntime: yaml\nvariables:\n${parts.join("")}`;
}

const shown = (sheet: Sheet): Promise<string> =>
  sheet.page.$eval(".showing", (element) => (element.textContent ?? "").replace(/\s+/g, " "));
const waitForShown = (sheet: Sheet, words: string): Promise<unknown> =>
  sheet.page.waitForFunction((wanted) => document.querySelector(".showing")?.textContent?.replace(/\s+/g, " ")
    .includes(wanted), {}, words);
const boxes = (sheet: Sheet): Promise<readonly string[]> =>
  sheet.page.$$eval("[data-node]", (nodes) => nodes.map((node) => (node as SVGElement).dataset["node"] ?? ""));
/** Waits until exactly these nodes are drawn. The description of the graph may change before the drawing does. */
const waitForBoxes = async (sheet: Sheet, nodes: readonly string[]): Promise<void> => {
  await sheet.page.waitForFunction((wanted) => [...document.querySelectorAll<SVGElement>("[data-node]")]
    .map(({ dataset }) => dataset["node"]).sort().join() === wanted, {}, [...nodes].sort().join())
    .catch(() => undefined);
  assert.deepEqual([...await boxes(sheet)].sort(), [...nodes].sort());
};
const focused = (sheet: Sheet): Promise<string> =>
  sheet.page.evaluate(() => (document.activeElement as SVGElement | null)?.dataset["node"] ?? "");
const isMinimapShown = ({ page }: Sheet): Promise<boolean> =>
  page.$eval("pg-drawing .minimap", (map) => getComputedStyle(map).visibility === "visible");
const waitForFocus = (sheet: Sheet, node: string): Promise<unknown> =>
  sheet.page.waitForFunction((wanted) => (document.activeElement as SVGElement | null)?.dataset["node"] === wanted,
    {}, node);

/**
 * Returns the pairs of elements, of one selector and of others, that overlap. In Firefox, the rectangle of a label
 * includes its outline, which has the colour of the background and is 2 pixels wide, and the line spacing.
 */
const overlapping = ({ page }: Sheet, selector: string, others: string): Promise<readonly string[]> =>
  page.evaluate((one, many) => {
    const name = (element: Element): string => `${element.getAttribute("class")} ${element.textContent ?? ""}`;
    return [...document.querySelectorAll(one)].flatMap((element) => {
      const a = element.getBoundingClientRect();
      return [...document.querySelectorAll(many)].filter((other) => other !== element).filter((other) => {
        const b = other.getBoundingClientRect();
        return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3.5
          && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3.5;
      }).map((other) => `${name(element)} overlaps ${name(other)}`);
    });
  }, selector, others);

everywhere("a large graph is readable, says how much it shows, and can be searched and narrowed; "
  + "Back restores the previous view, and a link restores the view", async () => {
  const sheet = await Sheet.open(browser, { hash: linkTo(large(400)) });
  const { page } = sheet;
  await page.waitForFunction(() => /Showing \d+ of 400/.test(document.querySelector(".showing")?.textContent ?? ""));
  await page.waitForSelector(".problems.some"); // the list makes the pane smaller
  await laidOut(sheet);
  // $$eval would find the boxes first and measure them later, when they may have been drawn again.
  const [sizes, outside] = await page.evaluate(() => {
    const nodes = [...document.querySelectorAll("[data-node]")];
    const pane = document.querySelector(".sheet-drawing")!.getBoundingClientRect();
    const scale = Number(/scale\((.+)\)/.exec(document.querySelector(".sheet-drawing > g")!.getAttribute("transform")
      ?? "")?.[1]);
    const isOut = ({ left, top, right, bottom }: DOMRect): boolean => left < pane.left || top < pane.top
      || right > pane.right || bottom > pane.bottom;
    const edges = ({ left, top, right, bottom }: DOMRect): string => [left, top, right, bottom].map(Math.round).join();
    return [nodes.map((node) => parseFloat(getComputedStyle(node.querySelector(".name")!).fontSize) * scale),
      nodes.map((node) => node.getBoundingClientRect()).filter(isOut)
        .map((node) => `${edges(node)} is not in ${edges(pane)}`)] as const;
  });
  assert.ok(sizes.length > 5 && sizes.every((size) => size >= 12),
    `${sizes.length} labels of ${Math.min(...sizes)} px`);
  assert.deepEqual(outside, [], "a node is outside the pane");

  await page.focus("[aria-label='Find in graph']");
  await page.keyboard.type("part39");
  await page.keyboard.press("Enter");
  await sheet.waitForSelection("variable part39$");
  await page.keyboard.press("Enter");
  await sheet.waitForSelection("variable part390$");
  assert.equal(await page.evaluate(() => document.activeElement?.ariaLabel), "Find in graph");
  await page.keyboard.press("Escape");
  await page.keyboard.type("part77");
  await page.keyboard.press("Enter");
  await page.waitForSelector("[data-node=part77].selected");
  await sheet.waitForSelection("variable part77");
  await sheet.press("button", "Around");
  await page.waitForSelector("#graph-graph [role=radio]", { visible: true });
  await sheet.press("radio", "What it needs");
  await waitForShown(sheet, "what part77 needs");
  await waitForBoxes(sheet, ["part25", "part46", "part77"]);
  await sheet.press("radio", "2");
  await waitForShown(sheet, "2 steps");
  await page.keyboard.press("Escape");
  await sheet.press("button", "Back to the previous view");
  await page.waitForFunction(() => document.querySelectorAll("[data-node]").length === 3);
  await sheet.press("button", "Share");
  await page.waitForFunction(() => (document.querySelector<HTMLInputElement>(".linkline input")?.value ?? "") !== "");
  const link = await page.$eval(".linkline input", (input) => (input as HTMLInputElement).value);
  await sheet.close();
  const other = await Sheet.open(browser, { hash: link.slice(link.indexOf("#")) });
  await waitForShown(other, "what part77 needs");
  await other.page.waitForSelector("[data-node=part77]");
  await waitForBoxes(other, ["part25", "part46", "part77"]);
  await other.page.waitForSelector(".problems.some");
  await click(other.page, ".showing .link");
  await waitForShown(other, " of 400");
  await other.page.waitForFunction(() => document.querySelectorAll("[data-node]").length > 5);
  await other.close();
});

const PARTS = `name: parts
runtime: yaml
config:
  size: {type: integer, default: 3}
variables:
  first: \${size}
  second: \${size} \${first}
  third: \${second}
outputs:
  end: \${third}
`;

everywhere("arrow keys follow references and announce them; outline and table list the filtered nodes; "
  + "the drawing keeps its position", async () => {
  const sheet = await Sheet.open(browser, { hash: linkTo(PARTS) });
  const { page } = sheet;
  await page.waitForSelector("pg-form .field", { visible: true });
  await laidOut(sheet);
  await page.$eval("[data-node=third]", (node) => (node as SVGElement).focus());
  const isDown = await page.$eval("pg-drawing",
    (drawing) => (drawing as unknown as { layout: { direction: string } }).layout.direction === "down");
  const [back, forth] = isDown ? ["ArrowUp", "ArrowDown"] as const : ["ArrowLeft", "ArrowRight"] as const;
  await page.keyboard.press(back);
  await waitForFocus(sheet, "second");
  await page.waitForFunction(() => document.querySelector("#announcer")?.textContent === "third needs second");
  await page.keyboard.press(forth);
  await waitForFocus(sheet, "third");
  await page.keyboard.press("Home");
  await waitForFocus(sheet, "size");
  await page.keyboard.type("fi");
  await waitForFocus(sheet, "first");
  await page.keyboard.press("Escape");
  assert.equal(await focused(sheet), "");

  await page.keyboard.press("+");
  await page.keyboard.press("+");
  const place = (): Promise<string | null> =>
    page.$eval(".sheet-drawing > g", (group) => group.getAttribute("transform"));
  await page.waitForFunction(() =>
    /scale\(1\.5/.test(document.querySelector(".sheet-drawing > g")?.getAttribute("transform") ?? ""));
  const zoomed = await place();
  await sheet.press("button", "Table");
  const names = (): Promise<readonly string[]> =>
    page.$$eval("pg-node-table tbody th", (cells) => cells.map((cell) => (cell.textContent ?? "").trim()));
  assert.deepEqual(await names(), ["size", "first", "second", "third", "end"]);
  const clickOn = async (selector: string, words: string): Promise<void> => {
    for (const each of await page.$$(selector)) if ((await each.evaluate((element) => element.textContent
      ?? "")).includes(words)) return each.click();
    assert.fail(`there is no ${words}`);
  };
  const sortBy = (title: string): Promise<void> => clickOn("pg-node-table thead button", title);
  await sortBy("Needed by");
  assert.deepEqual((await names())[0], "size");
  await sortBy("Name");
  assert.deepEqual(await names(), ["end", "first", "second", "size", "third"]);
  await sheet.press("button", "Table");
  assert.equal(await place(), zoomed);
  await sheet.press("button", "Filter");
  await page.waitForSelector("#graph-filter input", { visible: true });
  await clickOn("#graph-filter label", "output");
  await waitForShown(sheet, "Showing 1 of 5 · output");
  await page.keyboard.press("Escape");
  await sheet.press("button", "Table");
  await page.waitForFunction(() => document.querySelectorAll("pg-node-table tbody tr").length === 1);
  await sheet.press("button", "Outline");
  await page.waitForFunction(() => document.querySelectorAll("[role=treeitem][aria-level='2']").length === 1);
  await sheet.close();
});

test("an edge is highlighted and moves to its reference; arrows can be reversed; shift shows a path", async () => {
  const sheet = await Sheet.open(browser, { hash: linkTo(PARTS) });
  const { page } = sheet;
  await page.waitForSelector("[data-node='outputs.end']");
  const middle = (): Promise<{ readonly left: number; readonly top: number }> => page.evaluate(() => {
    const { layout } = document.querySelector("pg-drawing") as unknown as {
      layout: { edges: { from: string; to: string; points: number[] }[] };
    };
    const [x = 0, y = 0, nextX = 0, nextY = 0] = layout.edges.find(({ from, to }) =>
      from === "outputs.end" && to === "third")?.points ?? [];
    const { x: left, y: top } = new DOMPoint((x + nextX) / 2,
      (y + nextY) / 2).matrixTransform((document.querySelector(".sheet-drawing > g") as SVGGElement).getScreenCTM()!);
    return { left, top };
  });
  await laidOut(sheet);
  const place = await middle();
  await page.mouse.move(place.left, place.top);
  await page.waitForSelector(".edge.lit");
  assert.deepEqual((await page.$$eval(".node.end",
    (nodes) => nodes.map((node) => (node as SVGElement).dataset["node"]))).sort(), ["outputs.end", "third"]);
  const now = await middle(); // the panel below the drawing may have opened and moved it
  await page.mouse.click(now.left, now.top);
  await sheet.waitForSelection("line 10");
  const heads = await page.$$eval(".head.plain", (paths) => paths.map((path) => path.getAttribute("d")));
  await click(page, ".arrows");
  await page.waitForFunction((before) => document.querySelector(".head.plain")?.getAttribute("d") !== before, {},
    heads[0]);
  assert.match(await shown(sheet), /is needed by/);
  await click(page, "[data-node=first]");
  await page.waitForSelector("[data-node=first].selected");
  await page.keyboard.down("Shift");
  await click(page, "[data-node=third]");
  await page.keyboard.up("Shift");
  await waitForShown(sheet, "between first and third");
  await waitForBoxes(sheet, ["first", "second", "third"]);
  await sheet.close();
});

test("of a thousand nodes only the visible ones are in the DOM, without labels that would be too small", async () => {
  const sheet = await Sheet.open(browser,
    { hash: linkTo(large(1000), { panel: "graph", narrowing: { whole: true } }) });
  const { page } = sheet;
  await page.waitForSelector("pg-drawing .minimap");
  await waitForShown(sheet, "All 1,000");
  const elements = (): Promise<number> => page.$$eval("pg-drawing *", (all) => all.length);
  assert.ok((await boxes(sheet)).length > 0 && await elements() < 1_500, `${await elements()} elements`);
  assert.ok(await isMinimapShown(sheet));
  await sheet.press("button", "Fit");
  await page.waitForSelector(".far");
  assert.ok(await elements() < 100, `${await elements()} elements`);
  await sheet.close();
});

test("boxes have labels unless the scale is too small; keys also reach boxes without labels",
    async () => {
  const sheet = await Sheet.open(browser, { hash: linkTo(large(100), { panel: "graph", narrowing: { whole: true } }) });
  const { page } = sheet;
  await waitForShown(sheet, "All 100");
  await page.waitForSelector(".problems.some");
  await laidOut(sheet);
  assert.ok((await page.$$(".far")).length === 0 && await page.$eval(".node .name",
    (name) => name.getBoundingClientRect().height > 0));
  await page.$eval("[data-node=part1]", (node) => (node as SVGElement).focus());
  assert.equal(await page.evaluate(() => document.scrollingElement!.scrollTop), 0);
  await page.waitForFunction(() => {
    const box = document.querySelector("[data-node=part1]")!.getBoundingClientRect();
    const pane = document.querySelector("pg-drawing")!.getBoundingClientRect();
    return box.top >= pane.top && box.bottom <= pane.bottom && box.left >= pane.left && box.right <= pane.right;
  });
  assert.ok(await isMinimapShown(sheet));
  await page.keyboard.press("0");
  await page.waitForSelector(".far");
  assert.ok(!await isMinimapShown(sheet), "a minimap of what is visible anyway would only cover boxes");
  await page.setViewport({ width: 1240, height: 760 });
  await laidOut(sheet);
  assert.ok(await page.$(".far"), "a drawing that fits its pane must still fit after the window is resized");
  assert.equal(await focused(sheet), "part1");
  assert.deepEqual(await page.$$eval(".node text", (texts) =>
    texts.filter((text) => text.getBoundingClientRect().height > 0).map((text) => text.textContent)), []);
  await page.keyboard.press("Home");
  await waitForFocus(sheet, "part0");
  const { width, height } = await page.$eval("pg-drawing .minimap",
    (map) => map.getBoundingClientRect().toJSON() as DOMRect);
  assert.ok(width >= 48 && height >= 48, `the minimap is ${width} by ${height}`);
  assert.equal(await page.$eval("#editor .minimap", (map) => getComputedStyle(map).borderTopWidth), "0px",
    "the editor's own minimap, which is off, must not get our style");
  await sheet.close();
});

const USERS = Array.from({ length: 10 }, (_, at) => `  user${at}: {reads: "\${base.one}"}\n`).join("");
/** A program in which ten variables read the same property, and another reads a second one. */
const TRUNK = `name: trunk\nruntime: yaml\nvariables:\n  base: {one: 1, two: 2}
${USERS}  last: {other: "\${base.two}"}
outputs: {end: "\${last.other}"}
`;

test("a trunk has one label for each property, labels overlap nothing, and a line below the drawing describes it",
    async () => {
  const sheet = await Sheet.open(browser, { hash: linkTo(TRUNK), width: 1440, height: 1000 });
  const { page } = sheet;
  await page.waitForSelector("[data-node=base]");
  await page.waitForSelector(".problems.some");
  await laidOut(sheet);
  const end = (): Promise<{ readonly x: number; readonly y: number }> => page.evaluate(() => {
    const { layout } = document.querySelector("pg-drawing") as unknown as {
      layout: { edges: { to: string; points: number[] }[] };
    };
    const [y = 0, x = 0, nextY = 0, nextX = 0] = layout.edges.find(({ to }) => to === "base")!.points.toReversed();
    const place = new DOMPoint(x + Math.sign(nextX - x) * 12, y + Math.sign(nextY - y) * 12)
      .matrixTransform((document.querySelector(".sheet-drawing > g") as SVGGElement).getScreenCTM()!);
    return { x: place.x, y: place.y };
  });
  const height = (): Promise<number> => page.$eval(".showing", (line) => line.getBoundingClientRect().height);
  const before = await height();
  for (let tries = 0; tries < 20 && !await page.$(".edge.lit"); tries++) {
    const { x, y } = await end(); // the drawing may just have moved
    await page.mouse.move(x, y - 1);
    await page.mouse.move(x, y);
    await page.evaluate(() => new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    }));
  }
  await page.waitForFunction(() => (document.querySelector(".hint")?.textContent ?? "") !== "");
  assert.equal(await page.$eval(".hint", (hint) => hint.textContent), "11 nodes need base: reads, other");
  assert.equal(await height(), before, "the line below must not grow, since the drawing would move under the pointer");
  const labels = await page.$$eval(".via", (texts) => texts.map((text) => text.textContent ?? ""));
  assert.deepEqual(labels.toSorted(), ["other", "reads"]);
  assert.deepEqual(await overlapping(sheet, ".via", ".node, .more, .via"), []);
  await click(page, "[data-node=last]");
  await sheet.press("button", "Around");
  await page.waitForSelector("#graph-graph [role=radio]", { visible: true });
  await sheet.press("radio", "What it needs");
  await page.keyboard.press("Escape");
  await waitForBoxes(sheet, ["base", "last"]);
  await page.waitForSelector(".more");
  assert.deepEqual(await overlapping(sheet, ".more", ".node text, .via"), []);
  await sheet.close();
});

test("the table does not break words, and shows all columns in narrow panes", async () => {
  const names = "  vpcSecurityGroupIds: ${longName}\n  a-variable-with-a-long-name: 1\n  longName: x\n";
  const text = `${TWO.replace("resources:", `variables:\n${names}resources:`)}`;
  for (const width of [1280, 390]) {
    const sheet = await Sheet.open(browser, { hash: linkTo(text), width, height: 844 });
    const { page } = sheet;
    if (width < 400) await sheet.press("button", "Graph");
    await sheet.press("button", "Table");
    await page.waitForSelector("pg-node-table tbody tr");
    const [cut, broken] = await page.evaluate(() => {
      const table = document.querySelector("pg-node-table")!, { right } = table.getBoundingClientRect();
      const shown = [...table.querySelectorAll("th, td")].filter((cell) => cell.checkVisibility());
      const outside = shown.filter((cell) => cell.getBoundingClientRect().right > right + 0.5);
      // A word has two rectangles if it is broken.
      const words = [...table.querySelectorAll("tbody th button")].flatMap((button) => [...button.childNodes]);
      const broken = words.filter((word) => {
        const range = document.createRange();
        range.selectNodeContents(word);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
      });
      return [outside.map((cell) => cell.textContent), broken.map((word) => word.textContent)] as const;
    });
    assert.deepEqual([cut, broken], [[], []], `${width} px`);
    await sheet.close();
  }
});

/** Records the files that the page offers to download. */
function keepFiles(): void {
  const files: Blob[] = [];
  Object.defineProperty(window, "files", { value: files });
  const create = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (file: Blob) => { files.push(file); return create(file); };
  HTMLAnchorElement.prototype.click = () => undefined;
}

test("the page's exports equal the terminal's output byte for byte; there is also a PNG", async () => {
  const files = fromTxtar(readFileSync("scripts/play/testdata/drawn.txtar", "utf8"));
  const want = (name: string): string => files.find((file) => file.name === name)?.text ?? "";
  const sheet = await Sheet.open(browser, { hash: linkTo(want("program/Pulumi.yaml")), before: keepFiles });
  const { page } = sheet;
  await page.waitForSelector("[data-node=greeting]");
  const exported = async (label: string): Promise<string> => {
    const count = await page.evaluate(() => (window as unknown as { files: Blob[] }).files.length);
    await sheet.press("button", "Export the graph");
    // In WebKit, a page may not write to the clipboard after a click by a script.
    const item = await page.waitForFunction((text) =>
      [...document.querySelectorAll<HTMLElement>("pg-output [role=menuitem]")].find((each) =>
      each.querySelector("span")?.textContent === text && each.checkVisibility()), {}, label);
    await (item as ElementHandle).click();
    await page.waitForFunction((before) => (window as unknown as { files: Blob[] }).files.length > before, {}, count);
    return page.evaluate(() => (window as unknown as { files: Blob[] }).files.at(-1)!.arrayBuffer()
      .then((content) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(content)));
  };
  for (const [label, name] of [["SVG", "svg"], ["Mermaid", "mermaid"], ["DOT", "dot"], ["JSON", "json"],
      ["Markdown", "markdown"], ["CSV", "csv"]] as const) {
    assert.equal(await exported(label), want(`want/${name}`), label);
  }
  assert.match(await exported("PNG"), /^.PNG/s);
  await click(page, "[data-node=greeting]");
  await sheet.press("button", "Around");
  await page.waitForSelector("#graph-graph [role=radio]", { visible: true });
  await sheet.press("radio", "What needs it");
  await waitForShown(sheet, "what needs greeting");
  await page.keyboard.press("Escape");
  assert.equal(await exported("SVG"), want("want/narrowed"));
  await page.$eval("[data-node=both]", (node) => (node as SVGElement).focus());
  await page.keyboard.type("*");
  await waitForShown(sheet, "values inside both");
  assert.equal(await exported("Markdown"), want("want/inside"));
  assert.equal(await exported("SVG"), want("want/values"));
  await sheet.close();
});

test("with forced colours, a chosen tab and a chosen entry of a menu are marked and can be read", {
  skip: CANNOT.forceColours,
}, async () => {
  const sheet = await Sheet.open(browser, { hash: linkTo(large(400)) });
  const { page } = sheet, session = await page.createCDPSession();
  await session.send("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value: "active" }] });
  await page.waitForSelector("[data-node]");
  await sheet.press("button", "Export the graph");
  const chosen = await page.waitForSelector("pg-output [aria-checked=true]", { visible: true });
  const styles = (element: Element): readonly string[] => {
    const { backgroundColor, color, forcedColorAdjust } = getComputedStyle(element);
    return [backgroundColor, color, forcedColorAdjust];
  };
  const [ground, ink, adjust] = await chosen!.evaluate(styles);
  assert.notEqual(ground, ink);
  assert.equal(adjust, "none", "the browser would draw the text on a strip in the colour of the page");
  assert.deepEqual(await page.$eval("#tab-graph", styles), [ground, ink, adjust]);
  assert.notDeepEqual(await page.$eval("#tab-result", styles), [ground, ink, adjust]);
  await session.send("Emulation.setEmulatedMedia", { features: [] });
  await sheet.close();
});

const TWO = `name: two
runtime: yaml
resources:
  web:
    type: aws:ec2:Instance
    properties:
      subnetId: \${net.id}
      tags: {Name: "\${net.tags.Name}-web", Size: small}
  net:
    type: aws:ec2:Subnet
    properties:
      tags: {Name: front}
outputs:
  address: \${web.publicIp}
`;

test("the values inside a node are drawn and listed; Back leaves them, and a link restores them",
    async () => {
  const sheet = await Sheet.open(browser, { hash: linkTo(TWO) });
  const { page } = sheet;
  await page.waitForSelector("[data-node=web]");
  await laidOut(sheet);
  await page.$eval("[data-node=web]", (node) => (node as SVGElement).focus());
  await page.keyboard.type("*");
  await waitForShown(sheet, "Showing 6 · values inside web");
  const values = ["net: id", "net: tags.Name", "outputs.address", "web: properties.subnetId",
    "web: properties.tags.Name", "web: publicIp"];
  await waitForBoxes(sheet, values);
  await page.waitForSelector("[data-node='web: properties.subnetId'][aria-label*='needs 1']");
  await sheet.press("button", "Table");
  const rows = await page.$$eval("pg-node-table tbody tr",
    (each) => each.map((row) => (row as HTMLElement).innerText.replace(/\s+/g, " ")));
  assert.ok(rows.some((row) => row.startsWith("properties.tags.Name value web known")), rows.join("\n"));
  await sheet.press("button", "Table");

  await sheet.press("button", "Share");
  await page.waitForFunction(() => (document.querySelector<HTMLInputElement>(".linkline input")?.value ?? "") !== "");
  const link = await page.$eval(".linkline input", (input) => (input as HTMLInputElement).value);
  await page.keyboard.press("Escape");
  await sheet.press("button", "Back to the previous view");
  await page.waitForSelector("[data-node=net]");
  await sheet.close();
  const other = await Sheet.open(browser, { hash: link.slice(link.indexOf("#")) });
  await other.page.waitForSelector("[data-node='web: properties.subnetId']");
  await other.close();
});
