/**
 * How values that only a deployment knows are listed and asked for. Pure: the panels draw what it
 * returns.
 */
import type { Unknown } from "../protocol/protocol.gen.js";

/** The place in the window under which a field opens. */
export interface Anchor {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

/** The fields that are open for unknown values. */
export interface Giving {
  readonly unknowns: readonly Unknown[];
  readonly anchor: Anchor;
}

/** Returns the unknowns that have a row: all but those whose parts have rows. */
export function rowsOf(unknowns: readonly Unknown[]): readonly Unknown[] {
  return unknowns.filter(({ part, path }, at) => part || path === "" || !unknowns[at + 1]?.part);
}

/** The summary on the folded list. */
export function unknownsSummary(rows: readonly Unknown[]): string {
  const given = rows.filter(({ isGiven }) => isGiven).length;
  const open = rows.filter(({ isGiven, path }) => !isGiven && path !== "").length;
  return [open > 0 ? `${open} open` : "", given > 0 ? `${given} given` : "", open + given < rows.length
    ? `${rows.length - open - given} that cannot be supplied` : ""]
    .filter(Boolean).join(" · ");
}

/** Returns the line under a name: its type, and how often it is used. */
export function aboutUnknown({ type, uses, part, path }: Unknown): string {
  if (path === "") return "";
  return [type, uses > 1 ? `used ${uses} times` : "", part ? "supplied together with the values read beside it"
    : ""].filter(Boolean).join(" · ");
}

/** Returns the unknowns that get a field: those that can be given. */
export function fieldsOf(unknowns: readonly Unknown[]): readonly Unknown[] {
  return unknowns.filter(({ path }) => path !== "");
}

/** Returns the unknown at a path, even one that is not listed. */
export function unknownAt(unknowns: readonly Unknown[], path: string): Unknown {
  const label = path.split("\0").at(-1) ?? "";
  return unknowns.find((each) => each.path === path) ?? {
    path, label, type: "", sample: "", given: "", isGiven: false, wrong: "", secret: false, part: false, uses: 0,
    used: [],
  };
}

/** Returns the anchor for a field that belongs to an element. */
export function anchorOf(element: Element): Anchor {
  const { left, top, bottom } = element.getBoundingClientRect();
  return { left, top, bottom };
}
