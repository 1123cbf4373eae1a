/** A field for the value of an unknown in inputs.yaml. It may offer a sample value. */
import { html, LitElement, type TemplateResult } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import type { Unknown } from "../protocol/protocol.gen.js";
import { icon } from "./icons.js";

/** Fires `give` with the typed value when it is confirmed, and `leave` on Escape. */
@customElement("pg-value")
export class ValueField extends LitElement {
  @property({ attribute: false }) unknown!: Unknown;
  @property() label = "";
  /** Whether the field starts with the sample as its value, not only as its placeholder. */
  @property({ type: Boolean }) offered = false;
  @query("input") private input!: HTMLInputElement;

  protected override createRenderRoot(): this { return this; }

  protected override render(): TemplateResult {
    const { given, isGiven, sample, secret, type, wrong } = this.unknown;
    const isNumber = /^(number|int|float)/i.test(type);
    return html`<div class="control">
      <input aria-label=${this.label} aria-invalid=${wrong !== ""} type=${secret ? "password" : "text"}
        inputmode=${isNumber ? "decimal" : "text"} autocomplete="off" autocapitalize="off" spellcheck="false"
        placeholder=${secret && isGiven ? "set, not shown" : sample}
        .value=${isGiven ? given : this.offered ? sample : ""} @keydown=${this.onKey}>
      <button type="button" class="square" aria-label="Write ${this.label} to inputs.yaml" title="Write to inputs.yaml"
        @click=${() => this.give()}>${icon("check")}</button></div>`;
  }

  /** Takes the focus and selects the contents. */
  enter(): void {
    this.input.focus();
    this.input.select();
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    if (event.key === "Enter") this.give();
    else if (event.key === "Escape") this.dispatchEvent(new Event("leave"));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  private give(): void {
    this.dispatchEvent(new CustomEvent<string>("give", { detail: this.input.value }));
  }
}
