/** Monaco's theme, made of the colours of the page's style sheet (styles/tokens.css). */
import { monaco } from "./monaco.js";

type Token = "ink" | "muted" | "accent" | "ground" | "panel" | "rule" | "rule-strong" | "wash" | "hover" | "error"
  | "mocked";

/** The colours of the tokens of grammar.ts; tokens that are not listed have the colour ink. */
const TEXT: readonly (readonly [name: string, colour: Token, style?: string])[] = [
  ["", "ink"],
  ["section", "ink", "bold"],
  ["key.result", "muted"],
  ["punctuation", "muted"],
  ["comment", "muted", "italic"],
  ["escape", "muted"],
  ["tag", "muted"],
  ["reference", "accent"],
  ["anchor", "accent"],
];

/** Monaco's colour names, by the page's colour that they get; after a slash, its opacity as two hexadecimal digits. */
const COLOURS: Readonly<Record<string, readonly string[]>> = {
  ground: [
    "editor.background", "editorGutter.background", "editorHoverWidget.background", "editorSuggestWidget.background",
    "input.background",
    "menu.background", "quickInput.background", "peekViewEditor.background", "editorMarkerNavigation.background",
    "button.foreground",
  ],
  panel: [
    "editor.lineHighlightBackground", "editorWidget.background", "editorHoverWidget.statusBarBackground",
    "peekViewResult.background",
    "peekViewTitle.background", "textCodeBlock.background",
  ],
  ink: [
    "editor.foreground", "editorLineNumber.activeForeground", "editorWidget.foreground", "editorHoverWidget.foreground",
    "editorSuggestWidget.foreground", "editorSuggestWidget.selectedForeground", "foreground", "input.foreground",
    "inputOption.activeForeground", "icon.foreground", "menu.foreground", "menu.selectionForeground",
    "list.focusForeground",
    "list.activeSelectionForeground", "quickInput.foreground", "quickInputList.focusForeground",
    "keybindingLabel.foreground",
    "peekViewTitleLabel.foreground", "peekViewResult.fileForeground", "peekViewResult.selectionForeground",
  ],
  muted: [
    "editorLineNumber.foreground", "editorInlayHint.foreground", "descriptionForeground", "pickerGroup.foreground",
    "peekViewTitleDescription.foreground", "peekViewResult.lineForeground",
  ],
  accent: [
    "editorCursor.foreground", "editorBracketMatch.border", "editorInfo.foreground",
    "editorSuggestWidget.highlightForeground",
    "editorSuggestWidget.focusHighlightForeground", "focusBorder", "textLink.foreground", "textLink.activeForeground",
    "inputOption.activeBorder", "list.highlightForeground", "peekView.border", "editorMarkerNavigationInfo.background",
    "editorLink.activeForeground", "button.background",
  ],
  "accent/3d": ["editor.selectionBackground"],
  "accent/24": ["editor.inactiveSelectionBackground", "peekViewResult.matchHighlightBackground",
    "peekViewEditor.matchHighlightBackground"],
  "accent/1f": [
    "editor.selectionHighlightBackground", "editorBracketMatch.background", "editor.wordHighlightBackground",
    "editor.wordHighlightStrongBackground", "editor.wordHighlightTextBackground",
  ],
  "mocked/66": ["editor.findMatchBackground"],
  "mocked/33": ["editor.findMatchHighlightBackground"],
  mocked: ["editorWarning.foreground", "editorMarkerNavigationWarning.background", "editorLightBulb.foreground"],
  error: ["editorError.foreground", "errorForeground", "editorMarkerNavigationError.background"],
  rule: ["editorIndentGuide.background1", "menu.separatorBackground", "pickerGroup.border"],
  "rule-strong": [
    "editorIndentGuide.activeBackground1", "editorWidget.border", "editorHoverWidget.border",
    "editorSuggestWidget.border", "widget.border",
    "input.border", "menu.border",
  ],
  "rule-strong/4d": ["scrollbarSlider.background"],
  "rule-strong/80": ["scrollbarSlider.hoverBackground", "scrollbarSlider.activeBackground"],
  wash: [
    "editorSuggestWidget.selectedBackground", "inputOption.activeBackground", "menu.selectionBackground",
    "list.focusBackground",
    "list.activeSelectionBackground", "list.inactiveSelectionBackground", "quickInputList.focusBackground",
    "peekViewResult.selectionBackground",
  ],
  hover: ["list.hoverBackground"],
  "ground/00": ["editor.lineHighlightBorder", "editorInlayHint.background", "editorOverviewRuler.border",
    "scrollbar.shadow", "widget.shadow"],
};

/** Applies the page's current colours to Monaco. */
export function applyTheme(): void {
  const styles = getComputedStyle(document.documentElement);
  drawWith((name) => styles.getPropertyValue(`--${name}`).trim(), document.documentElement.dataset["theme"] === "dark");
}

/** Sets Monaco's theme. `token` returns a colour as #rrggbb. */
export function drawWith(token: (name: Token) => string, isDark: boolean): void {
  const colors: Record<string, string> = {};
  for (const [key, names] of Object.entries(COLOURS)) {
    const [name = "", opacity = ""] = key.split("/");
    const colour = token(name as Token);
    for (const each of names) colors[each] = colour + opacity;
  }
  monaco.editor.defineTheme("pantograph", {
    base: isDark ? "vs-dark" : "vs",
    inherit: false,
    rules: TEXT.map(([name, colour, fontStyle = ""]) =>
      ({ token: name, foreground: token(colour).slice(1), fontStyle })),
    colors,
  });
  monaco.editor.setTheme("pantograph");
}
