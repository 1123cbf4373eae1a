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
  const moved = movedMarks(old, change);
  const { marks } = change;
  if (marks.length === 0) return moved;
  const pieces: (readonly number[])[] = [];
  let from = 0, size = 0; // the next element of moved to copy, and the length of the result so far
  for (let piece = 0; piece < marks.length;) {
    const kept = marks[piece]! * MARK_STRIDE - size, removed = marks[piece + 1]! * MARK_STRIDE, inserted = marks[piece
      + 2]! * MARK_STRIDE;
    pieces.push(moved.slice(from, from + kept), marks.slice(piece + 3, piece + 3 + inserted));
    from += kept + removed;
    size += kept + inserted;
    piece += 3 + inserted;
  }
  return pieces[0]!.concat(...pieces.slice(1), moved.slice(from)); // flat() takes ten times as long
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
