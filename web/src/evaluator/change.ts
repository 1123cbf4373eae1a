/** Applies results that arrive as a change to the previous one (Change in evaluator/protocol). */
import { MARK_STRIDE, type Change, type ConsoleEntry, type Rendered } from "../protocol/protocol.gen.js";

/** The changes that produced results, each with the result that it was applied to. */
const origins = new WeakMap<Rendered, { readonly before: Rendered; readonly change: Change }>();

/** Returns the complete next result. If it is a change, it is applied to the last one, which must not be null. */
export function applyChange(last: Rendered | null, next: Rendered): Rendered {
  const { change, ...rest } = next;
  if (!change) return next;
  if (!last) throw new Error("the engine sent a change, but there is no result to apply it to");
  const result = { ...rest, text: changedText(last.text, change), marks: changedMarks(last.marks, change) };
  origins.set(result, { before: last, change });
  origins.delete(last); // so that a result does not keep all earlier ones
  return result;
}

/** Returns the change that turned one result into another; null if it is not known. */
export function changeBetween(before: Rendered, after: Rendered): Change | null {
  const origin = origins.get(after);
  return origin?.before === before ? origin.change : null;
}

/** Returns console entries with the text that the engine left out because it is the text of the result. */
export function withTexts(entries: readonly ConsoleEntry[], { text }: Rendered): readonly ConsoleEntry[] {
  return entries.map(({ isResult, ...entry }) => (isResult ? { ...entry, text: text.slice(0, -1) } : entry));
}

function changedText(text: string, { lines, texts }: Change): string {
  const pieces: string[] = [];
  let line = 1, at = 0;
  const skip = (to: number): number => {
    for (; line < to && at < text.length; line++) at = text.indexOf("\n", at) + 1 || text.length;
    return at;
  };
  for (const [index, inserted] of texts.entries()) {
    const first = lines[2 * index]!, kept = at;
    pieces.push(text.slice(kept, skip(first)), inserted);
    skip(first + lines[2 * index + 1]!);
  }
  return pieces.join("") + text.slice(at);
}

function changedMarks(old: readonly number[], change: Change): readonly number[] {
  const moved = movedMarks(old, change), { marks, ends } = change;
  if (marks.length === 0 && ends.length === 0) return moved;
  const splices = splicesOf(marks);
  // Copying all at once is much faster. A value that is used in many places changes thousands of marks, but not how
  // many there are.
  const isInPlace = splices.every(({ removed, inserted }) => removed === inserted);
  const next = isInPlace ? moved.slice() : [];
  let from = 0; // the next element of moved to copy
  for (const { at, removed, inserted, first } of splices) {
    if (!isInPlace) from = copy(moved, from, next, at) + removed;
    for (let i = 0; i < inserted; i++) next[at + i] = marks[first + i]!;
  }
  if (!isInPlace) copy(moved, from, next, Infinity);
  for (let i = 0; i < ends.length; i += 2) next[ends[i]! * MARK_STRIDE + 2] = ends[i + 1]!;
  return next;
}

/** Appends elements to a list until it has this length or none are left. Returns the index of the next element. */
function copy(elements: readonly number[], from: number, list: number[], length: number): number {
  while (list.length < length && from < elements.length) list.push(elements[from++]!);
  return from;
}

/** A replacement of marks. All fields count numbers, of which a mark has several. */
interface MarkSplice {
  /** Where it is in the next marks. */
  readonly at: number;
  readonly removed: number;
  readonly inserted: number;
  /** Where the inserted marks begin in Change.marks. */
  readonly first: number;
}

function splicesOf(marks: readonly number[]): readonly MarkSplice[] {
  const splices: MarkSplice[] = [];
  for (let at = 0; at < marks.length;) {
    const [where, removed, count] = [marks[at]!, marks[at + 1]!, marks[at + 2]!], inserted = count * MARK_STRIDE;
    splices.push({ at: where * MARK_STRIDE, removed: removed * MARK_STRIDE, inserted, first: at + 3 });
    at += 3 + inserted;
  }
  return splices;
}

/** Returns the marks with their lines, and the lines of their sources, moved as the change says. */
function movedMarks(old: readonly number[], { lines, texts, shifts }: Change): readonly number[] {
  if (shifts.length === 0 && texts.every((text, piece) => linesIn(text) === lines[2 * piece + 1])) return old;
  const marks = old.slice();
  let piece = 0, by = 0;
  for (let at = 0; at < marks.length; at += MARK_STRIDE) {
    while (piece < texts.length && old[at]! >= lines[2 * piece]! + lines[2 * piece + 1]!) {
      by += linesIn(texts[piece]!) - lines[2 * piece++ + 1]!;
    }
    marks[at]! += by;
    for (let shift = 0; shift < shifts.length; shift += 3) {
      if (old[at + 4] !== shifts[shift]) continue;
      for (const field of [at + 5, at + 7]) if (old[field]! >= shifts[shift + 1]!) marks[field]! += shifts[shift + 2]!;
    }
  }
  return marks;
}

/** Counts the lines of a text; a last line without a line break counts. */
function linesIn(text: string): number {
  let lines = text === "" || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}
