/**
 * Actions that request a frame, after a key event rather than within it. If a frame is requested
 * while Chromium dispatches a key event, it runs no other task until that frame is drawn. The
 * engine's reply to a key in a small template arrives before the frame starts, and would have to
 * wait for the next one. A frame that is requested in the task after the event draws both the letter
 * and its result.
 */

/** What to do after the current key event; null outside of one. */
let waiting: (() => void)[] | null = null;
const { port1, port2 } = new MessageChannel();

port1.onmessage = () => {
  const actions = waiting ?? [];
  waiting = null;
  for (const action of actions) action();
};

for (const type of ["keydown", "keypress", "beforeinput"]) {
  document.addEventListener(type, () => {
    if (waiting) return;
    waiting = [];
    port2.postMessage(null);
  }, { capture: true });
}

/** Runs an action in the task after the current key event; without one, at once. */
export function afterKey(action: () => void): void {
  if (waiting) waiting.push(action);
  else action();
}

/** Calls back at the next frame, which it requests after the current key event. */
export function requestFrame(callback: FrameRequestCallback): void {
  afterKey(() => requestAnimationFrame(callback));
}
