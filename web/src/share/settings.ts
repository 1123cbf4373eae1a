/**
 * Small settings that are needed before anything is loaded: the theme, whether there is a draft,
 * whether the inputs are folded, and which text hung the engine. They are in localStorage and
 * sessionStorage; if those are denied, the defaults apply. Their names include the path of the
 * deployment.
 */
import type { Theme } from "../app/state.js";
import { named } from "./place.js";

const THEME = "pantograph.theme";
const FOLDED = "pantograph.folded";
const HUNG = "pantograph.hung";
const DRAFTS = "pantograph.drafts";
const PROBE = "pantograph.probe";

/** Runs an action on storage; returns the fallback if storage is denied, full or damaged. */
export function guarded<T>(action: () => T, fallback: T): T {
  try {
    return action();
  } catch {
    return fallback;
  }
}

/** Returns the theme that the user chose. */
export function loadTheme(): Theme {
  const older = (): string | null => localStorage.getItem(THEME); // an older release wrote this name
  const theme = guarded(() => localStorage.getItem(named(THEME)) ?? older(), null);
  return theme === "light" || theme === "dark" ? theme : "system";
}

/** Stores the theme that the user chose. */
export function saveTheme(theme: Theme): void {
  guarded(() => localStorage.setItem(named(THEME), theme), undefined);
}

/**
 * Whether the inputs panel is folded, as the user last left it, in any document; the fallback if
 * never set.
 */
export function isFolded(fallback: boolean): boolean {
  const folded = guarded(() => localStorage.getItem(named(FOLDED)), null);
  return folded === null ? fallback : folded === "1";
}

/** Stores whether the inputs panel is folded. */
export function saveFolded(folded: boolean): void {
  guarded(() => localStorage.setItem(named(FOLDED), folded ? "1" : "0"), undefined);
}

/**
 * Records the key of a text that is slow in this tab, "" for none, so that a reload does not start
 * it again.
 */
export function markHung(key: string): void {
  guarded(() => (key ? sessionStorage.setItem(named(HUNG), key) : sessionStorage.removeItem(named(HUNG))), undefined);
}

/** Returns the key that markHung recorded in this tab, or "". */
export function hungText(): string {
  return guarded(() => sessionStorage.getItem(named(HUNG)), null) ?? "";
}

/**
 * Whether a draft is kept somewhere, as far as this browser reveals. If localStorage is full, perhaps
 * of another page's data, the mark of a draft in the database may have found no room.
 */
export function hasDraft(fallback: boolean): boolean {
  return guarded(() => {
    if ((localStorage.getItem(named(DRAFTS)) ?? localStorage.getItem(DRAFTS)) !== null) return true;
    localStorage.setItem(named(PROBE), "1");
    localStorage.removeItem(named(PROBE));
    return false;
  }, fallback);
}

/** Records that there is a draft. */
export function markDraft(): void {
  guarded(() => localStorage.setItem(named(DRAFTS), "1"), undefined);
}

/** Records that there is no draft. */
export function unmarkDraft(): void {
  guarded(() => localStorage.removeItem(named(DRAFTS)), undefined);
}
