/** The editor of the result: read-only, and updated by the smallest edits. */
import type { Range, Rendered } from "../protocol/protocol.gen.js";
import {
  linesFrom, markAt, marksFrom, markUnder, type LineSpan, type Mark, type MarkState, secretStarts, styledMarks,
} from "../app/resultmarks.js";
import type { Shown } from "../app/state.js";
import {
  LINE_END, MAX_REPLACED, changeSplices, lineSplices, replacedLines, separate, smallestSplice, type RangeSplice,
} from "../app/text.js";
import { changeBetween } from "../evaluator/change.js";
import { RESULT_SCHEME } from "./convert.js";
import { keepInView } from "./inview.js";
import { resultLanguage } from "./language.js";
import { monaco } from "./monaco.js";
import { OPTIONS, PLAIN_BRACKETS } from "./options.js";

/**
 * Each edit splits pieces of Monaco's text buffer, which never joins them. After this many edits,
 * the text is set again once it has not changed for this many milliseconds.
 */
const REWRITE = { edits: 1_000, idle: 2_000 } as const;

/** How many lines above and below the visible ones are decorated. */
const MARGIN = 100;

/** How many lines above and below the visible ones are replaced together with them, before the others. */
const NEAR = 10;

/** How long no result must have arrived until the others are replaced, in milliseconds. */
const PAUSE = 250;

/** The editor that shows the result, with marks for the states of values. */
export class ResultEditor {
  readonly editor: monaco.editor.IStandaloneCodeEditor;
  private readonly model: monaco.editor.ITextModel;
  private readonly states: monaco.editor.IEditorDecorationsCollection;
  private readonly selected: monaco.editor.IEditorDecorationsCollection;
  private shown: Shown | null = null;
  private lines: readonly number[] = [];
  private edits = 0;
  /** Lines far from the visible ones that have not been replaced yet. */
  private readonly stale = new Set<number>();
  private replacing: ReturnType<typeof setTimeout> | undefined;
  private rewriting: ReturnType<typeof setTimeout> | undefined;

  /** `chosen` is called with the source of a value that the user clicks, or chooses with Enter. */
  constructor(host: HTMLElement, private readonly chosen: (source: Range, withFocus: boolean,
      at: monaco.IPosition) => void, scheme = RESULT_SCHEME) {
    this.model = monaco.editor.createModel("", resultLanguage("yaml"),
      monaco.Uri.from({ scheme, path: "/result" }));
    this.model.updateOptions(PLAIN_BRACKETS);
    this.editor = monaco.editor.create(host, {
      ...OPTIONS, model: this.model, ariaLabel: "Result", readOnly: true, domReadOnly: true, lineNumbers: "off",
      lineDecorationsWidth: 12,
      lineNumbersMinChars: 0, occurrencesHighlight: "off", renderLineHighlight: "none",
      readOnlyMessage: { value: "The result is read-only." },
    });
    this.states = this.editor.createDecorationsCollection();
    this.editor.onDidScrollChange(({ scrollTopChanged }) => {
      if (scrollTopChanged) this.replaceStale();
      this.decorate(false);
    });
    this.editor.onDidLayoutChange(() => {
      this.replaceStale();
      this.decorate(false);
    });
    this.editor.onDidFocusEditorText(() => this.replaceStale()); // the user may select and copy all
    this.selected = this.editor.createDecorationsCollection();
    keepInView(this.editor, () => this.lines[0] ?? 0);
    this.editor.onMouseDown(({ target, event }) => {
      if (event.leftButton && target.position
        && target.type === monaco.editor.MouseTargetType.CONTENT_TEXT) this.choose(target.position, false);
    });
    this.editor.onKeyDown(({ keyCode }) => {
      const position = this.editor.getPosition();
      if (keyCode !== monaco.KeyCode.Enter || !position) return;
      if (this.stateAt(position) === "unknown") this.unknown(position, false);
      else this.choose(position, true);
    });
    this.editor.onMouseUp(({ target: { position, type } }) => {
      const isClick = type === monaco.editor.MouseTargetType.CONTENT_TEXT && this.editor.getSelection()?.isEmpty();
      const state = isClick && position ? this.pieceAt(position)?.state : undefined;
      if (state === "unknown" || state === "secret" || state === "failed") this.unknown(position!, state !== "unknown");
    });
  }

  private choose(at: monaco.IPosition, withFocus: boolean): void {
    const source = this.shown && markUnder(this.shown.rendered, at.lineNumber, at.column)?.source;
    if (source) this.chosen(source, withFocus, at);
  }

  private unknown: (at: monaco.IPosition, ifUnknown: boolean) => void = () => undefined;

  /**
   * Sets the function to call when the user clicks an unknown value or presses Enter on it. It is
   * called with `ifUnknown` for clicks on secret and failed values, which may have an unknown cause:
   * a mask hides whether the secret is known, and an error may be due to a missing value.
   */
  onUnknown(listener: (at: monaco.IPosition, ifUnknown: boolean) => void): void { this.unknown = listener; }

  /** Returns the state of the value at a position; for a key, the state of the last value on its line. */
  private stateAt({ lineNumber, column }: monaco.IPosition): MarkState | undefined {
    const under = (at: number): MarkState | undefined =>
      (this.shown && markUnder(this.shown.rendered, lineNumber, at))?.state;
    const state = under(column);
    return state === "key" ? under(Infinity) : state;
  }

  /** Returns the mark at a position, or null. */
  pieceAt({ lineNumber, column }: monaco.IPosition): Mark | null {
    const mark = this.shown && markUnder(this.shown.rendered, lineNumber, column);
    return mark && mark.column <= column && column <= mark.endColumn ? mark : null;
  }

  /** Returns the marks of the values that came from a position in the source. */
  piecesFrom(at: Range): readonly Mark[] {
    return this.shown ? marksFrom(this.shown.rendered, at) : [];
  }

  /** Shows a result. */
  show(shown: Shown): void {
    const before = this.shown;
    this.shown = shown;
    const { rendered } = shown;
    if (before?.rendered.language !== rendered.language) monaco.editor.setModelLanguage(this.model,
      resultLanguage(rendered.language));
    if (before === shown) return;
    this.write(before?.rendered ?? null, rendered);
    this.decorate(true);
  }

  /** The lines whose values are decorated. */
  private decorated: LineSpan = { first: 1, last: 0 };

  /**
   * Decorates the values in view, and some lines around them: a result can have 100,000 values, and each decoration
   * would be made again after each key press. If `isChanged` is false, only lines that came into view matter.
   */
  private decorate(isChanged: boolean): void {
    const visible = this.visible();
    if (!this.shown || (!isChanged && visible.first >= this.decorated.first
      && visible.last <= this.decorated.last)) return;
    this.decorated = withMargin(visible, MARGIN);
    this.states.set(decorationsOf(this.shown, this.decorated));
  }

  private visible(): LineSpan {
    const visible = this.editor.getVisibleRanges();
    return { first: visible[0]?.startLineNumber ?? 1, last: visible.at(-1)?.endLineNumber ?? 1 };
  }

  /** Applies only the differences, so that Monaco does not tokenize and draw unchanged lines again. */
  private write(shown: Rendered | null, rendered: Rendered): void {
    const before = shown?.text ?? "", after = rendered.text;
    const change = shown && changeBetween(shown, rendered);
    if (!change && before === after) return;
    const lines = { count: this.model.getLineCount(), at: (line: number) => this.model.getLineContent(line) };
    const known = (): readonly RangeSplice[] | null => change && changeSplices(change, lines);
    const now = known();
    if (now && this.replaceNear(now)) return;
    if (this.stale.size > MAX_REPLACED) return this.rewrite();
    const hadStale = this.stale.size > 0;
    this.replaceStale(before);
    const splices = (hadStale ? known() : now)
      ?? lineSplices(before, after)?.map((splice) => ({ ...splice, endLine: splice.line }));
    if (splices && splices.length <= MAX_REPLACED) return this.apply(splices);
    const splice = smallestSplice(before, after);
    if (!splice) return;
    const { lineNumber: line, column } = this.model.getPositionAt(splice.start);
    const end = this.model.getPositionAt(splice.end);
    this.apply([{ line, column, endLine: end.lineNumber, endColumn: end.column, text: splice.text }]);
  }

  /**
   * Replaces only the lines near the visible ones if there are many others. Monaco takes about a millisecond for ten
   * lines, so when a value is used in many places, the others are replaced after a pause: while somebody types, they
   * change with each key. Returns false if all must be replaced now.
   */
  private replaceNear(splices: readonly RangeSplice[]): boolean {
    const { first, last } = withMargin(this.visible(), NEAR);
    const parts = this.editor.hasTextFocus() ? null : separate(splices, first, last);
    if (!parts) return false;
    for (const { line, endLine, endColumn } of parts.far) {
      for (let each = line; each < endLine + (endColumn > 1 ? 1 : 0); each++) this.stale.add(each);
    }
    this.apply(parts.near);
    clearTimeout(this.replacing);
    this.replacing = setTimeout(() => this.replaceStale(), PAUSE);
    return true;
  }

  private apply(splices: readonly RangeSplice[]): void {
    if (splices.length === 0) return;
    clearTimeout(this.rewriting);
    this.edits += splices.length;
    if (this.edits > REWRITE.edits) this.rewriting = setTimeout(() => this.rewrite(), REWRITE.idle);
    this.model.applyEdits(splices.map(({ line, column, endLine, endColumn, text }) =>
      ({ range: new monaco.Range(line, column, endLine, endColumn), text })));
  }

  /** Replaces the lines that have been left out, by those of the text to which they belong. */
  private replaceStale(text = this.shown?.rendered.text ?? ""): void {
    clearTimeout(this.replacing);
    if (this.stale.size === 0) return;
    if (this.stale.size > MAX_REPLACED) return this.rewrite();
    const splices = replacedLines(this.stale, text);
    this.stale.clear();
    this.apply(splices);
  }

  /** Sets the same text again as a single piece, preserving decorations and the view. */
  private rewrite(): void {
    if (!this.shown) return;
    clearTimeout(this.rewriting);
    this.edits = 0;
    this.stale.clear();
    const view = this.editor.saveViewState();
    this.model.setValue(this.shown.rendered.text);
    this.editor.restoreViewState(view);
    this.decorate(true);
    this.mark();
  }

  private mark(): void {
    this.selected.set(this.lines.map((line) => ({
      range: new monaco.Range(line, 1, line, 1), options: { isWholeLine: true, className: "selected-line",
        marginClassName: "selected-line-margin" },
    })));
  }

  /** Highlights the lines that came from a position in the source, and scrolls to the first with `withScroll`. */
  select(at: Range | null, withScroll: boolean): void {
    const lines = at && this.shown ? linesFrom(this.shown.rendered, at) : [];
    if (lines.length === this.lines.length && lines.every((line, index) => line === this.lines[index])) return;
    this.lines = lines;
    this.mark();
    if (!lines[0] || !withScroll) return;
    this.editor.revealLineInCenterIfOutsideViewport(lines[0], monaco.editor.ScrollType.Immediate);
    // The call above treats a line that is cut off at the edge as visible.
    this.editor.revealLine(lines[0], monaco.editor.ScrollType.Immediate);
  }

  /** Writes the DOM now instead of at the next frame. */
  flush(): void {
    this.editor.render();
  }

  dispose(): void {
    clearTimeout(this.rewriting);
    clearTimeout(this.replacing);
    this.editor.dispose();
    this.model.dispose();
  }
}

function withMargin({ first, last }: LineSpan, margin: number): LineSpan {
  return { first: first - margin, last: last + margin };
}

function decorationsOf({ rendered, kept }: Shown, span: LineSpan): monaco.editor.IModelDeltaDecoration[] {
  const states = styledMarks(rendered, span).map((index) => {
    const { line, column, endColumn, state } = markAt(rendered, index);
    return { range: new monaco.Range(line, column, line, endColumn), options: { inlineClassName: `value-${state}`,
      description: state } };
  });
  // Monaco splits a decorated range into an element for each token, and each would get a bar, so only
  // the first character is decorated.
  const bars = secretStarts(rendered, span).map(({ line, column }) => ({
    range: new monaco.Range(line, column, line, column + 1), options: { inlineClassName: "secret-start",
      description: "secret" },
  }));
  const faint = kept.map(([first, last]) => ({
    range: new monaco.Range(first, 1, last, LINE_END), options: { inlineClassName: "kept", description: "kept" },
  }));
  return [...states, ...bars, ...faint];
}
