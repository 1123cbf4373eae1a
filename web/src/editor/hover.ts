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
  return [head, value, escape(hover.doc), hops].filter(Boolean).join("\n\n");
}

/** A text on one line, cut when it is long. */
export function short(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length <= SHORT ? line : `${line.slice(0, SHORT - 1)}…`;
}

function escape(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!|<>~&]/g, "\\$&");
}

/** A code span that holds any text: its fence is longer than any run of backticks inside. */
function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence} ${text.split("\n").map((line) => line.trim()).filter(Boolean).join(" ⏎ ")} ${fence}`;
}
