/** The minimap of a large drawing. It shows where the window is; pressing or dragging moves the window. */
import { html, svg, type TemplateResult } from "lit";
import type { Camera, Size } from "../app/camera.js";
import { regionOf } from "../app/scene.js";
import type { Layout } from "../protocol/protocol.gen.js";
import { outlineOf } from "./shapes.js";

/** The number of boxes from which a drawing has a minimap. */
export const MIN_BOXES = 40;
const MAX_WIDTH = 148, MAX_HEIGHT = 96;

/** Renders a minimap. `goTo` is called with the point of the drawing to centre the window on. */
export function renderMinimap(layout: Layout, goTo: (x: number, y: number) => void): TemplateResult {
  const scale = Math.min(MAX_WIDTH / layout.width, MAX_HEIGHT / layout.height);
  const move = (event: PointerEvent): void => {
    const map = event.currentTarget as SVGElement, { left, top } = map.getBoundingClientRect();
    if (event.type === "pointerdown") map.setPointerCapture(event.pointerId);
    else if (event.buttons === 0) return;
    goTo((event.clientX - left) / scale, (event.clientY - top) / scale);
  };
  return html`<svg class="minimap" aria-hidden="true" width=${layout.width * scale} height=${layout.height * scale}
    viewBox="0 0 ${layout.width} ${layout.height}" preserveAspectRatio="none"
    @pointerdown=${move} @pointermove=${move}>
    ${svg`<path d=${layout.nodes.map(outlineOf).join("")}></path><rect class="window"></rect>`}</svg>`;
}

/** Moves the rectangle that shows where the window is. */
export function placeWindow(map: Element | null, camera: Camera, viewport: Size): void {
  const { left, top, right, bottom } = regionOf(camera, viewport);
  for (const [name, value] of Object.entries({ x: left, y: top, width: right - left, height: bottom - top })) {
    map?.querySelector(".window")?.setAttribute(name, String(Math.round(value)));
  }
}
