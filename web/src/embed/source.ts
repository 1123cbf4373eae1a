/** Reads an embed's text from the page: the code blocks that page generators write. */
import type { ExampleFile } from "./types.js";

/** Blocks of the page, before anything is changed. */
export interface Source {
  readonly files: readonly ExampleFile[];
  /** The preceding block, which the element replaces; null if its blocks are inside. */
  readonly block: HTMLElement | null;
  /** The rendered layers that the page contains; null if there are none. */
  readonly result: Element | null;
  readonly graph: Element | null;
}

/** Elements that generators add to a block besides its text. */
const DECORATION = "button, .buttons, .ln, .lnt, .linenos, .line-number, .line-numbers-rows, "
  + "[data-line-number]:empty, script, style";

/** Returns the files of an embed, and the result and graph that the page has for them. */
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

/** Returns the preceding block, even if Markdown wrapped the element in a paragraph. */
function blockBefore(element: HTMLElement): HTMLElement | null {
  let at: Element | null = element;
  while (at && !at.previousElementSibling && at.parentElement?.matches("p, div")
    && at.parentElement.textContent?.trim() === "") at = at.parentElement;
  const before = at?.previousElementSibling;
  return before instanceof HTMLElement && codeOf(before) ? before : null;
}

/**
 * Returns the code of a block; of several, as with line numbers in a table, the one with a
 * language.
 */
function codeOf(block: HTMLElement): HTMLElement | null {
  const marked = block.querySelector<HTMLElement>("pre code[class*=language-], pre[class*=language-]");
  if (marked) return marked;
  if (block.matches("pre")) return block.querySelector<HTMLElement>("code") ?? block;
  return [...block.querySelectorAll<HTMLElement>("pre")].at(-1) ?? null;
}

/** Returns the text of a block, with a line break for every <br>, without what generators add. */
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

/**
 * Returns the text of inputs.yaml from the attribute: its value, or the element whose id it names.
 */
export function inputsOf(element: HTMLElement): string {
  const given = element.getAttribute("inputs") ?? "";
  if (!/^#\S+$/.test(given)) return given;
  const named = (element.getRootNode() as Document | ShadowRoot).getElementById?.(given.slice(1));
  return named ? textOf(named) : "";
}
