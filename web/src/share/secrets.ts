/**
 * Taking secrets out of what is shared: the values that inputs.yaml marks as secret,
 * {secret: v} or {$secret: v}. scripts/internal/link/secrets.go does the same. The text is
 * read as it is, so that half-typed YAML loses its secrets too.
 */
import type { File } from "../protocol/protocol.gen.js";

const INPUTS_FILE = "inputs.yaml";

/** Stands in a link where a secret was. */
export const LEFT_OUT = '"left out of the link"';

/**
 * The key of a secret: at the beginning of a line, behind a dash, a bracket or a comma. Names
 * are those of inputs that the program wants to be typed unseen.
 */
function secretKey(names: readonly string[]): RegExp {
  const key = ["\\$?secret", ...names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))].join("|");
  return new RegExp(`(^[ \\t-]*|[{,][ \\t\\r\\n]*)((?:${key})|"(?:${key})"|'(?:${key})')[ \\t]*:`, "m");
}

/** `secret: true` is a switch, not a secret. */
const SWITCH = /^(true|false|null|~)$/;

export interface Discreet {
  readonly files: readonly File[];
  /** How many secrets were taken out. */
  readonly count: number;
}

export function withoutSecrets(files: readonly File[], names: readonly string[] = []): Discreet {
  let count = 0;
  const discreet = files.map((file) => {
    if (file.name !== INPUTS_FILE) return file;
    const cut = cutSecrets(file.text, names);
    count += cut.count;
    return cut.count > 0 ? { ...file, text: cut.rest } : file;
  });
  return { files: discreet, count };
}

export function cutSecrets(original: string, names: readonly string[] = []): { readonly rest: string; readonly count: number } {
  const keyOf = secretKey(names);
  let text = original, rest = "", count = 0;
  for (;;) {
    const found = keyOf.exec(text);
    if (!found) return { rest: rest + text, count };
    const key = found.index + found[1]!.length, colon = found.index + found[0].length;
    const start = colon + /^[ \t]*/.exec(text.slice(colon))![0].length;
    const isFlow = /[{,]$/.test(text.slice(0, key).trimEnd());
    const end = valueEnd(text, start, isFlow, key - text.lastIndexOf("\n", key - 1) - 1);
    const value = text.slice(start, end).trim();
    if (value === "" || value === LEFT_OUT || /secret["']?$/.test(found[2]!) && SWITCH.test(value)) rest += text.slice(0, end);
    else {
      count++;
      rest += `${text.slice(0, colon)} ${LEFT_OUT}`;
    }
    text = text.slice(end);
  }
}

/** Where the value of a key ends that stands at a column. */
function valueEnd(text: string, start: number, isFlow: boolean, column: number): number {
  if (/["'{[]/.test(text.charAt(start))) return closing(text, start);
  let end = start;
  if (isFlow) {
    while (end < text.length && !",}]\n".includes(text[end]!)) end++;
  } else {
    end = lineEnd(text, start);
    while (end < text.length) {
      const next = lineEnd(text, end + 1), line = text.slice(end + 1, next);
      if (line.trim() !== "" && line.length - line.replace(/^ +/, "").length <= column) break;
      end = next;
    }
  }
  const value = text.slice(start, end), comment = value.indexOf(" #");
  if (comment >= 0 && !value.includes("\n")) end = start + comment;
  return start + text.slice(start, end).replace(/[ \t\r\n]+$/, "").length;
}

function lineEnd(text: string, from: number): number {
  const at = text.indexOf("\n", from);
  return at < 0 ? text.length : at;
}

/** Behind the quote or bracket that closes the one at start; the end of the text when it is missing. */
function closing(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"' || character === "'") {
      for (at++; at < text.length && text[at] !== character; at++) if (character === '"' && text[at] === "\\") at++;
    } else if (character === "{" || character === "[") depth++;
    else if (character === "}" || character === "]") depth--;
    if (depth > 0 || (text[at] === "'" && text[at + 1] === "'")) continue; // '' is a quote inside
    return Math.min(at + 1, text.length);
  }
  return text.length;
}
