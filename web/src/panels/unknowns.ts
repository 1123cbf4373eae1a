/**
 * The list of values that the program uses and only a deployment knows, each with a field, and a button
 * that supplies samples for all.
 */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import type { Unknown } from "../protocol/protocol.gen.js";
import { unlisted } from "../app/cut.js";
import { send } from "../app/send.js";
import { isPosition } from "../app/text.js";
import { describeUnknown, rowsOf, unknownsSummary } from "../app/unknowns.js";
import type { ValueField } from "../ui/field.js";
import "../ui/field.js";
import { icon } from "../ui/icons.js";
import { moveFocus } from "../ui/keys.js";

/** The list of values that only a deployment knows, which can be folded. */
@customElement("pg-unknowns")
export class UnknownsPanel extends LitElement {
  @property({ attribute: false }) unknowns: readonly Unknown[] = [];
  /** The number of unknowns of the program. Not all may be listed. */
  @property({ type: Number }) all = 0;
  /** Whether the list is open regardless of the user's choice, as in the Inputs area of a narrow window. */
  @property({ type: Boolean }) unfolded = false;
  @state() private open = false;
  /** The path of the row whose field is open although it has no value yet, or "". */
  @state() private openPath = "";

  protected override createRenderRoot(): this { return this; }

  protected override render(): TemplateResult {
    const rows = rowsOf(this.unknowns);
    const isOpen = this.open || this.unfolded;
    const others = unlisted(this.unknowns.length, this.all);
    const title = html`<span class="label">Unknowns</span><span class="quiet">${unknownsSummary(rows)}</span>`;
    const canGive = rows.some(({ isGiven, path }) => !isGiven && path !== "");
    const canClear = this.unknowns.some(({ isGiven }) => isGiven);
    return html`<section class="form unknowns ${isOpen ? "open" : ""}" aria-label="Unknowns">
      <div class="head"><h2><button type="button" class="fold" aria-expanded=${isOpen} aria-controls="unknown-list"
        @click=${() => { this.open = !this.open; }}>
        ${icon("caret")}${title}</button></h2>
        ${canGive ? html`<button type="button" class="framed"
          @click=${() => send(this, { type: "samples-requested" })}>Sample values for all</button>` : nothing}
        ${canClear ? html`<button type="button" class="framed" title="Remove all supplied values from inputs.yaml"
          @click=${() => send(this, { type: "values-cleared" })}>Clear</button>` : nothing}</div>
      <ul id="unknown-list" class="fields" ?hidden=${!isOpen} @keydown=${this.onKey}>
        ${isOpen ? repeat(rows, (each) => each.path || each.label, (each, index) => this.renderRow(each, index))
          : nothing}</ul>
      ${isOpen && others !== "" ? html`<p class="quiet">${others}</p>` : nothing}
    </section>`;
  }

  private renderRow(unknown: Unknown, index: number): TemplateResult {
    const { path, label, wrong, used } = unknown;
    const about = describeUnknown(unknown), at = used[0];
    const goTo = (): void => { if (at) send(this, { type: "position-chosen", at, origin: "problems" }); };
    return html`<li class="field" data-path=${path.replaceAll("\0", "/")}>
      <button type="button" class="name" id="unknown-${index}" ?disabled=${!at || !isPosition(at)}
        title="Show where it is used" @click=${goTo}>${path === "" ? "Unknown" : label}</button>
      ${this.renderControl(unknown, index)}
      ${about === "" && wrong === "" ? nothing : html`<span class="declared">${about}
        ${wrong === "" ? nothing : html`<span class="wrong">${wrong}</span>`}</span>`}
    </li>`;
  }

  /** Renders a value's field or the button that opens it; if the value cannot be supplied, the reason. */
  private renderControl(unknown: Unknown, index: number): TemplateResult {
    const { path, label, isGiven } = unknown;
    if (path === "") return html`<span class="reason">${label}: nothing in inputs.yaml can supply this</span>`;
    if (isGiven || this.openPath === path) return this.renderField(unknown);
    return html`<button type="button" class="framed" aria-describedby="unknown-${index}"
      @click=${() => this.ask(path)}>Enter a value</button>`;
  }

  private renderField(unknown: Unknown): TemplateResult {
    const { path, label, isGiven } = unknown;
    const remove = html`<button type="button" class="square" aria-label="Remove ${label} from inputs.yaml"
      title="Remove it from inputs.yaml" @click=${() => this.give(unknown, "")}>${icon("close")}</button>`;
    return html`<span class="value ${isGiven ? "mocked" : ""}"><pg-value .unknown=${unknown} label=${label} offered
        @give=${(event: CustomEvent<string>) => this.give(unknown, event.detail)}
        @leave=${() => this.leave(path)}></pg-value>
      ${isGiven ? remove : nothing}</span>`;
  }

  private ask(path: string): void {
    this.openPath = path;
    void this.updateComplete.then(async () => {
      const field = this.row(path)?.querySelector<ValueField>("pg-value");
      await field?.updateComplete;
      field?.enter();
    });
  }

  private give({ path }: Unknown, value: string): void {
    send(this, { type: "value-given", path, value });
    if (value === "") this.leave(path);
  }

  /** Closes a field that has no value, and moves the focus to its row. */
  private leave(path: string): void {
    this.openPath = "";
    void this.updateComplete.then(() => this.row(path)?.querySelector<HTMLElement>("button")?.focus());
  }

  private row(path: string): HTMLElement | undefined {
    return [...this.querySelectorAll<HTMLElement>("li")].find(({ dataset }) =>
      dataset["path"] === path.replaceAll("\0", "/"));
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLInputElement) return;
    moveFocus(event, [...this.querySelectorAll<HTMLElement>("li > button.framed, li input")], "column");
  };
}
