/** Suggestions for the console's input, and the description of the function or value at the caret. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { Calls, CompletionItem, Hover } from "../protocol/protocol.gen.js";

/** Asks the engine. Resolves to null if a later question replaced this one. */
export type Ask = <K extends "complete" | "hover">(op: K,
  request: Calls[K]["request"]) => Promise<Calls[K]["reply"] | null>;

/** Suggestions open automatically if this matches the text before the caret. */
const WRITING = /[\p{L}\p{N}_."-]$/u;

/** Matches typed text that narrows the suggestions; any other text discards them. */
const WORD = /^[\p{L}\p{N}_]*$/u;

/** A line, and the offset of the caret in it. */
interface Written {
  readonly value: string;
  readonly caret: number;
}

/**
 * Returns the suggestions that still fit after more has been typed, with their new ranges. They are
 * needed until the engine answers, since the user may accept one before that.
 */
function stillFitting(items: readonly CompletionItem[], before: Written, now: Written): readonly CompletionItem[] {
  const typed = now.value.slice(before.caret, now.caret);
  const isContinued = now.value.slice(0, before.caret) === before.value.slice(0, before.caret)
    && now.value.slice(now.caret) === before.value.slice(before.caret) && WORD.test(typed);
  if (now.caret < before.caret || !isContinued) return [];
  return items.flatMap((item) => {
    const { range } = item, written = now.value.slice(range.column - 1, now.caret).toLowerCase();
    const isFitting = item.insert.length > written.length && item.insert.toLowerCase().startsWith(written);
    if (range.endColumn - 1 !== before.caret || !isFitting) return [];
    return [{ ...item, range: { ...range, endColumn: now.caret + 1 } }];
  });
}

/** The list of suggestions above the console's input. */
@customElement("pg-suggestions")
export class Suggestions extends LitElement {
  @property({ attribute: false }) ask: Ask = () => Promise.resolve(null);
  /** Returns the console's input, which contains the line. */
  @property({ attribute: false }) line!: () => HTMLInputElement;
  @state() private items: readonly CompletionItem[] = [];
  @state() private hint: Pick<Hover, "title" | "type" | "value" | "doc"> | null = null;
  /** The line for which the suggestions were requested. */
  private requestedFor: Written = { value: "", caret: 0 };
  /** The index of the selected suggestion, or -1. */
  @state() private active = -1;
  private requests = 0;

  protected override createRenderRoot(): this { return this; }

  protected override render(): TemplateResult | typeof nothing {
    const { items, active } = this;
    const chosen = items[active];
    const hint = chosen ? { title: chosen.detail, type: "", value: "", doc: chosen.doc } : this.hint;
    if (items.length === 0 && !hint) return nothing;
    return html`<div class="suggestions">
      ${items.length === 0 ? nothing : html`<ul id="console-suggestions" role="listbox" aria-label="Suggestions">
        ${items.map((item, index) => this.renderItem(item, index, index === active))}
      </ul>`}
      ${hint ? html`<p><b>${[hint.title, hint.value].filter(Boolean).join(" = ")}</b> ${
        hint.doc.split("\n")[0] || hint.type}</p>` : nothing}
    </div>`;
  }

  private renderItem(item: CompletionItem, index: number, isActive: boolean): TemplateResult {
    const onDown = (event: Event): void => {
      event.preventDefault(); // the line keeps the focus
      this.take(item);
    };
    return html`<li id="console-suggestion-${index}" role="option" aria-selected=${isActive}
      @pointerdown=${onDown}>${item.label}<span>${item.detail}</span></li>`;
  }

  protected override updated(): void {
    const input = this.line();
    input.setAttribute("aria-expanded", String(this.items.length > 0));
    if (this.active < 0) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", `console-suggestion-${this.active}`);
    this.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }

  /**
   * Updates the suggestions for the line. With `isAsked`, they are shown even if the caret is not after a
   * word.
   */
  async refresh(isAsked = false): Promise<void> {
    const request = ++this.requests;
    const { value, selectionStart } = this.line();
    const caret = selectionStart ?? value.length;
    const chosen = this.items[this.active];
    this.items = stillFitting(this.items, this.requestedFor, { value, caret });
    this.active = chosen ? this.items.findIndex(({ label }) => label === chosen.label) : -1;
    this.requestedFor = { value, caret };
    const at = { file: "", line: 1, column: caret + 1, text: value || " " };
    const isWriting = isAsked || WRITING.test(value.slice(0, caret));
    const [completion, hover] = await Promise.all([isWriting ? this.ask("complete", at) : null, this.ask("hover", at)]);
    if (request !== this.requests) return;
    const written = value.slice(0, caret);
    this.items = (completion?.items ?? []).filter(({ insert }) => !written.endsWith(insert));
    this.active = -1;
    this.hint = hover?.found ? hover : null;
  }

  close(): void {
    this.requests++;
    this.items = [];
    this.hint = null;
    this.active = -1;
  }

  /** Handles a key if it is meant for the suggestions, and returns whether it is. */
  handleKey(event: KeyboardEvent): boolean {
    if (event.key === " " && event.ctrlKey) {
      void this.refresh(true);
      return true;
    }
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.isComposing) return false;
    const { items, active } = this;
    if (event.key === "Escape" && (items.length > 0 || this.hint)) this.close();
    else if (items.length === 0) return false;
    else if (event.key === "ArrowDown") this.active = (active + 1) % items.length;
    else if (event.key === "ArrowUp" && active >= 0) this.active = active - 1;
    else if (event.key === "Tab" || (event.key === "Enter" && active >= 0)) this.take(items[Math.max(active, 0)]!);
    else return false;
    return true;
  }

  private take({ insert, range }: CompletionItem): void {
    this.line().setRangeText(insert, range.column - 1, range.endColumn - 1, "end");
    void this.refresh();
  }
}
