/** The description of the example, with what to try. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { send } from "../app/send.js";
import { icon } from "../ui/icons.js";

/** The description of the example. */
@customElement("pg-prose")
export class Prose extends LitElement {
  @property() text = "";

  protected override createRenderRoot(): this { return this; }

  protected override render(): TemplateResult | typeof nothing {
    if (this.text === "") return nothing;
    const pieces = this.text.split(/(`[^`]+`)/).map((piece) =>
      (piece.length > 2 && piece.startsWith("`") ? html`<code>${piece.slice(1, -1)}</code>` : piece));
    return html`<aside class="prose" aria-label="About this example">
      <p>${pieces}</p>
      <button type="button" class="square" aria-label="Close the description of the example" title="Close"
        @click=${() => send(this, { type: "prose-closed" })}>${icon("close")}</button>
    </aside>`;
  }
}
