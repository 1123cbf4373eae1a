/** A tree that follows the ARIA tree pattern, for keyboards and screen readers. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";

/** An item of a tree. */
export interface TreeItem {
  /** The detail of the `choose` and `open` events. */
  readonly id: string;
  /** Distinguishes it from its siblings. */
  readonly key: string;
  readonly label: TemplateResult | string;
  readonly selected?: boolean;
  readonly open?: boolean;
  /** Whether its children are not loaded yet; opening the item fires `open` to request them. */
  readonly lazy?: boolean;
  readonly children: readonly TreeItem[];
}

interface Row {
  readonly item: TreeItem;
  readonly level: number;
  readonly path: string;
  readonly parent: string;
}

/** A tree. Fires `choose` with the id of a chosen item, and `open` with the id of a lazy item to load. */
@customElement("pg-tree")
export class Tree extends LitElement {
  @property() label = "";
  @property({ attribute: false }) items: readonly TreeItem[] = [];
  /**
   * The paths of items that the user has toggled: they are open if their `open` property is not set,
   * and closed if it is.
   */
  @state() private toggled: ReadonlySet<string> = new Set();
  @state() private current = "";

  protected override createRenderRoot(): this { return this; }

  protected override render(): TemplateResult {
    const rows = this.rows();
    const current = rows.some((row) => row.path === this.current) ? this.current : rows[0]?.path;
    return html`<div class="outline-tree" role="tree" aria-label=${this.label} @keydown=${this.onKey}>
      ${rows.map((row) => this.renderRow(row, row.path === current))}
    </div>`;
  }

  private renderRow({ item, level, path }: Row, isCurrent: boolean): TemplateResult {
    const hasChildren = item.children.length > 0 || item.lazy === true;
    const isOpen = hasChildren && this.isOpen(item, path);
    return html`<div role="treeitem" data-path=${path} aria-level=${level} aria-selected=${item.selected === true}
      aria-expanded=${hasChildren ? isOpen : nothing} tabindex=${isCurrent ? 0 : -1} style="--level: ${level}"
      @click=${(event: Event) => this.onClick(event, item, path)} @focus=${() => { this.current = path; }}>
      <span class="twist" aria-hidden="true">${hasChildren ? (isOpen ? "−" : "+") : ""}</span>${item.label}
    </div>`;
  }

  private rows(): readonly Row[] {
    const rows: Row[] = [];
    const walk = (items: readonly TreeItem[], level: number, parent: string): void => {
      for (const item of items) {
        const path = `${parent}/${item.key}`;
        rows.push({ item, level, path, parent });
        if (this.isOpen(item, path)) walk(item.children, level + 1, path);
      }
    };
    walk(this.items, 1, "");
    return rows;
  }

  private isOpen(item: TreeItem, path: string): boolean {
    return item.children.length > 0 && (item.open === true) !== this.toggled.has(path);
  }

  private toggle(path: string): void {
    const toggled = new Set(this.toggled);
    if (!toggled.delete(path)) toggled.add(path);
    this.toggled = toggled;
  }

  private onClick(event: Event, item: TreeItem, path: string): void {
    if ((event.target as Element).closest(".twist") && item.lazy) this.ask(item);
    else if ((event.target as Element).closest(".twist") && item.children.length > 0) this.toggle(path);
    else this.choose(item.id);
  }

  private ask({ id }: TreeItem): void {
    this.dispatchEvent(new CustomEvent<string>("open", { detail: id }));
  }

  private choose(id: string): void {
    this.dispatchEvent(new CustomEvent<string>("choose", { detail: id }));
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    const rows = this.rows();
    const index = Math.max(0, rows.findIndex((row) => row.path === this.current));
    const row = rows[index];
    if (!row) return;
    const target = this.keyTarget(event.key, rows, index, row);
    if (target === null) return;
    event.preventDefault();
    if (target !== row.path) this.focusPath(target);
  };

  /** Handles a key and returns the path of the row to focus; null for other keys. */
  private keyTarget(key: string, rows: readonly Row[], index: number, row: Row): string | null {
    const isOpen = this.isOpen(row.item, row.path);
    switch (key) {
      case "ArrowDown": return rows[index + 1]?.path ?? row.path;
      case "ArrowUp": return rows[index - 1]?.path ?? row.path;
      case "Home": return rows[0]?.path ?? null;
      case "End": return rows.at(-1)?.path ?? null;
      case "ArrowRight":
        if (isOpen) return rows[index + 1]?.path ?? row.path;
        if (row.item.lazy) this.ask(row.item);
        else if (row.item.children.length > 0) this.toggle(row.path);
        return row.path;
      case "ArrowLeft":
        if (!isOpen) return row.parent || row.path;
        this.toggle(row.path);
        return row.path;
      case "Enter": case " ": this.choose(row.item.id); return row.path;
      default: return null;
    }
  }

  private focusPath(path: string): void {
    this.current = path;
    void this.updateComplete.then(() => {
      this.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)?.focus();
    });
  }

  protected override willUpdate(_: PropertyValues): void {
    if (this.current === "") this.current = this.rows()[0]?.path ?? "";
  }
}
