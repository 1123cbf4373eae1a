/** Hovers as Markdown. All strings in them come from the program, so all are escaped. */
import type { Hover, PositionRequest, Range } from "../protocol/protocol.gen.js";
import { code as coded, escape as escaped } from "../app/markdown.js";
import { isPlace } from "../app/text.js";

/** The command of links in a hover: goes to the place given as its argument. */
export const GO_TO = "pantograph.goTo";
/** The command of "Why": asks about the place given as its argument. */
export const WHY = "pantograph.why";
/** The command of "Give it a value": opens a field for the place given as its argument. */
export const GIVE = "pantograph.give";
/** The longest value in a hover's hops and in inlays; longer ones are cut. */
const SHORT = 48;
/** The longest piece of a hover: a program can make a name of any length. */
const LONGEST = 5_000;

const cut = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`);
const escape = (text: string): string => escaped(cut(text));
const code = (text: string): string => coded(cut(text));

/**
 * Returns the hover as Markdown: title, value, and where the value came from. If the place is
 * given, each step is a link.
 */
export function hoverText(hover: Hover, at?: PositionRequest): string {
  const head = [`**${escape(hover.title)}**`, hover.type && escape(hover.type),
    hover.state !== "known" && `*${hover.state}*`].filter(Boolean).join(" · ");
  const value = hover.value === "" ? "" : code(hover.value);
  const hops = hover.hops.map(({ label, value: each, range }) => {
    const name = at && isPlace(range) ? link(label, GO_TO, range) : escape(label);
    const line = range.file === hover.range.file ? `line ${range.line}` : escape(`${range.file}:${range.line}`);
    const isNew = each !== hover.value && each !== `⟨unknown: ${hover.why}⟩`;
    return `← ${name}${each && isNew ? ` ${code(short(each))}` : ""}${isPlace(range) ? ` ${line}` : ""}`;
  }).join("  \n");
  return [head, value, whyUnknown(hover), escape(hover.doc), parameters(hover.params), example(hover.example), hops,
    actions(hover, at)].filter(Boolean).join("\n\n");
}

/** The actions of a hover: ask why, and go to the nearest place that the value comes from. */
function actions({ hops, state, supply }: Hover, at: PositionRequest | undefined): string {
  if (!at || (state as string) === "") return "";
  const source = hops.find(({ range }) => isPlace(range))?.range;
  return [supply && link("Give it a value", GIVE, at), link("Why", WHY, at),
    source && link("Go to", GO_TO, source)].filter(Boolean).join(" · ");
}

function link(label: string, command: string, argument: PositionRequest | Range): string {
  return `[${escape(label)}](command:${command}?${encodeURIComponent(JSON.stringify(argument))})`;
}

/** Says why a value is not known, and where one could be supplied. */
function whyUnknown({ why, supply }: Hover): string {
  const given = supply ? `Give it in inputs\\.yaml: ${code(supply.split("\0").join(" › "))}` : "";
  return [why && `Not known: ${escape(why)}`, given].filter(Boolean).join("  \n");
}

/** Lists the parameters of a function. */
function parameters(params: Hover["params"]): string {
  return params.map(({ name, type, doc, optional }) =>
    `- ${code(name)} ${escape(type)}${optional ? ", *optional*" : ""}${doc ? ` — ${escape(doc)}` : ""}`).join("\n");
}

/** A call of a function and its result. */
function example(text = ""): string {
  return text && `For example ${code(text)}`;
}

/** A line of documentation about a parameter: its name, a colon, its type and more. */
const PARAMETER = /^([\w.$[\]-]+): (\S.*)$/;

/** The line of documentation with an example. */
const EXAMPLE = /^For example, (.+)$/;

/**
 * Returns the documentation of a completion as Markdown: prose, and after its first line a list of
 * parameters.
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

/** Puts a text on one line, cut if it is long. */
export function short(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length <= SHORT ? line : `${line.slice(0, SHORT - 1)}…`;
}
