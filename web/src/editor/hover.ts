/** Hovers as Markdown. Every text in them comes from the program, so all of it is escaped. */
import type { Hover } from "../protocol/protocol.gen.js";
import { isPlace } from "../app/text.js";

/** The command behind the links of a hover: goes to the place that is its argument. */
export const GO_TO = "pantograph.goTo";
/** Longer values are cut in hovers' hops and in inlays. */
const SHORT = 48;

/** The hover as Markdown: what it is, its value, and the way the value came, each step a link. */
export function hoverText(hover: Hover): string {
  const head = [`**${escape(hover.title)}**`, hover.type && escape(hover.type), hover.state !== "known" && `*${hover.state}*`].filter(Boolean).join(" · ");
  const value = hover.value === "" ? "" : code(hover.value);
  const hops = hover.hops.map(({ label, value: each, range }) => {
    const name = isPlace(range) ? `[${escape(label)}](command:${GO_TO}?${encodeURIComponent(JSON.stringify(range))})` : escape(label);
    return `← ${name}${each ? ` ${code(short(each))}` : ""}${isPlace(range) ? ` line ${range.line}` : ""}`;
  }).join("  \n");
  return [head, value, whyUnknown(hover), escape(hover.doc), parameters(hover.params), hops].filter(Boolean).join("\n\n");
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

/** Addresses too: Markdown makes links of https://…, www.… and a@b.c, and these are a stranger's. */
function escape(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!|<>~&:/@=]/g, "\\$&");
}

/** A code span that holds any text: its fence is longer than any run of backticks inside. */
function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence} ${text.split("\n").map((line) => line.trim()).filter(Boolean).join(" ⏎ ")} ${fence}`;
}
