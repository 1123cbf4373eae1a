/** Says things to a screen reader, politely, through the page's one live region. */

let region: HTMLElement | null = null;
let timer = 0;

/** The text is said once it has stood for a moment: while one types, only the last counts. */
export function announce(text: string): void {
  region ??= document.getElementById("announcer");
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    if (region && region.textContent !== text) region.textContent = text;
  }, 700);
}
