import assert from "node:assert/strict";
import { after, before } from "node:test";
import type { Browser } from "puppeteer-core";
import { everywhere, test } from "./engines.js";
import { click, laidOut, launch, PROGRAM, Sheet, waitForStill } from "./page.js";

let browser: Browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

everywhere("the page opens with an example and its result", async () => {
  const sheet = await Sheet.open(browser);
  assert.notEqual((await sheet.text("#editor")).trim(), "");
  assert.notEqual((await sheet.text("#result")).trim(), "");
  const measures = await sheet.page.evaluate(() => performance.getEntriesByName("first-result").length);
  assert.equal(measures, 1);
  await sheet.close();
});

everywhere("typing changes the result immediately, and is measured", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.write(PROGRAM);
  await sheet.waitForText("#result", "said: hello there");
  await sheet.write(PROGRAM.replace("hello", "goodbye"));
  await sheet.waitForText("#result", "said: goodbye there");
  const detail = await sheet.page.evaluate(() =>
    (performance.getEntriesByName("edit-to-result").at(-1) as PerformanceMeasure).detail as { lines: number });
  assert.ok(detail.lines >= PROGRAM.split("\n").length, "the measure must count the lines of all files");
  await sheet.page.waitForFunction(() => performance.getEntriesByName("edit-to-paint").length > 0);
  await sheet.close();
});

test("the result can be shown as JSON", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.write(PROGRAM);
  await sheet.waitForText("#result", "said: hello there");
  await sheet.press("radio", "JSON");
  await sheet.page.waitForSelector("[role=radio][aria-checked=true]::-p-text(JSON)");
  await sheet.waitForText("#result", "hello there");
  await sheet.close();
});

test("clicking a problem moves to its position", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.write(PROGRAM.replace("${other}", "${nothere}"));
  await sheet.page.waitForSelector("#editor .squiggly-error");
  await click(sheet.page, "pg-problems .problem.error .place");
  await sheet.waitForSelection("line 7");
  assert.equal(await sheet.page.evaluate(() =>
    document.querySelector("#editor")?.contains(document.activeElement)), true);
  await sheet.close();
});

test("the list of problems does not hide the line being typed or its result", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.focusEditor();
  await sheet.chord("Control", "End");
  await sheet.page.keyboard.type("  extra: ${nothere");
  await sheet.page.waitForSelector("pg-problems .problem.error .place", { visible: true });
  for (const host of ["#editor", "#result"]) {
    await sheet.page.waitForFunction((selector) => {
      const line = [...document.querySelectorAll(`${selector} .view-line`)].find(({ textContent }) =>
        textContent?.includes("nothere"));
      const list = document.querySelector("pg-problems .problem")!.closest("pg-problems")!;
      return line && line.getBoundingClientRect().bottom <= list.getBoundingClientRect().top + 1;
    }, {}, host);
  }
  await sheet.close();
});

test("a problem keeps its height while another line is edited", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.write(`${PROGRAM}half_typed\n`);
  await sheet.page.waitForSelector("pg-problems .problem .reference", { visible: true });
  await sheet.chord("Control", "Home");
  await sheet.page.keyboard.press("End");
  await sheet.page.evaluate(() => {
    const heights: number[] = [];
    new ResizeObserver(([entry]) => { heights.push(entry!.contentRect.height); })
      .observe(document.querySelector("pg-problems .problem")!);
    Object.assign(window, { heights });
  });
  // The original's message about the line arrives later than the problem.
  for (const letter of "abcd") {
    const painted = await sheet.page.evaluate(() => performance.getEntriesByName("edit-to-paint").length);
    await sheet.page.keyboard.type(letter);
    await sheet.page.waitForFunction((count) => performance.getEntriesByName("edit-to-paint").length > count, {},
      painted);
  }
  const heights = await sheet.page.evaluate(() => (window as unknown as { heights: number[] }).heights);
  assert.equal(new Set(heights).size, 1, heights.join());
  await sheet.close();
});

test("a missing name is a node, and a cycle is described in words", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.write(PROGRAM.replace("hello", "${other}").replace("said: ${other}", "said: ${nothere}"));
  await sheet.press("tab", "Graph");
  await sheet.page.waitForSelector(".node.missing[aria-label*=nothere]");
  const words = await sheet.page.waitForSelector(".cycles");
  assert.match(await words!.evaluate((element) => element.textContent?.replace(/\s+/g, " ") ?? ""),
    /Cycle: (greeting → other → greeting|other → greeting → other)/);
  await sheet.close();
});

everywhere("clicking a node moves to its source, and the cursor selects its node", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.write(PROGRAM);
  await sheet.waitForText("#result", "said: hello there");
  await sheet.press("tab", "Graph");
  await sheet.page.waitForSelector("[data-node=greeting]");
  await laidOut(sheet);
  await click(sheet.page, "[data-node=greeting]");
  await sheet.waitForSelection("line 4.*greeting");
  await sheet.page.keyboard.press("ArrowDown");
  await sheet.page.waitForSelector(".node.selected[data-node=other]");
  await sheet.close();
});

test("a node that moves while it is clicked is chosen", async () => {
  const sheet = await Sheet.open(browser), { page } = sheet;
  await sheet.write(PROGRAM);
  await sheet.press("tab", "Graph");
  await page.waitForSelector("[data-node=greeting]");
  await laidOut(sheet);
  const { x, y, height } = (await (await waitForStill(page, "[data-node=greeting]"))!.boundingBox())!;
  await page.mouse.move(x + 5, y + 5);
  await page.mouse.down();
  await page.evaluate(() => { document.querySelector<HTMLElement>("pg-problems")!.style.paddingTop = "200px"; });
  await page.waitForFunction((bottom) =>
    document.querySelector("[data-node=greeting]")!.getBoundingClientRect().bottom < bottom, {}, y + 5 - height / 2);
  await page.mouse.up();
  await sheet.waitForSelection("line 4.*greeting");
  await sheet.close();
});

test("the outline of the graph has the same nodes", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.write(PROGRAM);
  await sheet.press("tab", "Graph");
  await sheet.page.waitForSelector("[data-node=other]");
  const drawn = await sheet.page.$$eval("[data-node]", (nodes) => nodes.length);
  await sheet.press("button", "Outline");
  await sheet.page.waitForSelector("[role=tree]");
  assert.equal(await sheet.page.$$eval("[role=treeitem][aria-level='2']", (items) => items.length), drawn);
  await sheet.close();
});

test("an empty graph says that there is nothing to draw", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.press("tab", "inputs.yaml"); // its values would be drawn
  await sheet.write("mode: preview\n");
  await click(sheet.page, "[role=tab]::-p-text(Pulumi.yaml)");
  await sheet.write("name: x\nruntime: yaml\n");
  await sheet.press("tab", "Graph");
  await sheet.page.waitForSelector(".nothing ::-p-text(Nothing to draw)");
  await sheet.close();
});

everywhere("clicking a value in the result moves to its source", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.write(PROGRAM);
  await sheet.waitForText("#result", "said: hello there");
  const position = await sheet.positionOf("#result", "there");
  await sheet.page.mouse.click(position.x, position.y);
  await sheet.waitForSelection("line [3-7]");
  await sheet.close();
});

everywhere("pressing the button of a menu or a dialog again closes it", async () => {
  const sheet = await Sheet.open(browser);
  for (const name of ["Examples", "Share", "Add a file"]) {
    const opener = await sheet.named("button", name);
    await opener.click();
    await sheet.page.waitForSelector(":popover-open");
    await opener.click();
    await sheet.page.waitForFunction(() => document.querySelector(":popover-open") === null);
    assert.ok(await opener.evaluate((button) => button === document.activeElement), `the focus must return to ${name}`);
  }
  await sheet.close();
});

test("files can be added, renamed, deleted and restored", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.press("button", "Add a file");
  await sheet.page.waitForSelector(".menu:popover-open");
  await sheet.page.keyboard.press("Enter");
  await sheet.page.waitForFunction(() => document.activeElement?.matches("input.naming"));
  await sheet.page.keyboard.type("notes.txt");
  await sheet.page.keyboard.press("Enter");
  await sheet.waitForNamed("tab", "notes.txt");
  await sheet.press("tab", "notes.txt");
  await sheet.page.keyboard.press("F2");
  await sheet.page.waitForFunction(() => document.activeElement?.matches("input.naming"));
  await sheet.page.keyboard.type("words.txt");
  await sheet.page.keyboard.press("Enter");
  await sheet.press("tab", "words.txt");
  await sheet.page.keyboard.press("Delete");
  await sheet.page.waitForSelector("::-p-text(words.txt was deleted.)");
  await sheet.press("button", "Undo");
  await sheet.waitForNamed("tab", "words.txt");
  await sheet.close();
});

test("opening an example does not lose the text", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.write(PROGRAM);
  await sheet.press("button", "Examples");
  const example = await sheet.page.waitForSelector(".gallery .example", { visible: true });
  await example?.click();
  await sheet.press("button", "Back to my text");
  await sheet.waitForText("#editor", "greeting: hello");
  await sheet.close();
});

test("typed text survives a reload", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.write(PROGRAM.replace("hello", "still here"));
  await sheet.waitForText("#result", "said: still here there");
  await sheet.page.reload();
  await sheet.ready();
  await sheet.waitForText("#editor", "greeting: still here");
  await sheet.waitForText("#result", "said: still here there");
  await sheet.close();
});

test("inline values are shown after references, and a hover shows a value", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.write(PROGRAM);
  await sheet.waitForText("#result", "said: hello there");
  await sheet.press("button", "Inline values");
  await sheet.press("menuitemradio", "After every reference");
  await sheet.waitForText("#editor", "= hello");
  const position = await sheet.positionOf("#editor", "${greeting");
  await sheet.page.mouse.move(position.x, position.y);
  await sheet.page.mouse.move(position.x + 3, position.y);
  await sheet.page.waitForSelector(".monaco-hover ::-p-text(greeting)");
  await sheet.close();
});

/** Delivers the engine in chunks, and records the status line after each of them. */
function slowEngine(): void {
  const said = new Set<string>(), plain = window.fetch;
  const painted = (): Promise<unknown> =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  Object.defineProperty(window, "said", { value: said });
  window.fetch = async (...request) => {
    const response = await plain(...request);
    if (!response.url.endsWith(".wasm") || !response.body) return response;
    const pieces = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      async transform(chunk, controller) {
        for (let at = 0; at < chunk.length; at += 500_000) {
          controller.enqueue(chunk.slice(at, at + 500_000));
          await painted();
          said.add(document.querySelector(".engine")?.textContent ?? "");
        }
      },
    });
    return new Response(response.body.pipeThrough(pieces), { headers: response.headers });
  };
}

/** Records whether the page's script had run when the engine was requested. */
function watchRequests(): void {
  const { fetch } = window;
  window.fetch = (...args) => {
    if (/\.wasm$/.test(String(args[0]))) {
      (window as unknown as { isEarly: boolean }).isEarly = customElements.get("pg-toolbar") === undefined;
    }
    return fetch(...args);
  };
}

everywhere("the download of the engine does not wait for the page's script", async () => {
  const sheet = await Sheet.open(browser, { before: watchRequests });
  assert.ok(await sheet.page.evaluate(() => (window as unknown as { isEarly: boolean }).isEarly));
  await sheet.close();
});

everywhere("while the engine loads, the status line shows the progress", async () => {
  const sheet = await Sheet.open(browser, { before: slowEngine });
  const said = await sheet.page.evaluate(() => [...(window as unknown as { said: Set<string> }).said]);
  assert.ok(said.some((words) => /^loading the engine, \d\.\d of [1-9]\d*\.\d MB$/.test(words)), said.join("; "));
  await sheet.close();
});
