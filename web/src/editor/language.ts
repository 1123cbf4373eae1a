/**
 * How the texts are coloured: ink for what is said, muted for comments and punctuation, the
 * accent for references. Colour beyond that belongs to the states of values.
 */
import { monaco } from "./monaco.js";

/** YAML as templates use it: plain keys and scalars, and `${...}` wherever a scalar may have it. */
const yaml: monaco.languages.IMonarchLanguage = {
  defaultToken: "",
  brackets: [],
  tokenizer: {
    root: [
      [/^\s*(---|\.\.\.)(?=\s|$)/, "punctuation"],
      [/^%.*$/, "comment"],
      [/(^|\s)#.*$/, "comment"],
      [/([-?])(?=\s)/, "punctuation"],
      [/[|>][+-]?[0-9]?[+-]?\s*(#.*)?$/, { token: "punctuation", next: "@block" }],
      [/^[A-Za-z_][\w.-]*(?=\s*:(\s|$))/, "section"],
      [/("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')(\s*)(:)(?=\s|$)/, ["key", "", "punctuation"]],
      [/(fn::[^\s:#{}[\],]+(?:::?[^\s:#{}[\],]+)*)(:)(?=\s|$)/, ["function", "punctuation"]],
      [/((?:[^\s#:"'{}[\],&*!|>%@`$-]|-(?=\S)|:(?=\S))(?:[^#:{}[\],$]|:(?=\S)|[^\s]#)*?)(\s*)(:)(?=\s|$)/, ["key", "", "punctuation"]],
      { include: "@scalar" },
    ],
    scalar: [
      [/"/, "string", "@double"],
      [/'/, "string", "@single"],
      [/\$\$\{/, "value"],
      [/\$\{/, "reference", "@reference"],
      [/[&*][^\s,\]}]+/, "anchor"],
      [/![^\s,\]}]*/, "tag"],
      [/[{}[\],]/, "punctuation"],
      [/[^\s#"'$&*!{}[\],:]+/, "value"],
      [/[:$]/, "value"],
      [/#/, "value"],
    ],
    double: [
      [/\$\{/, "reference", "@reference"],
      [/[^"\\$]+/, "string"],
      [/\\./, "escape"],
      [/"/, "string", "@pop"],
      [/\$/, "string"],
    ],
    single: [
      [/\$\{/, "reference", "@reference"],
      [/[^'$]+/, "string"],
      [/''/, "escape"],
      [/'/, "string", "@pop"],
      [/\$/, "string"],
    ],
    reference: [
      [/\}/, "reference", "@pop"],
      [/[^}"']+/, "reference"],
      [/"[^"]*"|'[^']*'/, "reference"],
      [/["']/, "reference"],
      [/$/, "", "@pop"],
    ],
    // A block scalar's lines; it ends at the first line that begins like a key or an item.
    block: [
      [/^(?=\s*(- |[\w"'.:/-]+:(\s|$)))/, { token: "@rematch", next: "@pop" }],
      [/^(?=\S)/, { token: "@rematch", next: "@pop" }],
      [/\$\{/, "reference", "@reference"],
      [/[^$]+/, "string"],
      [/\$/, "string"],
    ],
  },
};

const json: monaco.languages.IMonarchLanguage = {
  defaultToken: "",
  brackets: [],
  tokenizer: {
    root: [
      [/("(?:[^"\\]|\\.)*")(\s*)(:)/, ["key", "", "punctuation"]],
      [/"(?:[^"\\]|\\.)*"/, "string"],
      [/[{}[\],:]/, "punctuation"],
      [/[^\s{}[\],:"]+/, "value"],
    ],
  },
};

const assignments: monaco.languages.IMonarchLanguage = {
  defaultToken: "",
  brackets: [],
  tokenizer: {
    root: [
      [/^\s*#.*$/, "comment"],
      [/^(\s*(?:export\s+)?)("[^"]*"|[\w.-]+)(\s*)(=)/, ["", "key", "", "punctuation"]],
      [/"(?:[^"\\]|\\.)*"|'[^']*'/, "string"],
      [/[{}[\],()]/, "punctuation"],
      [/[^\s{}[\],()"']+/, "value"],
      [/["']/, "string"],
    ],
  },
};

const configuration: monaco.languages.LanguageConfiguration = {
  comments: { lineComment: "#" },
  brackets: [["{", "}"], ["[", "]"]],
  autoClosingPairs: [
    { open: "{", close: "}" }, { open: "[", close: "]" },
    { open: '"', close: '"', notIn: ["string"] }, { open: "'", close: "'", notIn: ["string"] },
  ],
  surroundingPairs: [{ open: "{", close: "}" }, { open: "[", close: "]" }, { open: '"', close: '"' }, { open: "'", close: "'" }],
  folding: { offSide: true },
  wordPattern: /[^\s:{}[\],"'`$#&*!|>.]+/,
  onEnterRules: [{ beforeText: /:\s*$/, action: { indentAction: 1 } }],
};

/** The Monaco language of a file by its name. */
export function languageOf(file: string): string {
  return file.endsWith(".json") ? "json" : /\.ya?ml$/.test(file) ? "yaml" : "plaintext";
}

const GRAMMARS = { yaml, json, hcl: assignments, shell: assignments, dotenv: assignments, ini: assignments } as const;
const RESULT = "result-";

/** The Monaco language of a result: the same grammar, its keys drawn fainter than its values. */
export function resultLanguage(id: string): string {
  return id in GRAMMARS ? RESULT + id : id;
}

export function registerLanguages(): void {
  for (const [name, grammar] of Object.entries(GRAMMARS)) {
    for (const [id, tokenPostfix] of [[name, ".source"], [RESULT + name, ".result"]] as const) {
      monaco.languages.register({ id });
      monaco.languages.setMonarchTokensProvider(id, { ...grammar, tokenPostfix });
      monaco.languages.setLanguageConfiguration(id, configuration);
    }
  }
}

/** Draws Monaco with the tokens of the page's style sheet, which the theme has just changed. */
export function applyTheme(): void {
  const styles = getComputedStyle(document.documentElement);
  const token = (name: string): string => styles.getPropertyValue(`--${name}`).trim();
  const [ink, muted, accent, ground, panel, rule] = [token("ink"), token("muted"), token("accent"), token("ground"), token("panel"), token("rule")];
  const isDark = document.documentElement.dataset["theme"] === "dark";
  const rules = ([
    ["", ink], ["section", ink], ["key", ink], ["key.result", muted], ["value", ink], ["string", ink], ["punctuation", muted], ["comment", muted], ["reference", accent],
    ["function", ink], ["escape", muted], ["anchor", accent], ["tag", muted],
  ] as const).map(([name, colour]) => ({
    token: name, foreground: colour.slice(1), ...(name === "comment" ? { fontStyle: "italic" } : name === "section" ? { fontStyle: "bold" } : {}),
  }));
  monaco.editor.defineTheme("pantograph", {
    base: isDark ? "vs-dark" : "vs", inherit: false, rules,
    colors: {
      "editor.background": ground, "editor.foreground": ink, "editorCursor.foreground": accent, "editorGutter.background": ground,
      "editorLineNumber.foreground": muted, "editorLineNumber.activeForeground": ink,
      "editor.lineHighlightBackground": `${panel}`, "editor.lineHighlightBorder": "#00000000",
      "editor.selectionBackground": `${accent}3d`, "editor.inactiveSelectionBackground": `${accent}24`, "editor.selectionHighlightBackground": `${accent}1f`,
      "editor.wordHighlightBackground": `${accent}1a`, "editor.wordHighlightStrongBackground": `${accent}26`, "editor.wordHighlightTextBackground": `${accent}1a`,
      "editor.findMatchBackground": `${token("mocked")}66`, "editor.findMatchHighlightBackground": `${token("mocked")}33`,
      "editorBracketMatch.background": `${accent}1f`, "editorBracketMatch.border": accent,
      "editorIndentGuide.background1": `${rule}`, "editorIndentGuide.activeBackground1": token("rule-strong"),
      "editorError.foreground": token("error"), "editorWarning.foreground": token("mocked"), "editorInfo.foreground": accent,
      "editorWidget.background": panel, "editorWidget.foreground": ink, "editorWidget.border": token("rule-strong"),
      "editorHoverWidget.background": ground, "editorHoverWidget.foreground": ink, "editorHoverWidget.border": token("rule-strong"), "editorHoverWidget.statusBarBackground": panel,
      "editorSuggestWidget.background": ground, "editorSuggestWidget.border": token("rule-strong"), "editorSuggestWidget.foreground": ink,
      "editorSuggestWidget.selectedBackground": token("wash"), "editorSuggestWidget.selectedForeground": ink, "editorSuggestWidget.highlightForeground": accent, "editorSuggestWidget.focusHighlightForeground": accent,
      "editorInlayHint.background": "#00000000", "editorInlayHint.foreground": muted,
      "editorOverviewRuler.border": "#00000000", "scrollbarSlider.background": `${token("rule-strong")}4d`, "scrollbarSlider.hoverBackground": `${token("rule-strong")}80`, "scrollbarSlider.activeBackground": `${token("rule-strong")}99`,
      "scrollbar.shadow": "#00000000", "widget.shadow": "#00000000", "widget.border": token("rule-strong"),
      "focusBorder": accent, "foreground": ink, "descriptionForeground": muted, "errorForeground": token("error"), "textLink.foreground": accent, "textLink.activeForeground": accent,
      "input.background": ground, "input.foreground": ink, "input.border": token("rule-strong"), "inputOption.activeBackground": token("wash"), "inputOption.activeBorder": accent, "inputOption.activeForeground": ink, "icon.foreground": ink,
      "menu.background": ground, "menu.foreground": ink, "menu.selectionBackground": token("wash"), "menu.selectionForeground": ink, "menu.border": token("rule-strong"), "menu.separatorBackground": rule,
      "list.hoverBackground": token("hover"), "list.focusBackground": token("wash"), "list.focusForeground": ink, "list.activeSelectionBackground": token("wash"), "list.activeSelectionForeground": ink, "list.inactiveSelectionBackground": token("wash"), "list.highlightForeground": accent,
      "quickInput.background": ground, "quickInput.foreground": ink, "quickInputList.focusBackground": token("wash"), "quickInputList.focusForeground": ink, "pickerGroup.border": rule, "pickerGroup.foreground": muted, "keybindingLabel.foreground": ink,
      "peekView.border": accent, "peekViewEditor.background": ground, "peekViewResult.background": panel, "peekViewTitle.background": panel, "peekViewTitleLabel.foreground": ink, "peekViewTitleDescription.foreground": muted, "peekViewResult.fileForeground": ink, "peekViewResult.lineForeground": muted, "peekViewResult.selectionBackground": token("wash"), "peekViewResult.selectionForeground": ink, "peekViewResult.matchHighlightBackground": `${accent}33`, "peekViewEditor.matchHighlightBackground": `${accent}33`,
      "editorMarkerNavigation.background": ground, "editorMarkerNavigationError.background": token("error"), "editorMarkerNavigationWarning.background": token("mocked"), "editorMarkerNavigationInfo.background": accent,
      "editorLightBulb.foreground": token("mocked"), "editorLink.activeForeground": accent, "textCodeBlock.background": panel, "button.background": accent, "button.foreground": ground,
    },
  });
  monaco.editor.setTheme("pantograph");
}
