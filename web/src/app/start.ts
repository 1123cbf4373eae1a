/** The page's initial state, with the draft that the user left or the example that the build embedded in the page. */
import type { Layout, Snapshot } from "../protocol/protocol.gen.js";
import type { Draft } from "../share/drafts.js";
import { textKey } from "./newtext.js";
import { EVERYTHING, readNarrowing, texts } from "./narrowing.js";
import {
  GRAPH_FORMS, TABS, type Document, type Engine, type Example, type State, type Theme, type View,
} from "./state.js";

/** The example that the page shows first, evaluated by the build. */
export interface FirstExample extends Example {
  readonly snapshot: Snapshot;
  readonly layout: Layout;
}

const EMPTY: Document = { dialect: "", files: [{ name: "untitled.yaml", text: "" }], example: null };

/** The conditions under which the page starts. */
export interface StartOptions {
  readonly first: FirstExample | null;
  readonly draft: Draft | null;
  readonly theme: Theme;
  /** Whether the window is as narrow as a phone's. */
  readonly isNarrow: boolean;
  /** Whether the inputs panel starts folded. */
  readonly isFolded?: boolean;
  /** The textKey of the text whose evaluation had not finished when the page was last left, or "". */
  readonly unfinishedKey: string;
}

const TAB_IDS = TABS.map(({ id }) => id);
/** The possible values of settings that have only a few. */
const CHOICES: Readonly<Record<string, readonly unknown[]>> = {
  panel: TAB_IDS, area: ["edit", "inputs", ...TAB_IDS], inlays: ["on", "texts", "off"], graphForm: GRAPH_FORMS,
  arrows: ["needs", "gives"],
};

/** Returns the fields of a draft's view that are valid in this release, since another one may have saved it. */
function viewOf(draft: Draft, defaults: View): Partial<View> {
  const saved: Readonly<Record<string, unknown>> = { ...draft.view }, { turned, narrowing, ...rest } = saved;
  const known = Object.entries(rest).filter(([key, value]) => CHOICES[key]?.includes(value)
    ?? typeof value === typeof defaults[key as keyof View]);
  return { ...Object.fromEntries(known), toggled: texts(turned), narrowing: readNarrowing(narrowing) ?? EVERYTHING };
}

/** Returns the page's initial state. */
export function initialState({ first, draft, theme, isNarrow, isFolded = false, unfinishedKey }: StartOptions): State {
  const example: Document = first
    ? { dialect: "", files: first.files, example: { dialect: first.dialect, name: first.name } } : EMPTY;
  const document = draft?.document ?? example;
  const snapshot = draft ? null : first?.snapshot ?? null;
  const defaults: View = {
    file: document.files[0]?.name ?? "", panel: "result", area: "edit", resultView: "", reveal: false, inlays: "off",
    graphForm: isNarrow ? "outline" : "drawing", toggled: [], narrowing: EVERYTHING, follows: false, arrows: "needs",
    only: "", problemsOpen: !isNarrow, inputsOpen: !isFolded, proseClosed: "", split: 0.5, selection: null, theme,
  };
  const view: View = { ...defaults, ...(draft ? viewOf(draft, defaults) : {}), theme };
  const main = document.files[0]?.name ?? "";
  const file = document.files.some(({ name }) => name === view.file) ? view.file : main;
  const engine: Engine = {
    phase: unfinishedKey !== "" && unfinishedKey === textKey(document) ? "paused" : "loading", pace: "quick",
    version: "", dialects: [], milliseconds: 0, progress: null, why: "", hasTimedOut: false,
  };
  return {
    document, revision: snapshot?.revision ?? 0, firstRevision: snapshot?.revision ?? 0, raised: 0,
    view: { ...view, file }, engine, snapshot, sent: snapshot?.problems ?? [],
    layout: draft ? null : first?.layout ?? null, isSteady: false, pane: null, listed: null, past: [], explained: null,
    valuePrompt: null,
    good: snapshot ? { rendered: snapshot.result, dialect: snapshot.dialect, main: snapshot.main } : null,
    refusal: null, isLate: false, deleted: null, unfinishedKey, typed: {}, fieldEdits: 0, written: null,
    shown: snapshot ? { rendered: snapshot.result, plain: snapshot.result, kept: [] } : null,
    gallery: first ? [first] : [], mine: draft?.mine ?? null, opened: draft?.opened ?? document, notice: null,
    recent: [], persistence: "kept", sharing: null, importing: null,
  };
}
