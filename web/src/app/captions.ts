/** Chooses which labels of highlighted lines are drawn, and describes lines in words. */
import type { LayoutEdge } from "../protocol/protocol.gen.js";
import { encloses, overlaps, type Frame, type Region } from "./scene.js";

/** The dimensions of a label, which is set in the monospaced font at 11 pixels. The engine uses the same values. */
const LETTER = 6.6, ASCENT = 9, DEPTH = 3;
/** The dimensions of the name in a frame. */
const FRAME_LETTER = 6, FRAME_ASCENT = 11, FRAME_INSET = 8;

function regionOf({ label, labelX, labelY }: LayoutEdge): Region {
  return { left: labelX, top: labelY - ASCENT, right: labelX + [...label].length * LETTER, bottom: labelY + DEPTH };
}

/** Whether a label would cover the name of a frame or its border. */
function isOnFrame(label: Region, { x, y, width, height, label: name, baseline }: Frame): boolean {
  const box = { x: label.left, y: label.top, width: label.right - label.left, height: label.bottom - label.top };
  const outer = { left: x, top: y, right: x + width, bottom: y + height };
  if (!overlaps(outer, box)) return false;
  const left = x + FRAME_INSET;
  return !encloses(outer, label) || (name !== "" && overlaps({ left, top: baseline - FRAME_ASCENT,
    right: left + name.length * FRAME_LETTER, bottom: baseline + DEPTH }, box));
}

/**
 * Returns the edges whose labels are drawn: one for each property, where the label covers nothing. The
 * engine has placed the labels so that they cover neither boxes nor lines; but it does not know which of
 * them are shown together, except at one node, or where the frames are. Edges that come first take precedence.
 */
export function captioned(edges: readonly LayoutEdge[], frames: readonly Frame[]): readonly LayoutEdge[] {
  const byProperty = new Map<string, LayoutEdge[]>();
  for (const edge of edges) {
    if (edge.label) byProperty.set(edge.via, [...byProperty.get(edge.via) ?? [], edge]);
  }
  const taken: Region[] = [];
  return [...byProperty.values()].flatMap((same) => {
    const found = same.toSorted((a, b) => b.label.length - a.label.length).find((edge) => {
      const region = regionOf(edge), { left: x, top: y, right, bottom } = region;
      const box = { x, y, width: right - x, height: bottom - y };
      return !taken.some((other) => overlaps(other, box)) && !frames.some((frame) => isOnFrame(region, frame));
    });
    if (!found) return [];
    taken.push(regionOf(found));
    return [found];
  });
}

/** Describes edges that lead to the same node: "web needs net: subnetId", or "3 nodes need net: id, tags". */
export function describeEdges(edges: readonly LayoutEdge[], labelOf: (id: string) => string): string {
  const [first] = edges;
  if (!first) return "";
  const from = new Set(edges.map((edge) => edge.from));
  const who = from.size === 1 ? `${labelOf(first.from)} needs` : `${from.size} nodes need`;
  const properties = [...new Set(edges.map(({ via }) => via).filter(Boolean))].join(", ");
  const how = edges.every(({ explicit }) => explicit) ? ", declared explicitly"
    : edges.every(({ through }) => through) ? ", through other nodes" : "";
  return `${who} ${labelOf(first.to)}${properties ? `: ${properties}` : ""}${how}`;
}
