/** Finds where to rehearse typing (rehearsal.ts). */
import type { monaco } from "./monaco.js";

/** The keys of a parameter's value, as in `size: {default: small}`: it is used by the name of the parameter. */
const PARAMETER_KEYS = ["default", "value"];

/**
 * Returns the end of the string whose key is mentioned most often in the text, which is where a letter changes most of
 * the result, so that the most code is run. If several are mentioned equally often, it is the middle one. Without any,
 * it is the end of the text. Numbers, booleans and types are left out, because another letter makes them errors.
 */
export function mostUsedValue(text: string): monaco.IPosition {
  const mentions = new Map<string, number>(), lines = text.split("\n");
  // A key matches with its colon, so that it does not count as a mention of itself.
  for (const [word] of text.matchAll(/[\w-]+:?/g)) mentions.set(word, (mentions.get(word) ?? 0) + 1);
  let most = 0, ends: monaco.IPosition[] = [], enclosing = "";
  for (const [index, line] of lines.entries()) {
    const colon = line.indexOf(":"), lastColon = line.lastIndexOf(": ");
    if (line.trimEnd().length === colon + 1) enclosing = line.slice(0, colon).trim();
    const value = lastColon < 0 ? "" : line.slice(lastColon + 2).replace("}", "").trimEnd();
    const keys = line.slice(0, lastColon).split(/[^\w-]+/).filter((word) => /\w/.test(word)), key = keys.at(-1);
    if (!key || key === "type" || !isPlainString(value)) continue;
    const name = !PARAMETER_KEYS.includes(key) ? key : keys.length > 1 ? keys[0]! : enclosing;
    const mentioned = mentions.get(name) ?? 0;
    if (mentioned < most) continue;
    if (mentioned > most) [most, ends] = [mentioned, []];
    ends.push({ lineNumber: index + 1, column: lastColon + 2 + value.length + 1 });
  }
  return ends[ends.length >> 1] ?? { lineNumber: lines.length, column: lines.at(-1)!.length + 1 };
}

/** Whether a value is a string without quotes; it may have an anchor. */
function isPlainString(value: string): boolean {
  return /^(?:&\w+ )?[a-z]\w*$/i.test(value) && !["true", "false", "null"].includes(value);
}
