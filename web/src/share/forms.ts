/** Writes a document in forms to paste elsewhere: a link, Markdown or HTML, each with its own escaping. */
import type { File, Rendered } from "../protocol/protocol.gen.js";

/** A form in which a document can be copied. */
export type Form = "link" | "markdown" | "markdown-result" | "embed" | "iframe";

/** What a form is made from. */
export interface Shareable {
  /** The page's URL, without a fragment. */
  readonly page: string;
  readonly fragment: string;
  readonly title: string;
  readonly dialect: string;
  /** The files, the main one first. */
  readonly files: readonly File[];
  /** The result, with secrets masked unless they are shared; null if the form has none. */
  readonly result: Rendered | null;
}

/** Some programs truncate or refuse links of more characters than this. */
export const LONG = 2_000;
/** Most programs truncate or refuse links of more characters than this. */
export const VERY_LONG = 8_000;

/** Returns a warning that a link of this length may not arrive complete; "" if it is short enough. */
export function lengthWarning(length: number): string {
  if (length > VERY_LONG) {
    return "Most chat programs, mail programs and issue trackers truncate or refuse a link this long. "
      + "Send the file instead.";
  }
  if (length <= LONG) return "";
  return "Some chat and mail programs truncate links of more than 2,000 characters. "
    + "Check that it works where you pasted it.";
}

/** Returns the document in a form, as the text to copy. */
export function formOf(form: Form, what: Shareable): string {
  switch (form) {
    case "link": return what.page + what.fragment;
    case "markdown": return markdownLink(what, what.title);
    case "markdown-result": return markdown(what);
    case "embed": return embed(what);
    case "iframe": return iframe(what);
  }
}

function markdownLink({ page, fragment }: Shareable, text: string): string {
  return `[${text.replace(/[\\[\]<>*_`]/g, "\\$&")}](${page}${fragment})`;
}

function markdown(what: Shareable): string {
  const parts = what.files.map(({ name, text }) =>
    `\`${name.replaceAll("`", "'")}\`\n\n${fenced(text, languageOf(name))}`);
  if (what.result) {
    const { text, language } = what.result;
    parts.push(`evaluates to\n\n${fenced(text, language === "plaintext" ? "" : language)}`);
  }
  return `${parts.join("\n\n")}\n\n${markdownLink(what, `${what.title}: open and change it`)}\n`;
}

/** Returns a fenced code block. Its fence is longer than any run of backticks in the text. */
function fenced(text: string, language: string): string {
  let longest = 2; // not Math.max of all: there may be more runs than a call has arguments
  for (const [row] of text.matchAll(/`+/g)) longest = Math.max(longest, row.length);
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.endsWith("\n") || text === "" ? text : `${text}\n`}${fence}`;
}

function languageOf(name: string): string {
  return /\.ya?ml$/.test(name) ? "yaml" : /\.json$/.test(name) ? "json" : "";
}

/**
 * Returns HTML for an embed. A single file is an ordinary code block followed by the element; several
 * files are inside the element.
 */
function embed({ page, fragment, dialect, files }: Shareable): string {
  const folder = page.slice(0, page.lastIndexOf("/") + 1);
  const [main] = files;
  const attributes = [["dialect", dialect], ["file", main?.name ?? ""], ["view", "code result graph"],
    ["link", page + fragment]]
    .filter(([, value]) => value !== "").map(([name, value]) => `${name}="${escapeHtml(value!)}"`).join(" ");
  const script = `<link rel="stylesheet" href="${escapeHtml(folder)}embed.css">\n`
    + `<script type="module" src="${escapeHtml(folder)}embed.js"></script>\n`;
  if (files.length === 1) {
    return `<pre><code class="language-yaml">${escapeHtml(main!.text)}</code></pre>\n`
      + `<pantograph-example ${attributes}></pantograph-example>\n${script}`;
  }
  // HTML parsers drop a line break after <pre>, so one is added.
  const blocks = files.map(({ name, text }) => `<pre data-file="${escapeHtml(name)}">\n${escapeHtml(text)}</pre>\n`)
    .join("");
  return `<pantograph-example ${attributes}>\n${blocks}</pantograph-example>\n${script}`;
}

function iframe({ page, fragment, title }: Shareable): string {
  const folder = page.slice(0, page.lastIndexOf("/") + 1);
  return `<iframe src="${escapeHtml(folder)}embed.html${fragment}" title="${escapeHtml(title)}" loading="lazy" `
    + `allow="clipboard-write" width="100%" height="420" style="border: 0"></iframe>\n`;
}

/** The replacements of special bytes in HTML. */
const ESCAPED = new Map([["&", "&amp;"], ["<", "&lt;"], [">", "&gt;"], ['"', "&quot;"]].map(([from, to]) =>
  [from!.charCodeAt(0), new TextEncoder().encode(to)]));

/**
 * Escapes a text for HTML. It works on bytes, since replacing in a string takes five times as long if
 * there are many quotes.
 */
function escapeHtml(text: string): string {
  const bytes = new TextEncoder().encode(text);
  let more = 0;
  for (const byte of bytes) more += isSpecial(byte) ? ESCAPED.get(byte)!.length - 1 : 0;
  if (more === 0) return text;
  const escaped = new Uint8Array(bytes.length + more);
  let at = 0;
  for (const byte of bytes) {
    if (!isSpecial(byte)) {
      escaped[at++] = byte;
      continue;
    }
    const piece = ESCAPED.get(byte)!;
    for (let index = 0; index < piece.length; index++) escaped[at++] = piece[index]!;
  }
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(escaped);
}

function isSpecial(byte: number): boolean { return byte === 34 || byte === 38 || byte === 60 || byte === 62; }
