/**
 * Runs before the first paint: sets the theme, and if there is a draft, hides the example that the
 * build embedded in the page so that it does not flash.
 */
import { explainMissing } from "./offline/early.js";
import { hasDraft, loadTheme } from "./share/settings.js";

const root = document.documentElement;

const theme = loadTheme();
const isDark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
root.dataset["theme"] = isDark ? "dark" : "light";
if (hasDraft(false) || /^#example\/|p\d+\./i.test(location.hash)) root.dataset["draft"] = "";

explainMissing();
