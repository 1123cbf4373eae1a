/**
 * Workarounds for features that puppeteer expects of Firefox and that Firefox before 150 lacks:
 * setting a page's orientation with its size, and building functions from strings while waiting.
 */
import type { Browser, BrowserContext, ElementHandle, JSHandle, Page } from "puppeteer-core";
import { type Code, finder, POLL_TIME, pollingSource, type Waiting, wanted } from "./polling.js";

/** Errors while one page is being replaced by the next: the poll is repeated. */
const BETWEEN = /no such frame|discarded|destroyed|aborted|detached|Navigat/i;

/** Applies the workarounds to every page of a browser; newer versions accept them too. */
export function forOldFirefox(browser: Browser, patience: number): Browser {
  const adapt = (context: BrowserContext): BrowserContext => {
    const plain = context.newPage.bind(context);
    context.newPage = async (...options) => adapted(await plain(...options), patience);
    return context;
  };
  adapt(browser.defaultBrowserContext());
  const create = browser.createBrowserContext.bind(browser);
  browser.createBrowserContext = async (...options) => adapt(await create(...options));
  return browser;
}

function adapted(page: Page, patience: number): Page {
  const plain = page.setViewport.bind(page);
  page.setViewport = async (viewport) => {
    try {
      await plain(viewport);
    } catch (error) {
      if (!viewport || !String(error).includes("emulation.setScreenOrientationOverride")) throw error;
      const { width, height } = viewport; // as set before it
      await wait(page, patience, (w, h) => innerWidth === w && innerHeight === h, {}, width, height);
    }
  };
  const own = {
    setDefaultTimeout: (milliseconds: number): void => { patience = milliseconds; },
    waitForFunction: (code: Code, options?: Waiting, ...values: unknown[]) =>
      wait(page, patience, code, options, ...values),
    waitForSelector: async (selector: string, options: Waiting = {}): Promise<ElementHandle | null> => {
      const found = await wait(page, patience, finder(), options, wanted(selector), options.visible ?? false,
        options.hidden ?? false)
        .catch((error: unknown) => { throw new Error(`Waiting for selector \`${selector}\` failed`,
          { cause: error }); });
      return found.asElement() as ElementHandle | null;
    },
  };
  return Object.assign(page, own as unknown as Pick<Page, keyof typeof own>);
}

async function wait(page: Page, patience: number, code: Code, { timeout = patience }: Waiting = {},
    ...values: unknown[]): Promise<JSHandle> {
  const look = `async (...values) => { ${pollingSource(code, POLL_TIME)} }`;
  for (const end = Date.now() + timeout; Date.now() < end;) {
    const found = await page.evaluateHandle(functionOf(look), ...values).catch((error: unknown) => {
      if (BETWEEN.test(String(error))) return null;
      throw error;
    });
    if (found?.asElement() || await found?.jsonValue().catch(() => true)) return found!;
    await found?.dispose();
  }
  throw new Error(`Waiting failed: ${timeout}ms exceeded: ${String(code).slice(0, 200)}`);
}

/** A function for puppeteer to send, which serialises it to the given source. */
function functionOf(text: string): (...values: unknown[]) => Promise<unknown> {
  return Object.assign(() => Promise.resolve(), { toString: () => text });
}
