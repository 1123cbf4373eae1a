/** What an embed shows, as it stands in the page: the blocks that generators of pages write. */
import type { ExampleFile } from "./types.js";

/** Blocks of the page, before anything is changed. */
export interface Source {
  readonly files: readonly ExampleFile[];
  /** The block in front of the element that it takes the place of; null when it stands inside. */
  readonly block: HTMLElement | null;
  /** The rendered layers that the page came with; null when it has none. */
  readonly result: Element | null;
  readonly graph: Element | null;
}

/** What generators put into a block that is not its text. */
const DECORATION = "button, .buttons, .ln, .lnt, .linenos, .line-number, .line-numbers-rows, [data-line-number]:empty, script, style";

export function readSource(element: HTMLElement): Source {
  const own = [...element.querySelectorAll<HTMLElement>("pre")].filter((pre) => !pre.closest("[data-result], [data-graph]"));
  const result = element.querySelector("[data-result]");
  const graph = element.querySelector("[data-graph]");
  const main = element.getAttribute("file") ?? "";
  const files = own.map((pre, at): ExampleFile => ({ name: pre.dataset["file"] ?? (at === 0 ? main : `file${at}.yaml`), text: textOf(pre) }));
  if (own.length > 0 || element.hasAttribute("src")) return { files, block: null, result, graph };
  const block = blockBefore(element);
  const code = block && codeOf(block);
  return { files: code ? [{ name: main, text: textOf(code) }] : [], block: code ? block : null, result, graph };
}

/** The block that stands in front, also when Markdown put the element into a paragraph of its own. */
function blockBefore(element: HTMLElement): HTMLElement | null {
  let at: Element | null = element;
  while (at && !at.previousElementSibling && at.parentElement?.matches("p, div") && at.parentElement.textContent?.trim() === "") at = at.parentElement;
  const before = at?.previousElementSibling;
  return before instanceof HTMLElement && codeOf(before) ? before : null;
}

/** The code of a block: of several, as with line numbers in a table, the one with a language. */
function codeOf(block: HTMLElement): HTMLElement | null {
  const marked = block.querySelector<HTMLElement>("pre code[class*=language-], pre[class*=language-]");
  if (marked) return marked;
  if (block.matches("pre")) return block.querySelector<HTMLElement>("code") ?? block;
  return [...block.querySelectorAll<HTMLElement>("pre")].at(-1) ?? null;
}

/** The text of a block, with a line break for every <br>, without what generators add. */
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

/** The text of inputs.yaml as the attribute says it: itself, or an element by its id. */
export function inputsOf(element: HTMLElement): string {
  const said = element.getAttribute("inputs") ?? "";
  if (!/^#\S+$/.test(said)) return said;
  const named = (element.getRootNode() as Document | ShadowRoot).getElementById?.(said.slice(1));
  return named ? textOf(named) : "";
}
