/** Moves the focus in a row or column of elements with the arrow keys, as the ARIA patterns recommend. */

/** The axis of a list, which determines its two arrow keys. */
export type Axis = "row" | "column";

/** Returns the index that a key moves to, wrapping around at the ends; null for other keys. */
export function stepByKey(key: string, index: number, count: number, axis: Axis): number | null {
  if (count === 0) return null;
  const [back, forth] = axis === "row" ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
  switch (key) {
    case back: return (index - 1 + count) % count;
    case forth: return (index + 1) % count;
    case "Home": return 0;
    case "End": return count - 1;
    default: return null;
  }
}

/**
 * Moves the focus to the element that a key selects, and returns its index; null for other keys and
 * if there are no elements.
 */
export function moveFocus(event: KeyboardEvent, elements: readonly HTMLElement[], axis: Axis): number | null {
  const index = elements.findIndex((element) => element === document.activeElement);
  const next = stepByKey(event.key, index, elements.length, axis);
  if (next === null) return null;
  event.preventDefault();
  elements[next]?.focus();
  return next;
}
