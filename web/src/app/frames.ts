/** The frames around the members of open groups. */
import type { Graph, Layout, LayoutNode } from "../protocol/protocol.gen.js";
import { encloses, overlaps, type Region } from "./scene.js";

/** A frame around members of an open group. */
export interface Frame {
  readonly id: string;
  /** Rectangles that overlap or touch, unless there is only one. The frame consists of all points in them. */
  readonly regions: readonly Region[];
  /** The name of the group, or null if there is no room for it. */
  readonly label: { readonly text: string; readonly x: number; readonly baseline: number } | null;
}

/** The distance of a frame from its boxes. Those of two groups that are neighbours have some space between them. */
const ROOM = 6;
/** How much larger a frame is, on each side, for each level of frames inside it. */
const NESTED = 6;
/**
 * The extent of a label: the height of its strip, its distance from the frame's side, the width of a letter, and
 * how far letters reach above and below the baseline.
 */
const HEAD = 16, INSET = 8, LETTER = 6, ASCENT = 11, DEPTH = 3;
/** A group with more members has a single frame or none, since finding several frames would take too long. */
const MAX_PIECES = 40;

interface Piece { readonly region: Region; readonly count: number }

/**
 * Returns the frames of a drawing, outer ones first. A group has several frames if there are other boxes between
 * its members, or frames of groups that neither contain it nor are in it. Frames of such groups do not overlap.
 */
export function framesOf(layout: Layout, { nodes }: Graph): readonly Frame[] {
  const parents = new Map(nodes.map(({ id, parent }) => [id, parent ?? ""]));
  const labels = new Map(nodes.map(({ id, label }) => [id, label]));
  const members = new Map<string, Set<string>>(), heights = new Map<string, number>();
  const around = new Map<string, Set<string>>(); // the groups around each group
  for (const { id, group } of layout.nodes) {
    if (group?.open) members.set(id, new Set());
    const inner: string[] = [];
    let at = parents.get(id) ?? "";
    for (let height = 0; at !== "" && height < 32; height++, at = parents.get(at) ?? "") {
      members.set(at, (members.get(at) ?? new Set()).add(id));
      heights.set(at, Math.max(heights.get(at) ?? 0, height));
      for (const each of inner) around.set(each, (around.get(each) ?? new Set()).add(at));
      inner.push(at);
    }
  }
  const frames: Frame[] = [];
  for (const [id, inside] of [...members].sort(([a], [b]) => (heights.get(b) ?? 0) - (heights.get(a) ?? 0))) {
    const height = heights.get(id) ?? 0, room = { aside: ROOM + height * NESTED, head: height * HEAD };
    const outers = frames.filter((frame) => around.get(id)?.has(frame.id));
    const own = layout.nodes.filter((node) => inside.has(node.id));
    const strangers = frames.filter((frame) => !outers.includes(frame)).flatMap(({ regions }) => regions);
    const obstacles = [...strangers, ...layout.nodes.filter((node) => node.id !== id && !inside.has(node.id))
      .map((node) => regionAround(node, NONE))];
    const pieces = piecesOf(own, obstacles, room).toSorted((a, b) => b.count - a.count);
    if ((pieces[0]?.count ?? 0) < 2) continue;
    const text = labels.get(id) ?? own[0]?.detail.split(" · ")[0] ?? id;
    const taken = [...obstacles, ...layout.nodes.filter((node) => inside.has(node.id) || node.id === id)
      .map((node) => regionAround(node, NONE)), ...outers.map(labelRegion)];
    for (const some of connected(pieces)) {
      const apart = pieces.filter((piece) => !some.includes(piece)).map(({ region }) => region);
      const frame = labelled({ id, regions: some.map(({ region }) => region), label: null }, text,
        [...taken, ...apart], outers);
      if (frame.label || some.length > 1 || some[0]!.count > 1) frames.push(frame);
    }
  }
  return frames;
}

/** Returns the region of a frame's label, which is empty without one. */
export function labelRegion({ label }: Frame): Region {
  if (!label) return { left: 0, top: 0, right: 0, bottom: 0 };
  const { text, x, baseline } = label;
  return { left: x, top: baseline - ASCENT, right: x + text.length * LETTER, bottom: baseline + DEPTH };
}

/** The space around a box: on all sides, and more above it, for the labels of frames inside. */
interface Room { readonly aside: number; readonly head: number }
const NONE: Room = { aside: 0, head: 0 };

function regionAround({ x, y, width, height }: LayoutNode, { aside, head }: Room): Region {
  return { left: x - aside, top: y - aside - head, right: x + width + aside, bottom: y + height + aside };
}

/** Whether two regions overlap. */
function collide(region: Region, { left, top, right, bottom }: Region): boolean {
  return overlaps(region, { x: left, y: top, width: right - left, height: bottom - top });
}

/**
 * Labels the first region of a frame, in reading order, that has room for the label above it or, if none has, below
 * it. The strip of the label becomes part of the region; it covers nothing that is taken, and stays inside the
 * frames around this one.
 */
function labelled(frame: Frame, text: string, taken: readonly Region[], outers: readonly Frame[]): Frame {
  const ordered = [...frame.regions.entries()].sort(([, a], [, b]) => a.top - b.top || a.left - b.left);
  for (const [above, below] of [[HEAD, 0], [0, HEAD]] as const) {
    for (const [at, region] of ordered) {
      const { left, top, bottom } = region, right = Math.max(region.right, left + 2 * INSET + text.length * LETTER);
      const all = { left, top: top - above, right, bottom: bottom + below };
      const strip = above ? { ...all, bottom: top } : { ...all, top: bottom };
      const beside = { ...all, left: region.right }; // if the label is wider than the region
      const isFree = !taken.some((other) => collide(strip, other) || collide(beside, other))
        && !outers.some(({ regions }) => regions.some((outer) => encloses(outer, region) && !encloses(outer, all)));
      if (isFree) return { ...frame, regions: frame.regions.map((each, index) => (index === at ? all : each)),
        label: { text, x: left + INSET, baseline: above ? all.top + 14 : all.bottom - 6 } };
    }
  }
  return frame;
}

/** Returns regions around boxes, united unless an obstacle is between them. */
function piecesOf(own: readonly LayoutNode[], obstacles: readonly Region[], room: Room): readonly Piece[] {
  const isClean = ({ region }: Piece): boolean => !obstacles.some((other) => collide(region, other));
  const around = (node: LayoutNode, some: Room): Piece => ({ region: regionAround(node, some), count: 1 });
  const rooms = [room];
  for (let aside = room.aside; aside >= 0; aside -= 2) rooms.push({ aside, head: 0 });
  for (const some of rooms.slice(0, 2)) {
    const whole = own.map((node) => around(node, some))
      .reduce<Piece | null>((all, piece) => (all ? united(all, piece) : piece), null);
    if (!whole || isClean(whole)) return whole ? [whole] : [];
  }
  if (own.length > MAX_PIECES) return [];
  const single = own.map((node) => rooms.map((some) => around(node, some)).find(isClean) ?? around(node, NONE));
  const pieces: Piece[] = [];
  for (let piece of single) {
    for (let at = 0; at < pieces.length; at++) {
      const both = united(pieces[at]!, piece);
      if (!isClean(both)) continue;
      pieces.splice(at, 1);
      [piece, at] = [both, -1]; // a piece that did not fit before may fit now
    }
    pieces.push(piece);
  }
  return bridged(single, pieces, isClean);
}

/** Adds regions that connect pieces, around a box of each, where no obstacle is. */
function bridged(single: readonly Piece[], pieces: Piece[], isClean: (piece: Piece) => boolean): readonly Piece[] {
  let sets = connected(pieces);
  const setOf = (box: Piece): unknown => sets.find((set) => set.some(({ region }) => collide(region, box.region)));
  for (const [at, one] of single.entries()) {
    for (const other of single.slice(at + 1)) {
      const bridge = united(one, other);
      if (sets.length === 1 || setOf(one) === setOf(other) || !isClean(bridge)) continue;
      pieces.push(bridge);
      sets = connected(pieces);
    }
  }
  return pieces.filter(({ region }) => !pieces.some((other) => other.region !== region
    && encloses(other.region, region)));
}

function united(a: Piece, b: Piece): Piece {
  return {
    count: a.count + b.count, region: {
      left: Math.min(a.region.left, b.region.left), top: Math.min(a.region.top, b.region.top),
      right: Math.max(a.region.right, b.region.right), bottom: Math.max(a.region.bottom, b.region.bottom),
    },
  };
}

/** Returns the pieces in sets of those that overlap, directly or through others. */
function connected(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  let sets: readonly (readonly Piece[])[] = [];
  for (const piece of pieces) {
    const isNear = (set: readonly Piece[]): boolean => set.some(({ region }) => collide(region, piece.region));
    sets = [...sets.filter((set) => !isNear(set)), [...sets.filter(isNear).flat(), piece]];
  }
  return sets;
}

/** Whether a region is inside one of a frame's regions, and does not cover its label. */
export function isInside(frame: Frame, region: Region): boolean {
  return frame.regions.some((outer) => encloses(outer, region)) && !collide(labelRegion(frame), region);
}

/** Whether a region overlaps a frame. */
export function isOn({ regions }: Frame, region: Region): boolean {
  return regions.some((other) => collide(other, region));
}

/** Returns the area of a frame as an SVG path, for the fill rule "nonzero". */
export function areaOf({ regions }: Frame): string {
  return regions.map(({ left, top, right, bottom }) => `M${left} ${top}H${right}V${bottom}H${left}Z`).join("");
}

/** Returns the border of a frame as an SVG path: the sides of its regions, except where another region covers them. */
export function borderOf({ regions }: Frame): string {
  let path = "";
  for (const isAcross of [true, false]) {
    // Across, a side is a horizontal line at y = at; otherwise, it is a vertical one at x = at.
    const sides = regions.map(({ left, top, right, bottom }) => (isAcross ? [top, bottom, left, right]
      : [left, right, top, bottom]) as [number, number, number, number]);
    for (const [index, [low, high, start, end]] of sides.entries()) {
      for (const [side, at] of [low, high].entries()) {
        // Of two sides on one line, the first is drawn.
        const covers = sides.filter((other, i) => i !== index && other[0] <= at && at <= other[1]
          && (other[side] !== at || i < index)).sort((a, b) => a[2] - b[2]);
        let from = start;
        for (const [, , first, last] of covers) {
          if (first > from) path += line(isAcross, at, from, Math.min(first, end));
          from = Math.max(from, last);
          if (from >= end) break;
        }
        if (from < end) path += line(isAcross, at, from, end);
      }
    }
  }
  return path;
}

function line(isAcross: boolean, at: number, from: number, to: number): string {
  return isAcross ? `M${from} ${at}H${to}` : `M${at} ${from}V${to}`;
}
