/** The strip above the result and the graph: the tabs, and the tools of the one that is shown. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { MAX_PARTS, type Part, type ViewInfo, type WhyRequest } from "../protocol/protocol.gen.js";
import { send } from "../app/send.js";
import { TABS, type Event as PageEvent, type ExportFormat, type GraphForm, type Tab } from "../app/state.js";
import { anchorOf } from "../app/unknowns.js";
import { icon, type IconName } from "../ui/icons.js";
import { moveFocus } from "../ui/keys.js";
import type { MenuItem } from "../ui/menu.js";
import "../ui/menu.js";

/** In the order of the menu: a format that is missing here does not compile. */
const LABELS: Readonly<Record<ExportFormat, readonly [label: string, hint: string]>> = {
  svg: ["SVG", "drawing"], png: ["PNG", "picture"], png2: ["PNG, twice as large", "picture"],
  image: ["Copy as image", ""], mermaid: ["Mermaid", "Markdown"], dot: ["DOT", "Graphviz"], json: ["JSON", "data"],
  markdown: ["Markdown", "table"], csv: ["CSV", "table"],
};
const FORMATS: readonly MenuItem[] = Object.entries(LABELS).map(([id, [label, hint]]) => ({ id, label, hint }));

const FORMS: readonly { readonly id: GraphForm; readonly label: string; readonly icon: IconName }[] = [
  { id: "outline", label: "Outline", icon: "outline" },
  { id: "table", label: "Table", icon: "table" },
];

/** If there are more result views than this, they are in a list instead of side by side. */
const MOST_BUTTONS = 3;

/** The tabs beside the editor, and their tools. */
@customElement("pg-output")
export class Output extends LitElement {
  @property() panel: Tab = "result";
  @property({ attribute: false }) views: readonly ViewInfo[] = [];
  @property() view = "";
  @property({ type: Boolean }) secrets = false;
  @property({ type: Boolean }) reveal = false;
  @property({ type: Boolean }) stale = false;
  @property() form: GraphForm = "drawing";
  @property({ type: Boolean }) drawable = false;
  /** Whether only a part of the graph is shown, and whether exports contain all of it even then. */
  @property({ type: Boolean }) partly = false;
  @state() private isAll = false;
  /** Whether Why has anything to show, and the chosen node of the graph. */
  @property({ type: Boolean }) explained = false;
  @property() node = "";
  @property({ type: Boolean }) isUnknown = false;
  /** The parts of the result that can be shown alone, and the one that is shown. */
  @property({ attribute: false }) parts: readonly Part[] = [];
  @property() only = "";

  protected override createRenderRoot(): this { return this; }

  protected override render(): TemplateResult {
    return html`<div class="strip">
      <div class="tabs" role="tablist" aria-label="Evaluation" @keydown=${this.onKey}>
        ${TABS.map(({ id, label }) => html`<button type="button" role="tab" class="tab" id="tab-${id}"
          aria-controls="panel-${id}" aria-selected=${id === this.panel} tabindex=${id === this.panel ? 0 : -1}
          data-panel=${id} @click=${() => send(this, { type: "panel-shown", panel: id })}>${label}</button>`)}
      </div>
      ${this.stale ? html`<span class="stale-note quiet">outdated</span>` : nothing}
      <div class="end tools">${this.parts.length > 1 ? this.renderParts() : nothing}${this.renderTools()}</div>
    </div>`;
  }

  private renderTools(): TemplateResult | typeof nothing {
    switch (this.panel) {
      case "result": return this.renderResultTools();
      case "graph": return this.renderGraphTools();
      case "why": return this.explained ? this.renderTool("Copy as Markdown", "copy", { type: "why-copied" }) : nothing;
    }
  }

  private renderResultTools(): TemplateResult {
    return html`
      ${this.secrets ? this.renderReveal() : nothing}
      ${this.views.length > 1 ? this.renderViews() : nothing}
      ${this.renderTool("Copy the result", "copy", { type: "copy-asked" })}
      ${this.renderTool("Download the result", "download", { type: "download-asked" })}`;
  }

  private renderReveal(): TemplateResult {
    const { reveal } = this, turn = (): void => send(this, { type: "reveal-chosen", reveal: !reveal });
    return html`<button type="button" class="square" aria-pressed=${reveal} aria-label="Reveal secrets"
      title="Reveal secrets" @click=${turn}>${icon(reveal ? "eye" : "eyeOff")}</button>`;
  }

  private renderParts(): TemplateResult {
    const kind = this.parts[0]?.kind ?? "";
    const count = this.parts.length < MAX_PARTS ? ` ${this.parts.length}` : ""; // there may be more
    const options = [["", `All${count} ${kind}s`] as const,
      ...this.parts.map(({ path, label }) => [path, label] as const)];
    return this.renderSelect(`Show the ${kind}`, options, this.only,
      (path) => send(this, { type: "part-chosen", path }));
  }

  private renderSelect(label: string, options: readonly (readonly [string, string])[], chosen: string,
      choose: (value: string) => void): TemplateResult {
    return html`<label class="pick"><span class="visually-hidden">${label}</span>
      <select @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
        ${options.map(([value, text]) => html`<option value=${value} ?selected=${value === chosen}>${text}</option>`)}
      </select>${icon("caret")}</label>`;
  }

  private renderViews(): TemplateResult {
    if (this.views.length > MOST_BUTTONS) {
      return this.renderSelect("Written as", this.views.map(({ id, title }) => [id, title] as const), this.view,
        (view) => send(this, { type: "result-view-chosen", view }));
    }
    const buttons = this.views.map(({ id, title }) => html`
      <button type="button" role="radio" aria-checked=${id === this.view} tabindex=${id === this.view ? 0 : -1}
        @click=${() => send(this, { type: "result-view-chosen", view: id })}>${title}</button>`);
    return html`<div class="choice" role="radiogroup" aria-label="Written as"
      @keydown=${this.onViewKey}>${buttons}</div>`;
  }

  private renderTool(label: string, name: IconName, event: PageEvent): TemplateResult {
    return html`<button type="button" class="square" aria-label=${label} title=${label}
      @click=${() => send(this, event)}>${icon(name)}</button>`;
  }

  private renderGraphTools(): TemplateResult {
    const question = { path: "", node: this.node };
    return html`
      ${this.node === "" ? nothing
        : this.renderTool("Explain the chosen node", "why", { type: "why-asked", question })}
      ${this.node === "" || !this.isUnknown ? nothing : this.renderGive(question)}
      ${FORMS.map((form) => this.renderForm(form))}
      ${this.drawable ? html`<pg-menu label="Export the graph" icon="download" .items=${this.exports()}
        @choose=${this.onExport}></pg-menu>` : nothing}`;
  }

  private renderGive(question: WhyRequest): TemplateResult {
    const give = ({ currentTarget }: MouseEvent): void =>
      send(this, { type: "give-asked", question, anchor: anchorOf(currentTarget as Element) });
    return html`<button type="button" class="square" aria-label="Give it a value" title="Give it a value"
      @click=${give}>${icon("edit")}</button>`;
  }

  private renderForm({ id, label, icon: name }: typeof FORMS[number]): TemplateResult {
    const isShown = this.form === id;
    return html`<button type="button" class="square" aria-pressed=${isShown} aria-label=${label}
      title="Show the graph as ${id === "table" ? "a" : "an"} ${id}"
      @click=${() => send(this, { type: "graph-form-chosen", form: isShown ? "drawing" : id })}>${icon(name)}</button>`;
  }

  /** If a part of the graph is shown, either that part or the whole graph can be exported. */
  private exports(): readonly MenuItem[] {
    return this.partly ? [{ id: "shown", label: "What is shown", checked: !this.isAll },
      { id: "all", label: "All of it", checked: this.isAll }, ...FORMATS] : FORMATS;
  }

  private readonly onExport = ({ detail }: CustomEvent<string>): void => {
    if (detail === "shown" || detail === "all") this.isAll = detail === "all";
    else send(this, { type: "export-asked", format: detail as ExportFormat, all: this.isAll && this.partly });
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    const tabs = [...this.querySelectorAll<HTMLElement>("[role=tab]")];
    const moved = moveFocus(event, tabs, "row");
    const tab = TABS[moved ?? -1];
    if (tab) send(this, { type: "panel-shown", panel: tab.id });
  };

  private readonly onViewKey = (event: KeyboardEvent): void => {
    const moved = moveFocus(event, [...this.querySelectorAll<HTMLElement>("[role=radio]")], "row");
    const view = this.views[moved ?? -1];
    if (view) send(this, { type: "result-view-chosen", view: view.id });
  };
}
