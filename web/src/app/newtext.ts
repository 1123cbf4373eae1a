/**
 * Decides when a change starts a new text. Results of another text are neither shown nor kept in part.
 * A new text starts when a document is opened, when the main file is removed or renamed, and when a
 * single change leaves less than half of the main file as it was, measured on the shorter version.
 */
import type { Document, Engine, State } from "./state.js";
import { smallestSplice } from "./text.js";

/** Whether a change leaves so little of a text that it is a new one. */
export function isNewText(before: string, after: string): boolean {
  const splice = smallestSplice(before, after);
  if (!splice) return false;
  const left = before.length - (splice.end - splice.start);
  return left * 2 < Math.min(before.length, after.length) || before === "" || after === "";
}

/**
 * Returns the state in which the current document is a new text. If its evaluation did not finish when
 * the page was last left, it is paused.
 */
export function startNewText(state: State): State {
  return { ...state, firstRevision: state.revision, raised: 0, good: null, layout: null, engine: engineFor(state) };
}

function engineFor({ engine, document, unfinishedKey }: State): Engine {
  if (unfinishedKey !== "" && unfinishedKey === textKey(document)) return { ...engine, phase: "paused", pace: "quick" };
  if (engine.phase !== "paused") return engine;
  return { ...engine, phase: engine.version ? "ready" : "loading" };
}

/** Returns a short hash of a document's dialect and files; collisions are possible but rare. */
export function textKey({ dialect, files }: Document): string {
  let hash = 0x811c9dc5; // FNV-1a
  for (const part of [dialect, ...files.flatMap(({ name, text }) => [name, text])]) {
    for (let at = 0; at < part.length; at++) hash = Math.imul(hash ^ part.charCodeAt(at), 0x01000193);
    hash = Math.imul(hash ^ 0xffff, 0x01000193);
  }
  return (hash >>> 0).toString(36);
}
