/** Work that waits until a frame has been painted. */

/** Performs an action after the next frame has been painted. */
export function afterPaint(action: () => void): void {
  requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = action;
    channel.port2.postMessage(null);
  });
}
