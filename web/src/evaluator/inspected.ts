/** Applies inspections that arrive as a change to the previous one (InspectionChange in evaluator/protocol). */
import type { Inspection } from "../protocol/protocol.gen.js";

/** Returns the complete next inspection. If it is a change, it is applied to the last one, which must not be null. */
export function applyInspection(last: Inspection | null, next: Inspection): Inspection {
  const { change, ...rest } = next;
  if (!change) return next;
  if (!last) throw new Error("the engine sent a change, but there is no inspection to apply it to");
  const { graph } = next;
  return {
    ...rest,
    graph: {
      ...graph,
      nodes: replaced(last.graph.nodes, change.nodes, graph.nodes),
      edges: replaced(last.graph.edges, change.edges, graph.edges),
    },
    outline: replaced(last.outline, change.symbols, next.outline),
    unknowns: replaced(last.unknowns, change.unknowns, next.unknowns),
  };
}

/** Returns a list with other elements at some indices. */
function replaced<T>(list: readonly T[], indices: readonly number[], elements: readonly T[]): readonly T[] {
  if (indices.length === 0) return list;
  const next = list.slice();
  for (const [k, index] of indices.entries()) next[index] = elements[k]!;
  return next;
}
