/**
 * Highlights the value under the mouse in both editors: where it is written in the program, and
 * where it appears in the result.
 */
import type { Range } from "../protocol/protocol.gen.js";
import type { Mark } from "../app/resultmarks.js";
import { fileOf, toMonaco } from "./convert.js";
import { monaco } from "./monaco.js";
import type { ProgramEditor } from "./program.js";
import type { ResultEditor } from "./result.js";

const LIT = { className: "lit", description: "lit" } as const;
/** Ranges of this many lines are whole sections; highlighting them would not help. */
const MAX_LINES = 12;

/** Follows the mouse in both editors and highlights the value under it in each. */
export class CrossHighlighter {
  private readonly inProgram: monaco.editor.IEditorDecorationsCollection;
  private readonly inResult: monaco.editor.IEditorDecorationsCollection;
  private last = "";

  /** `isFresh` returns whether the result belongs to the current text. */
  constructor(private readonly program: ProgramEditor, private readonly result: ResultEditor, isFresh: () => boolean) {
    this.inProgram = program.editor.createDecorationsCollection();
    this.inResult = result.editor.createDecorationsCollection();
    program.editor.onMouseMove(({ target }) => this.fromProgram(isFresh() ? textAt(target) : null));
    result.editor.onMouseMove(({ target }) => this.fromResult(isFresh() ? textAt(target) : null));
    for (const { editor } of [program, result]) editor.onMouseLeave(() => this.show([], []));
    program.editor.onDidChangeModelContent(() => this.show([], []));
  }

  private fromProgram(at: monaco.IPosition | null): void {
    const model = this.program.editor.getModel();
    if (!at || !model) return this.show([], []);
    const position = { file: fileOf(model.uri), line: at.lineNumber, column: at.column, endLine: at.lineNumber,
      endColumn: at.column };
    const pieces = this.result.piecesFrom(position);
    const source = pieces[0]?.source;
    this.show(source && isShort(source) ? [source] : [], source && isShort(source) ? pieces : []);
  }

  private fromResult(at: monaco.IPosition | null): void {
    const piece = at && this.result.pieceAt(at);
    const model = this.program.editor.getModel();
    const isHere = piece?.source && model && fileOf(model.uri) === piece.source.file && isShort(piece.source);
    this.show(isHere && piece.source ? [piece.source] : [], piece ? [piece] : []);
  }

  private show(sources: readonly Range[], pieces: readonly Mark[]): void {
    const key = JSON.stringify([sources, pieces.map(({ line, column }) => [line, column])]);
    if (key === this.last) return;
    this.last = key;
    this.inProgram.set(sources.map((range) => ({ range: toMonaco(range), options: LIT })));
    this.inResult.set(pieces.map(({ line, column, endColumn }) =>
      ({ range: new monaco.Range(line, column, line, endColumn), options: LIT })));
  }
}

function textAt({ type, position }: monaco.editor.IMouseTarget): monaco.IPosition | null {
  return type === monaco.editor.MouseTargetType.CONTENT_TEXT ? position : null;
}

function isShort({ line, endLine }: Range): boolean {
  return endLine - line < MAX_LINES;
}
