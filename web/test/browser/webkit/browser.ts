/**
 * Drives Debian's WebKit (WebKitGTK with WebKitWebDriver) in tests that are written for puppeteer, which
 * does not support it. This layer implements puppeteer's interface. With a library for WebDriver, which
 * has only a dozen commands, this layer would still be needed.
 */
import type { Browser } from "puppeteer-core";
import { Session } from "./session.js";

/** A browser profile with its pages. */
class WebKitContext {
  private session: Promise<Session> | null = null;

  constructor(private readonly driverPath: string, private readonly downloads: string,
    private readonly empty: string) {}

  async newPage(): Promise<unknown> { return (await this.started()).newPage(); }

  async pages(): Promise<readonly unknown[]> { return [...(await this.started()).pages]; }

  async close(): Promise<void> {
    if (this.session) await (await this.session).close();
    this.session = null;
  }

  private started(): Promise<Session> {
    return this.session ??= Session.start(this.driverPath, this.downloads, this.empty, this);
  }
}

class WebKitBrowser {
  private readonly main: WebKitContext;
  private readonly others: WebKitContext[] = [];

  constructor(private readonly driverPath: string, private readonly downloads: string,
    private readonly empty: string) {
    this.main = new WebKitContext(driverPath, downloads, empty);
  }

  defaultBrowserContext(): WebKitContext { return this.main; }

  createBrowserContext(): Promise<WebKitContext> {
    const context = new WebKitContext(this.driverPath, this.downloads, this.empty);
    this.others.push(context);
    return Promise.resolve(context);
  }

  newPage(): Promise<unknown> { return this.main.newPage(); }

  async close(): Promise<void> {
    for (const context of [this.main, ...this.others]) await context.close();
  }
}

/**
 * Launches WebKit. Its browser implements the part of puppeteer's interface that the tests use. `empty`
 * is the address of an empty document of the site under test.
 */
export function launchWebKit(driverPath: string, downloads: string, empty: string): Promise<Browser> {
  return Promise.resolve(new WebKitBrowser(driverPath, downloads, empty) as unknown as Browser);
}
