/**
 * The console below the editor. The user enters an expression, which is added to inputs.yaml and listed
 * with its answer.
 */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import type { ConsoleEntry, Problem } from "../protocol/protocol.gen.js";
import { MAX_EXPRESSION, shownEntries, type ShownEntry } from "../app/cut.js";
import { send } from "../app/send.js";
import { isPosition } from "../app/text.js";
import { icon } from "../ui/icons.js";
import "./suggest.js";
import type { Ask, Suggestions } from "./suggest.js";

/** The largest number of problems that are shown below a line. The list of problems contains all. */
const MAX_PROBLEMS = 20;

const PLACEHOLDER = "an expression, such as yamldecode(file(\"main.yaml\")).services";

/** The console: the lines with their answers, and the input. */
@customElement("pg-console")
export class Console extends LitElement {
  @property({ attribute: false }) entries: readonly ConsoleEntry[] = [];
  @property({ attribute: false }) problems: readonly Problem[] = [];
  /** Asks the engine about a position in a line. */
  @property({ attribute: false }) ask: Ask = () => Promise.resolve(null);
  @query("input") private input!: HTMLInputElement;
  @query("pg-suggestions") private suggestions!: Suggestions;
  @query(".session") private session!: HTMLElement;
  /** Lines that were removed but remain in the history. */
  private past: readonly string[] = [];
  /** The index in the history that the arrow keys have reached, or -1 for the line being typed. */
  private at = -1;
  private draft = "";

  protected override createRenderRoot(): this { return this; }

  protected override render(): TemplateResult {
    const entries = this.written();
    const { cut, shown } = shownEntries(entries);
    return html`<section class="console" aria-label="Console">
      <div class="session" role="log" aria-label="Answers" tabindex="-1">
        ${cut === "" ? nothing : html`<p class="cut quiet">${cut}</p>`}
        ${shown.map((each) => this.renderEntry(each))}
      </div>
      <div class="asking">
        <label class="prompt" for="console-input" aria-hidden="true">&gt;</label>
        <pg-suggestions .ask=${this.ask} .line=${() => this.input}></pg-suggestions>
        <input id="console-input" aria-label="Expression" autocomplete="off" autocapitalize="off" spellcheck="false"
          enterkeyhint="go" role="combobox" aria-autocomplete="list" aria-expanded="false"
          aria-controls="console-suggestions" placeholder=${entries.length === 0 ? PLACEHOLDER : ""}
          @input=${() => this.suggestions.refresh()} @blur=${() => this.suggestions.close()}
          @mousemove=${(event: MouseEvent) => void this.explain(event, this.input.value)} @keydown=${this.onKey}>
        ${entries.length === 0 ? nothing : html`<button type="button" class="square" aria-label="Clear the console"
          title="Clear the console" @click=${this.clear}>${icon("clear")}</button>`}
      </div>
    </section>`;
  }

  /** Returns the entries in inputs.yaml. The engine also sends a default entry if there are none. */
  private written(): readonly ConsoleEntry[] {
    return this.entries.filter(({ range }) => isPosition(range));
  }

  private renderEntry({ entry, index, expression, text, cut }: ShownEntry): TemplateResult {
    const problems = this.problems.filter(({ range }) => range.file === entry.file);
    const others = problems.length - MAX_PROBLEMS;
    const explain = (event: MouseEvent): void => void this.explain(event, entry.expression);
    const line = html`<span class="prompt" aria-hidden="true">&gt;</span><code
      @mousemove=${explain}>${expression}</code>`;
    return html`<div class="entry ${entry.failed ? "failed" : ""}">
      <div class="line"><button type="button" class="asked" title="Use this line again"
        @click=${() => this.writeAgain(entry.expression)}>${line}</button>
        <button type="button" class="remove" aria-label="Remove ${expression}" title="Remove"
          @click=${() => this.removeLine(index)}>${icon("close")}</button></div>
      ${problems.slice(0, MAX_PROBLEMS).map((problem) => this.renderProblem(entry, problem))}
      ${others > 0 ? html`<p class="cut quiet">${others} more are in the list of problems.</p>` : nothing}
      ${entry.failed && problems.length === 0
        ? html`<p class="wrong">There is no value. Problems lists the reason.</p>` : nothing}
      ${text === "" ? nothing : html`<pre>${text}</pre>`}
      ${cut === "" ? nothing : html`<p class="cut quiet">${cut}</p>`}
    </div>`;
  }

  private renderProblem(entry: ConsoleEntry, { range, message, severity }: Problem): TemplateResult {
    const isOneLine = !entry.expression.includes("\n") && range.line === 1 && range.endLine === 1
      && range.endColumn <= MAX_EXPRESSION;
    const mark = isOneLine ? " ".repeat(range.column - 1)
      + "^".repeat(Math.max(1, range.endColumn - range.column)) : "";
    const position = html`<span class="at">${range.line}:${range.column}</span>`;
    return html`${mark === "" ? nothing : html`<pre class="caret ${severity}" aria-hidden="true">${mark}</pre>`}
      <p class="wrong ${severity}">${icon(severity)}<span>${message} ${position}</span></p>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("entries")
      && this.entries.length > (changed.get("entries")?.length
      ?? 0)) this.session.scrollTop = this.session.scrollHeight;
  }

  private history(): readonly string[] {
    const all = [...this.past, ...this.written().map(({ expression }) => expression)];
    return all.filter((line, index) => line !== all[index - 1]);
  }

  /** Sets a line's tooltip to the hover for the part of the expression under the mouse. */
  private async explain({ clientX, clientY, currentTarget }: MouseEvent, text: string): Promise<void> {
    const offset = document.caretPositionFromPoint?.(clientX, clientY)?.offset;
    if (offset === undefined || text.includes("\n")) return;
    const hover = await this.ask("hover", { file: "", line: 1, column: offset + 1, text });
    if (!hover) return;
    const head = [hover.title, hover.type].filter(Boolean).join(" · ");
    (currentTarget as HTMLElement).title = [head, hover.value, hover.doc].filter(Boolean).join("\n");
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (this.suggestions.handleKey(event)) return event.preventDefault();
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    switch (event.key) {
      case "Enter": return this.send();
      case "ArrowUp": this.recall(-1); break;
      case "ArrowDown": this.recall(1); break;
      case "Escape": this.write(""); break;
      default: return;
    }
    event.preventDefault();
  };

  private send(): void {
    const expression = this.input.value.trim();
    if (expression === "") return;
    send(this, { type: "expression-requested", expression });
    this.write("");
  }

  private recall(step: number): void {
    const history = this.history();
    const from = this.at < 0 ? history.length : this.at;
    if (from === history.length) this.draft = this.input.value;
    const to = Math.min(history.length, Math.max(0, from + step));
    this.write(to === history.length ? this.draft : history[to] ?? "");
    this.at = to === history.length ? -1 : to;
  }

  private write(text: string): void {
    this.input.value = text;
    this.suggestions.close();
    this.at = -1;
    this.input.setSelectionRange(text.length, text.length);
  }

  private writeAgain(text: string): void {
    this.write(text);
    this.input.focus();
  }

  private removeLine(index: number): void {
    const expression = this.written()[index]?.expression;
    if (expression === undefined) return;
    this.past = [...this.past, expression];
    this.input.focus();
    send(this, { type: "expression-removed", index });
  }

  private readonly clear = (): void => {
    this.past = this.history();
    this.input.focus();
    send(this, { type: "console-cleared" });
  };
}
