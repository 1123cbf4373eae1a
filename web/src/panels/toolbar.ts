/** The header's toolbar: the dialect, the examples, the title of the text, sharing, the theme. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { DialectInfo } from "../protocol/protocol.gen.js";
import { send } from "../app/send.js";
import type { Example, Recent, Sharing, Theme } from "../app/state.js";
import { icon } from "../ui/icons.js";
import "../ui/menu.js";
import "./gallery.js";
import "./share.js";

const THEMES: readonly { readonly id: Theme; readonly label: string }[] = [
  { id: "system", label: "Same as system" },
  { id: "light", label: "Light" },
  { id: "dark", label: "Dark" },
];

/** The prefix of the values of options that start a new text. */
const NEW = "new ";

/** The toolbar of the document. */
@customElement("pg-toolbar")
export class Toolbar extends LitElement {
  /** The name of the dialect that the user chose; "" if the engine recognises it. */
  @property() chosen = "";
  @property() recognised = "";
  @property({ attribute: false }) dialects: readonly DialectInfo[] = [];
  @property({ attribute: false }) gallery: readonly Example[] = [];
  /** The title of the example; for other texts, where they are from. */
  @property() subject = "";
  @property({ type: Boolean }) edited = false;
  @property() theme: Theme = "system";
  @property({ attribute: false }) recent: readonly Recent[] = [];
  @property({ attribute: false }) sharing: Sharing | null = null;

  protected override createRenderRoot(): this { return this; }

  protected override render(): TemplateResult {
    return html`<div class="toolbar" role="toolbar" aria-label="Document">
      ${this.renderDialects()}
      <pg-gallery .examples=${this.gallery} .dialects=${this.dialects} .current=${this.chosen || this.recognised}
        .recent=${this.recent}></pg-gallery>
      <p class="subject" title=${this.subject}>${this.subject}${
        this.edited ? html`<span class="quiet"> · edited</span>` : nothing}</p>
      ${this.edited ? html`<button type="button"
        @click=${() => send(this, { type: "reset-requested" })}>${icon("reset")}<span>Reset</span></button>` : nothing}
      <pg-share .sharing=${this.sharing}></pg-share>
      <pg-menu label="Theme" icon="theme" .items=${THEMES.map((item) => ({ ...item, checked: item.id === this.theme }))}
        @choose=${(event: CustomEvent<Theme>) => send(this, { type: "theme-chosen", theme: event.detail })}></pg-menu>
    </div>`;
  }

  private renderDialects(): TemplateResult {
    const title = this.dialects.find(({ name }) => name === this.recognised)?.title ?? this.recognised;
    return html`<label class="dialect"><span class="visually-hidden">Dialect</span>
      <select @change=${this.onDialect} .value=${this.chosen} ?disabled=${this.dialects.length === 0}>
        <option value="" ?selected=${this.chosen === ""}>${title || "Recognise the dialect"}</option>
        <optgroup label="Evaluate this text as">
          ${this.dialects.map(({ name, title: each }) => html`<option value=${name}
            ?selected=${name === this.chosen}>${each}</option>`)}
        </optgroup>
        <optgroup label="Start a new text">
          ${this.dialects.map(({ name, title: each }) => html`<option value=${NEW + name}>New: ${each}</option>`)}
        </optgroup>
      </select>${icon("caret")}</label>`;
  }

  private readonly onDialect = (event: Event): void => {
    const select = event.target as HTMLSelectElement;
    const { value } = select;
    if (!value.startsWith(NEW)) return send(this, { type: "dialect-chosen", dialect: value });
    select.value = this.chosen;
    send(this, { type: "new-requested", dialect: value.slice(NEW.length) });
  };
}
