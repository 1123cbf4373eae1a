/** Facts derived from the state: nothing here is stored. */
import type { DialectInfo, Node, Problem, Range, Rendered, Snapshot } from "../protocol/protocol.gen.js";
import { visible } from "../share/path.js";
import { nodeOfValue } from "./form.js";
import type { Document, Evaluation, Example, State } from "./state.js";
import { contains } from "./text.js";

/** Returns the state of the evaluation, and whether the document has changed since. */
export function evaluation(state: State): Evaluation {
  if (state.engine.phase === "stopped") return { status: "crashed", message: state.engine.why };
  if (state.refusal?.revision === state.revision) return { status: "refused", message: state.refusal.why };
  if (!state.snapshot) return { status: "starting" };
  return { status: state.snapshot.revision === state.revision ? "fresh" : "stale", snapshot: state.snapshot };
}

/** Returns the smallest graph node whose entry in the source contains a place, or "". */
export function nodeAt(snapshot: Snapshot | null, at: Range): string {
  let best: Node | null = null;
  for (const node of snapshot?.graph.nodes ?? []) {
    if (contains(node.range, at) && (!best || isSmaller(node.range, best.range))) best = node;
  }
  return best?.id ?? nodeOfValue(snapshot, at);
}

function isSmaller(a: Range, b: Range): boolean {
  const lines = (range: Range): number => range.endLine - range.line;
  return lines(a) < lines(b) || (lines(a) === lines(b) && a.endColumn - a.column < b.endColumn - b.column);
}

/** Returns the graph node with an id, or null. */
export function nodeNamed(snapshot: Snapshot | null, id: string): Node | null {
  return snapshot?.graph.nodes.find((node) => node.id === id) ?? null;
}

/** Returns the current dialect, by name if the engine is not loaded yet. */
export function dialectOf(state: State): DialectInfo {
  const name = state.document.dialect || state.snapshot?.dialect || "";
  return state.engine.dialects.find((dialect) => dialect.name === name)
    ?? { name, title: name, main: "", new: "", console: false, declares: [], calls: [], commands: [] };
}

/**
 * Returns the main file's name: according to the evaluator or, before its first result, the first
 * file.
 */
export function mainFile(state: State): string {
  const main = state.snapshot?.main ?? "";
  if (state.document.files.some((file) => file.name === main)) return main;
  return state.document.files[0]?.name ?? "";
}

/** Whether two documents hold the same text under the same dialect. */
export function sameText(a: Document, b: Document): boolean {
  return a === b || (
    a.dialect === b.dialect && a.files.length === b.files.length &&
    a.files.every((file, index) => file.name === b.files[index]?.name && file.text === b.files[index]?.text)
  );
}

/** Whether the user has changed the text since it was opened. */
export function isEdited(state: State): boolean {
  return !sameText(state.document, state.opened);
}

/** Whether the text is the user's own, and so never dropped: edited, or adopted. */
export function isMine(state: State): boolean {
  return state.document.isOwn === true || isEdited(state);
}

/** Returns the user's own texts in a state. */
export function ownTexts(state: State): readonly Document[] {
  return [...(isMine(state) ? [state.document] : []), ...(state.mine ? [state.mine] : [])];
}

/** Returns the title of an example, or the name in the text. */
export function titleOf(document: Document, gallery: readonly Example[]): string {
  const { example } = document;
  if (!example) return ownTitle(document);
  return gallery.find(({ dialect, name }) => dialect === example.dialect && name === example.name)?.title
    ?? example.name.replaceAll("-", " ");
}

/**
 * Returns the name in a text, else its description, else the name of its file, without invisible
 * characters, since it is shown and pasted elsewhere.
 */
export function ownTitle({ files }: Document): string {
  const [main] = files;
  const named = /^(?:name|description):[ \t]*["']?([^\s"'>|#][^\n"'#]*)/m.exec(main?.text ?? "")?.[1]?.trim();
  return visible(named?.slice(0, 60) ?? "").trim() || (main?.name ?? "");
}

/** Returns the title for files and archives of a text. */
export function sharedTitle(state: State): string {
  return isMine(state) ? ownTitle(state.document) : titleOf(state.document, state.gallery);
}

/** Whether the text cannot be read as YAML, so that parts of the result are missing. */
export function hasSyntaxError(problems: readonly Problem[]): boolean {
  return problems.some((problem) => problem.severity === "error" && /(^|-)(syntax|yaml)(-|$)/.test(problem.code));
}

/** The number of problems of each severity. */
export interface ProblemCounts {
  readonly error: number;
  readonly warning: number;
  readonly info: number;
}

/** Counts the problems of each severity. */
export function countProblems(problems: readonly Problem[]): ProblemCounts {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const problem of problems) counts[problem.severity]++;
  return counts;
}

/** "2 errors, 1 warning", "no problems". */
export function describeCounts({ error, warning, info }: ProblemCounts): string {
  const parts = [plural(error, "error"), plural(warning, "warning"), plural(info, "hint")].filter(Boolean);
  return parts.length > 0 ? parts.join(", ") : "no problems";
}

function plural(count: number, word: string): string {
  return count === 0 ? "" : `${count} ${word}${count === 1 ? "" : "s"}`;
}

/**
 * Returns the evaluator's result, for copying and downloading: never with kept parts, nor of
 * another text.
 */
export function trueResult(state: State): Rendered | null {
  return isOfAnother(state) ? null : state.shown?.plain ?? null;
}

/** Whether the last evaluation was of another text, not merely an earlier version of this one. */
export function isOfAnother({ snapshot, begun }: State): boolean {
  return snapshot !== null && snapshot.revision < begun;
}

/** Whether the shown result is out of date and must be marked so. */
export function isFromBefore(state: State): boolean {
  const { status } = evaluation(state);
  if (status === "crashed" || status === "refused") return true;
  return status === "stale" && (state.isLate || state.engine.pace !== "quick" || state.engine.phase === "paused"
    || state.engine.phase === "missing");
}

const GRAVITY = { error: 0, warning: 1, info: 2 } as const satisfies Record<Problem["severity"], number>;

/**
 * Returns the problems as listed: errors first, then by position; those without one come last of
 * their severity.
 */
export function inOrder(problems: readonly Problem[], files: readonly string[]): readonly Problem[] {
  const rank = ({ file }: Range): number => (files.includes(file) ? files.indexOf(file) : files.length);
  return problems.toSorted((a, b) => GRAVITY[a.severity] - GRAVITY[b.severity] || rank(a.range) - rank(b.range) ||
    a.range.file.localeCompare(b.range.file) || a.range.line - b.range.line || a.range.column - b.range.column);
}

/** Returns the problems of this text, leaving out those of another text or of a removed file. */
export function problemsOf(state: State): readonly Problem[] {
  const { snapshot, document } = state;
  if (!snapshot || isOfAnother(state)) return NO_PROBLEMS;
  const names = document.files.map(({ name }) => name);
  const main = mainFile(state);
  // Until the next result, the last one may name a removed file; lines of the console are never
  // files.
  const known = new Set(["", ...names, ...snapshot.console.map(({ file }) => file)]);
  const here = snapshot.revision === state.revision ? snapshot.problems
    : snapshot.problems.filter(({ range }) => known.has(range.file));
  return inOrder(here, [main, ...names.filter((name) => name !== main)]);
}

const NO_PROBLEMS: readonly Problem[] = [];
