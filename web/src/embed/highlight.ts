/**
 * Highlights YAML line by line, for examples without Monaco. scripts/internal/embed does the same for
 * static pages; the tests check both against web/test/highlight.tsv.
 */

/** A piece of a line. Its kind is a CSS class; "" is plain text. */
export interface Run {
  readonly kind: "" | "section" | "key" | "comment" | "mark" | "ref" | "anchor";
  readonly text: string;
}

/**
 * The maximum length of a highlighted text, in UTF-16 code units. The elements for a longer one would
 * make the page slow.
 */
export const MAX_HIGHLIGHTED = 100_000;

/** Highlights a line, in linear time: a line of an untrusted text may be as long as a link allows. */
export function highlight(line: string): readonly Run[] {
  if (/^(?:---|\.\.\.)(?:\s|$)/.test(line)) return [{ kind: "mark", text: line }];
  const runs: Run[] = [];
  let plain = 0; // the start of the text that is in no run yet
  const take = (kind: Run["kind"], from: number, to: number): void => {
    if (from > plain) runs.push({ kind: "", text: line.slice(plain, from) });
    if (to > from) runs.push({ kind, text: line.slice(from, to) });
    plain = to;
  };
  const rest = takeKey(line, take);
  for (let at = rest; at < line.length;) at = takeToken(line, at, rest, take);
  take("", line.length, line.length);
  return runs;
}

type Take = (kind: Run["kind"], from: number, to: number) => void;

/** Takes dashes, a key and its colon. Returns the offset after them, or 0 if the line has no key. */
function takeKey(line: string, take: Take): number {
  let start = 0;
  while (isBlank(line[start])) start++;
  const indent = start;
  while (line[start] === "-" && line[start + 1] === " ") {
    start++;
    while (line[start] === " ") start++;
  }
  const end = keyEnd(line, start);
  if (end <= start) return 0;
  let colon = end;
  while (isBlank(line[colon])) colon++;
  if (line[colon] !== ":" || !isEdge(line[colon + 1])) return 0;
  take("mark", indent, start);
  take(start > 0 ? "key" : "section", start, end);
  take("mark", end, colon + 1);
  return colon + 1;
}

/**
 * Returns the end of a key that starts at `start`: a quoted string, or plain text up to its colon or
 * the spaces before it. Returns `start` or less if there is no key.
 */
function keyEnd(line: string, start: number): number {
  const first = line[start];
  if (first === undefined || isBlank(first)) return start;
  if (first === '"' || first === "'") return line.indexOf(first, start + 1) + 1;
  if (first === "-") {
    let end = start + 1;
    while (end < line.length && !isBlank(line[end]) && line[end] !== ":") end++;
    return end > start + 1 ? end : start;
  }
  if ("#{}[],&*!|>%@`".includes(first)) return start;
  for (let at = start + 1, end = at; at < line.length && !"#{}[],$\"'".includes(line[at]!); at++) {
    if (line[at] === ":" && isEdge(line[at + 1])) return end;
    if (!isBlank(line[at])) end = at + 1;
  }
  return start;
}

/**
 * Takes the token that starts at `at`, if it has a colour, and returns the offset to continue at.
 * `rest` is where the value after a key starts.
 */
function takeToken(line: string, at: number, rest: number, take: Take): number {
  const before = at === rest ? " " : line[at - 1]!;
  const token = (kind: Run["kind"], end: number): number => { take(kind, at, end); return end; };
  switch (line[at]) {
    case "#": return isBlank(before) ? token("comment", line.length) : at + 1;
    case "$":
      if (line.startsWith("$${", at)) return braceEnd(line, at); // an escape: plain
      return line[at + 1] === "{" ? token("ref", braceEnd(line, at)) : at + 1;
    case "&": case "*": case "!": {
      if (!isBlank(before) && !",[{".includes(before)) return at + 1;
      let end = at + 1;
      while (end < line.length && !isBlank(line[end]) && !",]}".includes(line[end]!)) end++;
      return end > at + 1 ? token("anchor", end) : end;
    }
    case "{": case "}": case "[": case "]": case ",": return token("mark", at + 1);
    case "-": return isBlank(before) && isEdge(line[at + 1]) ? token("mark", at + 1) : at + 1;
    case "|": case ">": {
      let end = at + 1;
      if (line[end] === "+" || line[end] === "-") end++;
      if (/\d/.test(line[end] ?? "")) end++;
      return isBlank(before) && isEdge(line[end]) ? token("mark", end) : at + 1;
    }
    default: return at + 1;
  }
}

function braceEnd(line: string, from: number): number {
  const end = line.indexOf("}", from);
  return end < 0 ? line.length : end + 1;
}

function isBlank(character: string | undefined): boolean { return character === " " || character === "\t"
  || character === "\r"; }
function isEdge(character: string | undefined): boolean { return character === undefined || isBlank(character); }
