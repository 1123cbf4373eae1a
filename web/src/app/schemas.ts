/**
 * Files that declare resource types, as a dialect's tool prints them. When they are dropped on the page,
 * they do not replace the document: they are added to it and listed in inputs.yaml.
 */
import type { File } from "../protocol/protocol.gen.js";
import { scalarOf } from "./expressions.js";

/**
 * Whether all files are JSON type declarations, which contain all of `keys`. A dialect without such
 * files has no keys.
 */
export function declareTypes(files: readonly File[], keys: readonly string[]): boolean {
  return keys.length > 0 && files.length > 0
    && files.every(({ name, text }) => /\.json$/i.test(name) && isDeclaration(text, keys));
}

function isDeclaration(text: string, keys: readonly string[]): boolean {
  try {
    const printed: unknown = JSON.parse(text);
    const types: readonly unknown[] = Array.isArray(printed) ? printed : [printed];
    return types.length > 0 && types.every((type) =>
      typeof type === "object" && type !== null && keys.every((key) => key in type));
  } catch {
    return false;
  }
}

/** Returns the text of inputs.yaml with file names added to its `schemas` list. */
export function withSchemas(text: string, names: readonly string[]): string {
  const lines = text === "" || text.trim() === "{}" ? [] : text.replace(/\n$/, "").split("\n");
  const first = lines.findIndex((line) => line.startsWith("schemas:"));
  let end = first + 1;
  while (first >= 0 && /^(\s+\S|-\s)/.test(lines[end] ?? "")) end++;
  const old = first < 0 ? [] : listed(lines.slice(first, end));
  const all = [...old, ...names.filter((name) => !old.includes(name))];
  const entry = `schemas: [${all.map(scalarOf).join(", ")}]`;
  return `${(first < 0 ? [...lines, entry] : lines.toSpliced(first, end - first, entry)).join("\n")}\n`;
}

/** Returns the names in the lines of an entry, which is a flow list or has a name per line. */
function listed(lines: readonly string[]): string[] {
  const text = lines.map((line) => line.split(" #")[0] ?? "").join("\n");
  const inside = text.slice(text.indexOf(":") + 1).replaceAll(/[[\]\n]/g, ",").split(",");
  return inside.map(bare).filter((item) => item !== "" && item !== "true" && item !== "false");
}

/** Returns a list item without its dash and quotes. */
function bare(item: string): string {
  const text = item.trim();
  const rest = text.startsWith("- ") ? text.slice(2).trim() : text;
  return /^["']/.test(rest) && rest.at(-1) === rest[0] ? rest.slice(1, -1) : rest;
}
