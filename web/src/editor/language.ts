/**
 * How the texts are coloured: ink for what is said, muted for comments and punctuation, the
 * accent for references. Colour beyond that belongs to the states of values.
 */
import { monaco } from "./monaco.js";

/** YAML as templates use it: plain keys and scalars, and `${...}` wherever a scalar may have it. */
const yaml: monaco.languages.IMonarchLanguage = {
  defaultToken: "",
  brackets: [],
  tokenizer: {
    root: [
      [/^\s*(---|\.\.\.)(?=\s|$)/, "punctuation"],
      [/^%.*$/, "comment"],
      [/(^|\s)#.*$/, "comment"],
      [/([-?])(?=\s)/, "punctuation"],
      [/[|>][+-]?[0-9]?[+-]?\s*(#.*)?$/, { token: "punctuation", next: "@block" }],
      [/^[A-Za-z_][\w.-]*(?=\s*:(\s|$))/, "section"],
      [/("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')(\s*)(:)(?=\s|$)/, ["key", "", "punctuation"]],
      [/(fn::[^\s:#{}[\],]+(?:::?[^\s:#{}[\],]+)*)(:)(?=\s|$)/, ["function", "punctuation"]],
      [/((?:[^\s#:"'{}[\],&*!|>%@`$-]|-(?=\S)|:(?=\S))(?:[^#:{}[\],$]|:(?=\S)|[^\s]#)*?)(\s*)(:)(?=\s|$)/, ["key", "", "punctuation"]],
      { include: "@scalar" },
    ],
    scalar: [
      [/"/, "string", "@double"],
      [/'/, "string", "@single"],
      [/\$\$\{/, "value"],
      [/\$\{/, "reference", "@reference"],
      [/[&*][^\s,\]}]+/, "anchor"],
      [/![^\s,\]}]*/, "tag"],
      [/[{}[\],]/, "punctuation"],
      [/[^\s#"'$&*!{}[\],:]+/, "value"],
      [/[:$]/, "value"],
      [/#/, "value"],
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

const json: monaco.languages.IMonarchLanguage = {
  defaultToken: "",
  brackets: [],
  tokenizer: {
    root: [
      [/("(?:[^"\\]|\\.)*")(\s*)(:)/, ["key", "", "punctuation"]],
      [/"(?:[^"\\]|\\.)*"/, "string"],
      [/[{}[\],:]/, "punctuation"],
      [/[^\s{}[\],:"]+/, "value"],
    ],
  },
};

const assignments: monaco.languages.IMonarchLanguage = {
  defaultToken: "",
  brackets: [],
  tokenizer: {
    root: [
      [/^\s*#.*$/, "comment"],
      [/^(\s*(?:export\s+)?)("[^"]*"|[\w.-]+)(\s*)(=)/, ["", "key", "", "punctuation"]],
      [/"(?:[^"\\]|\\.)*"|'[^']*'/, "string"],
      [/[{}[\],()]/, "punctuation"],
      [/[^\s{}[\],()"']+/, "value"],
      [/["']/, "string"],
    ],
  },
};

const configuration: monaco.languages.LanguageConfiguration = {
  comments: { lineComment: "#" },
  brackets: [["{", "}"], ["[", "]"]],
  autoClosingPairs: [
    { open: "{", close: "}" }, { open: "[", close: "]" },
    { open: '"', close: '"', notIn: ["string"] }, { open: "'", close: "'", notIn: ["string"] },
  ],
  surroundingPairs: [{ open: "{", close: "}" }, { open: "[", close: "]" }, { open: '"', close: '"' }, { open: "'", close: "'" }],
  folding: { offSide: true },
  wordPattern: /[^\s:{}[\],"'`$#&*!|>.]+/,
  onEnterRules: [{ beforeText: /:\s*$/, action: { indentAction: 1 } }],
};

/** The Monaco language of a file by its name. */
export function languageOf(file: string): string {
  return file.endsWith(".json") ? "json" : /\.ya?ml$/.test(file) ? "yaml" : "plaintext";
}

const GRAMMARS = { yaml, json, hcl: assignments, shell: assignments, dotenv: assignments, ini: assignments } as const;
const RESULT = "result-";

/** The Monaco language of a result: the same grammar, its keys drawn fainter than its values. */
export function resultLanguage(id: string): string {
  return id in GRAMMARS ? RESULT + id : id;
}

export function registerLanguages(): void {
  for (const [name, grammar] of Object.entries(GRAMMARS)) {
    for (const [id, tokenPostfix] of [[name, ".source"], [RESULT + name, ".result"]] as const) {
      monaco.languages.register({ id });
      monaco.languages.setMonarchTokensProvider(id, { ...grammar, tokenPostfix });
      monaco.languages.setLanguageConfiguration(id, configuration);
    }
  }
}
