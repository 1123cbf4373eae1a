const ONCE = "it is tried only where a key can start; if it fails, the same text is then matched as a value";

/**
 * Regular expressions that web/test/linear.ts does not accept, with the file of each, and why they are
 * harmless.
 */
export const ALLOWED: Readonly<Record<string, string>> = {
  "editor/grammar.ts /(\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^']|'')*')(\\s*)(:)(?=\\s|$)/": ONCE,
  "editor/grammar.ts new RegExp(`((?:${prefixes})[^\\\\s:#{}[\\\\],]+(?:::?[^\\\\s:#{}[\\\\],]+)*)(:)(?=\\\\s|$)`)":
    `${ONCE}; the prefixes are constants from the engine`,
  "editor/grammar.ts /((?:[^\\s#:\"'{}[\\],&*!|>%@`$-]|[-:](?=\\S))(?:[^\\s#:{}[\\],$]|\\s+(?![\\s:#])|:(?=\\S)|#)*)(\\s*)(:)(?=\\s|$)/": ONCE,
  "editor/grammar.ts /^(?=\\s*(- |[\\w\"'.:/-]+:(\\s|$)))/": "it is tried once per line, at its start",
  "editor/grammar.ts /(\"(?:[^\"\\\\]|\\\\.)*\")(\\s*)(:)/":
    "if it fails, the next rule matches the same text, up to the end of the line if the quote is not closed",
  "embed/editor.ts /^ *(?:- (?=\\S+:))?/": "it is anchored to a line's start, and tries the text after a dash once",
  "embed/monacoloader.ts /@font-face\\s*\\{[^}]*\\}/g": "the style sheet is ours",
  "embed/monacoloader.ts /font-family:\\s*\"?codicon\"?;[^}]*url\\([\"']?([^\"')]+)/": "the style sheet is ours",
  "embed/outcome.ts /<(\\/?)([a-z]+)([^>]*?)(\\/?)>|([^<]+)/g":
    "the input is a drawing by the engine: every < has its >, and text contains neither",
  "embed/outcome.ts /([\\w-]+)=\"([^\"]*)\"/g":
    "the input is a drawing by the engine: every name has a value, which is matched completely",
  "panels/gallery.ts /^.*?[.!?](?=\\s+[A-Z`]|\\s*$)/s": "the prose of the gallery is ours",
};
