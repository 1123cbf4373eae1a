/** Arithmetic on texts: offsets, edits, the smallest change between two texts. */
import type { Edit, Range } from "../protocol/protocol.gen.js";

/** A replacement of a piece of a text, in UTF-16 offsets. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The smallest single replacement that makes `before` into `after`; null when they are equal. */
export function smallestSplice(before: string, after: string): Splice | null {
  if (before === after) return null;
  const most = Math.min(before.length, after.length);
  let prefix = 0;
  while (prefix < most && before.charCodeAt(prefix) === after.charCodeAt(prefix)) prefix++;
  let suffix = 0;
  while (
    suffix < most - prefix &&
    before.charCodeAt(before.length - 1 - suffix) === after.charCodeAt(after.length - 1 - suffix)
  ) suffix++;
  if (splitsPair(before, prefix) || splitsPair(after, prefix)) prefix--;
  if (splitsPair(before, before.length - suffix) || splitsPair(after, after.length - suffix)) suffix--;
  return { start: prefix, end: before.length - suffix, text: after.slice(prefix, after.length - suffix) };
}

/** A replacement within one line; line and columns count from 1. */
export interface LineSplice {
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  readonly text: string;
}

/**
 * Returns the smallest replacement in each line that differs; null if the texts differ in their
 * number of lines. A value used in many places changes a little of many lines.
 */
export function lineSplices(before: string, after: string): readonly LineSplice[] | null {
  const splices: LineSplice[] = [];
  for (let line = 1, old = 0, now = 0; ; line++) {
    const oldEnd = before.indexOf("\n", old), nowEnd = after.indexOf("\n", now);
    if (oldEnd < 0 !== nowEnd < 0) return null;
    const splice = smallestSplice(before.slice(old, oldEnd < 0 ? undefined : oldEnd), after.slice(now, nowEnd < 0 ? undefined : nowEnd));
    if (splice) splices.push({ line, column: splice.start + 1, endColumn: splice.end + 1, text: splice.text });
    if (oldEnd < 0) return splices;
    old = oldEnd + 1;
    now = nowEnd + 1;
  }
}

/** Whether a cut at offset would split the halves of a surrogate pair. */
function splitsPair(text: string, offset: number): boolean {
  if (offset <= 0 || offset >= text.length) return false;
  const before = text.charCodeAt(offset - 1), after = text.charCodeAt(offset);
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000;
}

/**
 * Applies edits, whose positions all refer to the original text; where they overlap, the first
 * wins.
 */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const starts = lineStarts(text);
  const offset = (line: number, column: number): number => (
    line > starts.length ? text.length : Math.min(starts[line - 1]! + Math.max(0, column - 1), lineEnd(text, starts, line))
  );
  const parts: string[] = [];
  let at = 0;
  for (const { range: { line, column, endLine, endColumn }, text: inserted } of edits.toSorted(byPlace)) {
    const start = offset(line, column), end = offset(endLine, endColumn);
    if (start < at || end < start) continue;
    parts.push(text.slice(at, start), inserted);
    at = end;
  }
  return parts.join("") + text.slice(at);
}

function byPlace({ range: a }: Edit, { range: b }: Edit): number {
  return a.line - b.line || a.column - b.column || a.endLine - b.endLine || a.endColumn - b.endColumn;
}

const LF = 10, CR = 13;

/**
 * Returns the starts of lines as the engine counts them: a line ends at LF, CR or CR LF, and a byte
 * order mark has no width.
 */
function lineStarts(text: string): readonly number[] {
  const starts = [text.startsWith("\ufeff") ? 1 : 0];
  for (let at = 0; at < text.length; at++) if (endsLine(text, at)) starts.push(at + 1);
  return starts;
}

function endsLine(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === LF || (code === CR && text.charCodeAt(at + 1) !== LF);
}

/** Returns where a line ends, before its line break. */
function lineEnd(text: string, starts: readonly number[], line: number): number {
  const next = starts[line];
  if (next === undefined) return text.length;
  return next - (text.charCodeAt(next - 1) === LF && text.charCodeAt(next - 2) === CR && next - 1 > starts[line - 1]! ? 2 : 1);
}

/**
 * Whether a place is in a range of the same file, its end included, since a cursor may be there.
 */
export function contains(range: Range, at: Range): boolean {
  if (range.file !== at.file || range.line === 0) return false;
  const afterStart = at.line > range.line || (at.line === range.line && at.column >= range.column);
  const beforeEnd = at.line < range.endLine || (at.line === range.endLine && at.column <= range.endColumn);
  return afterStart && beforeEnd;
}

/** Whether a range is a place, and not the zeros that mean none. */
export function isPlace(range: Range): boolean {
  return range.line > 0;
}

export function countLines(text: string): number {
  let lines = 1;
  for (let at = 0; at < text.length; at++) if (endsLine(text, at)) lines++;
  return lines;
}
