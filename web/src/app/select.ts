/** Derives facts from the state. */
import type { DialectInfo, Node, Problem, Range, Rendered, Snapshot } from "../protocol/protocol.gen.js";
import { visible } from "../share/path.js";
import { nodeOfValue } from "./form.js";
import type { Document, Evaluation, Example, State } from "./state.js";
import { contains } from "./text.js";

/** Returns the status of the evaluation: whether there is a result, and whether the document has changed since. */
export function evaluation(state: State): Evaluation {
  if (state.engine.phase === "stopped") return { status: "crashed", message: state.engine.why };
  if (state.refusal?.revision === state.revision) return { status: "refused", message: state.refusal.why };
  if (!state.snapshot) return { status: "starting" };
  return { status: state.snapshot.revision === state.revision ? "fresh" : "stale", snapshot: state.snapshot };
}

/**
 * Returns the id of the graph node with the smallest entry in the source that contains a position;
 * without one, that of the form field whose value is written there, or "".
 */
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

/** Returns the graph node with the given id, or null if there is none. */
export function nodeWithId(snapshot: Snapshot | null, id: string): Node | null {
  return snapshot?.graph.nodes.find((node) => node.id === id) ?? null;
}

/** Returns the current dialect; before the engine is loaded, a record with only its name. */
export function dialectOf(state: State): DialectInfo {
  const name = state.document.dialect || state.snapshot?.dialect || "";
  return state.engine.dialects.find((dialect) => dialect.name === name)
    ?? { name, title: name, main: "", new: "", console: false, declares: [], calls: [], commands: [] };
}

/**
 * Returns the name of the main file: the one that the evaluator found or, before the first result, the
 * first file.
 */
export function mainFile(state: State): string {
  const main = state.snapshot?.main ?? "";
  if (state.document.files.some((file) => file.name === main)) return main;
  return state.document.files[0]?.name ?? "";
}

/** Whether two documents have the same files and the same dialect. */
export function sameText(a: Document, b: Document): boolean {
  return a === b || (
    a.dialect === b.dialect && a.files.length === b.files.length &&
    a.files.every((file, index) => file.name === b.files[index]?.name && file.text === b.files[index]?.text)
  );
}

/** Whether the text differs from the text that was opened. */
export function isEdited(state: State): boolean {
  return !sameText(state.document, state.opened);
}

/** Whether the text is the user's own, which is never discarded: it was edited or adopted. */
export function isMine(state: State): boolean {
  return state.document.isOwn === true || isEdited(state);
}

/** Returns the user's own texts in a state: the current one, and the one that is set aside. */
export function ownTexts(state: State): readonly Document[] {
  return [...(isMine(state) ? [state.document] : []), ...(state.mine ? [state.mine] : [])];
}

/** Returns the title of an example; for other texts, their own title. */
export function titleOf(document: Document, gallery: readonly Example[]): string {
  const { example } = document;
  if (!example) return ownTitle(document);
  return gallery.find(({ dialect, name }) => dialect === example.dialect && name === example.name)?.title
    ?? example.name.replaceAll("-", " ");
}

/**
 * Returns the name or description that a text declares, whichever is first; else the name of its
 * first file. It has no invisible characters, since it is shown and pasted elsewhere.
 */
export function ownTitle({ files }: Document): string {
  const [main] = files;
  const named = /^(?:name|description):[ \t]*["']?([^\s"'>|#][^\n"'#]*)/m.exec(main?.text ?? "")?.[1]?.trim();
  return visible(named?.slice(0, 60) ?? "").trim() || (main?.name ?? "");
}

/** Returns the title for links and downloads of a text. */
export function sharedTitle(state: State): string {
  return isMine(state) ? ownTitle(state.document) : titleOf(state.document, state.gallery);
}

/** Whether the text has a syntax error, so that parts of the result may be missing. */
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

/** Describes counts: "2 errors, 1 warning", "no problems". */
export function describeCounts({ error, warning, info }: ProblemCounts): string {
  const parts = [plural(error, "error"), plural(warning, "warning"), plural(info, "hint")].filter(Boolean);
  return parts.length > 0 ? parts.join(", ") : "no problems";
}

function plural(count: number, word: string): string {
  return count === 0 ? "" : `${count} ${word}${count === 1 ? "" : "s"}`;
}

/**
 * Returns the evaluator's result for copying and downloading, without kept parts; null if there is none
 * for this text.
 */
export function engineResult(state: State): Rendered | null {
  return isFromOtherText(state) ? null : state.shown?.plain ?? null;
}

/** Whether the last snapshot is of another text, and not only of an earlier version of this one. */
export function isFromOtherText({ snapshot, firstRevision }: State): boolean {
  return snapshot !== null && snapshot.revision < firstRevision;
}

/** Whether the shown result must be marked as outdated. A stale one is not marked until the next one is late. */
export function isOutdated(state: State): boolean {
  const { status } = evaluation(state);
  if (status === "crashed" || status === "refused") return true;
  return status === "stale" && (state.isLate || state.engine.pace !== "quick" || state.engine.phase === "paused"
    || state.engine.phase === "missing");
}

const SEVERITY_ORDER = { error: 0, warning: 1, info: 2 } as const satisfies Record<Problem["severity"], number>;

/**
 * Returns the problems in the order in which they are listed: by severity, errors first, then by file,
 * in the order of `files`, and position.
 */
export function inOrder(problems: readonly Problem[], files: readonly string[]): readonly Problem[] {
  const rank = ({ file }: Range): number => (files.includes(file) ? files.indexOf(file) : files.length);
  return problems.toSorted((a, b) =>
    SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity] || rank(a.range) - rank(b.range) ||
    a.range.file.localeCompare(b.range.file) || a.range.line - b.range.line || a.range.column - b.range.column);
}

/** Returns the problems of the current text, without those of another text and of removed files, in order. */
export function problemsOf(state: State): readonly Problem[] {
  const { snapshot, document } = state;
  if (!snapshot || isFromOtherText(state)) return NO_PROBLEMS;
  const names = document.files.map(({ name }) => name);
  const main = mainFile(state);
  // Until the next result, the last one may have problems in a removed file. Console lines are listed
  // too: they have names like files, but are not among the document's.
  const known = new Set(["", ...names, ...snapshot.console.map(({ file }) => file)]);
  const here = snapshot.revision === state.revision ? snapshot.problems
    : snapshot.problems.filter(({ range }) => known.has(range.file));
  return inOrder(here, [main, ...names.filter((name) => name !== main)]);
}

const NO_PROBLEMS: readonly Problem[] = [];
