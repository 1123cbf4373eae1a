/** The dependency graph: the drawing or its outline, what stands in its way, its caption. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Graph, GraphEdge, Layout, Node } from "../protocol/protocol.gen.js";
import { drawnFor, groupBy } from "../app/groups.js";
import { send } from "../app/send.js";
import type { GraphForm, Selection } from "../app/state.js";
import { icon } from "../ui/icons.js";
import type { TreeItem } from "../ui/tree.js";
import "../ui/tree.js";
import "./drawing.js";
import { STATES } from "./states.js";

/** The graph, prepared for being written as an outline. */
interface OutlineIndex {
  readonly inside: ReadonlyMap<string, readonly Node[]>;
  readonly needs: ReadonlyMap<string, readonly GraphEdge[]>;
  readonly used: ReadonlyMap<string, readonly GraphEdge[]>;
  readonly labels: ReadonlyMap<string, string>;
  readonly selected: string;
}

@customElement("pg-graph")
export class GraphPanel extends LitElement {
  @property({ attribute: false }) graph: Graph = { nodes: [], edges: [], cycles: [] };
  @property({ attribute: false }) layout: Layout | null = null;
  @property({ attribute: false }) selection: Selection | null = null;
  /** The groups that are open. */
  @property({ attribute: false }) open: readonly string[] = [];
  @property() form: GraphForm = "drawing";
  /** Why there is nothing to draw. */
  @property() emptiness = "";

  protected override createRenderRoot(): this { return this; }

  protected override render(): TemplateResult {
    if (this.graph.nodes.length === 0) {
      return html`<div class="nothing">${icon("graph")}<p>Nothing to draw</p><p class="quiet">${this.emptiness}</p></div>`;
    }
    return html`
      ${this.renderCycles()}
      ${this.form === "outline" ? html`<pg-tree label="Outline of the graph" .items=${this.outline()} @choose=${this.onChoose}></pg-tree>`
        : html`<pg-drawing .graph=${this.graph} .layout=${this.layout} .selected=${this.drawnSelection()}
            ?follow=${this.selection?.origin !== "graph"} @choose=${this.onChoose} @turn=${this.onTurn}></pg-drawing>`}`;
  }

  private renderCycles(): TemplateResult | typeof nothing {
    if (this.graph.cycles.length === 0) return nothing;
    const labels = new Map(this.graph.nodes.map(({ id, label }) => [id, label]));
    return html`<ul class="cycles">${this.graph.cycles.slice(0, 5).map((cycle) => html`<li>${icon("error")}<span>Cycle:
      ${[...cycle, cycle[0] ?? ""].map((id, index) => html`${index > 0 ? " → " : nothing}<button type="button" class="name"
        @click=${() => send(this, { type: "node-chosen", node: id })}>${labels.get(id) ?? id}</button>`)}</span></li>`)}</ul>`;
  }

  /** The selected node, or the closed group that it is in. */
  private drawnSelection(): string {
    const id = this.selection?.node ?? "";
    return id === "" ? "" : drawnFor(this.graph, id, (node) => this.layout?.nodes.some((box) => box.id === node) ?? false);
  }

  /** Everything that the drawing shows, in words: things by kind, what is inside each, what it needs, and what needs it. */
  private outline(): readonly TreeItem[] {
    const { nodes, edges } = this.graph;
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
    const needs = (index.needs.get(node.id) ?? [])
      .map(({ to, via, explicit }, at) => this.outlineLink("needs", to, explicit ? "as written" : via, at, index));
    const used = (index.used.get(node.id) ?? []).map(({ from, via }, at) => this.outlineLink("needed by", from, via, at, index));
    return {
      id: node.id, key: node.id, selected: node.id === index.selected, open: members.length > 0 && isOpen,
      label: html`<i class="state ${state}" aria-hidden="true">${glyph}</i><span class="name">${node.label}</span>
        ${members.length > 0 ? html`<span class="quiet">${members.length} inside</span>` : nothing}
        <span class="detail">${node.detail}</span>${state === "known" ? nothing : html`<span class="word ${state}">${word}</span>`}`,
      children: [...members.map((member) => this.outlineNode(member, index)), ...needs, ...used],
    };
  }

  private outlineLink(word: string, id: string, via: string, at: number, { labels }: OutlineIndex): TreeItem {
    const label = labels.get(id) ?? id;
    return {
      id, key: `${word}:${at}`, children: [],
      label: html`<span class="quiet">${word}</span><span class="name">${label}</span>${via ? html`<span class="detail">${via}</span>` : nothing}`,
    };
  }

  private readonly onTurn = (event: CustomEvent<string>): void => {
    event.stopPropagation();
    send(this, { type: "group-turned", group: event.detail });
  };

  private readonly onChoose = (event: CustomEvent<string>): void => {
    event.stopPropagation();
    send(this, { type: "node-chosen", node: event.detail });
  };
}
