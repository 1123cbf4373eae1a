/**
 * Actions that request a frame, after a key event rather than within it. Once a frame is requested, Chromium prefers
 * it to almost all other tasks. The engine's reply to a key in a small template, which is there within a few
 * milliseconds, would wait until the letter is drawn, and its result would need another frame. A frame that is
 * requested after the reply draws both.
 */

/** What to do after the current key event; null outside of one. */
let waiting: (() => void)[] | null = null;
/** The timer that ends the hold of a frame; null if no frame is held. */
let holdTimer: number | null = null;
const { port1, port2 } = new MessageChannel();

function act(): void {
  const actions = waiting ?? [];
  waiting = null;
  for (const action of actions) action();
}

port1.onmessage = () => { if (holdTimer === null) act(); };

for (const type of ["keydown", "keypress", "beforeinput"]) {
  document.addEventListener(type, () => {
    if (waiting) return;
    waiting = [];
    port2.postMessage(null);
  }, { capture: true });
}

/** Runs an action in the task after the current key event, or when the frame is released; without an event, at once. */
export function afterKey(action: () => void): void {
  if (waiting) waiting.push(action);
  else action();
}

/** Calls back at the next frame, which it requests after the current key event. */
export function requestFrame(callback: FrameRequestCallback): void {
  afterKey(() => requestAnimationFrame(callback));
}

/** Holds the frame of the current key event back until releaseFrame, for some milliseconds at most. */
export function holdFrame(milliseconds: number): void {
  if (waiting && holdTimer === null) holdTimer = window.setTimeout(releaseFrame, milliseconds);
}

/** Requests the frame that was held back. */
export function releaseFrame(): void {
  if (holdTimer === null) return;
  clearTimeout(holdTimer);
  holdTimer = null;
  act();
}
