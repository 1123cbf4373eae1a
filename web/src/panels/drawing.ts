/** The graph as a drawing: square boxes with a tick of their state, orthogonal lines, pan and zoom. */
import { html, LitElement, nothing, svg, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { Graph, Layout, LayoutEdge, LayoutGroup, LayoutNode, Node } from "../protocol/protocol.gen.js";
import { fit, neighbour, pan, reveal, zoom, type Camera, type Direction, type Size } from "../app/camera.js";
import { DETAIL_FONT, fitText, forgetWidths, LABEL_FONT, VIA_FONT } from "../ui/fit.js";
import { icon } from "../ui/icons.js";
import { STATES } from "./states.js";

const PAN_STEP = 48;
const ZOOM_STEP = 1.25;
/** A property's name over a shorter piece of line still gets this width. */
const VIA_LEAST = 40;
/** So many pixels make a press a drag. */
const DRAG = 4;
/** Where the texts of a box begin; the tick stands before them. The layout counts on it. */
const INSET = 12;
/** Room at the end of a group's box for what opens and closes it. The layout counts on it. */
const GRIP = 24;
/** Room that a state's glyph takes at the end of the label's line. */
const GLYPH = 16;
const ARROWS: Readonly<Record<string, Direction>> = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

/** Fires `choose` with the id of a node, and `turn` with that of a group to be opened or closed. */
@customElement("pg-drawing")
export class Drawing extends LitElement {
  @property({ attribute: false }) graph: Graph = { nodes: [], edges: [], cycles: [] };
  @property({ attribute: false }) layout: Layout | null = null;
  @property() selected = "";
  /** Whether to move to the selected node: not when it was selected here. */
  @property({ type: Boolean }) follow = false;
  @state() private camera: Camera = { x: 0, y: 0, scale: 1 };
  @state() private current = "";
  @query("svg.sheet-drawing") private sheet!: SVGSVGElement;
  private room: Size = { width: 0, height: 0 };
  /** Until the user moves it, the drawing is fitted again whenever it changes. */
  private isMoved = false;
  private readonly pointers = new Map<number, { readonly x: number; readonly y: number }>();
  private dragged = 0;
  /** The group that was turned: it stays where it is, and keeps the focus. */
  private turning = "";
  private readonly observer = new ResizeObserver(([entry]) => this.resize(entry?.contentRect ?? this.room));

  protected override createRenderRoot(): this { return this; }

  override connectedCallback(): void {
    super.connectedCallback();
    this.observer.observe(this);
    void document.fonts.ready.then(() => { forgetWidths(); this.requestUpdate(); });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.observer.disconnect();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("layout")) this.layoutChanged(changed.get("layout") ?? null);
    if (changed.has("selected") && this.follow && this.isMoved) this.showNode(this.selected);
  }

  private layoutChanged(before: Layout | null): void {
    const { layout, turning } = this;
    if (!layout) return;
    if (!this.isMoved) this.camera = fit(layout, this.room);
    const box = layout.nodes.find(({ id }) => id === turning), old = before?.nodes.find(({ id }) => id === turning);
    if (!box) return;
    const { scale } = this.camera;
    this.camera = this.isMoved && old ? pan(this.camera, (old.x - box.x) * scale, (old.y - box.y) * scale) : reveal(this.camera, box, this.room);
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has("layout") || this.turning === "") return;
    if (this.contains(document.activeElement)) this.focusNode(this.turning);
    this.turning = "";
  }

  private focusNode(id: string): void {
    this.querySelector<SVGElement>(`[data-node="${CSS.escape(id)}"]`)?.focus();
  }

  protected override render(): TemplateResult {
    const { nodes, edges } = this.graph;
    const { x, y, scale } = this.camera;
    const grid = 24 * scale * (scale < 0.5 ? 4 : 1);
    return html`
      <svg class="sheet-drawing" role="group" tabindex="0" aria-label="Dependency graph: ${nodes.length} things, ${edges.length} references"
        aria-describedby="drawing-keys" @wheel=${this.onWheel} @keydown=${this.onKey} @pointerdown=${this.onDown} @pointermove=${this.onMove}
        @pointerup=${this.onUp} @pointercancel=${this.onUp} @click=${this.onClick} @dblclick=${this.onDoubleClick}>
        <defs>
          <pattern id="grid" x=${x} y=${y} width=${grid} height=${grid} patternUnits="userSpaceOnUse">
            <path class="grid" d="M0 .5H${grid}M.5 0V${grid}"></path>
          </pattern>
          ${["plain", "lit", "back"].map((kind) => svg`<marker id="arrow-${kind}" class="arrow ${kind}" viewBox="0 0 8 8" refX="7.5" refY="4"
            markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path d="M1 1 7.5 4 1 7"></path></marker>`)}
        </defs>
        <rect width="100%" height="100%" fill="url(#grid)"></rect>
        <g transform="translate(${x} ${y}) scale(${scale})">
          ${this.layout ? this.renderLayout(this.layout) : nothing}
        </g>
      </svg>
      <p id="drawing-keys" class="visually-hidden">Arrow keys move the drawing, plus and minus zoom, 0 fits it.
        Tab enters the boxes; there arrow keys go from box to box and Enter goes to the source.
        On a box with others inside, Enter opens and closes it, and the space bar goes to the source.</p>
      <div class="zoom" role="group" aria-label="Zoom">
        <button type="button" class="square" aria-label="Zoom in" @click=${() => this.zoomBy(ZOOM_STEP)}>${icon("add")}</button>
        <button type="button" class="square" aria-label="Zoom out" @click=${() => this.zoomBy(1 / ZOOM_STEP)}>${icon("minus")}</button>
        <button type="button" class="square" aria-label="Fit" @click=${this.fitAll}>${icon("fit")}</button>
      </div>`;
  }

  private renderLayout(layout: Layout): TemplateResult {
    const byId = new Map(this.graph.nodes.map((node) => [node.id, node]));
    const entry = layout.nodes.some(({ id }) => id === this.current) ? this.current
      : layout.nodes.some(({ id }) => id === this.selected) ? this.selected : layout.nodes[0]?.id;
    const isLit = (edge: LayoutEdge): boolean => edge.from === this.selected || edge.to === this.selected;
    const plain = layout.edges.filter((edge) => !isLit(edge)), lit = layout.edges.filter(isLit);
    return svg`
      ${[...plain, ...lit].map((edge) => this.renderEdge(edge, isLit(edge)))}
      ${this.renderDots(layout.dots)}
      ${layout.nodes.map((box) => { const node = byId.get(box.id); return node ? this.renderNode(node, box, box.id === entry) : nothing; })}
      ${lit.map((edge) => this.renderVia(edge))}`;
  }

  private renderEdge(edge: LayoutEdge, isLit: boolean): TemplateResult {
    const kind = edge.back ? "back" : isLit ? "lit" : "plain";
    const { points } = edge;
    let path = "";
    for (let at = 0; at + 1 < points.length; at += 2) path += `${at === 0 ? "M" : "L"}${points[at]} ${points[at + 1]}`;
    return svg`<path class="edge ${kind} ${isLit ? "is-lit" : ""}" d=${path} marker-end="url(#arrow-${kind})"></path>`;
  }

  /** Where lines towards one box meet: without the dot a crossing looks the same. */
  private renderDots(dots: readonly number[]): readonly TemplateResult[] {
    return dots.flatMap((x, at) => (at % 2 === 0 ? [svg`<circle class="dot" cx=${x} cy=${dots[at + 1] ?? 0} r="2.5"></circle>`] : []));
  }

  /** The property that a lit line stands for, on its longest level piece. */
  private renderVia({ points, via }: LayoutEdge): TemplateResult | typeof nothing {
    if (!via) return nothing;
    let x = points[0] ?? 0, y = points[1] ?? 0, longest = 0;
    for (let at = 0; at + 3 < points.length; at += 2) {
      const length = Math.abs((points[at + 2] ?? 0) - (points[at] ?? 0));
      if (length <= longest) continue;
      longest = length;
      x = ((points[at] ?? 0) + (points[at + 2] ?? 0)) / 2;
      y = points[at + 1] ?? 0;
    }
    return svg`<text class="via" x=${x} y=${y - 4}>${fitText(via, VIA_FONT, Math.max(longest - 12, VIA_LEAST))}</text>`;
  }

  private renderNode(node: Node, box: LayoutNode, isEntry: boolean): TemplateResult {
    const { x, y, width, height, group } = box;
    const state = group?.state ?? node.state, words = box.detail;
    const { word, glyph } = STATES[state];
    const end = width - (group ? GRIP : 0);
    const isTall = height >= 36 && words !== "";
    const label = fitText(node.label, LABEL_FONT, end - INSET - (glyph ? GLYPH : 3));
    const detail = isTall ? fitText(words, DETAIL_FONT, end - INSET - 3) : "";
    const isCut = node.label !== label || words !== detail;
    const classes = `node ${state} ${group && !group.open ? "closed" : ""} ${node.id === this.selected ? "selected" : ""}`;
    return svg`<g class=${classes} role="button" tabindex=${isEntry ? 0 : -1}
      data-node=${node.id} aria-label="${label} ${detail} ${glyph}, ${node.kind}, ${word}"
      aria-description=${isCut ? `${node.label} ${words}` : nothing} aria-pressed=${node.id === this.selected}
      aria-expanded=${group ? group.open : nothing} transform="translate(${x} ${y})" @focus=${() => { this.current = node.id; }}>
      ${group && !group.open ? svg`<path class="behind" d="M4 ${height + 0.5}V${height + 3.5}H${width + 3.5}V4H${width + 0.5}"></path>` : nothing}
      <rect class="box" x="0.5" y="0.5" width=${width - 1} height=${height - 1}></rect>
      <rect class="tick" width="4" height=${height}></rect>
      <text class="name" x=${INSET} y=${isTall ? 17 : height / 2 + 4.5}>${label}</text>
      ${isTall ? svg`<text class="detail" x=${INSET} y="32">${detail}</text>` : nothing}
      ${glyph ? svg`<text class="glyph" x=${end - 7} y=${isTall ? 17 : height / 2 + 4.5}>${glyph}</text>` : nothing}
      ${group ? renderGrip(group.open, width, height) : nothing}
    </g>`;
  }

  private resize(room: Size): void {
    this.room = { width: room.width, height: room.height };
    if (!this.isMoved && this.layout) this.camera = fit(this.layout, this.room);
  }

  private move(camera: Camera): void {
    this.isMoved = true;
    this.camera = camera;
  }

  private zoomBy(factor: number): void {
    this.move(zoom(this.camera, factor, this.room.width / 2, this.room.height / 2));
  }

  private readonly fitAll = (): void => {
    this.isMoved = false;
    if (this.layout) this.camera = fit(this.layout, this.room, 0);
  };

  private showNode(id: string): void {
    const box = this.layout?.nodes.find((node) => node.id === id);
    if (box) this.camera = reveal(this.camera, box, this.room);
  }

  private turn(id: string): void {
    this.turning = id;
    this.dispatchEvent(new CustomEvent<string>("turn", { detail: id }));
  }

  private groupOf(id: string | undefined): LayoutGroup | null {
    return this.layout?.nodes.find((box) => box.id === id)?.group ?? null;
  }

  private choose(id: string): void {
    this.dispatchEvent(new CustomEvent<string>("choose", { detail: id }));
  }

  private readonly onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    const { left, top } = this.sheet.getBoundingClientRect();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    this.move(zoom(this.camera, Math.exp(-event.deltaY * lines * 0.0015), event.clientX - left, event.clientY - top));
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const id = (event.target as Element).closest<SVGElement>("[data-node]")?.dataset["node"];
    const direction = ARROWS[event.key];
    const group = this.groupOf(id);
    if (id !== undefined && group && turnsGroup(event.key, group.open)) this.turn(id);
    else if (id !== undefined && (event.key === "Enter" || event.key === " ")) this.choose(id);
    else if (direction && id !== undefined) this.goTo(id, direction);
    else if (direction) this.panTo(direction);
    else if (event.key === "+" || event.key === "=") this.zoomBy(ZOOM_STEP);
    else if (event.key === "-") this.zoomBy(1 / ZOOM_STEP);
    else if (event.key === "0") this.fitAll();
    else return;
    event.preventDefault();
  };

  private panTo(direction: Direction): void {
    const [dx, dy] = { left: [PAN_STEP, 0], right: [-PAN_STEP, 0], up: [0, PAN_STEP], down: [0, -PAN_STEP] }[direction] as [number, number];
    this.move(pan(this.camera, dx, dy));
  }

  private goTo(id: string, direction: Direction): void {
    const boxes = this.layout?.nodes ?? [];
    const from = boxes.find((box) => box.id === id);
    const to = from && neighbour(boxes, from, direction);
    if (!to) return;
    this.current = to.id;
    this.showNode(to.id);
    void this.updateComplete.then(() => this.focusNode(to.id));
  }

  private readonly onDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.dragged = this.pointers.size > 1 ? Infinity : 0;
  };

  private readonly onMove = (event: PointerEvent): void => {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    this.dragged += Math.abs(dx) + Math.abs(dy);
    if (this.dragged < DRAG) return;
    this.sheet.setPointerCapture(event.pointerId);
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.pointers.set(event.pointerId, now);
    this.move(other ? this.pinch(before, now, other) : pan(this.camera, dx, dy));
  };

  private pinch(before: Point, now: Point, other: Point): Camera {
    const { left, top } = this.sheet.getBoundingClientRect();
    const distance = (from: Point): number => Math.hypot(from.x - other.x, from.y - other.y) || 1;
    return zoom(this.camera, distance(now) / distance(before), (now.x + other.x) / 2 - left, (now.y + other.y) / 2 - top);
  }

  private readonly onUp = (event: PointerEvent): void => { this.pointers.delete(event.pointerId); };

  /** A click follows every drag too; that one chooses nothing. */
  private readonly onClick = (event: MouseEvent): void => {
    const isDrag = this.dragged >= DRAG;
    this.dragged = 0;
    const target = event.target as Element;
    const id = target.closest<SVGElement>("[data-node]")?.dataset["node"];
    if (isDrag || id === undefined) return;
    if (target.closest(".grip")) this.turn(id);
    else this.choose(id);
  };

  private readonly onDoubleClick = (event: MouseEvent): void => {
    const target = event.target as Element;
    const id = target.closest<SVGElement>("[data-node]")?.dataset["node"];
    if (id !== undefined && this.groupOf(id) && !target.closest(".grip")) this.turn(id);
  };
}

/** Whether a key opens or closes the group that has the focus. */
function turnsGroup(key: string, isOpen: boolean): boolean {
  return key === "Enter" || (isOpen ? key === "-" : key === "+" || key === "=");
}

/** The end of a group's box, which opens and closes it. */
function renderGrip(isOpen: boolean, width: number, height: number): TemplateResult {
  const x = width - GRIP / 2, y = height / 2;
  return svg`<g class="grip"><rect x=${width - GRIP} y="1" width=${GRIP - 1} height=${height - 2}></rect>
    <path class="rule" d="M${width - GRIP + 0.5} 1V${height - 1}"></path>
    <path class="sign" d="M${x - 4.5} ${y}h9${isOpen ? "" : `M${x} ${y - 4.5}v9`}"></path></g>`;
}

interface Point { readonly x: number; readonly y: number }
