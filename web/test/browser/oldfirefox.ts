/**
 * What puppeteer asks of Firefox and Firefox before 150 does not do, done otherwise: to set a
 * page's orientation with its size, and to build functions from texts while it waits.
 */
import type { Browser, BrowserContext, ElementHandle, JSHandle, Page } from "puppeteer-core";
import { type Code, finder, LOOK, looking, type Waiting, wanted } from "./looking.js";

/** Errors of a page that gives way to the next: then one looks again. */
const BETWEEN = /no such frame|discarded|destroyed|aborted|detached|Navigat/i;

/** Gives every page of a browser what old Firefoxes need; new ones take it too. */
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
      const { width, height } = viewport; // which were said before it
      await wait(page, patience, (w, h) => innerWidth === w && innerHeight === h, {}, width, height);
    }
  };
  const own = {
    setDefaultTimeout: (milliseconds: number): void => { patience = milliseconds; },
    waitForFunction: (code: Code, options?: Waiting, ...values: unknown[]) => wait(page, patience, code, options, ...values),
    waitForSelector: async (selector: string, options: Waiting = {}): Promise<ElementHandle | null> => {
      const found = await wait(page, patience, finder(), options, wanted(selector), options.visible ?? false, options.hidden ?? false)
        .catch((error: unknown) => { throw new Error(`Waiting for selector \`${selector}\` failed`, { cause: error }); });
      return found.asElement() as ElementHandle | null;
    },
  };
  return Object.assign(page, own as unknown as Pick<Page, keyof typeof own>);
}

async function wait(page: Page, patience: number, code: Code, { timeout = patience }: Waiting = {}, ...values: unknown[]): Promise<JSHandle> {
  const look = `async (...values) => { ${looking(code, LOOK)} }`;
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

/** A function for puppeteer to send, which writes it as the text that it is made of. */
function functionOf(text: string): (...values: unknown[]) => Promise<unknown> {
  return Object.assign(() => Promise.resolve(), { toString: () => text });
}
