/**
 * The panels of the page, and the properties that each gets from a state. A new panel needs a row in
 * PANELS, a module in panels/, an element in index.html, and styles.
 */
import type { LitElement } from "lit";
import { Areas } from "../panels/areas.js";
import { Console } from "../panels/console.js";
import { Files } from "../panels/files.js";
import { Form } from "../panels/form.js";
import { GivePanel } from "../panels/give.js";
import { GraphPanel } from "../panels/graph.js";
import { ObstaclePanel } from "../panels/obstacle.js";
import { Output } from "../panels/output.js";
import { Problems } from "../panels/problems.js";
import { Prose } from "../panels/prose.js";
import { Ribbon } from "../panels/ribbon.js";
import { Status } from "../panels/status.js";
import { Toolbar } from "../panels/toolbar.js";
import { UnknownsPanel } from "../panels/unknowns.js";
import { WhyPanel } from "../panels/why.js";
import { WorldPanel } from "../panels/world.js";
import type { FormGroup, Node, Problem, Snapshot } from "../protocol/protocol.gen.js";
import { unmarked } from "./cut.js";
import type { FormMode } from "./form.js";
import { graphOf, openGroups, partOf } from "./groups.js";
import { isNarrowed } from "./narrowing.js";
import type { Obstacle } from "./obstacle.js";
import { dialectOf, isEdited, isOutdated, isMine, isFromOtherText, mainFile, nodeWithId, titleOf } from "./select.js";
import type { State } from "./state.js";
import { isPosition } from "./text.js";
import { tooManyToDraw } from "./toomany.js";

/** A state, and facts derived from it that several panels need. */
export interface Shown {
  readonly state: State;
  /** The last snapshot of the current text; null before the first. */
  readonly snapshot: Snapshot | null;
  readonly obstacle: Obstacle | null;
  /** Whether the shown result is marked as outdated. */
  readonly isStale: boolean;
  readonly problems: readonly Problem[];
  /** The names of the files that have errors. */
  readonly filesWithErrors: ReadonlySet<string>;
  readonly form: {
    readonly groups: readonly FormGroup[];
    readonly mode: FormMode;
    readonly selected: readonly string[];
  };
}

type OwnName<E> = Exclude<keyof E, keyof LitElement>;

/** The names of the properties that a panel declares, except functions, which main.ts sets once. */
type PropertyName<E> = { [K in OwnName<E>]: E[K] extends (...args: never[]) => unknown ? never : K }[OwnName<E>];

/** A registered panel. */
export interface Panel {
  readonly element: LitElement;
  /** Sets the element's properties; it renders in a microtask if one has changed. */
  show(shown: Shown): void;
}

/**
 * Returns a row of PANELS. `properties` must return all properties that the panel declares, so that the
 * compiler finds one that was forgotten here; if it returns null, the panel is left as it is.
 */
function panel<E extends LitElement>(
  tag: string, type: new () => E, properties: (shown: Shown) => Pick<E, PropertyName<E>> | null,
  isHidden?: (shown: Shown) => boolean,
): () => Panel {
  return () => {
    const element = document.querySelector<E>(tag);
    if (!element || !(element instanceof type)) throw new Error(`the page has no ${tag}`);
    return {
      element,
      show: (shown) => {
        const hides = isHidden?.(shown) ?? element.hidden;
        if (element.hidden !== hides) element.hidden = hides; // setting it restyles the element even if it is equal
        const values = properties(shown);
        if (values) set<E, PropertyName<E>>(element, values);
      },
    };
  };
}

function set<E, K extends keyof E>(element: E, values: Pick<E, K>): void {
  for (const name in values) element[name] = values[name];
}

const PANELS: readonly (() => Panel)[] = [
  panel("pg-toolbar", Toolbar, ({ state }) => {
    const { document: text, gallery, engine, snapshot, view } = state;
    return {
      chosen: text.dialect, recognised: snapshot?.recognised || dialectOf(state).name,
      dialects: engine.dialects, gallery,
      subject: text.example ? titleOf(text, gallery) : text.link && !isMine(state) ? "From a link" : "Your own text",
      edited: isEdited(state), theme: view.theme, recent: state.recent, sharing: state.sharing,
    };
  }),
  panel("pg-ribbon", Ribbon, ({ state, obstacle }) => ({ notice: state.notice, obstacle })),
  panel("pg-files", Files, ({ state: { document: text, view }, filesWithErrors }) => ({
    document: text, active: view.file, inlays: view.inlays, filesWithErrors,
  })),
  panel("pg-prose", Prose, ({ state }) => ({ text: proseOf(state) })),
  panel("pg-console", Console, ({ snapshot }) => ({
    entries: snapshot?.console ?? NONE, problems: snapshot?.problems ?? NONE,
  }), ({ state }) => !dialectOf(state).console),
  panel("pg-form", Form, ({ state, form }) => {
    const { snapshot, revision, typed, firstRevision } = state;
    return { ...form, firstRevision, settled: snapshot?.revision === revision && Object.keys(typed).length === 0 };
  }, ({ form }) => form.mode === "none"),
  panel("pg-unknowns", UnknownsPanel, ({ state, snapshot }) => ({
    unknowns: snapshot?.unknowns ?? NONE, all: snapshot?.allUnknowns ?? 0, unfolded: state.view.area === "inputs",
  }), ({ snapshot }) => (snapshot?.unknowns ?? NONE).length === 0),
  panel("pg-output", Output, ({ state, isStale }) => {
    const { view, snapshot, shown } = state;
    const node = view.selection?.node ?? "";
    return {
      panel: view.panel, views: snapshot?.views ?? NONE, view: shown?.rendered.view ?? view.resultView,
      secrets: (snapshot?.secrets.length ?? 0) > 0, reveal: view.reveal, stale: isStale,
      explained: state.explained?.found ?? false, node,
      isUnknown: isUnknown(nodeWithId(snapshot, node)), form: view.graphForm,
      drawable: (snapshot?.graph.nodes.length ?? 0) > 0,
      partly: isNarrowed(view.narrowing) || view.follows
        || (state.layout !== null && state.layout.nodes.length < state.layout.total),
      parts: snapshot?.parts ?? NONE, allParts: snapshot?.allParts ?? snapshot?.parts.length ?? 0,
      only: partOf(state)?.path ?? "",
    };
  }),
  panel("pg-obstacle", ObstaclePanel, ({ state: { shown, view }, obstacle }) => ({
    obstacle, note: shown && view.panel === "result" ? unmarked(shown.rendered) : "",
  })),
  panel("pg-graph", GraphPanel, ({ state }) => {
    const { view } = state;
    if (view.panel !== "graph") return null; // nothing is drawn while the tab is hidden
    const graph = graphOf(state);
    return {
      graph, open: openGroups(graph, view.toggled), layout: state.layout, selection: view.selection,
      form: view.graphForm,
      emptyMessage: emptyMessage(state), narrowing: view.narrowing, follows: view.follows, arrows: view.arrows,
      steady: state.isSteady,
      listed: state.listed, undoable: state.past.length > 0,
    };
  }),
  panel("pg-why", WhyPanel, ({ state }) => ({
    explained: isFromOtherText(state) ? null : state.explained, main: mainFile(state), files: positionFiles(state),
  })),
  panel("pg-problems", Problems, ({ state, snapshot, problems }) => ({
    problems, open: state.view.problemsOpen, known: snapshot !== null && !isOutdated(state), main: mainFile(state),
    raised: state.raised,
  })),
  panel("pg-status", Status, ({ state, snapshot }) => ({
    engine: state.engine, stats: snapshot?.stats ?? null, selection: describeSelection(state),
    persistence: state.persistence,
  })),
  panel("pg-areas", Areas, ({ state, problems }) => ({
    area: state.view.area, problems: problems.filter(({ severity }) => severity !== "info").length,
  })),
  panel("pg-give", GivePanel, ({ state }) => ({ valuePrompt: state.valuePrompt })),
  panel("pg-world", WorldPanel, ({ state }) => ({ importing: state.importing, dialects: state.engine.dialects })),
];

/** Returns the page's panels. */
export function allPanels(): readonly Panel[] {
  return PANELS.map((find) => find());
}

const NONE: readonly never[] = [];

/** Returns the names that positions may have as their file: the document's files, and console lines in inputs.yaml. */
function positionFiles({ document: { files }, snapshot }: State): readonly string[] {
  return [...files.map(({ name }) => name), ...(snapshot?.console ?? NONE).filter(({ range }) => isPosition(range))
    .map(({ file }) => file)];
}

/** Returns the example's description; "" if it was closed or the text is not an example. */
function proseOf({ document: { example }, gallery, view }: State): string {
  if (!example || view.proseClosed === example.name) return "";
  return gallery.find(({ dialect, name }) => dialect === example.dialect && name === example.name)?.prose ?? "";
}

function isUnknown(node: Node | null): boolean {
  return node?.state === "unknown" || node?.state === "partial" || node?.state === "mocked";
}

function describeSelection({ view, snapshot }: State): string {
  const { selection } = view;
  if (!selection) return "";
  const node = nodeWithId(snapshot, selection.node);
  const position = isPosition(selection.at) ? `line ${selection.at.line}, column ${selection.at.column}` : "";
  return [position, node ? `${node.kind} ${node.label}` : ""].filter(Boolean).join(" · ");
}

/** Says why the graph is empty. */
function emptyMessage({ snapshot }: State): string {
  if (!snapshot) return "The text has not been evaluated yet.";
  if (snapshot.graph.tooMany) return tooManyToDraw(snapshot.graph.tooMany);
  const error = snapshot.problems.find(({ severity }) => severity === "error");
  if (error) {
    const position = isPosition(error.range) ? ` at line ${error.range.line}` : "";
    return `The text has an error${position}: ${error.message}`;
  }
  return "This text declares nothing that can have dependencies.";
}
