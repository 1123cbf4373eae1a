/** Renders the parts of the graph's drawing as SVG: boxes, lines, frames. */
import { nothing, svg, type TemplateResult } from "lit";
import { withCommas } from "../app/count.js";
import { areaOf, borderOf, type Frame } from "../app/frames.js";
import { headOf, pathOf } from "../app/scene.js";
import type { Graph, LayoutEdge, LayoutNode, Node } from "../protocol/protocol.gen.js";
import { STATES } from "./states.js";

/** The space before the text of a box, in pixels. The engine's layout has the same value. */
const INSET = 12;
/** The width of the button in a group's box, in pixels. The engine's layout has the same value. */
const GRIP = 24;

/** How a box is highlighted. */
export interface Look {
  /** Whether it is the tab stop of the drawing. */
  readonly isEntry: boolean;
  readonly isSelected: boolean;
  readonly isFound: boolean;
  /** Whether it has no text, which would be too small; then its name appears when the pointer is on it. */
  readonly isOutlined: boolean;
  /** Whether it is at an end of a highlighted edge. */
  readonly isLit: boolean;
}

/** Returns the description of a box for screen readers, which starts with the text in the box. */
export function describeBox(node: Node, { group, label, detail, needs, users }: LayoutNode): string {
  const state = STATES[group?.state ?? node.state].word;
  return [[label, detail].filter(Boolean).join(" "), node.kind, state, needs > 0 ? `needs ${needs}` : "needs nothing",
    users > 0 ? `needed by ${users}` : "not needed by anything"].join(", ");
}

/** Returns the complete text of a box whose text is shortened; "" for other boxes. */
function fullText(node: Node, { label, detail }: LayoutNode): string {
  return label !== node.label || (detail.includes("…") && !node.detail.includes("…"))
    ? `${node.label} ${node.detail}`.trim() : "";
}

/** Draws the box of a node. */
export function renderNode(node: Node, box: LayoutNode, look: Look): TemplateResult {
  const { x, y, width, height, group, label, detail, more, end } = box;
  const state = group?.state ?? node.state, { glyph } = STATES[state], whole = fullText(node, box);
  const transform = `transform:translate(${x}px,${y}px)`;
  const side = width - (group ? GRIP : 0), base = detail ? 17 : height / 2 + 4.5;
  const classes = ["node", state, group && !group.open && "closed", look.isSelected && "selected",
    look.isFound && "found", look.isLit && "end"].filter(Boolean).join(" ");
  return svg`<g class=${classes} role="button" tabindex=${look.isEntry ? 0 : -1} data-node=${node.id}
      aria-label=${describeBox(node, box)} aria-description=${whole || nothing} aria-pressed=${look.isSelected}
      aria-expanded=${group ? group.open : nothing} style=${transform}>
      ${whole || look.isOutlined ? svg`<title>${whole || `${label} ${detail}`.trim()}</title>` : nothing}
      ${group && !group.open ? renderBehind(box) : nothing}
      <rect class="box" x=".5" y=".5" width=${width - 1} height=${height - 1}></rect>
      <rect class="tick" width="4" height=${height}></rect>
      ${renderEnd(box)}
      ${state === "partial" ? svg`<rect class="tick upper" width="4" height=${height / 2}></rect>` : nothing}
      ${state === "secret" ? svg`<rect class="tick" x="6" width="1" height=${height}></rect>` : nothing}
      <text class="name" x=${INSET} y=${base}>${label}</text>
      ${detail ? svg`<text class="detail" x=${INSET} y="32">${detail}</text>` : nothing}
      ${glyph ? svg`<text class="glyph" x=${side - (end === "unused" ? 12 : 7)} y=${base}>${glyph}</text>` : nothing}
      ${group ? renderGrip(group.open, width, height) : nothing}
    </g>
    ${more > 0 ? renderMore(node, box, transform) : nothing}`;
}

/** Draws the visible edge of a second box behind a closed group's box. */
function renderBehind({ width, height }: LayoutNode): TemplateResult {
  const path = `M4 ${height + 0.5}V${height + 3.5}H${width + 3.5}V4H${width + 0.5}`;
  return svg`<path class="behind" d=${path}></path>`;
}

/** Marks a node at an end of the graph: a base line if it needs nothing, a folded corner if nothing needs it. */
function renderEnd({ end, width, height }: LayoutNode): TemplateResult | typeof nothing {
  if (end === "root") return svg`<path class="root" d="M0 ${height}H${width}"></path>`;
  return end === "unused" ? svg`<path class="fold" d="M${width - 7.5} .5v7h7"></path>` : nothing;
}

/** Draws a badge with the number of a node's neighbours that are not drawn. */
function renderMore({ id, label }: Node, { width, height, more }: LayoutNode, transform: string): TemplateResult {
  // It covers neither the text nor the middle, where a line may enter from below. The engine leaves room for it.
  const count = withCommas(more), wide = 16 + 6 * count.length;
  return svg`<g class="more" data-more=${id} aria-hidden="true" style=${transform}>
    <title>Draw what is around ${label}</title>
    <rect x=${width + 4 - wide} y=${height - 3} width=${wide} height="14"></rect>
    <text x=${width + 4 - wide / 2} y=${height + 8}>+${count}</text></g>`;
}

/** Draws the button at the end of a group's box that opens and closes the group. */
function renderGrip(isOpen: boolean, width: number, height: number): TemplateResult {
  const x = width - GRIP / 2, y = height / 2;
  return svg`<g class="grip"><rect x=${width - GRIP} y="1" width=${GRIP - 1} height=${height - 2}></rect>
    <path class="rule" d="M${width - GRIP + 0.5} 1V${height - 1}"></path>
    <path class="sign" d="M${x - 4.5} ${y}h9${isOpen ? "" : `M${x} ${y - 4.5}v9`}"></path></g>`;
}

/** Draws boxes without text, for small scales: a path for each state. */
export function renderOutlines(nodes: readonly LayoutNode[], stateOf: (box: LayoutNode) => string,
    selected: string, found: ReadonlySet<string>): readonly TemplateResult[] {
  const paths = new Map<string, string>();
  for (const box of nodes) {
    const look = box.id === selected ? "selected" : found.has(box.id) ? "found" : stateOf(box);
    paths.set(look, (paths.get(look) ?? "") + outlineOf(box));
  }
  return [...paths].map(([look, path]) => svg`<path class="far ${look}" d=${path}></path>`);
}

/** Returns the outline of a box as an SVG path. */
export function outlineOf({ x, y, width, height }: LayoutNode): string {
  return `M${x} ${y}h${width}v${height}h${-width}z`;
}

/**
 * Returns the CSS class of a line, which depends on its kind and on the state of the node that is needed.
 * Exported drawings distinguish the same kinds.
 */
export function kindOf({ back, explicit, through, to }: LayoutEdge, stateOf: (id: string) => string): string {
  if (back) return "back";
  if (explicit) return "explicit";
  if (through) return "through";
  const state = stateOf(to);
  return state === "unknown" || state === "secret" ? state : "plain";
}

/**
 * Draws the lines of each kind as a single path and their heads as another, so that the number of
 * elements does not depend on the number of lines.
 */
export function renderEdges(edges: readonly LayoutEdge[], stateOf: (id: string) => string,
    isReversed: boolean): readonly TemplateResult[] {
  const lines = new Map<string, string>(), heads = new Map<string, string>();
  for (const edge of edges) {
    const kind = kindOf(edge, stateOf);
    lines.set(kind, (lines.get(kind) ?? "") + pathOf(edge.points));
    heads.set(kind, (heads.get(kind) ?? "") + headOf(edge.points, isReversed));
  }
  return [...lines].map(([kind, path]) =>
    svg`<path class="edge ${kind}" d=${path}></path><path class="head ${kind}" d=${heads.get(kind) ?? ""}></path>`);
}

/** Draws highlighted lines above the others. */
export function renderLit(edges: readonly LayoutEdge[], stateOf: (id: string) => string,
    isReversed: boolean): readonly TemplateResult[] {
  return edges.map((edge) => {
    const back = edge.back ? "back" : "";
    return svg`<path class="edge lit ${kindOf(edge, stateOf)}" d=${pathOf(edge.points)}></path>
      <path class="head lit ${back}" d=${headOf(edge.points, isReversed)}></path>`;
  });
}

/** Draws the label of a line. */
export function renderCaption({ label, labelX, labelY }: LayoutEdge): TemplateResult {
  return svg`<text class="via" x=${labelX} y=${labelY}>${label}</text>`;
}

/**
 * Draws the dots where lines to the same box join. Without them, a junction would look like a
 * crossing.
 */
export function renderDots(dots: readonly number[]): TemplateResult | typeof nothing {
  let path = "";
  for (let at = 0; at + 1 < dots.length; at += 2) {
    path += `M${dots[at]! - 2} ${dots[at + 1]!}a2 2 0 1 0 4 0a2 2 0 1 0-4 0`;
  }
  return path ? svg`<path class="dot" d=${path}></path>` : nothing;
}

/** Draws the frame of a group. */
export function renderFrame(frame: Frame): TemplateResult {
  const { label } = frame;
  return svg`<g class="frame"><path class="area" d=${areaOf(frame)}></path><path d=${borderOf(frame)}></path>
    ${label ? svg`<text x=${label.x} y=${label.baseline}>${label.text}</text>` : nothing}</g>`;
}

/** Returns the state that each node shows. A closed group shows the worst state inside it. */
export function statesOf({ nodes }: Graph, boxes: readonly LayoutNode[]): ReadonlyMap<string, string> {
  const byId = new Map<string, string>(nodes.map(({ id, state }) => [id, state]));
  for (const { id, group } of boxes) if (group) byId.set(id, group.state);
  return byId;
}
