/** Work within a frame, and after it has been painted. */

let isInFrame = false;

/** Performs an action in the callback of a frame. What the action and its microtasks change is painted with it. */
export function withinFrame(action: () => void): void {
  isInFrame = true;
  nextTask(() => { isInFrame = false; });
  action();
}

/** Performs an action after the next frame has been painted; within a frame, after this one. */
export function afterPaint(action: () => void): void {
  if (isInFrame) nextTask(action);
  else requestAnimationFrame(() => nextTask(action));
}

function nextTask(action: () => void): void {
  const channel = new MessageChannel();
  channel.port1.onmessage = action;
  channel.port2.postMessage(null);
}
