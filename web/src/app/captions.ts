/** Chooses which labels of highlighted lines are drawn, and describes lines in words. */
import type { LayoutEdge } from "../protocol/protocol.gen.js";
import { isInside, isOn, type Frame } from "./frames.js";
import { overlaps, type Region } from "./scene.js";

/** The dimensions of a label, which is set in the monospaced font at 11 pixels. The engine uses the same values. */
const LETTER = 6.6, ASCENT = 9, DEPTH = 3;

function regionOf({ label, labelX, labelY }: LayoutEdge): Region {
  return { left: labelX, top: labelY - ASCENT, right: labelX + [...label].length * LETTER, bottom: labelY + DEPTH };
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
      return !taken.some((other) => overlaps(other, box))
        && frames.every((frame) => !isOn(frame, region) || isInside(frame, region));
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
