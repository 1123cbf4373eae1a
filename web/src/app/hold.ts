/**
 * A key and its result in one frame. After a key the browser draws before it hands over any
 * message, so that a result, ready a few milliseconds later, would wait for that frame and be
 * drawn in the one after. While a key is held nothing is asked to be drawn; main.ts lets it go
 * with its result, and time does when that takes longer than a key may wait.
 */

let isHeld = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let waiting: FrameRequestCallback[] = [];
let letGo = (): Promise<void> => Promise.resolve();

/** Holds back what is drawn, for so many milliseconds at the most; then action draws before all that was held back. */
export function hold(milliseconds: number, action: () => Promise<void>): void {
  if (isHeld) return;
  isHeld = true;
  letGo = action;
  timer = setTimeout(release, milliseconds);
}

export function isHolding(): boolean {
  return isHeld;
}

/** Draws what was held back. */
export function release(): void {
  if (!isHeld) return;
  isHeld = false;
  clearTimeout(timer);
  const draws = waiting;
  waiting = [];
  void letGo().finally(() => {
    const now = performance.now();
    for (const draw of draws) draw(now);
  });
}

/** requestAnimationFrame, for all that Monaco draws: the build has it call this (scripts/internal/bundle/monaco.go). */
export function requestFrame(draw: FrameRequestCallback): void {
  // Whether the key is held is known when what was called for it has returned.
  queueMicrotask(() => {
    if (isHeld) waiting.push(draw);
    else requestAnimationFrame(draw);
  });
}
