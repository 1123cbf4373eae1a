/** The part of the page that is loaded after the first paint: Monaco and its two editors. */
import type { File, PositionRequest, Problem, Range } from "../protocol/protocol.gen.js";
import { isFromOtherText } from "../app/select.js";
import type { State } from "../app/state.js";
import type { Anchor } from "../app/unknowns.js";
import { requestFrame } from "../ui/frame.js";
import { GIVE } from "./hover.js";
import { colourCalls, registerLanguages } from "./language.js";
import { monaco, setRequestFrame } from "./monaco.js";
import { ProgramEditor, type ProgramListener } from "./program.js";
import { Providers, type Language } from "./providers.js";
import { CrossHighlighter } from "./crosshighlight.js";
import { RehearsalEditors } from "./rehearsal.js";
import { ResultEditor } from "./result.js";
import { applyTheme } from "./theme.js";

/** The elements that the editors are created in, and a function that starts Monaco's worker. */
export interface EditorHosts {
  readonly program: HTMLElement;
  readonly result: HTMLElement;
  readonly spawnWorker: () => Worker;
}

/** The editors' events. */
export interface EditorListener extends ProgramListener {
  /**
   * The user chose a value of the result. `source` is where it is written and `at` its position in
   * the result; with `withFocus`, the program's editor should take the focus.
   */
  resultChosen(source: Range, withFocus: boolean, at: monaco.IPosition): void;
}

/** The page's interface to the editors. */
export interface Editors {
  /** Updates the editors where the state has changed. */
  show(state: State): void;
  /** Applies the page's colours after its theme has changed. */
  retheme(): void;
  /** Selects a range of the shown file and scrolls to it. */
  goTo(at: Range, withFocus: boolean): void;
  /** Writes the result's DOM now instead of at the next frame. */
  flush(): void;
  focusProgram(): void;
  focusResult(): void;
  /** Opens hidden editors with a copy of a file. */
  rehearse(file: File): RehearsalEditors;
}

const NONE: readonly Problem[] = [];

/** Returns the problems to mark: none if the last snapshot is of another text, where positions mean nothing. */
function markedProblems(state: State): readonly Problem[] {
  return isFromOtherText(state) ? NONE : state.snapshot?.problems ?? NONE;
}

/** Offers "Explain This Value" in the context menu, on Alt+W, and on clicks on a value shown after a reference. */
function registerWhy(editor: monaco.editor.IStandaloneCodeEditor, providers: Providers, language: Language): void {
  const ask = (position: monaco.Position | null): void => {
    const model = editor.getModel(), at = model && position && providers.requestAt(model, position);
    if (at) language.why({ path: "", position: at });
  };
  editor.addAction({
    id: "pantograph.whySo", label: "Explain This Value", contextMenuGroupId: "navigation", contextMenuOrder: 0,
    keybindings: [monaco.KeyMod.Alt | monaco.KeyCode.KeyW], run: () => ask(editor.getPosition()),
  });
  editor.onMouseDown(({ target, event }) => {
    if (event.leftButton && target.type === monaco.editor.MouseTargetType.CONTENT_TEXT
      && isInjectedText(target)) ask(target.position);
  });
}

/**
 * Offers "Enter a Value" in the context menu, on Alt+G, in hovers, and on a click or Enter on an
 * unknown value of the result.
 */
function registerEnterValue(program: ProgramEditor, result: ResultEditor, providers: Providers,
    language: Language): void {
  const ask = (editor: monaco.editor.IStandaloneCodeEditor, position: monaco.IPosition | null,
      ifUnknown = false): void => {
    const model = editor.getModel(), at = model && position && providers.requestAt(model, position as monaco.Position);
    if (at) language.give({ path: "", position: at }, anchorAt(editor, position), ifUnknown);
  };
  for (const { editor } of [program, result]) {
    editor.addAction({
      id: "pantograph.giveValue", label: "Enter a Value", contextMenuGroupId: "navigation", contextMenuOrder: 0.5,
      keybindings: [monaco.KeyMod.Alt | monaco.KeyCode.KeyG], run: () => ask(editor, editor.getPosition()),
    });
  }
  monaco.editor.registerCommand(GIVE, (_, { line, column, result: of }: PositionRequest) =>
    ask(of ? result.editor : program.editor, { lineNumber: line, column }));
  result.onUnknown((at, ifUnknown) => ask(result.editor, at, ifUnknown));
}

/** Returns where a position is in the window, or the middle of the editor's left edge if it is scrolled out of view. */
function anchorAt(editor: monaco.editor.IStandaloneCodeEditor, position: monaco.IPosition): Anchor {
  const { left, top, height } = editor.getDomNode()!.getBoundingClientRect();
  const seen = editor.getScrolledVisiblePosition(position);
  if (!seen) return { left, top: top + height / 2, bottom: top + height / 2 };
  return { left: left + seen.left, top: top + seen.top, bottom: top + seen.top + seen.height };
}

/** Whether the mouse is on injected text. Monaco's types do not declare the `injectedText` property. */
function isInjectedText({ detail }: monaco.editor.IMouseTargetContentText): boolean {
  return (detail as { readonly injectedText?: unknown }).injectedText != null;
}

/** Creates the editors of the program and of the result. */
export function openEditors(hosts: EditorHosts, listener: EditorListener, language: Language): Editors {
  (globalThis as { MonacoEnvironment?: object }).MonacoEnvironment = { getWorker: hosts.spawnWorker };
  addEventListener("unhandledrejection", ignoreCancellation);
  setRequestFrame(requestFrame);
  registerLanguages();
  applyTheme();
  const program = new ProgramEditor(hosts.program, listener);
  const result = new ResultEditor(hosts.result, (source, withFocus, at) =>
    listener.resultChosen(source, withFocus, at));
  const providers = new Providers(language);
  providers.register();
  for (const { editor } of [program, result]) registerWhy(editor, providers, language);
  registerEnterValue(program, result, providers, language);
  void document.fonts.ready.then(() => monaco.editor.remeasureFonts());
  let shown: State | null = null;
  let selected: State["view"]["selection"] = null;
  new CrossHighlighter(program, result, () => shown !== null && shown.snapshot?.revision === shown.revision);
  return {
    show(state) {
      const before = shown;
      shown = state;
      if (before?.document.files !== state.document.files
        || before.view.file !== state.view.file) program.setFiles(state.document.files, state.view.file, state.written);
      if (before?.engine.dialects !== state.engine.dialects) colourCalls(state.engine.dialects);
      const problems = markedProblems(state);
      if (!before || markedProblems(before) !== problems) program.setProblems(problems);
      if (before?.view.inlays !== state.view.inlays) {
        providers.chooseInlays(state.view.inlays === "texts");
        program.setInlays(state.view.inlays !== "off");
      }
      if (state.shown && before?.shown !== state.shown && !isFromOtherText(state)) result.show(state.shown);
      // While an edit is being evaluated, the cursor's line and the result belong to different
      // texts.
      const isFresh = state.snapshot?.revision === state.revision;
      if (isFresh && (selected !== state.view.selection || before?.shown !== state.shown)) {
        const { selection } = state.view;
        result.select(selection?.value ?? selection?.at ?? null,
          selection !== selected && selection?.origin !== "result");
        selected = selection;
      }
    },
    retheme: applyTheme,
    goTo: (at, withFocus) => program.goTo(at, withFocus),
    flush: () => result.flush(),
    focusProgram: () => program.editor.focus(),
    focusResult: () => result.editor.focus(),
    rehearse: (file) => new RehearsalEditors(file),
  };
}

/**
 * Ignores what Monaco has cancelled, such as when the list of references is closed while it is filled. Monaco
 * ignores it as well, but only where it awaits the result.
 */
function ignoreCancellation(event: PromiseRejectionEvent): void {
  if (event.reason instanceof Error && event.reason.name === "Canceled") event.preventDefault();
}
