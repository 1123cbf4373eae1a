/** Addresses that a page's author wrote, as far as a browser only goes there. */

/** Null for what is not an address of the web: `javascript:` in a link runs in the page that is embedded in. */
export function webAddress(text: string, base: string): string | null {
  try {
    const url = new URL(text, base);
    return url.protocol === "http:" || url.protocol === "https:" ? url.href : null;
  } catch {
    return null;
  }
}
