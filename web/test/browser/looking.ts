/**
 * How the tests wait for something in a page where puppeteer's own waiting does not do: in
 * WebKit, which it does not drive, and in Firefox, where it builds a function from a text in
 * the page, which the page's policy forbids before Firefox 150. What runs in the page is
 * sent as its source, so it uses nothing from outside of itself.
 */

/** Code that a test sends to a page. */
export type Code = string | ((...values: never[]) => unknown);

/** How long to wait, and for what. */
export interface Waiting { readonly timeout?: number; readonly visible?: boolean; readonly hidden?: boolean; readonly polling?: unknown }

/** How long one look at a page may wait in it, in milliseconds: other commands wait meanwhile. */
export const LOOK = 150;

/** What to look for: CSS, and the text that puppeteer's ::-p-text adds to it. */
export interface Wanted { readonly css: string; readonly text: string | null; readonly isInside: boolean }

/** The elements that a selector finds below a root, in the order of the document. */
export function findAll(root: Element | null, { css, text, isInside }: Wanted): Element[] {
  const within = [...(root ?? document).querySelectorAll(css)];
  if (text === null) return within;
  const textOf = (node: Node): string => {
    if (node instanceof HTMLInputElement) return node.value;
    if (node instanceof Element && /^(script|style|head|noscript)$/i.test(node.tagName)) return "";
    if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? "";
    return [...node.childNodes, ...(node instanceof Element && node.shadowRoot ? [node.shadowRoot] : [])].map(textOf).join("");
  };
  const deepest = (node: Element | ShadowRoot): Element[] => {
    if (!textOf(node).includes(text)) return [];
    const inner = [...(node instanceof Element && node.shadowRoot ? deepest(node.shadowRoot) : []), ...[...node.children].flatMap(deepest)];
    return inner.length > 0 || !(node instanceof Element) ? inner : [node];
  };
  const starts = isInside ? within.flatMap(({ children }) => [...children]) : within;
  return [...new Set(starts.flatMap(deepest))];
}

/** Whether something of an element is drawn, as puppeteer means it. */
export function isDrawn(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return !["hidden", "collapse"].includes(getComputedStyle(element).visibility) && width > 0 && height > 0;
}

/** The expression that calls code with the array `values`, or that code is. */
export function expression(code: Code): string {
  if (typeof code === "function") return `(${code.toString()})(...values)`;
  return isProgram(code) ? `(() => { ${code}\n})()` : code;
}

/** Whether code is a program, run for what it does; other code in a text is an expression. */
function isProgram(code: string): boolean { return code.trimEnd().endsWith(";"); }

/** The body of an async function that looks, again and again, until code gives something or the time is over. */
export function looking(code: Code, milliseconds: number): string {
  return `const end = performance.now() + ${milliseconds};
    for (;;) {
      const found = await (${expression(code)});
      if (found || performance.now() >= end) return found;
      await new Promise((resolve) => setTimeout(resolve, 15));
    }`;
}

/** What finds the element that a selector names, or says that there is none that is seen. */
export function finder(): string {
  return `((wanted, isVisible, isHidden) => {
    const isDrawn = ${isDrawn.toString()};
    const found = (${findAll.toString()})(null, wanted).find((element) => !isVisible || isDrawn(element));
    return isHidden ? !found || !isDrawn(found) : found;
  })(...values)`;
}

/** Reads a selector of puppeteer as far as the tests write them: CSS, with ::-p-text at its end. */
export function wanted(selector: string): Wanted {
  const match = /^(.*?)(\s*)::-p-text\((.*)\)$/s.exec(selector);
  if (!match && selector.includes("::-p-")) throw new Error(`the tests cannot look for ${selector}`);
  if (!match) return { css: selector, text: null, isInside: false };
  const [, css = "", space = "", text = ""] = match;
  return { css: css || ":root", text: text.replace(/^(["'])(.*)\1$/s, "$2"), isInside: css !== "" && space !== "" };
}
