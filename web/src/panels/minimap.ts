/** The minimap of a large drawing. It shows where the window is; pressing or dragging moves the window. */
import { html, svg, type TemplateResult } from "lit";
import type { Camera, Size } from "../app/camera.js";
import { encloses, regionOf } from "../app/scene.js";
import type { Layout } from "../protocol/protocol.gen.js";
import { outlineOf } from "./shapes.js";

/** The number of boxes from which a drawing has a minimap. */
export const MIN_BOXES = 40;
/** The margin around the boxes of a layout. */
const MARGIN = 16;
const LONG_SIDE = 148, SHORT_SIDE = 96;
/** A drawing that is long and narrow is stretched in its minimap, because a strip of 20 pixels is hard to aim at. */
const MIN_SIDE = 48;

/** Returns the size of the minimap of a drawing. */
export function minimapSize({ width, height }: Size): Size {
  const [wide, high] = width >= height ? [LONG_SIDE, SHORT_SIDE] : [SHORT_SIDE, LONG_SIDE];
  const scale = Math.min(wide / width, high / height);
  return { width: Math.max(MIN_SIDE, width * scale), height: Math.max(MIN_SIDE, height * scale) };
}

/** Renders a minimap. `goTo` is called with the point of the drawing to centre the window on. */
export function renderMinimap(layout: Layout, goTo: (x: number, y: number) => void): TemplateResult {
  const { width, height } = minimapSize(layout);
  const move = (event: PointerEvent): void => {
    const map = event.currentTarget as SVGElement, { left, top } = map.getBoundingClientRect();
    if (event.type === "pointerdown") map.setPointerCapture(event.pointerId);
    else if (event.buttons === 0) return;
    goTo((event.clientX - left) * layout.width / width, (event.clientY - top) * layout.height / height);
  };
  return html`<svg class="minimap" aria-hidden="true" width=${width} height=${height}
    viewBox="0 0 ${layout.width} ${layout.height}" preserveAspectRatio="none"
    @pointerdown=${move} @pointermove=${move}>
    ${svg`<path d=${layout.nodes.map(outlineOf).join("")}></path><rect class="window"></rect>`}</svg>`;
}

/** Moves the rectangle that shows where the window is. While all boxes are in the window, the minimap is hidden. */
export function placeWindow(map: SVGElement | null, camera: Camera, viewport: Size, layout: Size): void {
  const region = regionOf(camera, viewport), { left, top, right, bottom } = region;
  const boxes = { left: MARGIN, top: MARGIN, right: layout.width - MARGIN, bottom: layout.height - MARGIN };
  if (map) map.style.visibility = encloses(region, boxes) ? "hidden" : "";
  for (const [name, value] of Object.entries({ x: left, y: top, width: right - left, height: bottom - top })) {
    map?.querySelector(".window")?.setAttribute(name, String(Math.round(value)));
  }
}
