/** Addresses that a page's author wrote, restricted to those that a browser navigates to. */

/**
 * Returns null unless it is a web address: a `javascript:` link would run in the embedding page.
 */
export function webAddress(text: string, base: string): string | null {
  try {
    const url = new URL(text, base);
    return url.protocol === "http:" || url.protocol === "https:" ? url.href : null;
  } catch {
    return null;
  }
}
