/**
 * Runs before the first paint: sets the theme, and hides the example that the build embedded in the
 * page if a draft, a link or another example is about to replace it, so that it does not flash. It also
 * starts the engine, which the browser compiles and runs beside everything else, and fetches what is
 * needed to open a link or an example.
 */
import { embedded, type Assets } from "./app/embedded.js";
import { fetchEarly } from "./app/fetchearly.js";
import { startEngine, startStoredEngine } from "./evaluator/boot.js";
import { explainMissing } from "./offline/early.js";
import { namesExample, isLink } from "./share/address.js";
import { guarded, hasDraft, loadTheme } from "./share/settings.js";

const root = document.documentElement;

const theme = loadTheme();
const isDark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
root.dataset["theme"] = isDark ? "dark" : "light";
const isToLink = isLink(location.hash), isToExample = namesExample(location.hash);
if (hasDraft(false) || isToLink || isToExample) root.dataset["draft"] = "";

explainMissing();

const assets = embedded<Assets>("pg-assets");
if (assets && isToLink) for (const path of assets.linkModules) void fetchEarly("module", path);
if (assets && isToExample) void fetchEarly("fetch", assets.gallery);
// On a first visit the download takes longest, so it begins now.
if (assets) (guarded(() => navigator.serviceWorker?.controller, null) ? startStoredEngine : startEngine)(assets);
