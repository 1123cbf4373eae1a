/** Functions on texts: edits, positions, and the smallest change between two texts. */
import type { Change, Edit, Range } from "../protocol/protocol.gen.js";

/** A replacement of a piece of a text. Its offsets count UTF-16 code units. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A piece of a text. Its offsets count UTF-16 code units. */
interface Piece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Returns the smallest single replacement that turns `before` into `after`; null if they are equal. */
export function smallestSplice(before: string, after: string): Splice | null {
  return before === after ? null
    : spliceOf({ text: before, start: 0, end: before.length }, { text: after, start: 0, end: after.length });
}

/** How many code units are compared at once: engines compare strings by machine words. */
const BLOCK = 1024;

/** Like smallestSplice, but compares pieces without copying them. Offsets count from the start of `before`. */
function spliceOf(before: Piece, after: Piece): Splice | null {
  const length = before.end - before.start, newLength = after.end - after.start, most = Math.min(length, newLength);
  const isEqual = (from: number, start: number, count: number): boolean =>
    before.text.slice(from, from + count) === after.text.slice(start, start + count);
  let prefix = 0;
  while (prefix + BLOCK <= most && isEqual(before.start + prefix, after.start + prefix, BLOCK)) prefix += BLOCK;
  while (prefix < most && before.text.charCodeAt(before.start + prefix) === after.text.charCodeAt(after.start
    + prefix)) prefix++;
  if (prefix === length && prefix === newLength) return null;
  let suffix = 0;
  const left = most - prefix;
  while (suffix + BLOCK <= left && isEqual(before.end - suffix - BLOCK, after.end - suffix - BLOCK, BLOCK)) {
    suffix += BLOCK;
  }
  while (
    suffix < left &&
    before.text.charCodeAt(before.end - 1 - suffix) === after.text.charCodeAt(after.end - 1 - suffix)
  ) suffix++;
  if (splitsPair(before, prefix) || splitsPair(after, prefix)) prefix--;
  if (splitsPair(before, length - suffix) || splitsPair(after, newLength - suffix)) suffix--;
  return { start: prefix, end: length - suffix, text: after.text.slice(after.start + prefix, after.end - suffix) };
}

/** A replacement within a line. The line and the columns count from 1. */
export interface LineSplice {
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  readonly text: string;
}

/** If more lines than this differ, a single replacement is faster in an editor. */
export const MAX_REPLACED = 10_000;

/**
 * Returns the smallest replacement in each line that differs; null if the texts have different numbers
 * of lines, or differ in too many. When a value that is used in many places changes, so do small parts
 * of many lines.
 */
export function lineSplices(before: string, after: string): readonly LineSplice[] | null {
  const splices: LineSplice[] = [];
  for (let line = 1, old = 0, now = 0; ; line++) {
    const oldEnd = before.indexOf("\n", old), nowEnd = after.indexOf("\n", now);
    if (oldEnd < 0 !== nowEnd < 0) return null;
    const splice = spliceOf(
      { text: before, start: old, end: oldEnd < 0 ? before.length : oldEnd },
      { text: after, start: now, end: nowEnd < 0 ? after.length : nowEnd },
    );
    if (splice && splices.length === MAX_REPLACED) return null;
    if (splice) splices.push({ line, column: splice.start + 1, endColumn: splice.end + 1, text: splice.text });
    if (oldEnd < 0) return splices;
    old = oldEnd + 1;
    now = nowEnd + 1;
  }
}

/** A replacement of the text between two positions, which count from 1. */
export interface RangeSplice extends LineSplice {
  readonly endLine: number;
}

/** The lines of a text, which has at least one; a line break at the end starts another. */
export interface Lines {
  readonly count: number;
  at(line: number): string;
}

/** If a change replaces more lines than this, whole lines are replaced. */
const MAX_COMPARED = 64;

/** A column after the end of every line. Monaco keeps integers below 2^30. */
export const LINE_END = 1 << 30;

/**
 * Returns the replacements that a change makes in the old text. If it changes few lines, and inserts as many as it
 * removes, only the parts of lines that differ are replaced, so that a cursor beside them stays. For a value that is
 * used in many places this would take twice as long: Monaco searches for each old line, and for each piece of a line.
 */
export function changeSplices({ lines, texts }: Change, old: Lines): readonly RangeSplice[] {
  const isLarge = lines.reduce((sum, count, index) => sum + (index % 2 === 1 ? count : 0), 0) > MAX_COMPARED;
  return texts.flatMap((text, piece) => {
    const line = lines[2 * piece]!, removed = lines[2 * piece + 1]!, next = line + removed;
    const whole = { line, column: 1, endLine: next, endColumn: 1, text };
    if (removed === 0 || next > old.count || !text.endsWith("\n")) return whole;
    const now = text.slice(0, -1);
    if (isLarge) return { ...whole, endLine: next - 1, endColumn: LINE_END, text: now };
    const inserted = now.split("\n");
    if (inserted.length !== removed) return whole;
    return inserted.flatMap((each, index) => spliceInLine(line + index, old.at(line + index), each));
  });
}

function spliceInLine(line: number, before: string, after: string): readonly RangeSplice[] {
  const splice = smallestSplice(before, after);
  if (!splice) return [];
  return [{ line, column: splice.start + 1, endLine: line, endColumn: splice.end + 1, text: splice.text }];
}

/** If fewer replacements are outside a range of lines, it is not worth making them later. */
const MIN_FAR = 32;

/**
 * Separates the replacements in a range of lines from those outside it, which can be made later. Returns null if there
 * are only a few outside, or if a replacement changes the number of lines, since it would move other lines.
 */
export function separate(splices: readonly RangeSplice[], first: number,
    last: number): { readonly near: readonly RangeSplice[]; readonly far: readonly RangeSplice[] } | null {
  const isNear = ({ line, endLine }: RangeSplice): boolean => line <= last && endLine >= first;
  const far = splices.filter((splice) => !isNear(splice));
  if (far.length < MIN_FAR) return null;
  const keepsLines = splices.every(({ line, endLine, text }) => countLines(text) - 1 === endLine - line);
  return keepsLines ? { near: splices.filter(isNear), far } : null;
}

/** Returns the replacements of some lines by the lines of a text that has as many. Neighbours are replaced together. */
export function replacedLines(numbers: ReadonlySet<number>, text: string): readonly RangeSplice[] {
  const lines = text.split("\n"), splices: RangeSplice[] = [];
  const sorted = [...numbers].sort((a, b) => a - b);
  for (let at = 0; at < sorted.length;) {
    const line = sorted[at]!;
    let end = at + 1;
    while (sorted[end] === line + end - at) end++;
    const endLine = line + end - at - 1;
    splices.push({ line, column: 1, endLine, endColumn: LINE_END, text: lines.slice(line - 1, endLine).join("\n") });
    at = end;
  }
  return splices;
}

/** Whether a cut at an offset from the start of a piece would split a surrogate pair. */
function splitsPair({ text, start, end }: Piece, offset: number): boolean {
  if (offset <= 0 || start + offset >= end) return false;
  const before = text.charCodeAt(start + offset - 1), after = text.charCodeAt(start + offset);
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000;
}

/**
 * Applies edits, whose positions all refer to the original text. Of edits that overlap, only the first
 * is applied.
 */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const starts = lineStarts(text);
  const offset = (line: number, column: number): number => (
    line > starts.length ? text.length
      : Math.min(starts[line - 1]! + Math.max(0, column - 1), lineEnd(text, starts, line))
  );
  const whole = new Units(edits.reduce((sum, { text: inserted }) => sum + inserted.length, text.length));
  let at = 0;
  for (const { range, text: inserted } of edits.toSorted(byPosition)) {
    const start = offset(range.line, range.column), end = offset(range.endLine, range.endColumn);
    if (start < at || end < start) continue;
    whole.add(text, at, start);
    whole.add(inserted, 0, inserted.length);
    at = end;
  }
  whole.add(text, at, text.length);
  return whole.text();
}

/** A number of arguments that every browser accepts in a call. */
const ARGUMENTS = 8 << 10;

/** Collects the code units of a text: joining pieces takes eight times as long if there are very many edits. */
class Units {
  private readonly units: Uint16Array;
  private length = 0;

  constructor(capacity: number) { this.units = new Uint16Array(capacity); }

  add(text: string, start: number, end: number): void {
    for (let at = start; at < end; at++) this.units[this.length++] = text.charCodeAt(at);
  }

  text(): string {
    let text = "";
    for (let at = 0; at < this.length; at += ARGUMENTS) {
      const units = this.units.subarray(at, Math.min(at + ARGUMENTS, this.length));
      text += String.fromCharCode.apply(null, units as unknown as number[]); // spread would call an iterator
    }
    return text;
  }
}

function byPosition({ range: a }: Edit, { range: b }: Edit): number {
  return a.line - b.line || a.column - b.column || a.endLine - b.endLine || a.endColumn - b.endColumn;
}

const LF = 10, CR = 13;

/**
 * Returns the starts of lines as the engine counts them: a line ends at LF, CR or CR LF, and a byte
 * order mark has no width.
 */
function lineStarts(text: string): Int32Array {
  const starts = new Int32Array(countLines(text)); // a list that grows takes ten times as long for a million lines
  starts[0] = text.startsWith("\ufeff") ? 1 : 0;
  for (let at = 0, line = 1; at < text.length; at++) if (endsLine(text, at)) starts[line++] = at + 1;
  return starts;
}

function endsLine(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === LF || (code === CR && text.charCodeAt(at + 1) !== LF);
}

/** Returns where a line ends, before its line break. */
function lineEnd(text: string, starts: Int32Array, line: number): number {
  const next = starts[line];
  if (next === undefined) return text.length;
  return next - (text.charCodeAt(next - 1) === LF && text.charCodeAt(next - 2) === CR
    && next - 1 > starts[line - 1]! ? 2 : 1);
}

/** Whether the start of `at` is in a range, or at its end, where a cursor may be. */
export function contains(range: Range, at: Range): boolean {
  if (range.file !== at.file || range.line === 0) return false;
  const afterStart = at.line > range.line || (at.line === range.line && at.column >= range.column);
  const beforeEnd = at.line < range.endLine || (at.line === range.endLine && at.column <= range.endColumn);
  return afterStart && beforeEnd;
}

/** Whether a range is a position in a file. "No position" is a range of zeros. */
export function isPosition(range: Range): boolean {
  return range.line > 0;
}

/** Returns the number of lines, counted as the engine does. */
export function countLines(text: string): number {
  let lines = 1;
  for (const end of ["\n", "\r"]) {
    for (let at = text.indexOf(end); at >= 0; at = text.indexOf(end, at + 1)) if (endsLine(text, at)) lines++;
  }
  return lines;
}
