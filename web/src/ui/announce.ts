/** Announces messages to screen readers through the page's only live region, without interrupting. */

let region: HTMLElement | null = null;
let timer = 0;

/**
 * Announces a text after a delay, in which a later call replaces it: while the user types, only the
 * last of many messages is read out.
 */
export function announce(text: string): void {
  region ??= document.getElementById("announcer");
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    if (region && region.textContent !== text) region.textContent = text;
  }, 700);
}
