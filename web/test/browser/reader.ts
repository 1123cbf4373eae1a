/** Shared by the tests of embeds: a tab with a page of examples. */
import assert from "node:assert/strict";
import type { Browser, ElementHandle, Page } from "puppeteer-core";
import { recordFaults } from "./host.js";
import { freshTab, isFault, leave } from "./page.js";

interface Watched { shifted: number; workers: number; focused: number }

/** Counts, in the page, layout shifts, workers and focus changes. */
function watch(): void {
  const page = window as unknown as Watched;
  page.shifted = page.workers = page.focused = 0;
  const Native = window.Worker;
  window.Worker = class extends Native {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      page.workers++;
    }
  };
  try {
    new PerformanceObserver((list) => {
      const shifts = list.getEntries() as unknown as { readonly value: number; readonly hadRecentInput: boolean }[];
      for (const { value, hadRecentInput } of shifts) if (!hadRecentInput) page.shifted += value;
    }).observe({ type: "layout-shift", buffered: true });
  } catch { /* Firefox does not measure layout shifts */ }
  document.addEventListener("focusin", () => { page.focused++; }, true);
}

/** A tab with a page of examples, which records faults. */
export class Reader {
  private readonly faults: string[] = [];
  private refused: readonly string[] = [];
  private constructor(readonly page: Page) {}

  static async open(browser: Browser, url: string, prepare?: (page: Page) => Promise<void>): Promise<Reader> {
    const page = await freshTab(browser, url);
    const reader = new Reader(page);
    page.on("console", (message) => { if (isFault(message)) reader.faults.push(`console: ${message.text()}`); });
    page.on("pageerror", (error) => reader.faults.push(`thrown: ${String(error)}`));
    reader.refused = await recordFaults(page);
    await page.evaluateOnNewDocument(watch);
    await page.setViewport({ width: 1000, height: 800 });
    await prepare?.(page);
    await page.goto(url, { waitUntil: "load" });
    await page.waitForFunction(() => customElements.get("pantograph-example") !== undefined);
    return reader;
  }

  async close(): Promise<void> {
    await leave(this.page);
    assert.deepEqual([...this.faults, ...this.refused], []);
  }

  watched<K extends "shifted" | "workers" | "focused">(what: K): Promise<number> {
    return this.page.evaluate((key) => (window as unknown as Watched)[key], what);
  }

  /** Presses a button or tab of the example with this index. */
  async press(name: string, at = 0): Promise<void> {
    const found = await this.page.waitForFunction(async (wanted, index) => {
      const find = (): HTMLElement | undefined => {
        const root = document.querySelectorAll("pantograph-example")[index]?.shadowRoot;
        return [...root?.querySelectorAll<HTMLElement>("button")
          ?? []].find((each) => (each.getAttribute("aria-label") ?? each.textContent) === wanted
          && each.checkVisibility());
      };
      const first = find(); // an example that has just scrolled into view is redrawn
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return first === find() ? first : null;
    }, {}, name, at);
    await (found as ElementHandle).click();
  }

  /** Waits until a part of the example shows a text. */
  async waitForText(part: string, text: string, at = 0): Promise<void> {
    await this.page.waitForFunction((name, wanted, index) => {
      const found = document.querySelectorAll("pantograph-example")[index]?.shadowRoot?.querySelector<HTMLElement>(`[part~=${name}]`);
      return found && found.checkVisibility() && (found.textContent ?? "").includes(wanted);
    }, {}, part, text, at);
  }

  async type(text: string, at = 0): Promise<void> {
    await this.page.evaluate((index) => {
      const field = document.querySelectorAll("pantograph-example")[index]?.shadowRoot?.querySelector("textarea");
      field?.setSelectionRange(field.value.length, field.value.length);
      field?.focus();
    }, at);
    await this.page.keyboard.type(text);
  }
}
