/** Handles parts of the page, loaded on demand, that fail to load. */
import { mayReload, mend } from "../offline/mend.js";
import type { Store } from "./store.js";

/**
 * Reports that a part could not be loaded and has it repaired. The page reloads only if it cannot
 * work without the part and everything damaged is repaired; otherwise the reader decides when.
 */
export async function partMissing(store: Store, isVital: boolean): Promise<void> {
  store.dispatch({ type: "part-missing" });
  const found = await mend();
  if (isVital && found && found.mended > 0 && found.missing === 0
    && mayReload()) store.dispatch({ type: "reload-requested" });
}
