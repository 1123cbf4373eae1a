/**
 * Runs before the first paint: sets the theme, and hides the example that the build embedded in the
 * page if a draft, a link or another example is about to replace it, so that it does not flash. It also
 * starts the engine, which the browser compiles and runs beside everything else, and fetches what the
 * text that the URL names is opened with.
 */
import { embedded, type Assets } from "./app/embedded.js";
import { fetchLink } from "./app/fetchlink.js";
import { startEngine, startStoredEngine } from "./evaluator/boot.js";
import { explainMissing } from "./offline/early.js";
import { isExampleLink, isLink } from "./share/address.js";
import { guarded, hasDraft, loadTheme } from "./share/settings.js";

const root = document.documentElement;

const theme = loadTheme();
const isDark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
root.dataset["theme"] = isDark ? "dark" : "light";
const isToLink = isLink(location.hash), isToExample = isExampleLink(location.hash);
if (hasDraft(false) || isToLink || isToExample) root.dataset["draft"] = "";

explainMissing();

const assets = embedded<Assets>("pg-assets");
if (assets && isToLink) for (const path of assets.linkModules) void fetchLink("module", path);
if (assets && isToExample) void fetchLink("fetch", assets.gallery);
// On a first visit the download takes longest, so it begins now.
if (assets) (guarded(() => navigator.serviceWorker?.controller, null) ? startStoredEngine : startEngine)(assets);
