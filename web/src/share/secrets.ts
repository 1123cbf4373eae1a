/**
 * Taking secrets out of what is shared: the values that inputs.yaml marks as secret,
 * {secret: v} or {$secret: v}, wherever they stand: an alias leads to its anchor. Beside them
 * the outputs of a provider with `secret: true`, what `decrypt` holds, and in every file of
 * inputs the values of what a template marks `secret: true` or `hidden: true`. The text is read
 * as it is, so that half-typed YAML loses its secrets too. scripts/internal/link/secrets.go does
 * the same, held to the same rows in testdata/links/secrets.json and secret-files.json.
 */
import type { File } from "../protocol/protocol.gen.js";

const INPUTS_FILE = "inputs.yaml";

/** Stands in a link where a secret was. */
export const LEFT_OUT = '"left out of the link"';

/**
 * A key whose value may be secret: at the beginning of a line, behind a dash, a question mark,
 * a bracket or a comma, with a tag or an anchor of its own perhaps.
 */
const KEY = /(^[ \t?-]*|[{,][ \t\r\n]*)((?:[&!][^\s,{}[\]]*[ \t]+)*)(["']?)(\$?secret|decrypt)\3[ \t\r\n]*:/gm;

/** `secret: true` is a switch, not a secret. */
const SWITCH = /^(true|false|null|~)$/;

/** What may stand in front of a value: tags and an anchor. */
const PROPERTIES = /^(?:[&!][^\s,{}[\]]*(?:[ \t]+|$))*/;
const ALIAS = /(?<=^|[\s,[{:-])\*([^\s,[\]{}]+)/g;
const ANCHOR = /(?<=^|[\s,[{:-])&([^\s,[\]{}]+)/g;

/** Files that say what a template is given: inputs.yaml, Heat's environments, Pulumi's stacks. */
const INPUTS = /^(inputs|env[^/]*|Pulumi\.[^/]+)\.ya?ml$/;

/** How a template marks a parameter. */
const MARK = /(^[ \t-]*|[{,][ \t\r\n]*)(["']?)(?:secret|hidden)\2[ \t]*:[ \t]*(?:true|yes|on)\b/gim;

/** What says itself that it is secret. */
const SAYS = /^\{?\s*["']?(?:\$?secret|secure)["']?[ \t]*:/;

export interface Discreet {
  readonly files: readonly File[];
  /** How many secrets were taken out. */
  readonly count: number;
}

/** Names are those of inputs that the engine knows to be typed unseen, beside what the texts say. */
export function withoutSecrets(files: readonly File[], names: readonly string[] = []): Discreet {
  let count = 0;
  const marked = [...names, ...markedIn(files).map(({ name }) => name)];
  const discreet = files.map((file) => {
    if (!INPUTS.test(file.name)) return file;
    const cut = cutSecrets(file.text, marked, file.name === INPUTS_FILE);
    count += cut.count;
    return cut.count > 0 ? { ...file, text: cut.rest } : file;
  });
  return { files: discreet, count };
}

/** Whether a template holds secrets itself, which no link can leave out: a default, a plain fn::secret. */
export function holdsSecrets(files: readonly File[]): boolean {
  return files.some(({ text }) => /fn::secret:[ \t]*[^\s{]/.test(text)) || markedIn(files).some(({ hasDefault }) => hasDefault);
}

/** What templates mark secret. */
function markedIn(files: readonly File[]): readonly { readonly name: string; readonly hasDefault: boolean }[] {
  return files.filter(({ name }) => !INPUTS.test(name)).flatMap(({ text }) => [...text.matchAll(MARK)].flatMap((found) => {
    const place = placeOf(text, found), [start] = mappingAround(text, place);
    const above = place.isFlow ? text.slice(0, start) : text.slice(0, Math.max(start - 1, 0));
    const name = /(?:^|[\s{,])(["']?)([^\s"'{},:]+)\1[ \t]*:[ \t]*(?:#.*)?$/.exec(above)?.[2];
    return name ? [{ name, hasDefault: beside(text, place, "default").some(([, { start: from, end }]) => from < end) }] : [];
  }));
}

/** A piece of the text and what takes its place. */
interface Cut {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

export function cutSecrets(text: string, marked: readonly string[] = [], isInputs = true): { readonly rest: string; readonly count: number } {
  const cuts: Cut[] = [], names = new Set<string>();
  const cut = (value: Value, gap: number, by: string): void => {
    const words = text.slice(value.start, value.end);
    if (words === "" || words === by || words === LEFT_OUT) return;
    if (!/^\*\S+$/.test(words)) cuts.push({ from: gap, to: value.end, by: ` ${value.anchor}${by}` });
    for (const [, name] of words.matchAll(ALIAS)) names.add(name!);
  };
  for (const found of isInputs ? text.matchAll(KEY) : []) {
    const place = placeOf(text, found), colon = found.index + found[0].length, value = valueAt(text, colon, place);
    if (found[4] === "decrypt") { if (isOfRoot(text, place)) cut(value, colon, "{}"); }
    else if (!SWITCH.test(text.slice(value.start, value.end))) cut(value, colon, LEFT_OUT);
    else if (text.slice(value.start, value.end) === "true") for (const [at, outputs] of beside(text, place, "outputs")) cut(outputs, at, LEFT_OUT);
  }
  for (const found of marked.length > 0 ? text.matchAll(keyOf(marked)) : []) {
    const colon = found.index + found[0].length, value = valueAt(text, colon, placeOf(text, found));
    if (!SAYS.test(text.slice(value.start, value.end))) cut(value, colon, LEFT_OUT);
  }
  for (const name of names) { // it grows by what anchored values refer to
    for (const found of text.matchAll(ANCHOR)) {
      const end = found.index + found[0].length;
      if (found[1] === name) cut(valueAt(text, end, around(text, found.index)), end, LEFT_OUT);
    }
  }
  return apply(text, cuts);
}

/** The key of one of these names; Pulumi may write its project in front. */
function keyOf(names: readonly string[]): RegExp {
  const any = names.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|");
  return new RegExp(`(^[ \\t-]*|[{,][ \\t\\r\\n]*)(["']?)(?:[\\w.-]+:)?(?:${any})\\2[ \\t]*:(?=[\\s"'{[]|$)`, "gm");
}

/** Takes the outermost pieces out, and the aliases of what is gone with them. */
function apply(text: string, cuts: Cut[]): { readonly rest: string; readonly count: number } {
  const outermost: Cut[] = [];
  for (const cut of cuts.sort((a, b) => a.from - b.from || b.to - a.to)) if (cut.from >= (outermost.at(-1)?.to ?? 0)) outermost.push(cut);
  let rest = "", at = 0;
  for (const { from, to, by } of outermost) {
    rest += text.slice(at, from) + by;
    at = to;
  }
  rest += text.slice(at);
  const kept = new Set([...rest.matchAll(ANCHOR)].map(([, name]) => name));
  const gone = new Set([...text.matchAll(ANCHOR)].map(([, name]) => name).filter((name) => !kept.has(name)));
  return { rest: gone.size > 0 ? rest.replace(ALIAS, (all, name: string) => (gone.has(name) ? LEFT_OUT : all)) : rest, count: outermost.length };
}

/** Where a key or an anchor stands: in brackets, or at a column of a block. */
interface Place {
  readonly at: number;
  readonly isFlow: boolean;
  readonly column: number;
}

function placeOf(text: string, found: RegExpExecArray): Place {
  const lead = found[1]!, explicit = lead.indexOf("?");
  const at = found.index + (explicit >= 0 ? explicit : lead.length);
  return { at, isFlow: /^[{,]/.test(lead), column: at - text.lastIndexOf("\n", at - 1) - 1 };
}

/** The place of the entry that an anchor's value belongs to. */
function around(text: string, at: number): Place {
  const start = text.lastIndexOf("\n", at - 1) + 1, line = text.slice(start, at), rest = text.slice(at, lineEnd(text, at));
  const isFlow = depthOf(line) > 0 || (depthOf(text.slice(0, at)) > 0 && /[,{}[\]]\s*$/.test(rest));
  const [lead = ""] = /^[ \t-]*/.exec(line) ?? [];
  return { at, isFlow, column: lead.length < line.length ? lead.length : Math.max(lead.lastIndexOf("-"), 0) };
}

/** How many brackets are open, as far as quotes and comments leave them. */
function depthOf(text: string): number {
  const bare = text.replace(/"(?:\\.|[^"\\\n])*"|'[^'\n]*'|(?<=^|\s)#.*/gm, "");
  return bare.replace(/[^{[]/g, "").length - bare.replace(/[^}\]]/g, "").length;
}

/** Whether a key is one of inputs.yaml itself. */
function isOfRoot(text: string, { at, isFlow, column }: Place): boolean {
  return isFlow ? /^\s*\{/.test(text) && depthOf(text.slice(0, at)) === 1 : column === 0;
}

interface Value {
  /** Behind tags and anchors. */
  readonly start: number;
  readonly end: number;
  /** The anchor in front of it with a blank, or "". */
  readonly anchor: string;
}

function valueAt(text: string, from: number, place: Place): Value {
  const gap = from + (place.isFlow ? /^\s*/ : /^[ \t]*/).exec(text.slice(from))![0].length;
  const [properties] = PROPERTIES.exec(text.slice(gap, lineEnd(text, gap)))!;
  const start = gap + properties.length, end = valueEnd(text, start, place);
  const anchor = /&\S+/.exec(properties)?.[0];
  return { start: start + /^\s*/.exec(text.slice(start, end))![0].length, end, anchor: anchor ? `${anchor} ` : "" };
}

function valueEnd(text: string, start: number, { isFlow, column }: Place): number {
  if (/["'{[]/.test(text.charAt(start))) return closing(text, start);
  let end = start;
  if (isFlow) {
    while (end < text.length && !",}]".includes(text[end]!)) end++;
  } else {
    end = lineEnd(text, start);
    const isOpen = text.slice(start, end).replace(/^#.*/, "").trim() === "";
    while (end < text.length) {
      const next = lineEnd(text, end + 1), line = text.slice(end + 1, next), indent = line.length - line.replace(/^ +/, "").length;
      const isItem = isOpen && indent === column && /^-(\s|$)/.test(line.slice(indent)); // items may stand right below their key
      if (line.trim() !== "" && indent <= column && !isItem) break;
      end = next;
    }
  }
  const value = text.slice(start, end), comment = value.search(/(^|\s)#/);
  if (comment >= 0 && !value.trim().includes("\n")) end = start + comment;
  return start + text.slice(start, end).replace(/\s+$/, "").length;
}

/** A key in the same mapping as another, and its value. */
function beside(text: string, place: Place, key: "outputs" | "default"): (readonly [number, Value])[] {
  const [start, end] = mappingAround(text, place);
  return [...text.slice(start, end).matchAll(keyOf([key]))].flatMap((found) => {
    const at = start + found.index + found[1]!.length, colon = start + found.index + found[0].length;
    const column = at - text.lastIndexOf("\n", at - 1) - 1;
    const isSame = place.isFlow ? depthOf(text.slice(start, at)) === 1 : column === place.column;
    return isSame ? [[colon, valueAt(text, colon, { ...place, at, column })] as const] : [];
  });
}

function mappingAround(text: string, { at, isFlow, column }: Place): readonly [number, number] {
  if (isFlow) {
    let start = at;
    for (let depth = 0; start > 0 && depth < 1;) depth += { "{": 1, "}": -1 }[text[--start]!] ?? 0;
    return [start, closing(text, start)];
  }
  const isInside = (line: string): boolean => line.trim() === "" || /^[ \t-]*/.exec(line)![0].length >= column;
  let start = text.lastIndexOf("\n", at - 1) + 1, end = lineEnd(text, at);
  for (; start > 0 && !/^\s*-/.test(text.slice(start, start + column)); ) {
    const above = text.lastIndexOf("\n", start - 2) + 1;
    if (!isInside(text.slice(above, start - 1))) break;
    start = above;
  }
  for (let next = end; end < text.length; end = next) {
    next = lineEnd(text, end + 1);
    const line = text.slice(end + 1, next);
    if (!isInside(line) || /^\s*-/.test(line.slice(0, column))) break;
  }
  return [start, end];
}

function lineEnd(text: string, from: number): number {
  const at = text.indexOf("\n", from);
  return at < 0 ? text.length : at;
}

/** Behind the quote or bracket that closes the one at start; the end of the text when it is missing. */
function closing(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"' || character === "'") {
      for (at++; at < text.length && text[at] !== character; at++) if (character === '"' && text[at] === "\\") at++;
    } else if (character === "{" || character === "[") depth++;
    else if (character === "}" || character === "]") depth--;
    if (depth > 0 || (text[at] === "'" && text[at + 1] === "'")) continue; // '' is a quote inside
    return Math.min(at + 1, text.length);
  }
  return text.length;
}
