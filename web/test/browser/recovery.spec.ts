import assert from "node:assert/strict";
import { after, before } from "node:test";
import type { Browser } from "puppeteer-core";
import { everywhere, test } from "./engines.js";
import { encode } from "../../src/share/link.js";
import { click, launch, PROGRAM, Sheet } from "./page.js";

let browser: Browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

interface Tampered {
  engines: Worker[];
  /** Whether engines receive no text to evaluate, as if they hung when they evaluate it. */
  isHanging: boolean;
}

/** Makes the page's engine workers accessible, and able to hang. */
function tamper(): void {
  const page = window as unknown as Tampered;
  const Native = window.Worker;
  page.engines = [];
  page.isHanging = false;
  window.Worker = class extends Native {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      if (options?.name !== "engine") return;
      page.engines.push(this);
      const post = this.postMessage.bind(this) as (message: { request?: string }) => void;
      this.postMessage = (message: { request?: string }) => {
        if (!page.isHanging || !message.request?.startsWith('{"op":"evaluate"')) post(message);
      };
    }
  };
}

everywhere("an engine that stops is replaced, and the text is kept", async () => {
  const sheet = await Sheet.open(browser, { before: tamper });
  await sheet.write(PROGRAM);
  await sheet.waitForText("#result", "said: hello there");
  await sheet.page.evaluate(() => {
    (window as unknown as Tampered).engines.at(-1)!.dispatchEvent(new ErrorEvent("error", { message: "gone" }));
  });
  await sheet.page.waitForSelector("::-p-text(The engine stopped and was restarted. Your text is safe.)");
  await sheet.write(PROGRAM.replace("hello", "again"));
  await sheet.waitForText("#result", "said: again there");
  assert.equal(await sheet.page.evaluate(() => (window as unknown as Tampered).engines.length), 2);
  await sheet.close();
});

everywhere("an engine that hangs can be stopped and restarted", async () => {
  const sheet = await Sheet.open(browser, { before: tamper });
  await sheet.write(PROGRAM);
  await sheet.waitForText("#result", "said: hello there");
  await sheet.page.evaluate(() => { (window as unknown as Tampered).isHanging = true; });
  await sheet.write(PROGRAM.replace("hello", "patience"));
  await sheet.page.waitForSelector(".hairline");
  assert.match(await sheet.text("#result"), /said: hello there/, "the last result must stay visible");
  await click(sheet.page, ".statusline button::-p-text(Stop)");
  await sheet.page.evaluate(() => {
    (window as unknown as Tampered).isHanging = false;
    navigator.clipboard.writeText = (text) => { document.title = text; return Promise.resolve(); };
  });
  await sheet.press("button", "Copy report");
  await sheet.page.waitForFunction(() => document.title.startsWith("Pantograph engine"));
  assert.doesNotMatch(await sheet.page.title(), /patience/, "a report must not contain the user's text");
  await sheet.press("button", "Retry");
  await sheet.waitForText("#result", "said: patience there");
  await sheet.close();
});

test("after a reload, a document that did not finish is evaluated only on request", async () => {
  const sheet = await Sheet.open(browser, { before: tamper });
  await sheet.write(PROGRAM);
  await sheet.waitForText("#result", "said: hello there");
  await sheet.page.evaluate(() => { (window as unknown as Tampered).isHanging = true; });
  await sheet.write(PROGRAM.replace("hello", "forever"));
  await sheet.page.waitForSelector(".statusline button::-p-text(Stop)");
  await sheet.page.reload();
  await sheet.waitForText("#editor", "greeting: forever");
  await sheet.page.waitForSelector(".output .obstacle::-p-text(did not finish the last time)");
  assert.doesNotMatch(await sheet.text("#result"), /forever/);
  await sheet.press("button", "Run");
  await sheet.waitForText("#result", "said: forever there");
  await sheet.close();
});

test("after a reload, another document is evaluated automatically", async () => {
  const sheet = await Sheet.open(browser, { before: tamper });
  await sheet.write(PROGRAM);
  await sheet.waitForText("#result", "said: hello there");
  await sheet.page.evaluate(() => { (window as unknown as Tampered).isHanging = true; });
  await sheet.write(PROGRAM.replace("hello", "forever"));
  await sheet.page.waitForSelector(".statusline button::-p-text(Stop)");
  await sheet.page.reload();
  await sheet.page.waitForSelector(".output .obstacle");
  await sheet.page.waitForSelector("#editor .monaco-editor .view-line");
  await sheet.write("name: other\nruntime: yaml\noutputs:\n  all: well\n");
  await sheet.waitForText("#result", "all: well");
  assert.equal(await sheet.page.$(".obstacle, .ribbon.grave"), null);
  await sheet.close();
});

test("while an engine hangs, the result of another document is hidden until that one is evaluated", async () => {
  const sheet = await Sheet.open(browser, { before: tamper });
  await sheet.write(PROGRAM);
  await sheet.waitForText("#result", "said: hello there");
  await sheet.page.evaluate(() => { (window as unknown as Tampered).isHanging = true; });
  await sheet.write(PROGRAM.replace("hello", "patience"));
  await sheet.page.waitForSelector(".output .stale-note");
  await sheet.write("heat_template_version: 2021-04-16\n");
  await sheet.page.waitForSelector(".output .obstacle.blank::-p-text(still working)");
  assert.equal(await sheet.page.$eval("#panel-result", (panel) => (panel as HTMLElement).inert), true);
  await sheet.page.waitForSelector(".statusline button::-p-text(Stop)");
  // Stop ends the evaluation of the first text, and the second is evaluated. On a slow machine, the time limit may
  // have ended the first already: then Stop ends the second, and Retry evaluates it.
  await sheet.page.evaluate(() => {
    (window as unknown as Tampered).isHanging = false;
    [...document.querySelectorAll<HTMLElement>(".statusline button")].find((button) => button.textContent?.trim()
      === "Stop")?.click();
  });
  await sheet.page.waitForFunction(() => {
    [...document.querySelectorAll<HTMLElement>(".obstacle button")].find((button) => button.textContent?.trim()
      === "Retry")?.click();
    return document.querySelector(".obstacle") === null;
  });
  assert.equal(await sheet.page.$eval("#panel-result", (panel) => (panel as HTMLElement).inert), false);

  // Now no other text waits.
  await sheet.page.evaluate(() => { (window as unknown as Tampered).isHanging = true; });
  await sheet.write(PROGRAM);
  await click(sheet.page, ".statusline button::-p-text(Stop)");
  await sheet.page.waitForSelector(".output .obstacle.blank::-p-text(Stopped)");
  await sheet.page.evaluate(() => { (window as unknown as Tampered).isHanging = false; });
  await sheet.press("button", "Retry");
  await sheet.waitForText("#result", "said: hello there");
  await sheet.close();
});

test("if a document is too large, the result pane says so and marks the old result", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.write(PROGRAM);
  await sheet.waitForText("#result", "said: hello there");
  await sheet.press("button", "Add a file");
  await sheet.page.waitForSelector(".menu:popover-open");
  await sheet.page.keyboard.press("Enter");
  await sheet.page.waitForSelector("input.naming");
  await sheet.page.keyboard.type("large.txt");
  await sheet.page.keyboard.press("Enter");
  await sheet.waitForNamed("tab", "large.txt");
  await sheet.write(`${"x".repeat(99)}\n`.repeat(85_000));
  await sheet.page.waitForSelector(".output .obstacle.error::-p-text(at most 8388608)");
  await sheet.page.waitForSelector(".output .stale-note");
  assert.ok(await sheet.page.$eval("#panel-result", (panel) => panel.classList.contains("stale")));
  await sheet.write("small\n");
  await sheet.page.waitForFunction(() => document.querySelector(".obstacle, .stale-note") === null);
  await sheet.close();
});

test("if the main file is deleted, the result pane says so, and the file can be restored", async () => {
  // The remaining file, inputs.yaml, does not determine a dialect.
  const sheet = await Sheet.open(browser, { hash: "#example/pulumi/web-app" });
  const name = await sheet.page.$eval("pg-files [role=tab]", (tab) => (tab.textContent ?? "").trim());
  const result = await sheet.text("#result");
  await sheet.page.focus("pg-files [role=tab]");
  await sheet.page.keyboard.press("Delete");
  await sheet.page.waitForSelector(`.output .obstacle.blank::-p-text(${name} was deleted)`);
  const positions = await sheet.page.$$eval(".problem .at", (all) => all.map((each) => each.textContent ?? ""));
  assert.deepEqual(positions.filter((position) => position.includes(name)), []);
  await sheet.press("button", `Restore ${name}`);
  await sheet.page.waitForFunction(() => document.querySelector(".obstacle") === null);
  assert.equal(await sheet.text("#result"), result);
  await sheet.close();
});

test("a broken document shows no values of the document before it", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.write(PROGRAM);
  await sheet.waitForText("#result", "said: hello there");
  await sheet.write("heat_template_version: 2021-04-16\nresources:\n    a:\n  b\n");
  await sheet.page.waitForSelector("#editor .squiggly-error");
  await sheet.page.waitForFunction(() =>
    !document.querySelector("#result .view-lines")?.textContent?.includes("hello"));
  assert.equal(await sheet.page.$("#result .kept"), null);
  await sheet.close();
});

test("while the text has a syntax error, the last good result is shown, and marked", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.write(PROGRAM);
  await sheet.waitForText("#result", "said: hello there");
  await sheet.write(PROGRAM.replace("  said: ${other}\n", "  said\n  more: ${other}\n"));
  await sheet.page.waitForSelector("#editor .squiggly-error");
  assert.match(await sheet.text("#result"), /said: hello there/);
  await sheet.page.waitForSelector("#result .kept");
  await sheet.close();
});

/**
 * Makes the engine report six times its actual memory, since allocating 300 MB takes seconds on a busy
 * machine.
 */
function magnifyMemory(): void {
  const page = window as unknown as { memory: number };
  const Native = window.Worker;
  window.Worker = class extends Native {
    override set onmessage(listener: (event: MessageEvent) => void) {
      this.addEventListener("message", ({ data }: MessageEvent<{ readonly memory?: number }>) => {
        const memory = 6 * (data.memory ?? 0);
        if (data.memory !== undefined) page.memory = memory;
        listener(new MessageEvent("message", { data: { ...data, memory } }));
      });
    }
  };
}

everywhere("the memory of a large document is released after a small one", async () => {
  const sheet = await Sheet.open(browser, { before: magnifyMemory });
  const reaches = (isIt: "above" | "below", megabytes: number): Promise<unknown> =>
      sheet.page.waitForFunction((wanted, bytes) => {
    const { memory } = window as unknown as { memory: number };
    return wanted === "above" ? memory > bytes : memory < bytes;
  }, {}, isIt, megabytes << 20);
  const lists = Array.from({ length: 4 },
    (_, level) => `  v${level + 1}: [${Array(10).fill(`"\${v${level}}"`).join(", ")}]`).join("\n");
  await sheet.write(PROGRAM.replace("outputs:", `  v0: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]\n${lists}\noutputs:`));
  await reaches("above", 256);
  await sheet.write(PROGRAM.replace("hello", "small"));
  await sheet.waitForText("#result", "said: small there");
  await reaches("below", 128);
  await sheet.write(PROGRAM.replace("hello", "again"));
  await sheet.waitForText("#result", "said: again there");
  await sheet.close();
});

/** Records the memory that the engine reports. */
function recordMemory(): void {
  const page = window as unknown as { memory: number };
  const Native = window.Worker;
  window.Worker = class extends Native {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      this.addEventListener("message",
        ({ data }: MessageEvent<{ readonly memory?: number }>) => { page.memory = data.memory ?? page.memory; });
    }
  };
}

test("after a hostile link and a small example the engine uses little memory", async () => {
  const expression = "expression: '[for x in range(1000) : [for y in range(150) : \"${x}-${y}\"]]'\n"; // 191 MB
  const files = [{ name: "main.yaml", text: "a: 1\n" }, { name: "inputs.yaml", text: expression }];
  const hash = encode({ dialect: "terraform", files, view: {}, engine: "", digest: "", rest: {} })!;
  const sheet = await Sheet.open(browser, { before: recordMemory, hash });
  await sheet.page.waitForFunction((bytes) => (window as unknown as { memory: number }).memory > bytes, {}, 128 << 20);
  await sheet.page.evaluate(() => { location.hash = "#example/pulumi/container-app"; });
  await sheet.waitForText("#editor", "runtime: yaml");
  await sheet.page.waitForFunction((bytes) => (window as unknown as { memory: number }).memory < bytes, {}, 128 << 20);
  await sheet.close();
});
