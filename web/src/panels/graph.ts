/** The Graph tab: the graph as a drawing, an outline or a table, and the controls for which part is shown. */
import { html, LitElement, nothing, svg, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { withCommas } from "../app/count.js";
import type { Graph, GraphEdge, Layout, LayoutEdge, Node } from "../protocol/protocol.gen.js";
import { MARGIN, type Size } from "../app/camera.js";
import { drawnFor, groupBy, valuesOf } from "../app/groups.js";
import { EVERYTHING, isNarrowed, describeNarrowing, search, type Narrowing } from "../app/narrowing.js";
import { send } from "../app/send.js";
import type { Arrows, GraphForm, Selection } from "../app/state.js";
import { announce } from "../ui/announce.js";
import { icon, type IconName } from "../ui/icons.js";
import type { TreeItem } from "../ui/tree.js";
import "../ui/tree.js";
import type { Drawing } from "./drawing.js";
import "./drawing.js";
import type { Narrow } from "./narrow.js";
import "./narrow.js";
import "./nodetable.js";
import { STATES } from "./states.js";

/** The buttons below the drawing. `by` is the argument of Drawing.zoomTo. */
const ZOOMS: readonly { readonly label: string; readonly icon: IconName; readonly by: number }[] = [
  { label: "Zoom in", icon: "add", by: 1 },
  { label: "Zoom out", icon: "minus", by: -1 },
  { label: "Fit", icon: "fit", by: 0 },
];

/** The graph, indexed for the outline. */
interface OutlineIndex {
  readonly inside: ReadonlyMap<string, readonly Node[]>;
  readonly needs: ReadonlyMap<string, readonly GraphEdge[]>;
  readonly used: ReadonlyMap<string, readonly GraphEdge[]>;
  readonly labels: ReadonlyMap<string, string>;
  readonly selected: string;
}

/** The Graph tab. */
@customElement("pg-graph")
export class GraphPanel extends LitElement {
  @property({ attribute: false }) graph: Graph = { nodes: [], edges: [], cycles: [] };
  @property({ attribute: false }) layout: Layout | null = null;
  @property({ attribute: false }) selection: Selection | null = null;
  /** The ids of the open groups. */
  @property({ attribute: false }) open: readonly string[] = [];
  @property() form: GraphForm = "drawing";
  @property({ attribute: false }) narrowing: Narrowing = EVERYTHING;
  @property({ type: Boolean }) follows = false;
  @property() arrows: Arrows = "needs";
  @property({ type: Boolean }) steady = false;
  /** The ids of the nodes that a narrowed outline or table lists; null for all. */
  @property({ attribute: false }) listed: readonly string[] | null = null;
  @property({ type: Boolean }) undoable = false;
  /** A sentence that says why there is nothing to draw. */
  @property() emptyMessage = "";
  @state() private query = "";
  @state() private at = -1;
  @state() private isPicking = false;
  /** A sentence about the edges under the pointer, or "". */
  @state() private hint = "";
  @query("pg-narrow") private narrow!: Narrow;
  @query("pg-drawing") private drawing!: Drawing;
  private found: readonly string[] = [];
  private foundDrawn: ReadonlySet<string> = new Set();
  /** The shown graph: that of the nodes, or that of the values inside a node. */
  private level: Graph = this.graph;

  protected override createRenderRoot(): this { return this; }

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener("keydown", this.onKey);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has("graph") && !changed.has("query") && !changed.has("layout") && !changed.has("form")
      && !changed.has("narrowing")) return;
    const isInside = this.narrowing.inside !== "" && this.layout?.nodes.some(({ of }) => of);
    this.level = this.layout && isInside ? valuesOf(this.graph, this.layout) : this.graph;
    this.found = search(this.level, this.query, (state) => STATES[state].word);
    const drawn = new Set(this.layout?.nodes.map(({ id }) => id));
    const isDrawing = this.form === "drawing";
    this.foundDrawn = new Set(this.found.map((id) =>
      (isDrawing ? drawnFor(this.level, id, (each) => drawn.has(each)) : id)));
    if (this.query === "" || this.at >= this.found.length) this.at = -1;
  }

  protected override render(): TemplateResult {
    if (this.graph.nodes.length === 0) {
      return html`<div class="nothing">
        ${icon("graph")}<p>${this.graph.tooMany ? "Too large to draw" : "Nothing to draw"}</p>
        <p class="quiet">${this.emptyMessage}</p></div>`;
    }
    const { form, selection, level } = this;
    return html`
      ${this.renderNarrow()}
      ${this.renderCycles()}
      <pg-drawing ?hidden=${form !== "drawing"} .graph=${level} .layout=${this.layout} ?steady=${this.steady}
        .selected=${this.drawnSelection()} .found=${this.foundDrawn} .arrows=${this.arrows}
        @choose=${this.onChoose} @inside=${this.onInside} @toggle-group=${this.onToggleGroup} @around=${this.onAround}
        @between=${this.onBetween} @reference=${this.onReference} @measure=${this.onMeasure}
        @find=${() => this.narrow.find()} @hint=${this.onHint}></pg-drawing>
      ${form === "outline" ? html`<pg-tree label="Outline of the graph" .items=${this.outline()}
        @choose=${this.onChoose}></pg-tree>` : nothing}
      ${form === "table" ? html`<pg-node-table .graph=${level} .listed=${this.listed && new Set(this.listed)}
        .found=${this.foundDrawn} .selected=${selection?.node ?? ""}
        @choose=${this.onChoose}></pg-node-table>` : nothing}
      ${this.renderShowing()}`;
  }

  private renderNarrow(): TemplateResult {
    const hasGroups = this.graph.nodes.some(({ parent }) => parent);
    return html`<pg-narrow .graph=${this.graph} .narrowing=${this.narrowing} ?follows=${this.follows}
      .node=${this.selection?.node ?? ""} .query=${this.query} .found=${this.found} .at=${this.at}
      .groups=${hasGroups ? (this.open.length > 0 ? "open" : "closed") : "none"} ?undoable=${this.undoable}
      ?picking=${this.isPicking} @query=${this.onQuery} @step=${this.onStep} @pick=${this.onPick}></pg-narrow>`;
  }

  /** Renders the line below the graph: how much is shown, and what the arrows mean. */
  private renderShowing(): TemplateResult {
    const { layout, narrowing, graph, listed, form } = this;
    const isDrawing = form === "drawing";
    const [shown, total] = isDrawing ? [layout?.nodes.length ?? 0, layout?.total ?? 0]
      : [listed?.length ?? this.level.nodes.length, this.level.nodes.length];
    const labels = (id: string): string => graph.nodes.find((node) => node.id === id)?.label ?? id;
    const words = describeNarrowing(narrowing, labels), isPart = shown < total;
    const all = isNarrowed(narrowing) ? EVERYTHING : { whole: true };
    const part = `${isPart ? `${shown} of ` : ""}${withCommas(total)}${words ? ` · ${words}` : ""}`;
    return html`<div class="showing">
      ${isDrawing ? this.renderArrows() : nothing}
      ${this.isPicking ? html`<span>Choose the node at the other end of the path</span>` : nothing}
      ${isPart || words ? html`<span>Showing ${part} · ${this.renderLink("all", all)}</span>` : nothing}
      ${narrowing.whole && !words && isDrawing
        ? html`<span>All ${withCommas(total)} · ${this.renderLink("fewer", { whole: false })}</span>`
        : nothing}
      ${isDrawing ? html`<span class="hint" title=${this.hint || nothing}>${this.hint}</span>
        <div class="zoom" role="group" aria-label="Zoom">
        ${ZOOMS.map(({ label, icon: name, by }) => html`
          <button type="button" class="square" aria-label=${label} title=${label}
            @click=${() => this.drawing.zoomTo(by)}>${icon(name)}</button>`)}
      </div>` : nothing}
    </div>`;
  }

  private renderLink(word: string, change: Partial<Narrowing>): TemplateResult {
    return html`<button type="button" class="link"
      @click=${() => send(this, { type: "narrowed", change })}>${word}</button>`;
  }

  private renderArrows(): TemplateResult {
    const word = this.arrows === "needs" ? "needs" : "is needed by";
    const paths = svg`<path d="M0 4H20"></path><path class="head" d="M28 4 20 1v6z"></path>`;
    return html`<button type="button" class="arrows" title="Reverse the arrows" @click=${this.onArrows}>
      <svg viewBox="0 0 28 8" aria-hidden="true">${paths}</svg>${word}</button>`;
  }

  private renderCycles(): TemplateResult | typeof nothing {
    if (this.graph.cycles.length === 0) return nothing;
    const labels = new Map(this.graph.nodes.map(({ id, label }) => [id, label]));
    const renderNode = (id: string, index: number): TemplateResult =>
      html`${index > 0 ? " → " : nothing}<button type="button" class="name"
        @click=${() => send(this, { type: "node-chosen", node: id })}>${labels.get(id) ?? id}</button>`;
    const items = this.graph.cycles.slice(0, 5).map((cycle) => html`<li>${icon("error")}<span>Cycle:
      ${[...cycle, cycle[0] ?? ""].map(renderNode)}</span></li>`);
    return html`<ul class="cycles">${items}</ul>`;
  }

  /** Returns the id of the selected node, or of the closed group that contains it; "" if neither is drawn. */
  private drawnSelection(): string {
    const id = this.selection?.node ?? "";
    return id === "" ? "" : drawnFor(this.level, id, (node) => this.layout?.nodes.some((box) => box.id === node)
      ?? false);
  }

  /**
   * Returns the outline, which says in words what the drawing shows: nodes by kind, what is inside each,
   * what it needs, and what needs it.
   */
  private outline(): readonly TreeItem[] {
    const { listed } = this, isListed = listed && new Set(listed);
    const nodes = isListed ? this.level.nodes.filter(({ id }) => isListed.has(id))
      : this.level.nodes, { edges } = this.level;
    const ids = new Set(nodes.map(({ id }) => id));
    const inside = groupBy(nodes, ({ parent }) => (parent && ids.has(parent) ? parent : ""));
    const index: OutlineIndex = {
      inside, needs: groupBy(edges, ({ from }) => from), used: groupBy(edges, ({ to }) => to),
      labels: new Map(nodes.map(({ id, label }) => [id, label])), selected: this.selection?.node ?? "",
    };
    return [...groupBy(inside.get("") ?? [], ({ kind }) => kind)].map(([kind, group]) => ({
      id: group[0]?.id ?? "", key: kind, open: true,
      label: html`<span class="label">${kind}</span><span class="quiet">${group.length}</span>`,
      children: group.map((node) => this.outlineNode(node, index)),
    }));
  }

  private outlineNode(node: Node, index: OutlineIndex): TreeItem {
    const members = index.inside.get(node.id) ?? [];
    const isOpen = this.open.includes(node.id);
    const group = this.layout?.nodes.find(({ id }) => id === node.id)?.group;
    const state = members.length > 0 && !isOpen && group ? group.state : node.state;
    const { word, glyph } = STATES[state];
    const stateWord = state === "known" ? nothing : html`<span class="word ${state}">${word}</span>`;
    const needs = (index.needs.get(node.id) ?? [])
      .map(({ to, via, explicit }, at) => this.outlineLink("needs", to, explicit ? "as written" : via, at, index));
    const used = (index.used.get(node.id) ?? []).map(({ from, via }, at) =>
      this.outlineLink("needed by", from, via, at, index));
    return {
      id: node.id, key: node.id, selected: node.id === index.selected, open: members.length > 0 && isOpen,
      label: html`<i class="state ${state}" aria-hidden="true">${glyph}</i><span class="name">${node.label}</span>
        ${members.length > 0 ? html`<span class="quiet">${members.length} inside</span>` : nothing}
        <span class="detail">${node.detail}</span>${stateWord}`,
      children: [...members.map((member) => this.outlineNode(member, index)), ...needs, ...used],
    };
  }

  private outlineLink(word: string, id: string, via: string, at: number, { labels }: OutlineIndex): TreeItem {
    const label = labels.get(id) ?? id;
    const detail = via ? html`<span class="detail">${via}</span>` : nothing;
    return {
      id, key: `${word}:${at}`, children: [],
      label: html`<span class="quiet">${word}</span><span class="name">${label}</span>${detail}`,
    };
  }

  private readonly onToggleGroup = (event: CustomEvent<string>): void => {
    event.stopPropagation();
    send(this, { type: "group-toggled", group: event.detail });
  };

  private readonly onChoose = (event: CustomEvent<string>): void => {
    event.stopPropagation();
    const value = this.level === this.graph ? undefined : this.level.nodes.find(({ id }) => id === event.detail);
    if (value) send(this, { type: "position-chosen", at: value.name, origin: "graph" });
    else if (this.isPicking) this.pathTo(event.detail);
    else send(this, { type: "node-chosen", node: event.detail });
  };

  /** Draws the values inside a node; for a value, those inside the node that contains it. */
  private readonly onInside = ({ detail }: CustomEvent<string>): void => {
    const inside = this.level === this.graph ? detail : this.level.nodes.find(({ id }) => id === detail)?.parent
      ?? detail;
    if (inside !== this.narrowing.inside) send(this, { type: "narrowed", change: { inside } });
  };

  private readonly onAround = ({ detail: node }: CustomEvent<string>): void => {
    const { focus, flow } = this.narrowing;
    if (focus.length > 0 && flow !== "path") send(this,
      { type: "narrowed", change: { focus: [...focus, node], depth: Math.max(1, this.narrowing.depth) } });
    else send(this, { type: "node-chosen", node, isCentre: true });
  };

  private readonly onBetween = (event: CustomEvent<string>): void => this.pathTo(event.detail);

  /** Draws the paths between the node in focus, or the selected one, and another. */
  private pathTo(other: string): void {
    const from = this.narrowing.focus[0] ?? this.selection?.node ?? "";
    this.isPicking = false;
    if (from !== "" && from !== other) send(this,
      { type: "narrowed", change: { focus: [from, other], flow: "path", whole: false } });
  }

  private readonly onPick = (): void => {
    this.isPicking = !this.isPicking;
    if (this.isPicking) announce("Choose the node at the other end of the path. Escape cancels.");
  };

  /** Goes to the source of a reference that a line represents. */
  private readonly onReference = ({ detail: { from, to, via } }: CustomEvent<LayoutEdge>): void => {
    const drawn = new Set(this.layout?.nodes.map(({ id }) => id));
    const isAt = (id: string, end: string): boolean =>
      id === end || drawnFor(this.level, id, (each) => drawn.has(each)) === end;
    const leaving = this.level.edges.filter((edge) => isAt(edge.from, from));
    const edge = leaving.find((each) => isAt(each.to, to)) ?? leaving.find((each) => each.via === via);
    if (edge) send(this, { type: "position-chosen", at: edge.range, origin: "graph" });
  };

  private readonly onMeasure = ({ detail: { width, height } }: CustomEvent<Size>): void =>
    send(this, { type: "pane-measured", width: Math.floor(width) - 2 * MARGIN,
      height: Math.floor(height) - 2 * MARGIN });

  private readonly onHint = ({ detail }: CustomEvent<string>): void => { this.hint = detail; };

  private readonly onArrows = (): void =>
    send(this, { type: "arrows-chosen", arrows: this.arrows === "needs" ? "gives" : "needs" });

  private readonly onQuery = ({ detail }: CustomEvent<string>): void => { [this.query, this.at] = [detail, -1]; };

  /** Goes to the next or previous search result. */
  private readonly onStep = ({ detail }: CustomEvent<number>): void => {
    const { length } = this.found;
    if (length === 0) return announce("Nothing found.");
    this.at = (Math.max(this.at, detail > 0 ? -1 : 0) + detail + length) % length;
    const node = this.found[this.at] ?? "";
    send(this, { type: "node-chosen", node, keepsFocus: true }); // so that the next Enter is not typed into the editor
    announce(`${this.graph.nodes.find(({ id }) => id === node)?.label ?? ""}, ${this.at + 1} of ${length}`);
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && this.isPicking) this.isPicking = false;
    if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    if (this.undoable) announce("Back to the previous view.");
    send(this, { type: "narrowing-undone" });
  };
}
