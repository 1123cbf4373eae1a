/** Hovers as Markdown. Every text in them comes from the program, so all of it is escaped. */
import type { Hover, PositionRequest, Range } from "../protocol/protocol.gen.js";
import { code as coded, escape as escaped } from "../app/markdown.js";
import { isPlace } from "../app/text.js";

/** The command behind the links of a hover: goes to the place that is its argument. */
export const GO_TO = "pantograph.goTo";
/** The command behind Why: asks about the place that is its argument. */
export const WHY = "pantograph.why";
/** The command behind Give it a value: opens a field for the place that is its argument. */
export const GIVE = "pantograph.give";
/** Longer values are cut in hovers' hops and in inlays. */
const SHORT = 48;
/** Of a longer piece nobody reads the rest in a hover: a program can make a name of any length. */
const LONGEST = 5_000;

const cut = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`);
const escape = (text: string): string => escaped(cut(text));
const code = (text: string): string => coded(cut(text));

/** The hover as Markdown: what it is, its value, and the way the value came. With the place that it is of, each step is a link. */
export function hoverText(hover: Hover, at?: PositionRequest): string {
  const head = [`**${escape(hover.title)}**`, hover.type && escape(hover.type), hover.state !== "known" && `*${hover.state}*`].filter(Boolean).join(" · ");
  const value = hover.value === "" ? "" : code(hover.value);
  const hops = hover.hops.map(({ label, value: each, range }) => {
    const name = at && isPlace(range) ? link(label, GO_TO, range) : escape(label);
    const line = range.file === hover.range.file ? `line ${range.line}` : escape(`${range.file}:${range.line}`);
    return `← ${name}${each && each !== hover.value && each !== `⟨unknown: ${hover.why}⟩` ? ` ${code(short(each))}` : ""}${isPlace(range) ? ` ${line}` : ""}`;
  }).join("  \n");
  return [head, value, whyUnknown(hover), escape(hover.doc), parameters(hover.params), hops, actions(hover, at)].filter(Boolean).join("\n\n");
}

/** What can be done: ask why, and go to the nearest place that the value comes from. */
function actions({ hops, state, supply }: Hover, at: PositionRequest | undefined): string {
  if (!at || (state as string) === "") return "";
  const source = hops.find(({ range }) => isPlace(range))?.range;
  return [supply && link("Give it a value", GIVE, at), link("Why", WHY, at), source && link("Go to", GO_TO, source)].filter(Boolean).join(" · ");
}

function link(label: string, command: string, argument: PositionRequest | Range): string {
  return `[${escape(label)}](command:${command}?${encodeURIComponent(JSON.stringify(argument))})`;
}

/** Why a value is not known, and where one could be given. */
function whyUnknown({ why, supply }: Hover): string {
  const given = supply ? `Give it in inputs\\.yaml: ${code(supply.split("\0").join(" › "))}` : "";
  return [why && `Not known: ${escape(why)}`, given].filter(Boolean).join("  \n");
}

/** The parameters of a function as a list. */
function parameters(params: Hover["params"]): string {
  return params.map(({ name, type, doc, optional }) =>
    `- ${code(name)} ${escape(type)}${optional ? ", *optional*" : ""}${doc ? ` — ${escape(doc)}` : ""}`).join("\n");
}

/** A line of documentation that says what a parameter is: its name, a colon, its type and more. */
const PARAMETER = /^([\w.$[\]-]+): (\S.*)$/;

/** The documentation of a proposal as Markdown: prose, and after its first line a list of parameters. */
export function docText(doc: string): string {
  const [first = "", ...rest] = doc.split("\n");
  const lines = rest.map((line) => {
    const [, name, what = ""] = PARAMETER.exec(line) ?? [];
    return name ? `- ${code(name)} ${escape(what)}` : `\n${escape(line)}`;
  });
  return [escape(first), lines.join("\n")].filter(Boolean).join("\n\n");
}

/** A text on one line, cut when it is long. */
export function short(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length <= SHORT ? line : `${line.slice(0, SHORT - 1)}…`;
}
