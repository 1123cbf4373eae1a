/** The strip above the graph, with the search and the controls for which part is drawn. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import { DEPTHS, EVERYTHING, type Flow, type Narrowing } from "../app/narrowing.js";
import { send } from "../app/send.js";
import type { Graph, Node } from "../protocol/protocol.gen.js";
import { icon, type IconName } from "../ui/icons.js";
import { moveFocus } from "../ui/keys.js";
import { placeUnder } from "../ui/menu.js";
import { STATES } from "./states.js";

const FLOWS: readonly { readonly flow: Flow; readonly label: string }[] = [
  { flow: "needs", label: "What it needs" }, { flow: "users", label: "What needs it" }, { flow: "", label: "Both" },
];

/**
 * The strip. Fires `query` with the search text, `step` with 1 or -1 to go to another result, and `pick`
 * when the user starts or stops choosing the other end of a path.
 */
@customElement("pg-narrow")
export class Narrow extends LitElement {
  @property({ attribute: false }) graph: Graph = { nodes: [], edges: [], cycles: [] };
  @property({ attribute: false }) narrowing: Narrowing = EVERYTHING;
  @property({ type: Boolean }) follows = false;
  /** The id of the selected node, or "". */
  @property() node = "";
  @property() query = "";
  /** The ids of the search results, and the index of the current one, or -1. */
  @property({ attribute: false }) found: readonly string[] = [];
  @property({ type: Number }) at = -1;
  /** Whether the graph has groups, and whether any of them is open. */
  @property() groups: "none" | "open" | "closed" = "none";
  @property({ type: Boolean }) undoable = false;
  /** Whether the user is choosing the other end of a path. */
  @property({ type: Boolean }) picking = false;
  @query("input") private input!: HTMLInputElement;
  private hadFocus = false;

  protected override createRenderRoot(): this { return this; }

  /** Moves the focus to the search box. */
  find(): void {
    this.input.focus();
    this.input.select();
  }

  protected override willUpdate(): void { this.hadFocus = this.contains(document.activeElement); }

  /** Keeps the focus in the strip if the focused button is gone, like Back if there is no previous view. */
  protected override updated(): void {
    if (this.hadFocus && !this.contains(document.activeElement)) this.querySelector<HTMLElement>(".tools button")
      ?.focus();
  }

  protected override render(): TemplateResult {
    return html`<div class="narrow strip" role="group" aria-label="Which part of the graph is shown">
      <label class="find">${icon("find")}<input type="search" aria-label="Find in graph" placeholder="Find"
        spellcheck="false" autocomplete="off" .value=${this.query}
        @input=${this.onInput} @keydown=${this.onKey}></label>
      ${this.query.trim() === "" ? nothing : this.renderFound()}
      ${this.renderTools()}
    </div>`;
  }

  /** Renders the number of results, the current one, and a button that draws only the results. */
  private renderFound(): TemplateResult {
    return html`<output class="quiet">${this.at < 0 ? "" : `${this.at + 1} of `}${this.found.length}</output>
      ${this.found.length === 0 ? nothing
        : html`<button type="button" class="text" @click=${this.onlyFound}>Only these</button>`}`;
  }

  private renderTools(): TemplateResult {
    const { kinds, states, focus, inside } = this.narrowing;
    const undo = (): void => send(this, { type: "narrowing-undone" });
    const follow = (): void => send(this, { type: "follow-chosen", follows: !this.follows });
    return html`<div class="end tools">
      ${this.undoable ? this.renderButton("Back to the previous view", "reset", undo) : nothing}
      ${this.groups === "none" ? nothing : this.renderToggleAll(this.groups === "open")}
      ${this.renderButton("Focus follows the cursor", "follow", follow, this.follows)}
      ${this.renderDrop("Around", "graph", focus.length > 0 || inside !== "", this.renderAround())}
      ${this.renderDrop("Filter", "filter", kinds.length + states.length > 0, this.renderFilter())}
    </div>`;
  }

  /** Renders the button that closes or opens all groups. */
  private renderToggleAll(isOpen: boolean): TemplateResult {
    const toggle = (): void => send(this, { type: "all-groups-toggled", open: !isOpen });
    return isOpen ? this.renderButton("Close all groups", "closeAll", toggle)
      : this.renderButton("Open all groups", "openAll", toggle);
  }

  private renderButton(label: string, name: IconName, act: () => void, pressed?: boolean): TemplateResult {
    return html`<button type="button" class="square" aria-label=${label} title=${label}
      aria-pressed=${pressed ?? nothing} @click=${act}>${icon(name)}</button>`;
  }

  private renderDrop(label: string, name: IconName, isOn: boolean, content: TemplateResult): TemplateResult {
    const id = `graph-${name}`;
    return html`<button type="button" class="opener drop ${isOn ? "on" : ""}" popovertarget=${id}
        aria-label="${label}${isOn ? ", active" : ""}">${icon(name)}<span>${label}</span></button>
      <div id=${id} class="choices" popover="auto" role="group" aria-label=${label}
        @toggle=${this.onToggle}>${content}</div>`;
  }

  private labelOf(id: string): string { return this.graph.nodes.find((node) => node.id === id)?.label ?? id; }

  private renderAround(): TemplateResult {
    const { focus, flow, depth, inside } = this.narrowing, id = focus[0] ?? (inside || this.node);
    if (id === "" && !this.follows) return html`<p class="quiet">Choose a node of the graph first.</p>`;
    const isOn = focus.length > 0 || this.follows;
    const name = this.follows ? "the cursor" : focus.length > 1 && flow !== "path" ? `${focus.length} nodes`
      : this.labelOf(id);
    const set = (change: Partial<Narrowing>): void => {
      const base = { focus: focus.length > 0 && flow !== "path" ? focus : [id], flow: flow === "path" ? "" as const
        : flow, depth: Math.max(1, depth), inside: "" };
      this.change(this.follows ? change : { ...base, ...change });
    };
    const toggleInside = (): void => this.change({ inside: inside === "" ? id : "" });
    const all = (): void => this.change({ focus: [], flow: "", depth: 1, inside: "" });
    return html`<h3 class="label">Around ${name}</h3>
      ${renderRadios("Direction", FLOWS.map((each) => [each.flow, each.label]), isOn ? flow : null,
        (chosen) => set({ flow: chosen }))}
      <h3 class="label">Steps</h3>
      ${renderRadios("Steps", DEPTHS.map((each) => [each, String(each)]), isOn && flow !== "path" ? depth : null,
        (chosen) => set({ depth: chosen }))}
      <div class="row-of">
        ${this.follows ? nothing : html`
          <button type="button" class="framed" @click=${() => set({ depth: 0 })}>Only ${name}</button>
          <button type="button" class="framed" aria-pressed=${inside !== ""}
            @click=${toggleInside}>Values inside</button>
          <button type="button" class="framed" aria-pressed=${this.picking}
            @click=${this.pick}>Path to another…</button>`}
        ${focus.length > 0 || inside !== ""
          ? html`<button type="button" class="framed" @click=${all}>Everything</button>` : nothing}
      </div>`;
  }

  private renderFilter(): TemplateResult {
    const { kinds, states } = this.narrowing;
    const count = (of: (node: Node) => string): readonly (readonly [string, number])[] => {
      const counts = new Map<string, number>();
      for (const node of this.graph.nodes) counts.set(of(node), (counts.get(of(node)) ?? 0) + 1);
      return [...counts];
    };
    const wordOf = (state: string): string => STATES[state as Node["state"]].word;
    const all = html`<div class="row-of"><button type="button" class="framed"
      @click=${() => this.change({ kinds: [], states: [] })}>All kinds and states</button></div>`;
    return html`
      ${renderBoxes("Kind", count(({ kind }) => kind), kinds, (values) => this.change({ kinds: values }))}
      ${renderBoxes("State", count(({ state }) => state), states, (values) => this.change({ states: values }), wordOf)}
      ${kinds.length + states.length > 0 ? all : nothing}`;
  }

  private change(change: Partial<Narrowing>): void { send(this, { type: "narrowed", change }); }

  private readonly pick = (): void => {
    this.querySelector<HTMLElement>("#graph-graph")?.hidePopover();
    this.dispatchEvent(new CustomEvent("pick"));
  };

  private readonly onlyFound = (): void => this.change({ focus: this.found, flow: "", depth: 0 });

  private readonly onToggle = (event: ToggleEvent): void => {
    const popover = event.currentTarget as HTMLElement, opener = popover.previousElementSibling;
    if (event.newState === "open" && opener) placeUnder(opener, popover);
  };

  private readonly onInput = (): void => { this.dispatchEvent(new CustomEvent<string>("query",
    { detail: this.input.value })); };

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.key === "Enter") this.dispatchEvent(new CustomEvent<number>("step", { detail: event.shiftKey ? -1 : 1 }));
    else if (event.key === "Escape") {
      if (this.query === "") document.querySelector<SVGElement>(".sheet-drawing")?.focus();
      this.dispatchEvent(new CustomEvent<string>("query", { detail: "" }));
    } else return;
    event.preventDefault();
  };
}

/** Renders a check box for each value, with the number of nodes that have it. */
function renderBoxes(label: string, counts: readonly (readonly [string, number])[], chosen: readonly string[],
    choose: (values: readonly string[]) => void, wordOf = (value: string): string => value): TemplateResult {
  const toggle = (value: string): void =>
    choose(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]);
  const boxes = counts.map(([value, many]) => html`<label><input type="checkbox"
    .checked=${chosen.includes(value)} @change=${() => toggle(value)}><span>${wordOf(value)}</span><span
    class="quiet">${many}</span></label>`);
  return html`<fieldset><legend class="label">${label}</legend>${boxes}</fieldset>`;
}

/** Renders a row of choices, of which at most one is selected. */
function renderRadios<T extends string | number>(label: string, options: readonly (readonly [T, string])[],
    chosen: T | null, choose: (value: T) => void): TemplateResult {
  const entry = chosen ?? options[0]?.[0];
  const onKey = (event: KeyboardEvent): void => {
    const moved = options[moveFocus(event,
      [...(event.currentTarget as Element).querySelectorAll<HTMLElement>("button")], "row") ?? -1];
    if (moved) choose(moved[0]);
  };
  const buttons = options.map(([value, text]) => html`
    <button type="button" role="radio" aria-checked=${value === chosen} tabindex=${value === entry ? 0 : -1}
      @click=${() => choose(value)}>${text}</button>`);
  return html`<div class="choice" role="radiogroup" aria-label=${label} @keydown=${onKey}>${buttons}</div>`;
}
