/** The message that replaces a graph that is too large. */
import { LARGEST_GRAPH } from "../protocol/protocol.gen.js";

/** Explains why a graph is not drawn; `many` is the number that is too large, as in "10000 parts". */
export function tooManyToDraw(many: string): string {
  return `There are ${many}, too many to draw or to outline. `
    + `The limits are ${LARGEST_GRAPH} parts and ${4 * LARGEST_GRAPH} references.`;
}
