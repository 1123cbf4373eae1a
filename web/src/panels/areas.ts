/** The bar at the bottom of a narrow window, in which the user chooses the area that fills the window. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { send } from "../app/send.js";
import { TABS, type Area } from "../app/state.js";
import { icon, type IconName } from "../ui/icons.js";

const AREAS: readonly { readonly id: Area; readonly label: string; readonly icon: IconName }[] = [
  { id: "edit", label: "Edit", icon: "edit" },
  { id: "inputs", label: "Inputs", icon: "inputs" },
  ...TABS,
];

/** The bar of areas. `problems` is the number on its badge. */
@customElement("pg-areas")
export class Areas extends LitElement {
  @property() area: Area = "edit";
  @property({ type: Number }) problems = 0;

  protected override createRenderRoot(): this { return this; }

  protected override render(): TemplateResult {
    const badge = html`<span class="badge">${this.problems}<span class="visually-hidden">
      ${this.problems === 1 ? "problem" : "problems"}</span></span>`;
    return html`<div class="areabar">${AREAS.map(({ id, label, icon: name }) => html`
      <button type="button" aria-current=${id === this.area ? "page" : nothing}
        @click=${() => send(this, { type: "area-shown", area: id })}>
        ${icon(name)}<span>${label}</span>
        ${id === "edit" && this.problems > 0 ? badge : nothing}
      </button>`)}</div>`;
  }
}
