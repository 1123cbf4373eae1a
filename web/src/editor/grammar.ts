/**
 * The grammars of texts and results, for Monaco's tokenizer. They read a line in a single pass,
 * however long it is.
 */
import type { monaco } from "./monaco.js";

/**
 * YAML as templates use it: plain keys and scalars, and `${...}` wherever a scalar may contain it.
 * A line of untrusted text may be arbitrarily long. Keys, which need a scan to the end of the line,
 * are tried only where one may begin ("root"), and not after the first word of a value ("rest").
 */
const plainYAML = {
  defaultToken: "",
  brackets: [],
  tokenizer: {
    root: [
      [/^\s*(---|\.\.\.)(?=\s|$)/, "punctuation"],
      [/^%.*/, "comment"],
      [/(^|\s)#.*/, "comment"],
      [/([-?])(?=\s)/, "punctuation"],
      [/[|>][+-]?[0-9]?[+-]?\s*(#.*|$)/, { token: "punctuation", next: "@block" }],
      [/^([A-Za-z_][\w.-]*)(\s*)(:)(?=\s|$)/, ["section", "", "value"]],
      [/("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')(\s*)(:)(?=\s|$)/, ["key", "", "punctuation"]],
      [/((?:[^\s#:"'{}[\],&*!|>%@`$-]|[-:](?=\S))(?:[^\s#:{}[\],$]|\s+(?![\s:#])|:(?=\S)|#)*)(\s*)(:)(?=\s|$)/,
        ["key", "", "punctuation"]],
      [/[{}[\],]/, "punctuation"],
      { include: "@scalar" },
      [/[^\s#"'$&*!{}[\],:]+|[:$#]/, "value", "@rest"],
    ],
    rest: [
      [/^(?=.)/, { token: "@rematch", next: "@pop" }], // the next line
      [/\s#.*/, "comment"],
      [/[{[,]/, "punctuation", "@pop"],
      [/[}\]]/, "punctuation"],
      { include: "@scalar" },
      [/[^\s#"'$&*!{}[\],:]+|[:$#]/, "value"],
    ],
    scalar: [
      [/"/, "string", "@double"],
      [/'/, "string", "@single"],
      [/\$\$\{/, "value"],
      [/\$\{/, "reference", "@reference"],
      [/[&*][^\s,\]}]+/, "anchor"],
      [/![^\s,\]}]*/, "tag"],
    ],
    double: [
      [/\$\{/, "reference", "@reference"],
      [/[^"\\$]+/, "string"],
      [/\\./, "escape"],
      [/"/, "string", "@pop"],
      [/\$/, "string"],
    ],
    single: [
      [/\$\{/, "reference", "@reference"],
      [/[^'$]+/, "string"],
      [/''/, "escape"],
      [/'/, "string", "@pop"],
      [/\$/, "string"],
    ],
    reference: [
      [/\}/, "reference", "@pop"],
      [/[^}"']+/, "reference"],
      [/"[^"]*"|'[^']*'/, "reference"],
      [/["']/, "reference"],
      [/$/, "", "@pop"],
    ],
    // A block scalar's lines; it ends at the first line that begins like a key or an item.
    block: [
      [/^(?=\s*(- |[\w"'.:/-]+:(\s|$)))/, { token: "@rematch", next: "@pop" }],
      [/^(?=\S)/, { token: "@rematch", next: "@pop" }],
      [/\$\{/, "reference", "@reference"],
      [/[^$]+/, "string"],
      [/\$/, "string"],
    ],
  },
} satisfies monaco.languages.IMonarchLanguage;

/** The grammar of YAML in which keys with one of these prefixes call a function. */
export function yamlWith(calls: readonly string[]): monaco.languages.IMonarchLanguage {
  if (calls.length === 0) return plainYAML;
  const prefixes = calls.map((prefix) => prefix.replace(/\W/g, "\\$&")).join("|");
  const call = new RegExp(`((?:${prefixes})[^\\s:#{}[\\],]+(?:::?[^\\s:#{}[\\],]+)*)(:)(?=\\s|$)`);
  const { root, ...states } = plainYAML.tokenizer;
  return { ...plainYAML, tokenizer: { root: [[call, ["function", "punctuation"]], ...root], ...states } };
}

/** JSON, as in results. */
export const json: monaco.languages.IMonarchLanguage = {
  defaultToken: "",
  brackets: [],
  tokenizer: {
    root: [
      [/("(?:[^"\\]|\\.)*")(\s*)(:)/, ["key", "", "punctuation"]],
      [/"(?:[^"\\]|\\.)*"?/, "string"], // to the end of the line if unclosed
      [/[{}[\],:]/, "punctuation"],
      [/[^\s{}[\],:"]+/, "value"],
    ],
  },
};

/** Names and values: HCL, shells, .env and .ini. */
export const assignments: monaco.languages.IMonarchLanguage = {
  defaultToken: "",
  brackets: [],
  tokenizer: {
    root: [
      [/^\s*#.*/, "comment"],
      [/^(\s*(?:export\s+)?)("[^"]*"|[\w.-]+)(\s*)(=)/, ["", "key", "", "punctuation"]],
      [/"(?:[^"\\]|\\.)*"?|'[^']*'?/, "string"],
      [/[{}[\],()]/, "punctuation"],
      [/[^\s{}[\],()"']+/, "value"],
    ],
  },
};
