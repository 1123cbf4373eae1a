/**
 * Keeps the last good result of a part that cannot be read right now.
 *
 * While a block of the source is half typed, the evaluator's result lacks that block. A result that
 * loses half its lines at one keystroke and has them back at the next is unreadable, so the page
 * restores the missing blocks in place and marks them as kept. It works on text alone, by
 * indentation, and so for every dialect and every indented view. This is only for display: what is
 * copied, downloaded or linked never contains a kept line.
 */
import { MARK_STRIDE, type Rendered } from "../protocol/protocol.gen.js";
import type { Shown } from "./state.js";

/** A line with the deeper lines under it. */
interface Block {
  readonly key: string;
  /** Index of the first line, and one past the last. */
  readonly start: number;
  end: number;
  readonly children: Block[];
}

/** A line of the merged text: which version it is from, and its index there. */
interface Line {
  readonly kept: boolean;
  readonly index: number;
}

/** Returns the new result with the blocks of `good` that it lacks. */
export function restoreMissing(good: Rendered | null, now: Rendered): Shown {
  const plain = { rendered: now, plain: now, kept: [] };
  if (!good || good.view !== now.view || good.text === now.text) return plain;
  const goodLines = good.text.split("\n"), nowLines = now.text.split("\n");
  const lines: Line[] = [];
  mergeBlocks(blocksOf(goodLines), blocksOf(nowLines), { good: goodLines, now: nowLines }, lines);
  const kept = keptRanges(lines);
  if (kept.length === 0) return plain;
  const text = lines.map((line) => (line.kept ? goodLines : nowLines)[line.index] ?? "").join("\n");
  const rendered = { ...now, text: text + (now.text.endsWith("\n") ? "\n" : ""), marks: mergeMarks(good, now, lines) };
  return { rendered, plain: now, kept };
}

/** Reads lines as blocks by their indentation; blank lines belong to the block above. */
function blocksOf(lines: readonly string[]): Block[] {
  const roots: Block[] = [];
  const open: { readonly indent: number; readonly block: Block }[] = [];
  const last = lines.at(-1) === "" ? lines.length - 1 : lines.length;
  for (let index = 0; index < last; index++) {
    const line = lines[index] ?? "";
    const indent = line.search(/\S/);
    const block: Block = { key: keyOf(line), start: index, end: index + 1, children: [] };
    if (indent < 0) continue;
    while (open.length > 0 && open.at(-1)!.indent >= indent) open.pop()!.block.end = index;
    (open.at(-1)?.block.children ?? roots).push(block);
    open.push({ indent, block });
  }
  for (const { block } of open) block.end = last;
  return roots;
}

/** Returns the name of a block among its siblings: its key or, without one, the whole line. */
function keyOf(line: string): string {
  const match = /^\s*("(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'\-{[][^:]*):(?:\s|$)/.exec(line);
  return match?.[1] ?? `=${line.trim()}`;
}

/** The lines of both versions. */
interface Texts {
  readonly good: readonly string[];
  readonly now: readonly string[];
}

function mergeBlocks(good: readonly Block[], now: readonly Block[], texts: Texts, into: Line[]): void {
  const places = new Map(good.map((block, place) => [block.key, place]));
  const nowKeys = new Set(now.map((block) => block.key));
  let next = 0;
  const keepUntil = (end: number): void => {
    for (; next < end; next++) {
      const block = good[next]!;
      if (!nowKeys.has(block.key) && !block.key.startsWith("=")) pushLines(block.start, block.end, true, into);
    }
  };
  for (const block of now) {
    const place = places.get(block.key) ?? -1;
    const same = good[place];
    if (place >= next) keepUntil(place);
    mergeBlock(same, block, texts, into);
    if (place >= next) next = place + 1;
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

/** Whether a block is a placeholder for unreadable text: a line that is still being typed. */
function isBroken(lines: readonly string[], { start, end }: Block): boolean {
  return end - start === 1 && (lines[start] ?? "").endsWith("⟨unknown: error⟩");
}

function pushLines(start: number, end: number, kept: boolean, into: Line[]): void {
  for (let index = start; index < end; index++) into.push({ kept, index });
}

function keptRanges(lines: readonly Line[]): (readonly [number, number])[] {
  const ranges: (readonly [number, number])[] = [];
  lines.forEach((line, index) => {
    if (!line.kept) return;
    const last = ranges.at(-1);
    if (last?.[1] === index) ranges[ranges.length - 1] = [last[0], index + 1];
    else ranges.push([index + 1, index + 1]);
  });
  return ranges;
}

/** The marks of both texts at their new lines; kept ones lose their source, which may have moved. */
function mergeMarks(good: Rendered, now: Rendered, lines: readonly Line[]): number[] {
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
  const merged: number[] = [];
  lines.forEach((line, index) => {
    const marks = line.kept ? good.marks : now.marks;
    for (const start of (line.kept ? goodStarts : nowStarts).get(line.index + 1) ?? []) {
      const piece = marks.slice(start, start + MARK_STRIDE);
      piece[0] = index + 1;
      if (line.kept) piece.splice(4, 5, -1, 0, 0, 0, 0);
      merged.push(...piece);
    }
  });
  return merged;
}
