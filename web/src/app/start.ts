/** The page's initial state: what the build embedded in the page, or the draft that the user left. */
import type { Layout, Snapshot } from "../protocol/protocol.gen.js";
import type { Draft } from "../share/drafts.js";
import { textKey } from "./newtext.js";
import { EVERYTHING } from "./narrowing.js";
import type { Document, Engine, Example, State, Theme, View } from "./state.js";

/** The page's first example, evaluated by the build. */
export interface First extends Example {
  readonly snapshot: Snapshot;
  readonly layout: Layout;
}

/** The files that code loads, under the names that the build gave them. */
export interface Assets {
  readonly engine: string;
  /** The engine's size before compression; 0 if not known. */
  readonly engineBytes: number;
  readonly engineWorker: string;
  readonly editorWorker: string;
  readonly editorStyles: string;
  readonly gallery: string;
  /** The service worker; "" in a development build, whose files change underneath it. */
  readonly offline: string;
  /** The data files that the engine may ask for, by name. */
  readonly data: Readonly<Record<string, string>>;
}

const EMPTY: Document = { dialect: "", files: [{ name: "untitled.yaml", text: "" }], example: null };

/** Returns JSON that the build embedded in the page; null if there is none. */
export function embedded<T>(id: string): T | null {
  const text = document.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as T) : null;
}

/** Whether a fragment is meant as a link, even if it was damaged. */
export function isLink(hash: string): boolean {
  return !hash.startsWith("#example/") && /p\d+(\.|%)/i.test(hash);
}

/** What the initial state depends on. */
export interface StartOptions {
  readonly first: First | null;
  readonly draft: Draft | null;
  readonly theme: Theme;
  readonly isNarrow: boolean;
  readonly isFolded?: boolean;
  /** The key of the text whose evaluation had not finished when the page was last left, or "". */
  readonly unfinishedKey: string;
}

/** Returns the state with which the page starts. */
export function initialState({ first, draft, theme, isNarrow, isFolded = false, unfinishedKey }: StartOptions): State {
  const example: Document = first
    ? { dialect: "", files: first.files, example: { dialect: first.dialect, name: first.name } } : EMPTY;
  const document = draft?.document ?? example;
  const snapshot = draft ? null : first?.snapshot ?? null;
  const { turned: toggled = [], ...seen } = draft?.view ?? {};
  const view: View = {
    file: document.files[0]?.name ?? "", panel: "result", area: "edit", resultView: "", reveal: false, inlays: "off",
    graphForm: isNarrow ? "outline" : "drawing", toggled, narrowing: EVERYTHING, follows: false, arrows: "needs",
    only: "", problemsOpen: !isNarrow, inputsOpen: !isFolded, proseClosed: "", split: 0.5, selection: null,
    ...seen, theme,
    // A draft of an older release may lack some of these.
    ...(draft?.view.narrowing ? { narrowing: { ...EVERYTHING, ...draft.view.narrowing } } : {}),
  };
  const main = document.files[0]?.name ?? "";
  const file = document.files.some(({ name }) => name === view.file) ? view.file : main;
  const engine: Engine = {
    phase: unfinishedKey !== "" && unfinishedKey === textKey(document) ? "paused" : "loading", pace: "quick",
    version: "", dialects: [], milliseconds: 0, progress: null, why: "", hasTimedOut: false,
  };
  return {
    document, revision: snapshot?.revision ?? 0, firstRevision: snapshot?.revision ?? 0, raised: 0,
    view: { ...view, file }, engine, snapshot,
    layout: draft ? null : first?.layout ?? null, isSteady: false, pane: null, listed: null, past: [], explained: null,
    giving: null,
    good: snapshot ? { rendered: snapshot.result, dialect: snapshot.dialect, main: snapshot.main } : null,
    refusal: null, isLate: false, deleted: null, unfinishedKey, typed: {}, fieldEdits: 0, written: null,
    shown: snapshot ? { rendered: snapshot.result, plain: snapshot.result, kept: [] } : null,
    gallery: first ? [first] : [], mine: draft?.mine ?? null, opened: draft?.opened ?? document, notice: null,
    recent: [], persistence: "kept", sharing: null, importing: null,
  };
}
