/** Keeps a line in view when its editor shrinks, as it does when problems are listed below it. */
import { monaco } from "./monaco.js";

/** Keeps the line that `line` returns (0 for none) in view. A line that is already out of view is left there. */
export function keepInView(editor: monaco.editor.ICodeEditor, line: () => number): void {
  let before = editor.getLayoutInfo().height;
  editor.onDidLayoutChange(({ height }) => {
    // getScrolledVisiblePosition would make Monaco draw at once, with selections not yet fitted to
    // the new height.
    const lineNumber = line(), top = lineNumber > 0
      ? editor.getTopForLineNumber(lineNumber) - editor.getScrollTop() : -1;
    const bottom = top + editor.getOption(monaco.editor.EditorOption.lineHeight);
    if (top >= 0 && bottom <= before && bottom > height) editor.revealLine(lineNumber,
      monaco.editor.ScrollType.Immediate);
    before = height;
  });
}
