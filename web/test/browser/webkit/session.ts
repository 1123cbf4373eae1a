/**
 * A session of the driver: the pages of one profile. WebDriver addresses one window at a time, so
 * commands are run one after the other, each in its own window.
 */
import { keepNotes, NOTES } from "./inside.js";
import { WebKitPage } from "./page.js";
import { Proxy } from "./proxy.js";
import { Wire } from "./wire.js";

/**
 * The position of windows not in use: the one at the origin is under the pointer, and so has the
 * focus.
 */
const AWAY = { x: 4_000, y: 0 };

/** A history ends at 100 entries; tests of it need room for some. */
const FULL = 60;

export class Session {
  private readonly open: WebKitPage[] = [];
  /** Windows of closed pages, for reuse: their process has loaded the page's scripts already. */
  private readonly spare: string[] = [];
  private current: WebKitPage | null = null;
  private line: Promise<unknown> = Promise.resolve();
  private wire!: Wire;
  private proxy!: Proxy;

  private constructor(readonly context: unknown) {}

  /** Starts a browser with an empty profile. */
  static async start(driverPath: string, downloads: string, context: unknown): Promise<Session> {
    const session = new Session(context);
    session.proxy = await Proxy.open({
      script: () => [`(${keepNotes.toString()})(${JSON.stringify(NOTES)});`, ...session.current?.scripts
        ?? []].join("\n"),
      requested: (url) => { for (const page of session.open) page.emit("request", { url: () => url }); },
      refused: (url, status) => {
        const message = { type: () => "error", text: () => `Failed to load resource: ${status} ${url}`,
          location: () => ({ url }) };
        for (const page of session.open) page.emit("console", message);
      },
    });
    session.wire = await Wire.open(driverPath, session.proxy.address, downloads);
    session.spare.push(String(await session.wire.get("/window")));
    return session;
  }

  get pages(): readonly WebKitPage[] { return this.open; }

  async newPage(): Promise<WebKitPage> {
    const page = await this.inLine(async () => {
      const opened = new WebKitPage(this, this.spare.pop() ?? await this.newWindow());
      this.open.push(opened);
      return opened;
    });
    await this.inFront(page);
    return page;
  }

  private async newWindow(): Promise<string> {
    const { handle } = await this.wire.post("/window/new", { type: "window" }) as { readonly handle: string };
    return handle;
  }

  /** Moves the page's window to the pointer, and every other window away. */
  async inFront(page: WebKitPage): Promise<void> {
    for (const other of this.open) if (other !== page) await this.command(other, "post", "/window/rect", AWAY);
    await this.command(page, "post", "/window/rect", { x: 0, y: 0 });
  }

  command(page: WebKitPage, method: "get" | "post" | "delete", path: string, body?: object): Promise<unknown> {
    return this.inLine(async () => {
      if (this.current !== page) await this.wire.post("/window", { handle: page.handle });
      this.current = page;
      return method === "post" ? this.wire.post(path, body) : this.wire[method](path);
    });
  }

  /** Keeps the window of a closed page, emptied; one whose history is almost full is closed. */
  async take(page: WebKitPage): Promise<void> {
    await this.command(page, "post", "/url", { url: "about:blank" });
    const length = await this.command(page, "post", "/execute/sync", { script: "return history.length", args: [] });
    await this.command(page, "post", "/window/rect", AWAY);
    this.open.splice(this.open.indexOf(page), 1);
    if (Number(length) < FULL) return void this.spare.push(page.handle);
    this.spare.push(await this.inLine(() => this.newWindow())); // first, because without a window the browser ends
    await this.command(page, "delete", "/window");
    this.current = null;
  }

  async close(): Promise<void> {
    await this.wire.close();
    this.proxy.close();
  }

  private inLine<T>(run: () => Promise<T>): Promise<T> {
    const next = this.line.then(run);
    this.line = next.catch(() => undefined);
    return next;
  }
}
