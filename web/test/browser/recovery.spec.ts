import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "puppeteer-core";
import { launch, PROGRAM, Sheet } from "./page.js";

let browser: Browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

interface Tampered {
  engines: Worker[];
  isDeaf: boolean;
}

/** Keeps the page's engine workers at hand, and can make them deaf: an engine that hangs. */
function tamper(): void {
  const page = window as unknown as Tampered;
  const Native = window.Worker;
  page.engines = [];
  page.isDeaf = false;
  window.Worker = class extends Native {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      if (options?.name !== "engine") return;
      page.engines.push(this);
      const post = this.postMessage.bind(this) as (message: { type: string }) => void;
      this.postMessage = (message: { type: string }) => { if (!(page.isDeaf && message.type === "call")) post(message); };
    }
  };
}

test("a dead engine is replaced, and the text stays", async () => {
  const sheet = await Sheet.open(browser, { before: tamper });
  await sheet.write(PROGRAM);
  await sheet.waitForText("#result", "said: hello there");
  await sheet.page.evaluate(() => {
    const engine = (window as unknown as Tampered).engines.at(-1)!;
    engine.terminate();
    engine.dispatchEvent(new ErrorEvent("error", { message: "gone" }));
  });
  await sheet.page.waitForSelector("::-p-text(The engine stopped; your text is safe. Restarted.)");
  await sheet.write(PROGRAM.replace("hello", "again"));
  await sheet.waitForText("#result", "said: again there");
  assert.equal(await sheet.page.evaluate(() => (window as unknown as Tampered).engines.length), 2);
  await sheet.close();
});

test("an engine that hangs can be stopped and tried again", async () => {
  const sheet = await Sheet.open(browser, { before: tamper });
  await sheet.write(PROGRAM);
  await sheet.waitForText("#result", "said: hello there");
  await sheet.page.evaluate(() => { (window as unknown as Tampered).isDeaf = true; });
  await sheet.write(PROGRAM.replace("hello", "patience"));
  await sheet.page.waitForSelector(".hairline");
  assert.match(await sheet.text("#result"), /said: hello there/, "the last result stays");
  await (await sheet.page.waitForSelector(".statusline button::-p-text(Stop)"))?.click();
  await sheet.page.evaluate(() => {
    (window as unknown as Tampered).isDeaf = false;
    navigator.clipboard.writeText = (text) => { document.title = text; return Promise.resolve(); };
  });
  await sheet.press("button", "Copy report");
  await sheet.page.waitForFunction(() => document.title.startsWith("Pantograph engine"));
  assert.doesNotMatch(await sheet.page.title(), /patience/, "a report holds no text");
  await sheet.press("button", "Retry");
  await sheet.waitForText("#result", "said: patience there");
  await sheet.close();
});

test("a text that hung is not run by a reload until one says so", async () => {
  const sheet = await Sheet.open(browser, { before: tamper });
  await sheet.write(PROGRAM);
  await sheet.waitForText("#result", "said: hello there");
  await sheet.page.evaluate(() => { (window as unknown as Tampered).isDeaf = true; });
  await sheet.write(PROGRAM.replace("hello", "forever"));
  await sheet.page.waitForSelector(".statusline button::-p-text(Stop)");
  await sheet.page.reload();
  await sheet.waitForText("#editor", "greeting: forever");
  await sheet.waitForNamed("button", "Run");
  assert.doesNotMatch(await sheet.text("#result"), /forever/);
  await sheet.press("button", "Run");
  await sheet.waitForText("#result", "said: forever there");
  await sheet.close();
});

test("half-typed text keeps the last good result, marked", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.write(PROGRAM);
  await sheet.waitForText("#result", "said: hello there");
  await sheet.write(PROGRAM.replace("  said: ${other}\n", "  said\n  more: ${other}\n"));
  await sheet.page.waitForSelector("#editor .squiggly-error");
  assert.match(await sheet.text("#result"), /said: hello there/);
  await sheet.page.waitForSelector("#result .kept");
  await sheet.close();
});

/** An engine that says that it has six times the memory that it has: what takes 300 MB takes seconds on a busy machine. */
function magnify(): void {
  const page = window as unknown as { memory: number };
  const Native = window.Worker;
  window.Worker = class extends Native {
    override set onmessage(hear: (event: MessageEvent) => void) {
      this.addEventListener("message", ({ data }: MessageEvent<{ readonly memory?: number }>) => {
        const memory = 6 * (data.memory ?? 0);
        if (data.memory !== undefined) page.memory = memory;
        hear(new MessageEvent("message", { data: { ...data, memory } }));
      });
    }
  };
}

test("the memory of a large text is given back after a small one", async () => {
  const sheet = await Sheet.open(browser, { before: magnify });
  const reaches = (isIt: "above" | "below", megabytes: number): Promise<unknown> => sheet.page.waitForFunction((wanted, bytes) => {
    const { memory } = window as unknown as { memory: number };
    return wanted === "above" ? memory > bytes : memory < bytes;
  }, {}, isIt, megabytes << 20);
  const lists = Array.from({ length: 4 }, (_, level) => `  v${level + 1}: [${Array(10).fill(`"\${v${level}}"`).join(", ")}]`).join("\n");
  await sheet.write(PROGRAM.replace("outputs:", `  v0: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]\n${lists}\noutputs:`));
  await reaches("above", 256);
  await sheet.write(PROGRAM.replace("hello", "small"));
  await sheet.waitForText("#result", "said: small there");
  await reaches("below", 128);
  await sheet.write(PROGRAM.replace("hello", "again"));
  await sheet.waitForText("#result", "said: again there");
  await sheet.close();
});
