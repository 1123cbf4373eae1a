/** Moves through a row or column of elements with the arrow keys, following the ARIA patterns. */

/** The direction in which arrow keys move along a list. */
export type Axis = "row" | "column";

/** Returns the index that a key leads to, wrapping around; null if the key does not move. */
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
 * Moves the focus among elements according to a key, and returns the new index; null if the key
 * does not move.
 */
export function moveFocus(event: KeyboardEvent, elements: readonly HTMLElement[], axis: Axis): number | null {
  const index = elements.findIndex((element) => element === document.activeElement);
  const next = stepByKey(event.key, index, elements.length, axis);
  if (next === null) return null;
  event.preventDefault();
  elements[next]?.focus();
  return next;
}
