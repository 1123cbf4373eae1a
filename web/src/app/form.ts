/** Determines what the form for a program's inputs shows; panels/form.ts draws it. */
import type { FormField, FormGroup, Snapshot } from "../protocol/protocol.gen.js";
import type { Selection, State } from "./state.js";
import { contains, isPosition } from "./text.js";

/** The kind of control for a value. */
export type Control = "choice" | "several" | "secret" | "number" | "text";

/** How the form is shown: not at all, as a row of choices below the editor, or as a panel, which may be folded. */
export type FormMode = "none" | "row" | "panel" | "folded";

/** A choice: its value, and the text that is shown. */
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

/** Returns the options: an empty one, then a value in inputs.yaml that is not a choice, then the choices. */
export function optionsOf(field: FormField): readonly Option[] {
  const known: readonly string[] = field.choices.length > 0 ? field.choices : BOOLEANS;
  const all = field.isGiven && !known.includes(field.given) ? [field.given, ...known] : known;
  return [{ value: "", text: placeholderOf(field) || "choose" }, ...all.map((value) => ({ value, text: value }))];
}

/** Returns the choices for the head of the form. The default is left out, since the empty choice shows it. */
export function choicesOf(field: FormField): readonly Option[] {
  return optionsOf(field).filter(({ value }, index) => index === 0 || value === field.given
    || value !== field.fallback);
}

/** Returns the selected choices of a list: those in inputs.yaml or, if it has no value, all. */
export function chosenOf({ given, isGiven, choices }: FormField): readonly string[] {
  return isGiven ? given.replace(/^\[|\]$/g, "").split(",").map((item) => item.trim().replace(/^["']|["']$/g, ""))
    .filter((item) => item !== "") : choices;
}

/** Returns the value of a list after one choice is selected or deselected; "" if all are selected. */
export function withChoice(field: FormField, choice: string, isChosen: boolean): string {
  const chosen = chosenOf(field);
  const now = field.choices.filter((each) => (each === choice ? isChosen : chosen.includes(each)));
  return now.length === field.choices.length ? ""
    : `[${now.map((each) => (/^[\w./-]+$/.test(each) ? each : JSON.stringify(each))).join(", ")}]`;
}

/** Returns the placeholder of a field: the default, or a note that a secret is set. */
export function placeholderOf({ fallback, secret, isGiven }: FormField): string {
  return secret && isGiven ? "set, not shown" : fallback;
}

/** Returns the parts of the line below a field: its description, where its value is from, rules and tags. */
export function helpOf(field: FormField): readonly string[] {
  const { description, rules, choices, immutable, tags, from, layers } = field;
  const control = controlOf(field);
  const isListed = choices.length > 0 && (control === "text" || control === "number");
  const listed = isListed ? [`one of ${choices.join(", ")}`] : [];
  const source = from === "" || from === "default" || layers.length > 1 ? "" : `from ${from}`;
  return [description, source, ...rules, ...listed, immutable ? "cannot change after deployment" : "",
    tags.length > 0 ? `tags: ${tags.join(", ")}` : ""]
    .filter((part) => part !== "");
}

/** Returns the summary for the panel's head: "3 · 1 supplied · 1 missing". */
export function summaryOf(groups: readonly FormGroup[]): string {
  const fields = fieldsOf(groups);
  const missing = fields.filter((field) => field.missing).length;
  const given = fields.filter(({ isGiven }) => isGiven).length;
  return [`${fields.length}`, given > 0 ? `${given} supplied` : "", missing > 0 ? `${missing} missing`
    : ""].filter(Boolean).join(" · ");
}

/** Returns the fields of the groups, except the choices at the head. */
export function fieldsOf(groups: readonly FormGroup[]): readonly FormField[] {
  return groups.flatMap(({ head, fields }) => (head ? [] : fields));
}

/** Returns how the form is shown; `isOpen` is whether the user has opened the panel. */
export function modeOf(groups: readonly FormGroup[], isOpen: boolean): FormMode {
  if (groups.every(({ fields }) => fields.length === 0)) return "none";
  if (fieldsOf(groups).length === 0) return "row";
  return isOpen ? "panel" : "folded";
}

/** Returns the field with the given path, or null if there is no such field. */
export function fieldAt(snapshot: Snapshot | null, path: string): FormField | null {
  return fieldsOf(snapshot?.form ?? []).find((field) => field.path === path) ?? null;
}

/** Returns the graph node of the field whose value is written at a position, or "". */
export function nodeOfValue(snapshot: Snapshot | null, at: Selection["at"]): string {
  return fieldsOf(snapshot?.form ?? []).find((field) => isWrittenAt(field, at))?.node ?? "";
}

function isWrittenAt({ at: given, layers }: FormField, at: Selection["at"]): boolean {
  return contains(given, at) || layers.some(({ range }) => contains(range, at));
}

/** Returns the paths of the fields that belong to a selection. */
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
 * Returns where to highlight a chosen field: its value in inputs.yaml if that file is shown or the field
 * has no declaration, else its declaration.
 */
export function rangeOfField({ range, at }: FormField, shownFile: string): Selection["at"] {
  return isPosition(at) && (at.file === shownFile || !isPosition(range)) ? at : range;
}
