/** Parts of the page that are loaded on demand, when one of them does not come. */
import { mayReload, mend } from "../offline/mend.js";
import type { Store } from "./store.js";

/**
 * Says that a part could not be loaded and has it mended. The page is loaded anew only when it
 * cannot work without the part and what was damaged is whole again; else the reader says when.
 */
export async function partMissing(store: Store, isVital: boolean): Promise<void> {
  store.dispatch({ type: "part-missing" });
  const found = await mend();
  if (isVital && found && found.mended > 0 && found.missing === 0 && mayReload()) store.dispatch({ type: "reload-asked" });
}
