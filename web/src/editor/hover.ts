/** Writes hovers as Markdown. Every string in a hover may come from the program, so every string is escaped. */
import type { Hover, PositionRequest, Range } from "../protocol/protocol.gen.js";
import { code as coded, escape as escaped } from "../app/markdown.js";
import { isPosition } from "../app/text.js";

/** The id of the command behind a hover's position links. Its argument is the range to go to. */
export const GO_TO = "pantograph.goTo";
/** The id of the command behind "Why". Its argument is the position to ask about. */
export const WHY = "pantograph.why";
/** The id of the command behind "Enter a value". Its argument is the position of the unknown value. */
export const GIVE = "pantograph.give";
/** The maximum length of the values in hops and inlays, in UTF-16 code units; longer ones are cut. */
const MAX_SHORT = 48;
/** The maximum length of any other string in a hover: a program can contain names of any length. */
const MAX_LENGTH = 5_000;

const cut = (text: string): string => (text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH - 1)}…`);
const escape = (text: string): string => escaped(cut(text));
const code = (text: string): string => coded(cut(text));

/**
 * Returns a hover as Markdown: title, value, documentation, and where the value came from. With a
 * position, the steps are links and actions are offered.
 */
export function hoverText(hover: Hover, at?: PositionRequest): string {
  const head = [`**${escape(hover.title)}**`, hover.type && escape(hover.type),
    hover.state !== "known" && `*${hover.state}*`].filter(Boolean).join(" · ");
  const value = hover.value === "" ? "" : code(hover.value);
  const hops = hover.hops.map(({ label, value: each, range }) => {
    const name = at && isPosition(range) ? link(label, GO_TO, range) : escape(label);
    const line = range.file === hover.range.file ? `line ${range.line}` : escape(`${range.file}:${range.line}`);
    const isNew = each !== hover.value && each !== `⟨unknown: ${hover.why}⟩`;
    return `← ${name}${each && isNew ? ` ${code(short(each))}` : ""}${isPosition(range) ? ` ${line}` : ""}`;
  }).join("  \n");
  return [head, value, whyUnknown(hover), escape(hover.doc), parameters(hover.params), example(hover.example), hops,
    actions(hover, at)].filter(Boolean).join("\n\n");
}

/** Returns links that supply a value, ask why, and go to the nearest source of the value. */
function actions({ hops, state, supply }: Hover, at: PositionRequest | undefined): string {
  if (!at || (state as string) === "") return "";
  const source = hops.find(({ range }) => isPosition(range))?.range;
  return [supply && link("Enter a value", GIVE, at), link("Why", WHY, at),
    source && link("Go to", GO_TO, source)].filter(Boolean).join(" · ");
}

function link(label: string, command: string, argument: PositionRequest | Range): string {
  return `[${escape(label)}](command:${command}?${encodeURIComponent(JSON.stringify(argument))})`;
}

/** Explains why a value is unknown and where inputs.yaml could supply it. */
function whyUnknown({ why, supply }: Hover): string {
  const advice = supply ? `Supply it in inputs\\.yaml: ${code(supply.split("\0").join(" › "))}` : "";
  return [why && `Unknown: ${escape(why)}`, advice].filter(Boolean).join("  \n");
}

/** Returns the parameters of a function as a list. */
function parameters(params: Hover["params"]): string {
  return params.map(({ name, type, doc, optional }) =>
    `- ${code(name)} ${escape(type)}${optional ? ", *optional*" : ""}${doc ? ` — ${escape(doc)}` : ""}`).join("\n");
}

/** Returns the line with a function's example; `text` is a call and its result. */
function example(text = ""): string {
  return text && `For example ${code(text)}`;
}

/** Matches a documentation line about a parameter: its name, a colon, then its type and description. */
const PARAMETER = /^([\w.$[\]-]+): (\S.*)$/;

/** Matches the documentation line with an example. */
const EXAMPLE = /^For example, (.+)$/;

/**
 * Returns the documentation of a completion as Markdown: the first line is prose, and the lines
 * after it that describe parameters become a list.
 */
export function docText(doc: string): string {
  const [first = "", ...rest] = doc.split("\n");
  const lines = rest.map((line) => {
    const [, name, what = ""] = PARAMETER.exec(line) ?? [];
    const [, call] = EXAMPLE.exec(line) ?? [];
    return name ? `- ${code(name)} ${escape(what)}` : `\n${call ? example(call) : escape(line)}`;
  });
  return [escape(first), lines.join("\n")].filter(Boolean).join("\n\n");
}

/** Returns a text on one line, cut to MAX_SHORT code units. */
export function short(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length <= MAX_SHORT ? line : `${line.slice(0, MAX_SHORT - 1)}…`;
}
