/** Options that all editors share. */
import type { monaco } from "./monaco.js";

/** The options for monaco.editor.create. */
export const OPTIONS = {
  theme: "pantograph",
  fontFamily: '"Commit Mono", Menlo, Consolas, monospace',
  fontSize: 13.5,
  lineHeight: 21,
  fontLigatures: false,
  padding: { top: 8, bottom: 24 },
  automaticLayout: true,
  scrollBeyondLastLine: false,
  fixedOverflowWidgets: true,
  useShadowDOM: false, // so that the page's style sheet applies to menus
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
  // Visible lines are tokenized synchronously. Without a limit, a screen full of very long untrusted
  // lines would block the page.
  maxTokenizationLineLength: 1_000,
  "semanticHighlighting.enabled": false,
} as const satisfies monaco.editor.IStandaloneEditorConstructionOptions;

/** Model options that turn off bracket colours, since colours show the states of values. */
export const PLAIN_BRACKETS = {
  bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
} as const satisfies monaco.editor.ITextModelUpdateOptions;
