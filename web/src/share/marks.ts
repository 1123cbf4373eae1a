/**
 * Small words that must be there before anything is loaded: the theme, whether there is a
 * draft, that a text hung the engine. They stand in localStorage and sessionStorage, which
 * may be denied; then nothing is known.
 */
import type { Theme } from "../app/state.js";

const THEME = "pantograph.theme";
const HUNG = "pantograph.hung.";
const DRAFTS = "pantograph.drafts";

/** Runs an action on storage; the fallback when storage is denied, full or damaged. */
export function guarded<T>(action: () => T, fallback: T): T {
  try {
    return action();
  } catch {
    return fallback;
  }
}

export function loadTheme(): Theme {
  const theme = guarded(() => localStorage.getItem(THEME), null);
  return theme === "light" || theme === "dark" ? theme : "system";
}

export function saveTheme(theme: Theme): void {
  guarded(() => localStorage.setItem(THEME, theme), undefined);
}

/** Marks by its key a text that takes long in this tab, "" for none: a reload meanwhile must not start it again. */
export function markHung(key: string): void {
  guarded(() => (key ? sessionStorage.setItem(HUNG, key) : sessionStorage.removeItem(HUNG)), undefined);
}

export function hungText(): string {
  return guarded(() => sessionStorage.getItem(HUNG), null) ?? "";
}

/** Whether a draft is kept somewhere, as far as this browser tells. */
export function hasDraft(fallback: boolean): boolean {
  return guarded(() => localStorage.getItem(DRAFTS) !== null, fallback);
}

export function markDraft(): void {
  guarded(() => localStorage.setItem(DRAFTS, "1"), undefined);
}

export function unmarkDraft(): void {
  guarded(() => localStorage.removeItem(DRAFTS), undefined);
}
