/**
 * Draws the outcome of an evaluation: the result with the states of its values, the graph, and the
 * problems. It is loaded with the engine. The kit is passed in, so that the loader remains a single
 * file.
 */
import { unmarked } from "../app/cut.js";
import { tooManyToDraw } from "../app/toomany.js";
import { MARK_STATES, MARK_STRIDE, type Problem, type Rendered, type Snapshot } from "../protocol/protocol.gen.js";
import { inOrder } from "../app/select.js";
import type { createElement } from "./dom.js";
import type { MAX_HIGHLIGHTED, highlight } from "./highlight.js";
import type { ExampleFile, ExampleResult } from "./types.js";

/** The outcome of an evaluation. */
export interface Outcome {
  readonly snapshot: Snapshot;
  /** The engine's drawing of the graph as SVG; "" if the graph is too large. */
  readonly drawing: string;
}

/** The functions of the loader that code loaded later uses. */
export interface Kit {
  readonly createElement: typeof createElement;
  readonly highlight: typeof highlight;
  readonly maxHighlighted: typeof MAX_HIGHLIGHTED;
}

/** What an editor needs from its example. */
export interface EditorContext {
  readonly pane: HTMLElement;
  readonly frame: HTMLElement;
  dialect(): string;
  files(): readonly ExampleFile[];
  outcome(): Outcome | null;
  /** Reports that the reader changed the file with this index. */
  edited(file: number, text: string): void;
}

/** The editor of an embed. */
export interface EmbedEditor {
  /** Shows the file with this index. */
  open(file: number): void;
  /** Underlines the problems. */
  mark(problems: readonly Problem[]): void;
  retheme(): void;
  focus(): void;
  close(): void;
}

/** Returns an outcome in the form of the API for embedding pages. */
export function toExampleResult({ snapshot }: Outcome): ExampleResult {
  const problems = snapshot.problems.map(({ severity, code, message, range: { file, line, column } }) =>
    ({ severity, code, message, file, line, column }));
  return { dialect: snapshot.dialect, text: snapshot.result.text, problems };
}

/** Draws a view of an outcome into a pane. */
export function fill({ createElement }: Kit, pane: HTMLElement, view: "result" | "graph" | "problems",
    { snapshot, drawing }: Outcome): void {
  if (view === "problems") pane.replaceChildren(...inOrder(snapshot.problems, [snapshot.main])
    .map((each) => problem(createElement, each)));
  else if (view === "result") pane.replaceChildren(
    ...(snapshot.result.allMarks ? [createElement("p", { class: "note" }, unmarked(snapshot.result))] : []),
    createElement("pre", { part: "text" }, marked(createElement, snapshot.result)));
  else if (snapshot.graph.tooMany) pane.replaceChildren(createElement("p", { class: "note" },
    tooManyToDraw(snapshot.graph.tooMany)));
  else if (snapshot.graph.nodes.length === 0) pane.replaceChildren(createElement("p", { class: "note" },
    "Nothing here has dependencies."));
  else pane.replaceChildren(...draw(drawing));
}

function problem(createElement: Kit["createElement"], { severity, message, range }: Problem): HTMLElement {
  const item = createElement("li", { class: severity }, createElement("span", {}, message));
  if (range.line > 0) item.append(createElement("span", { class: "at" }, `${range.line}:${range.column}`));
  return item;
}

function marked(createElement: Kit["createElement"], { text, marks }: Rendered): HTMLElement {
  const code = createElement("code");
  const lines = text.split("\n");
  const pieces = lines.map((): { from: number; to: number; state: string }[] => []);
  for (let at = 0; at + MARK_STRIDE <= marks.length; at += MARK_STRIDE) {
    const [line = 0, column = 0, end = 0, state = 0] = marks.slice(at, at + 4);
    const kind = MARK_STATES[state] ?? "known";
    if (kind !== "known") pieces[line - 1]?.push({ from: column - 1, to: end - 1, state: kind });
  }
  lines.forEach((line, row) => {
    let at = 0;
    for (const { from, to, state } of pieces[row] ?? []) {
      if (from < at) continue;
      code.append(line.slice(at, from), createElement("span", { class: state }, line.slice(from, to)));
      at = to;
    }
    code.append(line.slice(at), row + 1 < lines.length ? "\n" : "");
  });
  return code;
}

/** The colours in the engine's drawing, and the tokens that replace them, so that it follows the theme. */
const TOKENS: Readonly<Record<string, string>> = {
  "#FAF7F0": "ground", "#F2EDE1": "panel", "#D9D1BF": "rule", "#1B2430": "ink", "#5B6470": "muted", "#0B5FA5": "accent",
  "#6B3FA0": "unknown", "#8A5A00": "mocked", "#475569": "secret", "#B3261E": "error", "#1F6F43": "ok",
};
const MARKUP = /<(\/?)([a-z]+)([^>]*?)(\/?)>|([^<]+)/g;
const ATTRIBUTE = /([\w-]+)="([^"]*)"/g;
const ALLOWED_ELEMENTS = /^(svg|g|path|rect|circle|text|title|desc|tspan|line|polyline)$/;

/**
 * Returns the elements of the engine's drawing. Its markup is well-formed; only elements for shapes
 * and text are created, without styles, event handlers or links.
 */
function draw(drawing: string): Element[] {
  const top = document.createElementNS("http://www.w3.org/2000/svg", "g");
  let at: Element = top;
  for (const [, close, name = "", attributes = "", alone, text] of drawing.matchAll(MARKUP)) {
    if (text !== undefined) { if (at !== top && text.trim()) at.append(plain(text)); }
    else if (close) at = at.parentElement ?? top;
    else if (ALLOWED_ELEMENTS.test(name)) {
      const element = document.createElementNS("http://www.w3.org/2000/svg", name);
      for (const [, key = "", value = ""] of attributes.matchAll(ATTRIBUTE)) {
        if (key === "xmlns" || /^(on|style|href)/.test(key)) continue;
        const token = TOKENS[value];
        element.setAttribute(key, token ? `var(--pg-${token},${value})` : plain(value));
      }
      at.append(element);
      if (!alone) at = element;
    }
  }
  return [...top.children];
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

function plain(text: string): string {
  return text.replace(/&(?:#(\d+)|(\w+));/g, (all, code: string | undefined, name: string | undefined) =>
    code ? String.fromCodePoint(Number(code)) : ENTITIES[name ?? ""] ?? all);
}
