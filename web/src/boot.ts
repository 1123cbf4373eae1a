/**
 * Runs before the first paint: sets the theme, and hides the example that the build embedded in the
 * page if a draft, a link or another example is about to replace it, so that it does not flash. It also
 * starts the engine, at once or after the first paint; the browser compiles and runs it beside everything else.
 */
import { embedded, type Assets } from "./app/embedded.js";
import { startedEngine, startEngine } from "./evaluator/boot.js";
import { explainMissing } from "./offline/early.js";
import { guarded, hasDraft, loadTheme } from "./share/settings.js";
import { afterPaint } from "./ui/paint.js";

const root = document.documentElement;

const theme = loadTheme();
const isDark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
root.dataset["theme"] = isDark ? "dark" : "light";
if (hasDraft(false) || /^#example\/|p\d+\./i.test(location.hash)) root.dataset["draft"] = "";

explainMissing();

const assets = embedded<Assets>("pg-assets");
if (assets) {
  // On a first visit the download takes longest, so it begins now. Later the engine is stored, and reading it now
  // would delay the first paint, by half on two slow processors.
  if (guarded(() => navigator.serviceWorker?.controller, null)) afterPaint(() => void startedEngine(assets));
  else startEngine(assets);
}
