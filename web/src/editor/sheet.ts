/**
 * Style sheets for Monaco that no content security policy refuses. Monaco creates <style> elements;
 * the build replaces this with calls of styleElement() (scripts/internal/bundle/monaco.go), whose
 * text becomes a constructed style sheet. Such a sheet is not inline, and in an embed it applies
 * only inside the example.
 */

type StyleRoot = Document | ShadowRoot;

/** The roots that get the sheets that Monaco meant for the whole page: the document or, if there are any, embeds. */
let roots: readonly StyleRoot[] = [document];
const sharedSheets: CSSStyleSheet[] = [];

/** Adds `own` and Monaco's shared sheets to an embed's root. Later shared sheets are not added to the document. */
export function addRoot(root: ShadowRoot, ...own: readonly CSSStyleSheet[]): void {
  if (roots.includes(root)) return;
  roots = [...roots.filter((each) => each !== document), root];
  root.adoptedStyleSheets.push(...own, ...sharedSheets);
}

/** Stops adding new shared sheets to a root. */
export function removeRoot(root: ShadowRoot): void {
  roots = roots.filter((each) => each !== root);
}

/** Returns an element that Monaco can use like a <style>: its text is written to a constructed sheet. */
export function styleElement(container: Node): HTMLElement {
  const sheet = new CSSStyleSheet();
  const root = container.getRootNode();
  const isOwn = root instanceof ShadowRoot;
  const targets = isOwn ? [root] : roots;
  for (const target of targets) target.adoptedStyleSheets.push(sheet);
  if (!isOwn) sharedSheets.push(sheet);
  let written = "";
  const element = document.createElement("template");
  Object.defineProperties(element, {
    sheet: { value: sheet },
    textContent: { get: () => written, set: (css: string) => { written = css; sheet.replaceSync(css); } },
    remove: { value: () => {
      Element.prototype.remove.call(element);
      if (!isOwn) sharedSheets.splice(sharedSheets.indexOf(sheet), 1);
      for (const each of isOwn ? [root]
        : roots) each.adoptedStyleSheets = each.adoptedStyleSheets.filter((each) => each !== sheet);
    } },
  });
  return element;
}
