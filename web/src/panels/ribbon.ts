/** The ribbon below the header: what happened, and buttons for what the user can do about it. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { send } from "../app/send.js";
import type { Obstacle } from "../app/obstacle.js";
import type { Event, Notice } from "../app/state.js";
import { icon } from "../ui/icons.js";

/** The ribbon under the header. */
@customElement("pg-ribbon")
export class Ribbon extends LitElement {
  @property({ attribute: false }) notice: Notice | null = null;
  @property({ attribute: false }) obstacle: Obstacle | null = null;

  protected override createRenderRoot(): this { return this; }

  protected override render(): TemplateResult {
    const { obstacle, notice } = this;
    return html`<div role="status">
      ${obstacle ? this.renderObstacle(obstacle) : nothing}
      ${notice ? this.renderNotice(notice) : nothing}
    </div>`;
  }

  private renderNotice({ text, action, second }: Notice): TemplateResult {
    return html`<div class="ribbon"><p>${text}</p>
      ${[action, second].map((each) => (each ? this.button(each.label, each.event) : nothing))}
      <button type="button" class="square" aria-label="Dismiss"
        @click=${() => send(this, { type: "notice-dismissed" })}>${icon("close")}</button>
    </div>`;
  }

  /** Renders the message in place of the result, for narrow windows that do not show the result beside the editor. */
  private renderObstacle({ tone, text, actions }: Obstacle): TemplateResult | typeof nothing {
    if (tone === "quiet") return nothing;
    return html`<div class="ribbon grave only-editing">
      ${icon(tone)}<p>${text}</p>${actions.map(({ label, event }) => this.button(label, event))}
    </div>`;
  }

  private button(label: string, event: Event): TemplateResult {
    return html`<button type="button" class="framed" @click=${() => send(this, event)}>${label}</button>`;
  }
}
