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
export const yaml: monaco.languages.IMonarchLanguage = {
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
      [/(fn::[^\s:#{}[\],]+(?:::?[^\s:#{}[\],]+)*)(:)(?=\s|$)/, ["function", "punctuation"]],
      [/((?:[^\s#:"'{}[\],&*!|>%@`$-]|[-:](?=\S))(?:[^\s#:{}[\],$]|\s+(?![\s:#])|:(?=\S)|#)*)(\s*)(:)(?=\s|$)/, ["key", "", "punctuation"]],
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
};

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
