/**
 * The gallery: the examples by dialect, with a filter; a new document for each dialect; and the user's
 * recent texts.
 */
import { html, LitElement, nothing, svg, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { DialectInfo } from "../protocol/protocol.gen.js";
import { send } from "../app/send.js";
import { openingOf, type Event as PageEvent, type Example, type Recent, type Sketch } from "../app/state.js";
import { icon } from "../ui/icons.js";
import { moveFocus } from "../ui/keys.js";
import { placeUnder } from "../ui/menu.js";

/** Renders a sentence; words in backticks become code. */
function withCode(text: string): readonly (TemplateResult | string)[] {
  return text.split("`").map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : piece));
}

/** Returns the first sentence of a description, which the gallery shows. The filter searches the whole description. */
function firstSentence(prose: string): string {
  return /^.*?[.!?](?=\s+[A-Z`]|\s*$)/s.exec(prose)?.[0] ?? prose;
}

/** Renders a thumbnail of an example's graph, hidden from screen readers: the title and the description suffice. */
function thumbnail({ width, height, boxes, lines }: Sketch): TemplateResult {
  const paths = svg`<path d=${lines}></path><path class="boxes" d=${boxes}></path>`;
  return html`<svg class="sketch" viewBox="0 0 ${width} ${height}" aria-hidden="true">${paths}</svg>`;
}

/** The Examples button and its popover. */
@customElement("pg-gallery")
export class Gallery extends LitElement {
  @property({ attribute: false }) examples: readonly Example[] = [];
  @property({ attribute: false }) dialects: readonly DialectInfo[] = [];
  /** The name of the current dialect, whose examples are listed first. */
  @property() current = "";
  @property({ attribute: false }) recent: readonly Recent[] = [];
  /** The id of the recent text that is being named, "" for the current text, or null. */
  @state() private naming: string | null = null;
  @state() private open = false;
  @state() private filter = "";
  @query("button.opener") private opener!: HTMLButtonElement;
  @query(".gallery") private sheet!: HTMLElement;

  protected override createRenderRoot(): this { return this; }

  protected override render(): TemplateResult {
    return html`
      <button type="button" class="opener" aria-haspopup="dialog" aria-expanded=${this.open}
        aria-label="Examples"><span>Examples</span>${icon("caret")}</button>
      <div class="gallery" role="dialog" aria-label="Examples" popover="auto"
        @toggle=${this.onToggle} @keydown=${this.onKey}>
        ${this.open ? this.renderSheet() : nothing}
      </div>`;
  }

  protected override firstUpdated(): void {
    this.opener.popoverTargetElement = this.sheet;
  }

  private renderSheet(): TemplateResult {
    const matching = this.matching();
    const groups = this.groups(matching).map(([dialect, examples]) => this.renderGroup(dialect, examples));
    return html`
      <input type="search" aria-label="Filter examples" placeholder="Filter" autocomplete="off" spellcheck="false"
        .value=${this.filter} @input=${this.onFilter}>
      <div class="groups">${this.filter === "" ? this.renderRecent() : nothing}${groups}
        ${matching.length === 0 ? html`<p class="quiet empty">${this.emptyMessage()}</p>` : nothing}
      </div>`;
  }

  private renderRecent(): TemplateResult {
    const naming = this.naming === "" ? this.renderNaming("", "Name of this text")
      : html`<button type="button" class="empty-page"
        @click=${() => this.startNaming("")}>Save this text under a name</button>`;
    return html`<section aria-label="Recent" class="recent">
      <h2 class="label">Recent ${naming}</h2>
      ${this.recent.length === 0 ? nothing : html`<ul>${this.recent.map((each) => this.renderRecentText(each))}</ul>`}
    </section>`;
  }

  private renderRecentText({ id, name, title, saved }: Recent): TemplateResult {
    const label = name || title;
    if (this.naming === id) return html`<li>${this.renderNaming(name, `Name of ${label}`)}</li>`;
    return html`<li><button type="button" class="example ${name ? "named" : ""}"
        @click=${() => this.choose({ type: "recent-chosen", id })}>${label}</button>
      <span class="quiet">${timeAgo(saved)}</span>
      <button type="button" class="square" aria-label="Name ${label}" title="Save under a name"
        @click=${() => this.startNaming(id)}>${icon("edit")}</button>
      <button type="button" class="square" aria-label="Remove ${label} from Recent" title="Remove from Recent"
        @click=${() => send(this, { type: "recent-deleted", id })}>${icon("close")}</button></li>`;
  }

  private renderNaming(name: string, label: string): TemplateResult {
    return html`<input class="naming" aria-label=${label} placeholder="name" maxlength="60" autocomplete="off"
      spellcheck="false" .value=${name} @keydown=${this.onNamingKey} @blur=${() => { this.naming = null; }}>`;
  }

  private startNaming(id: string): void {
    this.naming = id;
    void this.updateComplete.then(() => this.sheet.querySelector<HTMLInputElement>(".naming")?.select());
  }

  private readonly onNamingKey = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault(); // Escape cancels naming and does not close the popover
    event.stopPropagation();
    const { naming: id } = this, name = (event.target as HTMLInputElement).value.trim();
    this.naming = null;
    if (event.key === "Escape" || name === "" || id === null) return;
    send(this, id === "" ? { type: "text-named", name } : { type: "recent-named", id, name });
  };

  private renderGroup(dialect: string, examples: readonly Example[]): TemplateResult {
    const info = this.dialects.find(({ name }) => name === dialect);
    return html`<section aria-label=${info?.title ?? dialect}>
      <h2 class="label">${info?.title ?? dialect}
        ${info ? html`<button type="button" class="empty-page"
          @click=${() => this.choose({ type: "new-requested", dialect })}>New document</button>` : nothing}
      </h2>
      <ul>${examples.map((example, index) => this.renderExample(example, `about-${dialect}-${index}`))}</ul>
    </section>`;
  }

  private renderExample(example: Example, id: string): TemplateResult {
    const { title, prose, sketch } = example;
    return html`<li>
      <button type="button" class="example" aria-describedby=${id}
        @click=${() => this.choose(openingOf(example))}>${title}</button>
      <p class="quiet" id=${id}>${withCode(firstSentence(prose))}</p>${sketch ? thumbnail(sketch) : nothing}</li>`;
  }

  private emptyMessage(): string {
    return this.examples.length === 0 ? "The examples are loading." : `No example mentions “${this.filter}”.`;
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
    if (!this.open) { this.filter = ""; this.naming = null; return; }
    send(this, { type: "gallery-opened" });
    void this.updateComplete.then(() => {
      placeUnder(this.opener, this.sheet);
      this.sheet.querySelector("input")?.focus();
    });
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    const stops = [...this.sheet.querySelectorAll<HTMLElement>("input, button.example")];
    if (event.key === "ArrowDown" || event.key === "ArrowUp") moveFocus(event, stops, "column");
    if (event.key !== "Escape") return;
    event.preventDefault();
    this.sheet.hidePopover(); // WebKit's search field consumes Escape
  };
}

/** Describes how long ago a time was: "now", "5 min", "3 h", "12 Nov". */
function timeAgo(time: number): string {
  const minutes = Math.floor((Date.now() - time) / 60_000);
  if (minutes < 1) return "now";
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h`;
  return new Date(time).toLocaleDateString("en", { day: "numeric", month: "short" });
}
