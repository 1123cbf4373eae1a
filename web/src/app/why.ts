/** The derivation of a value: the question about it, its tree of steps, and its form as Markdown. */
import type { RenderRequest, WhyRequest, WhyStep } from "../protocol/protocol.gen.js";
import { code, escape } from "./markdown.js";
import type { Explained, Selection, State } from "./state.js";
import { isFromOtherText } from "./select.js";
import { isPosition } from "./text.js";

/** Returns the question to ask about a selection. */
export function questionOf({ question, origin, node, at }: Selection): WhyRequest {
  if (question) return question;
  if ((origin === "graph" || origin === "form") && node !== "") return { path: "", node };
  return { path: "", position: { file: at.file, line: at.line, column: at.column } };
}

/** Returns how the shown result was rendered; null if it differs from the engine's: outdated, or with kept lines. */
export function renderedAs({ shown, view, snapshot, revision }: State): RenderRequest | null {
  if (!shown || shown.rendered !== shown.plain || snapshot?.revision !== revision) return null;
  return { view: shown.rendered.view, reveal: view.reveal,
    ...(shown.rendered.only ? { only: shown.rendered.only } : {}) };
}

/** Whether the Why panel is visible and has to ask again: it was opened, or the selection or the result has changed. */
export function shouldAsk(before: State, after: State): boolean {
  if (after.view.panel !== "why" || isFromOtherText(after) || after.snapshot?.revision !== after.revision) return false;
  const { selection } = after.view;
  const isChosen = selection !== null && selection.origin !== "why"
    && selection.serial !== before.view.selection?.serial;
  return isChosen || before.view.panel !== "why" || before.snapshot?.result !== after.snapshot.result;
}

/** Returns the indices of the loaded steps from which a step was computed. */
export function childrenOf(steps: readonly WhyStep[], at: number): readonly number[] {
  const depth = steps[at]?.depth ?? -1;
  const children: number[] = [];
  for (let next = at + 1; next < steps.length; next++) {
    const step = steps[next]!;
    if (step.depth <= depth) break;
    if (step.depth === depth + 1) children.push(next);
  }
  return children;
}

/** Returns the tree with more of the steps from which a step was computed. */
export function withMore(explained: Explained, id: number, more: readonly WhyStep[]): Explained {
  const { steps } = explained;
  const at = steps.findIndex((step) => step.id === id);
  const parent = steps[at];
  if (!parent) return explained;
  let end = at + 1;
  while (end < steps.length && steps[end]!.depth > parent.depth) end++;
  const deeper = more.map((step) => ({ ...step, depth: step.depth + parent.depth + 1 }));
  return { ...explained, steps: steps.toSpliced(end, 0, ...deeper) };
}

/** The words for the kinds of steps; "" for kinds that the labels make clear. */
export const KINDS: Readonly<Record<WhyStep["kind"], string>> = {
  value: "", result: "", part: "", reference: "reference", function: "function", text: "", layer: "", literal: "",
  input: "input", mock: "mock", builtin: "built in", unknown: "unknown", problem: "problem",
};

/** Formats a path in inputs.yaml, whose keys are separated by NUL, for display. */
export function formatInputPath(path: string): string {
  return path.split("\0").join(" › ");
}

/** Returns the tree as a Markdown list. The engine has masked the secrets in it. */
export function whyMarkdown({ steps, cause }: Explained): string {
  const lines = steps.map((step) => `${"  ".repeat(step.depth)}- ${line(step)}`);
  const because = cause && cause.kind !== steps[0]?.kind ? [`${describeCause(cause)} ${line(cause)}`, ""] : [];
  return [...because, ...lines, ""].join("\n");
}

/** Returns the phrase that introduces a cause. */
export function describeCause({ kind, state }: WhyStep): string {
  if (kind === "problem" || state === "failed") return "There is no value, because:";
  return kind === "unknown" || state === "unknown" ? "Unknown before a deployment:" : "It is secret because of:";
}

function line({ kind, role, label, value, state, overridden, note, give, range }: WhyStep): string {
  const name = [role && `${escape(role)}:`, KINDS[kind], escape(label)].filter(Boolean).join(" ");
  const shown = value === "" ? name : `${name} = ${code(value)}`;
  const words = overridden ? `~~${shown}~~ (not used)` : shown;
  return [
    words, state !== "known" && state !== "secret" ? `*${state}*` : "", note ? escape(note) : "",
    give ? `supply it in inputs\\.yaml: ${code(formatInputPath(give))}` : "",
    isPosition(range) ? `(${escape(`${range.file}:${range.line}:${range.column}`)})` : "",
  ].filter(Boolean).join(" ");
}
