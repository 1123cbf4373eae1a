/** The form for a program's inputs. Values typed into it are written to inputs.yaml. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";
import { repeat } from "lit/directives/repeat.js";
import type { FormField, FormGroup, FormLayer } from "../protocol/protocol.gen.js";
import {
  choicesOf, chosenOf, controlOf, helpOf, optionsOf, placeholderOf, summaryOf, withChoice, type Option, type FormMode,
} from "../app/form.js";
import { send } from "../app/send.js";
import { isPosition } from "../app/text.js";
import { icon } from "../ui/icons.js";

/** The form, which renders the groups of fields. */
@customElement("pg-form")
export class Form extends LitElement {
  @property({ attribute: false }) groups: readonly FormGroup[] = [];
  @property() mode: FormMode = "none";
  /** The paths of the selected fields. */
  @property({ attribute: false }) selected: readonly string[] = [];
  /** Whether the groups are those of the current text with all typed values. */
  @property({ type: Boolean }) settled = true;
  /** Identifies the text (State.firstRevision). Typed values and shown secrets are not carried over to another text. */
  @property({ type: Number }) firstRevision = 0;
  /** Asks the engine for the value of a secret in inputs.yaml. */
  @property({ attribute: false }) reveal: (path: string) => Promise<string> = () => Promise.resolve("");
  /** The typed values, by path: the engine's values for these fields may be older. */
  private readonly texts = new Map<string, string>();
  private focused = "";
  /** The paths of the secrets that are shown. */
  @state() private shownSecrets: ReadonlySet<string> = new Set();

  protected override createRenderRoot(): this { return this; }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("firstRevision")) {
      this.texts.clear();
      this.shownSecrets = new Set();
    }
    if (!this.settled) return;
    for (const path of this.texts.keys()) {
      if (path !== this.focused && !this.shownSecrets.has(path)) this.texts.delete(path);
    }
  }

  protected override render(): TemplateResult {
    const { groups, mode } = this;
    const isOpen = mode !== "folded";
    return html`<section class="form ${mode}" aria-label="Inputs" @focusin=${this.onFocus} @focusout=${this.onLeave}>
      <h2>${mode === "row" ? html`<span class="label">Inputs</span>` : this.renderFold(isOpen)}</h2>
      <div id="form-fields" class="fields" ?hidden=${!isOpen}>
        ${isOpen ? groups.map((group) => (group.head ? this.renderHead(group) : this.renderGroup(group))) : nothing}
      </div>
    </section>`;
  }

  private renderFold(isOpen: boolean): TemplateResult {
    const title = html`<span class="label">Inputs</span><span class="quiet">${summaryOf(this.groups)}</span>`;
    return html`<button type="button" class="fold" aria-expanded=${isOpen} aria-controls="form-fields"
      @click=${() => send(this, { type: "inputs-folded", open: !isOpen })}>${icon("caret")}${title}</button>`;
  }

  private renderHead({ fields }: FormGroup): TemplateResult | typeof nothing {
    return fields.length === 0 ? nothing
      : html`<div class="head">${repeat(fields, ({ path }) => path, (field) => this.renderField(field, true))}</div>`;
  }

  private renderGroup({ label, description, fields }: FormGroup): TemplateResult | typeof nothing {
    if (fields.length === 0) return nothing;
    const about = description === "" ? nothing : html`<p class="quiet">${description}</p>`;
    const body = html`${about}${repeat(fields, ({ path }) => path, (field) => this.renderField(field, false))}`;
    const isOnly = this.groups.filter(({ head }) => !head).length === 1;
    if (label === "" && isOnly) return html`<div class="group">${body}</div>`;
    const legend = html`<legend class="label">${label === "" ? "Others" : label}</legend>`;
    return html`<fieldset class="group">${legend}${body}</fieldset>`;
  }

  private renderField(field: FormField, isHead: boolean): TemplateResult {
    const { path, label, type, range, wrong } = field;
    const id = idOf(path), help = helpOf(field);
    const described = help.length === 0 && wrong === "" ? nothing : `${id}-help`;
    return html`<div class="field ${field.missing ? "missing" : ""} ${this.selected.includes(path) ? "selected" : ""}"
      data-path=${path}>
      <label id="${id}-label" for=${id}>${label}</label>
      ${this.renderControl(field, isHead, id, described)}
      ${isHead || type === "" || !isPosition(range) ? nothing : this.renderDeclared(field)}
      ${described === nothing ? nothing : html`<p class="help" id=${described}>${wrong === "" ? nothing
        : html`<span class="wrong">${wrong}</span> `}${help.join(" · ")}</p>`}
      ${field.layers.length > 1 ? this.renderLayers(field.layers) : nothing}
    </div>`;
  }

  /**
   * Renders the button that goes to an input's declaration. It is not a tab stop, since keyboard
   * users have other ways to get there.
   */
  private renderDeclared({ label, name, type, range }: FormField): TemplateResult {
    return html`<button type="button" class="declared" tabindex="-1" title="Show where ${name} is declared"
      @click=${() => send(this, { type: "position-chosen", at: range, origin: "problems" })}>${
        label === name ? type : `${name} ${type}`}</button>`;
  }

  /** Lists the sources of a value: the one in effect, and those that it overrides. */
  private renderLayers([first, ...rest]: readonly FormLayer[]): TemplateResult {
    const go = ({ range }: FormLayer): void => send(this, { type: "position-chosen", at: range, origin: "problems" });
    const others = rest.map((layer, index) => html`${index > 0 ? ", " : nothing}<button type="button" tabindex="-1"
      title="Show this value" @click=${() => go(layer)}>${layer.label} <s>${layer.value}</s></button>`);
    return html`<p class="help layers">${first?.label}, not ${others}</p>`;
  }

  private renderControl(field: FormField, isHead: boolean, id: string,
      described: string | typeof nothing): TemplateResult {
    const control = controlOf(field);
    if (control === "several") return this.renderSeveral(field, id, described);
    const remove = field.isGiven && !isHead ? this.renderRemove(field) : nothing;
    if (control === "choice" && (!isHead || field.choices.length > 0)) {
      const choice = this.renderChoice(field, isHead ? choicesOf(field) : optionsOf(field), id, described);
      return html`<div class="control">${choice}${remove}</div>`;
    }
    const isSecret = control === "secret", isSeen = this.shownSecrets.has(field.path);
    const text = this.renderText(field, isSecret && !isSeen ? "password" : "text", id, described);
    return html`<div class="control">${text}${isSecret ? this.renderShow(field, isSeen) : nothing}${remove}</div>`;
  }

  private renderRemove({ path, label }: FormField): TemplateResult {
    return html`<button type="button" class="square" tabindex="-1" aria-label="Remove ${label} from inputs.yaml"
      title="Remove it from inputs.yaml" @click=${() => this.setValue(path, "")}>${icon("close")}</button>`;
  }

  private renderShow(field: FormField, isSeen: boolean): TemplateResult {
    return html`<button type="button" class="square" aria-label="Show ${field.label}" title="Show it"
      aria-pressed=${isSeen} @click=${() => void this.show(field)}>${icon(isSeen ? "eyeOff" : "eye")}</button>`;
  }

  private renderChoice(field: FormField, options: readonly Option[], id: string,
      described: string | typeof nothing): TemplateResult {
    return html`<span class="pick ${field.isGiven ? "" : "unset"}"><select id=${id} aria-describedby=${described}
      aria-invalid=${field.wrong !== ""}
      @change=${(event: Event) => this.setValue(field.path, (event.target as HTMLSelectElement).value)}>
      ${options.map(({ value, text }) => html`<option value=${value}
        .selected=${live(value === field.given)}>${text}</option>`)}
    </select>${icon("caret")}</span>`;
  }

  private renderSeveral(field: FormField, id: string, described: string | typeof nothing): TemplateResult {
    const chosen = chosenOf(field);
    const take = (event: Event, choice: string): void =>
      this.setValue(field.path, withChoice(field, choice, (event.target as HTMLInputElement).checked));
    const boxes = field.choices.map((choice) => html`<label><input type="checkbox"
      .checked=${live(chosen.includes(choice))} @change=${(event: Event) => take(event, choice)}>${choice}</label>`);
    return html`<div class="several" role="group" id=${id} aria-labelledby="${id}-label"
      aria-describedby=${described}>${boxes}</div>`;
  }

  private renderText(field: FormField, type: "text" | "password", id: string,
      described: string | typeof nothing): TemplateResult {
    const text = this.texts.get(field.path) ?? field.given;
    const typed = (event: Event): void => this.typed(field.path, (event.target as HTMLInputElement).value);
    if (text.includes("\n") && type === "text") {
      return html`<textarea id=${id} aria-describedby=${described} aria-invalid=${field.wrong !== ""}
        rows=${Math.min(8, text.split("\n").length)} spellcheck="false" .value=${live(text)}
        @input=${typed}></textarea>`;
    }
    return html`<input id=${id} aria-describedby=${described} aria-invalid=${field.wrong !== ""}
      aria-required=${field.missing} type=${type} inputmode=${field.input === "number" ? "decimal" : "text"}
      autocomplete="off" autocapitalize="off" spellcheck="false" placeholder=${placeholderOf(field)}
      .value=${live(text)} @input=${typed} @paste=${(event: ClipboardEvent) => this.paste(event, field.path)}>`;
  }

  private typed(path: string, text: string): void {
    this.texts.set(path, text);
    send(this, { type: "input-typed", path, value: text });
  }

  /** Handles a paste of several lines: an <input> would drop the line breaks, so the field becomes a <textarea>. */
  private paste(event: ClipboardEvent, path: string): void {
    const pasted = (event.clipboardData?.getData("text/plain") ?? "").replaceAll("\r\n",
      "\n"), field = event.target as HTMLInputElement;
    if (!pasted.trimEnd().includes("\n")) return;
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = field, start = selectionStart ?? value.length;
    this.typed(path, value.slice(0, start) + pasted + value.slice(selectionEnd ?? start));
    this.requestUpdate();
    void this.updateComplete.then(() => {
      const area = document.getElementById(field.id) as HTMLInputElement | null;
      area?.focus();
      area?.setSelectionRange(start + pasted.length, start + pasted.length);
    });
  }

  private setValue(path: string, value: string): void {
    this.texts.delete(path);
    send(this, { type: "input-typed", path, value });
    send(this, { type: "input-left" });
  }

  /** Shows or hides a secret. */
  private async show({ path, isGiven }: FormField): Promise<void> {
    const isSeen = this.shownSecrets.has(path);
    if (!isSeen && isGiven && !this.texts.has(path)) this.texts.set(path, await this.reveal(path));
    const seen = new Set(this.shownSecrets);
    if (isSeen) seen.delete(path);
    else seen.add(path);
    this.shownSecrets = seen;
  }

  private readonly onFocus = ({ target }: FocusEvent): void => {
    const path = (target as Element).closest<HTMLElement>(".field")?.dataset["path"];
    if (path === undefined || (target as Element).matches(".declared, .layers *, .square")) return;
    this.focused = path;
    send(this, { type: "field-chosen", path });
  };

  private readonly onLeave = (): void => {
    this.focused = "";
    send(this, { type: "input-left" });
    this.requestUpdate();
  };

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has("selected") || this.selected.length === 0 || this.contains(document.activeElement)) return;
    this.querySelector(".field.selected")?.scrollIntoView({ block: "nearest" });
  }
}

function idOf(path: string): string {
  return `input-${path.replaceAll("\0", ".")}`;
}
