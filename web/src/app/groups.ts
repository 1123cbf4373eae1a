/** Determines which part of the graph is drawn, and which groups are open. */
import {
  SMALL_GRAPH, type Graph, type Layout, type LayoutRequest, type Node, type Part, type Snapshot,
} from "../protocol/protocol.gen.js";
import { EVERYTHING, isNarrowed } from "./narrowing.js";
import type { State } from "./state.js";

/** Returns the ids of the groups: the nodes that contain others. */
export function groupsOf({ nodes }: Graph): readonly string[] {
  return [...new Set(nodes.flatMap(({ parent }) => (parent ? [parent] : [])))];
}

/**
 * Returns the ids of the open groups. By default, all groups of a small graph are open and none of a
 * larger one; for those that the user toggled, it is the other way round.
 */
export function openGroups(graph: Graph, toggled: readonly string[]): readonly string[] {
  const isSmall = graph.nodes.length <= SMALL_GRAPH, others = new Set(toggled);
  return groupsOf(graph).filter((id) => isSmall !== others.has(id));
}

/** Returns the id of the node drawn for another: itself, or the closed group around it; "" if neither is drawn. */
export function drawnFor(graph: Graph, id: string, isDrawn: (id: string) => boolean): string {
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  let at = byId.get(id);
  for (let steps = 0; at && !isDrawn(at.id) && steps < graph.nodes.length; steps++) at = byId.get(at.parent ?? "");
  return at && isDrawn(at.id) ? at.id : "";
}

/** Returns the part of the result that is shown alone, or null if there is none or it no longer exists. */
export function partOf({ snapshot, view }: State): Part | null {
  return snapshot?.parts.find(({ path }) => path === view.only) ?? null;
}

const lastGraphs = new WeakMap<Snapshot, { readonly only: string; readonly graph: Graph }>();
const NONE: Graph = { nodes: [], edges: [], cycles: [] };

/** Returns the graph of the shown part of the result: the nodes inside it, and everything that they need. */
export function graphOf(state: State): Graph {
  const { snapshot } = state;
  const part = partOf(state);
  if (!snapshot || !part) return snapshot?.graph ?? NONE;
  const last = lastGraphs.get(snapshot);
  if (last?.only === part.path) return last.graph;
  const graph = restrict(snapshot.graph, part.node);
  lastGraphs.set(snapshot, { only: part.path, graph });
  return graph;
}

function restrict({ nodes, edges, cycles }: Graph, root: string): Graph {
  const members = groupBy(nodes, ({ parent }: Node) => parent ?? "");
  const needs = groupBy(edges, ({ from }) => from);
  const wanted = new Set([root]);
  for (const id of wanted) { // the iteration includes ids that are added in the loop
    for (const node of members.get(id) ?? []) wanted.add(node.id);
    for (const edge of needs.get(id) ?? []) wanted.add(edge.to);
  }
  return {
    nodes: nodes.filter(({ id }) => wanted.has(id)),
    edges: edges.filter(({ from, to }) => wanted.has(from) && wanted.has(to)),
    cycles: cycles.filter((cycle) => cycle.every((id) => wanted.has(id))),
  };
}

/** Returns the nodes in focus: those that the user chose or, if the focus follows the cursor, the one at the cursor. */
function focusOf({ view: { narrowing, follows, selection }, snapshot }: State):
  Pick<LayoutRequest, "focus" | "flow" | "depth"> {
  const { focus, flow, depth } = narrowing, node = selection?.node ?? "";
  const isFollowed = follows && node !== "" && snapshot?.graph.nodes.some(({ id }) => id === node);
  return isFollowed ? { focus: [node], flow: flow === "path" ? "" : flow, depth: Math.max(1, depth) }
    : { focus, flow, depth };
}

/** Returns the request for the part of the graph to draw, without a size. */
export function drawingOf(state: State): LayoutRequest {
  const graph = graphOf(state), { toggled, narrowing: { kinds, states, inside } } = state.view;
  if (inside !== "") return { only: [], direction: "", expand: [], kinds: [], states: [], focus: [], inside, near: [] };
  const only = partOf(state) ? graph.nodes.map(({ id }) => id) : [];
  return { only, direction: "", expand: openGroups(graph, toggled), kinds, states, ...focusOf(state), near: [] };
}

/** Returns the layout request for the pane: as much of the graph as is readable, around the node `near`. */
export function layoutOf(state: State, near: string): LayoutRequest {
  const { pane, view: { narrowing, graphForm } } = state;
  // The outline and the table list all values inside a node, not only those that fit into a drawing.
  const isListed = narrowing.inside !== "" && graphForm !== "drawing";
  return { ...drawingOf(state), ...pane, fit: pane !== null && !narrowing.whole && !isListed,
    near: near ? [near] : [] };
}

/**
 * Returns the layout request after an edit or after toggling a group. It keeps the drawn nodes and adds
 * those that were edited or are in the opened group: selecting the nodes again would move everything at
 * each key press.
 */
export function steadyLayoutOf(state: State, near: string, opened: string,
    added: readonly string[] = []): LayoutRequest {
  const asked = layoutOf(state, near), { layout } = state;
  if (!layout || isNarrowed(state.view.narrowing) || asked.focus.length > 0) return { ...asked, keepPositions: true };
  const isWhole = layout.nodes.length === layout.total;
  const focus = isWhole ? [] : [...layout.nodes.map(({ id }) => id), ...asked.near, ...added,
    ...(opened ? insideOf(graphOf(state), opened) : [])];
  return { ...asked, focus, flow: "", depth: 0, fit: false, keepPositions: true };
}

/**
 * Returns the graph of the values in a layout: each with the node that contains it and the position
 * where it is read.
 */
export function valuesOf(graph: Graph, layout: Layout): Graph {
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  const placed = layout.nodes.map(({ id, of }) => ({ id, owner: of ?? id, path: of ? id.slice(of.length + 2) : "" }));
  const ends = new Map(placed.map((end) => [end.id, end]));
  const edges = layout.edges.flatMap((edge) => {
    const from = ends.get(edge.from), to = ends.get(edge.to);
    const read = graph.edges.find((each) =>
      each.from === from?.owner && each.to === to?.owner && each.via === from.path);
    return read ? [{ ...read, from: edge.from, to: edge.to, via: "" }] : [];
  });
  const nodes = layout.nodes.flatMap(({ id, of, detail, state }): readonly Node[] => {
    const node = byId.get(of ?? id);
    if (!node || !of) return node ? [node] : [];
    const name = edges.find(({ from }) => from === id)?.range ?? node.name;
    return [{ ...node, id, kind: "value", label: id.slice(of.length + 2), detail, name, parent: of,
      state: state as Node["state"] }];
  });
  return { nodes, edges, cycles: [] };
}

/** Returns the ids of a group and of the nodes inside it, at all levels. */
function insideOf({ nodes }: Graph, group: string): readonly string[] {
  const inside = new Set([group]);
  for (let count = 0; count !== inside.size;) {
    count = inside.size;
    for (const { id, parent } of nodes) if (parent && inside.has(parent)) inside.add(id);
  }
  return [...inside];
}

/** Returns the part of the graph to export: what is drawn or, with `isAll`, everything. */
export function exportedOf(state: State, isAll: boolean): LayoutRequest {
  const { layout } = state, asked = drawingOf(state), direction = layout?.direction ?? "right";
  if (isAll) return { ...drawingOf({ ...state, view: { ...state.view, narrowing: EVERYTHING } }), kinds: [], states: [],
    focus: [], flow: "", depth: 0, direction };
  const isCut = layout !== null && state.view.graphForm === "drawing" && !isNarrowed(state.view.narrowing)
    && !state.view.follows && layout.nodes.length < layout.total;
  return isCut ? { ...asked, focus: layout.nodes.map(({ id }) => id), depth: 0, direction } : { ...asked, direction };
}

/** Returns the part of the graph that the outline and the table list. */
export function listedOf(state: State): LayoutRequest {
  return { ...drawingOf(state), expand: groupsOf(graphOf(state)), direction: "right" };
}

/** Groups items by a key, preserving their order. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item), group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
