/** Runs before the first paint of the documentation pages: sets the theme chosen in the playground. */
import { loadTheme } from "./share/settings.js";

const theme = loadTheme();
const isDark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
