/** The arithmetic of panning, zooming and fitting the graph's drawing in its window. */

/** A width and a height, in pixels. */
export interface Size { readonly width: number; readonly height: number }
/** A rectangle in the drawing. */
export interface Box extends Size { readonly x: number; readonly y: number }

/** Maps the drawing to the window: screen = drawing × scale + (x, y). */
export interface Camera { readonly x: number; readonly y: number; readonly scale: number }

/** The smallest scale at which a drawing is readable: labels of 13 px in the drawing are 12 px on the screen. */
export const READABLE = 12 / 13;
const MIN_SCALE = 0.02, MAX_SCALE = 3;
/** The space around a drawing in its window, in pixels. */
export const MARGIN = 8;

/** Returns the scale at which the whole drawing fits into the window, at least MIN_SCALE and at most 1. */
function fitScale(drawing: Size, window: Size): number {
  return Math.max(MIN_SCALE, Math.min(1, (window.width - 2 * MARGIN) / drawing.width,
    (window.height - 2 * MARGIN) / drawing.height));
}

/** Returns the camera that shows the whole drawing, centred. */
export function fit(drawing: Size, window: Size): Camera {
  if (drawing.width === 0 || window.width === 0) return { x: 0, y: 0, scale: 1 };
  const scale = fitScale(drawing, window);
  const offset = (inner: number, outer: number): number => Math.round((outer - inner * scale) / 2);
  return { x: offset(drawing.width, window.width), y: offset(drawing.height, window.height), scale };
}

/** Returns the camera that shows the whole drawing; if that is unreadable, the part around a box or at the start. */
export function opening(drawing: Size, window: Size, around: Box | null): Camera {
  if (drawing.width === 0 || window.width === 0 || fitScale(drawing, window) >= READABLE) return fit(drawing, window);
  const scale = READABLE;
  const offset = (inner: number, outer: number, middle: number): number => {
    if (inner * scale + 2 * MARGIN <= outer) return Math.round((outer - inner * scale) / 2);
    return Math.round(Math.min(MARGIN, Math.max(outer - MARGIN - inner * scale, outer / 2 - middle * scale)));
  };
  return {
    x: offset(drawing.width, window.width, around ? around.x + around.width / 2 : 0),
    y: offset(drawing.height, window.height, around ? around.y + around.height / 2 : 0), scale,
  };
}

/** Whether the whole drawing is inside the window. */
export function isFullyVisible({ x, y, scale }: Camera, drawing: Size, window: Size): boolean {
  return x >= 0 && y >= 0 && x + drawing.width * scale <= window.width && y + drawing.height * scale <= window.height;
}

/** Returns a camera moved by a distance on the screen. */
export function pan(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x + dx, y: camera.y + dy };
}

/** Returns a camera zoomed by a factor, with the same point of the drawing at (x, y) on the screen. */
export function zoom(camera: Camera, factor: number, x: number, y: number): Camera {
  const scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, camera.scale * factor));
  const ratio = scale / camera.scale;
  return { x: x - (x - camera.x) * ratio, y: y - (y - camera.y) * ratio, scale };
}

/** The minimum distance, in pixels, between a box that is scrolled into view and the edge of the window. */
const REVEAL_MARGIN = 24;

/** Returns a camera moved just far enough to show a box. */
export function reveal(camera: Camera, box: Box, window: Size): Camera {
  const shift = (start: number, length: number, offset: number, outer: number): number => {
    const from = start * camera.scale + offset, to = from + length * camera.scale;
    if (from < REVEAL_MARGIN) return REVEAL_MARGIN - from;
    return to > outer - REVEAL_MARGIN ? Math.max(REVEAL_MARGIN - from, outer - REVEAL_MARGIN - to) : 0;
  };
  return pan(camera, shift(box.x, box.width, camera.x, window.width),
    shift(box.y, box.height, camera.y, window.height));
}

/** A direction on the screen. */
export type Direction = "left" | "right" | "up" | "down";

/** Returns the nearest box in a direction, with sideways distance counted twice; null if there is none. */
export function neighbour<B extends Box>(boxes: readonly B[], from: B, direction: Direction): B | null {
  const centre = (box: Box): readonly [number, number] => [box.x + box.width / 2, box.y + box.height / 2];
  const [x, y] = centre(from);
  let best: B | null = null, shortest = Infinity;
  for (const box of boxes) {
    if (box === from) continue;
    const [dx, dy] = [centre(box)[0] - x, centre(box)[1] - y];
    const ahead = { left: -dx, right: dx, up: -dy, down: dy }[direction];
    const aside = direction === "left" || direction === "right" ? Math.abs(dy) : Math.abs(dx);
    if (ahead <= 0 || ahead + 2 * aside >= shortest) continue;
    best = box;
    shortest = ahead + 2 * aside;
  }
  return best;
}
