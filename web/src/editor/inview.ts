/** An editor that gets lower, because a problem is listed below it, keeps a line in view. */
import { monaco } from "./monaco.js";

/** line gives the line's number, 0 for none. A line that was out of view already stays there. */
export function keepInView(editor: monaco.editor.ICodeEditor, line: () => number): void {
  let before = editor.getLayoutInfo().height;
  editor.onDidLayoutChange(({ height }) => {
    const lineNumber = line(), place = lineNumber > 0 ? editor.getScrolledVisiblePosition({ lineNumber, column: 1 }) : null;
    const bottom = place ? place.top + place.height : 0;
    if (place && place.top >= 0 && bottom <= before && bottom > height) editor.revealLine(lineNumber, monaco.editor.ScrollType.Immediate);
    before = height;
  });
}
