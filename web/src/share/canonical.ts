/**
 * Canonical JSON (as in RFC 8785): no white space, keys ordered by their UTF-16 code units. Matches
 * scripts/internal/link/canonical.go byte for byte.
 */

/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
/** A JSON object. */
export interface JsonObject { readonly [key: string]: Json }

/** How deeply a document may be nested. */
const MAX_DEPTH = 32;

/** Whether a JSON value is an object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Replaces a lone surrogate with U+FFFD, as UTF-8 encoders do. */
export function wellFormed(text: string): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(new TextEncoder().encode(text));
}

/** Writes JSON without spaces and with sorted keys, so that equal values have equal texts. */
export function canonical(value: Json): string {
  if (typeof value === "string") return JSON.stringify(wellFormed(value));
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonical).join(",")}]`;
  const object = value as JsonObject;
  return `{${Object.keys(object).sort().map((key) => `${canonical(key)}:${canonical(object[key]!)}`).join(",")}}`;
}

/**
 * Reads untrusted JSON in UTF-8. Returns null if it is malformed, contains numbers or is nested too
 * deeply.
 */
export function parse(bytes: Uint8Array): { readonly tree: Json } | null {
  try {
    const tree = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)) as Json;
    return isSane(tree, 0) ? { tree } : null;
  } catch {
    return null;
  }
}

function isSane(value: Json, depth: number): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (value === null || typeof value !== "object") return true;
  return depth < MAX_DEPTH && Object.values(value as JsonObject).every((child) => isSane(child, depth + 1));
}
