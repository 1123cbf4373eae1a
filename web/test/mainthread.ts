/** All functions of the page that process possibly untrusted text on the main thread. */
import { addExpression, removeExpression } from "../src/app/expressions.js";
import { restoreMissing } from "../src/app/lastgood.js";
import { ownTitle } from "../src/app/select.js";
import { applyEdits, countLines, lineSplices, smallestSplice } from "../src/app/text.js";
import { assignments, json, yamlWith } from "../src/editor/grammar.js";
import { hoverText } from "../src/editor/hover.js";
import { OPTIONS } from "../src/editor/options.js";
import { MAX_HIGHLIGHTED, highlight } from "../src/embed/highlight.js";
import type { Edit, Hover, Rendered } from "../src/protocol/protocol.gen.js";
import { openFiles, toTxtar } from "../src/share/archive.js";
import { formOf, type Form } from "../src/share/forms.js";
import { decode, encode, LONGEST_LINK, LONGEST_PASTED } from "../src/share/link.js";
import { redact } from "../src/share/redact.js";
import { tokenizer, type Grammar } from "./monarch.js";

const documentOf = (text: string) =>
  ({ dialect: "", files: [{ name: "a.yaml", text }], view: {}, engine: "", digest: "", rest: {} });
const rendered = (text: string): Rendered => ({ view: "", language: "yaml", text, marks: [], files: [] });

/**
 * Returns as many edits as a rename can have: a reference has at least one letter, with one character
 * before it and one after it.
 */
function editsOf(text: string): readonly Edit[] {
  const edits: Edit[] = [];
  text.split("\n").forEach((row, at) => {
    for (let column = 2; column < row.length; column += 3) edits.push({ range: { file: "a", line: at + 1, column,
      endLine: at + 1, endColumn: column + 1 }, text: "xy" });
  });
  return edits.reverse();
}

/**
 * Number of lines on a tall screen. Lines below are highlighted in idle time, a millisecond at a
 * time.
 */
const SCREEN = 100;
const LONGEST_LINE = OPTIONS.maxTokenizationLineLength - 1;

/** Returns the lines of a text on a screen, broken where highlighting stops. */
function screenOf(text: string): string {
  const lines: string[] = [];
  for (const row of text.split("\n")) {
    for (let at = 0; at === 0 || at < row.length; at += LONGEST_LINE) {
      if (lines.push(row.slice(at, at + LONGEST_LINE)) === SCREEN) return lines.join("\n");
    }
  }
  return lines.join("\n");
}

const colour = (grammar: unknown): Prepare => {
  const colours = tokenizer(grammar as Grammar);
  return (text) => { const screen = screenOf(text); return () => { colours(screen); }; };
};

/** The length of the shortest secret in a program: `{secret: a},`. */
const SHORTEST_SECRET = 12;

/**
 * Prepares an action of the user or the engine. The preparation is not measured; the returned function
 * is.
 */
type Prepare = (text: string) => () => void;

/** The functions to measure, by purpose. */
export const runsOnTexts: Readonly<Record<string, Prepare>> = {
  "highlighting of embeds": (text) => () => {
    for (const line of text.slice(0, MAX_HIGHLIGHTED).split("\n")) highlight(line);
  },
  "highlighting of YAML": colour(yamlWith(["fn::"])),
  "highlighting of JSON": colour(json),
  "highlighting of assignments": colour(assignments),
  "encoding a link": (text) => () => { encode(documentOf(text)); },
  "decoding pasted text": (text) => () => { decode(text.slice(0, LONGEST_PASTED)); },
  "decoding a link": (text) => {
    const link = `#p1.d.${text.replace(/[^a-z]/g, "A").slice(0, LONGEST_LINK)}`;
    return () => { decode(link); };
  },
  "removing secrets": (text) => {
    const splices = Array.from({ length: Math.floor(text.length / SHORTEST_SECRET) }, (_, at) => (
      { file: 0, start: SHORTEST_SECRET * at, end: SHORTEST_SECRET * at + 1, text: "x" }
    ));
    return () => { redact([{ name: "inputs.yaml", text }], { splices, count: splices.length, holds: false }); };
  },
  "writing an archive": (text) => () => { toTxtar([{ name: "a.yaml", text }]); },
  "reading an archive": (text) => {
    const bytes = new TextEncoder().encode(`-- a --\n${text}`);
    return () => { openFiles([{ name: "a.txtar", bytes }]); };
  },
  "writing a result as Markdown": (text) => formed("markdown-result", text),
  "writing an embed": (text) => formed("embed", text),
  "titles": (text) => () => { ownTitle({ dialect: "", files: [{ name: "a", text: `name: ${text}` }],
    example: null }); },
  "hovers": (text) => () => {
    hoverText({ title: text, type: text, value: text, state: "known", doc: text, why: text, supply: text, params: [],
      hops: [] } as unknown as Hover);
  },
  "adding an expression": (text) => {
    const inputs = `expressions:\n- a\n${text}`;
    return () => { addExpression(inputs, text, ["a"]); };
  },
  "removing an expression": (text) => {
    const inputs = `expressions:\n- a\n- ${text}`;
    return () => { removeExpression(inputs, 0, ["a", "b"]); };
  },
  "keeping parts of the last good result": (text) => () => {
    restoreMissing(rendered(text), rendered(text.slice(0, -3)));
  },
  "finding a change": (text) => () => { smallestSplice(text, `${text}x`); },
  "finding changed lines": (text) => {
    const after = text.replaceAll("a", "b");
    return () => { lineSplices(text, after); };
  },
  "applying edits": (text) => {
    const edits = editsOf(text);
    return () => { applyEdits(text, edits); };
  },
  "counting lines": (text) => () => { countLines(text); },
};

function formed(form: Form, text: string): () => void {
  const shared = { page: "https://host.example/", fragment: "#x", title: text.slice(0, 1_000), dialect: "pulumi",
    files: [{ name: "a.yaml", text }], result: rendered(text) };
  return () => { formOf(form, shared); };
}
