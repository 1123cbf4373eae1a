/**
 * The part of the graph that the user wants to see: a record, which links contain, and its description
 * in words.
 */
import type { Graph, Node } from "../protocol/protocol.gen.js";

/**
 * Which edges are followed from the nodes in focus: to what they need ("needs"), to what needs them
 * ("users"), both (""), or only those between two nodes ("path").
 */
export type Flow = "" | "needs" | "users" | "path";

/** A restriction of the graph that is drawn. Without one, as much of the graph is drawn as is readable. */
export interface Narrowing {
  /** The ids of the nodes in focus. Others are drawn if they are at most `depth` edges away. */
  readonly focus: readonly string[];
  readonly flow: Flow;
  readonly depth: number;
  /** The kinds and states of nodes that are drawn; if empty, all. */
  readonly kinds: readonly string[];
  readonly states: readonly string[];
  /** The id of the node whose values are drawn instead of the nodes, or "". */
  readonly inside: string;
  /** Whether everything is drawn, even if it is not readable. */
  readonly whole: boolean;
}

/** The narrowing that shows everything. */
export const EVERYTHING: Narrowing = { focus: [], flow: "", depth: 1, kinds: [], states: [], inside: "", whole: false };
/** The depths that the panel offers. */
export const DEPTHS = [1, 2, 3, 4, 5] as const;

/** Whether a narrowing restricts the graph to some of its nodes, or to the values in one. */
export function isNarrowed({ focus, kinds, states, inside }: Narrowing): boolean {
  return focus.length + kinds.length + states.length + inside.length > 0;
}

/** Reads a narrowing from a link, which is untrusted. Returns null if the value is not an object. */
export function readNarrowing(written: unknown): Narrowing | null {
  if (typeof written !== "object" || written === null) return null;
  const { focus, flow, depth, kinds, states, inside, whole } = written as Readonly<Record<string, unknown>>;
  return {
    focus: texts(focus), kinds: texts(kinds), states: texts(states), whole: whole === true,
    inside: typeof inside === "string" ? inside : "",
    flow: flow === "needs" || flow === "users" || flow === "path" ? flow : "",
    depth: Number.isInteger(depth) ? Math.min(5, Math.max(0, depth as number)) : 1,
  };
}

/** Returns the strings in a list from a link: at most 1,000, since the page searches them at every change. */
export const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((text): text is string => typeof text === "string").slice(0, 1000) : [];

/** Returns the fields that differ from EVERYTHING, for a link; null if none do. */
export function writtenNarrowing(narrowing: Narrowing): Partial<Narrowing> | null {
  const changed = Object.entries(narrowing)
    .filter(([key, value]) => String(value) !== String(EVERYTHING[key as keyof Narrowing]));
  return changed.length === 0 ? null : Object.fromEntries(changed);
}

/** Describes a narrowing in a few words; "" if there is no restriction. */
export function describeNarrowing({ focus, flow, depth, kinds, states, inside }: Narrowing,
    labelOf: (id: string) => string): string {
  if (inside !== "") return `values inside ${labelOf(inside)}`;
  const [first = "", second = ""] = focus.map(labelOf);
  const around = (): string => {
    if (focus.length === 0) return "";
    if (flow === "path") return `between ${first} and ${second}`;
    if (depth === 0) return focus.length === 1 ? first : "the search results";
    const names = focus.length > 2 ? `${focus.length} nodes` : focus.map(labelOf).join(" and ");
    const steps = depth === 1 ? "" : `, ${depth} steps`;
    return `${{ needs: `what ${names} needs`, users: `what needs ${names}`, "": `around ${names}` }[flow]}${steps}`;
  };
  return [around(), kinds.join(", "), states.join(", ")].filter(Boolean).join(" · ");
}

/**
 * Returns the ids of the nodes that match all words of a query, each in the name, id, kind, detail or
 * state, or as "unused" or "root". Those whose name starts with the first word come first.
 */
export function search({ nodes, edges }: Graph, query: string,
    wordOf: (state: Node["state"]) => string): readonly string[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const [first] = words;
  if (first === undefined) return [];
  const used = new Set(edges.map(({ to }) => to)), needing = new Set(edges.map(({ from }) => from));
  const text = ({ id, label, kind, detail, state }: Node): string => {
    const use = `${used.has(id) ? "" : " unused"}${needing.has(id) ? "" : " root"}`;
    return `${label} ${id} ${kind} ${detail} ${wordOf(state)}${use}`.toLowerCase();
  };
  const found = nodes.filter((node) => { const all = text(node); return words.every((word) => all.includes(word)); });
  const isPrefix = (node: Node): boolean => node.label.toLowerCase().startsWith(first);
  return [...found.filter(isPrefix), ...found.filter((node) => !isPrefix(node))].map(({ id }) => id);
}
