/** Writes the state into the panels: the single function from state to elements. */
import type { Areas } from "../panels/areas.js";
import type { Console } from "../panels/console.js";
import type { Files } from "../panels/files.js";
import type { Form } from "../panels/form.js";
import type { GivePanel } from "../panels/give.js";
import type { GraphPanel } from "../panels/graph.js";
import type { ObstaclePanel } from "../panels/obstacle.js";
import type { Output } from "../panels/output.js";
import type { Problems } from "../panels/problems.js";
import type { Ribbon } from "../panels/ribbon.js";
import type { Status } from "../panels/status.js";
import type { Prose } from "../panels/prose.js";
import type { UnknownsPanel } from "../panels/unknowns.js";
import type { WhyPanel } from "../panels/why.js";
import type { WorldPanel } from "../panels/world.js";
import type { Toolbar } from "../panels/toolbar.js";
import type { Split } from "../ui/split.js";
import { announce } from "../ui/announce.js";
import { fieldsOf, placeOf, selectedFields } from "./form.js";
import { graphOf, openGroups, partOf } from "./groups.js";
import { isNarrowed } from "./narrowing.js";
import { obstacleOf } from "./obstacle.js";
import { dialectOf, hasSyntaxError, isEdited, isFromBefore, isMine, isOfAnother, mainFile, nodeNamed, problemsOf, titleOf } from "./select.js";
import type { FormGroup, Node, Problem, Snapshot } from "../protocol/protocol.gen.js";
import type { State } from "./state.js";
import { isPlace } from "./text.js";
import { tooManyToDraw } from "./toomany.js";

function element<E extends Element>(selector: string): E {
  const found = document.querySelector<E>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}

export class Page {
  readonly editorHost = element<HTMLElement>("#editor");
  readonly resultHost = element<HTMLElement>("#result");
  readonly split = element<Split>("pg-split");
  private readonly toolbar = element<Toolbar>("pg-toolbar");
  private readonly ribbon = element<Ribbon>("pg-ribbon");
  private readonly files = element<Files>("pg-files");
  readonly console = element<Console>("pg-console");
  readonly form = element<Form>("pg-form");
  private readonly unknowns = element<UnknownsPanel>("pg-unknowns");
  private readonly give = element<GivePanel>("pg-give");
  private readonly obstacle = element<ObstaclePanel>("pg-obstacle");
  private readonly output = element<Output>("pg-output");
  private readonly graph = element<GraphPanel>("pg-graph");
  private readonly why = element<WhyPanel>("pg-why");
  private readonly prose = element<Prose>("pg-prose");
  private readonly problems = element<Problems>("pg-problems");
  private readonly status = element<Status>("pg-status");
  private readonly areas = element<Areas>("pg-areas");
  private readonly world = element<WorldPanel>("pg-world");
  private readonly panels = { result: element<HTMLElement>("#panel-result"), graph: element<HTMLElement>("#panel-graph"), why: element<HTMLElement>("#panel-why") };
  private readonly table = element<HTMLElement>(".table");

  /** Sets what changed; the elements render in a microtask. */
  show(state: State): void {
    const { document: text, view, engine, snapshot } = state;
    document.body.dataset["area"] = view.area;
    this.table.style.setProperty("--split", String(view.split));
    this.split.share = view.split;
    for (const panel of ["result", "graph", "why"] as const) this.panels[panel].hidden = view.panel !== panel;
    this.showHeader(state);
    const obstacle = obstacleOf(state);
    Object.assign(this.ribbon, { notice: state.notice, obstacle });
    this.obstacle.obstacle = obstacle;
    Object.assign(this.files, { document: text, active: view.file, inlays: view.inlays, troubled: this.troubled(state) });
    this.console.hidden = !dialectOf(state).console;
    const said = isOfAnother(state) ? null : snapshot;
    Object.assign(this.console, { entries: said?.console ?? NONE, problems: said?.problems ?? NONE });
    this.showForm(state, said);
    const unknowns = said?.unknowns ?? NONE;
    this.unknowns.hidden = unknowns.length === 0;
    Object.assign(this.unknowns, { unknowns, unfolded: view.area === "inputs" });
    this.give.giving = state.giving;
    this.showOutput(state, obstacle?.isBlank ?? false);
    Object.assign(this.why, { explained: isOfAnother(state) ? null : state.explained, main: mainFile(state), files: placesOf(state) });
    this.prose.text = proseOf(state);
    const problems = this.listed(state);
    Object.assign(this.problems, { problems, open: view.problemsOpen, known: said !== null && !isFromBefore(state), main: mainFile(state), raised: state.raised });
    Object.assign(this.status, { engine, stats: snapshot?.stats ?? null, selection: selectionWords(state), keeping: state.keeping });
    Object.assign(this.world, { bringing: state.bringing, dialects: state.engine.dialects });
    Object.assign(this.areas, { area: view.area, problems: problems.filter(({ severity }) => severity !== "info").length });
  }

  private groups: readonly FormGroup[] = NONE;
  private lastSaid: readonly FormGroup[] = NONE;
  /** The `begun` of the last text that had fields: while it is edited, their panel stays. */
  private hadFields = -1;

  private showForm(state: State, said: Snapshot | null): void {
    const { view, begun, snapshot, revision } = state;
    const groups = said?.form ?? NONE;
    // A half-typed line may hide declarations; and equal groups are not rendered again.
    const isHidden = this.hadFields === begun && said !== null && hasSyntaxError(said.problems) && fieldsOf(groups).length < fieldsOf(this.groups).length;
    if (groups !== this.lastSaid && !isHidden && JSON.stringify(groups) !== JSON.stringify(this.groups)) this.groups = groups;
    this.lastSaid = groups;
    if (fieldsOf(this.groups).length > 0) this.hadFields = begun;
    const isOpen = view.inputsOpen || view.area === "inputs";
    const natural = placeOf(this.groups, isOpen);
    const place = natural === "row" && this.hadFields === begun ? (isOpen ? "panel" : "folded") : natural;
    this.table.dataset["inputs"] = place;
    this.form.hidden = place === "none";
    const selected = selectedFields(state, this.groups);
    if (selected.length !== this.form.selected.length || selected.some((path, at) => path !== this.form.selected[at])) this.form.selected = selected;
    Object.assign(this.form, { groups: this.groups, place, begun, settled: snapshot?.revision === revision && Object.keys(state.typed).length === 0 });
  }

  private showHeader(state: State): void {
    const { document: text, gallery, engine, snapshot, view } = state;
    Object.assign(this.toolbar, {
      chosen: text.dialect, recognised: snapshot?.recognised || dialectOf(state).name, dialects: engine.dialects, gallery,
      subject: text.example ? titleOf(text, gallery) : text.link && !isMine(state) ? "From a link" : "Your own text",
      edited: isEdited(state), theme: view.theme, recent: state.recent, sharing: state.sharing,
    });
  }

  private showOutput(state: State, isBlank: boolean): void {
    const { view, snapshot, shown } = state;
    const isStale = isFromBefore(state) && shown !== null && !isBlank;
    Object.assign(this.output, {
      panel: view.panel, views: snapshot?.views ?? NONE, view: shown?.rendered.view ?? view.resultView, secrets: (snapshot?.secrets.length ?? 0) > 0,
      reveal: view.reveal, stale: isStale, explained: state.explained?.found ?? false, node: view.selection?.node ?? "",
      isUnknown: isUnknown(nodeNamed(snapshot, view.selection?.node ?? "")), form: view.graphForm, drawable: (snapshot?.graph.nodes.length ?? 0) > 0,
      partly: isNarrowed(view.narrowing) || view.follows || (state.layout !== null && state.layout.nodes.length < state.layout.total),
      parts: snapshot?.parts ?? NONE, only: partOf(state)?.path ?? "",
    });
    for (const panel of Object.values(this.panels)) {
      panel.classList.toggle("stale", isStale);
      panel.inert = isBlank;
    }
    if (view.panel !== "graph") return; // it is drawn once shown
    const graph = graphOf(state);
    Object.assign(this.graph, {
      graph, open: openGroups(graph, view.turned), layout: state.layout, selection: view.selection, form: view.graphForm, emptiness: emptiness(state),
      narrowing: view.narrowing, follows: view.follows, arrows: view.arrows, steady: state.isSteady, listed: state.listed, undoable: state.past.length > 0,
    });
  }

  private lastListed: readonly Problem[] = NONE;

  /** Returns the same list while its content is the same, so that it is not rendered again. */
  private listed(state: State): readonly Problem[] {
    const problems = problemsOf(state);
    const last = this.lastListed;
    if (problems.length !== last.length || problems.some((each, at) => each !== last[at])) this.lastListed = problems;
    return this.lastListed;
  }

  private lastTroubled: ReadonlySet<string> = new Set();

  private troubled(state: State): ReadonlySet<string> {
    const names = new Set(this.listed(state).filter(({ severity }) => severity === "error").map(({ range }) => range.file));
    if (names.size !== this.lastTroubled.size || [...names].some((name) => !this.lastTroubled.has(name))) this.lastTroubled = names;
    return this.lastTroubled;
  }

  private hintTimer = 0;

  /** Offers the waiting release. */
  offerUpdate(take: () => void): void { this.status.release = take; }

  /** Shows a hint in the status line for a while. */
  hint(text: string): void {
    this.status.hint = text;
    announce(text);
    clearTimeout(this.hintTimer);
    this.hintTimer = window.setTimeout(() => { this.status.hint = ""; }, HINT);
  }

  /** Resolves when every panel has written its DOM. */
  async written(): Promise<void> {
    await Promise.all([this.toolbar, this.ribbon, this.files, this.console, this.form, this.unknowns, this.obstacle, this.output, this.graph, this.why, this.prose, this.problems, this.status, this.areas, this.world]
      .map((panel) => panel.updateComplete));
  }
}

/** How long a hint is shown, in milliseconds. */
const HINT = 6_000;

const NONE: readonly never[] = [];

/**
 * The files that positions can refer to: those of the document, and console lines written in one.
 */
function placesOf({ document: { files }, snapshot }: State): readonly string[] {
  return [...files.map(({ name }) => name), ...(snapshot?.console ?? NONE).filter(({ range }) => isPlace(range)).map(({ file }) => file)];
}

/** The example's description, unless it was closed or the text has become another. */
function proseOf({ document: { example }, gallery, view }: State): string {
  if (!example || view.proseClosed === example.name) return "";
  return gallery.find(({ dialect, name }) => dialect === example.dialect && name === example.name)?.prose ?? "";
}

function isUnknown(node: Node | null): boolean {
  return node?.state === "unknown" || node?.state === "partial" || node?.state === "mocked";
}

function selectionWords({ view, snapshot }: State): string {
  const { selection } = view;
  if (!selection) return "";
  const node = nodeNamed(snapshot, selection.node);
  const place = isPlace(selection.at) ? `line ${selection.at.line}, column ${selection.at.column}` : "";
  return [place, node ? `${node.kind} ${node.label}` : ""].filter(Boolean).join(" · ");
}

/** Why the graph is empty, for people. */
function emptiness({ snapshot }: State): string {
  if (!snapshot) return "Nothing is evaluated yet.";
  if (snapshot.graph.tooMany) return tooManyToDraw(snapshot.graph.tooMany);
  const error = snapshot.problems.find(({ severity }) => severity === "error");
  if (error) return `The text cannot be parsed${isPlace(error.range) ? ` at line ${error.range.line}` : ""}: ${error.message}`;
  return "Nothing in this text can have dependencies.";
}
