/**
 * Small settings that are needed before anything is loaded: the theme, whether there is a draft,
 * whether the inputs are folded, and which text hung the engine. They are in localStorage and
 * sessionStorage; if those are denied, the defaults apply. Their names include the path of the
 * deployment.
 */
import type { Theme } from "../app/state.js";
import { storageKey } from "./storagekey.js";

const THEME = "pantograph.theme";
const FOLDED = "pantograph.folded";
const UNFINISHED = "pantograph.hung";
const DRAFTS = "pantograph.drafts";

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
  const theme = guarded(() => localStorage.getItem(storageKey(THEME)) ?? older(), null);
  return theme === "light" || theme === "dark" ? theme : "system";
}

/** Stores the theme that the user chose. */
export function saveTheme(theme: Theme): void {
  guarded(() => localStorage.setItem(storageKey(THEME), theme), undefined);
}

/**
 * Whether the inputs panel is folded, as the user last left it, in any document; the fallback if
 * never set.
 */
export function isFolded(fallback: boolean): boolean {
  const folded = guarded(() => localStorage.getItem(storageKey(FOLDED)), null);
  return folded === null ? fallback : folded === "1";
}

/** Stores whether the inputs panel is folded. */
export function saveFolded(folded: boolean): void {
  guarded(() => localStorage.setItem(storageKey(FOLDED), folded ? "1" : "0"), undefined);
}

/**
 * Records the key of a text that is slow in this tab, "" for none, so that a reload does not start
 * it again.
 */
export function markUnfinished(key: string): void {
  guarded(() => (key ? sessionStorage.setItem(storageKey(UNFINISHED), key) : sessionStorage.removeItem(storageKey(UNFINISHED))), undefined);
}

/** Returns the key that markUnfinished recorded in this tab, or "". */
export function loadUnfinishedKey(): string {
  return guarded(() => sessionStorage.getItem(storageKey(UNFINISHED)), null) ?? "";
}

/** Whether a draft is kept somewhere, as far as this browser reveals. */
export function hasDraft(fallback: boolean): boolean {
  return guarded(() => (localStorage.getItem(storageKey(DRAFTS)) ?? localStorage.getItem(DRAFTS)) !== null, fallback);
}

/** Records that there is a draft. */
export function markDraft(): void {
  guarded(() => localStorage.setItem(storageKey(DRAFTS), "1"), undefined);
}

/** Records that there is no draft. */
export function unmarkDraft(): void {
  guarded(() => localStorage.removeItem(storageKey(DRAFTS)), undefined);
}
