/** Reads Rendered.marks, a flat list of numbers that describes the pieces of the result. */
import { MARK_STATES, MARK_STRIDE, type Range, type Rendered } from "../protocol/protocol.gen.js";

/** The state of a piece of the result. */
export type MarkState = (typeof MARK_STATES)[number];

/** A piece of the result, with the source that it came from. Positions count from 1. */
export interface Mark {
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  readonly state: MarkState;
  /** The range in the source; null if it has none. */
  readonly source: Range | null;
}

/** Returns the number of marks. */
export function markCount(rendered: Rendered): number {
  return Math.floor(rendered.marks.length / MARK_STRIDE);
}

/** Returns the mark with the given index. */
export function markAt(rendered: Rendered, index: number): Mark {
  const number = (offset: number): number => rendered.marks[index * MARK_STRIDE + offset] ?? 0;
  const file = number(4) < 0 ? undefined : rendered.files[number(4)];
  return {
    line: number(0), column: number(1), endColumn: number(2),
    state: MARK_STATES[number(3)] ?? "known",
    source: file === undefined || number(5) === 0 ? null
      : { file, line: number(5), column: number(6), endLine: number(7), endColumn: number(8) },
  };
}

/** Returns the index of the first mark on a line or after it. Marks are ordered by line. */
export function firstMarkOn(rendered: Rendered, line: number): number {
  let low = 0, high = markCount(rendered);
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rendered.marks[middle * MARK_STRIDE] ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Returns the last mark of a line that starts at or before a column; if there is none, the first mark of
 * the line, or null if it has no marks.
 */
export function markUnder(rendered: Rendered, line: number, column: number): Mark | null {
  let found: Mark | null = null;
  for (let index = firstMarkOn(rendered, line); index < markCount(rendered); index++) {
    const mark = markAt(rendered, index);
    if (mark.line !== line) break;
    if (mark.column <= column || !found) found = mark;
  }
  return found;
}

/** The lines from `first` to `last`, inclusive. */
export interface LineSpan {
  readonly first: number;
  readonly last: number;
}

const ALL: LineSpan = { first: 1, last: Infinity };

/** Returns the indices of the marks in some lines whose state is drawn: all states except "known" and "key". */
export function styledMarks(rendered: Rendered, { first, last }: LineSpan = ALL): readonly number[] {
  const styled: number[] = [];
  const plain = MARK_STATES.map((state) => state === "known" || state === "key");
  const end = firstMarkOn(rendered, last + 1);
  for (let index = firstMarkOn(rendered, first); index < end; index++) {
    if (!plain[rendered.marks[index * MARK_STRIDE + 3] ?? 0]) styled.push(index);
  }
  return styled;
}

/** Returns the starts of secret values in some lines. A value on several lines, or in several pieces, has one start. */
export function secretStarts(rendered: Rendered, { first, last }: LineSpan = ALL,
): readonly { readonly line: number; readonly column: number }[] {
  const starts: { line: number; column: number }[] = [];
  const from = firstMarkOn(rendered, first), end = firstMarkOn(rendered, last + 1);
  let before: Mark | null = from > 0 ? markAt(rendered, from - 1) : null;
  for (let index = from; index < end; index++) {
    const mark = markAt(rendered, index);
    if (mark.state === "secret"
      && !(before?.state === "secret" && continues(before, mark))) starts.push({ line: mark.line,
      column: mark.column });
    before = mark;
  }
  return starts;
}

/** Whether a piece continues the value of the piece before it. */
function continues(before: Mark, { line, column, source }: Mark): boolean {
  if (line === before.line) return column <= before.endColumn;
  return line === before.line + 1 && source !== null && before.source !== null && source.file === before.source.file &&
    source.line === before.source.line && source.column === before.source.column;
}

/** Returns the lines of the result that came from the smallest source range that contains a position. */
export function linesFrom(rendered: Rendered, at: Range): readonly number[] {
  const lines = smallestAround(rendered, at).map((start) => rendered.marks[start]!);
  return lines.filter((line, index) => line !== lines[index - 1]);
}

/** Returns the marks of the result that came from the smallest source range that contains a position. */
export function marksFrom(rendered: Rendered, at: Range): readonly Mark[] {
  return smallestAround(rendered, at).map((start) => markAt(rendered, start / MARK_STRIDE));
}

/** Returns the offsets in Rendered.marks of the marks with the smallest source range that contains a position. */
function smallestAround(rendered: Rendered, at: Range): readonly number[] {
  const file = rendered.files.indexOf(at.file);
  if (file < 0) return [];
  const { marks } = rendered;
  let smallest = Infinity;
  let starts: number[] = [];
  for (let start = 0; start + MARK_STRIDE <= marks.length; start += MARK_STRIDE) {
    if (marks[start + 4] !== file) continue;
    const [line, column, endLine, endColumn] = [marks[start + 5]!, marks[start + 6]!, marks[start + 7]!,
      marks[start + 8]!];
    if (at.line < line || at.line > endLine) continue;
    if ((at.line === line && at.column < column) || (at.line === endLine && at.column > endColumn)) continue;
    const size = (endLine - line) * 10_000 + (endLine === line ? endColumn - column : endColumn);
    if (size > smallest) continue;
    if (size < smallest) starts = [];
    smallest = size;
    starts.push(start);
  }
  return starts;
}
