/**
 * Code that runs in the page. Each function is sent as its source, so it must not refer to anything
 * outside itself.
 */

/** The key under which a page stores its console messages and errors. */
export const NOTES = "driver notes";

/** A console message or an error of a page. */
export interface Note { readonly kind: "console" | "thrown"; readonly type: string; readonly text: string }

/** Records console messages and exceptions of the page until the driver collects them. */
export function recordNotes(name: string): void {
  const notes: Note[] = [];
  Object.defineProperty(window, Symbol.for(name), { value: notes });
  const say = (value: unknown): string => (value instanceof Error ? `${String(value)}\n${value.stack ?? ""}`
    : String(value));
  for (const type of ["error", "warn", "info", "log", "debug"] as const) {
    const plain = console[type].bind(console);
    console[type] = (...words: unknown[]) => {
      notes.push({ kind: "console", type, text: words.map(say).join(" ") });
      plain(...words);
    };
  }
  addEventListener("error", (event) => { if (event instanceof ErrorEvent) notes.push({ kind: "thrown", type: "error",
    text: say(event.error ?? event.message) }); });
  addEventListener("unhandledrejection", (event) => setTimeout(() => { // once the page's listeners have run
    if (!event.defaultPrevented) notes.push({ kind: "thrown", type: "error", text: say(event.reason) });
  }));
}

/** Returns the elements that have a name in an attribute or in their text, and may have it as accessible name. */
export function mayBeNamed(name: string): Element[] {
  const sources = (element: Element): (string | null | undefined)[] => [
    element.getAttribute("aria-label"), element.getAttribute("title"), element.textContent?.replace(/\s+/g, " ").trim(),
    ...(element.getAttribute("aria-labelledby") ?? "").split(" ")
      .map((id) => id && document.getElementById(id)?.textContent),
    ...[...(element as HTMLInputElement).labels ?? []].map((label) => label.textContent),
  ];
  return [...document.body.querySelectorAll("*")].filter((element) => sources(element).includes(name));
}

/** Scrolls an element into view if necessary, and returns the middle of its visible part. */
export function middleOf(element: Element): { readonly x: number; readonly y: number } {
  const visiblePart = (): Readonly<Record<"left" | "top" | "right" | "bottom", number>> => {
    const { left, top, right, bottom } = [...element.getClientRects()].find((box) => box.width > 0 && box.height > 0)
      ?? element.getBoundingClientRect();
    return { left: Math.max(left, 0), top: Math.max(top, 0), right: Math.min(right, innerWidth),
      bottom: Math.min(bottom, innerHeight) };
  };
  const isVisible = ({ left, top, right, bottom }: ReturnType<typeof visiblePart>): boolean =>
    left < right && top < bottom;
  const { left, top, right, bottom } = element.getBoundingClientRect();
  if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) {
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  }
  const box = visiblePart();
  if (!isVisible(box)) throw new Error("the element is not visible, so it cannot be clicked");
  return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
}

/** Selects options of a <select>, with the events of a user's choice. */
export function choose(select: Element, values: readonly string[]): readonly string[] {
  if (!(select instanceof HTMLSelectElement)) throw new Error("the element is not a <select>");
  for (const option of select.options) option.selected = values.includes(option.value);
  for (const name of ["input", "change"]) select.dispatchEvent(new Event(name, { bubbles: true }));
  return [...select.selectedOptions].map(({ value }) => value);
}
