/** Runs before the first paint of the pages that are only read: the theme of the playground. */
import { loadTheme } from "./share/marks.js";

const theme = loadTheme();
const isDark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
