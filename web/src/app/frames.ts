/** The frames around the members of open groups. */
import type { Graph, Layout, LayoutNode } from "../protocol/protocol.gen.js";
import { collide, RegionIndex, type Work } from "./regionindex.js";
import { encloses, type Region } from "./scene.js";

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

/**
 * The work after which no more frames are found. It is counted in cells and regions that are looked at, of which a
 * test costs as much time as some. This is the work for a thousand boxes whose groups are a complete jumble.
 */
export const MAX_WORK = 500_000;
const TEST = 4;

interface Piece { readonly region: Region; readonly count: number }

/** What is in a drawing: its boxes, and the frames found so far. */
interface Place {
  readonly boxes: RegionIndex<LayoutNode>;
  readonly frames: RegionIndex<Frame>;
}

/**
 * Returns the frames of a drawing, outer ones first. A group has several frames if there are other boxes between
 * its members, or frames of groups that neither contain it nor are in it. Frames of such groups do not overlap.
 * If there is too much work, the last groups get none.
 */
export function framesOf(layout: Layout, graph: Graph, work: Work = { left: MAX_WORK }): readonly Frame[] {
  const { members, around, heights } = groupsOf(layout, graph);
  const labels = new Map(graph.nodes.map(({ id, label }) => [id, label]));
  const bounds = layout.nodes.map((node) => regionAround(node, NONE)).reduce(unitedRegion, NOTHING);
  const place: Place = { boxes: new RegionIndex(bounds, layout.nodes.length, work),
    frames: new RegionIndex(bounds, layout.nodes.length, work) };
  for (const node of layout.nodes) place.boxes.add(regionAround(node, NONE), node);
  const found = new Map<string, Frame[]>();
  for (const [id, own] of [...members].sort(([a], [b]) => (heights.get(b) ?? 0) - (heights.get(a) ?? 0))) {
    if (work.left < 0) break;
    const height = heights.get(id) ?? 0, room = { aside: ROOM + height * NESTED, head: height * HEAD };
    const inside = new Set(own.map((node) => node.id)), outside = around.get(id);
    const isStranger = (frame: Frame): boolean => frame.id !== id && !outside?.has(frame.id);
    // Boxes are more often in the way than frames.
    const obstacle = (region: Region): Region | null =>
      place.boxes.find(region, (node) => node.id !== id && !inside.has(node.id))
      ?? place.frames.find(region, isStranger);
    const pieces = piecesOf(own, testOf(obstacle, work), room).toSorted((a, b) => b.count - a.count);
    if ((pieces[0]?.count ?? 0) < 2) continue;
    const text = labels.get(id) ?? own[0]?.detail.split(" · ")[0] ?? id;
    const outers = [...outside ?? []].flatMap((outer) => found.get(outer) ?? []);
    const frames: Frame[] = [];
    for (const some of connected(pieces)) {
      const taken = [...outers.map(labelRegion),
        ...pieces.filter((piece) => !some.includes(piece)).map(({ region }) => region)];
      const isFree = (region: Region): boolean => !taken.some((other) => collide(region, other))
        && !place.boxes.find(region, () => true) && !place.frames.find(region, isStranger);
      const frame = labelled({ id, regions: some.map(({ region }) => region), label: null }, text, isFree, outers);
      if (frame.label || some.length > 1 || some[0]!.count > 1) frames.push(frame);
    }
    found.set(id, frames);
    for (const frame of frames) for (const region of frame.regions) place.frames.add(region, frame);
  }
  return [...found.values()].flat();
}

/** The groups of a drawing that are open. */
interface Groups {
  /** The boxes in each group. */
  readonly members: ReadonlyMap<string, readonly LayoutNode[]>;
  /** The groups around each group. */
  readonly around: ReadonlyMap<string, ReadonlySet<string>>;
  /** The number of levels of groups in each group. */
  readonly heights: ReadonlyMap<string, number>;
}

function groupsOf(layout: Layout, { nodes }: Graph): Groups {
  const parents = new Map(nodes.map(({ id, parent }) => [id, parent ?? ""]));
  const members = new Map<string, LayoutNode[]>(), heights = new Map<string, number>();
  const around = new Map<string, Set<string>>();
  for (const node of layout.nodes) {
    if (node.group?.open) members.set(node.id, []);
    const inner: string[] = [];
    let at = parents.get(node.id) ?? "";
    for (let height = 0; at !== "" && height < 32; height++, at = parents.get(at) ?? "") {
      const inside = members.get(at) ?? [];
      members.set(at, inside);
      inside.push(node);
      heights.set(at, Math.max(heights.get(at) ?? 0, height));
      for (const each of inner) around.set(each, (around.get(each) ?? new Set()).add(at));
      inner.push(at);
    }
  }
  return { members, around, heights };
}

/** Returns the region of a frame's label. Without one, it is a region that overlaps no other. */
function labelRegion({ label }: Frame): Region {
  if (!label) return NOTHING;
  const { text, x, baseline } = label;
  return { left: x, top: baseline - ASCENT, right: x + text.length * LETTER, bottom: baseline + DEPTH };
}

/** The space around a box: on all sides, and more above it, for the labels of frames inside. */
interface Room { readonly aside: number; readonly head: number }
const NONE: Room = { aside: 0, head: 0 };
const NOTHING: Region = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };

function regionAround({ x, y, width, height }: LayoutNode, { aside, head }: Room): Region {
  return { left: x - aside, top: y - aside - head, right: x + width + aside, bottom: y + height + aside };
}

/**
 * Labels the first region of a frame, in reading order, that has room for the label above it or, if none has, below
 * it. The strip of the label becomes part of the region; it must be free, and stays inside the frames around this one.
 */
function labelled(frame: Frame, text: string, isFree: (region: Region) => boolean, outers: readonly Frame[]): Frame {
  const ordered = [...frame.regions.entries()].sort(([, a], [, b]) => a.top - b.top || a.left - b.left);
  for (const [above, below] of [[HEAD, 0], [0, HEAD]] as const) {
    for (const [at, region] of ordered) {
      const { left, top, bottom } = region, right = Math.max(region.right, left + 2 * INSET + text.length * LETTER);
      const all = { left, top: top - above, right, bottom: bottom + below };
      const strip = above ? { ...all, bottom: top } : { ...all, top: bottom };
      const beside = { ...all, left: region.right }; // if the label is wider than the region
      const fits = isFree(strip) && isFree(beside)
        && !outers.some(({ regions }) => regions.some((outer) => encloses(outer, region) && !encloses(outer, all)));
      if (fits) return { ...frame, regions: frame.regions.map((each, index) => (index === at ? all : each)),
        label: { text, x: left + INSET, baseline: above ? all.top + 14 : all.bottom - 6 } };
    }
  }
  return frame;
}

/**
 * Returns a function that reports whether a region is free of obstacles. It first tries the last obstacles that were
 * found, because in a jumble each of them is in the way of many regions.
 */
function testOf(obstacle: (region: Region) => Region | null, work: Work): (region: Region) => boolean {
  const last: Region[] = [];
  let next = 0;
  return (region) => {
    work.left -= TEST;
    for (const each of last) {
      work.left--;
      if (collide(each, region)) return false;
    }
    const found = obstacle(region);
    if (found) last[next++ % 8] = found;
    return !found;
  };
}

/** Returns regions around boxes, united unless an obstacle is between them. */
function piecesOf(own: readonly LayoutNode[], isClean: (region: Region) => boolean, room: Room): readonly Piece[] {
  const around = (node: LayoutNode, some: Room): Piece => ({ region: regionAround(node, some), count: 1 });
  const rooms = [room];
  for (let aside = room.aside; aside >= 0; aside -= 2) rooms.push({ aside, head: 0 });
  for (const some of rooms.slice(0, 2)) {
    const whole = own.map((node) => around(node, some))
      .reduce<Piece | null>((all, piece) => (all ? united(all, piece) : piece), null);
    if (!whole || isClean(whole.region)) return whole ? [whole] : [];
  }
  if (own.length > MAX_PIECES) return [];
  const single = own.map((node) => rooms.map((some) => around(node, some)).find(({ region }) => isClean(region))
    ?? around(node, NONE));
  const pieces: Piece[] = [];
  for (let piece of single) {
    for (let at = 0; at < pieces.length; at++) {
      const both = united(pieces[at]!, piece);
      if (!isClean(both.region)) continue;
      pieces.splice(at, 1);
      [piece, at] = [both, -1]; // a piece that did not fit before may fit now
    }
    pieces.push(piece);
  }
  return bridged(single, pieces, isClean);
}

/** Adds regions that connect pieces, around a box of each, where no obstacle is. */
function bridged(single: readonly Piece[], pieces: Piece[], isClean: (region: Region) => boolean): readonly Piece[] {
  // The number of the set of connected pieces in which each piece is, and in which each box.
  const sets = connected(pieces);
  let ofPieces = pieces.map((piece) => sets.findIndex((set) => set.includes(piece)));
  let ofBoxes = single.map((box) => ofPieces[pieces.findIndex(({ region }) => collide(region, box.region))]!);
  for (let at = 0; at < single.length; at++) {
    for (let other = at + 1; other < single.length; other++) {
      if (ofBoxes[at] === ofBoxes[other]) continue;
      const bridge = unitedRegion(single[at]!.region, single[other]!.region);
      if (!isClean(bridge)) continue;
      const number = ofBoxes[at]!, joined = ofPieces.filter((_, index) => collide(pieces[index]!.region, bridge));
      const renumbered = (each: number): number => (joined.includes(each) ? number : each);
      pieces.push({ region: bridge, count: single[at]!.count + single[other]!.count });
      ofPieces = [...ofPieces.map(renumbered), number];
      ofBoxes = ofBoxes.map(renumbered);
    }
  }
  return pieces.filter(({ region }) => !pieces.some((other) => other.region !== region
    && encloses(other.region, region)));
}

function united(a: Piece, b: Piece): Piece {
  return { count: a.count + b.count, region: unitedRegion(a.region, b.region) };
}

function unitedRegion(a: Region, b: Region): Region {
  return {
    left: Math.min(a.left, b.left), top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right), bottom: Math.max(a.bottom, b.bottom),
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
