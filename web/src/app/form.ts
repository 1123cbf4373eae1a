/** How the form of a program's inputs is shown, and what of it is selected. Pure: the panel draws what this says. */
import type { FormField, FormGroup, Snapshot } from "../protocol/protocol.gen.js";
import type { Selection, State } from "./state.js";
import { contains, isPlace } from "./text.js";

/** What a value is typed into. */
export type Control = "choice" | "several" | "secret" | "number" | "text";

/** Where the form is: nowhere, a row of choices under the editor, or a panel of fields, which may be folded. */
export type Place = "none" | "row" | "panel" | "folded";

export interface Option {
  readonly value: string;
  readonly text: string;
}

const BOOLEANS = ["true", "false"] as const;

export function controlOf({ secret, choices, input }: FormField): Control {
  if (secret) return "secret";
  if (input === "boolean") return "choice";
  if (choices.length === 0 || input === "data") return input === "number" ? "number" : "text";
  return input === "list" ? "several" : "choice";
}

/** What can be chosen: nothing first, and what stands in inputs.yaml even if it is no choice. */
export function optionsOf(field: FormField): readonly Option[] {
  const known: readonly string[] = field.choices.length > 0 ? field.choices : BOOLEANS;
  const all = field.isGiven && !known.includes(field.given) ? [field.given, ...known] : known;
  return [{ value: "", text: placeholderOf(field) || "choose" }, ...all.map((value) => ({ value, text: value }))];
}

/** The options at the head of the form, where what counts anyway is not offered a second time. */
export function choicesOf(field: FormField): readonly Option[] {
  return optionsOf(field).filter(({ value }, index) => index === 0 || value === field.given || value !== field.otherwise);
}

/** What is chosen of several: what inputs.yaml lists, or all. */
export function chosenOf({ given, isGiven, choices }: FormField): readonly string[] {
  return isGiven ? given.replace(/^\[|\]$/g, "").split(",").map((item) => item.trim().replace(/^["']|["']$/g, "")).filter((item) => item !== "") : choices;
}

/** What to type for a list when one of several is chosen or not: nothing for all of them. */
export function withChoice(field: FormField, choice: string, isChosen: boolean): string {
  const chosen = chosenOf(field);
  const now = field.choices.filter((each) => (each === choice ? isChosen : chosen.includes(each)));
  return now.length === field.choices.length ? "" : `[${now.map((each) => (/^[\w./-]+$/.test(each) ? each : JSON.stringify(each))).join(", ")}]`;
}

/** What counts while nothing is typed. */
export function placeholderOf({ otherwise, secret, isGiven }: FormField): string {
  return secret && isGiven ? "given, not shown" : otherwise;
}

/** The line under a field: what it is for, what a value must keep to. */
export function helpOf(field: FormField): readonly string[] {
  const { description, rules, choices, immutable, tags, from, layers } = field;
  const control = controlOf(field);
  const listed = choices.length > 0 && (control === "text" || control === "number") ? [`of ${choices.join(", ")}`] : [];
  const source = from === "" || from === "default" || layers.length > 1 ? "" : `from ${from}`;
  return [description, source, ...rules, ...listed, immutable ? "cannot change once deployed" : "", tags.length > 0 ? `tags: ${tags.join(", ")}` : ""]
    .filter((part) => part !== "");
}

/** What the head of the panel says of its fields. */
export function summaryOf(groups: readonly FormGroup[]): string {
  const fields = fieldsOf(groups);
  const missing = fields.filter((field) => field.missing).length;
  const given = fields.filter(({ isGiven }) => isGiven).length;
  return [`${fields.length}`, given > 0 ? `${given} given` : "", missing > 0 ? `${missing} missing` : ""].filter(Boolean).join(" · ");
}

/** The fields of the groups, without the choices at the head. */
export function fieldsOf(groups: readonly FormGroup[]): readonly FormField[] {
  return groups.flatMap(({ head, fields }) => (head ? [] : fields));
}

export function placeOf(groups: readonly FormGroup[], isOpen: boolean): Place {
  if (groups.every(({ fields }) => fields.length === 0)) return "none";
  if (fieldsOf(groups).length === 0) return "row";
  return isOpen ? "panel" : "folded";
}

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

/** The paths of the fields that a selection is about. */
export function selectedFields({ view: { selection } }: State, groups: readonly FormGroup[]): readonly string[] {
  if (!selection) return [];
  if (selection.field !== undefined) return [selection.field];
  const fields = fieldsOf(groups);
  const exact = fields.filter((field) => isWrittenAt(field, selection.at) || (selection.origin !== "graph" && contains(field.range, selection.at)));
  const found = exact.length > 0 ? exact : fields.filter(({ node }) => node !== "" && node === selection.node);
  return found.map(({ path }) => path);
}

/** Where a chosen field is lit: in inputs.yaml when that is shown and has it, else where it is declared. */
export function placeOfField({ range, at }: FormField, shownFile: string): Selection["at"] {
  return isPlace(at) && (at.file === shownFile || !isPlace(range)) ? at : range;
}
