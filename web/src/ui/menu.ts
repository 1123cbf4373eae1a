/** A button that opens a menu, which is a native popover. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { icon, type IconName } from "./icons.js";
import { moveFocus } from "./keys.js";

/** An item of a menu. */
export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly icon?: IconName;
  /** Whether this is the current one of several alternatives; undefined for other items. */
  readonly checked?: boolean;
}

/** Moves a popover below its button, or above it if there is no room below, and into the window. */
export function placeUnder(button: Element, popover: HTMLElement): void {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popover;
  const fromRight = left + width > innerWidth - 8;
  popover.style.left = `${Math.max(8, fromRight ? right - width : left)}px`;
  popover.style.top = `${bottom + height > innerHeight - 8 && top > height ? top - height - 4 : bottom + 4}px`;
}

/** A menu. Fires `choose` with the id of the chosen item as detail. */
@customElement("pg-menu")
export class Menu extends LitElement {
  @property() label = "";
  /** The text on the button; "" shows only the icon. */
  @property() text = "";
  @property() icon: IconName = "caret";
  @property({ attribute: false }) items: readonly MenuItem[] = [];
  @state() private open = false;
  @query("button.opener") private opener!: HTMLButtonElement;
  @query(".menu") private list!: HTMLElement;

  protected override createRenderRoot(): this { return this; }

  protected override render(): TemplateResult {
    return html`
      <button type="button" class="opener ${this.text ? "" : "square"}" aria-haspopup="menu" aria-expanded=${this.open}
        aria-label=${this.label} title=${this.text ? nothing : this.label} @keydown=${this.onOpenerKey}>
        ${this.icon === "caret" ? nothing : icon(this.icon)}
        ${this.text ? html`<span>${this.text}</span>${icon("caret")}` : nothing}
      </button>
      <div class="menu" role="menu" aria-label=${this.label} popover="auto"
        @toggle=${this.onToggle} @keydown=${this.onKey}>
        ${this.items.map((item) => this.renderItem(item))}
      </div>`;
  }

  /** Renders an item. When the menu opens, the current item has the focus, or the first if none is current. */
  private renderItem(item: MenuItem): TemplateResult {
    const isChoice = item.checked !== undefined;
    const isFirst = item === (this.items.find(({ checked }) => checked) ?? this.items[0]);
    const mark = isChoice ? html`<span class="mark">${item.checked ? icon("check") : nothing}</span>`
      : item.icon ? icon(item.icon) : nothing;
    return html`<button type="button" role=${isChoice ? "menuitemradio" : "menuitem"} tabindex="-1"
      ?autofocus=${isFirst} aria-checked=${isChoice ? item.checked : nothing} @click=${() => this.choose(item.id)}>
      ${mark}
      <span>${item.label}</span>${item.hint ? html`<span class="quiet">${item.hint}</span>` : nothing}
    </button>`;
  }

  protected override firstUpdated(_: PropertyValues): void {
    this.opener.popoverTargetElement = this.list;
  }

  protected override updated(_: PropertyValues): void {
    if (this.open) placeUnder(this.opener, this.list);
  }

  private readonly onToggle = (event: ToggleEvent): void => {
    this.open = event.newState === "open";
    if (this.open) placeUnder(this.opener, this.list);
  };

  private readonly onOpenerKey = (event: KeyboardEvent): void => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    this.list.showPopover();
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.key === "Tab") this.list.hidePopover();
    else moveFocus(event, [...this.list.querySelectorAll<HTMLElement>("button")], "column");
  };

  private choose(id: string): void {
    const isOption = this.items.some((item) => item.id === id && item.checked !== undefined)
      && this.items.some(({ checked }) => checked === undefined);
    if (!isOption) { // an option only sets how the other items act, so the menu stays open for them
      this.list.hidePopover();
      this.opener.focus();
    }
    this.dispatchEvent(new CustomEvent<string>("choose", { detail: id }));
  }
}
