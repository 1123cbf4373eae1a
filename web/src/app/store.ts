/** The store, which holds the page's state. */
import type { Event, State } from "./state.js";
import { update } from "./update.js";

/** A function that is called after every event, even if the state has not changed. */
export type Listener = (before: State, after: State, event: Event) => void;

/** Holds the state, and passes events to update() and to listeners. */
export interface Store {
  readonly state: State;
  dispatch(event: Event): void;
  listen(listener: Listener): void;
}

/** Returns a store. An event that a listener dispatches waits until all listeners have handled the current one. */
export function createStore(initial: State): Store {
  let state = initial;
  let busy = false;
  const listeners: Listener[] = [];
  const waiting: Event[] = [];
  const drain = (): void => {
    for (let event = waiting.shift(); event; event = waiting.shift()) {
      const before = state;
      state = update(before, event);
      for (const listener of listeners) listener(before, state, event);
    }
  };
  return {
    get state() { return state; },
    dispatch(event) {
      waiting.push(event);
      if (busy) return;
      busy = true;
      try { drain(); } finally { busy = false; }
    },
    listen(listener) { listeners.push(listener); },
  };
}
