/** Handles parts of the page that could not be loaded. */
import { mayReload, mend } from "../offline/mend.js";
import type { Store } from "./store.js";

/**
 * Reports that a part could not be loaded, and repairs the files. The page reloads itself only if
 * `isVital` is true and no file is missing; otherwise the user decides. Perhaps no file was damaged: the network
 * failed for a moment, or WebKit remembered that a script was missing on the page before.
 */
export async function partMissing(store: Store, isVital: boolean): Promise<void> {
  store.dispatch({ type: "part-missing" });
  const found = await mend();
  if (isVital && found?.missing === 0 && mayReload()) store.dispatch({ type: "reload-requested" });
}
