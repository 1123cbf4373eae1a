/** How panels send events: a DOM event bubbles up to main.ts, which dispatches it to the store. */
import type { Event } from "./state.js";

const NAME = "pantograph";

/** Sends an event from an element of the page. */
export function send(from: Element, event: Event): void {
  from.dispatchEvent(new CustomEvent<Event>(NAME, { detail: event, bubbles: true }));
}

/** Calls `handle` with every event sent from an element below `root`. */
export function receive(root: globalThis.Document, handle: (event: Event) => void): void {
  root.addEventListener(NAME, (event) => handle((event as CustomEvent<Event>).detail));
}
