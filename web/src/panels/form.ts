/** The form of a program's inputs, below the document. What is typed is written into inputs.yaml. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { FormField, FormGroup } from "../protocol/protocol.gen.js";
import { controlOf, helpOf, isMissing, optionsOf, placeholderOf, summaryOf } from "../app/form.js";
import { send } from "../app/send.js";
import { icon } from "../ui/icons.js";

@customElement("pg-form")
export class Form extends LitElement {
  @property({ attribute: false }) groups: readonly FormGroup[] = [];
  /** A phone's Inputs area shows the form whether it is folded or not. */
  @property({ type: Boolean }) unfolded = false;
  @state() private open = false;
  /** The field that is being typed into: what the engine says of it may lag behind. */
  private typing: { readonly path: string; readonly text: string } | null = null;

  protected override createRenderRoot(): this { return this; }

  protected override render(): TemplateResult {
    const isOpen = this.open || this.unfolded;
    return html`<section class="form ${isOpen ? "open" : ""}" aria-label="Inputs">
      <h2><button type="button" class="fold" aria-expanded=${isOpen} aria-controls="form-fields" @click=${() => { this.open = !this.open; }}>
        ${icon("caret")}<span class="label">Inputs</span><span class="quiet">${summaryOf(this.groups)}</span></button></h2>
      <div id="form-fields" class="fields" ?hidden=${!isOpen}>${isOpen ? this.groups.map((group) => this.renderGroup(group)) : nothing}</div>
    </section>`;
  }

  private renderGroup({ label, description, fields }: FormGroup): TemplateResult {
    const body = html`${description === "" ? nothing : html`<p class="quiet">${description}</p>`}${fields.map((field) => this.renderField(field))}`;
    if (label === "" && this.groups.length === 1) return html`<div class="group">${body}</div>`;
    return html`<fieldset class="group"><legend class="label">${label === "" ? "Others" : label}</legend>${body}</fieldset>`;
  }

  private renderField(field: FormField): TemplateResult {
    const id = `input-${field.name}`;
    const help = helpOf(field);
    const described = help.length === 0 && field.wrong === "" ? nothing : `${id}-help`;
    return html`<div class="field ${isMissing(field) ? "missing" : ""}">
      <label for=${id}>${field.label}</label>
      <div class="control">${this.renderControl(field, id, described)}
        ${field.isGiven ? html`<button type="button" class="square" aria-label="Take ${field.label} out of inputs.yaml" title="Take it out of inputs.yaml"
          @click=${() => this.take(field.path, "")}>${icon("close")}</button>` : nothing}</div>
      <button type="button" class="declared" title="Show where ${field.name} is declared"
        @click=${() => send(this, { type: "place-chosen", at: field.range, origin: "problems" })}>${field.label === field.name ? "" : `${field.name} `}${field.type}</button>
      ${described === nothing ? nothing : html`<p class="help" id=${described}>${field.wrong === "" ? nothing
        : html`<span class="wrong">${field.wrong}</span> `}${help.join(" · ")}</p>`}
    </div>`;
  }

  private renderControl(field: FormField, id: string, described: string | typeof nothing): TemplateResult {
    const control = controlOf(field);
    if (control === "choice") {
      return html`<span class="pick ${field.isGiven ? "" : "unset"}"><select id=${id} aria-describedby=${described} aria-invalid=${field.wrong !== ""} .value=${field.given}
        @change=${(event: Event) => this.take(field.path, (event.target as HTMLSelectElement).value)}>
        ${optionsOf(field).map(({ value, text }) => html`<option value=${value} ?selected=${value === field.given}>${text}</option>`)}
      </select>${icon("caret")}</span>`;
    }
    return html`<input id=${id} aria-describedby=${described} aria-invalid=${field.wrong !== ""} aria-required=${isMissing(field)} type=${control === "secret" ? "password" : "text"}
      inputmode=${control === "number" ? "decimal" : "text"} autocomplete="off" autocapitalize="off" spellcheck="false"
      placeholder=${placeholderOf(field)} .value=${this.typing?.path === field.path ? this.typing.text : field.given}
      @input=${(event: Event) => this.typed(field.path, (event.target as HTMLInputElement).value)} @blur=${this.left}>`;
  }

  private typed(path: string, text: string): void {
    this.typing = { path, text };
    send(this, { type: "input-typed", path, value: text });
  }

  private take(path: string, value: string): void {
    this.typing = null;
    send(this, { type: "input-typed", path, value });
  }

  private readonly left = (): void => {
    if (!this.typing) return;
    this.typing = null;
    this.requestUpdate();
  };
}
