/**
 * A session of the driver: the pages of one profile. WebDriver has one current window, so commands run
 * one after the other, each after a switch to its window.
 */
import { recordNotes, NOTES } from "./inside.js";
import { WebKitPage } from "./page.js";
import { Proxy } from "./proxy.js";
import { Wire } from "./wire.js";

/** The position of windows not in use. The window at the origin is under the pointer and has the focus. */
const AWAY = { x: 4_000, y: 0 };

/**
 * A window whose history is at least this long is not reused. A history has at most 100 entries, and
 * tests of the history need room for some.
 */
const FULL = 60;

export class Session {
  private readonly open: WebKitPage[] = [];
  /** Windows of closed pages, for reuse, since their process has already loaded the page's scripts. */
  private readonly spare: string[] = [];
  private current: WebKitPage | null = null;
  private last: Promise<unknown> = Promise.resolve();
  private wire!: Wire;
  private proxy!: Proxy;

  private constructor(private readonly empty: string, readonly context: unknown) {}

  /** Starts a browser with an empty profile. */
  static async start(driverPath: string, downloads: string, empty: string, context: unknown): Promise<Session> {
    const session = new Session(empty, context);
    session.proxy = await Proxy.open({
      script: () => [`(${recordNotes.toString()})(${JSON.stringify(NOTES)});`, ...session.current?.scripts
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
    const page = await this.inOrder(async () => {
      const opened = new WebKitPage(this, this.spare.pop() ?? await this.newWindow());
      this.open.push(opened);
      return opened;
    });
    await this.bringToFront(page);
    return page;
  }

  private async newWindow(): Promise<string> {
    const { handle } = await this.wire.post("/window/new", { type: "window" }) as { readonly handle: string };
    return handle;
  }

  /** Moves the page's window under the pointer, and all other windows away. */
  async bringToFront(page: WebKitPage): Promise<void> {
    for (const other of this.open) if (other !== page) await this.command(other, "post", "/window/rect", AWAY);
    await this.command(page, "post", "/window/rect", { x: 0, y: 0 });
  }

  command(page: WebKitPage, method: "get" | "post" | "delete", path: string, body?: object): Promise<unknown> {
    return this.inOrder(async () => {
      if (this.current !== page) await this.wire.post("/window", { handle: page.handle });
      this.current = page;
      return method === "post" ? this.wire.post(path, body) : this.wire[method](path);
    });
  }

  /**
   * Empties the window of a closed page and keeps it for reuse, or closes it if its history is almost
   * full. A document of the same site keeps the window's process; about:blank would end it.
   */
  async recycle(page: WebKitPage): Promise<void> {
    this.open.splice(this.open.indexOf(page), 1); // first, so that it gets no events of the empty document
    await this.command(page, "post", "/url", { url: this.empty });
    const length = await this.command(page, "post", "/execute/sync", { script: "return history.length", args: [] });
    await this.command(page, "post", "/window/rect", AWAY);
    if (Number(length) < FULL) return void this.spare.push(page.handle);
    this.spare.push(await this.inOrder(() => this.newWindow())); // first, because the browser exits without a window
    await this.command(page, "delete", "/window");
    this.current = null;
  }

  async close(): Promise<void> {
    await this.wire.close();
    this.proxy.close();
  }

  /** Runs a function after those before it have finished. */
  private inOrder<T>(run: () => Promise<T>): Promise<T> {
    const next = this.last.then(run);
    this.last = next.catch(() => undefined);
    return next;
  }
}
