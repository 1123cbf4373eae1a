/** The hidden editors in which the page rehearses typing (app/rehearsal.ts). */
import type { File, Rendered } from "../protocol/protocol.gen.js";
import { languageOf } from "./language.js";
import { monaco } from "./monaco.js";
import { mostUsedValue } from "./mostused.js";
import { OPTIONS, PLAIN_BRACKETS } from "./options.js";
import { ResultEditor } from "./result.js";

/** No language provider is registered for this URI scheme, so Monaco does not ask the engine about these texts. */
const SCHEME = "pantograph-rehearsal";

/** A hidden editor with a copy of a file, and a hidden editor for its results. */
export class RehearsalEditors {
  private readonly host = document.createElement("div");
  private readonly model: monaco.editor.ITextModel;
  private readonly program: monaco.editor.IStandaloneCodeEditor;
  private readonly result: ResultEditor;

  constructor({ name, text }: File) {
    this.host.className = "rehearsal";
    this.host.inert = true;
    const hosts = [document.createElement("div"), document.createElement("div")] as const;
    this.host.append(...hosts);
    document.body.append(this.host);
    this.model = monaco.editor.createModel(text, languageOf(name),
      monaco.Uri.from({ scheme: SCHEME, path: `/${name}` }));
    this.model.updateOptions(PLAIN_BRACKETS);
    this.program = monaco.editor.create(hosts[0], { ...OPTIONS, model: this.model, quickSuggestions: false,
      wordBasedSuggestions: "off" });
    this.result = new ResultEditor(hosts[1], () => undefined, SCHEME);
    this.program.setPosition(mostUsedValue(text));
  }

  /** Types a letter after a value, and returns the text. */
  type(): string {
    this.program.trigger("keyboard", "type", { text: "a" });
    return this.model.getValue();
  }

  /** Shows a result. */
  show(rendered: Rendered): void {
    this.result.show({ rendered, plain: rendered, kept: [] });
  }

  /** Removes the editors. */
  close(): void {
    this.program.dispose();
    this.model.dispose();
    this.result.dispose();
    this.host.remove();
  }
}
