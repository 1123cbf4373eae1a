/**
 * Determines how values that only a deployment knows are listed and prompted for; the panels draw what
 * it returns.
 */
import type { Unknown } from "../protocol/protocol.gen.js";

/** The position in the window below which a prompt opens, in pixels. */
export interface Anchor {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

/** The open prompt for values: its unknowns, each with a field, and its position. */
export interface ValuePrompt {
  readonly unknowns: readonly Unknown[];
  readonly anchor: Anchor;
}

/** Returns the unknowns that get a row in the list: all except those whose parts get rows. */
export function rowsOf(unknowns: readonly Unknown[]): readonly Unknown[] {
  return unknowns.filter(({ part, path }, at) => part || path === "" || !unknowns[at + 1]?.part);
}

/** Returns the summary for the head of the list: "2 open · 1 supplied". */
export function unknownsSummary(rows: readonly Unknown[]): string {
  const given = rows.filter(({ isGiven }) => isGiven).length;
  const open = rows.filter(({ isGiven, path }) => !isGiven && path !== "").length;
  return [open > 0 ? `${open} open` : "", given > 0 ? `${given} supplied` : "", open + given < rows.length
    ? `${rows.length - open - given} that cannot be supplied` : ""]
    .filter(Boolean).join(" · ");
}

/** Returns the line below a name: the type, how often the value is used, and whether others are supplied with it. */
export function describeUnknown({ type, uses, part, path }: Unknown): string {
  if (path === "") return "";
  return [type, uses > 1 ? `used ${uses} times` : "", part ? "supplied together with other values"
    : ""].filter(Boolean).join(" · ");
}

/** Returns the unknowns that get a field: those that inputs.yaml can supply. */
export function fieldsOf(unknowns: readonly Unknown[]): readonly Unknown[] {
  return unknowns.filter(({ path }) => path !== "");
}

/** Returns the unknown with the given path in inputs.yaml or, if it is not listed, a record with only its name. */
export function unknownAt(unknowns: readonly Unknown[], path: string): Unknown {
  const label = path.split("\0").at(-1) ?? "";
  return unknowns.find((each) => each.path === path) ?? {
    path, label, type: "", sample: "", given: "", isGiven: false, wrong: "", secret: false, part: false, uses: 0,
    used: [],
  };
}

/** Returns the anchor for a prompt below an element. */
export function anchorOf(element: Element): Anchor {
  const { left, top, bottom } = element.getBoundingClientRect();
  return { left, top, bottom };
}
