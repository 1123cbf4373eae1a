/**
 * The languages of the editors: ink for content, muted for comments and punctuation, the accent
 * colour for references. Other colours are reserved for the states of values.
 */
import { assignments, json, yamlWith } from "./grammar.js";
import { monaco } from "./monaco.js";
import type { DialectInfo } from "../protocol/protocol.gen.js";

const configuration: monaco.languages.LanguageConfiguration = {
  comments: { lineComment: "#" },
  brackets: [["{", "}"], ["[", "]"]],
  autoClosingPairs: [
    { open: "{", close: "}" }, { open: "[", close: "]" },
    { open: '"', close: '"', notIn: ["string"] }, { open: "'", close: "'", notIn: ["string"] },
  ],
  surroundingPairs: [{ open: "{", close: "}" }, { open: "[", close: "]" }, { open: '"', close: '"' },
    { open: "'", close: "'" }],
  folding: { offSide: true },
  wordPattern: /[^\s:{}[\],"'`$#&*!|>.]+/,
  onEnterRules: [{ beforeText: /:\s*$/, action: { indentAction: 1 } }],
};

/** Returns the id of a file's Monaco language, chosen by the extension of its name. */
export function languageOf(file: string): string {
  return file.endsWith(".json") ? "json" : /\.ya?ml$/.test(file) ? "yaml" : "plaintext";
}

const GRAMMARS = { yaml: yamlWith([]), json, hcl: assignments, shell: assignments, dotenv: assignments,
  ini: assignments } as const;
const RESULT = "result-";

/** Returns the id of the language for results: the same grammar, with keys fainter than values. */
export function resultLanguage(id: string): string {
  return id in GRAMMARS ? RESULT + id : id;
}

/** Registers the languages of source files and results with Monaco. */
export function registerLanguages(): void {
  for (const [name, grammar] of Object.entries(GRAMMARS)) {
    for (const [id, tokenPostfix] of [[name, ".source"], [RESULT + name, ".result"]] as const) {
      monaco.languages.register({ id });
      monaco.languages.setMonarchTokensProvider(id, { ...grammar, tokenPostfix });
      monaco.languages.setLanguageConfiguration(id, configuration);
    }
  }
}

let coloured = "";

/**
 * Colours keys that call functions in any of the dialects; the engine says which keys do. A new engine says the same
 * as the one before, and Monaco never releases a grammar that another one replaces.
 */
export function colourCalls(dialects: readonly DialectInfo[]): void {
  const calls = [...new Set(dialects.flatMap((dialect) => dialect.calls))], key = calls.join(" ");
  if (calls.length === 0 || key === coloured) return;
  coloured = key;
  monaco.languages.setMonarchTokensProvider("yaml", { ...yamlWith(calls), tokenPostfix: ".source" });
}
