/** A report for finding out why the engine stopped. It never contains the user's text. */
import { dialectOf } from "./select.js";
import type { State } from "./state.js";

/** Returns a report that users can send: versions, sizes and messages, without texts and names of files. */
export function reportOf(state: State, browser: string): string {
  const { document: { files }, engine, snapshot } = state;
  const bytes = new TextEncoder();
  const sizes = files.map(({ text }) => `${bytes.encode(text).length} bytes in ${text.split("\n").length} lines`);
  return [
    `Pantograph engine ${engine.version || "(not loaded)"}`,
    `dialect: ${dialectOf(state).name || "none"}`,
    `files: ${files.length} (${sizes.join("; ")})`,
    `last result: ${snapshot ? `${snapshot.stats.cells} values, ${snapshot.stats.steps} steps` : "none"}`,
    `message: ${engine.why || engine.phase}`,
    `browser: ${browser}`,
  ].join("\n") + "\n";
}
