/** Where the graph's drawing stands in its window, as numbers: panning, zooming, fitting. */

export interface Size { readonly width: number; readonly height: number }
export interface Box extends Size { readonly x: number; readonly y: number }

/** Screen = drawing × scale + (x, y). */
export interface Camera { readonly x: number; readonly y: number; readonly scale: number }

/** Below this the labels cannot be read; a fitted drawing may be larger than its window. */
const READABLE = 0.7;
const SMALLEST = 0.02, LARGEST = 3;
const MARGIN = 24;

/** Shows the whole drawing, centred, or its beginning when the whole would be too small to read. */
export function fit(drawing: Size, window: Size, smallest = READABLE): Camera {
  if (drawing.width === 0 || window.width === 0) return { x: 0, y: 0, scale: 1 };
  const whole = Math.min((window.width - 2 * MARGIN) / drawing.width, (window.height - 2 * MARGIN) / drawing.height);
  const scale = Math.max(smallest, SMALLEST, Math.min(1, whole));
  const place = (inner: number, outer: number): number =>
    inner * scale + 2 * MARGIN > outer ? MARGIN : Math.round((outer - inner * scale) / 2);
  return { x: place(drawing.width, window.width), y: place(drawing.height, window.height), scale };
}

export function pan(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x + dx, y: camera.y + dy };
}

/** Zooms so that the point of the drawing under (x, y) on the screen stays there. */
export function zoom(camera: Camera, factor: number, x: number, y: number): Camera {
  const scale = Math.min(LARGEST, Math.max(SMALLEST, camera.scale * factor));
  const ratio = scale / camera.scale;
  return { x: x - (x - camera.x) * ratio, y: y - (y - camera.y) * ratio, scale };
}

/** Moves just so far that a box can be seen. */
export function reveal(camera: Camera, box: Box, window: Size): Camera {
  const shift = (start: number, length: number, offset: number, outer: number): number => {
    const from = start * camera.scale + offset, to = from + length * camera.scale;
    if (from < MARGIN) return MARGIN - from;
    return to > outer - MARGIN ? Math.max(MARGIN - from, outer - MARGIN - to) : 0;
  };
  return pan(camera, shift(box.x, box.width, camera.x, window.width), shift(box.y, box.height, camera.y, window.height));
}

export type Direction = "left" | "right" | "up" | "down";

/** The nearest box in a direction, sideways distance counting double; null at the border. */
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
