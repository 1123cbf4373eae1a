/**
 * Decides when an edit begins another text. A result belongs to one text: nothing of it is kept or
 * shown for another. Another text begins when a document is opened, when the main file is removed
 * or renamed, and when one change leaves less than half of the main file (of the smaller version)
 * as it was.
 */
import type { Document, Engine, State } from "./state.js";
import { smallestSplice } from "./text.js";

/** Whether one change leaves so little of a text that it is another one. */
export function isNewText(before: string, after: string): boolean {
  const splice = smallestSplice(before, after);
  if (!splice) return false;
  const left = before.length - (splice.end - splice.start);
  return left * 2 < Math.min(before.length, after.length) || before === "" || after === "";
}

/**
 * Returns the state with its changed document as another text, whose drawing is not laid out yet. A
 * text that unfinishedKey before stays paused.
 */
export function startNewText(state: State): State {
  return { ...state, firstRevision: state.revision, raised: 0, good: null, layout: null, engine: engineFor(state) };
}

function engineFor({ engine, document, unfinishedKey }: State): Engine {
  if (unfinishedKey !== "" && unfinishedKey === textKey(document)) return { ...engine, phase: "paused", pace: "quick" };
  if (engine.phase !== "paused") return engine;
  return { ...engine, phase: engine.version ? "ready" : "loading" };
}

/** Returns a short hash of what is evaluated; collisions are rare. */
export function textKey({ dialect, files }: Document): string {
  let hash = 0x811c9dc5; // FNV-1a
  for (const part of [dialect, ...files.flatMap(({ name, text }) => [name, text])]) {
    for (let at = 0; at < part.length; at++) hash = Math.imul(hash ^ part.charCodeAt(at), 0x01000193);
    hash = Math.imul(hash ^ 0xffff, 0x01000193);
  }
  return (hash >>> 0).toString(36);
}
