/**
 * Runs before the first paint: the theme, and whether there is a draft, in which case the
 * example that the build wrote into the page is not shown for a moment before it.
 */
import { hasDraft } from "./share/drafts.js";

const root = document.documentElement;

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage is denied
  }
}

const theme = stored("pantograph.theme");
const isDark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
root.dataset["theme"] = isDark ? "dark" : "light";
if (hasDraft() || /^#(example\/|p1\.)/.test(location.hash)) root.dataset["draft"] = "";
