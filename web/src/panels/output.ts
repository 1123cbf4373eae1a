/** The strip with the tabs beside the editor, and the tools of the shown tab. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { type Part, type ViewInfo, type WhyRequest } from "../protocol/protocol.gen.js";
import { unlisted } from "../app/cut.js";
import { send } from "../app/send.js";
import { TABS, type Event as PageEvent, type ExportFormat, type GraphForm, type Tab } from "../app/state.js";
import { anchorOf } from "../app/unknowns.js";
import { icon, type IconName } from "../ui/icons.js";
import { moveFocus } from "../ui/keys.js";
import type { MenuItem } from "../ui/menu.js";
import "../ui/menu.js";

/** The menu of export formats, in order. A missing format does not compile. */
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

/** If there are more views of the result than this, they are in a list instead of side by side. */
const MAX_BUTTONS = 3;

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
  /** Whether only a part of the graph is shown, and whether an export contains the whole graph even then. */
  @property({ type: Boolean }) partly = false;
  @state() private isAll = false;
  /** Whether the Why tab shows a derivation, and the id of the selected graph node, or "". */
  @property({ type: Boolean }) explained = false;
  @property() node = "";
  @property({ type: Boolean }) isUnknown = false;
  /** The parts of the result that can be shown alone, and the path of the shown one, or "". */
  @property({ attribute: false }) parts: readonly Part[] = [];
  @property() only = "";
  /** The number of parts of the result. Not all may be offered. */
  @property({ type: Number }) allParts = 0;

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
      ${this.renderTool("Copy the result", "copy", { type: "copy-requested" })}
      ${this.renderTool("Download the result", "download", { type: "download-requested" })}`;
  }

  private renderReveal(): TemplateResult {
    const { reveal } = this, toggle = (): void => send(this, { type: "reveal-chosen", reveal: !reveal });
    return html`<button type="button" class="square" aria-pressed=${reveal} aria-label="Reveal secrets"
      title="Reveal secrets" @click=${toggle}>${icon(reveal ? "eye" : "eyeOff")}</button>`;
  }

  private renderParts(): TemplateResult {
    const kind = this.parts[0]?.kind ?? "";
    const options = [["", `All ${this.allParts} ${kind}s`] as const,
      ...this.parts.map(({ path, label }) => [path, label] as const)];
    return this.renderSelect(`Show the ${kind}`, options, this.only,
      (path) => send(this, { type: "part-chosen", path }), unlisted(this.parts.length, this.allParts));
  }

  private renderSelect(label: string, options: readonly (readonly [string, string])[], chosen: string,
      choose: (value: string) => void, more = ""): TemplateResult {
    return html`<label class="pick"><span class="visually-hidden">${label}</span>
      <select @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
        ${options.map(([value, text]) => html`<option value=${value} ?selected=${value === chosen}>${text}</option>`)}
        ${more === "" ? nothing : html`<option disabled>${more}</option>`}
      </select>${icon("caret")}</label>`;
  }

  private renderViews(): TemplateResult {
    if (this.views.length > MAX_BUTTONS) {
      const options = this.views.map(({ id, title }) => [id, title] as const);
      return this.renderSelect("Format of the result", options, this.view,
        (view) => send(this, { type: "result-view-chosen", view }));
    }
    const buttons = this.views.map(({ id, title }) => html`
      <button type="button" role="radio" aria-checked=${id === this.view} tabindex=${id === this.view ? 0 : -1}
        @click=${() => send(this, { type: "result-view-chosen", view: id })}>${title}</button>`);
    return html`<div class="choice" role="radiogroup" aria-label="Format of the result"
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
        : this.renderTool("Explain the selected node", "why", { type: "why-requested", question })}
      ${this.node === "" || !this.isUnknown ? nothing : this.renderGive(question)}
      ${FORMS.map((form) => this.renderForm(form))}
      ${this.drawable ? html`<pg-menu label="Export the graph" icon="download" .items=${this.exports()}
        @choose=${this.onExport}></pg-menu>` : nothing}`;
  }

  private renderGive(question: WhyRequest): TemplateResult {
    const give = ({ currentTarget }: MouseEvent): void =>
      send(this, { type: "value-prompt-requested", question, anchor: anchorOf(currentTarget as Element) });
    return html`<button type="button" class="square" aria-label="Enter a value" title="Enter a value"
      @click=${give}>${icon("edit")}</button>`;
  }

  private renderForm({ id, label, icon: name }: typeof FORMS[number]): TemplateResult {
    const isShown = this.form === id;
    return html`<button type="button" class="square" aria-pressed=${isShown} aria-label=${label}
      title="Show the graph as ${id === "table" ? "a" : "an"} ${id}"
      @click=${() => send(this, { type: "graph-form-chosen", form: isShown ? "drawing" : id })}>${icon(name)}</button>`;
  }

  /** Returns the menu of exports. If only a part of the graph is shown, it offers that part and the whole graph. */
  private exports(): readonly MenuItem[] {
    return this.partly ? [{ id: "shown", label: "Shown part", checked: !this.isAll },
      { id: "all", label: "Whole graph", checked: this.isAll }, ...FORMATS] : FORMATS;
  }

  private readonly onExport = ({ detail }: CustomEvent<string>): void => {
    if (detail === "shown" || detail === "all") this.isAll = detail === "all";
    else send(this, { type: "export-requested", format: detail as ExportFormat, all: this.isAll && this.partly });
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
