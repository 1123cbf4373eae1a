import assert from "node:assert/strict";
import { after, before } from "node:test";
import type { Browser } from "puppeteer-core";
import { everywhere, test } from "./engines.js";
import { launch, PROGRAM, Sheet } from "./page.js";

let browser: Browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const WRONG = PROGRAM.replace("${greeting}", "${greting}");

/** Themes and window sizes in which menus are tested. */
const LOOKS = [["light", 1280, 800], ["dark", 1280, 800], ["light", 390, 844]] as const;

/** Opens the page with a theme and a window size. */
async function openAs([theme, width, height]: (typeof LOOKS)[number]): Promise<Sheet> {
  const sheet = await Sheet.open(browser, { width, height });
  await sheet.press("button", "Theme");
  await sheet.press("menuitemradio", theme === "light" ? "Light" : "Dark");
  return sheet;
}

/** Returns the faults in the appearance of a menu or list: its border, background or font, or rows that are cut off. */
function faultsOf(sheet: Sheet, frame: string, texts: string): Promise<readonly string[]> {
  return sheet.page.$eval(frame, (element, selector) => {
    const faults: string[] = [];
    const styles = getComputedStyle(element), root = getComputedStyle(document.documentElement);
    const probe = document.body.appendChild(document.createElement("i"));
    const colour = (token: string): string => {
      probe.style.color = root.getPropertyValue(token);
      return getComputedStyle(probe).color;
    };
    if (styles.backgroundColor !== colour("--ground")) faults.push(`ground ${styles.backgroundColor}`);
    if (styles.borderTopColor !== colour("--rule-strong")
      || parseFloat(styles.borderTopWidth) < 0.5) faults.push(`border ${styles.borderTop}`);
    if (styles.boxShadow !== "none") faults.push(`shadow ${styles.boxShadow}`);
    probe.remove();
    const box = element.getBoundingClientRect();
    if (box.left < 0 || box.right > innerWidth + 1
      || box.bottom > innerHeight + 1) faults.push(`outside: ${box.left} to ${box.right}, ${box.bottom}`);
    const rows = [...element.querySelectorAll<HTMLElement>(selector)].filter((row) => row.checkVisibility());
    if (rows.length === 0) faults.push("no rows");
    for (const row of rows) {
      const family = getComputedStyle(row).fontFamily;
      if (!/^"?(Schibsted Grotesk|Commit Mono)/.test(family)) faults.push(`font ${family}`);
      if (row.scrollWidth > row.clientWidth + 1 && getComputedStyle(row)
        .display !== "inline") faults.push(`cut: ${row.textContent}`);
    }
    return faults;
  }, texts);
}

for (const look of LOOKS) {
  const name = `${look[0]}, ${look[1]} wide`, inBrowsers = look === LOOKS[0] ? everywhere : test;

  inBrowsers(`the context menu has the page's style: ${name}`, async () => {
    const sheet = await openAs(look);
    await sheet.write(PROGRAM);
    const { x, y } = await sheet.positionOf("#editor", "greeting");
    await sheet.page.mouse.click(x, y, { button: "right" });
    await sheet.page.waitForSelector(".monaco-menu .action-item");
    assert.deepEqual(await faultsOf(sheet, ".monaco-scrollable-element:has(> .monaco-menu)",
      ".action-label, .keybinding"), []);
    await sheet.page.keyboard.press("Escape");
    await sheet.close();
  });

  inBrowsers(`a list of suggestions shows complete rows: ${name}`, async () => {
    const sheet = await openAs(look);
    await sheet.write(PROGRAM);
    await sheet.placeCursor("greeting: hello");
    await sheet.page.keyboard.press("Enter");
    await sheet.page.keyboard.type("more: ${");
    await sheet.page.waitForSelector(".suggest-widget.visible .monaco-list-row");
    assert.deepEqual(await faultsOf(sheet, ".suggest-widget", ".monaco-list-row .label-name"), []);
    const cut = await sheet.page.$eval(".suggest-widget .monaco-list", (list) => {
      const { bottom } = list.getBoundingClientRect(), inner = list.closest(".suggest-widget")!.getBoundingClientRect();
      const height = list.querySelector(".monaco-list-row")!.getBoundingClientRect().height;
      return { rest: list.getBoundingClientRect().height % height, isInside: bottom <= inner.bottom };
    });
    assert.ok(cut.rest <= 2 && /* Monaco counts its frame twice */ cut.isInside, JSON.stringify(cut));
    await sheet.close();
  });

  inBrowsers(`the fixes of a problem are completely visible: ${name}`, async () => {
    const sheet = await openAs(look);
    await sheet.write(WRONG);
    await sheet.page.waitForSelector("#editor .squiggly-error");
    // The list of problems opens after a moment, and Monaco closes its menus when its height shrinks.
    if (look[1] > 640) {
      await sheet.page.waitForFunction(() => (document.querySelector("#problem-list")?.getBoundingClientRect().height
        ?? 0) > 0);
    }
    const { x, y } = await sheet.positionOf("#editor", "greting");
    await sheet.page.mouse.click(x, y);
    await sheet.page.waitForSelector("#editor .lightBulbWidget");
    await sheet.page.keyboard.down("Control");
    await sheet.page.keyboard.press(".");
    await sheet.page.keyboard.up("Control");
    await sheet.page.waitForSelector(".action-widget .monaco-list-row.action");
    assert.deepEqual(await faultsOf(sheet, ".action-widget",
      ".monaco-list-row .title, .monaco-list-row.group-header span"), []);
    await sheet.page.keyboard.press("Enter");
    await sheet.waitForText("#result", "said: hello there");
    await sheet.close();
  });

  inBrowsers(`a hover has the page's style: ${name}`, async () => {
    const sheet = await openAs(look);
    await sheet.write(PROGRAM);
    await sheet.waitForText("#result", "said: hello there");
    const { x, y } = await sheet.positionOf("#editor", "${greeting");
    await sheet.page.mouse.move(x, y);
    await sheet.page.mouse.move(x + 3, y);
    await sheet.page.waitForSelector(".monaco-hover ::-p-text(greeting)", { visible: true });
    assert.deepEqual(await faultsOf(sheet, ".monaco-resizable-hover:has(.monaco-hover:not(.hidden))", "p, code"), []);
    await sheet.close();
  });
}

everywhere("unknown values are underlined, and a revealed secret has one bar", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.write(`name: test
runtime: yaml
variables:
  password: {"fn::secret": "two words: and more"}
resources:
  bucket: {type: "aws:s3:Bucket"}
outputs:
  arn: \${bucket.arn}
  password: \${password}
`);
  await sheet.page.waitForFunction(() => { // in one step, since Monaco may redraw the line
    const piece = document.querySelector("#result .value-unknown"), style = piece && getComputedStyle(piece);
    return style?.textDecorationLine === "underline" && style.textDecorationStyle === "dashed";
  });
  await sheet.press("button", "Reveal secrets");
  await sheet.waitForText("#result", "two words");
  const bars = await sheet.page.$$eval("#result .view-line",
    (lines) => lines.filter(({ textContent }) => textContent?.includes("words"))
    .map((each) => [...each.querySelectorAll("span")].filter((piece) =>
      parseFloat(getComputedStyle(piece).borderLeftWidth) > 0).length));
  assert.deepEqual(bars, bars.map(() => 1));
  assert.ok(bars.length >= 2, String(bars.length));
  await sheet.close();
});

test("a key event requests no frame, which would delay the engine's reply", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.write(`${PROGRAM}  number: `);
  await sheet.page.evaluate(() => {
    const seen: string[] = [];
    // window.event is the event being dispatched, also in the microtasks of its listeners.
    const isKey = () => ["keydown", "keypress", "beforeinput", "input", "textupdate"].includes(String(event?.type));
    addEventListener("keydown", () => seen.push("key"), { capture: true });
    const request = requestAnimationFrame;
    window.requestAnimationFrame = (callback) => {
      if (isKey()) seen.push("frame");
      return request.call(window, callback);
    };
    new MutationObserver((records) => {
      if (!isKey()) return;
      for (const { target, type, attributeName } of records) {
        seen.push(`${type} of ${target.nodeName} ${attributeName}`);
      }
    }).observe(document, { attributes: true, childList: true, characterData: true, subtree: true });
    Object.assign(globalThis, { seen });
  });
  // Digits, since a letter opens the suggestions, which Monaco updates within the next key event.
  for (const key of "12") {
    const before = await sheet.page.evaluate(() => performance.getEntriesByName("edit-to-result").length);
    await sheet.page.keyboard.type(key);
    await sheet.page.waitForFunction((count) => performance.getEntriesByName("edit-to-result").length > count,
      {}, before);
  }
  assert.deepEqual(await sheet.page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen), ["key", "key"]);
  await sheet.close();
});

/** What recordFrames records, and how it affects the page. */
interface Recorder {
  readonly seen: string[]; // operations of the replies, and "frame" for each requested frame
  seenBefore: number; // the length of seen when it was last looked at
  hasShortTimers: boolean; // whether timers of less than a frame's time work
  took: number; // how many milliseconds each evaluation seems to have taken
}

/** Makes the engine seem quick, delays its replies, and records the order of replies and frames. */
function recordFrames(): void {
  const recorder: Recorder = { seen: [], seenBefore: -1, hasShortTimers: true, took: 1 };
  const { seen } = recorder;
  Object.assign(globalThis, { recorder });
  const schedule = setTimeout;
  globalThis.Worker = class extends Worker {
    constructor(address: string | URL, options?: WorkerOptions) {
      super(address, options);
      this.addEventListener("message", (event: MessageEvent<{ took?: number, reply?: string }>) => {
        if (event.data.took === undefined || !event.isTrusted) return; // not a reply, or delayed already
        event.data.took = recorder.took;
        event.stopImmediatePropagation();
        schedule(() => {
          seen.push(/"op":"(\w+)"/.exec(event.data.reply!)![1]!);
          this.dispatchEvent(new MessageEvent("message", { data: event.data }));
        }, 50);
      });
    }
  };
  window.setTimeout = ((action: () => void, delay = 0, ...rest: unknown[]) =>
    schedule(recorder.hasShortTimers || delay === 0 || delay > 16 ? action : () => undefined, delay, ...rest)
  ) as typeof setTimeout;
  const request = requestAnimationFrame;
  window.requestAnimationFrame = (callback) => {
    seen.push("frame");
    return request.call(window, callback);
  };
}

test("if the engine is quick, the frame with a letter waits for the result, but not long", async () => {
  const sheet = await Sheet.open(browser, { before: recordFrames });
  await sheet.write(`${PROGRAM}  number: `);
  // Polling at frames, which is the default, would be recorded.
  const firstAfter = async (key: string): Promise<string | undefined> => {
    await sheet.page.waitForFunction(() => { // until the last key has no more consequences
      const { recorder } = globalThis as unknown as { recorder: Recorder };
      const { seen, seenBefore } = recorder;
      recorder.seenBefore = seen.length;
      return seen.length === seenBefore;
    }, { polling: 300 });
    await sheet.page.evaluate(() => { (globalThis as unknown as { recorder: Recorder }).recorder.seen.length = 0; });
    await sheet.page.keyboard.type(key);
    await sheet.page.waitForFunction(
      () => (globalThis as unknown as { recorder: Recorder }).recorder.seen.includes("evaluate"), { polling: 50 });
    return sheet.page.evaluate(() => (globalThis as unknown as { recorder: Recorder }).recorder.seen[0]);
  };
  // After these two, the page knows that the engine is quick.
  await firstAfter("1");
  await firstAfter("2");
  assert.equal(await firstAfter("3"), "frame");
  await sheet.page.evaluate(() => { // so that the frame is held until the reply, however slow the machine is
    (globalThis as unknown as { recorder: Recorder }).recorder.hasShortTimers = false;
  });
  assert.equal(await firstAfter("4"), "evaluate");
  const setTook = (took: number): Promise<void> => sheet.page.evaluate((milliseconds) => {
    (globalThis as unknown as { recorder: Recorder }).recorder.took = milliseconds;
  }, took);
  await setTook(20);
  await firstAfter("5");
  await setTook(1);
  assert.equal(await firstAfter("6"), "frame"); // one of the last two evaluations was slow
  await sheet.close();
});

test("after a letter, the panels wait for its result, but not long", async () => {
  const sheet = await Sheet.open(browser, { before: () => {
    const control = { deliver: null as (() => void) | null, isHolding: false, hasTimers: true };
    Object.assign(globalThis, { control });
    globalThis.Worker = class extends Worker {
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, options);
        this.addEventListener("message", (event: MessageEvent<{ took?: number }>) => {
          if (event.data.took === undefined || !event.isTrusted) return; // not a reply, or held already
          event.data.took = 20; // for a quick engine, the frame with the letter would wait as well
          if (!control.isHolding) return;
          event.stopImmediatePropagation();
          control.deliver = () => this.dispatchEvent(new MessageEvent("message", { data: event.data }));
        });
      }
    };
    const schedule = setTimeout;
    window.setTimeout = ((action: () => void, delay = 0, ...rest: unknown[]) =>
      schedule(control.hasTimers || delay === 0 ? action : () => undefined, delay, ...rest)) as typeof setTimeout;
  } });
  const set = (change: { isHolding?: boolean, hasTimers?: boolean }): Promise<unknown> => sheet.page.evaluate(
    (values) => Object.assign((globalThis as unknown as { control: object }).control, values), change);
  const deliver = async (): Promise<void> => {
    await (await sheet.page.waitForFunction(() =>
      (globalThis as unknown as { control: { deliver: unknown } }).control.deliver)).dispose();
    await sheet.page.evaluate(() => {
      const { control } = globalThis as unknown as { control: { deliver: (() => void) | null } };
      const deliver = control.deliver!;
      control.deliver = null;
      deliver();
    });
  };
  const lettersSeen = (text: string): Promise<unknown> => sheet.page.waitForFunction(
    (typed) => document.querySelector("#editor .view-lines")?.textContent?.includes(typed), {}, text);
  await sheet.write(`${PROGRAM}  number: `);
  const before = await sheet.page.evaluate(() => performance.getEntriesByName("edit-to-result").length);
  await sheet.page.keyboard.type("1");
  await sheet.page.waitForFunction((count) => performance.getEntriesByName("edit-to-result").length > count,
    {}, before);
  await set({ isHolding: true });
  await sheet.page.keyboard.type("2");
  await sheet.waitForSelection("column 13"); // though there is no result
  await set({ hasTimers: false });
  await deliver();
  await sheet.page.keyboard.type("3");
  await lettersSeen("123");
  assert.match(await sheet.selection(), /column 13/);
  await deliver();
  await sheet.waitForSelection("column 14");
  await sheet.close();
});

everywhere("typing is rehearsed while the user does nothing, and leaves no trace", async () => {
  const sheet = await Sheet.open(browser, { before: () => {
    const seen = { answers: 0, visible: 0 };
    Object.assign(globalThis, { seen });
    globalThis.Worker = class extends Worker {
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, options);
        this.addEventListener("message", ({ data }: MessageEvent<{ reply?: string, took?: number }>) => {
          if (data.took !== undefined) data.took = 1; // a slow machine would rehearse less, or not at all
          if (!data.reply?.startsWith('{"op":"rehearse","rehearse"')) return;
          seen.answers++;
          const editors = document.querySelector(".rehearsal")!;
          if (editors.checkVisibility({ visibilityProperty: true }) || !editors.matches("[inert]")) seen.visible++;
        });
      }
    };
  } });
  const { page } = sheet;
  const text = (): Promise<string> => page.$eval("#editor .view-lines", (lines) => lines.textContent!);
  const before = await text();
  await page.waitForFunction(() => (globalThis as unknown as { seen: { answers: number } }).seen.answers >= 30
    && !document.querySelector(".rehearsal"));
  assert.equal(await page.evaluate(() => (globalThis as unknown as { seen: { visible: number } }).seen.visible), 0);
  await sheet.focusEditor();
  await sheet.chord("Control", "z");
  assert.equal(await text(), before);
  assert.equal(await page.$("[role=dialog]:popover-open, pg-ribbon .ribbon"), null);
  await sheet.close();
});

// Of 11,000 lines out of view, the text is replaced as a whole.
for (const count of [400, 11_000]) everywhere(`a value used in ${count} places is replaced in all`, async () => {
  const sheet = await Sheet.open(browser);
  const { page } = sheet;
  const names = Array.from({ length: count }, (_, index) => `o${index + 1}`);
  await sheet.write(`name: test
runtime: yaml
outputs:
${names.map((name) => `  ${name}: \${v}\n  other-${name}: 1`).join("\n")}
variables:
  v: 1`);
  await sheet.waitForText("#result", "o1: 1");
  await page.keyboard.type("2");
  await sheet.waitForText("#result", "o1: 12");
  await page.keyboard.type("3");
  // The lines out of view are there however soon they are scrolled into view. A click would also show where the value
  // comes from, and bring that line of the result back into view if this took longer than the next key.
  await page.focus("#result textarea, #result .native-edit-context");
  await sheet.chord("Control", "End");
  await sheet.waitForText("#result", `other-o${count}: 1`);
  await sheet.waitForText("#result", `o${count}: 123`);
  await sheet.chord("Control", "Home");
  await sheet.waitForText("#result", "o1: 123");
  await sheet.close();
});
