/** A quiet ribbon under the header: what happened, and what can be done about it. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { send } from "../app/send.js";
import type { Engine, Event, Notice } from "../app/state.js";
import { icon } from "../ui/icons.js";

@customElement("pg-ribbon")
export class Ribbon extends LitElement {
  @property({ attribute: false }) notice: Notice | null = null;
  @property({ attribute: false }) engine: Engine | null = null;

  protected override createRenderRoot(): this { return this; }

  protected override render(): TemplateResult {
    return html`<div role="status">${this.renderEngine()}${this.notice ? this.renderNotice(this.notice) : nothing}</div>`;
  }

  private renderNotice({ text, action, second }: Notice): TemplateResult {
    return html`<div class="ribbon"><p>${text}</p>
      ${[action, second].map((each) => (each ? this.button(each.label, each.event) : nothing))}
      <button type="button" class="square" aria-label="Dismiss" @click=${() => send(this, { type: "notice-dismissed" })}>${icon("close")}</button>
    </div>`;
  }

  /** The engine's own troubles stay until they are over. */
  private renderEngine(): TemplateResult | typeof nothing {
    switch (this.engine?.phase) {
      case "paused":
        return html`<div class="ribbon grave">${icon("warning")}<p>${this.engine.why}</p>${this.button("Run", { type: "run-asked" })}</div>`;
      case "stopped":
        return html`<div class="ribbon grave">${icon("error")}<p>${this.engine.why}</p>${this.button("Retry", { type: "run-asked" })}${this.renderReport()}</div>`;
      case "missing":
        return html`<div class="ribbon grave">${icon("warning")}<p>${this.engine.why}</p>${this.renderReport()}</div>`;
      default: return nothing;
    }
  }

  /** Sizes and versions for whoever looks into it; the text is not part of it. */
  private renderReport(): TemplateResult {
    return html`<button type="button" class="framed" title="Versions, sizes and the message; not your text"
      @click=${() => send(this, { type: "report-asked" })}>Copy report</button>`;
  }

  private button(label: string, event: Event): TemplateResult {
    return html`<button type="button" class="framed" @click=${() => send(this, event)}>${label}</button>`;
  }
}
