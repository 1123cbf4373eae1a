/** The graph as a sortable table. Each row is a node, with the numbers of references from it and to it. */
import { html, LitElement, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { Graph, Node } from "../protocol/protocol.gen.js";
import { STATES } from "./states.js";

interface Row {
  readonly node: Node;
  readonly needs: number;
  readonly users: number;
}

const COLUMNS: readonly { readonly title: string; readonly of: (row: Row) => string | number }[] = [
  { title: "Name", of: ({ node }) => node.label },
  { title: "Kind", of: ({ node }) => node.kind },
  { title: "Type or value", of: ({ node }) => node.detail },
  { title: "State", of: ({ node }) => STATES[node.state].word },
  { title: "Needs", of: ({ needs }) => needs },
  { title: "Needed by", of: ({ users }) => users },
];

/** Returns a name that can be broken where one of its words ends, but not inside a word. */
function breakable(name: string): readonly (string | TemplateResult)[] {
  return name.replace(/[^\p{L}\d](?=[\p{L}\d])|[a-z\d](?=[A-Z])/gu, "$&\n").split("\n")
    .map((word, at) => (at === 0 ? word : html`<wbr>${word}`));
}

/** The table. Fires `choose` with the id of a node. */
@customElement("pg-node-table")
export class NodeTable extends LitElement {
  @property({ attribute: false }) graph: Graph = { nodes: [], edges: [], cycles: [] };
  @property({ attribute: false }) listed: ReadonlySet<string> | null = null;
  @property({ attribute: false }) found: ReadonlySet<string> = new Set();
  @property() selected = "";
  /** The index of the column by which the table is sorted, or -1 for the order of the text. */
  @state() private by = -1;
  @state() private isDescending = false;

  protected override createRenderRoot(): this { return this; }

  protected override render(): TemplateResult {
    return html`<table><caption class="visually-hidden">The graph as a table</caption>
      <thead><tr>${COLUMNS.map(({ title }, at) => this.renderHeader(title, at))}</tr></thead>
      <tbody>${this.rows().map((row) => this.renderRow(row))}</tbody></table>`;
  }

  private renderHeader(title: string, at: number): TemplateResult {
    const isSorted = at === this.by;
    const arrow = !isSorted ? "" : this.isDescending ? " ↓" : " ↑";
    return html`
      <th scope="col" aria-sort=${!isSorted ? "none" : this.isDescending ? "descending" : "ascending"}>
        <button type="button" class="label"
          @click=${() => this.sort(at)}>${title}<span aria-hidden="true">${arrow}</span></button></th>`;
  }

  private renderRow({ node, needs, users }: Row): TemplateResult {
    const { word, glyph } = STATES[node.state], isChosen = node.id === this.selected;
    const onClick = (event: Event): void => {
      event.stopPropagation(); // otherwise, the row would choose the node again
      this.choose(node.id);
    };
    return html`<tr class="${isChosen ? "chosen" : ""} ${this.found.has(node.id) ? "found" : ""}"
      @click=${() => this.choose(node.id)}>
      <th scope="row"><button type="button" aria-pressed=${isChosen} @click=${onClick}>${breakable(node.label)}</button>
        <span class="detail under">${node.detail}</span></th>
      <td>${node.kind}</td><td class="detail">${node.detail}</td>
      <td><span class="word ${node.state}">${glyph && `${glyph}\u00a0`}${word}</span></td>
      <td class="number">${needs}</td><td class="number">${users}</td></tr>`;
  }

  private rows(): readonly Row[] {
    const { nodes, edges } = this.graph, needs = new Map<string, number>(), users = new Map<string, number>();
    for (const { from, to } of edges) {
      needs.set(from, (needs.get(from) ?? 0) + 1);
      users.set(to, (users.get(to) ?? 0) + 1);
    }
    const rows = nodes.filter(({ id }) => this.listed?.has(id) ?? true)
      .map((node) => ({ node, needs: needs.get(node.id) ?? 0, users: users.get(node.id) ?? 0 }));
    const column = COLUMNS[this.by];
    if (!column) return rows;
    const compare = (a: string | number, b: string | number): number =>
      (typeof a === "number" ? a - Number(b) : a.localeCompare(String(b), "en", { numeric: true })) * (this.isDescending
        ? -1 : 1);
    return rows.toSorted((a, b) => compare(column.of(a), column.of(b)));
  }

  private sort(at: number): void {
    const isNumber = at >= COLUMNS.length - 2; // sorted with the largest first
    this.isDescending = at === this.by ? !this.isDescending : isNumber;
    this.by = at;
  }

  private choose(id: string): void { this.dispatchEvent(new CustomEvent<string>("choose", { detail: id })); }
}
