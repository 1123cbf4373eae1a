/**
 * Restores blocks of the result that are missing because their source is being typed.
 *
 * While a block of the source is half typed, it cannot be parsed and the evaluator's result lacks it.
 * A result that loses half of its lines at one keystroke and regains them at the next is unreadable, so
 * the page inserts the missing blocks from the last result without a syntax error and marks them as
 * kept. Blocks are recognised by indentation, so this works for every dialect and every indented view.
 * It is only for display: copies, downloads and links never contain kept lines.
 */
import { MARK_STRIDE, type Rendered } from "../protocol/protocol.gen.js";
import type { Shown } from "./state.js";

/** A line and the more deeply indented lines below it. */
interface Block {
  readonly key: string;
  /** Index of the first line, and one past the last. */
  readonly start: number;
  end: number;
  readonly children: Block[];
}

/** A line of the merged part: whether it is kept from the good version, and its index in its version. */
interface Line {
  readonly kept: boolean;
  readonly index: number;
}

/** Returns the result `now` with the blocks of `good` that it lacks. */
export function restoreMissing(good: Rendered | null, now: Rendered): Shown {
  const plain = { rendered: now, plain: now, kept: [] };
  if (!good || good.view !== now.view || good.text === now.text) return plain;
  const { start, goodEnd, nowEnd } = changedPart(good.text, now.text);
  const texts = { good: linesOf(good.text.slice(start, goodEnd)), now: linesOf(now.text.slice(start, nowEnd)) };
  const lines: Line[] = [];
  mergeBlocks(blocksOf(texts.good), blocksOf(texts.now), texts, lines);
  const above = countBreaks(now.text.slice(0, start));
  const kept = keptRanges(lines, above);
  if (kept.length === 0) return plain;
  const merged = lines.map((line) => (line.kept ? texts.good : texts.now)[line.index] ?? "").join("\n");
  const end = now.text.endsWith("\n") || nowEnd < now.text.length ? "\n" : "";
  const text = now.text.slice(0, start) + merged + end + now.text.slice(nowEnd);
  const marks = mergeMarks(good, now, { lines, above, replaced: texts.now.length });
  const allMarks = now.allMarks ?? good.allMarks; // kept lines have no marks if `good` had too many
  return { rendered: { ...now, text, marks, ...(allMarks === undefined ? {} : { allMarks }) }, plain: now, kept };
}

/** Splits a text into lines; a line break at the end does not start another line. */
function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function countBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** Returns the indentation of the line that starts at an offset, or -1 if it is blank. */
function indentAt(text: string, start: number): number {
  let at = start;
  while (at < text.length && text[at] !== "\n" && text[at]!.trim() === "") at++;
  return at === text.length || text[at] === "\n" ? -1 : at - start;
}

/** The lines that differ between two versions, as offsets: their start, and their end in each. */
interface Changed {
  readonly start: number;
  readonly goodEnd: number;
  readonly nowEnd: number;
}

/**
 * Returns the part that differs, extended to whole blocks. An edit usually changes a few lines of a
 * result that may have tens of thousands, and dividing all of them into blocks would delay the next
 * key press.
 */
function changedPart(good: string, now: string): Changed {
  const shorter = Math.min(good.length, now.length);
  let start = 0, same = 0;
  while (start < shorter && good.charCodeAt(start) === now.charCodeAt(start)) start++;
  start = lineStart(now, start);
  const isSame = (): boolean => good.charCodeAt(good.length - 1 - same) === now.charCodeAt(now.length - 1 - same);
  while (same < shorter - start && isSame()) same++;
  /** Removes the first line from the common end. */
  const skipLine = (): void => { same = now.length - (now.indexOf("\n", now.length - same) + 1 || now.length); };
  skipLine(); // the common end may start inside a line
  let outermost = Infinity;
  for (const part of [good.slice(start, good.length - same), now.slice(start, now.length - same)]) {
    for (const line of part.split("\n")) {
      const indent = indentAt(line, 0);
      if (indent >= 0 && indent < outermost) outermost = indent;
    }
  }
  for (let indent = -1; start > 0 && (indent < 0 || indent > outermost);) {
    start = lineStart(now, start - 1);
    indent = indentAt(now, start);
    if (indent >= 0 && indent <= outermost) outermost = indent;
  }
  const isInside = (): boolean => {
    const indent = indentAt(now, now.length - same);
    return indent < 0 || indent > outermost;
  };
  while (same > 0 && isInside()) skipLine();
  return { start, goodEnd: good.length - same, nowEnd: now.length - same };
}

/** Returns the start of the line that contains an offset. */
function lineStart(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && text[start - 1] !== "\n") start--;
  return start;
}

/** Divides lines into blocks by their indentation. A blank line belongs to the block above it. */
function blocksOf(lines: readonly string[]): Block[] {
  const roots: Block[] = [];
  const open: { readonly indent: number; readonly block: Block }[] = [];
  lines.forEach((line, index) => {
    const indent = indentAt(line, 0);
    const block: Block = { key: keyOf(line), start: index, end: index + 1, children: [] };
    if (indent < 0) return;
    while (open.length > 0 && open.at(-1)!.indent >= indent) open.pop()!.block.end = index;
    (open.at(-1)?.block.children ?? roots).push(block);
    open.push({ indent, block });
  });
  for (const { block } of open) block.end = lines.length;
  return roots;
}

/** Returns the string that identifies a block among its siblings: its key, or "=" and the line if it has no key. */
function keyOf(line: string): string {
  const match = /^\s*("(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'\-{[][^:]*):(?:\s|$)/.exec(line);
  return match?.[1] ?? `=${line.trim()}`;
}

/** The lines of the part that differs, in both versions. */
interface Texts {
  readonly good: readonly string[];
  readonly now: readonly string[];
}

function mergeBlocks(good: readonly Block[], now: readonly Block[], texts: Texts, into: Line[]): void {
  const indices = new Map(good.map((block, index) => [block.key, index]));
  const nowKeys = new Set(now.map((block) => block.key));
  let next = 0;
  const keepUntil = (end: number): void => {
    for (; next < end; next++) {
      const block = good[next]!;
      if (!nowKeys.has(block.key) && !block.key.startsWith("=")) pushLines(block.start, block.end, true, into);
    }
  };
  for (const block of now) {
    const index = indices.get(block.key) ?? -1;
    const same = good[index];
    if (index >= next) keepUntil(index);
    mergeBlock(same, block, texts, into);
    if (index >= next) next = index + 1;
  }
  keepUntil(good.length);
}

function mergeBlock(good: Block | undefined, now: Block, lines: Texts, into: Line[]): void {
  if (good && isBroken(lines.now, now)) return pushLines(good.start, good.end, true, into);
  if (!good || good.children.length === 0) return pushLines(now.start, now.end, false, into);
  if (now.children.length === 0) {
    return now.end - now.start === 1 ? pushLines(good.start, good.end, true, into)
      : pushLines(now.start, now.end, false, into);
  }
  pushLines(now.start, now.children[0]!.start, false, into);
  mergeBlocks(good.children, now.children, lines, into);
}

/** Whether a block is the evaluator's placeholder for a line that cannot be parsed. */
function isBroken(lines: readonly string[], { start, end }: Block): boolean {
  return end - start === 1 && (lines[start] ?? "").endsWith("⟨unknown: error⟩");
}

function pushLines(start: number, end: number, kept: boolean, into: Line[]): void {
  for (let index = start; index < end; index++) into.push({ kept, index });
}

/** Returns the ranges of kept lines, counted from 1 in the whole text; `above` lines precede the merged part. */
function keptRanges(lines: readonly Line[], above: number): (readonly [number, number])[] {
  const ranges: (readonly [number, number])[] = [];
  lines.forEach((line, index) => {
    if (!line.kept) return;
    const last = ranges.at(-1), at = above + index;
    if (last?.[1] === at) ranges[ranges.length - 1] = [last[0], at + 1];
    else ranges.push([at + 1, at + 1]);
  });
  return ranges;
}

/** The merged part: its lines, how many lines are above it, and how many lines of the new text it replaces. */
interface Part {
  readonly lines: readonly Line[];
  readonly above: number;
  readonly replaced: number;
}

/** Returns the marks of both texts with their new lines. Kept lines lose their source, which may have moved. */
function mergeMarks(good: Rendered, now: Rendered, { lines, above, replaced }: Part): number[] {
  const byLine = (marks: readonly number[]): Map<number, number[]> => {
    const starts = new Map<number, number[]>();
    for (let start = 0; start + MARK_STRIDE <= marks.length; start += MARK_STRIDE) {
      const line = marks[start]!;
      const list = starts.get(line);
      if (list) list.push(start);
      else starts.set(line, [start]);
    }
    return starts;
  };
  const goodStarts = byLine(good.marks), nowStarts = byLine(now.marks);
  const merged: number[] = [], below: number[] = [];
  for (let start = 0; start + MARK_STRIDE <= now.marks.length; start += MARK_STRIDE) {
    const line = now.marks[start]!;
    if (line > above && line <= above + replaced) continue;
    const piece = now.marks.slice(start, start + MARK_STRIDE);
    if (line > above) piece[0] = line + lines.length - replaced;
    (line > above ? below : merged).push(...piece);
  }
  lines.forEach((line, index) => {
    const marks = line.kept ? good.marks : now.marks;
    for (const start of (line.kept ? goodStarts : nowStarts).get(above + line.index + 1) ?? []) {
      const piece = marks.slice(start, start + MARK_STRIDE);
      piece[0] = above + index + 1;
      if (line.kept) piece.splice(4, 5, -1, 0, 0, 0, 0);
      merged.push(...piece);
    }
  });
  return merged.concat(below);
}
