/** The dependency graph: the drawing or its outline, what stands in its way, its caption. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Graph, Layout, Node } from "../protocol/protocol.gen.js";
import { send } from "../app/send.js";
import type { GraphForm, Selection } from "../app/state.js";
import { icon } from "../ui/icons.js";
import type { TreeItem } from "../ui/tree.js";
import "../ui/tree.js";
import "./drawing.js";
import { STATES } from "./states.js";

@customElement("pg-graph")
export class GraphPanel extends LitElement {
  @property({ attribute: false }) graph: Graph = { nodes: [], edges: [], cycles: [] };
  @property({ attribute: false }) layout: Layout | null = null;
  @property({ attribute: false }) selection: Selection | null = null;
  @property() form: GraphForm = "drawing";
  /** Why there is nothing to draw. */
  @property() emptiness = "";

  protected override createRenderRoot(): this { return this; }

  protected override render(): TemplateResult {
    if (this.graph.nodes.length === 0) {
      return html`<div class="nothing">${icon("graph")}<p>Nothing to draw</p><p class="quiet">${this.emptiness}</p></div>`;
    }
    const selected = this.selection?.node ?? "";
    return html`
      ${this.renderCycles()}
      ${this.form === "outline" ? html`<pg-tree label="Outline of the graph" .items=${this.outline(selected)} @choose=${this.onChoose}></pg-tree>`
        : html`<pg-drawing .graph=${this.graph} .layout=${this.layout} .selected=${selected}
            ?follow=${this.selection?.origin !== "graph"} @choose=${this.onChoose}></pg-drawing>`}`;
  }

  private renderCycles(): TemplateResult | typeof nothing {
    if (this.graph.cycles.length === 0) return nothing;
    const labels = new Map(this.graph.nodes.map(({ id, label }) => [id, label]));
    return html`<ul class="cycles">${this.graph.cycles.slice(0, 5).map((cycle) => html`<li>${icon("error")}<span>Cycle:
      ${[...cycle, cycle[0] ?? ""].map((id, index) => html`${index > 0 ? " → " : nothing}<button type="button" class="name"
        @click=${() => send(this, { type: "node-chosen", node: id })}>${labels.get(id) ?? id}</button>`)}</span></li>`)}</ul>`;
  }

  /** Everything that the drawing shows, in words: things by kind, what each needs, and what needs it. */
  private outline(selected: string): readonly TreeItem[] {
    const kinds = new Map<string, Node[]>();
    for (const node of this.graph.nodes) {
      const group = kinds.get(node.kind);
      if (group) group.push(node);
      else kinds.set(node.kind, [node]);
    }
    return [...kinds].map(([kind, nodes]) => ({
      id: nodes[0]?.id ?? "", key: kind, open: true,
      label: html`<span class="label">${kind}</span><span class="quiet">${nodes.length}</span>`,
      children: nodes.map((node) => this.outlineNode(node, selected)),
    }));
  }

  private outlineNode(node: Node, selected: string): TreeItem {
    const { word, glyph } = STATES[node.state];
    const { edges } = this.graph;
    const needs = edges.filter(({ from }) => from === node.id)
      .map(({ to, via, explicit }, index) => this.outlineLink("needs", to, explicit ? "as written" : via, index));
    const used = edges.filter(({ to }) => to === node.id).map(({ from, via }, index) => this.outlineLink("needed by", from, via, index));
    return {
      id: node.id, key: node.id, selected: node.id === selected,
      label: html`<i class="state ${node.state}" aria-hidden="true">${glyph}</i><span class="name">${node.label}</span>
        <span class="detail">${node.detail}</span>${node.state === "known" ? nothing : html`<span class="word ${node.state}">${word}</span>`}`,
      children: [...needs, ...used],
    };
  }

  private outlineLink(word: string, id: string, via: string, index: number): TreeItem {
    const label = this.graph.nodes.find((node) => node.id === id)?.label ?? id;
    return {
      id, key: `${word}:${index}`, children: [],
      label: html`<span class="quiet">${word}</span><span class="name">${label}</span>${via ? html`<span class="detail">${via}</span>` : nothing}`,
    };
  }

  private readonly onChoose = (event: CustomEvent<string>): void => {
    event.stopPropagation();
    send(this, { type: "node-chosen", node: event.detail });
  };
}
