/** What the fragment of the page's URL names. */

/** Whether a fragment is meant as a link to a text, even if it is damaged. */
export function isLink(hash: string): boolean {
  return !isExampleLink(hash) && /p\d+(\.|%)/i.test(hash);
}

/** Whether a fragment names an example of the gallery, which may not exist. */
export function isExampleLink(hash: string): boolean { return hash.startsWith("#example/"); }
