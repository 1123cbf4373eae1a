/**
 * Style sheets for Monaco that no page's policy refuses. The build puts styleElement() where
 * Monaco makes a <style> (scripts/internal/bundle/monaco.go): what it writes there goes into a
 * constructed sheet instead, which is neither inline nor in the way of a host's own styles.
 */

type Home = Document | ShadowRoot;

/** Where sheets go that Monaco means for the whole page: the page, or the examples in it. */
let homes: readonly Home[] = [document];
const general: CSSStyleSheet[] = [];

/** From now on Monaco draws in this root, and the page around it gets none of its styles. */
export function drawIn(root: ShadowRoot, ...own: readonly CSSStyleSheet[]): void {
  if (homes.includes(root)) return;
  homes = [...homes.filter((home) => home !== document), root];
  root.adoptedStyleSheets.push(...own, ...general);
}

/** The root is drawn in no longer. */
export function leave(root: ShadowRoot): void {
  homes = homes.filter((home) => home !== root);
}

/** An element that stands where a <style> would, and takes what a <style> takes. */
export function styleElement(container: Node): HTMLElement {
  const sheet = new CSSStyleSheet();
  const root = container.getRootNode();
  const isOwn = root instanceof ShadowRoot;
  const targets = isOwn ? [root] : homes;
  for (const target of targets) target.adoptedStyleSheets.push(sheet);
  if (!isOwn) general.push(sheet);
  let written = "";
  const element = document.createElement("template");
  Object.defineProperties(element, {
    sheet: { value: sheet },
    textContent: { get: () => written, set: (css: string) => { written = css; sheet.replaceSync(css); } },
    remove: { value: () => {
      Element.prototype.remove.call(element);
      if (!isOwn) general.splice(general.indexOf(sheet), 1);
      for (const home of isOwn ? [root] : homes) home.adoptedStyleSheets = home.adoptedStyleSheets.filter((each) => each !== sheet);
    } },
  });
  return element;
}
