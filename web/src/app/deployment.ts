/** Describes values imported from a deployment, for the dialog and the notice. */
import type { World, WorldEntry, WorldFile } from "../protocol/protocol.gen.js";
import { withCommas } from "./count.js";

/** Whether the import would write anything. */
export function isUsable({ error, count, added }: World): boolean {
  return !error && count + added.length > 0;
}

/** Whether one of the files is recognised as a file of a deployment, even if it cannot be read. */
export function isRecognised({ files }: World): boolean {
  return files.some(({ title }) => title !== "");
}

/** Describes a file: "the state of a Pulumi stack, stack dev of project web". */
export function describeFile({ title, of }: WorldFile): string {
  return [title, of].filter(Boolean).join(", ");
}

/** Says why a file cannot be used, with the position of the error unless it is the file's start. */
export function describeError({ error, line, column }: WorldFile): string {
  return line > 1 || column > 1 ? `line ${line}, column ${column}: ${error ?? ""}` : error ?? "";
}

/** Describes what would be written, without a full stop; "" if there is nothing. */
export function describePlan({ count, replaced, added }: World): string {
  const files = added.map(({ name }) => name).join(", ");
  const values = count === 0 ? ""
    : `${quantity(count, "value")} for inputs.yaml`
      + (replaced > 0 ? `, replacing ${quantity(replaced, "existing value")}` : "");
  return [values, files === "" ? "" : `with the file ${files}`].filter(Boolean).join(", ");
}

/** Describes what was written, without a full stop. */
export function describeImport(plan: World): string {
  const { count, added } = plan;
  if (added.length === 0) return `${quantity(count, "value")} ${count === 1 ? "was" : "were"} written to inputs.yaml`;
  const [verb, object] = added.length === 1 ? ["was", "it"] : ["were", "them"];
  return `${added.map(({ name }) => name).join(", ")} ${verb} added, and inputs.yaml refers to ${object}`;
}

/** Returns the text that the list shows for a value. */
export function previewOf({ secret, preview }: WorldEntry, withSecrets: boolean): string {
  if (!secret) return preview;
  return withSecrets ? "secret" : "secret, left out";
}

/** Returns a number and a noun: "1 value", "1,200 values". */
export function quantity(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${withCommas(count)} ${what}s`;
}
