/** Creates elements without markup strings, which a host's Trusted Types policy may refuse. */

type Child = Node | string;

/** Creates an element with attributes and children. */
export function createElement<K extends keyof HTMLElementTagNameMap>(
  name: K, attributes: Readonly<Record<string, string>> = {}, ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/**
 * Sets a parent's children. An existing child with the same data-key is updated and not replaced:
 * replacing a button between press and release would lose the click, and the focus.
 */
export function reconcile(parent: Element, wanted: readonly HTMLElement[]): void {
  const keyOf = (element: Element): string | null => element.getAttribute("data-key");
  const children = wanted.map((next) => {
    const old = [...parent.children].find((child) => keyOf(child) === keyOf(next));
    if (!old) return next;
    if (!old.isEqualNode(next)) {
      for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name);
      for (const { name, value } of [...next.attributes]) old.setAttribute(name, value);
      old.replaceChildren(...next.childNodes);
    }
    return old;
  });
  for (const child of [...parent.children]) if (!children.includes(child)) child.remove();
  children.forEach((child, at) => { if (parent.children[at] !== child) parent.insertBefore(child, parent.children[at]
    ?? null); });
}

const SVG = "http://www.w3.org/2000/svg";

/** Returns an icon of 16 by 16 px made of one SVG path. */
export function icon(path: string): SVGElement {
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("viewBox", "0 0 16 16");
  drawing.setAttribute("aria-hidden", "true");
  drawing.setAttribute("class", "icon");
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", path);
  drawing.append(line);
  return drawing;
}

/** The icons of the toolbar, as SVG paths. */
export const ICONS = {
  copy: "M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z",
  done: "M3 8.5l3.5 3.5L13 4.5",
  edit: "M3 13l1-3.5L11 2.5l2.5 2.5-7 7zM9.5 4l2.5 2.5",
  open: "M7 3.5H3.5v9h9V9M9.5 2.5h4v4M13 3L7.5 8.5",
  reset: "M3 8a5 5 0 1 0 1.6-3.7L3 6M3 2.5V6h3.5",
} as const;
