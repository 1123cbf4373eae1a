/** Why a value is what it is: its derivation as a tree, each step with its place. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Range, WhyStep } from "../protocol/protocol.gen.js";
import { send } from "../app/send.js";
import type { Explained } from "../app/state.js";
import { isPlace } from "../app/text.js";
import { anchorOf } from "../app/unknowns.js";
import { causeWords, childrenOf, KINDS, placeInInputs } from "../app/why.js";
import { icon } from "../ui/icons.js";
import type { TreeItem } from "../ui/tree.js";
import "../ui/tree.js";
import { STATES } from "./states.js";

/**
 * The prefix of the ids of items for steps that have not been loaded; the id of their parent step
 * follows.
 */
const MORE = "more:";

@customElement("pg-why")
export class WhyPanel extends LitElement {
  @property({ attribute: false }) explained: Explained | null = null;
  /** The main file's name, which is omitted in places. */
  @property() main = "";
  /** The files of the document: places in other files are not shown. */
  @property({ attribute: false }) files: readonly string[] = [];

  protected override createRenderRoot(): this { return this; }

  protected override render(): TemplateResult {
    const { explained } = this;
    const root = explained?.found ? explained.steps[0] : undefined;
    if (!explained || !root) {
      return html`<div class="nothing">${icon("why")}<p>${explained ? "There is no value at the cursor."
        : "Why is it so?"}</p>
        <p class="quiet">${explained ? "This place is not evaluated, or no expression reads it. "
          : ""}Put the cursor on a value, in the source or in the result, and read here how it came about.</p></div>`;
    }
    const { cause } = explained;
    return html`<div class="answer">
        <h2>${root.label}</h2>${renderValue(root)}
        ${root.note ? html`<p class="quiet">${root.note}</p>` : nothing}
        ${this.isShown(root.range) ? html`<button type="button" class="at"
          @click=${() => this.goTo(root)}>${this.place(root)}</button>` : nothing}
      </div>
      ${cause ? this.renderCause(cause) : nothing}
      <pg-tree class="why-tree" label="How it came about" .items=${this.items(explained.steps, 0)}
        @choose=${this.onChoose} @open=${this.onOpen}></pg-tree>`;
  }

  private renderCause(cause: WhyStep): TemplateResult {
    return html`<button type="button" class="cause ${cause.state}" ?disabled=${!this.isShown(cause.range)}
      @click=${() => this.goTo(cause)}>
      <span class="words"><span class="quiet">${causeWords(cause)}</span> ${cause.label}
        ${cause.give ? html`<span class="give">Give it in inputs.yaml: <code>${
          placeInInputs(cause.give)}</code></span>` : nothing}</span>
      <span class="at">${this.place(cause)}</span></button>
      ${cause.give ? html`<p class="cause-give"><button type="button" class="framed"
        @click=${(event: MouseEvent) => send(this, { type: "give-asked", path: cause.give!,
          anchor: anchorOf(event.currentTarget as Element) })}>Give it a value</button></p>` : nothing}`;
  }

  private items(steps: readonly WhyStep[], at: number): readonly TreeItem[] {
    const parent = steps[at]!;
    const children = childrenOf(steps, at);
    const items: TreeItem[] = children.map((index) => this.item(steps, index, parent));
    const left = parent.count - children.length;
    if (children.length > 0 && left > 0) {
      items.push({ id: `${MORE}${parent.id}`, key: "more", children: [],
        label: html`<span class="more-steps">${left} more</span>` });
    }
    return items;
  }

  private item(steps: readonly WhyStep[], at: number, parent: WhyStep): TreeItem {
    const step = steps[at]!;
    const { id, kind, role, label, overridden, note, give, value, state } = step;
    const children = this.items(steps, at);
    const word = KINDS[kind];
    const isSame = !overridden && value === parent.value && state === parent.state && role === "";
    return {
      id: String(id), key: String(id), open: children.length > 0, lazy: children.length === 0 && step.count > 0,
      children,
      label: html`<span class="step ${kind} ${overridden ? "lost" : ""}">
        ${role ? html`<span class="role">${role}</span>` : nothing}${word
          ? html`<span class="kind">${word}</span>` : nothing}<span class="name">${label}</span>
        ${isSame ? nothing : renderValue(step)}
        ${overridden ? html`<span class="unused">not used</span>` : nothing}${
          step.becomesSecret ? html`<span class="word secret">secret from here on</span>` : nothing}
        ${note ? html`<span class="quiet">${note}</span>` : nothing}
        ${give ? html`<span class="give">Give it in inputs.yaml: <code>${placeInInputs(give)}</code></span>`
          : nothing}</span><span class="at">${this.place(step)}</span>`,
    };
  }

  private place({ range }: WhyStep): string {
    if (!this.isShown(range)) return "";
    return `${range.file === this.main ? "" : `${range.file}:`}${range.line}:${range.column}`;
  }

  private isShown(range: Range): boolean {
    return isPlace(range) && this.files.includes(range.file);
  }

  private goTo({ range }: WhyStep): void {
    if (this.isShown(range)) send(this, { type: "place-chosen", at: range, origin: "why" });
  }

  private readonly onChoose = (event: CustomEvent<string>): void => {
    event.stopPropagation();
    if (event.detail.startsWith(MORE)) return this.ask(Number(event.detail.slice(MORE.length)));
    const step = this.explained?.steps.find(({ id }) => String(id) === event.detail);
    if (step?.give) send(this,
      { type: "give-asked", path: step.give, anchor: anchorOf(document.activeElement ?? this) });
    else if (step) this.goTo(step);
  };

  private readonly onOpen = (event: CustomEvent<string>): void => {
    event.stopPropagation();
    this.ask(Number(event.detail));
  };

  private ask(id: number): void {
    const { steps } = this.explained ?? { steps: [] };
    const at = steps.findIndex((step) => step.id === id);
    if (at >= 0) send(this, { type: "why-opened", id, from: childrenOf(steps, at).length });
  }
}

/** The value of a step, in the colour and with the line style of its state. */
function renderValue({ value, state, kind }: WhyStep): TemplateResult | typeof nothing {
  if (value === "" || kind === "unknown" || kind === "problem" || state === "failed") return nothing;
  const word = state === "known" ? "" : STATES[state].word;
  return html`<code class="shown ${state}" title=${word || nothing}>${value}</code>`;
}
