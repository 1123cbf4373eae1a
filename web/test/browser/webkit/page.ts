/**
 * A page of WebKit that implements the part of puppeteer's interface for pages that the tests use. See
 * browser.ts for the reason.
 */
import { EventEmitter } from "node:events";
import { type Code, finder, findAll, isDrawn, POLL_TIME, pollingSource, type Waiting, wanted } from "../polling.js";
import { choose, mayBeNamed, middleOf, type Note, NOTES } from "./inside.js";
import { keyValue } from "./keys.js";
import type { Session } from "./session.js";
import { DriverError, idOf, isReference, reference, type Reference } from "./wire.js";

/** The result of one poll of a page. */
interface PollResult { readonly value?: unknown; readonly element?: Reference
  | null; readonly thrown?: string; readonly notes?: readonly Note[]; readonly url?: string }

/** The value with which a wait ended. */
export class WebKitValue {
  constructor(private readonly value: unknown) {}
  asElement(): null { return null; }
  jsonValue(): Promise<unknown> { return Promise.resolve(this.value); }
  dispose(): Promise<void> { return Promise.resolve(); }
}

export class WebKitPage extends EventEmitter {
  readonly keyboard = new Keyboard(this);
  readonly mouse = new Mouse(this);
  readonly scripts: string[] = [];
  private hasEnded = false;
  private address = "about:blank";
  private timeout = 60_000;

  constructor(readonly session: Session, readonly handle: string) { super(); }

  /** Sends a command to the driver after selecting this page. */
  command(method: "get" | "post" | "delete", path: string, body?: object): Promise<unknown> {
    if (this.hasEnded) return Promise.reject(new Error("the page is closed"));
    return this.session.command(this, method, path, body);
  }

  async goto(url: string, _options: object = {}): Promise<null> {
    await this.drain();
    await this.command("post", "/url", { url });
    this.address = url;
    return null;
  }

  async reload(): Promise<null> {
    await this.drain();
    await this.command("post", "/refresh");
    return null;
  }

  async goBack(): Promise<null> {
    await this.drain();
    await this.command("post", "/back");
    return null;
  }

  async goForward(): Promise<null> {
    await this.drain();
    await this.command("post", "/forward");
    return null;
  }

  /** Returns the address that the page had at the last command. */
  url(): string { return this.address; }

  evaluateOnNewDocument(code: Code, ...values: unknown[]): Promise<{ identifier: string }> {
    this.scripts.push(typeof code === "string" ? code : `(${code.toString()})(...${JSON.stringify(values)});`);
    return Promise.resolve({ identifier: String(this.scripts.length) });
  }

  async setViewport({ width, height }: { readonly width: number; readonly height: number }): Promise<void> {
    await this.session.bringToFront(this);
    for (let tries = 0; tries < 5; tries++) {
      const [besideWidth, besideHeight] =
        await this.evaluate("[outerWidth - innerWidth, outerHeight - innerHeight]") as [number, number];
      await this.command("post", "/window/rect", { x: 0, y: 0, width: width + besideWidth,
        height: height + besideHeight });
      const fits = await this.poll(`innerWidth === ${width} && innerHeight === ${height}`, [], 1_000);
      if (fits.value) return;
    }
    const size = JSON.stringify(await this.evaluate("[innerWidth, innerHeight]"));
    throw new Error(`the window does not become ${width} by ${height}: ${size}`);
  }

  async evaluate(code: Code, ...values: unknown[]): Promise<unknown> {
    const found = await this.poll(code, values, 0);
    if (found.thrown !== undefined) throw new Error(found.thrown);
    return found.value;
  }

  async waitForFunction(code: Code, options: Waiting = {}, ...values: unknown[]): Promise<WebKitElement | WebKitValue> {
    const end = Date.now() + (options.timeout ?? this.timeout);
    for (;;) {
      const found = await this.poll(code, values, POLL_TIME).catch((error: unknown) => {
        if (isNavigating(error)) return {} as PollResult;
        throw error;
      });
      if (found.thrown !== undefined) throw new Error(found.thrown);
      if (found.element) return new WebKitElement(this, found.element);
      if (found.value) return new WebKitValue(found.value);
      if (Date.now() > end) {
        const timeout = options.timeout ?? this.timeout;
        throw new Error(`Waiting failed: ${timeout}ms exceeded: ${String(code).slice(0, 200)}`);
      }
    }
  }

  async waitForSelector(selector: string, options: Waiting = {}): Promise<WebKitElement | null> {
    try {
      const found = await this.waitForFunction(finder(), options, wanted(selector), options.visible ?? false,
        options.hidden ?? false);
      return found instanceof WebKitElement ? found : null;
    } catch (error) {
      throw new Error(`Waiting for selector \`${selector}\` failed`, { cause: error });
    }
  }

  async $(selector: string): Promise<WebKitElement | null> { return (await this.$$(selector))[0] ?? null; }

  async $$(selector: string, root: Reference | null = null): Promise<WebKitElement[]> {
    const aria = /^::-p-aria\(\[name="(.*)"\]\[role="(.*)"\]\)$/.exec(selector);
    if (aria) return this.byName(aria[1]!, aria[2]!);
    const found = await this.evaluate(findAll as Code, root, wanted(selector)) as readonly Reference[];
    return found.map((each) => new WebKitElement(this, each));
  }

  async $eval(selector: string, code: Code, ...values: unknown[]): Promise<unknown> {
    const found = await this.$(selector);
    if (!found) throw new Error(`failed to find element matching selector "${selector}"`);
    return found.evaluate(code, ...values);
  }

  async $$eval(selector: string, code: Code, ...values: unknown[]): Promise<unknown> {
    return this.evaluate(`(${code.toString()})((${findAll.toString()})(null, values[0]), ...values.slice(1))`,
      wanted(selector), ...values);
  }

  async click(selector: string): Promise<void> { await (await this.required(selector)).click(); }
  async hover(selector: string): Promise<void> { await (await this.required(selector)).hover(); }
  async focus(selector: string): Promise<void> { await (await this.required(selector)).focus(); }
  async type(selector: string, text: string): Promise<void> { await (await this.required(selector)).type(text); }
  async select(selector: string,
    ...values: string[]): Promise<unknown> { return (await this.required(selector)).evaluate(choose as Code, values); }

  async title(): Promise<string> { return String(await this.command("get", "/title")); }
  async content(): Promise<string> { return String(await this.command("get", "/source")); }
  async screenshot({ path }: { readonly path?: string } = {}): Promise<Uint8Array> {
    const image = Buffer.from(String(await this.command("get", "/screenshot")), "base64");
    if (path) (await import("node:fs")).writeFileSync(path, image);
    return image;
  }

  async bringToFront(): Promise<void> { await this.session.bringToFront(this); }
  browserContext(): unknown { return this.session.context; }
  isClosed(): boolean { return this.hasEnded; }
  setDefaultTimeout(milliseconds: number): void { this.timeout = milliseconds; }

  async close(): Promise<void> {
    await this.drain();
    await this.session.recycle(this);
    this.hasEnded = true;
  }

  /** Collects the console messages and errors of the page before they are lost. */
  private async drain(): Promise<void> { await this.poll("0", [], 0).catch(() => undefined); }

  /** Returns the elements with a role and an accessible name, as WebKit computes them. */
  private async byName(name: string, role: string): Promise<WebKitElement[]> {
    const maybe = await this.evaluate(mayBeNamed as Code, name) as readonly Reference[];
    const found: WebKitElement[] = [];
    for (const each of maybe) {
      const computed = (what: string): Promise<unknown> =>
        this.command("get", `/element/${idOf(each)}/computed${what}`).catch(() => null); // it has no role or name
      if (await computed("label") === name
        && await computed("role") === role) found.push(new WebKitElement(this, each));
    }
    return found;
  }

  private async required(selector: string): Promise<WebKitElement> {
    const found = await this.$(selector);
    if (!found) throw new Error(`No element found for selector: ${selector}`);
    return found;
  }

  /** Runs code in the page repeatedly until it returns something or the time has passed. */
  private async poll(code: Code, values: readonly unknown[], milliseconds: number): Promise<PollResult> {
    const script = `const values = Array.prototype.slice.call(arguments, 0, -1);
      const settle = arguments[arguments.length - 1];
      const notes = () => window[Symbol.for(${JSON.stringify(NOTES)})]?.splice(0) ?? [];
      (async () => { ${pollingSource(code, milliseconds)} })().then(
        (found) => settle({
          [found instanceof Element ? "element" : "value"]: found, notes: notes(), url: location.href,
        }),
        (error) => settle({
          thrown: error instanceof Error ? String(error) + "\\n" + error.stack : String(error), notes: notes(),
        }));`;
    const found = await this.command("post", "/execute/async", { script, args: values.map(toWire) }) as PollResult;
    for (const note of found.notes ?? []) this.emitNote(note);
    this.address = found.url ?? this.address;
    return found;
  }

  private emitNote({ kind, type, text }: Note): void {
    if (kind === "thrown") this.emit("pageerror", new Error(text));
    else this.emit("console", { type: () => type, text: () => text, location: () => ({}) });
  }
}

/** An element of a page, with the interface of puppeteer's handles. */
export class WebKitElement {
  constructor(readonly page: WebKitPage, readonly element: Reference) {}

  asElement(): this { return this; }
  evaluate(code: Code, ...values: unknown[]): Promise<unknown> { return this.page.evaluate(code, this, ...values); }

  async $(selector: string): Promise<WebKitElement | null> { return (await this.$$(selector))[0] ?? null; }
  $$(selector: string): Promise<WebKitElement[]> { return this.page.$$(selector, this.element); }
  async $eval(selector: string, code: Code, ...values: unknown[]): Promise<unknown> {
    const found = await this.$(selector);
    if (!found) throw new Error(`failed to find element matching selector "${selector}"`);
    return found.evaluate(code, ...values);
  }

  async click(options: Pressing = {}): Promise<void> {
    const { x, y } = await this.middle();
    await this.page.mouse.click(x, y, options);
  }

  async hover(): Promise<void> {
    const { x, y } = await this.middle();
    await this.page.mouse.move(x, y);
  }

  async focus(): Promise<void> { await this.evaluate("values[0].focus()"); }

  async type(text: string): Promise<void> {
    await this.focus();
    await this.page.keyboard.type(text);
  }

  async press(key: string): Promise<void> {
    await this.focus();
    await this.page.keyboard.press(key);
  }

  async boundingBox(): Promise<unknown> {
    return this.evaluate("(({ x, y, width, height }) => ({ x, y, width, height }))(values[0].getBoundingClientRect())");
  }

  isVisible(): Promise<unknown> { return this.evaluate(isDrawn as Code); }

  /** Selects files of this machine in a file field. */
  async uploadFile(...paths: string[]): Promise<void> {
    await this.page.command("post", `/element/${idOf(this.element)}/value`, { text: paths.join("\n") });
  }

  jsonValue(): Promise<unknown> { return this.evaluate("values[0]"); }
  dispose(): Promise<void> { return Promise.resolve(); }

  private async middle(): Promise<{ readonly x: number; readonly y: number }> {
    return await this.evaluate(middleOf as Code) as { readonly x: number; readonly y: number };
  }
}

class Keyboard {
  constructor(private readonly page: WebKitPage) {}
  down(key: string): Promise<void> { return this.act([{ type: "keyDown", value: keyValue(key) }]); }
  up(key: string): Promise<void> { return this.act([{ type: "keyUp", value: keyValue(key) }]); }
  press(key: string): Promise<void> { return this.type([key]); }

  /**
   * Presses a key for each character, with Shift where a keyboard needs it. The driver would add Shift,
   * but not after a menu has been opened with the right mouse button.
   */
  type(text: Iterable<string>): Promise<void> {
    const press = (value: string): object[] => [{ type: "keyDown", value }, { type: "keyUp", value }];
    const shift = keyValue("Shift");
    return this.act([...text].map(keyValue).flatMap((value) =>
      (/[A-Z~!@#$%^&*()_+{}|:"<>?]/.test(value)
        ? [{ type: "keyDown", value: shift }, ...press(value), { type: "keyUp", value: shift }] : press(value))));
  }

  private async act(actions: readonly object[]): Promise<void> {
    await this.page.command("post", "/actions", { actions: [{ type: "key", id: "keyboard", actions }] });
  }
}

/** The buttons of a mouse, by WebDriver's numbers. */
const BUTTONS = { left: 0, middle: 1, right: 2 } as const;

interface Pressing { readonly count?: number; readonly button?: keyof typeof BUTTONS }

class Mouse {
  private at = { x: 0, y: 0 };

  constructor(private readonly page: WebKitPage) {}

  move(x: number, y: number): Promise<void> {
    this.at = { x: Math.round(x), y: Math.round(y) };
    return this.act([moveTo(x, y)]);
  }

  down(options: Pressing = {}): Promise<void> { return this.act([{ type: "pointerDown", button: BUTTONS[options.button
    ?? "left"] }]); }
  up(options: Pressing = {}): Promise<void> { return this.act([{ type: "pointerUp", button: BUTTONS[options.button
    ?? "left"] }]); }

  click(x: number, y: number, { count = 1, button = "left" }: Pressing = {}): Promise<void> {
    const once = [{ type: "pointerDown", button: BUTTONS[button] }, { type: "pointerUp", button: BUTTONS[button] }];
    return this.act([moveTo(x, y), ...Array.from({ length: count }, () => once).flat()]);
  }

  async wheel({ deltaX = 0, deltaY = 0 }: { readonly deltaX?: number; readonly deltaY?: number }): Promise<void> {
    const { x, y } = this.at;
    await this.page.command("post", "/actions",
      { actions: [{ type: "wheel", id: "wheel",
      actions: [{ type: "scroll", x, y, deltaX, deltaY, origin: "viewport" }] }] });
  }

  private async act(actions: readonly object[]): Promise<void> {
    await this.page.command("post", "/actions",
      { actions: [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }] });
  }
}

function moveTo(x: number, y: number): object {
  return { type: "pointerMove", duration: 0, origin: "viewport", x: Math.round(x), y: Math.round(y) };
}

/** Whether a command failed because it arrived during a navigation. It is then repeated. */
function isNavigating(error: unknown): boolean {
  return error instanceof DriverError && (error.kind === "javascript error" || error.kind === "stale element reference"
    || /unload|navigat/.test(error.message));
}

/** Returns a value in WebDriver's notation. */
function toWire(value: unknown): unknown {
  if (value instanceof WebKitElement) return value.element;
  if (isReference(value)) return reference(idOf(value));
  return value === undefined ? null : value;
}
