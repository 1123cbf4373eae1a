/**
 * The page's state, in three separate records: the Document (exactly what a link carries), the View
 * (what is shown of it, and how) and the evaluator's results. Whether a result is fresh or stale is
 * derived from these (select.ts), never stored.
 */
import type {
  DialectInfo, Edit, File, GRAPH_FORMATS, Inspection, Layout, Range, Rendered, Snapshot, Unknown, Why, WhyRequest,
  WhyStep, World,
} from "../protocol/protocol.gen.js";
import type { Progress } from "../evaluator/boot.js";
import type { ArchiveFormat } from "../share/archive.js";
import type { Anchor, Giving } from "./unknowns.js";
import type { Narrowing } from "./narrowing.js";
import type { JsonObject } from "../share/canonical.js";
import type { Form } from "../share/forms.js";

/** What the Why panel shows. */
export interface Explained {
  readonly question: WhyRequest;
  /** False until there is an answer, and if there is nothing to explain. */
  readonly found: boolean;
  /** The tree, flattened: what a step was made from follows it one level deeper. */
  readonly steps: readonly WhyStep[];
  readonly cause: WhyStep | null;
}

/** The text that the user works on. */
export interface Document {
  /** The dialect chosen by hand, or "" to have it recognised. */
  readonly dialect: string;
  readonly files: readonly File[];
  /** The example that this text started from. */
  readonly example: ExampleName | null;
  /** The link that it was opened from. */
  readonly link?: LinkOrigin;
  /** The entry of Recent that it was opened from. */
  readonly record?: RecordName;
  /** Whether the user has adopted it as their own, even if they have not changed it. */
  readonly isOwn?: boolean;
}

/** The rest of a link, besides the text. */
export interface LinkOrigin {
  readonly fragment: string;
  /** The author's engine, and the digest of its result. */
  readonly engine: string;
  readonly digest: string;
  /**
   * Keys that a later format added, which are copied into the next link: those of the link itself,
   * of its view, and of its files by name.
   */
  readonly rest: JsonObject;
  readonly viewRest?: JsonObject;
  readonly fileRest?: Readonly<Record<string, JsonObject>>;
}

/** Identifies a version of an entry of Recent. */
export interface RecordName {
  readonly id: string;
  readonly turn: number;
}

/** An entry of Recent. */
export interface Recent extends RecordName {
  /** When it was saved, by the local clock. */
  readonly saved: number;
  /** "" if the user has not named it. */
  readonly name: string;
  /** A title taken from the text. */
  readonly title: string;
}

/** Whether the text survives a reload and, if not, why. */
export type Persistence = "kept" | "denied" | "full";

/** What the Share dialog shows. */
export interface Sharing {
  /**
   * The page's address with the fragment; null while it is being made, "" when the text is too
   * large.
   */
  readonly link: string | null;
  /** Values that inputs.yaml marks secret, and whether they go into the link. */
  readonly secrets: number;
  readonly withSecrets: boolean;
  /** Whether a template marks values secret in its own text, which is always shared. */
  readonly hasOwnSecrets: boolean;
  /**
   * Whether the engine cannot tell which values are secret: then the only link offered includes
   * them.
   */
  readonly isUnknown: boolean;
  /** The form that was copied last. */
  readonly copied: Form | null;
}

/** Files of a deployment, and the values that inputs.yaml would take from them. */
export interface DeploymentImport {
  readonly files: readonly globalThis.File[];
  readonly withSecrets: boolean;
  /**
   * The engine's plan for them and for the text of this revision; null while it is reading, or
   * if there are no files.
   */
  readonly plan: World | null;
  readonly revision: number;
}

/** Identifies an example, as in `#example/<dialect>/<name>`. */
export interface ExampleName {
  readonly dialect: string;
  readonly name: string;
}

/** An entry of the gallery, as the build writes it into gallery.json. */
export interface Example extends ExampleName {
  readonly title: string;
  readonly prose: string;
  readonly files: readonly File[];
  readonly sketch?: Sketch;
}

/** A thumbnail of an example: SVG paths in a box. */
export interface Sketch {
  readonly width: number;
  readonly height: number;
  readonly boxes: string;
  readonly lines: string;
}

/** The tabs beside the editor. Each has a sheet in index.html, with the id panel-ID. */
export const TABS = [
  { id: "result", label: "Result", icon: "panel" },
  { id: "graph", label: "Graph", icon: "graph" },
  { id: "why", label: "Why", icon: "why" },
] as const;
/** The id of a tab. */
export type Tab = (typeof TABS)[number]["id"];
/** What a phone shows; wider pages show the editor beside a panel. */
export type Area = "edit" | "inputs" | Tab;
/** The theme that the user chose. */
export type Theme = "system" | "light" | "dark";
/** Where values are shown: after all references, only after those inside strings, or nowhere. */
export type InlayChoice = "on" | "texts" | "off";
/** The graph as a drawing, or as a tree or a table with the same content. */
export const GRAPH_FORMS = ["drawing", "outline", "table"] as const;
/** A form of the graph. */
export type GraphForm = (typeof GRAPH_FORMS)[number];
/** Which way the arrows of the drawing point: to the node that is needed, or to the one that needs it. */
export type Arrows = "needs" | "gives";
/** The engine's formats, and pictures that the page makes of its SVG: "image" is copied. */
export type ExportFormat = (typeof GRAPH_FORMATS)[number] | "png" | "png2" | "image";

/** A place, highlighted in every view. The view in which it was chosen does not scroll to it. */
export interface Selection {
  readonly origin: "source" | "result" | "graph" | "problems" | "why" | "form";
  readonly at: Range;
  /** The graph node there, or "". */
  readonly node: string;
  /** The question to ask about it, if its place is not enough. */
  readonly question?: WhyRequest;
  /** The path of the form's field that was chosen, and where its value is from. */
  readonly field?: string;
  readonly value?: Range;
  /** Counts choices, so that choosing the same place again goes there again. */
  readonly serial: number;
}

/** How the document is shown. */
export interface View {
  readonly file: string;
  /** The chosen tab; drafts and links call it panel. */
  readonly panel: Tab;
  readonly area: Area;
  /** The id of the result's view, "" for the dialect's first. */
  readonly resultView: string;
  readonly reveal: boolean;
  readonly inlays: InlayChoice;
  readonly graphForm: GraphForm;
  /**
   * Groups of the graph that the user toggled. By default they are open in a small graph and closed
   * in a large one.
   */
  readonly toggled: readonly string[];
  /** The part of the graph that is drawn. */
  readonly narrowing: Narrowing;
  /** Whether the drawing is narrowed to the neighbours of the node at the cursor. */
  readonly follows: boolean;
  readonly arrows: Arrows;
  /** The path of the part of the result that is shown alone, or "". */
  readonly only: string;
  readonly theme: Theme;
  readonly problemsOpen: boolean;
  readonly inputsOpen: boolean;
  /** The example whose prose was closed. */
  readonly proseClosed: string;
  /** The editor's share of the width, 0 to 1. */
  readonly split: number;
  readonly selection: Selection | null;
}

/** The view of the graph before it was narrowed, or before a group was opened or closed. */
export type Past = Pick<View, "narrowing" | "toggled" | "follows">;

/** How long the engine has kept the user waiting. */
export type Pace = "quick" | "slow" | "stoppable";

/** The state of the engine as a process. */
export interface Engine {
  /** missing: this browser has no WebAssembly, or the engine could not be loaded. */
  readonly phase: "loading" | "ready" | "paused" | "stopped" | "missing";
  readonly pace: Pace;
  readonly version: string;
  readonly dialects: readonly DialectInfo[];
  /** Why it is not ready, in words for the user. */
  readonly why: string;
  /** Whether it was stopped because it took too long. */
  readonly hasTimedOut: boolean;
  /** The progress of its download; null if not known. */
  readonly progress: Progress | null;
  /** How long the engine worked on the last evaluation. */
  readonly milliseconds: number;
}

/** The result of a text without a syntax error, and the dialect and main file it belongs to. */
export interface Good {
  readonly rendered: Rendered;
  readonly dialect: string;
  readonly main: string;
}

/** A document that the engine does not evaluate, and why. */
export interface Refusal {
  readonly revision: number;
  readonly why: string;
}

/** The file deleted last, and its index in the list. */
export interface Deleted {
  readonly file: File;
  readonly index: number;
}

/** The result as it is drawn: the snapshot's, or with parts kept from an earlier one. */
export interface Shown {
  readonly rendered: Rendered;
  /** The evaluator's result, without kept parts. */
  readonly plain: Rendered;
  /** Ranges of lines (first, last; from 1) kept from an earlier snapshot: drawn fainter. */
  readonly kept: readonly (readonly [number, number])[];
}

/**
 * The state of the evaluation, and whether the document has changed since: derived, never stored.
 */
export type Evaluation =
  | { readonly status: "starting" }
  | { readonly status: "fresh"; readonly snapshot: Snapshot }
  | { readonly status: "stale"; readonly snapshot: Snapshot }
  | { readonly status: "refused"; readonly message: string }
  | { readonly status: "crashed"; readonly message: string };

/** Something to do about a notice. */
export interface Action {
  readonly label: string;
  readonly event: Event;
}

/** A message in the ribbon, and what the user can do about it. */
export interface Notice {
  readonly text: string;
  readonly action?: Action;
  readonly second?: Action;
}

/** The state of the page. */
export interface State {
  readonly document: Document;
  /** Counts the changes of the document. */
  readonly revision: number;
  /** The revision at which this text began: earlier results belong to another. See newtext.ts. */
  readonly firstRevision: number;
  /** How often the reader raised the limits for this text. */
  readonly raised: number;
  readonly view: View;
  readonly engine: Engine;
  readonly snapshot: Snapshot | null;
  readonly layout: Layout | null;
  /** Whether the layout keeps nodes near their previous positions. */
  readonly isSteady: boolean;
  /** The space for the drawing, in pixels; null until it is first shown. */
  readonly pane: { readonly width: number; readonly height: number } | null;
  /** Ids of the nodes that a narrowed outline or table lists; null for all. */
  readonly listed: readonly string[] | null;
  /** The undo history of the graph, the latest last. */
  readonly past: readonly Past[];
  /** What the Why panel shows. */
  readonly explained: Explained | null;
  /** The fields opened at an unknown value; null if none are. */
  readonly giving: Giving | null;
  /** The last result of this text without a syntax error: used to keep parts while there is one. */
  readonly good: Good | null;
  readonly refusal: Refusal | null;
  /** Whether the current text's result is so late that the shown one is marked as old. */
  readonly isLate: boolean;
  readonly deleted: Deleted | null;
  /** What was typed into fields of the form and is not in inputs.yaml yet, by their paths. */
  readonly typed: Readonly<Record<string, string>>;
  /** Counts the fields that were typed into: typing into one is undone in one step. */
  readonly fieldEdits: number;
  /** The text of inputs.yaml that the form wrote last, and in which of these edits. */
  readonly written: { readonly text: string; readonly edit: number } | null;
  /** The key of the text whose evaluation had not finished when the page was last left, or "". */
  readonly unfinishedKey: string;
  readonly shown: Shown | null;
  readonly gallery: readonly Example[];
  /** The user's own text, set aside by an example or a link. */
  readonly mine: Document | null;
  /** The text as it was opened; a document that differs is worth saving. */
  readonly opened: Document;
  readonly notice: Notice | null;
  readonly recent: readonly Recent[];
  readonly persistence: Persistence;
  /** Null while the Share dialog is closed. */
  readonly sharing: Sharing | null;
  /** Null while nothing is imported from a deployment. */
  readonly importing: DeploymentImport | null;
}

/** Everything that can happen to the state, or be requested. */
export type Event =
  | { readonly type: "text-edited"; readonly file: string; readonly text: string }
  | { readonly type: "edits-applied"; readonly edits: readonly Edit[] }
  | { readonly type: "file-shown"; readonly file: string }
  | { readonly type: "file-added"; readonly name: string; readonly text?: string }
  | { readonly type: "file-renamed"; readonly from: string; readonly to: string }
  | { readonly type: "file-deleted"; readonly file: string }
  | { readonly type: "file-restored"; readonly file: File; readonly index: number }
  | { readonly type: "dialect-chosen"; readonly dialect: string }
  | { readonly type: "gallery-loaded"; readonly gallery: readonly Example[] }
  | { readonly type: "gallery-opened" }
  | { readonly type: "document-opened"; readonly document: Document; readonly notice: string }
  | { readonly type: "link-opened"; readonly document: Document; readonly view: Partial<View> }
  | { readonly type: "mine-adopted" }
  | { readonly type: "recent-loaded"; readonly recent: readonly Recent[] }
  | { readonly type: "recent-chosen"; readonly id: string }
  | { readonly type: "recent-named"; readonly id: string; readonly name: string }
  | { readonly type: "recent-deleted"; readonly id: string }
  | { readonly type: "record-written"; readonly record: RecordName; readonly document: Document }
  | { readonly type: "text-named"; readonly name: string }
  | { readonly type: "persistence-changed"; readonly persistence: Persistence }
  | { readonly type: "share-toggled"; readonly open: boolean }
  | { readonly type: "share-secrets-chosen"; readonly withSecrets: boolean }
  | { readonly type: "share-made"; readonly sharing: Sharing; readonly revision: number }
  | { readonly type: "share-copied"; readonly form: Form }
  | { readonly type: "archive-requested"; readonly format: ArchiveFormat }
  | { readonly type: "files-chosen"; readonly files: readonly globalThis.File[] }
  | { readonly type: "schemas-dropped"; readonly files: readonly File[] }
  | { readonly type: "world-opened"; readonly files: readonly globalThis.File[] }
  | { readonly type: "world-read"; readonly importing: DeploymentImport }
  | { readonly type: "world-secrets-chosen"; readonly withSecrets: boolean }
  | { readonly type: "world-accepted" }
  | { readonly type: "world-undone"; readonly before: string; readonly text: string; readonly added: readonly File[];
    readonly files: readonly File[] }
  | { readonly type: "world-closed" }
  | { readonly type: "new-requested"; readonly dialect: string }
  | { readonly type: "mine-restored" }
  | { readonly type: "reset-requested" }
  | { readonly type: "panel-shown"; readonly panel: Tab }
  | { readonly type: "area-shown"; readonly area: Area }
  | { readonly type: "result-view-chosen"; readonly view: string }
  | { readonly type: "reveal-chosen"; readonly reveal: boolean }
  | { readonly type: "inlays-chosen"; readonly inlays: InlayChoice }
  | { readonly type: "graph-form-chosen"; readonly form: GraphForm }
  | { readonly type: "group-toggled"; readonly group: string }
  | { readonly type: "all-groups-toggled"; readonly open: boolean }
  | { readonly type: "narrowed"; readonly change: Partial<Narrowing> }
  | { readonly type: "narrowing-undone" }
  | { readonly type: "follow-chosen"; readonly follows: boolean }
  | { readonly type: "arrows-chosen"; readonly arrows: Arrows }
  | { readonly type: "pane-measured"; readonly width: number; readonly height: number }
  | { readonly type: "listed"; readonly ids: readonly string[] | null }
  | { readonly type: "part-chosen"; readonly path: string }
  | { readonly type: "expression-requested"; readonly expression: string }
  | { readonly type: "expression-removed"; readonly index: number }
  | { readonly type: "console-cleared" }
  | { readonly type: "input-typed"; readonly path: string; readonly value: string }
  | { readonly type: "input-written"; readonly before: string; readonly text: string; readonly path?: string;
    readonly value?: string }
  | { readonly type: "input-refused"; readonly path: string; readonly why: string }
  | { readonly type: "input-left" }
  | { readonly type: "inputs-folded"; readonly open: boolean }
  | { readonly type: "field-chosen"; readonly path: string }
  | { readonly type: "inputs-created" }
  | { readonly type: "value-prompt-requested"; readonly question?: WhyRequest; readonly path?: string;
    readonly anchor: Anchor; readonly perhaps?: boolean }
  | { readonly type: "value-prompt-opened"; readonly unknowns: readonly Unknown[]; readonly anchor: Anchor }
  | { readonly type: "value-prompt-closed" }
  | { readonly type: "value-given"; readonly path: string; readonly value: string }
  | { readonly type: "samples-requested" }
  | { readonly type: "values-cleared" }
  | { readonly type: "theme-chosen"; readonly theme: Theme }
  | { readonly type: "problems-toggled"; readonly open: boolean }
  | { readonly type: "split-moved"; readonly split: number }
  | { readonly type: "cursor-moved"; readonly at: Range }
  | { readonly type: "place-chosen"; readonly at: Range; readonly origin: "result" | "problems" | "why"
    | "graph"; readonly question?: WhyRequest }
  | { readonly type: "why-requested"; readonly question: WhyRequest }
  | { readonly type: "why-answered"; readonly question: WhyRequest; readonly why: Why }
  | { readonly type: "why-opened"; readonly id: number; readonly from: number }
  | { readonly type: "why-loaded"; readonly id: number; readonly steps: readonly WhyStep[] }
  | { readonly type: "why-copied" }
  | { readonly type: "prose-closed" }
  | { readonly type: "node-chosen"; readonly node: string; /** Draw what is around it. */ readonly isCentre?: boolean }
  | { readonly type: "copy-requested" }
  | { readonly type: "download-requested" }
  | { readonly type: "export-requested"; readonly format: ExportFormat; readonly all?: boolean }
  | { readonly type: "report-requested" }
  | { readonly type: "stop-requested" }
  | { readonly type: "run-requested" }
  | { readonly type: "limits-raised" }
  | { readonly type: "engine-loading"; readonly progress: Progress }
  | { readonly type: "engine-introduced"; readonly version: string; readonly dialects: readonly DialectInfo[] }
  | { readonly type: "engine-pace-changed"; readonly pace: Pace }
  | { readonly type: "engine-stopped"; readonly why: string; readonly hasTimedOut: boolean }
  | { readonly type: "engine-restarted" }
  | { readonly type: "engine-missing"; readonly why: string }
  | { readonly type: "evaluated"; readonly snapshot: Snapshot; readonly milliseconds: number; readonly lean?: boolean }
  | { readonly type: "evaluation-refused"; readonly revision: number; readonly why: string }
  | { readonly type: "result-late" }
  | { readonly type: "inspected"; readonly inspection: Inspection }
  | { readonly type: "rendered"; readonly rendered: Rendered }
  | { readonly type: "laid-out"; readonly layout: Layout; readonly steady?: boolean }
  | { readonly type: "notice-shown"; readonly text: string; readonly action?: Action }
  | { readonly type: "part-missing" }
  | { readonly type: "reload-requested" }
  | { readonly type: "notice-dismissed" };

/** The event that opens an example. */
export function openingOf({ dialect, name, title, files }: Example): Event {
  const document = { dialect: "", files, example: { dialect, name } };
  return { type: "document-opened", document, notice: `This is the example “${title}”. Your own text is kept.` };
}

/** Marks a switch over a sealed set as complete: the compiler rejects a missing case. */
export function unreachable(value: never): never {
  throw new Error(`unexpected: ${JSON.stringify(value)}`);
}
