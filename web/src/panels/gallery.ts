/** The examples, by dialect, with a filter; and an empty page of each dialect. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { DialectInfo } from "../protocol/protocol.gen.js";
import { send } from "../app/send.js";
import { openingOf, type Event as PageEvent, type Example } from "../app/state.js";
import { icon } from "../ui/icons.js";
import { moveFocus } from "../ui/keys.js";
import { placeUnder } from "../ui/menu.js";

/** A sentence whose `names` stand in a face of their own. */
function withCode(text: string): readonly (TemplateResult | string)[] {
  return text.split("`").map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : piece));
}

@customElement("pg-gallery")
export class Gallery extends LitElement {
  @property({ attribute: false }) examples: readonly Example[] = [];
  @property({ attribute: false }) dialects: readonly DialectInfo[] = [];
  /** The dialect in force: its examples come first. */
  @property() current = "";
  @state() private open = false;
  @state() private filter = "";
  @query("button.opener") private opener!: HTMLButtonElement;
  @query(".gallery") private sheet!: HTMLElement;

  protected override createRenderRoot(): this { return this; }

  protected override render(): TemplateResult {
    return html`
      <button type="button" class="opener" aria-haspopup="dialog" aria-expanded=${this.open} aria-label="Examples"
        @click=${() => this.sheet.togglePopover()}><span>Examples</span>${icon("caret")}</button>
      <div class="gallery" role="dialog" aria-label="Examples" popover="auto" @toggle=${this.onToggle} @keydown=${this.onKey}>
        ${this.open ? this.renderSheet() : nothing}
      </div>`;
  }

  private renderSheet(): TemplateResult {
    const matching = this.matching();
    const groups = this.groups(matching);
    return html`
      <input type="search" aria-label="Filter examples" placeholder="Filter" autocomplete="off" spellcheck="false"
        .value=${this.filter} @input=${this.onFilter}>
      <div class="groups">${groups.map(([dialect, examples]) => this.renderGroup(dialect, examples))}
        ${matching.length === 0 ? html`<p class="quiet empty">${this.emptiness()}</p>` : nothing}
      </div>`;
  }

  private renderGroup(dialect: string, examples: readonly Example[]): TemplateResult {
    const info = this.dialects.find(({ name }) => name === dialect);
    return html`<section aria-label=${info?.title ?? dialect}>
      <h2 class="label">${info?.title ?? dialect}
        ${info ? html`<button type="button" class="empty-page" @click=${() => this.choose({ type: "new-asked", dialect })}>Empty page</button>` : nothing}
      </h2>
      <ul>${examples.map((example, index) => html`<li>
        <button type="button" class="example" aria-describedby="about-${dialect}-${index}" @click=${() => this.choose(openingOf(example))}>${example.title}</button>
        <p class="quiet" id="about-${dialect}-${index}">${withCode(example.prose)}</p></li>`)}</ul>
    </section>`;
  }

  private emptiness(): string {
    return this.examples.length === 0 ? "The examples are on their way." : `No example mentions “${this.filter}”.`;
  }

  private matching(): readonly Example[] {
    const words = this.filter.toLowerCase().split(/\s+/).filter(Boolean);
    return this.examples.filter(({ title, prose, name, dialect }) => {
      const text = `${title} ${prose} ${name} ${dialect}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
  }

  private groups(examples: readonly Example[]): readonly [string, readonly Example[]][] {
    const groups = new Map<string, Example[]>();
    for (const example of examples) {
      const group = groups.get(example.dialect);
      if (group) group.push(example);
      else groups.set(example.dialect, [example]);
    }
    const isCurrent = ([dialect]: readonly [string, unknown]): number => (dialect === this.current ? 0 : 1);
    return [...groups].sort((a, b) => isCurrent(a) - isCurrent(b));
  }

  private choose(event: PageEvent): void {
    this.sheet.hidePopover();
    this.opener.focus();
    send(this, event);
  }

  private readonly onFilter = (event: Event): void => { this.filter = (event.target as HTMLInputElement).value; };

  private readonly onToggle = (event: ToggleEvent): void => {
    this.open = event.newState === "open";
    if (!this.open) { this.filter = ""; return; }
    send(this, { type: "gallery-opened" });
    void this.updateComplete.then(() => {
      placeUnder(this.opener, this.sheet);
      this.sheet.querySelector("input")?.focus();
    });
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    const stops = [...this.sheet.querySelectorAll<HTMLElement>("input, button.example")];
    if (event.key === "ArrowDown" || event.key === "ArrowUp") moveFocus(event, stops, "column");
  };
}
