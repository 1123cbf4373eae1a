/** The geometry of a drawing: what is in view or under the pointer, and paths of edges. */
import type { Layout, LayoutEdge, LayoutNode } from "../protocol/protocol.gen.js";
import type { Box, Camera, Size } from "./camera.js";

/** A rectangle of the drawing, by its sides. */
export interface Region { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

/** Returns the region of the drawing that a window shows, plus a margin on each side, as a share of its size. */
export function regionOf({ x, y, scale }: Camera, { width, height }: Size, margin = 0): Region {
  const [aside, above] = [width * margin, height * margin];
  return { left: (-x - aside) / scale, top: (-y - above) / scale, right: (width - x + aside) / scale,
    bottom: (height - y + above) / scale };
}

/** Whether a region contains another one. */
export function encloses(outer: Region, inner: Region): boolean {
  return outer.left <= inner.left && outer.top <= inner.top && outer.right >= inner.right
    && outer.bottom >= inner.bottom;
}

/** Whether a box and a region overlap. */
export function overlaps({ left, top, right, bottom }: Region, { x, y, width, height }: Box): boolean {
  return x < right && y < bottom && x + width > left && y + height > top;
}

/** Whether the bounding box of a line overlaps a region. */
export function boundsOverlap({ left, top, right, bottom }: Region, points: readonly number[]): boolean {
  let low = Infinity, high = -Infinity, least = Infinity, most = -Infinity;
  for (let at = 0; at + 1 < points.length; at += 2) {
    const x = points[at]!, y = points[at + 1]!;
    low = Math.min(low, x);
    high = Math.max(high, x);
    least = Math.min(least, y);
    most = Math.max(most, y);
  }
  return low <= right && high >= left && least <= bottom && most >= top;
}

/** Returns an orthogonal line as an SVG path. */
export function pathOf(points: readonly number[]): string {
  let path = `M${points[0] ?? 0} ${points[1] ?? 0}`;
  for (let at = 2; at + 1 < points.length; at += 2) path += points[at + 1] === points[at - 1] ? `H${points[at]!}`
    : `V${points[at + 1]!}`;
  return path;
}

/** Returns the arrowhead at the end of a line, or at its start, as an SVG path. */
export function headOf(points: readonly number[], isAtStart: boolean): string {
  const n = points.length;
  if (n < 4) return "";
  const [x, y, fromX, fromY] = isAtStart ? [points[0]!, points[1]!, points[2]!, points[3]!]
    : [points[n - 2]!, points[n - 1]!, points[n - 4]!, points[n - 3]!];
  const dx = Math.sign(fromX - x), dy = Math.sign(fromY - y);
  return `M${x} ${y}L${x + dx * 8 + dy * 3} ${y + dy * 8 + dx * 3}L${x + dx * 8 - dy * 3} ${y + dy * 8 - dx * 3}Z`;
}

function distance(points: readonly number[], x: number, y: number): number {
  let nearest = Infinity;
  for (let at = 0; at + 3 < points.length; at += 2) {
    const [ax, ay, bx, by] = [points[at]!, points[at + 1]!, points[at + 2]!, points[at + 3]!];
    const dx = Math.max(Math.min(ax, bx) - x, 0, x - Math.max(ax, bx)), dy = Math.max(Math.min(ay, by) - y, 0,
      y - Math.max(ay, by));
    nearest = Math.min(nearest, dx + dy);
  }
  return nearest;
}

/** Returns the edges within `reach` of a point: the nearest one, and those drawn on the same line to the same node. */
export function edgesAt(edges: readonly LayoutEdge[], x: number, y: number, reach: number): readonly LayoutEdge[] {
  let best: LayoutEdge | null = null, shortest = reach;
  const near: LayoutEdge[] = [];
  for (const edge of edges) {
    const away = distance(edge.points, x, y);
    if (away > reach) continue;
    near.push(edge);
    if (away < shortest || !best) [best, shortest] = [edge, away];
  }
  return near.filter((edge) => edge.to === best?.to && distance(edge.points, x, y) <= shortest + 0.5);
}

/** Returns the box that contains a point, or null. */
export function boxAt<B extends Box>(boxes: readonly B[], x: number, y: number): B | null {
  return boxes.find((box) => x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height) ?? null;
}

/** Returns the median distance by which boxes moved between two layouts, so that the camera can follow. */
export function drift(before: Layout, after: Layout): { readonly x: number; readonly y: number } {
  const old = new Map(before.nodes.map((node) => [node.id, node]));
  const moves = after.nodes.flatMap((node) => { const was = old.get(node.id); return was
    ? [{ x: node.x - was.x, y: node.y - was.y }] : []; });
  const middle = (axis: "x" | "y"): number =>
    moves.map((move) => move[axis]).sort((a, b) => a - b)[moves.length >> 1] ?? 0;
  return { x: middle("x"), y: middle("y") };
}

/** A step from a box to another one. */
export interface Step {
  readonly to: LayoutNode;
  /** The edge that the step follows. */
  readonly edge: LayoutEdge;
  /** How many edges lead in this direction. */
  readonly count: number;
}

/**
 * Returns the step along an edge to a node that this one needs, or that needs it; of several, to the one
 * that is most nearly straight ahead. Returns null if there is none.
 */
export function follow(layout: Layout, from: LayoutNode, isToNeeds: boolean): Step | null {
  const byId = new Map(layout.nodes.map((node) => [node.id, node]));
  const isDown = layout.direction === "down";
  const aside = (node: LayoutNode): number => (isDown ? Math.abs(node.x + node.width / 2 - from.x - from.width / 2)
    : Math.abs(node.y + node.height / 2 - from.y - from.height / 2));
  const ways = layout.edges.flatMap((edge): Step[] => {
    const to = (isToNeeds ? edge.from : edge.to) === from.id ? byId.get(isToNeeds ? edge.to : edge.from) : undefined;
    return to && to !== from ? [{ to, edge, count: 0 }] : [];
  });
  const best = ways.reduce<Step | null>((found, way) =>
    (!found || aside(way.to) < aside(found.to) ? way : found), null);
  return best && { ...best, count: ways.length };
}

/** Returns the boxes in reading order. */
export function inReadingOrder({ nodes, direction }: Layout): readonly LayoutNode[] {
  return nodes.toSorted((a, b) => (direction === "down" ? a.y - b.y || a.x - b.x : a.x - b.x || a.y - b.y));
}
