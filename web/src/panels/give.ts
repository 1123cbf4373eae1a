/** The prompt that opens at an unknown value, with fields for the values that it depends on. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import type { Unknown } from "../protocol/protocol.gen.js";
import { send } from "../app/send.js";
import { describeUnknown, fieldsOf, type ValuePrompt } from "../app/unknowns.js";
import type { ValueField } from "../ui/field.js";
import "../ui/field.js";

/** The maximum number of fields: a value may depend on many unknowns. */
const MAX_FIELDS = 12;

/** The prompt for unknown values, a popover. */
@customElement("pg-give")
export class GivePanel extends LitElement {
  @property({ attribute: false }) valuePrompt: ValuePrompt | null = null;
  @query(".giving") private box!: HTMLElement;
  /** The element that had the focus before the prompt opened. */
  private from: Element | null = null;

  protected override createRenderRoot(): this { return this; }

  protected override render(): TemplateResult {
    const all = this.valuePrompt?.unknowns ?? [];
    const fields = fieldsOf(all), others = all.filter(({ path }) => path === "");
    const more = fields.length - MAX_FIELDS;
    return html`<div class="giving" role="dialog" aria-label="Enter a value" popover="auto" tabindex="-1"
      @toggle=${this.onToggle}>
      ${repeat(fields.slice(0, MAX_FIELDS), ({ path }) => path,
        (each, index) => this.renderField(each, index, fields.length))}
      ${more > 0 ? html`<p class="quiet">${more} more ${more === 1 ? "is" : "are"} listed under Unknowns.</p>`
        : nothing}
      ${others.map(({ label }) => html`<p>Nothing in inputs.yaml can supply this: <b>${label}</b>.</p>`)}
      ${all.length === 0 ? html`<p>Nothing in inputs.yaml can supply this.</p>` : nothing}
    </div>`;
  }

  private renderField(unknown: Unknown, index: number, count: number): TemplateResult {
    const about = describeUnknown(unknown);
    return html`<div class="given"><span class="name">${unknown.label}</span>
      <pg-value .unknown=${unknown} label=${unknown.label} offered @leave=${() => this.close()}
        @give=${(event: CustomEvent<string>) => this.give(unknown, event.detail, index, count)}></pg-value>
      ${about === "" ? nothing : html`<span class="quiet">${about}</span>`}</div>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has("valuePrompt")) return;
    if (this.valuePrompt) void this.open(this.valuePrompt);
    else this.box.hidePopover();
  }

  private async open({ anchor: { left, top, bottom } }: ValuePrompt): Promise<void> {
    if (!this.box.matches(":popover-open")) {
      this.from = document.activeElement;
      this.box.showPopover();
    }
    const fields = [...this.querySelectorAll<ValueField>("pg-value")];
    await Promise.all(fields.map((field) => field.updateComplete));
    const { offsetWidth: width, offsetHeight: height } = this.box;
    this.box.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
    this.box.style.top = `${Math.max(8, bottom + height + 12 > innerHeight ? top - height - 4 : bottom + 4)}px`;
    if (fields[0]) fields[0].enter();
    else this.box.focus();
  }

  private give({ path }: Unknown, value: string, index: number, count: number): void {
    send(this, { type: "value-given", path, value });
    if (index + 1 >= Math.min(count, MAX_FIELDS)) return this.close();
    this.querySelectorAll<ValueField>("pg-value")[index + 1]?.enter();
  }

  private close(): void { this.box.hidePopover(); }

  /** Restores the focus when the prompt closes, for whatever reason. */
  private readonly onToggle = (event: ToggleEvent): void => {
    if (event.newState === "open" || !this.valuePrompt) return;
    const isLost = document.activeElement === null || document.activeElement === document.body
      || this.contains(document.activeElement);
    if (isLost && this.from instanceof HTMLElement && this.from.isConnected) this.from.focus();
    send(this, { type: "value-prompt-closed" });
  };
}
