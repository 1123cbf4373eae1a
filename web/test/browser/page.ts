/**
 * Shared by the tests of the page: a browser, and a page that records everything it must not do. In
 * the environment, PAGE_URL is the address of the page, BROWSER is "chrome", "firefox" or "webkit", and
 * BROWSER_PATH is the path of the browser or of WebKit's driver.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer, { type Browser, type ConsoleMessage, type ElementHandle, type Page } from "puppeteer-core";
import { isFirefox, isWebKit } from "./engines.js";
import { forOldFirefox } from "./oldfirefox.js";
import { launchWebKit } from "./webkit/browser.js";

const url = process.env["PAGE_URL"] ?? "http://localhost:8080/";
/** The address of the page under test. */
export const address = url;
export { isFirefox, isWebKit };
const executablePath = process.env["BROWSER_PATH"]
  ?? { chrome: "chromium", firefox: "firefox", webkit: "WebKitWebDriver" }[process.env["BROWSER"] ?? "chrome"]!;

const CHROME_FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

/** Why a driver cannot do something, or false. Tests that need it are skipped in that browser. */
export const CANNOT = {
  workers: isWebKit && "WebDriver does not list workers",
  crash: (isFirefox || isWebKit) && "only Chromium has a command that crashes one tab",
  forceColours: (isFirefox || isWebKit) && "only Chromium has a command that forces colours",
} as const;

/** The browser's download folder. */
export const DOWNLOADS = mkdtempSync(join(tmpdir(), "downloads-"));
process.once("exit", () => rmSync(DOWNLOADS, { recursive: true, force: true }));

export const PROGRAM = `name: test
runtime: yaml
variables:
  greeting: hello
  other: \${greeting} there
outputs:
  said: \${other}
`;

let launched: Promise<Browser> | null = null;

/** Starts the browser under test on the first call. It is shared by all test files that run in this process. */
export function launch(): Promise<Browser> {
  return (launched ??= start().then((browser) => {
    const close = browser.close.bind(browser);
    let closed: Promise<void> | null = null;
    browser.close = () => (closed ??= close()); // each test file closes the browser
    return browser;
  }));
}

/** Starts a browser. Its windows have exactly the size that a test requests. */
export async function start(): Promise<Browser> {
  if (isWebKit) return launchWebKit(executablePath, DOWNLOADS, new URL(EMPTY_PAGE, url).href);
  const common = { executablePath, headless: true, defaultViewport: null };
  if (isFirefox) {
    // The list of downloads, which Firefox opens after a download, would take the keyboard focus.
    const extraPrefsFirefox = { "browser.download.dir": DOWNLOADS, "browser.download.folderList": 2,
      "browser.download.alwaysOpenPanel": false };
    return forOldFirefox(await puppeteer.launch({ ...common, browser: "firefox", extraPrefsFirefox }), TIMEOUT);
  }
  const browser = await puppeteer.launch({ ...common, browser: "chrome", args: CHROME_FLAGS });
  const session = await browser.target().createCDPSession();
  await session.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: DOWNLOADS });
  return browser;
}

/**
 * The time limit of waits, in milliseconds. It is long enough for a busy machine: waits end as soon as
 * the condition is true.
 */
const TIMEOUT = 60_000;

/** How many times slower Chromium runs the main thread of pages than the machine can. */
const SLOWDOWN = Number(process.env.SLOWDOWN ?? 1);

/** An empty document at every origin of the tests: that of dist, and each Host. */
export const EMPTY_PAGE = "/empty.html";

/** Tabs of earlier tests that can be reused. */
const reusable = new WeakMap<Browser, Page>();

/** Scripts that tests added to a tab for each new document. */
const scripts = new WeakMap<Page, string[]>();

/**
 * Returns a tab as for a new visitor: no data of this origin is stored, and no other tab is open. It
 * reuses the tab of the last test if possible, whose process has compiled the page's scripts: this
 * halves the time of a test. Files may come from the browser's cache.
 */
export async function freshTab(browser: Browser, origin: string): Promise<Page> {
  const before = reusable.get(browser);
  reusable.delete(browser);
  const page = before && !before.isClosed() ? before : await newTab(browser);
  for (const other of await browser.defaultBrowserContext().pages()) if (other !== page) await other.close();
  await page.goto(new URL(EMPTY_PAGE, origin).href);
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
    for (const name of await caches.keys()) await caches.delete(name);
    for (const { name } of await indexedDB.databases()) {
      await new Promise<void>((resolve) => { indexedDB.deleteDatabase(name!).onsuccess = () => resolve(); });
    }
  });
  return page;
}

async function newTab(browser: Browser): Promise<Page> {
  const page = await browser.defaultBrowserContext()
    .newPage(), own: string[] = [], run = page.evaluateOnNewDocument.bind(page);
  page.setDefaultTimeout(TIMEOUT);
  const noted = async (...script: Parameters<typeof run>): ReturnType<typeof run> => {
    const added = await run(...script);
    own.push(added.identifier);
    return added;
  };
  page.evaluateOnNewDocument = noted as typeof run;
  scripts.set(page, own);
  if (SLOWDOWN > 1 && !isFirefox && !isWebKit) await page.emulateCPUThrottling(SLOWDOWN);
  return page;
}

/**
 * Ends the use of a tab. The next test can reuse a tab from freshTab, without the scripts that this
 * test added.
 */
export async function leave(page: Page): Promise<void> {
  const own = scripts.get(page);
  if (page.isClosed()) return;
  // In WebKit, our driver reuses windows. Puppeteer waits until the frames of a page are gone before it navigates
  // elsewhere, but Firefox may keep them with the page in its back/forward cache.
  if (isWebKit || !own || page.frames().length > 1) return page.close();
  for (const event of ["console", "pageerror", "request", "dialog"] as const) page.removeAllListeners(event);
  for (const identifier of own.splice(0)) await page.removeScriptToEvaluateOnNewDocument(identifier);
  reusable.set(page.browser(), page);
}

/** Whether a console message is a fault. The missing icon of EMPTY_PAGE is not. */
export function isFault(message: ConsoleMessage): boolean {
  return message.type() === "error" && !message.location().url?.endsWith("/favicon.ico");
}

/**
 * Waits for the visible element with this role and accessible name. Only Chromium searches by accessible
 * name; elsewhere, that takes seconds or is not possible, so the attribute or the text that determines
 * the name is compared.
 */
export async function named(page: Page, role: string, name: string): Promise<ElementHandle> {
  if (!isFirefox && !isWebKit) return (await page.waitForSelector(`::-p-aria([name="${name}"][role="${role}"])`,
    { visible: true }))!;
  const found = await page.waitForFunction((wantedRole, wantedName) => {
    const plain = { button: "button:not([role]), ", combobox: "select, ", radio: "input[type=radio], ",
      region: "section, ", textbox: "textarea, " }[wantedRole] ?? "";
    const nameOf = (element: Element): string => element.ariaLabel
      ?? (element as HTMLInputElement).labels?.[0]?.textContent ?? element.textContent ?? "";
    const isNamed = (element: Element): boolean =>
      nameOf(element).replace(/\s+/g, "") === wantedName.replace(/\s+/g, "");
    return [...document.querySelectorAll(`${plain}[role=${wantedRole}]`)].find((element) =>
      isNamed(element) && element.checkVisibility({ visibilityProperty: true }));
  }, {}, role, name);
  return found as ElementHandle;
}

/** Waits until a condition is true that is not in a page, such as a request or a downloaded file. */
export async function waitUntil(isTrue: () => boolean, what: string): Promise<void> {
  for (const end = Date.now() + TIMEOUT; !isTrue();) {
    if (Date.now() > end) throw new Error(`waiting until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Waits until the editor and the engine are ready and the first result, or the reason why there is none, is shown:
 * it adds tabs, which move others. If that does not happen, the error has the page's own words.
 */
export async function waitForReady(page: Page): Promise<void> {
  try {
    await page.waitForSelector("#editor .monaco-editor .view-line");
    await page.waitForSelector(".engine.ready");
    await page.waitForFunction(() => document.querySelector(".obstacle")
      ?? / value/.test(document.querySelector(".engine")?.textContent ?? ""));
  } catch (error) {
    const words = await page.evaluate(() => document.body.innerText.slice(-1000)).catch(String);
    throw new Error(`the page is not ready; its last words are:\n${words}`, { cause: error });
  }
}

/**
 * Waits until a visible element, or the first one that a CSS selector matches, no longer moves, and nothing is going to
 * move it: the list of problems opens 0.4 s after there are any, and moves other elements.
 */
export async function waitForStill(page: Page, wanted: string | ElementHandle): Promise<ElementHandle | null> {
  const found = await page.waitForFunction(async (each: string | Element) => {
    const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
    const element = typeof each === "string" ? document.querySelector(each) : each;
    if (typeof each !== "string" && !each.isConnected) return "replaced";
    if (!element?.checkVisibility({ visibilityProperty: true })) return null;
    // These include transitions that are delayed.
    if (document.getAnimations().some(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)) return null;
    element.scrollIntoView({ behavior: "instant", block: "nearest", inline: "nearest" });
    const box = (): string => JSON.stringify(element.getBoundingClientRect());
    const first = box();
    for (let frames = 0; frames < 3; frames++) {
      await frame();
      if (box() !== first) return null;
    }
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2)) ? element : null;
  }, {}, wanted as ElementHandle<Element>);
  return found.asElement() as ElementHandle | null;
}

/** Clicks the element that a selector matches, or that is given, when it no longer moves. */
export async function click(page: Page, wanted: string | ElementHandle): Promise<void> {
  for (;;) {
    const found = typeof wanted === "string" ? await page.waitForSelector(wanted, { visible: true }) : wanted;
    const still = await waitForStill(page, found!);
    if (still) return still.click();
    if (typeof wanted !== "string") throw new Error("the element has been replaced");
  }
}

/** Applies the print styles to the screen, because not every driver can emulate printing. */
export async function applyPrintStyles(page: Page, frame = "", element = "pantograph-example"): Promise<void> {
  await page.evaluate((inside, name) => {
    const root = inside ? document.querySelector<HTMLIFrameElement>(inside)!.contentDocument! : document;
    const change = (rules: CSSRuleList): void => {
      for (const rule of rules) {
        if ("media" in rule) {
          const { media } = rule as CSSMediaRule;
          if (/\bprint\b/.test(media.mediaText)) media.mediaText = "all";
          else if (/\bscreen\b/.test(media.mediaText)) media.mediaText = "not all";
        }
        if ("cssRules" in rule) change((rule as CSSGroupingRule).cssRules);
      }
    };
    const shadows = [...root.querySelectorAll(name)].flatMap(({ shadowRoot }) => (shadowRoot ? [shadowRoot] : []));
    for (const tree of [root, ...shadows]) for (const sheet of [...tree.styleSheets,
      ...tree.adoptedStyleSheets]) change(sheet.cssRules);
  }, frame, element);
}

export interface Options {
  readonly width?: number;
  readonly height?: number;
  readonly hash?: string;
  /** With an empty browser cache, as for a new visitor. */
  readonly isCold?: boolean;
  /** Runs in the page before its own scripts. */
  readonly before?: () => void;
  /** The initial content of the tab's sessionStorage, as in a duplicated tab. */
  readonly session?: Readonly<Record<string, string>>;
  /** Errors that the test causes intentionally. */
  readonly expected?: RegExp;
  /** With the service worker, which stores the page's files once the user is not typing. */
  readonly isStored?: boolean;
}

/**
 * Keeps the page from registering its service worker. Storing all files again for each test would take
 * as long as opening the page. offline.spec.ts tests the service worker.
 */
export function disableServiceWorker(): void {
  if (!("ServiceWorkerContainer" in window)) return; // in Firefox's empty first document
  ServiceWorkerContainer.prototype.register = () => new Promise(() => { /* never registered */ });
}

/** An open page with its editors and its engine ready. */
export class Sheet {
  private constructor(readonly page: Page, private readonly faults: string[],
    private readonly expected: RegExp | undefined) {}

  static async open(browser: Browser, options: Options = {}): Promise<Sheet> {
    const page = options.isCold ? await (await browser.createBrowserContext()).newPage() : await freshTab(browser, url);
    return Sheet.inside(page, options);
  }

  /** Opens the page in another tab of the same browser. */
  async another(options: Options = {}): Promise<Sheet> {
    return Sheet.inside(await this.page.browserContext().newPage(), options);
  }

  private static async inside(page: Page, options: Options): Promise<Sheet> {
    const faults: string[] = [];
    page.on("console", (message) => { if (isFault(message)) faults.push(`console: ${message.text()}`); });
    page.on("pageerror", (error) => faults.push(`thrown: ${String(error)}`));
    page.on("request", (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol.startsWith("http") && origin !== new URL(url).origin) faults.push(`request: ${request.url()}`);
    });
    await page.evaluateOnNewDocument(() => {
      document.addEventListener("securitypolicyviolation",
        (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
    });
    if (!options.isStored) await page.evaluateOnNewDocument(disableServiceWorker);
    if (options.before) await page.evaluateOnNewDocument(options.before);
    if (options.session) {
      await page.goto(new URL(EMPTY_PAGE, url).href);
      await page.evaluate((entries) => { Object.assign(sessionStorage, entries); }, options.session);
    }
    await page.setViewport({ width: options.width ?? 1280, height: options.height ?? 800 });
    const sheet = new Sheet(page, faults, options.expected);
    await page.goto(url + (options.hash ?? ""));
    await sheet.ready();
    return sheet;
  }

  ready(): Promise<void> { return waitForReady(this.page); }

  /** Closes the page. Fails if the page did anything that it must not do. */
  async close(): Promise<void> {
    await leave(this.page);
    assert.deepEqual(this.faults.filter((fault) => !this.expected?.test(fault)), []);
  }

  /** Replaces the text of the shown file, as by pasting. */
  async write(text: string): Promise<void> {
    await this.focusEditor();
    await this.chord("Control", "a");
    // In Firefox, keys and scripts take different paths: without this wait, the text could be pasted
    // before the old text is selected.
    await this.page.waitForFunction(() => {
      const editor = document.querySelector("#editor")!;
      return editor.querySelector(".selected-text") !== null
        || editor.querySelector(".view-lines")?.textContent === "";
    });
    await this.page.evaluate((pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", pasted);
      // Firefox clears the data of a ClipboardEvent created by a script.
      const paste = Object.defineProperty(new Event("paste", { bubbles: true, cancelable: true }), "clipboardData",
        { value: clipboardData });
      document.activeElement?.dispatchEvent(paste);
    }, text);
  }

  /**
   * Clicks the middle of the visible part of the editor. The lines of another file appear in the next
   * frame; a click before that takes the focus away, and so does a document that is opened after the click.
   */
  async focusEditor(): Promise<void> {
    for (let tries = 0; tries < 5; tries++) {
      await this.clickEditor();
      const focused = this.page.waitForFunction(
        () => document.querySelector("#editor")?.contains(document.activeElement), { timeout: 10_000 });
      if (await focused.then(() => true, () => false)) return;
    }
    throw new Error("the editor did not get the focus");
  }

  private async clickEditor(): Promise<void> {
    const box = await this.page.$eval("#editor .monaco-scrollable-element.editor-scrollable", async (lines) => {
      for (let frames = 0; frames < 2; frames++) await new Promise((resolve) => requestAnimationFrame(resolve));
      const { left, top, width, height } = lines.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    });
    await this.page.mouse.click(box.x, box.y);
  }

  async chord(modifier: "Control" | "Shift", key: "a" | "Home" | "End" | "F6" | "m" | "z"): Promise<void> {
    await this.page.keyboard.down(modifier);
    await this.page.keyboard.press(key);
    await this.page.keyboard.up(modifier);
  }

  /**
   * Returns the text that an editor shows, with plain spaces. The page writes a result before the frame
   * that draws an edit.
   */
  async text(host: "#editor" | "#result"): Promise<string> {
    await this.page.evaluate(() => new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    }));
    return this.page.$$eval(`${host} .view-line`, (lines) => lines
      .map((line) => ({ top: parseFloat((line as HTMLElement).style.top), text: line.textContent ?? "" }))
      .sort((a, b) => a.top - b.top).map(({ text }) => text.replaceAll("\u00a0", " ")).join("\n"));
  }

  async waitForText(host: "#editor" | "#result", wanted: string): Promise<void> {
    await this.page.waitForFunction((selector, text) => [...document.querySelectorAll(`${selector} .view-line`)]
      .some((line) => (line.textContent ?? "").replaceAll("\u00a0", " ").includes(text)), {}, host, wanted)
      .catch(async (error: Error) => { throw new Error(`${wanted} is not in ${host}, but:\n${await this.text(host)}`,
        { cause: error }); });
  }

  /** Moves the cursor to the end of the line that contains a text. */
  async placeCursor(text: string): Promise<void> {
    const position = await this.positionOf("#editor", text.split(":")[0] ?? text);
    await this.page.mouse.click(position.x, position.y);
    await this.page.keyboard.press("End");
  }

  /** Presses the button, tab or other element with this accessible name. */
  async press(role: string, name: string): Promise<void> {
    for (;;) {
      const element = await waitForStill(this.page, await this.named(role, name));
      if (element) return element.click();
    }
  }

  async waitForNamed(role: string, name: string): Promise<void> {
    await this.named(role, name);
  }

  /** Waits for the visible element with this role and accessible name. */
  named(role: string, name: string): Promise<ElementHandle> {
    return named(this.page, role, name);
  }

  /** Returns the position in the window of a text in an editor; see positionOf. */
  async positionOf(host: "#editor" | "#result", text: string): Promise<{ readonly x: number; readonly y: number }> {
    return positionOf(this.page, (await this.page.$(host))!, text);
  }

  /** Returns the selection that the status line shows. */
  selection(): Promise<string> {
    return this.page.$eval(".statusline .selection", (element) => element.textContent ?? "");
  }

  async waitForSelection(pattern: string): Promise<void> {
    try {
      await this.page.waitForFunction((source) =>
        new RegExp(source).test(document.querySelector(".statusline .selection")?.textContent ?? ""), {}, pattern);
    } catch (error) {
      throw new Error(`the selection is "${await this.selection()}", not ${pattern}`, { cause: error });
    }
  }
}

/**
 * Returns the position in the window of the first character of a text in a Monaco editor. It is determined in one step,
 * since Monaco redraws lines; from the character, since a line is a single element until it is highlighted, which can
 * be some time after it is shown; and once it no longer moves, since a panel may appear beside the editor or lines
 * may be added above.
 */
export async function positionOf(page: Page, editor: ElementHandle,
    text: string): Promise<{ readonly x: number; readonly y: number }> {
  const position = await page.waitForFunction(async (host, wanted) => {
    const plain = (node: Node): string => (node.textContent ?? "").replaceAll("\u00a0", " ");
    const find = (): DOMRect | null => {
      const line = [...host.querySelectorAll(".view-line")].find((each) => plain(each).includes(wanted));
      if (!line) return null;
      const pieces = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      for (let piece = pieces.nextNode(), at = plain(line).indexOf(wanted); piece; at -= plain(piece)
          .length, piece = pieces.nextNode()) {
        if (at >= plain(piece).length) continue;
        const range = document.createRange();
        range.setStart(piece, at);
        range.setEnd(piece, at + 1);
        return range.getBoundingClientRect();
      }
      return null;
    };
    const first = find();
    for (let frames = 0; frames < 4; frames++) await new Promise((resolve) => requestAnimationFrame(resolve));
    const box = find();
    if (!first || !box || box.width === 0 || box.left !== first.left || box.top !== first.top) return null;
    return { x: box.left + 12, y: box.top + box.height / 2 };
  }, {}, editor, text);
  return (await position.jsonValue())!;
}

/**
 * Waits until the drawing is laid out for the current size of its pane. The size changes when the form
 * of inputs or the list of problems appears, and the direction of the drawing may change with it. The page
 * observes a change only after the callbacks of the next frame, so the size that it knows is compared, too.
 */
export const laidOut = ({ page }: Sheet): Promise<unknown> => page.waitForFunction(async () => {
  for (let frames = 0; frames < 2; frames++) await new Promise((resolve) => { requestAnimationFrame(resolve); });
  // The list of problems, which may be about to open, changes the size of the pane.
  if (document.getAnimations().some(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)) return false;
  const drawing = document.querySelector("pg-drawing:not([data-resized])");
  if (!drawing || document.body.dataset["drawing"] !== "shown") return false;
  const { viewport } = drawing as unknown as { viewport: { width: number; height: number } };
  const { width, height } = drawing.getBoundingClientRect();
  return viewport.width === width && viewport.height === height;
});
