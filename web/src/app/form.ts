/** How the form of a program's inputs is shown. Pure: the panel draws what this says. */
import type { FormField, FormGroup } from "../protocol/protocol.gen.js";

/** What a value is typed into. */
export type Control = "choice" | "secret" | "number" | "text";

export interface Option {
  readonly value: string;
  readonly text: string;
}

const BOOLEANS = ["true", "false"] as const;

export function controlOf({ secret, choices, type }: FormField): Control {
  if (secret) return "secret";
  if (isOneOf(choices, type) || type === "boolean") return "choice";
  return type === "number" ? "number" : "text";
}

/** Several choices stand in one list, so that only a single value is chosen from them. */
function isOneOf(choices: readonly string[], type: string): boolean {
  return choices.length > 0 && type !== "comma_delimited_list" && type !== "json";
}

/** What can be chosen: nothing first, and what stands in inputs.yaml even if it is no choice. */
export function optionsOf(field: FormField): readonly Option[] {
  const known: readonly string[] = field.choices.length > 0 ? field.choices : BOOLEANS;
  const all = field.isGiven && !known.includes(field.given) ? [field.given, ...known] : known;
  return [{ value: "", text: placeholderOf(field) || "choose" }, ...all.map((value) => ({ value, text: value }))];
}

/** What counts while nothing is typed. */
export function placeholderOf({ otherwise, from, secret, isGiven }: FormField): string {
  if (secret && isGiven) return "given, not shown";
  if (from === "") return "";
  return from === "default" ? otherwise : `${otherwise} (${from})`;
}

/** Whether the program cannot go on without a value here. */
export function isMissing({ isGiven, from }: FormField): boolean {
  return !isGiven && from === "";
}

/** The line under a field: what it is for, what a value must keep to. */
export function helpOf(field: FormField): readonly string[] {
  const { description, rules, choices, immutable, tags } = field;
  const listed = choices.length > 0 && controlOf(field) !== "choice" && !field.secret ? [`of ${choices.join(", ")}`] : [];
  return [description, ...rules, ...listed, immutable ? "cannot change once deployed" : "", tags.length > 0 ? `tags: ${tags.join(", ")}` : ""]
    .filter((part) => part !== "");
}

/** What the closed form says of itself. */
export function summaryOf(groups: readonly FormGroup[]): string {
  const fields = groups.flatMap((group) => group.fields);
  const missing = fields.filter(isMissing).length;
  const given = fields.filter(({ isGiven }) => isGiven).length;
  return [`${fields.length}`, given > 0 ? `${given} given` : "", missing > 0 ? `${missing} missing` : ""].filter(Boolean).join(" · ");
}
