/** The geometry of a drawing: what is in view or under the pointer, paths of edges, frames of groups. */
import type { Graph, Layout, LayoutEdge, LayoutNode } from "../protocol/protocol.gen.js";
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

/**
 * A frame around members of an open group. `baseline` is the y coordinate of its label, which is "" if
 * there is no room for it.
 */
export interface Frame extends Box { readonly id: string; readonly label: string; readonly baseline: number }

const ROOM = 10, HEAD = 16, LETTER = 6;
/** How much larger a frame is, on each side, for each level of frames inside it. */
const NESTED = 6;
/** A group with more members has a single frame or none, since finding several frames would take too long. */
const MAX_PIECES = 40;

interface Piece { readonly region: Region; readonly count: number }

/** Returns the frames of a drawing. A group gets several frames if other boxes are between its members. */
export function framesOf(layout: Layout, { nodes }: Graph): readonly Frame[] {
  const parents = new Map(nodes.map(({ id, parent }) => [id, parent ?? ""]));
  const labels = new Map(nodes.map(({ id, label }) => [id, label]));
  const members = new Map<string, Set<string>>(), heights = new Map<string, number>();
  for (const { id, group } of layout.nodes) {
    if (group?.open) members.set(id, new Set());
    let at = parents.get(id) ?? "";
    for (let height = 0; at !== "" && height < 32; height++, at = parents.get(at) ?? "") {
      members.set(at, (members.get(at) ?? new Set()).add(id));
      heights.set(at, Math.max(heights.get(at) ?? 0, height));
    }
  }
  return [...members].sort(([a], [b]) => (heights.get(b) ?? 0) - (heights.get(a) ?? 0)).flatMap(([id, inside]) => {
    const room = ROOM + (heights.get(id) ?? 0) * NESTED;
    const own = layout.nodes.filter((node) => inside.has(node.id)), others = layout.nodes.filter((node) =>
      node.id !== id && !inside.has(node.id));
    const pieces = piecesOf(own, others, room).sort((a, b) => b.count - a.count);
    if ((pieces[0]?.count ?? 0) < 2) return [];
    const label = labels.get(id) ?? own[0]?.detail.split(" · ")[0] ?? id;
    return pieces.flatMap(({ region, count }) => labelled(region, layout.nodes, id, label)
      ?? (count > 1 ? framed(region, id) : []));
  });
}

function framed({ left, top, right, bottom }: Region, id: string): Frame {
  return { id, label: "", baseline: 0, x: left, y: top, width: right - left, height: bottom - top };
}

/** Returns a frame with room for its label above or below, or null if another box is in the way. */
function labelled(region: Region, nodes: readonly LayoutNode[], id: string, label: string): Frame | null {
  const right = Math.max(region.right, region.left + 2 * ROOM + label.length * LETTER);
  const others = nodes.filter((node) => !overlaps(region, node));
  for (const [above, below] of [[HEAD, 0], [0, HEAD]] as const) {
    const all = { left: region.left, top: region.top - above, right, bottom: region.bottom + below };
    if (others.some((other) => overlaps(all, other))) continue;
    return { ...framed(all, id), label, baseline: above ? all.top + 14 : all.bottom - 6 };
  }
  return null;
}

/** Returns regions around boxes, united unless another box is between them. */
function piecesOf(own: readonly LayoutNode[], others: readonly LayoutNode[], room: number): Piece[] {
  const isClean = (region: Region): boolean => !others.some((other) => overlaps(region, other));
  const around = ({ x, y, width, height }: LayoutNode): Piece =>
    ({ region: { left: x - room, top: y - room, right: x + width + room, bottom: y + height + room }, count: 1 });
  const whole = own.map(around).reduce<Piece | null>((all, piece) => (all ? united(all, piece) : piece), null);
  if (!whole || isClean(whole.region)) return whole ? [whole] : [];
  if (own.length > MAX_PIECES) return [];
  const pieces: Piece[] = [];
  for (let piece of own.map(around)) {
    for (let at = 0; at < pieces.length; at++) {
      const both = united(pieces[at]!, piece);
      if (!isClean(both.region)) continue;
      pieces.splice(at, 1);
      [piece, at] = [both, -1]; // a piece that did not fit before may fit now
    }
    pieces.push(piece);
  }
  return pieces;
}

function united(a: Piece, b: Piece): Piece {
  return {
    count: a.count + b.count, region: {
      left: Math.min(a.region.left, b.region.left), top: Math.min(a.region.top, b.region.top),
      right: Math.max(a.region.right, b.region.right), bottom: Math.max(a.region.bottom, b.region.bottom),
    },
  };
}
