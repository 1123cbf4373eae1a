/**
 * Shows why there is no result for the current text, with buttons for what can be done about it; or what
 * the shown result lacks.
 */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Obstacle } from "../app/obstacle.js";
import { send } from "../app/send.js";
import { icon } from "../ui/icons.js";

/** The message in place of the result. */
@customElement("pg-obstacle")
export class ObstaclePanel extends LitElement {
  @property({ attribute: false }) obstacle: Obstacle | null = null;
  /** What the result lacks, because it is too long, or "". */
  @property() note = "";

  protected override createRenderRoot(): this { return this; }

  protected override render(): TemplateResult {
    return html`<div role="status">${this.obstacle ? this.renderObstacle(this.obstacle) : nothing}
      ${this.note === "" || this.obstacle?.isBlank ? nothing
        : html`<div class="obstacle quiet"><p>${this.note}</p></div>`}</div>`;
  }

  private renderObstacle({ tone, text, actions, isBlank }: Obstacle): TemplateResult {
    return html`<div class="obstacle ${tone} ${isBlank ? "blank" : ""}">
      ${tone === "quiet" ? nothing : icon(tone)}<p>${text}</p>
      ${actions.map(({ label, event }) => html`<button type="button" class="framed"
        @click=${() => send(this, event)}>${label}</button>`)}
    </div>`;
  }
}
