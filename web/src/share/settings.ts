/**
 * Settings that are needed before anything is loaded: the theme, whether there is a draft, whether
 * the inputs panel is folded, and which text did not finish evaluating. They are stored in
 * localStorage and sessionStorage; if access is denied, the defaults apply.
 */
import type { Theme } from "../app/state.js";
import { storageKey } from "./storagekey.js";

const THEME = "pantograph.theme";
const FOLDED = "pantograph.folded";
const UNFINISHED = "pantograph.hung";
const DRAFTS = "pantograph.drafts";
const PROBE = "pantograph.probe";

/** Returns the result of an action on browser storage, or the fallback if it throws (denied, full, damaged). */
export function guarded<T>(action: () => T, fallback: T): T {
  try {
    return action();
  } catch {
    return fallback;
  }
}

/** Returns the theme that the user chose, "system" by default. */
export function loadTheme(): Theme {
  const older = (): string | null => localStorage.getItem(THEME); // older releases stored it under this key
  const theme = guarded(() => localStorage.getItem(storageKey(THEME)) ?? older(), null);
  return theme === "light" || theme === "dark" ? theme : "system";
}

/** Stores the theme that the user chose. */
export function saveTheme(theme: Theme): void {
  guarded(() => localStorage.setItem(storageKey(THEME), theme), undefined);
}

/**
 * Returns whether the user last left the inputs panel folded, in any document; the fallback if the
 * user never changed it.
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
 * Records that the evaluation of a text has not finished, so that a reload of this tab does not start
 * it again. `key` is its textKey; "" removes the record.
 */
export function markUnfinished(key: string): void {
  if (key === markedKey) return; // a call after each key press would cost more than the comparison
  markedKey = key;
  const name = storageKey(UNFINISHED);
  guarded(() => (key ? sessionStorage.setItem(name, key) : sessionStorage.removeItem(name)), undefined);
}

/** The key that this page recorded last; null before the first one. */
let markedKey: string | null = null;

/** Returns the key that markUnfinished recorded in this tab, or "" if there is no record. */
export function loadUnfinishedKey(): string {
  return guarded(() => sessionStorage.getItem(storageKey(UNFINISHED)), null) ?? "";
}

/**
 * Returns whether some tab has stored a draft; the fallback if storage is denied, or full: then there
 * may have been no room to record that a draft is in the database.
 */
export function hasDraft(fallback: boolean): boolean {
  return guarded(() => {
    if ((localStorage.getItem(storageKey(DRAFTS)) ?? localStorage.getItem(DRAFTS)) !== null) return true;
    localStorage.setItem(storageKey(PROBE), "1");
    localStorage.removeItem(storageKey(PROBE));
    return false;
  }, fallback);
}

/** Records that a draft is stored. */
export function markDraft(): void {
  guarded(() => localStorage.setItem(storageKey(DRAFTS), "1"), undefined);
}

/** Records that no draft is stored. */
export function unmarkDraft(): void {
  guarded(() => localStorage.removeItem(storageKey(DRAFTS)), undefined);
}
