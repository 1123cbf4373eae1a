/** Implements Monaco's language providers by asking the engine. */
import type {
  Calls, Inlay, Op, PositionRequest, Range, RenderRequest, Snapshot, Symbol as Outline, WhyRequest,
} from "../protocol/protocol.gen.js";
import { isPosition } from "../app/text.js";
import type { Anchor } from "../app/unknowns.js";
import { fileOf, RESULT_SCHEME, SCHEME, toMonaco, toWorkspaceEdit, uriOf } from "./convert.js";
import { answerShown } from "../app/measure.js";
import { docText, GIVE, GO_TO, hoverText, short, WHY } from "./hover.js";
import { monaco } from "./monaco.js";

/** What the providers need from the page and its engine. */
export interface Language {
  /** Resolves to null if the engine does not answer or a later question replaced this one. */
  ask<K extends Op>(op: K, request: Calls[K]["request"]): Promise<Calls[K]["reply"] | null>;
  /** Returns the last snapshot of the current text, or null before the first. */
  snapshot(): Snapshot | null;
  /** Adds a listener that is called whenever there is a new result. */
  onChange(listener: () => void): void;
  /** Shows and selects a range, in any file of the document. */
  goTo(range: Range): void;
  /** Returns how the shown result was rendered; null if the shown text is not exactly the engine's current result. */
  rendered(): RenderRequest | null;
  /** Shows the answer to a question in the Why panel. */
  why(question: WhyRequest): void;
  /** Opens fields for the causes of an unknown value; with `ifUnknown`, only if a cause has no value yet. */
  give(question: WhyRequest, anchor: Anchor, ifUnknown: boolean): void;
  /** Shows a sentence that says why a request was not carried out. */
  refused(why: string): void;
}

type Model = monaco.editor.ITextModel;

/** The icons of proposals, by kind. Other kinds are a dialect's words for definitions, such as parameters. */
const KINDS: Readonly<Partial<Record<string, monaco.languages.CompletionItemKind>>> = {
  function: monaco.languages.CompletionItemKind.Function,
  resource: monaco.languages.CompletionItemKind.Class,
  variable: monaco.languages.CompletionItemKind.Variable,
  config: monaco.languages.CompletionItemKind.Constant,
  property: monaco.languages.CompletionItemKind.Property,
  key: monaco.languages.CompletionItemKind.Field,
  value: monaco.languages.CompletionItemKind.Value,
};

/** Monaco's providers for the program; hovers also work in the result. */
export class Providers implements
  monaco.languages.HoverProvider, monaco.languages.CompletionItemProvider, monaco.languages.DefinitionProvider,
  monaco.languages.ReferenceProvider, monaco.languages.RenameProvider, monaco.languages.InlayHintsProvider,
  monaco.languages.CodeActionProvider, monaco.languages.DocumentSymbolProvider {
  readonly triggerCharacters = [".", "{", ":", "["];
  private readonly inlaysChanged = new monaco.Emitter<void>();
  readonly onDidChangeInlayHints = this.inlaysChanged.event;

  /** Whether values are shown only after references in ${…}. */
  inTextsOnly = false;

  constructor(private readonly language: Language) {
    language.onChange(() => this.inlaysChanged.fire());
  }

  /** Chooses which of the snapshot's inlays are shown. */
  chooseInlays(inTextsOnly: boolean): void {
    this.inTextsOnly = inTextsOnly;
    this.inlaysChanged.fire();
  }

  /** Registers the providers and the commands of hovers with Monaco. */
  register(): void {
    const files = { scheme: SCHEME };
    const { languages, editor } = monaco;
    languages.registerHoverProvider([files, { scheme: RESULT_SCHEME }], this);
    languages.registerCompletionItemProvider(files, this);
    languages.registerDefinitionProvider(files, this);
    languages.registerReferenceProvider(files, this);
    languages.registerRenameProvider(files, this);
    languages.registerInlayHintsProvider(files, this);
    languages.registerCodeActionProvider(files, this);
    languages.registerDocumentSymbolProvider(files, this);
    editor.registerCommand(WHY, (_, position: PositionRequest) => this.language.why({ path: "", position }));
    editor.registerCommand(GO_TO, (_, range: Range) => this.language.goTo(range));
    editor.registerEditorOpener({ openCodeEditor: (_, uri, at) => this.open(uri, at) });
  }

  async provideHover(model: Model, position: monaco.Position): Promise<monaco.languages.Hover | null> {
    const at = this.requestAt(model, position), began = performance.now();
    if (!at) return null;
    const hover = await this.language.ask("hover", at);
    if (!hover?.found) return null;
    answerShown("hover", began);
    return {
      ...(isPosition(hover.range) && !at.result ? { range: toMonaco(hover.range) } : {}),
      contents: [{ value: hoverText(hover, at), isTrusted: { enabledCommands: [GIVE, GO_TO, WHY] } }],
    };
  }

  /**
   * Returns the request for a position in a file or in the result; null while the engine cannot
   * answer questions about the shown result.
   */
  requestAt(model: Model, position: monaco.Position): PositionRequest | null {
    if (model.uri.scheme !== RESULT_SCHEME) return request(model, position);
    const result = this.language.rendered();
    return result && { file: "", line: position.lineNumber, column: position.column, result };
  }

  async provideCompletionItems(model: Model,
      position: monaco.Position): Promise<monaco.languages.CompletionList | null> {
    const completion = await this.language.ask("complete", request(model, position));
    if (!completion) return null;
    return {
      incomplete: false,
      suggestions: completion.items.map((item, index) => ({
        label: item.label, kind: KINDS[item.kind] ?? monaco.languages.CompletionItemKind.Constant,
        detail: item.detail, documentation: { value: docText(item.doc) }, insertText: item.insert,
        range: toMonaco(item.range), sortText: String(index).padStart(5, "0"),
        ...(item.snippet ? { insertTextRules: monaco.languages.CompletionItemInsertTextRule.InsertAsSnippet } : {}),
      })),
    };
  }

  async provideDefinition(model: Model, position: monaco.Position): Promise<monaco.languages.Location[]> {
    return locations(await this.language.ask("definition", request(model, position)));
  }

  async provideReferences(model: Model, position: monaco.Position): Promise<monaco.languages.Location[]> {
    return locations(await this.language.ask("references", request(model, position)));
  }

  async provideRenameEdits(model: Model, position: monaco.Position,
      name: string): Promise<monaco.languages.WorkspaceEdit & monaco.languages.Rejection> {
    const edits = await this.language.ask("rename", { ...request(model, position), name });
    if (edits && !edits.error) return toWorkspaceEdit(edits.edits);
    const why = `Not renamed: ${edits?.error ?? "the engine has no answer"}.`;
    this.language.refused(why); // Monaco only logs rejectReason to the console
    return { edits: [], rejectReason: why };
  }

  provideInlayHints(model: Model, range: monaco.Range): monaco.languages.InlayHintList {
    const file = fileOf(model.uri);
    const isShown = (inlay: Inlay): boolean => !this.inTextsOnly
      || model.getValueInRange(toMonaco(inlay.range)).startsWith("${");
    const hints = (this.language.snapshot()?.inlays ?? [])
      .filter((inlay) => inlay.range.file === file && isShown(inlay) && inlay.range.line >= range.startLineNumber
        && inlay.range.line <= range.endLineNumber)
      .map((inlay) => ({
        position: { lineNumber: inlay.range.endLine, column: inlay.range.endColumn },
        label: `= ${short(inlay.text)}`, paddingLeft: true, paddingRight: true,
      }));
    return { hints, dispose: () => undefined };
  }

  provideCodeActions(model: Model, range: monaco.Range,
      context: monaco.languages.CodeActionContext): monaco.languages.CodeActionList {
    const file = fileOf(model.uri);
    const actions = (this.language.snapshot()?.problems ?? [])
      .filter((problem) => problem.range.file === file && isPosition(problem.range)
        && monaco.Range.areIntersectingOrTouching(toMonaco(problem.range), range))
      .flatMap((problem) => problem.fixes.map((fix) => ({
        title: fix.title, kind: "quickfix", isPreferred: problem.fixes.length === 1, edit: toWorkspaceEdit(fix.edits),
        diagnostics: context.markers.filter(({ code }) => code === problem.code),
      })));
    return { actions, dispose: () => undefined };
  }

  provideDocumentSymbols(model: Model): monaco.languages.DocumentSymbol[] {
    const file = fileOf(model.uri);
    return (this.language.snapshot()?.outline ?? []).filter(({ range }) => range.file === file).map(symbolOf);
  }

  private open(uri: monaco.Uri, at?: monaco.IRange | monaco.IPosition): boolean {
    if (uri.scheme !== SCHEME) return false;
    const { lineNumber: line, column } = at
      ? ("lineNumber" in at ? at : { lineNumber: at.startLineNumber, column: at.startColumn })
      : { lineNumber: 1, column: 1 };
    const end = at && "endLineNumber" in at ? { endLine: at.endLineNumber, endColumn: at.endColumn }
      : { endLine: line, endColumn: column };
    this.language.goTo({ file: fileOf(uri), line, column, ...end });
    return true;
  }
}

function request(model: Model,
    { lineNumber, column }: monaco.Position): { file: string; line: number; column: number } {
  return { file: fileOf(model.uri), line: lineNumber, column };
}

function locations(reply: Calls["definition"]["reply"] | null): monaco.languages.Location[] {
  return (reply?.ranges ?? []).filter(isPosition).map((range) => ({ uri: uriOf(range.file), range: toMonaco(range) }));
}

function symbolOf(symbol: Outline): monaco.languages.DocumentSymbol {
  return {
    name: symbol.name, detail: symbol.kind, kind: monaco.languages.SymbolKind.Field, tags: [],
    range: toMonaco(symbol.range), selectionRange: toMonaco(isPosition(symbol.nameAt) ? symbol.nameAt : symbol.range),
    children: symbol.children.map(symbolOf),
  };
}
