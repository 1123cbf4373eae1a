const ONCE = "it is looked for only where a key may begin; what it looked at in vain is then taken as a value";

/** Expressions that web/test/linear.ts does not accept, by file, and why they are harmless. */
export const ALLOWED: Readonly<Record<string, string>> = {
  "editor/grammar.ts /(\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^']|'')*')(\\s*)(:)(?=\\s|$)/": ONCE,
  "editor/grammar.ts new RegExp(`((?:${prefixes})[^\\\\s:#{}[\\\\],]+(?:::?[^\\\\s:#{}[\\\\],]+)*)(:)(?=\\\\s|$)`)":
    `${ONCE}; the prefixes are fixed texts, which the engine lists`,
  "editor/grammar.ts /((?:[^\\s#:\"'{}[\\],&*!|>%@`$-]|[-:](?=\\S))(?:[^\\s#:{}[\\],$]|\\s+(?![\\s:#])|:(?=\\S)|#)*)(\\s*)(:)(?=\\s|$)/": ONCE,
  "editor/grammar.ts /^(?=\\s*(- |[\\w\"'.:/-]+:(\\s|$)))/": "it is looked for at the beginning of a line, once",
  "editor/grammar.ts /(\"(?:[^\"\\\\]|\\\\.)*\")(\\s*)(:)/":
    "what it looked at in vain is taken whole by the next rule, to the end of the line when nothing closes it",
  "embed/editor.ts /^ *(?:- (?=\\S+:))?/": "it begins with the line: what follows one dash is looked at once",
  "embed/monacoloader.ts /@font-face\\s*\\{[^}]*\\}/g": "the style sheet is ours",
  "embed/monacoloader.ts /font-family:\\s*\"?codicon\"?;[^}]*url\\([\"']?([^\"')]+)/": "the style sheet is ours",
  "embed/outcome.ts /<(\\/?)([a-z]+)([^>]*?)(\\/?)>|([^<]+)/g":
    "the engine draws: every < has its >, and texts have neither",
  "embed/outcome.ts /([\\w-]+)=\"([^\"]*)\"/g":
    "the engine draws: attributes are names with values, and a value is taken whole",
  "panels/gallery.ts /^.*?[.!?](?=\\s+[A-Z`]|\\s*$)/s": "the prose of the gallery is ours",
};
