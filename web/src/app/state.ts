/**
 * The page's state and the events that change it. The document (the text, which links contain), the
 * view (what is shown, and how) and the evaluator's results are separate. Whether a result is fresh or
 * stale is derived from them (select.ts), not stored.
 */
import type {
  DialectInfo, Edit, File, GRAPH_FORMATS, Inspection, Layout, Problem, Range, Rendered, Snapshot, Unknown, Why,
  WhyRequest, WhyStep, World,
} from "../protocol/protocol.gen.js";
import type { Progress } from "../evaluator/compile.js";
import type { ArchiveFormat } from "../share/archive.js";
import type { Anchor, ValuePrompt } from "./unknowns.js";
import type { Narrowing } from "./narrowing.js";
import type { JsonObject } from "../share/canonical.js";
import type { Form } from "../share/forms.js";

/** What the Why panel shows. */
export interface Explained {
  readonly question: WhyRequest;
  /** Whether there is an answer, and something to explain. */
  readonly found: boolean;
  /** The tree, flattened: the steps from which a step was computed follow it, one level deeper. */
  readonly steps: readonly WhyStep[];
  readonly cause: WhyStep | null;
}

/** The text that the user works on. */
export interface Document {
  /** The dialect that the user chose; "" if the engine recognises it. */
  readonly dialect: string;
  readonly files: readonly File[];
  /** The example that the text was opened from. */
  readonly example: ExampleName | null;
  /** The link that the text was opened from. */
  readonly link?: LinkOrigin;
  /** The recent text that it was opened from. */
  readonly record?: RecordName;
  /** Whether the user has adopted the text as their own, even without changing it. */
  readonly isOwn?: boolean;
}

/** What a link contains besides the text. */
export interface LinkOrigin {
  readonly fragment: string;
  /** The version of the author's engine, and the digest of its result; "" if not known. */
  readonly engine: string;
  readonly digest: string;
  /**
   * Keys that later versions added, which are copied into the next link: those of the link, of its view,
   * and of its files, by name.
   */
  readonly rest: JsonObject;
  readonly viewRest?: JsonObject;
  readonly fileRest?: Readonly<Record<string, JsonObject>>;
}

/** Identifies a version of a recent text. */
export interface RecordName {
  readonly id: string;
  /** The number of the save (SavedText.turn); 0 for records of older releases. */
  readonly turn: number;
}

/** An entry of the Recent list. */
export interface Recent extends RecordName {
  /** When it was saved, in milliseconds by the local clock. */
  readonly saved: number;
  /** The name that the user gave it, or "". */
  readonly name: string;
  /** A title taken from the text. */
  readonly title: string;
}

/** Whether the text survives a reload and, if not, why. */
export type Persistence = "kept" | "denied" | "full";

/** What the Share dialog shows. */
export interface Sharing {
  /** The URL with the link's fragment; null while it is being made, "" if the text is too large. */
  readonly link: string | null;
  /** The number of secret values that can be left out, and whether they are shared anyway. */
  readonly secrets: number;
  readonly withSecrets: boolean;
  /** Whether a template itself contains secrets, which are always shared. */
  readonly hasOwnSecrets: boolean;
  /** Whether the engine cannot tell which values are secret. Then only a link with all of them is offered. */
  readonly isUnknown: boolean;
  /** The form that was copied last, or null. */
  readonly copied: Form | null;
}

/** An import from files of a deployment, which the user has not accepted yet. */
export interface DeploymentImport {
  readonly files: readonly globalThis.File[];
  readonly withSecrets: boolean;
  /**
   * The engine's plan for these files and the text of `revision`; null while it reads them, or if there
   * are no files yet.
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

/** A thumbnail of an example's graph: two SVG paths, and the size of their box. */
export interface Sketch {
  readonly width: number;
  readonly height: number;
  readonly boxes: string;
  readonly lines: string;
}

/** The tabs beside the editor. Each has an element in index.html with the id panel-ID. */
export const TABS = [
  { id: "result", label: "Result", icon: "panel" },
  { id: "graph", label: "Graph", icon: "graph" },
  { id: "why", label: "Why", icon: "why" },
] as const;
/** The id of a tab. */
export type Tab = (typeof TABS)[number]["id"];
/** The area that a narrow window shows; wider ones show the editor beside a tab. */
export type Area = "edit" | "inputs" | Tab;
/** The theme that the user chose. */
export type Theme = "system" | "light" | "dark";
/** Where values are shown in the editor: after every reference, only after references in ${…}, or nowhere. */
export type InlayChoice = "on" | "texts" | "off";
/** The forms of the graph: a drawing, and a tree and a table with the same content. */
export const GRAPH_FORMS = ["drawing", "outline", "table"] as const;
/** A form of the graph. */
export type GraphForm = (typeof GRAPH_FORMS)[number];
/** The direction of the drawing's arrows: to the node that is needed, or to the one that needs it ("gives"). */
export type Arrows = "needs" | "gives";
/** The engine's formats, and images that the page makes of its SVG: "png2" has double size, "image" is copied. */
export type ExportFormat = (typeof GRAPH_FORMATS)[number] | "png" | "png2" | "image";

/** The selected position, highlighted in all views. The view in which it was chosen does not scroll to it. */
export interface Selection {
  readonly origin: "source" | "result" | "graph" | "problems" | "why" | "form";
  readonly at: Range;
  /** The id of the graph node at the position, or "". */
  readonly node: string;
  /** The question that the Why panel asks, if the position is not enough. */
  readonly question?: WhyRequest;
  /** The path of the form field that was chosen, and the range where its value is from. */
  readonly field?: string;
  readonly value?: Range;
  /** Whether the focus stays where it is, instead of moving to the position in the editor. */
  readonly keepsFocus?: boolean;
  /** Counts selections, so that selecting the same position again goes there again. */
  readonly serial: number;
}

/** How the document is shown. */
export interface View {
  readonly file: string;
  /** The shown tab. Drafts and links store it under this name. */
  readonly panel: Tab;
  readonly area: Area;
  /** The id of the result's view; "" for the dialect's first. */
  readonly resultView: string;
  readonly reveal: boolean;
  readonly inlays: InlayChoice;
  readonly graphForm: GraphForm;
  /**
   * The groups of the graph that the user toggled: by default, groups are open in a small graph and
   * closed in a large one. Drafts and links store it as `turned`.
   */
  readonly toggled: readonly string[];
  /** The part of the graph that is drawn. */
  readonly narrowing: Narrowing;
  /** Whether the drawing is narrowed to the neighbours of the node at the cursor. */
  readonly follows: boolean;
  readonly arrows: Arrows;
  /** The path of the part of the result that is shown alone; "" for the whole result. */
  readonly only: string;
  readonly theme: Theme;
  readonly problemsOpen: boolean;
  readonly inputsOpen: boolean;
  /** The name of the example whose description was closed, or "". */
  readonly proseClosed: string;
  /** The editor's share of the width, 0 to 1. */
  readonly split: number;
  readonly selection: Selection | null;
}

/** A step of the graph's undo history. */
export type Past = Pick<View, "narrowing" | "toggled" | "follows">;

/** How long the engine has kept the user waiting. */
export type Pace = "quick" | "slow" | "stoppable";

/** The state of the engine. */
export interface Engine {
  /**
   * paused: the text is not evaluated until the user asks, since its evaluation did not finish before;
   * stopped: the last evaluation took too long, was stopped, or crashed; missing: this browser has no
   * WebAssembly, or the engine could not be loaded.
   */
  readonly phase: "loading" | "ready" | "paused" | "stopped" | "missing";
  readonly pace: Pace;
  readonly version: string;
  readonly dialects: readonly DialectInfo[];
  /** Why it is stopped or missing, as a message for the user; otherwise "". */
  readonly why: string;
  /** Whether it was stopped because it took too long. */
  readonly hasTimedOut: boolean;
  /** The progress of the engine's download; null if not known. */
  readonly progress: Progress | null;
  /** How long the last evaluation took. */
  readonly milliseconds: number;
}

/** The result of a text without a syntax error, with its dialect and main file. */
export interface GoodResult {
  readonly rendered: Rendered;
  readonly dialect: string;
  readonly main: string;
}

/** A document that the engine does not evaluate, and why. */
export interface Refusal {
  readonly revision: number;
  readonly why: string;
}

/** The file deleted last, and its index in the document. */
export interface Deleted {
  readonly file: File;
  readonly index: number;
}

/** The result as it is drawn, which may have lines kept from an earlier result. */
export interface Shown {
  readonly rendered: Rendered;
  /** The evaluator's result, without kept lines. */
  readonly plain: Rendered;
  /** The ranges of kept lines, as [first, last] counted from 1, which are drawn fainter. */
  readonly kept: readonly (readonly [number, number])[];
}

/** The status of the evaluation, which evaluation() in select.ts derives from the state. */
export type Evaluation =
  | { readonly status: "starting" }
  | { readonly status: "fresh"; readonly snapshot: Snapshot }
  | { readonly status: "stale"; readonly snapshot: Snapshot }
  | { readonly status: "refused"; readonly message: string }
  | { readonly status: "crashed"; readonly message: string };

/** A button of a notice: its label, and the event that it sends. */
export interface Action {
  readonly label: string;
  readonly event: Event;
}

/** A message in the ribbon, with up to two buttons. */
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
  /** The revision at which the current text started (newtext.ts). Earlier results belong to another text. */
  readonly firstRevision: number;
  /** How many times the user has raised the limits for this text. */
  readonly raised: number;
  readonly view: View;
  readonly engine: Engine;
  readonly snapshot: Snapshot | null;
  /** The problems of the snapshot as the engine has sent them: without the messages that its inspection adds. */
  readonly sent: readonly Problem[];
  readonly layout: Layout | null;
  /** Whether the layout has nodes near their previous positions, so that the camera need not move. */
  readonly isSteady: boolean;
  /** The space for the drawing, in pixels; null until the tab is first shown. */
  readonly pane: { readonly width: number; readonly height: number } | null;
  /** Ids of the nodes that a narrowed outline or table lists; null for all. */
  readonly listed: readonly string[] | null;
  /** The undo history of the graph, the latest step last. */
  readonly past: readonly Past[];
  /** What the Why panel shows. */
  readonly explained: Explained | null;
  /** The open prompt for the values of unknowns, or null. */
  readonly valuePrompt: ValuePrompt | null;
  /** The last result of this text without a syntax error, whose lines are kept while the text has one. */
  readonly good: GoodResult | null;
  readonly refusal: Refusal | null;
  /** Whether the result of the current text is so late that the shown one is marked as outdated. */
  readonly isLate: boolean;
  readonly deleted: Deleted | null;
  /** Values typed into the form that are not in inputs.yaml yet, by the paths of their fields. */
  readonly typed: Readonly<Record<string, string>>;
  /** Counts visits to fields of the form: what is typed during one visit is undone in one step. */
  readonly fieldEdits: number;
  /** The text of inputs.yaml that the form wrote last, and the value of fieldEdits at that time. */
  readonly written: { readonly text: string; readonly edit: number } | null;
  /** The textKey of the text whose evaluation had not finished when the page was last left, or "". */
  readonly unfinishedKey: string;
  readonly shown: Shown | null;
  readonly gallery: readonly Example[];
  /** The user's own text, set aside by an example or a link. */
  readonly mine: Document | null;
  /** The text as it was opened. A document that differs is the user's own. */
  readonly opened: Document;
  readonly notice: Notice | null;
  readonly recent: readonly Recent[];
  readonly persistence: Persistence;
  /** Null while the Share dialog is closed. */
  readonly sharing: Sharing | null;
  /** The state of the import dialog; null while it is closed. */
  readonly importing: DeploymentImport | null;
}

/** The events that change the state or request a side effect. */
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
    readonly anchor: Anchor; readonly ifUnknown?: boolean }
  | { readonly type: "value-prompt-opened"; readonly unknowns: readonly Unknown[]; readonly anchor: Anchor }
  | { readonly type: "value-prompt-closed" }
  | { readonly type: "value-given"; readonly path: string; readonly value: string }
  | { readonly type: "samples-requested" }
  | { readonly type: "values-cleared" }
  | { readonly type: "theme-chosen"; readonly theme: Theme }
  | { readonly type: "problems-toggled"; readonly open: boolean }
  | { readonly type: "split-moved"; readonly split: number }
  | { readonly type: "cursor-moved"; readonly at: Range }
  | { readonly type: "position-chosen"; readonly at: Range; readonly origin: "result" | "problems" | "why"
    | "graph"; readonly question?: WhyRequest }
  | { readonly type: "why-requested"; readonly question: WhyRequest }
  | { readonly type: "why-answered"; readonly question: WhyRequest; readonly why: Why }
  | { readonly type: "why-opened"; readonly id: number; readonly from: number }
  | { readonly type: "why-loaded"; readonly id: number; readonly steps: readonly WhyStep[] }
  | { readonly type: "why-copied" }
  | { readonly type: "prose-closed" }
  | { readonly type: "node-chosen"; readonly node: string; /** Draw its neighbours. */ readonly isCentre?: boolean;
    /** The source is shown, but the focus stays where it is. */ readonly keepsFocus?: boolean }
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

/** Returns the event that opens an example. */
export function openingOf({ dialect, name, title, files }: Example): Event {
  const document = { dialect: "", files, example: { dialect, name } };
  return { type: "document-opened", document, notice: `This is the example “${title}”. Your own text is kept.` };
}

/** Ends a switch over all types of a union: a missing case does not compile. */
export function unreachable(value: never): never {
  throw new Error(`unexpected: ${JSON.stringify(value)}`);
}
