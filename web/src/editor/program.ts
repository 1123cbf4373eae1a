/** The editor of the program, with a model for each file of the document. */
import type { File, Problem, Range } from "../protocol/protocol.gen.js";
import type { State } from "../app/state.js";
import { isPosition, smallestSplice } from "../app/text.js";
import { INPUTS_FILE } from "../app/update.js";
import { fileOf, fromPosition, SCHEME, toMonaco, uriOf } from "./convert.js";
import { keepInView } from "./inview.js";
import { languageOf } from "./language.js";
import { monaco } from "./monaco.js";
import { OPTIONS, PLAIN_BRACKETS } from "./options.js";

/** The editor's events. */
export interface ProgramListener {
  /** The user changed a file. `began` is when the input event happened, as in performance.now(). */
  edited(file: string, text: string, began: number): void;
  /** The user moved the cursor; `at` is an empty range. */
  cursorMoved(at: Range): void;
  /** Escape was pressed, perhaps by a keyboard user who wants to leave the editor. */
  escaped(): void;
}

const SEVERITIES = { error: 8, warning: 4,
  info: 2 } as const satisfies Record<Problem["severity"], monaco.MarkerSeverity>;
/** An input event that is older, in milliseconds, did not cause a change. */
const MAX_INPUT_AGE = 1_000;

/** The editor of the document's files. It shows one at a time and keeps the view state of the others. */
export class ProgramEditor {
  readonly editor: monaco.editor.IStandaloneCodeEditor;
  private readonly texts = new Map<string, string>();
  private readonly views = new Map<string, monaco.editor.ICodeEditorViewState>();
  private isApplying = false;
  private lastInput = 0;

  constructor(host: HTMLElement, private readonly listener: ProgramListener) {
    this.editor = monaco.editor.create(host, {
      ...OPTIONS, model: null, ariaLabel: "Template editor", tabSize: 2, insertSpaces: true, detectIndentation: false,
      quickSuggestions: { other: true, strings: true, comments: false }, wordBasedSuggestions: "off",
      acceptSuggestionOnEnter: "smart",
      lightbulb: { enabled: monaco.editor.ShowLightbulbIconMode.OnCode },
      inlayHints: { enabled: "off", fontFamily: OPTIONS.fontFamily, padding: false },
    });
    for (const type of ["keydown", "beforeinput", "paste", "drop"]) {
      host.addEventListener(type, (event) => { this.lastInput = event.timeStamp; }, { capture: true });
    }
    this.editor.onDidChangeCursorPosition(({ position, source }) => {
      const model = this.editor.getModel();
      if (model && source !== "api" && !this.isApplying) listener.cursorMoved(fromPosition(fileOf(model.uri),
        position));
    });
    keepInView(this.editor, () => this.editor.getPosition()?.lineNumber ?? 0);
    // Without this, typing would be undone together with an edit from a form field.
    this.editor.onDidFocusEditorText(() => this.editor.getModel()?.pushStackElement());
    this.editor.onKeyDown((event) => {
      if (event.keyCode === monaco.KeyCode.Escape) listener.escaped();
    });
  }

  /** Makes the models match the document by the smallest edits, and shows the active file. */
  setFiles(files: readonly File[], active: string, written: State["written"]): void {
    const names = new Set(files.map(({ name }) => name));
    this.isApplying = true;
    for (const { name, text } of files) this.setText(name, text, written?.text === text && name === INPUTS_FILE
      ? written.edit : null);
    for (const model of this.models()) {
      if (names.has(fileOf(model.uri))) continue;
      this.texts.delete(fileOf(model.uri));
      this.views.delete(fileOf(model.uri));
      if (this.editor.getModel() !== model) model.dispose();
    }
    this.show(active);
    for (const model of this.models()) if (!names.has(fileOf(model.uri))) model.dispose();
    this.isApplying = false;
  }

  private models(): readonly monaco.editor.ITextModel[] {
    return monaco.editor.getModels().filter(({ uri }) => uri.scheme === SCHEME);
  }

  /** The form edit (State.fieldEdits) that made the last change to a model; null if something else did. */
  private fieldEdit: number | null = null;

  /** Sets a file's text. Changes made by the same form edit become a single undo step. */
  private setText(name: string, text: string, fieldEdit: number | null): void {
    const before = this.texts.get(name);
    if (before === text) return;
    this.texts.set(name, text);
    const model = monaco.editor.getModel(uriOf(name));
    if (!model) {
      const created = monaco.editor.createModel(fieldEdit === null ? text : "", languageOf(name), uriOf(name));
      created.updateOptions(PLAIN_BRACKETS);
      created.onDidChangeContent(() => this.onChange(name, created));
      if (fieldEdit !== null) this.replace(created, text, fieldEdit);
      return;
    }
    this.replace(model, text, fieldEdit);
  }

  private replace(model: monaco.editor.ITextModel, text: string, fieldEdit: number | null): void {
    const splice = smallestSplice(model.getValue(), text);
    if (!splice) return;
    const range = monaco.Range.fromPositions(model.getPositionAt(splice.start), model.getPositionAt(splice.end));
    if (fieldEdit === null || fieldEdit !== this.fieldEdit) model.pushStackElement();
    model.pushEditOperations([], [{ range, text: splice.text }], () => null);
    if (fieldEdit === null) model.pushStackElement();
    this.fieldEdit = fieldEdit;
  }

  private onChange(name: string, model: monaco.editor.ITextModel): void {
    if (this.isApplying) return;
    this.fieldEdit = null;
    const text = model.getValue(), now = performance.now();
    this.texts.set(name, text);
    this.listener.edited(name, text, now - this.lastInput < MAX_INPUT_AGE ? this.lastInput : now);
  }

  private show(name: string): void {
    const model = monaco.editor.getModel(uriOf(name)), shown = this.editor.getModel();
    if (!model || model === shown) return;
    const view = shown && this.editor.saveViewState();
    if (shown && view) this.views.set(fileOf(shown.uri), view);
    this.editor.setModel(model);
    this.editor.restoreViewState(this.views.get(name) ?? null);
  }

  /** Marks problems in the text; problems without a position are left out. */
  setProblems(problems: readonly Problem[]): void {
    const byFile = new Map<string, monaco.editor.IMarkerData[]>();
    for (const problem of problems) {
      if (!isPosition(problem.range)) continue;
      const markers = byFile.get(problem.range.file);
      if (markers) markers.push(markerOf(problem));
      else byFile.set(problem.range.file, [markerOf(problem)]);
    }
    for (const model of this.models()) monaco.editor.setModelMarkers(model, SCHEME,
      byFile.get(fileOf(model.uri)) ?? []);
  }

  /** Shows or hides values after references. */
  setInlays(isOn: boolean): void {
    this.editor.updateOptions({ inlayHints: { enabled: isOn ? "on" : "off" } });
  }

  /** Selects a range of the shown file and scrolls to it; does nothing for ranges in other files. */
  goTo(at: Range, withFocus: boolean): void {
    const model = this.editor.getModel();
    if (!isPosition(at) || !model || fileOf(model.uri) !== at.file) return;
    const range = toMonaco(at);
    this.editor.setSelection(range, "api");
    this.editor.revealRangeInCenterIfOutsideViewport(range, monaco.editor.ScrollType.Immediate);
    if (withFocus) this.editor.focus();
  }
}

/** Returns the Monaco marker for a problem that has a position. */
export function markerOf(problem: Problem): monaco.editor.IMarkerData {
  const { message, reference, severity, code, range, notes } = problem;
  return {
    ...toMonaco(range), severity: SEVERITIES[severity], code, source: "",
    message: reference && reference !== message ? `${message}\n${reference}` : message,
    relatedInformation: notes.filter((note) => isPosition(note.range))
      .map((note) => ({ ...toMonaco(note.range), message: note.message, resource: uriOf(note.range.file) })),
  };
}
