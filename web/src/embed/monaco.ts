/**
 * Monaco in an example, with the features of the playground's editor but only hovers from the engine.
 * A host's policy may refuse inline styles. So style sheets are constructed (editor/sheet.ts), and
 * style attributes in Monaco's markup become data attributes (trust.ts), which are applied here.
 */
import { toMonaco } from "../editor/convert.js";
import { hoverText } from "../editor/hover.js";
import { colourCalls, languageOf, registerLanguages } from "../editor/language.js";
import { addRoot, monaco, removeRoot, setRequestFrame } from "../editor/monaco.js";
import { OPTIONS, PLAIN_BRACKETS } from "../editor/options.js";
import { markerOf } from "../editor/program.js";
import { drawWith } from "../editor/theme.js";
import { isPosition } from "../app/text.js";
import { requestFrame } from "../ui/frame.js";
import type { DialectInfo, Hover, PositionRequest, Problem } from "../protocol/protocol.gen.js";
import type { EditorContext, EmbedEditor } from "./outcome.js";

const SCHEME = "pantograph-example";
let count = 0;

/** Asks the engine for the hover at a position. */
type Ask = (at: PositionRequest) => Promise<Hover | null>;

/**
 * The texts of the open editors, by the authority of their models' URIs. The hover provider is
 * registered once for all editors of the page and finds the texts here.
 */
const open = new Map<string, Texts>();

/** Opens Monaco in an embed. */
export function openMonaco(context: EditorContext, sheet: CSSStyleSheet, dialects: readonly DialectInfo[],
    ask: Ask): EmbedEditor {
  const { pane, frame } = context;
  const root = pane.getRootNode() as ShadowRoot;
  if (count === 0) {
    setRequestFrame(requestFrame);
    registerLanguages();
    colourCalls(dialects);
    monaco.languages.registerHoverProvider({ scheme: SCHEME }, {
      provideHover: (model, position) => open.get(model.uri.authority)?.hover(model, position) ?? null,
    });
  }
  addRoot(root, sheet, OWN_STYLES);
  const host = document.createElement("div");
  host.className = "monaco-host";
  // Outside the shadow root, the target of mouse events is the example, and Monaco's listener on the
  // document would treat a mouse move over the editor as one outside it.
  host.addEventListener("mousemove", (event) => event.stopPropagation());
  pane.replaceChildren(host);
  pane.removeAttribute("tabindex");
  const styling = setStyles(root);
  paint(frame);
  const editor = monaco.editor.create(host, {
    ...OPTIONS, model: null, ariaLabel: "Template editor", ariaContainerElement: frame, tabSize: 2, insertSpaces: true,
    detectIndentation: false,
    quickSuggestions: false, wordBasedSuggestions: "off", contextmenu: false, fixedOverflowWidgets: false,
    hover: { above: false },
  });
  const texts = new Texts(editor, `${++count}`, context, ask);
  // Escape and then Tab leaves the editor, as in the light editor.
  editor.onKeyDown(({ keyCode }) => {
    if (keyCode !== monaco.KeyCode.Tab
      && keyCode !== monaco.KeyCode.Shift) editor.updateOptions({ tabFocusMode: keyCode === monaco.KeyCode.Escape });
  });
  return {
    open: (file) => texts.open(file),
    mark: (problems) => texts.mark(problems),
    retheme: () => paint(frame),
    focus: () => editor.focus(),
    close: () => {
      editor.dispose();
      texts.dispose();
      styling.disconnect();
      removeRoot(root);
      frame.querySelector(":scope > .monaco-aria-container")?.remove();
      pane.tabIndex = 0;
    },
  };
}

/** The models of an example: one for each file that was opened. */
class Texts {
  private readonly models = new Map<number, monaco.editor.ITextModel>();
  private isApplying = false;

  constructor(private readonly editor: monaco.editor.ICodeEditor, private readonly id: string,
      private readonly context: EditorContext, private readonly ask: Ask) {
    open.set(id, this);
  }

  async hover(model: monaco.editor.ITextModel,
      { lineNumber: line, column }: monaco.Position): Promise<monaco.languages.Hover | null> {
    for (const [at, each] of this.models) {
      if (each !== model) continue;
      const file = this.context.files()[at]?.name || (this.context.outcome()?.snapshot.main ?? "");
      const hover = await this.ask({ file, line, column });
      if (!hover?.found) return null;
      return { contents: [{ value: hoverText(hover) }],
        ...(isPosition(hover.range) ? { range: toMonaco(hover.range) } : {}) };
    }
    return null;
  }

  open(at: number): void {
    const { name, text } = this.context.files()[at] ?? { name: "", text: "" };
    const model = this.models.get(at) ?? this.make(at, name);
    this.isApplying = true;
    if (model.getValue() !== text) model.setValue(text);
    this.isApplying = false;
    if (this.editor.getModel() !== model) this.editor.setModel(model);
    this.mark(this.context.outcome()?.snapshot.problems ?? []);
  }

  private make(at: number, name: string): monaco.editor.ITextModel {
    const address = monaco.Uri.from({ scheme: SCHEME, authority: this.id, path: `/${at}` });
    const model = monaco.editor.createModel("", languageOf(name || "main.yaml"), address);
    model.updateOptions(PLAIN_BRACKETS);
    model.onDidChangeContent(() => { if (!this.isApplying) this.context.edited(at, model.getValue()); });
    this.models.set(at, model);
    return model;
  }

  mark(problems: readonly Problem[]): void {
    const main = this.context.outcome()?.snapshot.main ?? "";
    for (const [at, model] of this.models) {
      const name = this.context.files()[at]?.name || main;
      const here = problems.filter(({ range }) => range.line > 0 && range.file === name);
      monaco.editor.setModelMarkers(model, SCHEME,
        here.map((problem) => ({ ...markerOf(problem), relatedInformation: [] })));
    }
  }

  dispose(): void {
    open.delete(this.id);
    for (const model of this.models.values()) model.dispose();
  }
}

/**
 * The editor's own styles: it fills the pane, and problems are underlined without a background image,
 * which a policy may refuse.
 */
const OWN_STYLES = new CSSStyleSheet();
OWN_STYLES.replaceSync(`.monaco-host{height:100%;direction:ltr;text-align:left}.pane:has(.monaco-host){overflow:hidden}
.monaco-editor :is(.squiggly-error,.squiggly-warning,.squiggly-info,.squiggly-hint){background:none!important;
text-decoration:underline wavy 1px;text-underline-offset:4px}
.monaco-editor .squiggly-error{border-bottom:2px dotted var(--pg-error)}
.monaco-editor .squiggly-warning{border-bottom:2px dotted var(--pg-mocked)}
.monaco-editor .squiggly-info{border-bottom:1px dotted var(--pg-accent)}
.monaco-aria-container{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
@media print{.monaco-host{height:240px}}`);

/** Applies the style attributes that trust.ts turned into data attributes, whenever Monaco adds elements. */
function setStyles(root: ShadowRoot): MutationObserver {
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (!(node instanceof HTMLElement)) continue;
        set(node);
        node.querySelectorAll<HTMLElement>("[data-style]").forEach(set);
      }
    }
  });
  observer.observe(root, { childList: true, subtree: true });
  return observer;
}

function set(element: HTMLElement): void {
  const { style } = element.dataset;
  if (style === undefined) return;
  element.style.cssText = style;
  element.removeAttribute("data-style");
}

/**
 * Sets Monaco's theme to the colours of an example. Monaco has only one theme per page, so all
 * editors get the colours of the example painted last.
 */
function paint(frame: HTMLElement): void {
  const probe = document.createElement("span");
  frame.append(probe);
  const styles = getComputedStyle(probe);
  drawWith((name) => {
    probe.style.color = `var(--pg-${name})`;
    const [red = 0, green = 0, blue = 0] = (styles.color.match(/[\d.]+/g) ?? []).map(Number);
    const scale = styles.color.startsWith("color(") ? 255 : 1;
    return `#${[red, green, blue].map((part) => Math.round(part * scale).toString(16).padStart(2, "0")).join("")}`;
  }, frame.classList.contains("dark"));
  probe.remove();
}
