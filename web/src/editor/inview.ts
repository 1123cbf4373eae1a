/** An editor that gets lower, because a problem is listed below it, keeps a line in view. */
import { monaco } from "./monaco.js";

/** line gives the line's number, 0 for none. A line that was out of view already stays there. */
export function keepInView(editor: monaco.editor.ICodeEditor, line: () => number): void {
  let before = editor.getLayoutInfo().height;
  editor.onDidLayoutChange(({ height }) => {
    // getScrolledVisiblePosition would have Monaco draw here and now, with selections that it has not yet fitted to the new height.
    const lineNumber = line(), top = lineNumber > 0 ? editor.getTopForLineNumber(lineNumber) - editor.getScrollTop() : -1;
    const bottom = top + editor.getOption(monaco.editor.EditorOption.lineHeight);
    if (top >= 0 && bottom <= before && bottom > height) editor.revealLine(lineNumber, monaco.editor.ScrollType.Immediate);
    before = height;
  });
}
