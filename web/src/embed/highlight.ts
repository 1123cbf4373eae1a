/**
 * Colours YAML without an editor, line by line, with the same classes as static pages
 * (scripts/internal/embed). web/test/highlight.tsv checks that both agree.
 */

/** A piece of a line. "" is plain text. */
export interface Run {
  readonly kind: "" | "section" | "key" | "comment" | "mark" | "ref" | "anchor";
  readonly text: string;
}

/**
 * The longest text that is coloured: readers do not need colours beyond, and so many elements make
 * a page slow.
 */
export const COLOURED = 100_000;

/** Colours a line in one pass: a line of untrusted text may be as long as a link allows. */
export function highlight(line: string): readonly Run[] {
  if (/^(?:---|\.\.\.)(?:\s|$)/.test(line)) return [{ kind: "mark", text: line }];
  const runs: Run[] = [];
  let plain = 0; // where the text not taken yet begins
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

/** Takes indentation, dashes, a key and its colon; returns where the rest begins. */
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
 * Returns where the key that begins here would end: a quoted string, or a plain one up to spaces or
 * the colon that ends it.
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
 * Takes the token that begins here, if it has a colour; returns where to continue. The value after
 * a key begins at `rest`.
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
