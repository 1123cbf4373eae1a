/** The message in place of a graph that is too large. */
import { LARGEST_GRAPH } from "../protocol/protocol.gen.js";

/** Says why a graph is neither drawn nor outlined. */
export function tooManyToDraw(many: string): string {
  return `There are ${many}, too many to draw or to outline; `
    + `the limits are ${LARGEST_GRAPH} parts and ${4 * LARGEST_GRAPH} references.`;
}
