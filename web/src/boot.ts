/**
 * Runs before the first paint: the theme, and whether there is a draft, in which case the
 * example that the build wrote into the page is not shown for a moment before it.
 */
import { explainMissing } from "./offline/early.js";
import { hasDraft, loadTheme } from "./share/marks.js";

const root = document.documentElement;

const theme = loadTheme();
const isDark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
root.dataset["theme"] = isDark ? "dark" : "light";
if (hasDraft(false) || /^#example\/|p\d+\./i.test(location.hash)) root.dataset["draft"] = "";

explainMissing();
