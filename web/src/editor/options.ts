/** Options shared by the program's editor and the result's. */
import type { monaco } from "./monaco.js";

/** Options for monaco.editor.create. */
export const OPTIONS = {
  theme: "pantograph",
  fontFamily: '"Commit Mono", ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  fontSize: 13.5,
  lineHeight: 21,
  fontLigatures: false,
  padding: { top: 8, bottom: 24 },
  automaticLayout: true,
  scrollBeyondLastLine: false,
  fixedOverflowWidgets: true,
  useShadowDOM: false, // the page's style sheet draws menus
  minimap: { enabled: false },
  glyphMargin: false,
  lineNumbersMinChars: 3,
  lineDecorationsWidth: 18,
  folding: true,
  showFoldingControls: "mouseover",
  foldingHighlight: false,
  overviewRulerLanes: 0,
  hideCursorInOverviewRuler: true,
  overviewRulerBorder: false,
  renderLineHighlight: "line",
  renderLineHighlightOnlyWhenFocus: true,
  roundedSelection: false,
  smoothScrolling: false,
  cursorBlinking: "solid",
  bracketPairColorization: { enabled: false },
  guides: { indentation: true, highlightActiveIndentation: true, bracketPairs: false },
  scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, useShadows: false,
    alwaysConsumeMouseWheel: false },
  stickyScroll: { enabled: false },
  unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: false, nonBasicASCII: false },
  wordWrap: "off",
  links: false,
  // Lines in view are coloured synchronously; this bounds a screen full of untrusted, very long
  // ones.
  maxTokenizationLineLength: 1_000,
  "semanticHighlighting.enabled": false,
} as const satisfies monaco.editor.IStandaloneEditorConstructionOptions;

/** Brackets are not coloured, since colours show the states of values. */
export const PLAIN_BRACKETS = {
  bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
} as const satisfies monaco.editor.ITextModelUpdateOptions;
