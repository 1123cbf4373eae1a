/** Checks addresses that the author of an embedding page wrote. */

/**
 * Returns the absolute URL, or null unless its scheme is http or https: a `javascript:` link would run
 * in the embedding page.
 */
export function webAddress(text: string, base: string): string | null {
  try {
    const url = new URL(text, base);
    return url.protocol === "http:" || url.protocol === "https:" ? url.href : null;
  } catch {
    return null;
  }
}
