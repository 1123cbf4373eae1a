/**
 * The dialog that imports values from files of a deployment: a preview of the values, and buttons to
 * write them to inputs.yaml or to cancel.
 */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import { withCommas } from "../app/count.js";
import { quantity, describeError, describeFile, isUsable, describePlan, previewOf } from "../app/deployment.js";
import { send } from "../app/send.js";
import type { DeploymentImport } from "../app/state.js";
import type { DialectInfo, World } from "../protocol/protocol.gen.js";
import { icon } from "../ui/icons.js";

/** The import dialog, which is modal. */
@customElement("pg-world")
export class WorldPanel extends LitElement {
  /** Null while the dialog is closed. */
  @property({ attribute: false }) importing: DeploymentImport | null = null;
  @property({ attribute: false }) dialects: readonly DialectInfo[] = [];
  @query("dialog") private dialog!: HTMLDialogElement;
  @query("input[type=file]") private picker!: HTMLInputElement;

  protected override createRenderRoot(): this { return this; }

  protected override render(): TemplateResult {
    return html`<dialog class="world" aria-labelledby="world-title"
      @close=${() => send(this, { type: "world-closed" })}>
      <h2 id="world-title">Values from a deployment</h2>
      ${this.importing ? this.renderBody(this.importing) : nothing}
      <input type="file" class="visually-hidden" multiple tabindex="-1" aria-label="Files of a deployment"
        @change=${this.onPicked}>
    </dialog>`;
  }

  protected override updated(): void {
    const { dialog, importing } = this;
    if (!importing) return dialog.close();
    if (!dialog.open) dialog.showModal();
    // The focused element may have disappeared: move the focus to the next action.
    if (!dialog.contains(document.activeElement)
      || document.activeElement === dialog) dialog.querySelector<HTMLElement>("button.primary")?.focus();
  }

  private renderBody({ files, plan, withSecrets }: DeploymentImport): TemplateResult {
    const isReading = files.length > 0 && !plan;
    const reading = html`<p class="quiet">Reading ${files.map(({ name }) => name).join(", ")}…</p>`;
    return html`<div class="inside" aria-busy=${isReading}>
        ${isReading ? reading : plan ? this.renderPlan(plan, withSecrets) : this.renderHelp()}
      </div>
      <div class="buttons">
        ${plan && isUsable(plan) ? html`<button type="button" class="primary" autofocus
          @click=${() => send(this, { type: "world-accepted" })}>Write</button>`
          : html`<button type="button" class="primary" autofocus ?disabled=${isReading}
          @click=${() => this.picker.click()}>${plan ? "Choose other files…" : "Choose files…"}</button>`}
        <button type="button" class="framed" @click=${() => this.dialog.close()}>Cancel</button>
      </div>`;
  }

  private renderPlan(plan: World, withSecrets: boolean): TemplateResult {
    const words = describePlan(plan);
    const result = words === "" ? "The files contain nothing that this text uses." : `${words}.`;
    return html`<ul class="sources">${plan.files.map((file) => html`<li class=${file.error ? "bad" : ""}>
        ${icon(file.error ? "error" : "file")}<span><b>${file.name}</b> <span class="quiet">${describeFile(file)}</span>
        ${file.error ? html`<span class="wrong" role="alert">${describeError(file)}</span>` : nothing}</span>
        </li>`)}</ul>
      ${plan.error ? html`<p class="wrong" role="alert">${plan.error}</p>` : nothing}
      ${plan.files.every(({ error }) => error) ? html`<p>Nothing was changed.</p>`
        : html`<p role="status">${result}</p>`}
      ${plan.secrets > 0 ? this.renderSecrets(plan.secrets, withSecrets) : nothing}
      ${plan.entries.length > 0 ? renderEntries(plan, withSecrets) : nothing}
      ${plan.skippedCount > 0 ? renderSkipped(plan) : nothing}`;
  }

  private renderSecrets(count: number, withSecrets: boolean): TemplateResult {
    const effect = withSecrets ? "They will be readable in inputs.yaml." : "Left out until you tick this.";
    return html`<label class="warning"><input type="checkbox" .checked=${withSecrets} @change=${this.onSecrets}>
      <span>${quantity(count, "value")} ${count === 1 ? "is" : "are"} secret. ${effect}</span></label>`;
  }

  private renderHelp(): TemplateResult {
    const commands = this.dialects.flatMap((dialect) => dialect.commands);
    return html`<p>Choose, drop or paste the output of one of these. It stays in your browser, and you see what will be
        written first.</p>
      <ul class="commands">${commands.map((command) => html`<li><code>${command}</code></li>`)}</ul>`;
  }

  private readonly onSecrets = (event: Event): void => {
    send(this, { type: "world-secrets-chosen", withSecrets: (event.target as HTMLInputElement).checked });
  };

  private readonly onPicked = (): void => {
    const files = [...this.picker.files ?? []];
    this.picker.value = "";
    if (files.length > 0) send(this, { type: "world-opened", files });
  };
}

function renderEntries({ entries, count, secrets }: World, withSecrets: boolean): TemplateResult {
  const all = withSecrets ? count : count + secrets;
  return html`<div class="values" tabindex="0" role="region" aria-label="Values">
    <dl>${entries.map((entry) => html`<div class=${entry.secret ? "secret" : ""}><dt>${entry.label}</dt>
      <dd>${previewOf(entry, withSecrets)}${
        entry.replaces ? html` <span class="quiet">replaces</span>` : nothing}</dd></div>`)}</dl>
    ${renderRest(all - entries.length)}</div>`;
}

function renderSkipped({ skipped, skippedCount }: World): TemplateResult {
  return html`<details><summary>${quantity(skippedCount, "item")} not used</summary>
    <dl>${skipped.map(({ name, why }) => html`<div><dt>${name}</dt><dd>${why}</dd></div>`)}</dl>
    ${renderRest(skippedCount - skipped.length)}</details>`;
}

function renderRest(count: number): TemplateResult | typeof nothing {
  return count > 0 ? html`<p class="quiet">and ${withCommas(count)} more</p>` : nothing;
}
