/** Runs before the first paint of the pages that are only read: the theme of the playground. */
let theme: string | null = null;
try {
  theme = localStorage.getItem("pantograph.theme");
} catch { /* storage is denied */ }
const isDark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
