/** How panels send events: a DOM event bubbles up to main.ts, which dispatches it to the store. */
import type { Event } from "./state.js";

const NAME = "pantograph";

export function send(from: Element, event: Event): void {
  from.dispatchEvent(new CustomEvent<Event>(NAME, { detail: event, bubbles: true }));
}

export function receive(root: globalThis.Document, handle: (event: Event) => void): void {
  root.addEventListener(NAME, (event) => handle((event as CustomEvent<Event>).detail));
}
