/**
 * Waiting in pages where puppeteer's own functions do not work: in WebKit, which it does not support,
 * and in Firefox before 150, where it builds a function from a string in the page, which the page's
 * policy forbids. Code for the page is sent as its source, so it must not refer to anything outside
 * itself.
 */

/** Code that a test sends to a page. */
export type Code = string | ((...values: never[]) => unknown);

/** The options of a wait. */
export interface Waiting {
  readonly timeout?: number;
  readonly visible?: boolean;
  readonly hidden?: boolean;
  readonly polling?: unknown;
}

/** How long one poll may wait inside the page, in milliseconds. It blocks other commands meanwhile. */
export const POLL_TIME = 150;

/** A parsed selector: CSS, and the text of puppeteer's ::-p-text. isInside means that a space separates them. */
export interface Wanted { readonly css: string; readonly text: string | null; readonly isInside: boolean }

/** Returns the elements that a selector matches below a root, in document order. */
export function findAll(root: Element | null, { css, text, isInside }: Wanted): Element[] {
  const within = [...(root ?? document).querySelectorAll(css)];
  if (text === null) return within;
  const textOf = (node: Node): string => {
    if (node instanceof HTMLInputElement) return node.value;
    if (node instanceof Element && /^(script|style|head|noscript)$/i.test(node.tagName)) return "";
    if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? "";
    return [...node.childNodes, ...(node instanceof Element && node.shadowRoot ? [node.shadowRoot] : [])].map(textOf)
      .join("");
  };
  const deepest = (node: Element | ShadowRoot): Element[] => {
    if (!textOf(node).includes(text)) return [];
    const inner = [...(node instanceof Element && node.shadowRoot ? deepest(node.shadowRoot) : []),
      ...[...node.children].flatMap(deepest)];
    return inner.length > 0 || !(node instanceof Element) ? inner : [node];
  };
  const starts = isInside ? within.flatMap(({ children }) => [...children]) : within;
  return [...new Set(starts.flatMap(deepest))];
}

/** Whether an element is visible, by puppeteer's definition. */
export function isDrawn(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return !["hidden", "collapse"].includes(getComputedStyle(element).visibility) && width > 0 && height > 0;
}

/** Returns code as an expression. It may use the array `values`, whose elements a function gets as arguments. */
export function expression(code: Code): string {
  if (typeof code === "function") return `(${code.toString()})(...values)`;
  return isProgram(code) ? `(() => { ${code}\n})()` : code;
}

/** Whether code is a list of statements; any other string is an expression. */
function isProgram(code: string): boolean { return code.trimEnd().endsWith(";"); }

/** Returns the body of an async function that runs the code until it returns something or the time has passed. */
export function pollingSource(code: Code, milliseconds: number): string {
  return `const end = performance.now() + ${milliseconds};
    for (;;) {
      const found = await (${expression(code)});
      if (found || performance.now() >= end) return found;
      await new Promise((resolve) => setTimeout(resolve, 15));
    }`;
}

/** Returns the source of a function that finds the element for a selector, visible or hidden as wanted. */
export function finder(): string {
  return `((wanted, isVisible, isHidden) => {
    const isDrawn = ${isDrawn.toString()};
    const found = (${findAll.toString()})(null, wanted).find((element) => !isVisible || isDrawn(element));
    return isHidden ? !found || !isDrawn(found) : found;
  })(...values)`;
}

/** Parses a selector in puppeteer's notation as the tests use it: CSS, optionally followed by ::-p-text. */
export function wanted(selector: string): Wanted {
  const match = /^(.*?)(\s*)::-p-text\((.*)\)$/s.exec(selector);
  if (!match && selector.includes("::-p-")) throw new Error(`polling.ts does not support the selector ${selector}`);
  if (!match) return { css: selector, text: null, isInside: false };
  const [, css = "", space = "", text = ""] = match;
  return { css: css || ":root", text: text.replace(/^(["'])(.*)\1$/s, "$2"), isInside: css !== "" && space !== "" };
}
