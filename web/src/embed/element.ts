/**
 * The element <pantograph-example>. It draws the code, result and graph that the page contains, with
 * tabs and buttons, and by default loads nothing until the reader interacts. It occupies exactly the
 * space of what it replaces, so that the page does not move.
 */
import { webAddress } from "./address.js";
import { isChecked, loadPart } from "./checked.js";
import { createElement, icon, ICONS, reconcile } from "./dom.js";
import { MAX_HIGHLIGHTED, highlight } from "./highlight.js";
import type { EditorContext, Kit, EmbedEditor, Outcome } from "./outcome.js";
import { engine, registry, type Running } from "./registry.js";
import { inputsOf, readSource, type Source } from "./source.js";
import { BAR, LINE, PADDING, styles, WIDE } from "./styles.js";
import type { ExampleFile, ExampleResult, ExampleState, ExampleView, PantographExampleElement } from "./types.js";

const STRING_ATTRIBUTES = ["dialect", "file", "src", "inputs", "view", "start", "lines", "height", "theme", "editor",
  "link"] as const;
const VIEWS: readonly ExampleView[] = ["code", "result", "graph"];
const TITLES: Readonly<Record<ExampleView, string>> = { code: "Code", result: "Result", graph: "Graph" };

/** What an element replaces when it is first drawn: its source, and the size of that in pixels. */
interface Placeholder {
  readonly source: Source;
  readonly height: number;
  readonly margins: readonly [string, string] | null;
}

/** Measures an element; if it is not defined yet, including the space that embed.css reserves for it. */
function measure(element: HTMLElement, isDefined: boolean): Placeholder {
  const source = readSource(element);
  const own = element.getBoundingClientRect();
  const isSpaceReserved = !isDefined && own.height > 0;
  if (!source.block) return { source, height: isSpaceReserved ? own.height : 0, margins: null };
  const { marginBlockStart, marginBlockEnd } = getComputedStyle(source.block);
  const block = source.block.getBoundingClientRect();
  return {
    source,
    height: (isSpaceReserved ? own.bottom : block.bottom) - block.top,
    margins: [marginBlockStart, isSpaceReserved ? getComputedStyle(wrapperOf(element) ?? element).marginBlockEnd
      : marginBlockEnd],
  };
}

/** Returns the paragraph that Markdown puts around an element on a line of its own, or null. */
function wrapperOf(element: HTMLElement): HTMLElement | null {
  const around = element.parentElement;
  return around?.matches("p") && around.children.length === 1 && around.textContent?.trim() === "" ? around : null;
}

/**
 * The measures of elements that were in the page before this script ran, taken while the styles for
 * undefined elements still applied.
 */
const placeholders = new WeakMap<Element, Placeholder>();

let count = 0;
const kit: Kit = { createElement, highlight, maxHighlighted: MAX_HIGHLIGHTED };

class Example extends HTMLElement {
  static readonly observedAttributes = [...STRING_ATTRIBUTES, "readonly"];
  private source: Source | null = null;
  private files: readonly ExampleFile[] = [];
  private original: readonly ExampleFile[] = [];
  private open: ExampleView = "code";
  private shownFile = 0;
  private outcome: Outcome | null = null;
  private rendering: Running["rendering"] | null = null;
  private activeEditor: EmbedEditor | null = null;
  private isEditing = false;
  private openings = 0;
  private runs = 0;
  /** Counts the changes of the text. A response that arrives after a later one is ignored. */
  private loads = 0;
  private readonly idPrefix = `pg${++count}`;
  private frame = createElement("div", { class: "frame", part: "frame" });
  private tabs = createElement("div", { class: "tabs", part: "tabs", role: "tablist" });
  private tools = createElement("div", { class: "tools", part: "tools" });
  private panes: Readonly<Record<ExampleView, HTMLElement>> = {
    code: this.pane("code"), result: this.pane("result"), graph: this.pane("graph"),
  };
  /** The width for which the graph is drawn. */
  private drawnWidth = 0;
  /** Whether the result and the graph belong to an earlier text. */
  private isStale = false;
  private problems = createElement("ul", { class: "problems", part: "problems", hidden: "", "aria-label": "Problems" });
  private announcer = createElement("span", { class: "spoken", role: "status" });
  private visibility: IntersectionObserver | null = null;
  private sizes: ResizeObserver | null = null;

  connectedCallback(): void {
    if (this.source) this.watch();
    else draw(this);
  }

  disconnectedCallback(): void {
    this.visibility?.disconnect();
    this.sizes?.disconnect();
    themed.delete(this);
    queueMicrotask(() => { if (!this.isConnected) this.endEditing(); }); // unless the element was only moved
  }

  attributeChangedCallback(name: string): void {
    if (!this.source) return;
    if (name === "theme") this.retheme(this.isDark());
    else if (name === "height" || name === "lines") this.frame.style.height = this.totalHeight(null);
    else if (name === "link" || name === "readonly" || name === "start" || name === "view") this.show();
    else if (name === "src") this.sourceChanged();
    else if (name === "inputs" || name === "file") this.readSourceAgain();
  }

  upgrade({ source, height, margins }: Placeholder): void {
    this.source = source;
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [styles()];
    this.build();
    root.append(this.frame);
    this.useSource(source);
    this.frame.style.height = this.totalHeight(height);
    if (margins && source.block) {
      [this.style.marginBlockStart, this.style.marginBlockEnd] = margins;
      source.block.style.display = "none";
    }
    this.watch();
    this.fire("ready", null);
    if (this.src && source.files.length === 0) void this.load();
  }

  private build(): void {
    const panes = createElement("div", { class: "panes" }, this.panes.code, this.panes.result, this.panes.graph,
      createElement("div", { class: "hair" }));
    this.frame.append(createElement("div", { class: "bar", part: "bar" }, this.tabs, this.tools), panes, this.problems,
      this.announcer);
    this.tabs.addEventListener("keydown", (event) => this.onKey(event));
    this.panes.code.addEventListener("dblclick",
      () => { if (!this.isEditing && this.mayRun() && !this.readonly) void this.edit(); });
  }

  private pane(view: ExampleView): HTMLElement {
    const output = view === "code" ? "" : " output";
    return createElement("div", { class: `pane ${view}${output}`, part: view, role: "tabpanel",
      id: `${this.idPrefix}-${view}`, tabindex: "0", hidden: "" });
  }

  private useSource(source: Source): void {
    this.source = source;
    this.original = this.files = this.withInputs(source.files);
    this.open = this.views()[0] ?? "code";
    if (this.open !== "code" && !this.hasStatic(this.open)) this.open = "code";
    this.show();
  }

  /** Reads the text from the page's blocks again, unless it comes from `src`. */
  private readSourceAgain(): void {
    if (!this.hasAttribute("src") && this.source!.files.length > 0) this.source = readSource(this);
    this.sourceChanged();
  }

  private withInputs(files: readonly ExampleFile[]): readonly ExampleFile[] {
    const inputs = inputsOf(this);
    return inputs ? [...files, { name: "inputs.yaml", text: inputs }] : files;
  }

  /** Loads the text from `src` or, without it, restores the text of the page. */
  private sourceChanged(): void {
    this.loads++; // a response that is still on its way is obsolete
    if (this.src) return void this.load();
    this.replace(() => { if (this.source) this.useSource(this.source); });
  }

  private async load(): Promise<void> {
    const load = ++this.loads, { src } = this;
    try {
      const response = await fetch(src);
      if (!response.ok) throw new Error(`${src}: ${response.status}`);
      const text = await response.text();
      if (load !== this.loads) return;
      const name = this.file || new URL(src, document.baseURI).pathname.split("/").at(-1)!;
      this.replace(() => {
        this.original = this.files = this.withInputs([{ name, text }]);
        this.show();
        this.problems.hidden = true;
      });
    } catch (error) {
      if (load === this.loads) this.fail(error, () => this.load());
    }
  }

  /** Calls `change` to replace the text, and discards the outcome of the old one. */
  private replace(change: () => void): void {
    this.runs++;
    this.outcome = null;
    this.shownFile = 0;
    this.problems.hidden = true;
    this.frame.classList.remove("busy");
    change();
    this.activeEditor?.open(0);
  }

  /**
   * Returns the total height as a CSS length: from the attributes, else that of the replaced space,
   * else what the text needs. `room` is the height of the replaced space in pixels; with null, the
   * current height is kept unless an attribute sets another.
   */
  private totalHeight(room: number | null): string {
    const { height } = this;
    if (height) return /^\d+$/.test(height) ? `${height}px` : height;
    const lines = Number(this.lines) || 0;
    if (lines > 0) return `${2 + BAR + 2 * PADDING + lines * LINE}px`;
    if (room === null) return this.frame.style.height;
    const text = this.files[0]?.text ?? "";
    const natural = 2 + BAR + 2 * PADDING + Math.max(text.split("\n").length - 1, 6) * LINE;
    return `${room > 120 ? Math.round(room * 100) / 100 : natural}px`;
  }

  private watch(): void {
    themed.add(this);
    this.retheme(this.isDark());
    this.sizes = new ResizeObserver(([entry]) => this.fit(entry?.contentRect.width ?? 0));
    this.sizes.observe(this);
    if (this.start !== "visible" || this.outcome) return;
    this.visibility = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      this.visibility?.disconnect();
      void this.run();
    });
    this.visibility.observe(this);
  }

  private fit(width: number): void {
    const isWide = width >= WIDE;
    this.frame.classList.toggle("slim", width < 420);
    if (this.frame.classList.contains("wide") === isWide) return;
    this.frame.classList.toggle("wide", isWide);
    if (this.isEditing) this.show();
  }

  isDark(): boolean {
    if (this.theme) return this.theme === "dark";
    const [r = 0, g = 0, b = 0] = (getComputedStyle(this).color.match(/[\d.]+/g) ?? []).map(Number);
    return r * 0.299 + g * 0.587 + b * 0.114 > 140;
  }

  retheme(isDark: boolean): void {
    this.frame.classList.toggle("dark", isDark);
    this.activeEditor?.retheme();
  }

  // Drawing.

  private views(): readonly ExampleView[] {
    const asked = this.view.split(/\s+/)
      .filter((word): word is ExampleView => (VIEWS as readonly string[]).includes(word));
    const wanted = asked.length > 0 ? asked : VIEWS;
    const all = wanted.includes("code") ? wanted : [...wanted, "code" as const];
    return this.mayRun() ? all : all.filter((view) => view === "code" || this.hasStatic(view));
  }

  private hasStatic(view: ExampleView): boolean {
    return view === "code" || this.outcome !== null
      || (view === "result" ? this.source?.result : this.source?.graph) != null;
  }

  private mayRun(): boolean { return this.start !== "never"; }

  private isSplit(): boolean { return this.isEditing && this.frame.classList.contains("wide"); }

  private show(): void {
    const isSplit = this.isSplit();
    this.frame.classList.toggle("split", isSplit);
    const output = this.open === "code" ? this.views().find((view) => view !== "code") ?? "result" : this.open;
    for (const view of VIEWS) this.panes[view].hidden = view !== this.open
      && !(isSplit && (view === "code" || view === output));
    this.showTabs(isSplit ? output : null);
    this.showTools();
    if (!this.isEditing) this.showCode();
    for (const view of ["result", "graph"] as const) this.showOutput(view);
  }

  private showTabs(beside: ExampleView | null): void {
    const tabs: HTMLElement[] = [];
    const add = (key: string, view: ExampleView, title: string, isOpen: boolean): void => {
      const tab = createElement("button", {
        type: "button", role: "tab", class: `tab${view === "code" && title !== TITLES.code ? " file" : ""}`,
        part: "tab", "data-key": key,
        "aria-selected": String(isOpen), "aria-controls": `${this.idPrefix}-${view}`, tabindex: isOpen ? "0" : "-1",
      }, title);
      if (view === "result" && this.outcome) this.count(tab);
      tab.addEventListener("click", () => { void this.choose(view, key); });
      tabs.push(tab);
    };
    for (const view of [...this.views()].sort((a, b) => VIEWS.indexOf(a) - VIEWS.indexOf(b))) {
      const isOpen = view === this.open || (beside !== null && (view === "code" || view === beside));
      if (view !== "code") add(view, view, TITLES[view], isOpen);
      else if (this.files.length < 2) add("code", view, TITLES.code, isOpen);
      else this.files.forEach(({ name }, at) =>
        add(`code${at}`, view, name || TITLES.code, isOpen && at === this.shownFile));
    }
    reconcile(this.tabs, tabs);
    this.tabs.setAttribute("aria-multiselectable", String(beside !== null));
    for (const view of VIEWS) this.panes[view].setAttribute("aria-label", TITLES[view]);
  }

  private count(tab: HTMLElement): void {
    const errors = this.outcome?.snapshot.problems.filter(({ severity }) => severity === "error").length ?? 0;
    const label = `${errors} error${errors === 1 ? "" : "s"}`;
    if (errors > 0) tab.append(createElement("span", { class: "count", "aria-label": label }, String(errors)));
  }

  private showTools(): void {
    const tool = (name: string, path: string, act: () => void, isMain = false): HTMLButtonElement => {
      const words = createElement("span", { class: "words" }, name);
      const button = createElement("button", { type: "button", class: `tool${isMain ? " main" : ""}`, part: "button",
        "data-key": name, "aria-label": name, title: name }, icon(path));
      if (isMain) button.append(words);
      button.addEventListener("click", act);
      return button;
    };
    const tools: HTMLElement[] = [tool("Copy", ICONS.copy, () => { void this.copy(); })];
    if (this.mayRun() && !this.readonly) {
      if (this.isEditing) tools.push(tool("Reset", ICONS.reset, () => this.reset()));
      else tools.push(tool("Edit", ICONS.edit, () => { void this.edit(); }, true));
    }
    if (this.link !== "none") tools.push(this.opener());
    reconcile(this.tools, tools);
  }

  private showCode(): void {
    const whole = this.files[this.shownFile]?.text ?? "";
    const code = createElement("code", { class: "language-yaml" });
    if (whole.length > MAX_HIGHLIGHTED) code.append(whole);
    else for (const line of whole.replace(/\n$/, "").split("\n")) {
      for (const { kind, text } of highlight(line)) code.append(kind
        ? createElement("span", { class: kind }, text) : text);
      code.append("\n");
    }
    this.panes.code.replaceChildren(createElement("pre", { part: "text" }, code));
  }

  private showOutput(view: "result" | "graph"): void {
    const pane = this.panes[view];
    if (this.outcome) this.rendering?.fill(kit, pane, view, this.outcome);
    else {
      const ready = view === "result" ? this.source?.result : this.source?.graph;
      pane.replaceChildren(...(ready ? [...ready.childNodes].map((node) => node.cloneNode(true)) : []));
    }
    pane.classList.toggle("stale", this.outcome ? this.isStale : this.isChanged());
  }

  // Interaction.

  private async choose(view: ExampleView, key: string): Promise<void> {
    this.open = view;
    if (view === "code") {
      this.shownFile = Number(key.slice(4)) || 0;
      if (this.isEditing) this.activeEditor?.open(this.shownFile);
    }
    this.show();
    if (!this.hasStatic(view)) await this.run();
  }

  private onKey(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0;
    if (step === 0) return;
    const tabs = [...this.tabs.querySelectorAll<HTMLElement>(".tab")];
    const at = tabs.findIndex((tab) => tab === this.shadowRoot?.activeElement);
    const next = tabs[(at + step * (getComputedStyle(this).direction === "rtl" ? -1 : 1) + tabs.length) % tabs.length];
    event.preventDefault();
    next?.focus();
    next?.click();
  }

  private async copy(): Promise<void> {
    const shown = this.isSplit() ? "code" : this.open;
    const text = shown === "result" ? this.panes.result.querySelector("pre")?.textContent
      : this.files[this.shownFile]?.text;
    await navigator.clipboard.writeText(text ?? "");
    const button = this.tools.querySelector("button");
    button?.replaceChildren(icon(ICONS.done));
    this.announcer.textContent = "Copied";
    setTimeout(() => { button?.replaceChildren(icon(ICONS.copy)); this.announcer.textContent = ""; }, 1_500);
  }

  private async edit(): Promise<void> {
    if (this.isEditing) return;
    this.isEditing = true;
    this.open = "code";
    this.show();
    const opening = ++this.openings;
    const opened = await this.openEditor().catch((error: unknown) => this.fail(error, () => this.edit()));
    if (opening !== this.openings) return opened?.close();
    if (!opened) return this.endEditing();
    this.activeEditor = opened;
    opened.open(this.shownFile);
    opened.focus();
    if (!this.outcome || this.drawnWidth !== this.outputWidth()) await this.run();
  }

  private async openEditor(): Promise<EmbedEditor> {
    const context: EditorContext = {
      pane: this.panes.code, frame: this.frame, dialect: () => this.dialect, files: () => this.files,
      outcome: () => this.outcome, edited: (at, text) => this.edited(at, text),
    };
    const monacoEditor = this.editor === "monaco" && !isChecked
      ? await this.loadMonacoEditor(context).catch(() => null) : null;
    if (monacoEditor) return monacoEditor;
    // The light editor is also the fallback if Monaco cannot be loaded.
    const { openEditor } = await loadPart(registry.base, "editor", () => import("./editor.js"));
    return openEditor(kit, context);
  }

  private async loadMonacoEditor(context: EditorContext): Promise<EmbedEditor> {
    this.frame.classList.add("busy");
    try {
      const [{ loadMonacoEditor }, running] = await Promise.all([import("./monacoloader.js"), engine()]);
      return await loadMonacoEditor(running.engine, context);
    } finally {
      this.frame.classList.remove("busy");
    }
  }

  private endEditing(): void {
    this.openings++;
    this.activeEditor?.close();
    this.activeEditor = null;
    this.isEditing = false;
    this.show();
  }

  private edited(at: number, text: string): void {
    this.loads++;
    this.files = this.files.map((file, index) => (index === at ? { ...file, text } : file));
    this.fire("change", this.getState());
    this.markStale();
    void this.run();
  }

  /** Marks the result and the graph as outdated. */
  private markStale(): void {
    this.isStale = true;
    if (this.outcome === null && !this.isChanged()) return; // what the page contains is still correct
    for (const pane of [this.panes.result, this.panes.graph]) pane.classList.add("stale");
  }

  private isChanged(): boolean { return this.files.some(({ text }, at) => text !== this.original[at]?.text); }

  /** Returns the width that a graph can take. */
  private outputWidth(): number {
    const { frame: { clientWidth } } = this;
    return Math.max(0, Math.floor(this.isSplit() ? clientWidth / 2 : clientWidth) - 2 * PADDING);
  }

  async run(): Promise<ExampleResult | null> {
    if (!this.mayRun()) return null;
    const run = ++this.runs;
    this.frame.classList.add("busy");
    try {
      const { engine: running, rendering } = await engine();
      const width = this.outputWidth();
      const outcome = await running.evaluate(this, this.dialect, this.files, width);
      if (!outcome || run !== this.runs) return null;
      this.drawnWidth = width;
      this.rendering = rendering;
      this.outcome = outcome;
      this.isStale = false;
      this.accept(outcome);
      const result = rendering.toExampleResult(outcome);
      this.fire("result", result);
      return result;
    } catch (error) {
      if (run === this.runs) this.fail(error);
      return null;
    } finally {
      if (run === this.runs) this.frame.classList.remove("busy");
    }
  }

  private accept(outcome: Outcome): void {
    for (const view of ["result", "graph"] as const) this.showOutput(view);
    this.showTabs(this.isSplit() ? (this.open === "code" ? "result" : this.open) : null);
    this.activeEditor?.mark(outcome.snapshot.problems);
    this.rendering?.fill(kit, this.problems, "problems", outcome);
    this.problems.hidden = outcome.snapshot.problems.length === 0;
  }

  private fail(error: unknown, retry: () => Promise<unknown> = () => this.run()): void {
    const why = error instanceof Error ? error.message : String(error);
    const again = createElement("button", { type: "button", class: "again" }, "Try again");
    again.addEventListener("click", () => { void retry(); });
    const item = createElement("li", { class: "error" }, createElement("span", {}, why), again);
    if (this.link !== "none") item.append(this.opener("Open in playground"));
    this.problems.replaceChildren(item);
    this.problems.hidden = false;
    this.markStale();
    this.fire("error", why);
  }

  private fire(name: string, detail: unknown): void { this.dispatchEvent(new CustomEvent(name, { detail })); }

  // The API for the embedding page (types.ts).

  reset(): void {
    this.loads++;
    this.runs++;
    this.files = this.original;
    this.outcome = null;
    this.isStale = false;
    this.problems.hidden = true;
    this.frame.classList.remove("busy");
    this.open = "code";
    this.endEditing();
    if (this.shadowRoot?.activeElement === null
      && document.activeElement === this) this.tools.querySelector<HTMLElement>(".main")?.focus();
  }

  getState(): ExampleState { return { dialect: this.dialect, files: this.files, view: this.open }; }

  setState(state: Partial<ExampleState>): void {
    if (state.dialect !== undefined) this.dialect = state.dialect;
    if (state.files) {
      this.loads++;
      this.files = state.files.map(({ name, text }) => ({ name, text }));
      this.markStale();
      this.shownFile = 0;
      this.activeEditor?.open(0);
    }
    if (state.view) this.open = state.view;
    this.show();
    if (state.files && this.outcome) void this.run();
    else if (!this.hasStatic(this.open)) void this.run();
  }

  /** Returns the URL in the `link` attribute, or null if it does not contain a valid one. */
  private linkAttribute(): string | null {
    const { link } = this;
    if (link === "none") return null;
    return link ? webAddress(link, registry.base) : null;
  }

  async toLink(): Promise<string | null> {
    const known = this.linkAttribute();
    if (this.link === "none" || (known && !this.isChanged())) return known;
    if (!this.files[0]?.name && !this.outcome) await this.run();
    const main = this.outcome?.snapshot.main ?? "";
    const { linkTo } = await loadPart(registry.base, "link", () => import("./link.js"));
    const files = this.files.map(({ name, text }) => ({ name: name || main, text }));
    return linkTo(registry.base, this.dialect, files, this.original,
      async (asked) => (await engine()).engine.redact(asked));
  }

  /** Returns the link "Open in playground". Its URL is computed when a reader points at it, focuses it or clicks. */
  private opener(words = ""): HTMLElement {
    const open = createElement("a", {
      class: words ? "again" : "tool", part: "button", href: this.linkAttribute() ?? registry.base, target: "_blank",
      rel: "noopener",
      title: "Open in playground", "data-key": "Open in playground", "aria-label": "Open in playground",
    }, words || icon(ICONS.open));
    let address: Promise<string | null> | null = null, linked: readonly ExampleFile[] = [];
    const prepare = (): Promise<string | null> => {
      if (linked !== this.files) address = null;
      linked = this.files;
      return (address ??= this.toLink().then((link) => { open.href = link ?? registry.base; return link; }));
    };
    for (const event of ["pointerenter", "focus"]) open.addEventListener(event,
      () => { address = null; void prepare(); });
    open.addEventListener("click", (event) => {
      if (this.linkAttribute() && !this.isChanged()) return;
      event.preventDefault();
      void prepare().then((link) => window.open(link ?? registry.base, "_blank", "noopener"));
    });
    return open;
  }
}

// Each attribute is reflected by a property of the same name.
for (const name of STRING_ATTRIBUTES) {
  Object.defineProperty(Example.prototype, name, {
    configurable: true,
    get(this: Element): string { return this.getAttribute(name) ?? ""; },
    set(this: Element, value: string) { this.setAttribute(name, value); },
  });
}
Object.defineProperty(Example.prototype, "readonly", {
  configurable: true,
  get(this: Element): boolean { return this.hasAttribute("readonly"); },
  set(this: Element, value: boolean) { this.toggleAttribute("readonly", value); },
});
interface Example extends Pick<PantographExampleElement, (typeof STRING_ATTRIBUTES)[number] | "readonly"> {}

const waiting = new Set<Example>();

/** Draws an example together with others that were added in this task: all are measured before any is changed. */
function draw(example: Example): void {
  if (waiting.size === 0) {
    queueMicrotask(() => {
      const all = [...waiting].filter((each) => each.isConnected);
      waiting.clear();
      const found = all.map((each) => placeholders.get(each) ?? measure(each, true));
      all.forEach((each, at) => { const room = found[at]; if (room) each.upgrade(room); });
    });
  }
  waiting.add(example);
}

const themed = new Set<Example>();

/** Adapts all examples when the theme changes: that of the page (an attribute of its root or body) or of the system. */
function watchTheme(): void {
  const all = (): void => {
    const dark = [...themed].map((each) => [each, each.isDark()] as const);
    for (const [each, isDark] of dark) each.retheme(isDark);
  };
  const options = { attributes: true, attributeFilter: ["class", "data-theme", "data-color-mode", "data-bs-theme",
    "data-md-color-scheme", "style"] };
  for (const root of [document.documentElement, document.body]) new MutationObserver(() =>
    requestAnimationFrame(all)).observe(root, options);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", all);
}

/** Defines <pantograph-example>, unless another copy of the loader has. */
export function define(): void {
  if (customElements.get("pantograph-example")) return;
  watchTheme();
  for (const element of document.querySelectorAll<HTMLElement>("pantograph-example")) placeholders.set(element,
    measure(element, false));
  // An element that grew inside a paragraph would count as a layout shift, so the paragraph is removed.
  for (const element of document.querySelectorAll<HTMLElement>("pantograph-example:empty")) {
    wrapperOf(element)?.replaceWith(element);
  }
  customElements.define("pantograph-example", Example);
}
