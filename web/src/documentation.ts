/** Runs before the first paint of read-only pages: sets the playground's theme. */
import { loadTheme } from "./share/settings.js";

const theme = loadTheme();
const isDark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
