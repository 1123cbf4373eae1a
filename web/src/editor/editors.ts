/** The lazy part of the page: Monaco, and the two editors made of it. */
import type { Problem, Range } from "../protocol/protocol.gen.js";
import { isOfAnother } from "../app/select.js";
import type { State } from "../app/state.js";
import { registerLanguages } from "./language.js";
import { monaco } from "./monaco.js";
import { ProgramEditor, type ProgramListener } from "./program.js";
import { Providers, type Language } from "./providers.js";
import { ResultEditor } from "./result.js";
import { applyTheme } from "./theme.js";

export interface EditorHosts {
  readonly program: HTMLElement;
  readonly result: HTMLElement;
  readonly spawnWorker: () => Worker;
}

export interface EditorListener extends ProgramListener {
  resultChosen(source: Range, withFocus: boolean): void;
}

/** The editors as the page sees them. */
export interface Editors {
  /** Makes the editors show the state, as far as it changed. */
  show(state: State): void;
  /** Draws with the page's tokens after they changed. */
  retheme(): void;
  /** Goes to a place in the file that is shown. */
  goTo(at: Range, withFocus: boolean): void;
  /** Writes the result's DOM now instead of at the next frame. */
  flush(): void;
  focusProgram(): void;
  focusResult(): void;
}

const NONE: readonly Problem[] = [];

/** The problems of this text: places of another mean nothing in it. */
function markedProblems(state: State): readonly Problem[] {
  return isOfAnother(state) ? NONE : state.snapshot?.problems ?? NONE;
}

export function openEditors(hosts: EditorHosts, listener: EditorListener, language: Language): Editors {
  (globalThis as { MonacoEnvironment?: object }).MonacoEnvironment = { getWorker: hosts.spawnWorker };
  registerLanguages();
  applyTheme();
  const program = new ProgramEditor(hosts.program, listener);
  const result = new ResultEditor(hosts.result, (source, withFocus) => listener.resultChosen(source, withFocus));
  new Providers(language).register();
  void document.fonts.ready.then(() => monaco.editor.remeasureFonts());
  let shown: State | null = null;
  let selected: State["view"]["selection"] = null;
  return {
    show(state) {
      const before = shown;
      shown = state;
      if (before?.document.files !== state.document.files || before.view.file !== state.view.file) program.setFiles(state.document.files, state.view.file);
      const problems = markedProblems(state);
      if (!before || markedProblems(before) !== problems) program.setProblems(problems);
      if (before?.view.inlays !== state.view.inlays) program.setInlays(state.view.inlays === "on");
      if (state.shown && before?.shown !== state.shown) result.show(state.shown);
      // While an edit is evaluated the cursor's line and the result's source are of different texts.
      const isFresh = state.snapshot?.revision === state.revision;
      if (isFresh && (selected !== state.view.selection || before?.shown !== state.shown)) {
        const { selection } = state.view;
        result.select(selection?.at ?? null, selection !== selected && selection?.origin !== "result");
        selected = selection;
      }
    },
    retheme: applyTheme,
    goTo: (at, withFocus) => program.goTo(at, withFocus),
    flush: () => result.flush(),
    focusProgram: () => program.editor.focus(),
    focusResult: () => result.editor.focus(),
  };
}
