/** The message that replaces a graph that is too large. */
import { LARGEST_GRAPH } from "../protocol/protocol.gen.js";

/** Explains why a graph is not drawn; `many` is the number that is too large, as in "10,000 parts". */
export function tooManyToDraw(many: string): string {
  const [parts, references] = [LARGEST_GRAPH, 4 * LARGEST_GRAPH].map((limit) => limit.toLocaleString("en"));
  return `There are ${many}, too many to draw or to outline. `
    + `The limits are ${parts} parts and ${references} references.`;
}
