/** Explains to the user why there is no result for the current text, and what can be done about it. */
import { evaluation, isOutdated, isFromOtherText, mainFile } from "./select.js";
import type { Action, State } from "./state.js";
import { TIMEOUTS } from "../evaluator/client.js";
import { MAX_RAISED, RAISED_STEPS } from "../protocol/protocol.gen.js";

/** The message in place of a result, with the actions that it offers. */
export interface Obstacle {
  readonly tone: "error" | "warning" | "quiet";
  readonly text: string;
  readonly actions: readonly Action[];
  /** Whether there is not even an outdated result of this text to show. */
  readonly isBlank: boolean;
}

/** Returns the action that raises the limits for this text; null if they are at the maximum. */
export function raiseAction(raised: number): Action | null {
  const seconds = (TIMEOUTS.ended / 1000) * RAISED_STEPS ** (raised + 1);
  return raised < MAX_RAISED ? { label: `Let it take up to ${seconds} s`, event: { type: "limits-raised" } } : null;
}

const REPORT: Action = { label: "Copy report", event: { type: "report-requested" } };

/** Returns the message in place of the result, or null if none is needed. */
export function obstacleOf(state: State): Obstacle | null {
  const { engine } = state;
  const isBlank = state.shown === null || isFromOtherText(state);
  switch (engine.phase) {
    case "paused": {
      const text = "This text was not evaluated, since its evaluation did not finish the last time.";
      return { tone: "warning", text, actions: [{ label: "Run", event: { type: "run-requested" } }], isBlank };
    }
    case "stopped": {
      const raise = engine.hasTimedOut ? raiseAction(state.raised) : null;
      const retry = { label: "Retry", event: { type: "run-requested" } } as const;
      const actions = [retry, ...(raise ? [raise] : []), REPORT];
      return { tone: "error", text: engine.why, actions, isBlank };
    }
    case "missing": return { tone: "warning", text: engine.why, actions: [REPORT], isBlank };
    case "loading": case "ready": break;
  }
  const { status } = evaluation(state);
  if (status === "refused") return refusal(state, isBlank);
  if (!isBlank || !isOutdated(state)) return null;
  return { tone: "quiet", text: "The engine is still working on this text.", actions: [], isBlank };
}

/** Returns the message for a document that the engine refuses, or that has lost its main file. */
function refusal(state: State, isBlank: boolean): Obstacle {
  const { snapshot, deleted, document, refusal, engine } = state;
  const main = snapshot?.main ?? deleted?.file.name ?? "";
  const isGone = main !== "" && !document.files.some(({ name }) => name === main);
  if (!isGone) return { tone: "error", text: `This text is not evaluated: ${refusal?.why ?? ""}.`, actions: [],
    isBlank };
  const isDeleted = deleted?.file.name === main;
  const starter = engine.dialects.find(({ name }) => name === snapshot?.dialect)?.new ?? "";
  return {
    tone: "error", isBlank: true,
    text: `Nothing is evaluated: ${main} ${isDeleted ? "was deleted" : "no longer exists"}, `
      + `and ${mainFile(state)} is not a template.`,
    actions: [
      ...(isDeleted ? [{ label: `Restore ${main}`, event: { type: "file-restored", ...deleted } } as const] : []),
      { label: `Start a new ${main}`, event: { type: "file-added", name: main, text: starter } },
    ],
  };
}
