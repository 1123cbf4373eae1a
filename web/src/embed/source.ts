/** Reads an example's files from the page, from code blocks as various site generators write them. */
import type { ExampleFile } from "./types.js";

/** What the page contains for an example. */
export interface Source {
  readonly files: readonly ExampleFile[];
  /** The block before the element, which it replaces; null if the blocks are inside the element or there are none. */
  readonly block: HTMLElement | null;
  /** The elements with the result and the graph; null if the page does not contain them. */
  readonly result: Element | null;
  readonly graph: Element | null;
}

/** Matches elements that site generators add to code blocks. */
const DECORATION = "button, .buttons, .ln, .lnt, .linenos, .line-number, .line-numbers-rows, "
  + "[data-line-number]:empty, script, style";

/** Returns the files, result and graph that the page contains for an element. */
export function readSource(element: HTMLElement): Source {
  const own = [...element.querySelectorAll<HTMLElement>("pre")].filter((pre) =>
    !pre.closest("[data-result], [data-graph]"));
  const result = element.querySelector("[data-result]");
  const graph = element.querySelector("[data-graph]");
  const main = element.getAttribute("file") ?? "";
  const files = own.map((pre, at): ExampleFile =>
    ({ name: pre.dataset["file"] ?? (at === 0 ? main : `file${at}.yaml`), text: textOf(pre) }));
  if (own.length > 0 || element.hasAttribute("src")) return { files, block: null, result, graph };
  const block = blockBefore(element);
  const code = block && codeOf(block);
  return { files: code ? [{ name: main, text: textOf(code) }] : [], block: code ? block : null, result, graph };
}

/** Returns the code block before an element, even if Markdown wrapped the element in a paragraph, or null. */
function blockBefore(element: HTMLElement): HTMLElement | null {
  let at: Element | null = element;
  while (at && !at.previousElementSibling && at.parentElement?.matches("p, div")
    && at.parentElement.textContent?.trim() === "") at = at.parentElement;
  const before = at?.previousElementSibling;
  return before instanceof HTMLElement && codeOf(before) ? before : null;
}

/**
 * Returns the element with a block's code; null if it has none. Some generators write line numbers
 * into another <pre> of the block, so one with a language is preferred.
 */
function codeOf(block: HTMLElement): HTMLElement | null {
  const marked = block.querySelector<HTMLElement>("pre code[class*=language-], pre[class*=language-]");
  if (marked) return marked;
  if (block.matches("pre")) return block.querySelector<HTMLElement>("code") ?? block;
  return [...block.querySelectorAll<HTMLElement>("pre")].at(-1) ?? null;
}

/** Returns the text of a block, without what generators add, with line breaks for <br> and at the end. */
export function textOf(block: Element): string {
  let text = "";
  const walk = (node: Node): void => {
    if (node instanceof Text) text += node.data;
    else if (node instanceof HTMLBRElement) text += "\n";
    else if (node instanceof Element && !node.matches(DECORATION)) node.childNodes.forEach(walk);
  };
  block.childNodes.forEach(walk);
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

/** Returns the text of inputs.yaml: the `inputs` attribute, or the text of the element that it refers to as #id. */
export function inputsOf(element: HTMLElement): string {
  const given = element.getAttribute("inputs") ?? "";
  if (!/^#\S+$/.test(given)) return given;
  const named = (element.getRootNode() as Document | ShadowRoot).getElementById?.(given.slice(1));
  return named ? textOf(named) : "";
}
