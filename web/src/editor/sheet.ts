/**
 * Style sheets for Monaco that no page's policy refuses. The build replaces Monaco's creation of a
 * <style> with styleElement() (scripts/internal/bundle/monaco.go): its text becomes a constructed
 * sheet, which is neither inline nor affects a host's own styles.
 */

type StyleRoot = Document | ShadowRoot;

/** The roots that get Monaco's page-wide sheets: the page, or the examples in it. */
let roots: readonly StyleRoot[] = [document];
const general: CSSStyleSheet[] = [];

/** Makes Monaco draw in this root, leaving the page around it without Monaco's styles. */
export function addRoot(root: ShadowRoot, ...own: readonly CSSStyleSheet[]): void {
  if (roots.includes(root)) return;
  roots = [...roots.filter((each) => each !== document), root];
  root.adoptedStyleSheets.push(...own, ...general);
}

/** Stops drawing in the root. */
export function removeRoot(root: ShadowRoot): void {
  roots = roots.filter((each) => each !== root);
}

/** Returns an element to use instead of a <style>, which accepts the same text. */
export function styleElement(container: Node): HTMLElement {
  const sheet = new CSSStyleSheet();
  const root = container.getRootNode();
  const isOwn = root instanceof ShadowRoot;
  const targets = isOwn ? [root] : roots;
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
      for (const each of isOwn ? [root]
        : roots) each.adoptedStyleSheets = each.adoptedStyleSheets.filter((each) => each !== sheet);
    } },
  });
  return element;
}
