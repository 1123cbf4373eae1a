/** Announces messages to screen readers, politely, through the page's single live region. */

let region: HTMLElement | null = null;
let timer = 0;

/**
 * Announces a text once it has not changed for a moment: while the user types, only the last one
 * counts.
 */
export function announce(text: string): void {
  region ??= document.getElementById("announcer");
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    if (region && region.textContent !== text) region.textContent = text;
  }, 700);
}
