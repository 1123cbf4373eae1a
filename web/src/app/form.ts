/** What the form of a program's inputs shows and selects. Pure: the panel draws what it returns. */
import type { FormField, FormGroup, Snapshot } from "../protocol/protocol.gen.js";
import type { Selection, State } from "./state.js";
import { contains, isPlace } from "./text.js";

/** The control for a value. */
export type Control = "choice" | "several" | "secret" | "number" | "text";

/** Where the form is: nowhere, a row of choices under the editor, or a panel of fields, which may be folded. */
export type Place = "none" | "row" | "panel" | "folded";

/** A choice: its value, and the text that is shown for it. */
export interface Option {
  readonly value: string;
  readonly text: string;
}

const BOOLEANS = ["true", "false"] as const;

/** Returns the control for a field. */
export function controlOf({ secret, choices, input }: FormField): Control {
  if (secret) return "secret";
  if (input === "boolean") return "choice";
  if (choices.length === 0 || input === "data") return input === "number" ? "number" : "text";
  return input === "list" ? "several" : "choice";
}

/** Returns the choices: first an empty one, and the value in inputs.yaml even if it is not a declared choice. */
export function optionsOf(field: FormField): readonly Option[] {
  const known: readonly string[] = field.choices.length > 0 ? field.choices : BOOLEANS;
  const all = field.isGiven && !known.includes(field.given) ? [field.given, ...known] : known;
  return [{ value: "", text: placeholderOf(field) || "choose" }, ...all.map((value) => ({ value, text: value }))];
}

/** Returns the options at the head of the form. They omit the default, which the first option represents. */
export function choicesOf(field: FormField): readonly Option[] {
  return optionsOf(field).filter(({ value }, index) => index === 0 || value === field.given
    || value !== field.fallback);
}

/** Returns the choices that are selected in a list: those that inputs.yaml lists, or all. */
export function chosenOf({ given, isGiven, choices }: FormField): readonly string[] {
  return isGiven ? given.replace(/^\[|\]$/g, "").split(",").map((item) => item.trim().replace(/^["']|["']$/g, ""))
    .filter((item) => item !== "") : choices;
}

/** Returns the input for a list after one choice is toggled: "" for all of them. */
export function withChoice(field: FormField, choice: string, isChosen: boolean): string {
  const chosen = chosenOf(field);
  const now = field.choices.filter((each) => (each === choice ? isChosen : chosen.includes(each)));
  return now.length === field.choices.length ? ""
    : `[${now.map((each) => (/^[\w./-]+$/.test(each) ? each : JSON.stringify(each))).join(", ")}]`;
}

/** The value in effect while nothing is typed. */
export function placeholderOf({ fallback, secret, isGiven }: FormField): string {
  return secret && isGiven ? "set, not shown" : fallback;
}

/** The line under a field: its purpose, and the rules for its value. */
export function helpOf(field: FormField): readonly string[] {
  const { description, rules, choices, immutable, tags, from, layers } = field;
  const control = controlOf(field);
  const listed = choices.length > 0 && (control === "text" || control === "number") ? [`of ${choices.join(", ")}`] : [];
  const source = from === "" || from === "default" || layers.length > 1 ? "" : `from ${from}`;
  return [description, source, ...rules, ...listed, immutable ? "cannot change after deployment" : "",
    tags.length > 0 ? `tags: ${tags.join(", ")}` : ""]
    .filter((part) => part !== "");
}

/** The summary in the panel's head. */
export function summaryOf(groups: readonly FormGroup[]): string {
  const fields = fieldsOf(groups);
  const missing = fields.filter((field) => field.missing).length;
  const given = fields.filter(({ isGiven }) => isGiven).length;
  return [`${fields.length}`, given > 0 ? `${given} given` : "", missing > 0 ? `${missing} missing`
    : ""].filter(Boolean).join(" · ");
}

/** The fields of the groups, without the choices at the head. */
export function fieldsOf(groups: readonly FormGroup[]): readonly FormField[] {
  return groups.flatMap(({ head, fields }) => (head ? [] : fields));
}

/** Returns where the form is, for its groups and whether the user has opened it. */
export function placeOf(groups: readonly FormGroup[], isOpen: boolean): Place {
  if (groups.every(({ fields }) => fields.length === 0)) return "none";
  if (fieldsOf(groups).length === 0) return "row";
  return isOpen ? "panel" : "folded";
}

/** Returns the field with a path, or null. */
export function fieldNamed(snapshot: Snapshot | null, path: string): FormField | null {
  return fieldsOf(snapshot?.form ?? []).find((field) => field.path === path) ?? null;
}

/** The graph node of the field whose value is written at a place, or "". */
export function nodeOfValue(snapshot: Snapshot | null, at: Selection["at"]): string {
  return fieldsOf(snapshot?.form ?? []).find((field) => isWrittenAt(field, at))?.node ?? "";
}

function isWrittenAt({ at: given, layers }: FormField, at: Selection["at"]): boolean {
  return contains(given, at) || layers.some(({ range }) => contains(range, at));
}

/** Returns the paths of the fields that a selection is about. */
export function selectedFields({ view: { selection } }: State, groups: readonly FormGroup[]): readonly string[] {
  if (!selection) return [];
  if (selection.field !== undefined) return [selection.field];
  const fields = fieldsOf(groups);
  const exact = fields.filter((field) => isWrittenAt(field, selection.at)
    || (selection.origin !== "graph" && contains(field.range, selection.at)));
  const found = exact.length > 0 ? exact : fields.filter(({ node }) => node !== "" && node === selection.node);
  return found.map(({ path }) => path);
}

/**
 * Where a chosen field is highlighted: in inputs.yaml if that is shown and contains it, else at its
 * declaration.
 */
export function placeOfField({ range, at }: FormField, shownFile: string): Selection["at"] {
  return isPlace(at) && (at.file === shownFile || !isPlace(range)) ? at : range;
}
