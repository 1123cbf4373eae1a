/**
 * Edits the `expressions` list of inputs.yaml, which contains the console's lines. Only their part of
 * the text changes, so that comments and everything else stay as they are. A list that is not written
 * with an item per line is rewritten.
 */

/** The lines of a key's entry, as offsets: the start of the first one, and the end of the last one. */
interface Section {
  readonly start: number;
  readonly end: number;
  /** The starts of the first lines of its list items. */
  readonly items: readonly number[];
}

/** Match the start of a key's entry, by key. */
const KEYS = {
  expressions: /^(?:expressions|"expressions"|'expressions')[^\S\n]*:(?:\s|$)/m,
  expression: /^(?:expression|"expression"|'expression')[^\S\n]*:(?:\s|$)/m,
} as const;

/** Returns the section of a top-level key, or null. It scans the text once, since it may have a million lines. */
function sectionOf(body: string, key: keyof typeof KEYS): Section | null {
  const start = KEYS[key].exec(body)?.index;
  if (start === undefined) return null;
  const below = afterLine(body, start), another = /^(?:[^\s#-]|---)/gm;
  another.lastIndex = below;
  // List items may be unindented. Unindented comments before the next key are not part of the section.
  let end = another.exec(body)?.index ?? body.length;
  while (end > below && body[end - 2] === "\n") end--; // empty lines, of which there may be a million
  while (end > below && !/^(?:\s+\S|-)/.test(body.slice(lineBefore(body, end), end))) end = lineBefore(body, end);
  const items: number[] = [], item = /^([^\S\n]*)-(?=\s|$)/gm;
  item.lastIndex = below;
  let indent = -1;
  for (let found = item.exec(body); found && found.index < end; found = item.exec(body)) {
    if (indent < 0) indent = found[1]!.length;
    if (found[1]!.length === indent) items.push(found.index);
  }
  return { start, end, items };
}

function afterLine(body: string, at: number): number { return body.indexOf("\n", at) + 1 || body.length; }
/** Returns the start of the line whose line break ends at an offset. */
function lineBefore(body: string, end: number): number { return end < 2 ? 0 : body.lastIndexOf("\n", end - 2) + 1; }

/** Returns a text as a YAML scalar on one line, quoted only if necessary. */
export function scalarOf(text: string): string {
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/.test(text)) return JSON.stringify(text);
  const isBare = /^[A-Za-z0-9][^\u0000]*$/.test(text) && !/: |:$| #|\s$/.test(text);
  return isBare ? text : `'${text.split("'").join("''")}'`; // four times as fast as replaceAll in V8
}

/** Returns the text with another expression. `known` are the expressions that the engine has read from it. */
export function addExpression(text: string, expression: string, known: readonly string[]): string {
  const body = bodyOf(text), section = sectionOf(body, "expressions"), first = section?.items[0];
  if (!section || first === undefined || section.items.length !== known.length) return rewritten(text,
    [...known, expression]);
  const indent = " ".repeat(body.indexOf("-", first) - first);
  return `${body.slice(0, section.end)}${indent}- ${scalarOf(expression)}\n${body.slice(section.end)}`;
}

/** Returns the text without the expression with this index. */
export function removeExpression(text: string, index: number, known: readonly string[]): string {
  const body = bodyOf(text), section = sectionOf(body, "expressions"), first = section?.items[index];
  const rest = known.toSpliced(index, 1);
  if (rest.length === 0) return clearExpressions(text);
  if (!section || first === undefined || section.items.length !== known.length) return rewritten(text, rest);
  let end = section.items[index + 1] ?? section.end;
  // A comment belongs to the item after it, so it stays.
  for (let line = lineBefore(body, end); line > first && body.slice(line, end).trimStart()
    .startsWith("#"); line = lineBefore(body, end)) end = line;
  return body.slice(0, first) + body.slice(end);
}

/** Returns the text without expressions. */
export function clearExpressions(text: string): string {
  return without(without(bodyOf(text), "expressions"), "expression");
}

function rewritten(text: string, expressions: readonly string[]): string {
  const body = bodyOf(text), section = sectionOf(body, "expressions") ?? sectionOf(body, "expression");
  const list = `expressions:\n${expressions.map((expression) => `  - ${scalarOf(expression)}\n`).join("")}`;
  return section ? without(body.slice(0, section.start) + list + body.slice(section.end), "expression") : body + list;
}

function without(body: string, key: keyof typeof KEYS): string {
  const section = sectionOf(body, key);
  return section ? body.slice(0, section.start) + body.slice(section.end) : body;
}

/** Returns the text with a line break at the end; "" if it is empty or an empty mapping. */
function bodyOf(text: string): string {
  const body = text.endsWith("\n") || text === "" ? text : `${text}\n`;
  return afterLine(body, 0) === body.length && /^\s*(?:\{\s*\}\s*)?$/.test(body) ? "" : body;
}
