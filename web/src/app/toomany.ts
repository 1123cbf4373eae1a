/** What stands instead of a graph that is too large. */
import { LARGEST_GRAPH } from "../protocol/protocol.gen.js";

/** Why a graph of so many nodes is not drawn, for people. */
export function tooManyToDraw(count: number): string {
  return `This text has ${count.toLocaleString("en")} parts, too many to draw or to outline: both show up to ${LARGEST_GRAPH.toLocaleString("en")}.`;
}
