/**
 * How the texts are coloured: ink for content, muted for comments and punctuation, the accent for
 * references. Colour beyond that belongs to the states of values.
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

/** The Monaco language of a file, by its name. */
export function languageOf(file: string): string {
  return file.endsWith(".json") ? "json" : /\.ya?ml$/.test(file) ? "yaml" : "plaintext";
}

const GRAMMARS = { yaml: yamlWith([]), json, hcl: assignments, shell: assignments, dotenv: assignments,
  ini: assignments } as const;
const RESULT = "result-";

/** The Monaco language of a result: the same grammar, with keys drawn fainter than values. */
export function resultLanguage(id: string): string {
  return id in GRAMMARS ? RESULT + id : id;
}

/** Registers the languages of programs and results with Monaco. */
export function registerLanguages(): void {
  for (const [name, grammar] of Object.entries(GRAMMARS)) {
    for (const [id, tokenPostfix] of [[name, ".source"], [RESULT + name, ".result"]] as const) {
      monaco.languages.register({ id });
      monaco.languages.setMonarchTokensProvider(id, { ...grammar, tokenPostfix });
      monaco.languages.setLanguageConfiguration(id, configuration);
    }
  }
}

/** Colours the keys that call functions in some dialect, once the engine has said which do. */
export function colourCalls(dialects: readonly DialectInfo[]): void {
  const calls = [...new Set(dialects.flatMap((dialect) => dialect.calls))];
  if (calls.length > 0) monaco.languages.setMonarchTokensProvider("yaml",
    { ...yamlWith(calls), tokenPostfix: ".source" });
}
