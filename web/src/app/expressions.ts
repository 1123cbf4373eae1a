/**
 * The console's lines as they stand in inputs.yaml, as the list `expressions`. Lines are added
 * and taken out in the text, so that its comments and everything else stay as they are. A list
 * that is not written as one item after another is written anew.
 */

/** Lines of the text: where a key's entry begins, and one past its end. */
interface Section {
  readonly first: number;
  readonly end: number;
  /** The first lines of its items, when it is a list of items. */
  readonly items: readonly number[];
}

function sectionOf(lines: readonly string[], key: string): Section | null {
  const entry = new RegExp(`^(["']?)${key}\\1\\s*:(\\s|$)`);
  const first = lines.findIndex((line) => entry.test(line));
  if (first < 0) return null;
  let end = first + 1, last = first + 1;
  // Items may stand below the key without being indented; comments between two keys belong to the next.
  for (; end < lines.length && !/^([^\s#-]|---)/.test(lines[end] ?? ""); end++) if (/^(\s+\S|-)/.test(lines[end] ?? "")) last = end + 1;
  const indent = lines.slice(first + 1, last).find((line) => /^\s*-(\s|$)/.test(line))?.search(/-/) ?? -1;
  const items: number[] = [];
  for (let at = first + 1; at < last; at++) if (indent >= 0 && lines[at]?.search(/\S/) === indent && /^\s*-(\s|$)/.test(lines[at] ?? "")) items.push(at);
  return { first, end: last, items };
}

/** A text as a YAML scalar on one line: bare where that reads back the same. */
export function scalarOf(text: string): string {
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/.test(text)) return JSON.stringify(text);
  const isBare = /^[A-Za-z0-9][^\u0000]*$/.test(text) && !/: |:$| #|\s$/.test(text);
  return isBare ? text : `'${text.replaceAll("'", "''")}'`;
}

/** The text with one more expression; known is what the engine has read from it. */
export function addExpression(text: string, expression: string, known: readonly string[]): string {
  const lines = linesOf(text);
  const section = sectionOf(lines, "expressions");
  const item = `- ${scalarOf(expression)}`;
  if (!section || section.items.length === 0 || section.items.length !== known.length) return rewritten(text, [...known, expression]);
  const indent = " ".repeat(lines[section.items[0] ?? 0]?.search(/-/) ?? 0);
  return textOf(lines.toSpliced(section.end, 0, indent + item));
}

/** The text without the expression with this index. */
export function removeExpression(text: string, index: number, known: readonly string[]): string {
  const lines = linesOf(text);
  const section = sectionOf(lines, "expressions");
  const rest = known.toSpliced(index, 1);
  const first = section?.items[index];
  if (rest.length === 0) return clearExpressions(text);
  if (!section || first === undefined || section.items.length !== known.length) return rewritten(text, rest);
  let end = section.items[index + 1] ?? section.end;
  while (end > first + 1 && /^\s*#/.test(lines[end - 1] ?? "")) end--; // a comment belongs to what follows it
  return textOf(lines.toSpliced(first, end - first));
}

/** The text without any expression. */
export function clearExpressions(text: string): string {
  let lines = linesOf(text);
  for (const key of ["expressions", "expression"]) {
    const section = sectionOf(lines, key);
    if (section) lines = lines.toSpliced(section.first, section.end - section.first);
  }
  return textOf(lines);
}

function rewritten(text: string, expressions: readonly string[]): string {
  const lines = linesOf(text);
  const section = sectionOf(lines, "expressions") ?? sectionOf(lines, "expression");
  const list = ["expressions:", ...expressions.map((expression) => `  - ${scalarOf(expression)}`)];
  if (!section) return textOf([...lines, ...list]);
  const written = lines.toSpliced(section.first, section.end - section.first, ...list);
  const single = sectionOf(written, "expression");
  return textOf(single ? written.toSpliced(single.first, single.end - single.first) : written);
}

function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines.length === 1 && /^\s*(?:\{\s*\}\s*)?$/.test(lines[0] ?? "") ? [] : lines;
}

function textOf(lines: readonly string[]): string {
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}
