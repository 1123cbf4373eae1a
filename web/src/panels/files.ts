/** The tabs of the document's files, and the menus to add, rename and delete files. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { send } from "../app/send.js";
import type { Document, InlayChoice } from "../app/state.js";
import { INPUTS_FILE, nameObjection } from "../app/update.js";
import { moveFocus } from "../ui/keys.js";
import type { MenuItem } from "../ui/menu.js";
import "../ui/menu.js";

type Naming = { readonly kind: "add" } | { readonly kind: "rename"; readonly from: string };

const INLAYS: readonly { readonly id: InlayChoice; readonly label: string }[] = [
  { id: "off", label: "No inline values" },
  { id: "texts", label: "After ${…} only" },
  { id: "on", label: "After every reference" },
];

/** The strip above the editor: tabs of files, and menus for files and inline values. */
@customElement("pg-files")
export class Files extends LitElement {
  @property({ attribute: false }) document: Document = { dialect: "", files: [], example: null };
  @property() active = "";
  @property() inlays: InlayChoice = "off";
  /** The files that have errors. */
  @property({ attribute: false }) filesWithErrors: ReadonlySet<string> = new Set();
  @state() private naming: Naming | null = null;
  @state() private objection = "";
  @query("input") private input!: HTMLInputElement | null;

  protected override createRenderRoot(): this { return this; }

  protected override render(): TemplateResult {
    const { files } = this.document;
    const inlays = INLAYS.map((item) => ({ ...item, checked: item.id === this.inlays }));
    const choose = (event: CustomEvent<InlayChoice>): void =>
      send(this, { type: "inlays-chosen", inlays: event.detail });
    return html`<section class="strip files" aria-label="Files">
      <div class="tabs" role="tablist" aria-label="Files"
        @keydown=${this.onTabKey}>${files.map(({ name }) => this.renderTab(name))}</div>
      ${this.naming ? this.renderNaming(this.naming) : this.renderTools(files.length)}
      <div class="end tools">
        <pg-menu label="Inline values" icon="values" .items=${inlays} @choose=${choose}></pg-menu>
      </div>
    </section>`;
  }

  private renderTab(name: string): TemplateResult {
    const isActive = name === this.active;
    return html`<button type="button" role="tab" class="tab" data-file=${name} aria-selected=${isActive}
      aria-controls="editor" tabindex=${isActive ? 0 : -1}
      @click=${() => send(this, { type: "file-shown", file: name })}
      @dblclick=${() => this.startNaming({ kind: "rename", from: name })}>
      ${name}${this.filesWithErrors.has(name) ? html`<span class="error-mark" title="has errors">!</span>`
        : nothing}</button>`;
  }

  private renderTools(count: number): TemplateResult {
    const { active } = this;
    const items: readonly MenuItem[] = [
      { id: "rename", label: `Rename ${active}`, icon: "edit" },
      ...(count > 1 ? [{ id: "delete", label: `Delete ${active}`, icon: "close" } as const] : []),
    ];
    const hasInputs = this.document.files.some(({ name }) => name === INPUTS_FILE);
    const additions: readonly MenuItem[] = [
      { id: "file", label: "A file", hint: "any text", icon: "file" },
      { id: "world", label: "Values from a deployment…", hint: "state, outputs, schemas", icon: "inputs" },
      ...(hasInputs ? [] : [{ id: "inputs", label: INPUTS_FILE, hint: "values from outside the template",
        icon: "inputs" } as const]),
    ];
    return html`<pg-menu label="Add a file" icon="add" .items=${additions} @choose=${this.onAdd}></pg-menu>
      <pg-menu label="File actions" icon="dots" .items=${items} @choose=${this.onAction}></pg-menu>`;
  }

  private renderNaming(naming: Naming): TemplateResult {
    const from = naming.kind === "rename" ? naming.from : "";
    const label = naming.kind === "rename" ? `New name of ${from}` : "Name of the new file";
    return html`<input class="naming" aria-label=${label} aria-invalid=${this.objection !== ""}
      aria-describedby="naming-objection" placeholder="name.yaml" spellcheck="false" autocomplete="off"
      .value=${from} @keydown=${this.onNamingKey} @blur=${() => this.finishNaming(false)}>
      <span id="naming-objection" class="objection" role="alert">${this.objection}</span>`;
  }

  private startNaming(naming: Naming): void {
    this.naming = naming;
    this.objection = "";
    void this.updateComplete.then(() => { this.input?.focus(); this.input?.select(); });
  }

  private finishNaming(isWanted: boolean): void {
    const { naming, input } = this;
    if (!naming || !input) return;
    const name = input.value.trim();
    const from = naming.kind === "rename" ? naming.from : "";
    const isSame = from === name && from !== "";
    this.objection = !isWanted || isSame ? "" : nameObjection(this.document, name, from);
    if (this.objection !== "") return;
    this.naming = null;
    if (!isWanted || isSame) return;
    send(this, naming.kind === "add" ? { type: "file-added", name }
      : { type: "file-renamed", from: naming.from, to: name });
  }

  private readonly onNamingKey = (event: KeyboardEvent): void => {
    if (event.key === "Enter") this.finishNaming(true);
    if (event.key === "Escape") this.finishNaming(false);
  };

  private readonly onTabKey = (event: KeyboardEvent): void => {
    const tabs = [...this.querySelectorAll<HTMLElement>("[role=tab]")];
    const moved = moveFocus(event, tabs, "row");
    if (moved !== null) send(this, { type: "file-shown", file: tabs[moved]?.dataset["file"] ?? "" });
    if (event.key === "F2") this.startNaming({ kind: "rename", from: this.active });
    if (event.key === "Delete") send(this, { type: "file-deleted", file: this.active });
  };

  private readonly onAdd = (event: CustomEvent<string>): void => {
    if (event.detail === "file") this.startNaming({ kind: "add" });
    else if (event.detail === "world") send(this, { type: "world-opened", files: [] });
    else send(this, { type: "file-added", name: INPUTS_FILE });
  };

  private readonly onAction = (event: CustomEvent<string>): void => {
    if (event.detail === "rename") this.startNaming({ kind: "rename", from: this.active });
    else send(this, { type: "file-deleted", file: this.active });
  };
}
