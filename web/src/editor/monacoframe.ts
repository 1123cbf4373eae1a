/** How Monaco requests frames. Its script shares no modules with the scripts that use it. */

type RequestFrame = (callback: FrameRequestCallback) => void;

let request: RequestFrame = (callback) => { requestAnimationFrame(callback); };

/** Calls back at the next frame. */
export function requestFrame(callback: FrameRequestCallback): void {
  request(callback);
}

/** Sets the function by which Monaco requests frames. */
export function setRequestFrame(next: RequestFrame): void {
  request = next;
}
