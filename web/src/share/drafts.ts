/**
 * What survives a reload: each tab's document, the last of all tabs for a new one, and the
 * marks that a text hung the engine. Storage may be denied or full; then nothing is kept and
 * the page says so.
 */
import type { Document, Theme, View } from "../app/state.js";

const DRAFT = "pantograph.draft.";
const TAB = "pantograph.tab";
const THEME = "pantograph.theme";
const HUNG = "pantograph.hung.";
/** Drafts of closed tabs that are kept. */
const MOST = 12;

/** What is kept of the page. */
export interface Draft {
  readonly saved: number;
  readonly document: Document;
  readonly opened: Document;
  readonly mine: Document | null;
  readonly view: Pick<View, "file" | "panel" | "area" | "resultView" | "inlays" | "graphForm" | "problemsOpen" | "split">;
}

/** Runs an action on storage; the fallback when storage is denied, full or damaged. */
function guarded<T>(action: () => T, fallback: T): T {
  try {
    return action();
  } catch {
    return fallback;
  }
}

function tab(): string {
  return guarded(() => {
    const known = sessionStorage.getItem(TAB);
    if (known) return known;
    const fresh = crypto.randomUUID();
    sessionStorage.setItem(TAB, fresh);
    return fresh;
  }, "");
}

function keys(): readonly string[] {
  return Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "").filter((key) => key.startsWith(DRAFT));
}

function read(key: string): Draft | null {
  return guarded(() => {
    const draft = JSON.parse(localStorage.getItem(key) ?? "null") as Draft | null;
    return draft && isDocument(draft.document) && isDocument(draft.opened) ? draft : null;
  }, null);
}

function isDocument(value: unknown): value is Document {
  const files = (value as Partial<Document> | null)?.files;
  return Array.isArray(files) && files.length > 0 &&
    files.every((file: unknown) => typeof (file as File).name === "string" && typeof (file as { text?: unknown }).text === "string");
}

/** This tab's draft, or for a new tab the latest of all. */
export function loadDraft(): Draft | null {
  const own = read(DRAFT + tab());
  if (own) return own;
  return guarded(() => keys().map(read).reduce<Draft | null>((latest, draft) =>
    (draft && draft.saved > (latest?.saved ?? 0) ? draft : latest), null), null);
}

export function hasDraft(): boolean {
  return guarded(() => keys().length > 0, false);
}

/** False when it could not be kept. */
export function saveDraft(draft: Draft): boolean {
  return guarded(() => {
    localStorage.setItem(DRAFT + tab(), JSON.stringify(draft));
    const others = keys().map((key) => ({ key, saved: read(key)?.saved ?? 0 })).sort((a, b) => b.saved - a.saved);
    for (const { key } of others.slice(MOST)) localStorage.removeItem(key);
    return true;
  }, false);
}

export function dropDraft(): void {
  guarded(() => localStorage.removeItem(DRAFT + tab()), undefined);
}

export function loadTheme(): Theme {
  const theme = guarded(() => localStorage.getItem(THEME), null);
  return theme === "light" || theme === "dark" ? theme : "system";
}

export function saveTheme(theme: Theme): void {
  guarded(() => localStorage.setItem(THEME, theme), undefined);
}

/** Marks that an evaluation in this tab takes long: a reload meanwhile must not start it again. */
export function markHung(isHung: boolean): void {
  guarded(() => (isHung ? sessionStorage.setItem(HUNG, "1") : sessionStorage.removeItem(HUNG)), undefined);
}

export function wasHung(): boolean {
  return guarded(() => sessionStorage.getItem(HUNG) !== null, false);
}
