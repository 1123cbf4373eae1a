/** Everything of ours that runs on the main thread over a text that a stranger may have written. */
import { addExpression, removeExpression } from "../src/app/expressions.js";
import { keepMissing } from "../src/app/keep.js";
import { ownTitle } from "../src/app/select.js";
import { applyEdits, countLines, lineSplices, offsetAt, smallestSplice } from "../src/app/text.js";
import { assignments, json, yaml } from "../src/editor/grammar.js";
import { hoverText } from "../src/editor/hover.js";
import { COLOURED, highlight } from "../src/embed/highlight.js";
import type { Edit, Hover, Rendered } from "../src/protocol/protocol.gen.js";
import { openFiles, toTxtar } from "../src/share/archive.js";
import { formOf } from "../src/share/forms.js";
import { decode, encode } from "../src/share/link.js";
import { redact } from "../src/share/redact.js";
import { tokenize, type Grammar } from "./monarch.js";

const documentOf = (text: string) => ({ dialect: "", files: [{ name: "a.yaml", text }], view: {}, engine: "", digest: "", rest: {} });
const rendered = (text: string): Rendered => ({ view: "", language: "yaml", text, marks: [], files: [] });

/** An edit for every line, as renaming makes them. */
function editsOf(text: string): readonly Edit[] {
  const edits: Edit[] = [];
  for (let line = countLines(text); line > 0; line--) edits.push({ range: { file: "a", line, column: 1, endLine: line, endColumn: 2 }, text: "xy" });
  return edits;
}

/** Monaco colours no line that is longer. */
const LONGEST_LINE = 20_000;
const colour = (grammar: unknown) => (text: string): void => {
  tokenize(grammar as Grammar, text.split("\n").flatMap((line) => Array.from({ length: Math.ceil(line.length / LONGEST_LINE) || 1 }, (_, at) => line.slice(at * LONGEST_LINE, (at + 1) * LONGEST_LINE))).join("\n"));
};

/** By what they are for. */
export const runsOnTexts: Readonly<Record<string, (text: string) => void>> = {
  "colours of embeds": (text) => { for (const line of text.slice(0, COLOURED).split("\n")) highlight(line); },
  "colours of YAML": colour(yaml),
  "colours of JSON": colour(json),
  "colours of assignments": colour(assignments),
  "a link written": (text) => { encode(documentOf(text)); },
  "a link read": (text) => { decode(text); decode(`#p1.d.${text.replace(/[^a-z]/g, "A")}`); },
  "secrets taken out": (text) => {
    const splices = Array.from({ length: text.length >> 1 }, (_, at) => ({ file: 0, start: 2 * at, end: 2 * at + 1, text: "x" }));
    redact([{ name: "inputs.yaml", text }], { splices, count: splices.length, holds: false });
  },
  "an archive written": (text) => { toTxtar([{ name: "a.yaml", text }]); },
  "an archive read": (text) => { openFiles([{ name: "a.txtar", bytes: new TextEncoder().encode(`-- a --\n${text}`) }]); },
  "forms of sharing": (text) => {
    const shared = { page: `https://host.example/?${text.slice(0, 2_000)}`, fragment: "#x", title: text, dialect: "pulumi", files: [{ name: "a.yaml", text }], result: rendered(text) };
    for (const form of ["markdown", "markdown-result", "html"] as const) formOf(form as Parameters<typeof formOf>[0], shared);
  },
  "titles": (text) => { ownTitle({ dialect: "", files: [{ name: "a", text: `name: ${text}` }], example: null }); },
  "hovers": (text) => { hoverText({ title: text, type: text, value: text, state: "known", doc: text, why: text, supply: text, params: [], hops: [] } as unknown as Hover); },
  "expressions": (text) => { addExpression(`expressions:\n${text}`, text, []); removeExpression(`expressions:\n- ${text}`, 0, ["a", "b"]); },
  "parts that are kept": (text) => { keepMissing(rendered(text), rendered(text.slice(0, -3))); },
  "changes of texts": (text) => { smallestSplice(text, `${text}x`); lineSplices(text, text.replaceAll("a", "b")); offsetAt(text, 1e9, 1); },
  "edits": (text) => { applyEdits(text, editsOf(text)); },
};
