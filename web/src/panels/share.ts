/** The Share dialog: the link and its length on a ruler, texts to paste elsewhere, and files. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import { withCommas } from "../app/count.js";
import { send } from "../app/send.js";
import type { Sharing } from "../app/state.js";
import type { ArchiveFormat } from "../share/archive.js";
import { lengthWarning, LONG, VERY_LONG, type Form } from "../share/forms.js";
import { icon, type IconName } from "../ui/icons.js";
import { placeUnder } from "../ui/menu.js";

const FORMS: readonly { readonly form: Form; readonly label: string; readonly hint: string }[] = [
  { form: "markdown", label: "Markdown link", hint: "for an issue or a chat" },
  { form: "markdown-result", label: "Markdown with source and result", hint: "readable without a click" },
  { form: "embed", label: "HTML that readers can change", hint: "for documentation" },
  { form: "iframe", label: "HTML in a frame", hint: "for a page that allows no scripts" },
];

/** The length of a link, in characters, at the end of the ruler. */
const RULER_END = 10_000;

const NOT_SEARCHED = "The engine does not answer, so the secrets in this text cannot be found and left out.";
const TOO_LARGE = "This text is too large for a link. Send it as a file.";
const OWN_SECRETS = "The template itself contains secrets: literals, or defaults of values that are marked secret. "
  + "They are in the link, where everyone who has it can read them. To keep them out, move them to inputs.yaml.";

/** The Share button and its popover. */
@customElement("pg-share")
export class Share extends LitElement {
  /** Null while the popover is closed. */
  @property({ attribute: false }) sharing: Sharing | null = null;
  @query("button.opener") private opener!: HTMLButtonElement;
  @query(".share") private sheet!: HTMLElement;
  @query("input[type=file]") private picker!: HTMLInputElement;

  protected override createRenderRoot(): this { return this; }

  protected override render(): TemplateResult {
    return html`
      <button type="button" class="opener" aria-haspopup="dialog" aria-expanded=${this.sharing !== null}
        aria-label="Share">${icon("share")}<span>Share</span></button>
      <div class="share" role="dialog" aria-label="Share" popover="auto" @toggle=${this.onToggle}>
        ${this.sharing ? this.renderSheet(this.sharing) : nothing}
        <input type="file" class="visually-hidden" multiple accept=".zip,.txtar,.yaml,.yml,.json,.txt" tabindex="-1"
          aria-label="File to open" @change=${this.onPicked}>
      </div>`;
  }

  protected override firstUpdated(): void {
    this.opener.popoverTargetElement = this.sheet;
  }

  protected override updated(): void {
    if (this.sharing?.link) this.focusCopyButton();
  }

  private renderSheet(sharing: Sharing): TemplateResult {
    return html`${this.renderLink(sharing)}
      ${sharing.link === "" ? nothing : this.renderForms(sharing)}
      <h2 class="label">As a file</h2>
      <div class="pair">
        ${this.renderRow("Download .zip", "all files", "download", () => this.download("zip"))}
        ${this.renderRow("Download .txtar", "one text file", "download", () => this.download("txtar"))}
      </div>
      ${this.renderRow("Open a file", ".zip, .txtar or .yaml; or drop it on the page", "folder",
        () => this.picker.click())}`;
  }

  private renderForms({ link, copied }: Sharing): TemplateResult {
    const rows = FORMS.map(({ form, label, hint }) => {
      const copy = (): void => send(this, { type: "share-copied", form });
      return html`<li>${this.renderRow(label, hint, copied === form ? "check" : "copy", copy, !link)}</li>`;
    });
    return html`<h2 class="label">Copy as</h2><ul>${rows}</ul>`;
  }

  private renderRow(label: string, hint: string, name: IconName, act: () => void, isDisabled = false): TemplateResult {
    const id = `about-${label.replace(/\W+/g, "-")}`;
    return html`<div class="row"><button type="button" ?disabled=${isDisabled} aria-describedby=${id}
        @click=${act}>${icon(name)}<span>${label}</span></button>
      <span class="quiet" id=${id}>${name === "check" ? "copied" : hint}</span></div>`;
  }

  private renderLink(sharing: Sharing): TemplateResult {
    const { link } = sharing;
    if (link === null && sharing.isUnknown) {
      return html`${renderWarning(NOT_SEARCHED)}${this.renderSecrets(sharing)}`;
    }
    if (link === "") {
      return html`${renderWarning(TOO_LARGE)}${this.renderSecrets(sharing)}`;
    }
    const length = link?.length ?? 0, warning = lengthWarning(length), isCopied = sharing.copied === "link";
    return html`<div class="linkline">
        <input readonly aria-label="Link" .value=${link ?? ""}
          @focus=${(event: FocusEvent) => (event.target as HTMLInputElement).select()}>
        <button type="button" class="primary" ?disabled=${!link}
          @click=${() => send(this, { type: "share-copied", form: "link" })}>
          ${icon(isCopied ? "check" : "link")}<span>${isCopied ? "Copied" : "Copy link"}</span></button>
      </div>
      ${this.renderRuler(length)}
      ${warning ? renderWarning(warning) : nothing}
      ${this.renderSecrets(sharing)}
      <p class="quiet note">The link contains the whole text. Nothing is stored on a server, and it never expires.</p>`;
  }

  /** Renders the length of the link on a ruler. */
  private renderRuler(length: number): TemplateResult {
    const share = Math.min(1, length / RULER_END);
    const grade = length > VERY_LONG ? "very-long" : length > LONG ? "long" : "";
    const marks = [LONG, VERY_LONG].map((at) =>
      html`<b style="--at: ${at / RULER_END}">${withCommas(at)}</b>`);
    const size = length === 0 ? "measuring" : `${withCommas(length)} characters`;
    return html`<div class="length ${grade}" style="--length: ${share}">
      <div class="ruler" aria-hidden="true"><i></i>${marks}</div>
      <p class="characters" aria-live="polite">${size}</p>
    </div>`;
  }

  private renderSecrets({ secrets, withSecrets, hasOwnSecrets, isUnknown }: Sharing): TemplateResult {
    const marked = secrets === 1 ? "1 value that is marked secret" : `${secrets} values that are marked secret`;
    const many = isUnknown ? "the whole text, with the secrets in it" : marked;
    const effect = withSecrets ? "Whoever has the link can read them." : "Left out until you tick this.";
    return html`${secrets > 0 || isUnknown ? html`<label class="warning">
        <input type="checkbox" .checked=${withSecrets} @change=${this.onSecrets}>
        <span>Share ${many}. ${effect}</span></label>` : nothing}
      ${hasOwnSecrets ? renderWarning(OWN_SECRETS) : nothing}`;
  }

  private download(format: ArchiveFormat): void { send(this, { type: "archive-requested", format }); }

  private readonly onSecrets = (event: Event): void => {
    send(this, { type: "share-secrets-chosen", withSecrets: (event.target as HTMLInputElement).checked });
  };

  private readonly onPicked = (): void => {
    const files = [...this.picker.files ?? []];
    this.picker.value = "";
    if (files.length === 0) return;
    this.sheet.hidePopover();
    send(this, { type: "files-chosen", files });
  };

  private readonly onToggle = (event: ToggleEvent): void => {
    const open = event.newState === "open";
    send(this, { type: "share-toggled", open });
    if (!open) return;
    void this.updateComplete.then(() => {
      placeUnder(this.opener, this.sheet);
      this.focusCopyButton();
    });
  };

  /** Moves the focus to the button that copies the link, once there is a link. */
  private focusCopyButton(): void {
    if (document.activeElement !== this.opener) return;
    this.sheet.querySelector<HTMLElement>("button.primary:enabled")?.focus();
  }
}

function renderWarning(text: string): TemplateResult {
  return html`<p class="warning">${icon("warning")}<span>${text}</span></p>`;
}
