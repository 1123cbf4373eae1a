/** The message that replaces a graph that is too large. */
import { LARGEST_GRAPH } from "../protocol/protocol.gen.js";
import { withCommas } from "./count.js";

/** Explains why a graph is not drawn; `many` is the number that is too large, as in "10,000 parts". */
export function tooManyToDraw(many: string): string {
  const [parts, references] = [LARGEST_GRAPH, 4 * LARGEST_GRAPH].map((limit) => withCommas(limit));
  return `There are ${many}, too many to draw or to outline. `
    + `The limits are ${parts} parts and ${references} references.`;
}
