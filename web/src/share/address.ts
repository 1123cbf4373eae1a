/** Tells links from examples in the fragment of the page's URL. */

/** Whether a fragment is meant as a link to a text, even if it is damaged. */
export function isLink(hash: string): boolean {
  return !namesExample(hash) && /p\d+(\.|%)/i.test(hash);
}

/** Whether a fragment names an example of the gallery, which may not exist. */
export function namesExample(hash: string): boolean { return hash.startsWith("#example/"); }
