/** The Why tab: the derivation of a value as a tree of steps with their positions. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Range, WhyStep } from "../protocol/protocol.gen.js";
import { send } from "../app/send.js";
import type { Explained } from "../app/state.js";
import { isPosition } from "../app/text.js";
import { anchorOf } from "../app/unknowns.js";
import { describeCause, childrenOf, KINDS, formatInputPath } from "../app/why.js";
import { icon } from "../ui/icons.js";
import type { TreeItem } from "../ui/tree.js";
import "../ui/tree.js";
import { STATES } from "./states.js";

/**
 * The prefix of the ids of items that load more steps. It is followed by the id of the step to which
 * they belong.
 */
const MORE = "more:";

/** The panel with the derivation of the selected value. */
@customElement("pg-why")
export class WhyPanel extends LitElement {
  @property({ attribute: false }) explained: Explained | null = null;
  /** The name of the main file, which positions omit. */
  @property() main = "";
  /** The names of the files to which positions may refer; others are not shown. */
  @property({ attribute: false }) files: readonly string[] = [];

  protected override createRenderRoot(): this { return this; }

  protected override render(): TemplateResult {
    const { explained } = this;
    const root = explained?.found ? explained.steps[0] : undefined;
    if (!explained || !root) return renderNothing(explained !== null);
    const { cause } = explained;
    return html`<div class="answer">
        <h2>${root.label}</h2>${renderValue(root)}
        ${root.note ? html`<p class="quiet">${root.note}</p>` : nothing}
        ${this.isShown(root.range) ? html`<button type="button" class="at"
          @click=${() => this.goTo(root)}>${this.positionOf(root)}</button>` : nothing}
      </div>
      ${cause ? this.renderCause(cause) : nothing}
      <pg-tree class="why-tree" label="How the value was computed" .items=${this.items(explained.steps, 0)}
        @choose=${this.onChoose} @open=${this.onOpen}></pg-tree>`;
  }

  private renderCause(cause: WhyStep): TemplateResult {
    const { give } = cause;
    return html`<button type="button" class="cause ${cause.state}" ?disabled=${!this.isShown(cause.range)}
        @click=${() => this.goTo(cause)}>
      <span class="words"><span class="quiet">${describeCause(cause)}</span> ${cause.label}
        ${give ? renderGive(give) : nothing}</span>
      <span class="at">${this.positionOf(cause)}</span></button>
      ${give ? html`<p class="cause-give"><button type="button" class="framed"
        @click=${(event: MouseEvent) => this.give(give, event.currentTarget as Element)}>Enter a value</button></p>`
        : nothing}`;
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
    const { id, role, overridden, value, state } = step;
    const children = this.items(steps, at);
    const isSame = !overridden && value === parent.value && state === parent.state && role === "";
    return {
      id: String(id), key: String(id), open: children.length > 0, lazy: children.length === 0 && step.count > 0,
      children,
      label: html`${renderStep(step, !isSame)}<span class="at">${this.positionOf(step)}</span>`,
    };
  }

  private give(path: string, anchor: Element): void {
    send(this, { type: "value-prompt-requested", path, anchor: anchorOf(anchor) });
  }

  private positionOf({ range }: WhyStep): string {
    if (!this.isShown(range)) return "";
    return `${range.file === this.main ? "" : `${range.file}:`}${range.line}:${range.column}`;
  }

  private isShown(range: Range): boolean {
    return isPosition(range) && this.files.includes(range.file);
  }

  private goTo({ range }: WhyStep): void {
    if (this.isShown(range)) send(this, { type: "position-chosen", at: range, origin: "why" });
  }

  private readonly onChoose = (event: CustomEvent<string>): void => {
    event.stopPropagation();
    if (event.detail.startsWith(MORE)) return this.ask(Number(event.detail.slice(MORE.length)));
    const step = this.explained?.steps.find(({ id }) => String(id) === event.detail);
    if (step?.give) this.give(step.give, document.activeElement ?? this);
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

/** Renders the text in place of a derivation, if the cursor is not on a value or nothing was asked yet. */
function renderNothing(isAsked: boolean): TemplateResult {
  const reason = isAsked ? "The text there is not evaluated, or no expression uses it. " : "";
  const advice = "Put the cursor on a value, in the source or in the result, to see how it was computed.";
  return html`<div class="nothing">${icon("why")}
    <p>${isAsked ? "There is no value at the cursor." : "Where does a value come from?"}</p>
    <p class="quiet">${reason}${advice}</p></div>`;
}

function renderStep(step: WhyStep, hasValue: boolean): TemplateResult {
  const { kind, role, label, overridden, becomesSecret, note, give } = step;
  const secrecy = becomesSecret ? "secret from here on" : "";
  return html`<span class="step ${kind} ${overridden ? "lost" : ""}">
    ${renderWords("role", role)}${renderWords("kind", KINDS[kind])}<span class="name">${label}</span>
    ${hasValue ? renderValue(step) : nothing}
    ${renderWords("unused", overridden ? "not used" : "")}${renderWords("word secret", secrecy)}
    ${renderWords("quiet", note ?? "")}
    ${give ? renderGive(give) : nothing}</span>`;
}

function renderWords(name: string, words: string): TemplateResult | typeof nothing {
  return words ? html`<span class=${name}>${words}</span>` : nothing;
}

function renderGive(path: string): TemplateResult {
  return html`<span class="give">Supply it in inputs.yaml: <code>${formatInputPath(path)}</code></span>`;
}

/** Renders the value of a step in the style of its state. */
function renderValue({ value, state, kind }: WhyStep): TemplateResult | typeof nothing {
  if (value === "" || kind === "unknown" || kind === "problem" || state === "failed") return nothing;
  const word = state === "known" ? "" : STATES[state].word;
  return html`<code class="shown ${state}" title=${word || nothing}>${value}</code>`;
}
