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
 * The smallest replacement in each line that differs; null when the texts differ in their
 * number of lines. A value that is used in many places changes a little of many lines.
 */
export function lineSplices(before: string, after: string): readonly LineSplice[] | null {
  const old = before.split("\n"), now = after.split("\n");
  if (old.length !== now.length) return null;
  return now.flatMap((line, index) => {
    const splice = smallestSplice(old[index]!, line);
    return splice ? [{ line: index + 1, column: splice.start + 1, endColumn: splice.end + 1, text: splice.text }] : [];
  });
}

/** Whether a cut at offset would part the halves of a surrogate pair. */
function splitsPair(text: string, offset: number): boolean {
  if (offset <= 0 || offset >= text.length) return false;
  const before = text.charCodeAt(offset - 1), after = text.charCodeAt(offset);
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000;
}

/** The offset of a place (line and column from 1) in a text, clamped to it. */
export function offsetAt(text: string, line: number, column: number): number {
  let start = 0;
  for (let at = 1; at < line; at++) {
    const end = text.indexOf("\n", start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  const end = text.indexOf("\n", start);
  return Math.min(start + Math.max(0, column - 1), end < 0 ? text.length : end);
}

/** A text after the edits, which are given against the text before all of them; where they overlap, the first counts. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const starts = lineStarts(text);
  const offset = (line: number, column: number): number => {
    const start = starts[line - 1] ?? text.length, end = starts[line] === undefined ? text.length : starts[line]! - 1;
    return Math.min(start + Math.max(0, column - 1), Math.max(start, end));
  };
  const splices = edits
    .map(({ range: { line, column, endLine, endColumn }, text: inserted }) => (
      { start: offset(line, column), end: offset(endLine, endColumn), inserted }
    ))
    .sort((a, b) => a.start - b.start || a.end - b.end);
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, inserted } of splices) {
    if (start < at) continue;
    parts.push(text.slice(at, start), inserted);
    at = end;
  }
  return parts.join("") + text.slice(at);
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** Whether a place stands in a range of the same file; the end counts, as a cursor may stand there. */
export function contains(range: Range, at: Range): boolean {
  if (range.file !== at.file || range.line === 0) return false;
  const afterStart = at.line > range.line || (at.line === range.line && at.column >= range.column);
  const beforeEnd = at.line < range.endLine || (at.line === range.endLine && at.column <= range.endColumn);
  return afterStart && beforeEnd;
}

/** Whether a range is a place at all, and not the zeros that mean none. */
export function isPlace(range: Range): boolean {
  return range.line > 0;
}

export function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}
