/**
 * The graph as a drawing, which can be panned and zoomed: square boxes with a tick in the colour of
 * their state, and orthogonal lines. Only what is near the window is in the DOM. Moving the window
 * changes a single attribute until the window leaves the drawn region.
 */
import { html, LitElement, nothing, svg, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import {
  fit, isFullyVisible, neighbour, opening, pan, reveal, zoom, type Camera, type Direction, type Size,
} from "../app/camera.js";
import { captioned, describeEdges } from "../app/captions.js";
import { framesOf, type Frame } from "../app/frames.js";
import {
  boundsOverlap, boxAt, drift, edgesAt, encloses, follow, inReadingOrder, overlaps, regionOf, type Region,
} from "../app/scene.js";
import type { Arrows } from "../app/state.js";
import type { Graph, Layout, LayoutEdge, LayoutGroup, LayoutNode, Node } from "../protocol/protocol.gen.js";
import { announce } from "../ui/announce.js";
import { MIN_BOXES, placeWindow, renderMinimap } from "./minimap.js";
import {
  renderCaption, renderDots, renderEdges, renderOutlines, renderFrame, renderLit, renderNode, statesOf,
} from "./shapes.js";

const PAN_STEP = 48;
const ZOOM_STEP = 1.25;
/** If the pointer moves by this many pixels while pressed, it is dragging. */
const DRAG = 4;
/** The distance from an edge, in pixels, within which the pointer counts as being on it. */
const REACH = 6;
/** If a drawing has at most this many boxes, all of them are in the DOM. */
const MAX_COMPLETE = 120;
/** Below this scale, boxes are drawn as outlines: labels, of 13 px in the drawing, would be smaller than 7 px. */
const OUTLINE_SCALE = 7 / 13;
/** The margin around the window that is drawn too, as a share of the window's size. */
const DRAWN_MARGIN = 0.5;
/** Letters typed within this time of each other, in milliseconds, form the start of a name to go to. */
const TYPE_AHEAD = 700;
/** A new size is reported after it has not changed for this long, in milliseconds. */
const RESIZE_DELAY = 150;
const ARROWS: Readonly<Record<string, Direction>> = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up",
  ArrowDown: "down" };
const NOWHERE: Region = { left: 0, top: 0, right: 0, bottom: 0 };

/**
 * The drawing. It fires events with the id of a node: `choose`; `inside` to draw the values in it;
 * `toggle-group` to open or close it; `around` to draw its neighbours; `between` to draw the paths to it.
 * It also fires `reference` with a chosen edge, `measure` with its new size, `find` to search, and `hint`
 * with a sentence about the edges under the pointer, or "".
 */
@customElement("pg-drawing")
export class Drawing extends LitElement {
  @property({ attribute: false }) graph: Graph = { nodes: [], edges: [], cycles: [] };
  @property({ attribute: false }) layout: Layout | null = null;
  /** Whether the layout has nodes near their previous positions. */
  @property({ type: Boolean }) steady = false;
  @property() selected = "";
  /** The ids of the drawn nodes that the search found. */
  @property({ attribute: false }) found: ReadonlySet<string> = new Set();
  @property() arrows: Arrows = "needs";
  @state() private hovered: readonly LayoutEdge[] = [];
  @state() private current = "";
  @query("svg.sheet-drawing") private sheet!: SVGSVGElement;
  private camera: Camera = { x: 0, y: 0, scale: 1 };
  private viewport: Size = { width: 0, height: 0 };
  /** The region of the drawing that is in the DOM, and whether its boxes are outlines. */
  private drawn: Region = NOWHERE;
  private isOutlined = false;
  private frames: readonly Frame[] = [];
  private states: ReadonlyMap<string, string> = new Map();
  private nodes: ReadonlyMap<string, Node> = new Map();
  /** Whether the user has moved the drawing. If not, it is fitted again whenever it changes. */
  private isMoved = false;
  /** Whether the user has asked to see the whole drawing, and has not moved it since. */
  private isFitted = false;
  private readonly pointers = new Map<number, Point>();
  private dragged = 0;
  /** The node under the pointer when it was pressed. It may have moved when the pointer is released. */
  private pressed: string | undefined;
  /** The id of the group being opened or closed, which stays in place and keeps the focus; or "". */
  private toggling = "";
  private hadFocus = false;
  private typed = { text: "", at: 0 };
  private frame = 0;
  private settling = 0;
  private readonly observer = new ResizeObserver(([entry]) => this.resize(entry?.contentRect ?? this.viewport));

  protected override createRenderRoot(): this { return this; }

  override connectedCallback(): void {
    super.connectedCallback();
    this.observer.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.observer.disconnect();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("graph") || changed.has("layout")) {
      this.nodes = new Map(this.graph.nodes.map((node) => [node.id, node]));
      this.states = statesOf(this.graph, this.layout?.nodes ?? []);
      this.frames = this.layout ? framesOf(this.layout, this.graph) : [];
    }
    if (changed.has("layout")) this.layoutChanged(changed.get("layout") ?? null);
    if ((changed.has("selected") || changed.has("layout")) && this.selected
      && (this.isMoved || changed.has("selected"))) this.scrollToNode(this.selected);
    this.choosePart();
    this.hadFocus = this.contains(document.activeElement);
  }

  private layoutChanged(before: Layout | null): void {
    const { layout, toggling } = this;
    if (!layout) return;
    this.hovered = [];
    const box = this.boxNamed(toggling), old = before?.nodes.find(({ id }) => id === toggling);
    if (!this.steady || !before) {
      this.isMoved = false;
      this.isFitted &&= before !== null && hasSameNodes(before, layout); // only the size of the pane has changed
      this.camera = this.start(layout);
    } else {
      const { scale } = this.camera, moved = box && old ? { x: box.x - old.x, y: box.y - old.y }
        : drift(before, layout);
      const kept = pan(this.camera, -moved.x * scale, -moved.y * scale);
      this.camera = this.isMoved || isFullyVisible(kept, layout, this.viewport) ? kept
        : opening(layout, this.viewport, box ?? this.initialBox(layout));
      if (box) this.camera = reveal(this.camera, box, this.viewport);
    }
  }

  /** Returns the camera for a drawing that the user has not moved. */
  private start(layout: Layout): Camera {
    return this.isFitted ? fit(layout, this.viewport) : opening(layout, this.viewport, this.initialBox(layout));
  }

  /**
   * Returns the box around which a large drawing opens: the one with the focus, else the selected one, else
   * the one that most nodes need.
   */
  private initialBox({ nodes }: Layout): LayoutNode | null {
    const focused = this.contains(document.activeElement)
      ? (document.activeElement as SVGElement).dataset["node"] : undefined;
    return this.boxNamed(focused) ?? this.boxNamed(this.selected)
      ?? nodes.reduce<LayoutNode | null>((most, node) => (!most || node.users > most.users ? node : most), null);
  }

  private boxNamed(id: string | undefined): LayoutNode | undefined { return id
    ? this.layout?.nodes.find((box) => box.id === id) : undefined; }

  /** Chooses the region to draw: the window with a margin, or everything if there are few boxes. */
  private choosePart(): void {
    const count = this.layout?.nodes.length ?? 0;
    this.isOutlined = this.camera.scale < OUTLINE_SCALE;
    this.drawn = count > MAX_COMPLETE ? regionOf(this.camera, this.viewport, DRAWN_MARGIN) : ALL;
  }

  protected override updated(changed: PropertyValues): void {
    this.applyCamera();
    if (changed.has("hovered")) this.dispatchEvent(new CustomEvent<string>("hint", { detail: describeEdges(this.hovered,
      (id) => this.nodes.get(id)?.label ?? id) }));
    // A focused box may be gone: filtered, or drawn as an outline. Otherwise, the focus would leave the drawing.
    if (this.hadFocus && !this.contains(document.activeElement) && this.toggling === "") this.sheet.focus();
    if (!changed.has("layout")) return;
    // The pane's size may have changed after this layout was requested.
    if (this.layout && !this.steady && this.viewport.width > 0 && this.settling === 0) this.reportSize();
    if (this.toggling === "") return;
    if (this.contains(document.activeElement)) this.focusNode(this.toggling);
    this.toggling = "";
  }

  /** Applies the camera. The boxes are drawn again only if the window has left the drawn region. */
  private applyCamera(): void {
    this.frame = 0;
    const { x, y, scale } = this.camera;
    this.sheet.firstElementChild?.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
    if (this.layout) {
      placeWindow(this.querySelector<SVGElement>(".minimap"), this.camera, this.viewport, this.layout);
    }
    const isOutlined = scale < OUTLINE_SCALE;
    const isInside = encloses(this.drawn, regionOf(this.camera, this.viewport));
    if (isOutlined !== this.isOutlined || !isInside) this.requestUpdate();
  }

  private focusNode(id: string): void {
    this.querySelector<SVGElement>(`[data-node="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
  }

  /**
   * Scrolls a box that got the focus into view. The browser would scroll the whole page for it, although the
   * page has no scroll bar with which the user could scroll back.
   */
  private readonly onFocus = (event: FocusEvent): void => {
    const id = nodeAt(event) ?? "";
    if (id === "") return;
    this.current = id;
    this.scrollToNode(id);
    const apply = (): void => {
      // In a small window, the page does have a scroll bar.
      if (getComputedStyle(document.body).overflowY === "hidden") document.scrollingElement?.scrollTo(0, 0);
      this.applyCamera();
    };
    apply();
    if (this.frame === 0) this.frame = requestAnimationFrame(apply); // some browsers scroll after this event
  };

  protected override render(): TemplateResult {
    const { layout, graph: { nodes, edges } } = this;
    return html`
      <svg class="sheet-drawing" role="group" tabindex="0" aria-describedby="drawing-keys"
        aria-label="Dependency graph: ${nodes.length} nodes, ${edges.length} references"
        @wheel=${this.onWheel} @keydown=${this.onKey} @pointerdown=${this.onDown} @pointermove=${this.onMove}
        @focusin=${this.onFocus} @pointerup=${this.onUp} @pointercancel=${this.onUp} @pointerleave=${this.onLeave}
        @click=${this.onClick} @dblclick=${this.onDoubleClick}>
        <g class="${this.steady ? "steady" : ""} ${this.isOutlined ? "outlined" : ""}">${
          layout ? this.renderLayout(layout) : nothing}</g>
      </svg>
      <p id="drawing-keys" class="visually-hidden">Arrow keys move the drawing, plus and minus zoom, 0 fits it,
        slash searches. Tab enters the boxes: there, arrow keys follow references and go to neighbouring boxes,
        letters go to a name, Enter goes to the source, asterisk shows the values inside, and Escape leaves.
        On a group, Enter opens or closes it, and the space bar goes to the source.</p>
      ${layout && layout.nodes.length >= MIN_BOXES ? renderMinimap(layout, this.goTo) : nothing}`;
  }

  private renderLayout(layout: Layout): TemplateResult {
    const { drawn, selected, hovered, isOutlined } = this, isReversed = this.arrows === "gives";
    const stateOf = (id: string): string => this.states.get(id) ?? "known";
    const isLit = (edge: LayoutEdge): boolean => (selected !== "" && (edge.from === selected || edge.to === selected))
      || hovered.includes(edge);
    const edges = layout.edges.filter(({ points }) => boundsOverlap(drawn, points));
    const plain = edges.filter((edge) => !isLit(edge)), lit = edges.filter(isLit);
    const boxes = layout.nodes.filter((box) => overlaps(drawn, box) || box.id === this.current || box.id === selected);
    return svg`
      ${this.frames.map(renderFrame)}
      ${renderEdges(plain, stateOf, isReversed)}
      ${isOutlined ? nothing : renderDots(layout.dots)}
      ${isOutlined ? renderOutlines(boxes, ({ id }) => stateOf(id), selected, this.found) : nothing}
      ${renderLit(lit, stateOf, isReversed)}
      ${isOutlined && layout.nodes.length > MAX_COMPLETE ? nothing : this.renderBoxes(boxes, hovered)}
      ${isOutlined ? nothing : captioned([...hovered, ...lit.filter((edge) => !hovered.includes(edge))], this.frames)
        .map(renderCaption)}`;
  }

  private renderBoxes(boxes: readonly LayoutNode[], hovered: readonly LayoutEdge[]): unknown {
    const isThere = (id: string): boolean => boxes.some((box) => box.id === id);
    const inView = regionOf(this.camera, this.viewport);
    const entry = isThere(this.current) ? this.current : isThere(this.selected) ? this.selected
      : (boxes.find((box) => overlaps(inView, box)) ?? boxes[0])?.id;
    return repeat(boxes, ({ id }) => id, (box) => {
      const node = this.nodes.get(box.id), { id } = box;
      const look = { isEntry: id === entry, isSelected: id === this.selected, isFound: this.found.has(id),
        isOutlined: this.isOutlined, isLit: hovered.some(({ from, to }) => from === id || to === id) };
      return node ? renderNode(node, box, look) : nothing;
    });
  }

  private resize({ width, height }: Size): void {
    if (width === 0 || height === 0) return; // the drawing is hidden
    this.viewport = { width, height };
    if (!this.isMoved && this.layout) this.camera = this.start(this.layout);
    this.requestUpdate();
    clearTimeout(this.settling);
    this.settling = 0;
    if (!this.layout) return this.reportSize();
    this.dataset["resized"] = "";
    this.settling = window.setTimeout(this.reportSize, RESIZE_DELAY);
  }

  private readonly reportSize = (): void => {
    this.settling = 0;
    delete this.dataset["resized"];
    this.dispatchEvent(new CustomEvent<Size>("measure", { detail: this.viewport }));
  };

  private move(camera: Camera): void {
    [this.isMoved, this.isFitted] = [true, false];
    this.camera = camera;
    if (this.frame === 0) this.frame = requestAnimationFrame(() => this.applyCamera());
  }

  /** Zooms in (1) or out (-1) by a step, or shows the whole drawing (0). */
  zoomTo(step: number): void {
    if (step === 0) this.fitAll();
    else this.zoomBy(ZOOM_STEP ** step);
  }

  private zoomBy(factor: number): void {
    this.move(zoom(this.camera, factor, this.viewport.width / 2, this.viewport.height / 2));
  }

  private readonly fitAll = (): void => {
    if (this.layout) this.move(fit(this.layout, this.viewport));
    [this.isMoved, this.isFitted] = [false, true];
  };

  /** Centres the window on a point of the drawing. */
  private readonly goTo = (x: number, y: number): void => {
    const { scale } = this.camera;
    this.move({ x: this.viewport.width / 2 - x * scale, y: this.viewport.height / 2 - y * scale, scale });
  };

  /** Scrolls a box into view, unless the user is dragging. */
  private scrollToNode(id: string): void {
    const box = this.boxNamed(id);
    if (box && !this.pointers.size) this.camera = reveal(this.camera, box, this.viewport);
  }

  private fire(type: "choose" | "inside" | "around" | "between", id: string): void {
    this.dispatchEvent(new CustomEvent<string>(type, { detail: id }));
  }

  private toggleGroup(id: string): void {
    this.toggling = id;
    this.dispatchEvent(new CustomEvent<string>("toggle-group", { detail: id }));
  }

  private groupOf(id: string | undefined): LayoutGroup | null { return this.boxNamed(id)?.group ?? null; }

  /** Converts a point on the screen to a point of the drawing. */
  private at({ x, y }: Point): Point {
    const { left, top } = this.sheet.getBoundingClientRect(), { camera } = this;
    return { x: (x - left - camera.x) / camera.scale, y: (y - top - camera.y) / camera.scale };
  }

  private readonly onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    const { left, top } = this.sheet.getBoundingClientRect();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    this.move(zoom(this.camera, Math.exp(-event.deltaY * lines * 0.0015), event.clientX - left, event.clientY - top));
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const id = nodeAt(event);
    if (id === undefined ? this.onSheetKey(event)
      : this.onNodeKey(event, id) || this.onSheetKey(event)) event.preventDefault();
  };

  /** Handles a key for the drawing. Returns whether it did. */
  private onSheetKey({ key }: KeyboardEvent): boolean {
    const direction = ARROWS[key];
    if (direction) this.panTo(direction);
    else if (key === "+" || key === "=") this.zoomBy(ZOOM_STEP);
    else if (key === "-") this.zoomBy(1 / ZOOM_STEP);
    else if (key === "0") this.fitAll();
    else if (key === "/") this.dispatchEvent(new CustomEvent("find"));
    else if (key === "Escape") document.getElementById("tab-graph")?.focus();
    else return false;
    return true;
  }

  /** Handles a key for the focused box. Returns whether it did. */
  private onNodeKey(event: KeyboardEvent, id: string): boolean {
    const { key } = event, direction = ARROWS[key], group = this.groupOf(id);
    if (key === "Enter" && event.shiftKey) this.fire("between", id);
    else if (group && togglesGroup(key, group.open)) this.toggleGroup(id);
    else if (key === "Enter" || key === " ") this.fire("choose", id);
    else if (key === "*") this.fire("inside", id);
    else if (direction) this.step(id, direction);
    else if (key === "Home" || key === "End") this.goToBox((this.layout ? inReadingOrder(this.layout)
      : []).at(key === "Home" ? 0 : -1));
    else if (key === "Escape") this.sheet.focus();
    else if (/^[\p{L}\d_.]$/u.test(key) && (key !== "0" || this.isTyping(event))) this.typeAhead(event);
    else return false;
    return true;
  }

  private panTo(direction: Direction): void {
    const [dx, dy] = { left: [PAN_STEP, 0], right: [-PAN_STEP, 0], up: [0, PAN_STEP],
      down: [0, -PAN_STEP] }[direction] as [number, number];
    this.move(pan(this.camera, dx, dy));
  }

  /**
   * Handles an arrow key on a box. In the direction of the layout, it follows an edge and announces it;
   * across it, it moves to the neighbouring box.
   */
  private step(id: string, direction: Direction): void {
    const { layout } = this, from = this.boxNamed(id);
    if (!layout || !from) return;
    const [toNeeds, toUsers] = layout.direction === "down" ? ["up", "down"] : ["left", "right"];
    if (direction !== toNeeds && direction !== toUsers) return this.goToBox(neighbour(layout.nodes, from, direction));
    const found = follow(layout, from, direction === toNeeds);
    if (!found) {
      const words = direction === toNeeds ? "needs nothing that is drawn"
        : "is not needed by anything that is drawn";
      return announce(`${from.label} ${words}.`);
    }
    const label = (node: string): string => this.nodes.get(node)?.label ?? node;
    const via = found.edge.via ? ` for ${found.edge.via}` : "", others = found.count > 1 ? `; 1 of ${found.count}` : "";
    this.goToBox(found.to);
    announce(`${label(found.edge.from)} needs ${label(found.edge.to)}${via}${others}`);
  }

  private goToBox(box: LayoutNode | null | undefined): void {
    if (!box) return;
    this.current = box.id;
    this.camera = reveal(this.camera, box, this.viewport);
    this.requestUpdate();
    void this.updateComplete.then(() => this.focusNode(box.id));
  }

  private isTyping({ timeStamp }: KeyboardEvent): boolean { return this.typed.text !== ""
    && timeStamp - this.typed.at < TYPE_AHEAD; }

  private typeAhead(event: KeyboardEvent): void {
    this.typed = { text: (this.isTyping(event) ? this.typed.text : "") + event.key.toLowerCase(), at: event.timeStamp };
    const order = this.layout ? inReadingOrder(this.layout) : [], { text } = this.typed;
    const here = order.findIndex(({ id }) => id === this.current) + (text.length === 1 ? 1 : 0);
    this.goToBox([...order.slice(here), ...order.slice(0, here)].find(({ id }) =>
      (this.nodes.get(id)?.label ?? "").toLowerCase().startsWith(text)));
  }

  private readonly onDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    this.pressed = nodeAt(event);
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.dragged = this.pointers.size > 1 ? Infinity : 0;
  };

  private readonly onMove = (event: PointerEvent): void => {
    const before = this.pointers.get(event.pointerId);
    const now = { x: event.clientX, y: event.clientY };
    if (!before) return this.hover(event, now);
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    this.dragged += Math.abs(dx) + Math.abs(dy);
    if (this.dragged < DRAG) return;
    this.sheet.setPointerCapture(event.pointerId);
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.pointers.set(event.pointerId, now);
    this.move(other ? this.pinch(before, now, other) : pan(this.camera, dx, dy));
  };

  /** Highlights the edges under the pointer. */
  private hover(event: PointerEvent, now: Point): void {
    const { x, y } = this.at(now);
    const isOverNode = (event.target as Element).closest("[data-node], .more") !== null;
    const under = isOverNode || this.isOutlined || !this.layout ? []
      : edgesAt(this.layout.edges, x, y, REACH / this.camera.scale);
    if (under.length !== this.hovered.length
      || under.some((edge, at) => edge !== this.hovered[at])) this.hovered = under;
    this.sheet.classList.toggle("over-edge", under.length > 0);
  }

  private readonly onLeave = (): void => { this.hovered = []; };

  private pinch(before: Point, now: Point, other: Point): Camera {
    const { left, top } = this.sheet.getBoundingClientRect();
    const distance = (from: Point): number => Math.hypot(from.x - other.x, from.y - other.y) || 1;
    return zoom(this.camera, distance(now) / distance(before), (now.x + other.x) / 2 - left,
      (now.y + other.y) / 2 - top);
  }

  private readonly onUp = (event: PointerEvent): void => { this.pointers.delete(event.pointerId); };

  /** Handles clicks, except those that browsers fire after a drag. */
  private readonly onClick = (event: MouseEvent): void => {
    const isDrag = this.dragged >= DRAG, { pressed } = this;
    [this.dragged, this.pressed] = [0, undefined];
    if (isDrag) return;
    const target = event.target as Element, { x, y } = this.at({ x: event.clientX, y: event.clientY });
    const id = nodeAt(event) ?? pressed ?? (this.isOutlined ? boxAt(this.layout?.nodes ?? [], x, y)?.id : undefined);
    const centre = target.closest<SVGElement>(".more")?.dataset["more"];
    if (centre !== undefined) return this.fire("around", centre);
    const edge = id === undefined && !this.isOutlined && this.layout
      ? edgesAt(this.layout.edges, x, y, REACH / this.camera.scale)[0] : undefined;
    if (edge) this.dispatchEvent(new CustomEvent<LayoutEdge>("reference", { detail: edge }));
    else if (id === undefined) return;
    else if (target.closest(".grip")) this.toggleGroup(id);
    else this.fire(event.shiftKey ? "between" : "choose", id);
  };

  private readonly onDoubleClick = (event: MouseEvent): void => {
    const target = event.target as Element;
    const id = nodeAt(event);
    if (id === undefined || target.closest(".grip")) return;
    if (this.groupOf(id)) this.toggleGroup(id);
    else this.fire("inside", id);
  };
}

/** Returns the node whose box an event occurred in. */
function nodeAt({ target }: Event): string | undefined {
  return (target as Element).closest<SVGElement>("[data-node]")?.dataset["node"];
}

/** Whether two layouts are of the same nodes. */
function hasSameNodes(a: Layout, b: Layout): boolean {
  return a.nodes.length === b.nodes.length && a.nodes.every(({ id }, at) => b.nodes[at]?.id === id);
}

/** Whether a key toggles the group that has the focus. */
function togglesGroup(key: string, isOpen: boolean): boolean {
  return key === "Enter" || (isOpen ? key === "-" : key === "+" || key === "=");
}

const ALL: Region = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

interface Point { readonly x: number; readonly y: number }
