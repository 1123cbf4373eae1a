/** Explains what is left out because there is too much of it. Whatever is left out must be explained here. */
import { MAX_MARKS, type ConsoleEntry, type Rendered } from "../protocol/protocol.gen.js";
import { withCommas as number } from "./count.js";

/** Explains that some pieces of the result have no marks; "" if all have. */
export function unmarked({ allMarks }: Rendered): string {
  return allMarks === undefined ? "" : `This result has ${number(allMarks)} keys, values and lines of long texts. `
    + `Only the first ${number(MAX_MARKS)} are coloured and lead to their source.`;
}

/** Says how many of all items are listed; "" if all are. */
export function unlisted(listed: number, all: number): string {
  return listed >= all ? "" : `Only the first ${number(listed)} of ${number(all)} are listed.`;
}

/** How many lines the console shows, and how many UTF-16 code units of all their answers. */
const MAX_ENTRIES = 200, MAX_ANSWERS = 100_000;
/** How many code units of an expression are shown. A problem to the right of them is not underlined. */
export const MAX_EXPRESSION = 2_000;

/** A line of the console and its answer, of which long texts are cut. */
export interface ShownEntry {
  readonly entry: ConsoleEntry;
  readonly index: number;
  readonly expression: string;
  readonly text: string;
  /** What is left out of the answer, or "". */
  readonly cut: string;
}

/** Returns the lines of the console that are shown, and what is left out before them, or "". */
export function shownEntries(entries: readonly ConsoleEntry[]): { readonly cut: string;
  readonly shown: readonly ShownEntry[] } {
  const hidden = Math.max(0, entries.length - MAX_ENTRIES), last = entries.slice(hidden);
  const longest = longestShown(last.map(({ text }) => text.length));
  const shown = last.map((entry, at): ShownEntry => {
    const text = start(entry.text, longest);
    return { entry, index: hidden + at, text, expression: shortened(entry.expression),
      cut: cutAnswer(entry.text, text) };
  });
  const cut = hidden === 0 ? "" : `${number(hidden)} lines above are not shown: there are ${number(entries.length)}, `
    + `and the console shows the last ${MAX_ENTRIES}. Result and inputs.yaml contain all.`;
  return { cut, shown };
}

/** Returns how long a shown answer may be: as long as possible, but all together at most MAX_ANSWERS. */
function longestShown(lengths: readonly number[]): number {
  let room = MAX_ANSWERS, left = lengths.length;
  for (const length of lengths.toSorted((one, other) => one - other)) {
    if (length * left > room) return Math.floor(room / left);
    room -= length;
    left--;
  }
  return MAX_ANSWERS;
}

function cutAnswer(whole: string, shown: string): string {
  if (shown.length === whole.length) return "";
  return `The first ${number(shown.length)} of the ${number(whole.length)} characters of this answer are shown; `
    + `the console shows at most ${number(MAX_ANSWERS)}. Result contains all.`;
}

/** Returns an expression, or its beginning and an ellipsis if it is long. */
function shortened(expression: string): string {
  return expression.length <= MAX_EXPRESSION ? expression : `${start(expression, MAX_EXPRESSION - 1)}…`;
}

/** Returns at most `length` code units from the start of a text; a surrogate pair is not split. */
function start(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}
