/**
 * Canonical JSON as in RFC 8785: no whitespace, and keys sorted by UTF-16 code units. Equal to that of
 * scripts/internal/link/canonical.go byte for byte.
 */

/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
/** A JSON object. */
export interface JsonObject { readonly [key: string]: Json }

/** The maximum number of nested lists and objects. */
const MAX_DEPTH = 32;

/** Whether a value is a JSON object, and not a list or null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the text with lone surrogates replaced by U+FFFD, as UTF-8 encoders do. */
export function wellFormed(text: string): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(new TextEncoder().encode(text));
}

/** Returns a value as canonical JSON, so that equal values have equal texts. */
export function canonical(value: Json): string {
  if (typeof value === "string") return JSON.stringify(wellFormed(value));
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonical).join(",")}]`;
  const object = value as JsonObject;
  return `{${Object.keys(object).sort().map((key) => `${canonical(key)}:${canonical(object[key]!)}`).join(",")}}`;
}

/**
 * Parses untrusted JSON in UTF-8. Returns null if it is malformed, is nested too deeply or contains a
 * number too large for a float.
 */
export function parse(bytes: Uint8Array): { readonly tree: Json } | null {
  try {
    const tree = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)) as Json;
    return isWithinLimits(tree, 0) ? { tree } : null;
  } catch {
    return null;
  }
}

function isWithinLimits(value: Json, depth: number): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (value === null || typeof value !== "object") return true;
  return depth < MAX_DEPTH && Object.values(value as JsonObject).every((child) => isWithinLimits(child, depth + 1));
}
