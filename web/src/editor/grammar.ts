/**
 * The grammars of source files and results, for Monaco's tokenizer. They tokenize a line in linear
 * time, since an untrusted file may contain lines of any length.
 */
import type { monaco } from "./monaco.js";

/**
 * YAML as templates use it: keys and scalars, with `${...}` highlighted in all scalars. Matching a
 * key needs a scan to the end of the line, so it is tried only where a key can start ("root"), not
 * after the first word of a value ("rest"); otherwise a long line would take quadratic time.
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
    // The lines of a block scalar. It ends at the first line that looks like a key or a list item.
    block: [
      [/^(?=\s*(- |[\w"'.:/-]+:(\s|$)))/, { token: "@rematch", next: "@pop" }],
      [/^(?=\S)/, { token: "@rematch", next: "@pop" }],
      [/\$\{/, "reference", "@reference"],
      [/[^$]+/, "string"],
      [/\$/, "string"],
    ],
  },
} satisfies monaco.languages.IMonarchLanguage;

/** Returns the grammar of YAML in which keys with one of these prefixes are coloured as function calls. */
export function yamlWith(calls: readonly string[]): monaco.languages.IMonarchLanguage {
  if (calls.length === 0) return plainYAML;
  const prefixes = calls.map((prefix) => prefix.replace(/\W/g, "\\$&")).join("|");
  const call = new RegExp(`((?:${prefixes})[^\\s:#{}[\\],]+(?:::?[^\\s:#{}[\\],]+)*)(:)(?=\\s|$)`);
  const { root, ...states } = plainYAML.tokenizer;
  return { ...plainYAML, tokenizer: { root: [[call, ["function", "punctuation"]], ...root], ...states } };
}

/** The grammar of JSON. */
export const json: monaco.languages.IMonarchLanguage = {
  defaultToken: "",
  brackets: [],
  tokenizer: {
    root: [
      [/("(?:[^"\\]|\\.)*")(\s*)(:)/, ["key", "", "punctuation"]],
      [/"(?:[^"\\]|\\.)*"?/, "string"], // up to the end of the line if it is not closed
      [/[{}[\],:]/, "punctuation"],
      [/[^\s{}[\],:"]+/, "value"],
    ],
  },
};

/** The grammar of results that assign values to names: HCL, shell, .env and .ini. */
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
