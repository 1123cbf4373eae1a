/**
 * Workarounds for features that puppeteer requires and that Firefox before 150 does not have: setting
 * the orientation of a page together with its size, and functions built from strings while waiting.
 */
import type { Browser, BrowserContext, ElementHandle, JSHandle, Page } from "puppeteer-core";
import { type Code, finder, POLL_TIME, pollingSource, type Waiting, wanted } from "./polling.js";

/** Errors that occur while a page navigates. The poll is then repeated. */
const NAVIGATING = /no such frame|discarded|destroyed|aborted|detached|Navigat/i;

/** Applies the workarounds to every page of a browser. Newer versions accept them, too. */
export function forOldFirefox(browser: Browser, timeout: number): Browser {
  const adapt = (context: BrowserContext): BrowserContext => {
    const plain = context.newPage.bind(context);
    context.newPage = async (...options) => adapted(await plain(...options), timeout);
    return context;
  };
  adapt(browser.defaultBrowserContext());
  const create = browser.createBrowserContext.bind(browser);
  browser.createBrowserContext = async (...options) => adapt(await create(...options));
  return browser;
}

function adapted(page: Page, timeout: number): Page {
  const plain = page.setViewport.bind(page);
  page.setViewport = async (viewport) => {
    try {
      await plain(viewport);
    } catch (error) {
      if (!viewport || !String(error).includes("emulation.setScreenOrientationOverride")) throw error;
      const { width, height } = viewport; // the size was set before the orientation failed
      await wait(page, timeout, (w, h) => innerWidth === w && innerHeight === h, {}, width, height);
    }
  };
  const own = {
    setDefaultTimeout: (milliseconds: number): void => {
      timeout = milliseconds;
      page.setDefaultNavigationTimeout(milliseconds);
    },
    waitForFunction: (code: Code, options?: Waiting, ...values: unknown[]) =>
      wait(page, timeout, code, options, ...values),
    waitForSelector: async (selector: string, options: Waiting = {}): Promise<ElementHandle | null> => {
      const found = await wait(page, timeout, finder(), options, wanted(selector), options.visible ?? false,
        options.hidden ?? false)
        .catch((error: unknown) => { throw new Error(`Waiting for selector \`${selector}\` failed`,
          { cause: error }); });
      return found.asElement() as ElementHandle | null;
    },
  };
  return Object.assign(page, own as unknown as Pick<Page, keyof typeof own>);
}

async function wait(page: Page, defaultTimeout: number, code: Code, { timeout = defaultTimeout }: Waiting = {},
    ...values: unknown[]): Promise<JSHandle> {
  const look = `async (...values) => { ${pollingSource(code, POLL_TIME)} }`;
  for (const end = Date.now() + timeout; Date.now() < end;) {
    const found = await page.evaluateHandle(functionOf(look), ...values).catch((error: unknown) => {
      if (NAVIGATING.test(String(error))) return null;
      throw error;
    });
    if (found?.asElement() || await found?.jsonValue().catch(() => true)) return found!;
    await found?.dispose();
  }
  throw new Error(`Waiting failed: ${timeout}ms exceeded: ${String(code).slice(0, 200)}`);
}

/** Returns a function that puppeteer serialises to the given source. */
function functionOf(text: string): (...values: unknown[]) => Promise<unknown> {
  return Object.assign(() => Promise.resolve(), { toString: () => text });
}
