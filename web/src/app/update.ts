/** The function update(state, event), which alone changes the state. It has no side effects. */
import type { File, Inspection, Problem, Range, Reference, Rendered, Snapshot } from "../protocol/protocol.gen.js";
import { appearance, isPath, MAX_FILES } from "../share/path.js";
import { isNewText, startNewText } from "./newtext.js";
import { READABLE } from "./camera.js";
import { fieldAt, modeOf, rangeOfField } from "./form.js";
import { describeImport, isUsable } from "./deployment.js";
import { graphOf, groupsOf, openGroups } from "./groups.js";
import { restoreMissing } from "./lastgood.js";
import { EVERYTHING } from "./narrowing.js";
import { addExpression, clearExpressions, removeExpression } from "./expressions.js";
import { withSchemas } from "./schemas.js";
import { hasSyntaxError, isMine, mainFile, nodeAt, nodeWithId, sameText } from "./select.js";
import {
  unreachable, type Document, type Engine, type Event, type Notice, type Selection, type State, type View,
} from "./state.js";
import { applyEdits, isPosition } from "./text.js";
import { withMore } from "./why.js";

/** The name of the file that supplies values that only a deployment knows. */
export const INPUTS_FILE = "inputs.yaml";

const TOO_MANY_FILES = `That would be too many files; a document has at most ${MAX_FILES}.`;

const MISSING_PART: Notice = {
  text: "A part of this page could not be loaded. Your text is kept. Reload the page to try again.",
  action: { label: "Reload", event: { type: "reload-requested" } },
};

/** Returns the state after an event: the same object if nothing changes. */
export function update(state: State, event: Event): State {
  const next = reduced(state, event);
  // No other notice hides that a part of the page is missing.
  const isHidden = state.notice === MISSING_PART && next.notice !== MISSING_PART && event.type !== "notice-dismissed";
  return isHidden ? { ...next, notice: MISSING_PART } : next;
}

function reduced(state: State, event: Event): State {
  const changed = next(state, event), { sharing } = changed;
  // Values typed into the form of the previous text are dropped.
  const after = changed.firstRevision === state.firstRevision || changed.typed === NOTHING_TYPED ? changed
    : { ...changed, typed: NOTHING_TYPED, written: null };
  // A link contains the text, so it is made again after a change.
  return sharing?.link && after.revision !== state.revision
    ? { ...after, sharing: { ...sharing, link: null, copied: null } } : after;
}

function next(state: State, event: Event): State {
  switch (event.type) {
    case "text-edited": return withText(state, event.file, event.text);
    case "edits-applied":
      return state.document.files.reduce((now, { name, text }) => {
        const edits = event.edits.filter(({ range }) => range.file === name);
        return edits.length === 0 ? now : withText(now, name, applyEdits(text, edits));
      }, state);
    case "schemas-dropped": return addSchemas(state, event.files);
    case "file-shown": return withView(state, { file: event.file });
    case "file-added": return addFile(state, { name: event.name, text: event.text ?? "" }, state.document.files.length);
    case "file-restored": return { ...addFile(state, event.file, event.index), notice: null };
    case "file-renamed": return renameFile(state, event.from, event.to);
    case "file-deleted": return deleteFile(state, event.file);
    case "dialect-chosen": return withDocument(state, { ...state.document, dialect: event.dialect });
    case "document-opened": return openDocument(state, event.document, event.notice);
    case "link-opened": return openLink(state, event.document, event.view);
    case "mine-adopted": return adopt(state);
    case "recent-loaded": return { ...state, recent: event.recent };
    case "record-written":
      // Only where the document is stored has changed, so this is not a new revision.
      return state.document === event.document
        ? { ...state, document: { ...event.document, record: event.record } } : state;
    case "persistence-changed":
      return state.persistence === event.persistence ? state : { ...state, persistence: event.persistence };
    case "share-toggled": return shareToggled(state, event.open);
    case "share-secrets-chosen":
      return state.sharing ? { ...state, sharing: { ...state.sharing, withSecrets: event.withSecrets,
        link: null } } : state;
    case "share-made": return state.sharing && event.revision === state.revision
      ? { ...state, sharing: event.sharing } : state;
    case "world-opened": return { ...state, importing: { files: event.files, withSecrets: false, plan: null,
      revision: state.revision } };
    case "world-read": return { ...state, importing: event.importing };
    case "world-secrets-chosen": return state.importing
      ? { ...state, importing: { ...state.importing, withSecrets: event.withSecrets } } : state;
    case "world-accepted": return acceptImport(state);
    case "world-undone": return undoImport(state, event);
    case "world-closed": return state.importing ? { ...state, importing: null } : state;
    case "new-requested": return newDocument(state, event.dialect);
    case "mine-restored": return restoreMine(state);
    case "reset-requested":
      return { ...openDocument(state, state.opened, ""), mine: state.document,
        notice: backNotice("The text was reset to how you opened it.") };
    case "gallery-loaded": return { ...state, gallery: event.gallery };
    case "inputs-folded": case "panel-shown": case "area-shown": case "result-view-chosen": case "reveal-chosen":
    case "inlays-chosen": case "graph-form-chosen": case "theme-chosen": case "problems-toggled": case "split-moved":
    case "part-chosen": case "arrows-chosen":
      return withView(state, viewChange(state, event));
    case "group-toggled": case "all-groups-toggled": case "narrowed": case "follow-chosen": return narrow(state, event);
    case "narrowing-undone": {
      const last = state.past.at(-1);
      return last ? withView({ ...state, past: state.past.slice(0, -1) }, last) : state;
    }
    case "pane-measured": return measured(state, event);
    case "listed": return { ...state, listed: event.ids };
    case "input-typed": return { ...state, typed: { ...state.typed, [event.path]: event.value } };
    case "input-written": return inputWritten(state, event);
    case "input-refused": return { ...state, typed: without(state.typed, event.path), notice: { text: event.why } };
    case "input-left": return { ...state, fieldEdits: state.fieldEdits + 1 };
    case "field-chosen": return chooseField(state, event.path);
    case "inputs-created": {
      const { files } = state.document;
      return hasFile(state.document, INPUTS_FILE) ? state
        : withDocument(state, { ...state.document, files: [...files, { name: INPUTS_FILE, text: "" }] });
    }
    case "value-prompt-opened": return { ...state, valuePrompt: { unknowns: event.unknowns, anchor: event.anchor } };
    case "value-prompt-closed": return state.valuePrompt ? { ...state, valuePrompt: null } : state;
    case "expression-requested":
      return withInputs(state, addExpression(inputsOf(state), event.expression, expressionsOf(state)));
    case "expression-removed":
      return withInputs(state, removeExpression(inputsOf(state), event.index, expressionsOf(state)));
    case "console-cleared": return clearConsole(state);
    case "cursor-moved": case "position-chosen": case "node-chosen": return select(state, event);
    case "engine-loading": case "run-requested": case "limits-raised": case "engine-introduced":
    case "engine-pace-changed": case "engine-stopped": case "engine-restarted": case "engine-missing":
      return engineEvent(state, event);
    case "evaluated": return evaluated(state, event);
    case "evaluation-refused": return refused(state, event.revision, event.why);
    case "result-late": return state.isLate ? state : { ...state, isLate: true };
    case "inspected": return inspected(state, event.inspection);
    case "rendered": return show(state, event.rendered, state.snapshot);
    case "laid-out": return { ...state, layout: event.layout, isSteady: event.steady === true };
    case "why-requested": {
      const old = state.explained;
      const explained = { question: event.question, found: old?.found ?? false, steps: old?.steps ?? [],
        cause: old?.cause ?? null };
      return withView({ ...state, explained }, { panel: "why", area: "why" });
    }
    case "why-answered": {
      const { found, steps, cause } = event.why;
      return state.explained?.question === event.question
        ? { ...state, explained: { question: event.question, found, steps, cause: cause ?? null } } : state;
    }
    case "why-loaded": return state.explained
      ? { ...state, explained: withMore(state.explained, event.id, event.steps) } : state;
    case "prose-closed": return withView(state, { proseClosed: state.document.example?.name ?? "" });
    case "notice-shown": return { ...state,
      notice: { text: event.text, ...(event.action ? { action: event.action } : {}) } };
    case "part-missing": return { ...state, sharing: null, notice: MISSING_PART };
    case "notice-dismissed": return state.notice ? { ...state, notice: null } : state;
    // These request side effects (effects.ts, autosave.ts, sharing.ts).
    case "gallery-opened": case "copy-requested": case "download-requested": case "export-requested":
    case "stop-requested": case "report-requested": case "recent-chosen": case "recent-named": case "recent-deleted":
    case "text-named": case "share-copied": case "archive-requested": case "files-chosen":
    case "value-prompt-requested": case "value-given": case "samples-requested": case "values-cleared":
    case "reload-requested": case "why-opened": case "why-copied":
      return state;
    default: return unreachable(event);
  }
}

function withView(state: State, change: Partial<View>): State {
  const changed = (Object.keys(change) as (keyof View)[]).some((key) => change[key] !== state.view[key]);
  return changed ? { ...state, view: { ...state.view, ...change } } : state;
}

function withDocument(state: State, document: Document): State {
  return { ...state, document, revision: state.revision + 1 };
}

function withText(state: State, name: string, text: string): State {
  const { files } = state.document;
  const old = files.find((file) => file.name === name);
  if (!old || old.text === text) return state;
  const edited = withDocument(state,
    { ...state.document, files: files.map((file) => (file === old ? { name, text } : file)) });
  return name === mainFile(state) && isNewText(old.text, text) ? startNewText(edited) : edited;
}

type ViewEvent = Extract<Event, { type:
  | "panel-shown" | "area-shown" | "result-view-chosen" | "reveal-chosen" | "inlays-chosen"
  | "graph-form-chosen" | "theme-chosen" | "problems-toggled" | "inputs-folded" | "split-moved" | "part-chosen"
    | "arrows-chosen" }>;

function viewChange(state: State, event: ViewEvent): Partial<View> {
  switch (event.type) {
    case "panel-shown": return { panel: event.panel, area: event.panel };
    case "area-shown": return areaChange(state, event.area);
    case "result-view-chosen": return { resultView: event.view };
    case "reveal-chosen": return { reveal: event.reveal };
    case "inlays-chosen": return { inlays: event.inlays };
    case "graph-form-chosen": return { graphForm: event.form };
    case "arrows-chosen": return { arrows: event.arrows };
    case "part-chosen": return { only: event.path };
    case "theme-chosen": return { theme: event.theme };
    case "problems-toggled": return { problemsOpen: event.open };
    case "inputs-folded": return { inputsOpen: event.open };
    case "split-moved": return { split: Math.min(0.8, Math.max(0.2, event.split)) };
    default: return unreachable(event);
  }
}

/**
 * If the pane's size changes by a smaller factor than this and the drawing is still readable, it is not
 * laid out again.
 */
const SAME_PANE = 1.25;

function measured(state: State, { width, height }: Extract<Event, { type: "pane-measured" }>): State {
  const { pane, layout } = state;
  const isLike = (a: number, b: number): boolean => a < b * SAME_PANE && b < a * SAME_PANE;
  const isKept = pane !== null && layout !== null && isLike(pane.width, width) && isLike(pane.height, height) &&
    layout.width * READABLE <= width && layout.height * READABLE <= height;
  return isKept ? state : { ...state, pane: { width, height } };
}

/** The maximum number of steps in the graph's undo history. */
const MAX_PAST = 50;

/** Changes which part of the graph is drawn, and adds a step to the undo history. */
function narrow(state: State, event: Extract<Event, { type: "group-toggled" | "all-groups-toggled" | "narrowed"
    | "follow-chosen" }>): State {
  const { toggled, narrowing, follows } = state.view;
  const changed = withView(state, pastChange(state, event));
  return changed === state ? state
    : { ...changed, past: [...state.past, { toggled, narrowing, follows }].slice(-MAX_PAST) };
}

function pastChange(state: State, event: Parameters<typeof narrow>[1]): Partial<View> {
  const { toggled, narrowing } = state.view;
  switch (event.type) {
    case "group-toggled": return { toggled: toggled.includes(event.group) ? toggled.filter((id) => id !== event.group)
      : [...toggled, event.group] };
    case "all-groups-toggled": {
      const graph = graphOf(state), open = openGroups(graph, []).length > 0;
      return { toggled: open === event.open ? [] : groupsOf(graph) };
    }
    case "follow-chosen": return { follows: event.follows };
    case "narrowed": return { narrowing: { ...narrowing, ...event.change } };
    default: return unreachable(event);
  }
}

/** Opens an area: Edit shows the program, Inputs the form or, without one, inputs.yaml; the others are the tabs. */
function areaChange(state: State, area: View["area"]): Partial<View> {
  switch (area) {
    case "edit": return { area, file: state.view.file === INPUTS_FILE ? mainFile(state) : state.view.file };
    case "inputs": return { area,
      file: modeOf(state.snapshot?.form ?? [], true) === "none" && hasFile(state.document, INPUTS_FILE) ? INPUTS_FILE
      : state.view.file };
    default: return { area, panel: area };
  }
}

function hasFile(document: Document, name: string): boolean {
  return document.files.some((file) => file.name === name);
}

/** Returns the text of inputs.yaml; "" if the document has no such file. */
export function inputsOf({ document }: State): string {
  return document.files.find(({ name }) => name === INPUTS_FILE)?.text ?? "";
}

/** Returns the console's lines in inputs.yaml, as the engine has read them. */
function expressionsOf({ snapshot }: State): readonly string[] {
  return (snapshot?.console ?? []).filter(({ range }) => isPosition(range)).map(({ expression }) => expression);
}

/**
 * Sets the text of inputs.yaml. The file is created if necessary, and removed if the text is "" and
 * there are other files. The shown file stays the same if it still exists.
 */
function withInputs(state: State, text: string): State {
  if (hasFile(state.document, INPUTS_FILE)) {
    if (text !== "" || state.document.files.length === 1) return withText(state, INPUTS_FILE, text);
    const files = state.document.files.filter(({ name }) => name !== INPUTS_FILE);
    const rest = withDocument(state, { ...state.document, files });
    return state.view.file === INPUTS_FILE ? withView(rest, { file: mainFile(rest) }) : rest;
  }
  return text === "" ? state : withDocument(state,
    { ...state.document, files: [...state.document.files, { name: INPUTS_FILE, text }] });
}

const NOTHING_TYPED: State["typed"] = {};

/**
 * Sets inputs.yaml to a text that was made from the text `before`. If it has changed since, nothing
 * happens: a typed value stays, to be written again.
 */
function inputWritten(state: State, { path, value, before, text }: Extract<Event, { type: "input-written" }>): State {
  if (inputsOf(state) !== before) return state;
  if (path === undefined) return withInputs({ ...state, written: null }, text); // not from a field
  const typed = state.typed[path] === value ? without(state.typed, path) : state.typed;
  return withInputs({ ...state, typed, written: { text, edit: state.fieldEdits } }, text);
}

function without(typed: State["typed"], path: string): State["typed"] {
  const rest = Object.entries(typed).filter(([each]) => each !== path);
  return rest.length === 0 ? NOTHING_TYPED : Object.fromEntries(rest);
}

/** Selects a field of the form: its declaration or value, its graph node, and the source of its value. */
function chooseField(state: State, path: string): State {
  const { selection, file } = state.view;
  const field = fieldAt(state.snapshot, path);
  if (!field || selection?.field === path) return state;
  const at = rangeOfField(field, file);
  const value = isPosition(field.source) ? { value: field.source } : {};
  const chosen: Selection = { origin: "form", at, node: field.node, field: path, ...value,
    serial: (selection?.serial ?? 0) + 1 };
  return withView(state, { selection: chosen, ...sourceView(state, at, chosen) });
}

function clearConsole(state: State): State {
  const index = state.document.files.findIndex(({ name }) => name === INPUTS_FILE);
  const file = state.document.files[index];
  const cleared = withInputs(state, clearExpressions(inputsOf(state)));
  if (!file || cleared === state) return state;
  const undo: Event = hasFile(cleared.document, INPUTS_FILE)
    ? { type: "text-edited", file: INPUTS_FILE, text: file.text } : { type: "file-restored", file, index };
  return { ...cleared, notice: { text: "The console was cleared.", action: { label: "Undo", event: undo } } };
}

/**
 * Returns why a document cannot have a file with the given name, as a sentence; "" if it can. `renamed` is the file
 * that gets the name, or "" for a new file.
 */
export function nameObjection(document: Document, name: string, renamed = ""): string {
  if (name.trim() === "") return "A file needs a name.";
  const alike = document.files.find((file) => file.name !== renamed && appearance(file.name) === appearance(name));
  if (alike?.name === name) return `A file ${name} already exists.`;
  if (alike) return `The name looks like that of the file ${alike.name}.`;
  if (name.length > 200) return "The name is too long; a name has at most 200 characters.";
  if (!isPath(name)) return "A name must be a relative path, such as env.yaml or lib/env.yaml.";
  return document.files.length >= MAX_FILES && renamed === "" ? TOO_MANY_FILES : "";
}

/** Returns why files cannot replace or join those of a document, as a sentence; "" if they can. */
function filesObjection({ files }: Document, added: readonly File[]): string {
  const names = new Set([...files, ...added].map(({ name }) => name)), seen = new Map<string, string>();
  for (const name of names) {
    const alike = seen.get(appearance(name));
    if (alike !== undefined) return `The name ${name} looks like that of the file ${alike}: rename one of them.`;
    seen.set(appearance(name), name);
  }
  return names.size >= MAX_FILES ? TOO_MANY_FILES : "";
}

function addFile(state: State, file: File, index: number): State {
  if (nameObjection(state.document, file.name) !== "") return state;
  const files = state.document.files.toSpliced(index, 0, file);
  return withView(withDocument(state, { ...state.document, files }), { file: file.name });
}

/** Writes the values of an import to inputs.yaml, unless the text has changed since its files were read. */
function acceptImport(state: State): State {
  const { importing, document } = state;
  const plan = importing?.plan;
  if (!plan || importing.revision !== state.revision || !isUsable(plan)) return state;
  const objection = filesObjection(document, plan.added);
  if (objection !== "") return { ...state, importing: null, notice: { text: objection } };
  const before = inputsOf(state);
  const kept = document.files.map((file) => plan.added.find(({ name }) => name === file.name) ?? file);
  const files = [...kept, ...plan.added.filter(({ name }) => !hasFile(document, name))];
  const written = withInputs(withDocument(state, { ...document, files }), plan.text);
  const undo: Event = { type: "world-undone", before: plan.text, text: before, added: plan.added,
    files: document.files };
  return { ...written, importing: null, notice: { text: `${describeImport(plan)}.`,
    action: { label: "Undo", event: undo } } };
}

/** Undoes an import, unless inputs.yaml has changed since. Imported files that have changed since are kept. */
function undoImport(state: State, { before, text, added, files }: Extract<Event, { type: "world-undone" }>): State {
  if (inputsOf(state) !== before) return state;
  const rest = state.document.files.flatMap((file) => {
    const isAsAdded = added.some(({ name, text }) => name === file.name && text === file.text);
    return isAsAdded ? files.filter(({ name }) => name === file.name) : [file];
  });
  return withInputs(withDocument(state, { ...state.document, files: rest }), text);
}

/**
 * Adds files that declare types to the document and lists them in inputs.yaml. The shown file does
 * not change.
 */
function addSchemas(state: State, added: readonly File[]): State {
  const objection = filesObjection(state.document, added);
  if (objection !== "") return { ...state, notice: { text: objection } };
  const names = added.map(({ name }) => name);
  const kept = state.document.files.map((file) => added.find(({ name }) => name === file.name) ?? file);
  const files = [...kept, ...added.filter(({ name }) => !hasFile(state.document, name))];
  const named = withInputs(withDocument(state, { ...state.document, files }), withSchemas(inputsOf(state), names));
  return { ...named,
    notice: { text: `Resource types are checked against ${names.join(", ")}, listed in inputs.yaml under schemas.` } };
}

function renameFile(state: State, from: string, to: string): State {
  if (from === to || nameObjection(state.document, to, from) !== "") return state;
  const files = state.document.files.map((file) => (file.name === from ? { ...file, name: to } : file));
  const changed = withDocument(state, { ...state.document, files });
  const renamed = from === mainFile(state) ? startNewText(changed) : changed;
  return state.view.file === from ? withView(renamed, { file: to }) : renamed;
}

function deleteFile(state: State, name: string): State {
  const { files } = state.document;
  const index = files.findIndex((file) => file.name === name);
  const file = files[index];
  if (!file || files.length === 1) return state;
  const rest = files.toSpliced(index, 1);
  const notice: Notice = { text: `${name} was deleted.`,
    action: { label: "Undo", event: { type: "file-restored", file, index } } };
  const shown = state.view.file === name ? (rest[Math.max(0, index - 1)]?.name ?? "") : state.view.file;
  const changed = withDocument({ ...state, deleted: { file, index } }, { ...state.document, files: rest });
  return { ...withView(name === mainFile(state) ? startNewText(changed) : changed, { file: shown }), notice };
}

/** Opens another text. If the current one is the user's own, it is set aside. */
function openDocument(state: State, document: Document, text: string): State {
  const mine = isMine(state) ? state.document : state.mine;
  const notice = mine ? backNotice(text) : null;
  const opened = startNewText(withDocument({ ...state, mine, opened: document, notice, deleted: null, past: [] },
    document));
  const area = state.view.area === "inputs" ? "edit" : state.view.area;
  return withView(opened, { file: document.files[0]?.name ?? "", selection: null, area, ...INITIAL_VIEW });
}

/** The initial view of a new text's graph and result. */
const INITIAL_VIEW = { toggled: [], only: "", narrowing: EVERYTHING } as const satisfies Partial<View>;

function backNotice(text: string): Notice {
  return { text: text || "Your own text is kept.",
    action: { label: "Back to my text", event: { type: "mine-restored" } } };
}

/**
 * Opens the user's text that was set aside. It is marked as the user's own, so that opening an example
 * sets it aside again even if it is not edited.
 */
function restoreMine(state: State): State {
  if (!state.mine) return state;
  const mine = ownOf(state.mine);
  const restored = startNewText(withDocument({ ...state, mine: null, opened: mine, notice: null, deleted: null,
    past: [] }, mine));
  return withView(restored, { file: state.mine.files[0]?.name ?? "", selection: null, ...INITIAL_VIEW });
}

/** Returns a document marked as the user's own text, and no longer as an example. */
function ownOf(document: Document): Document {
  return { ...document, example: null, isOwn: true };
}

/** Makes the current text, which was opened from a link, the user's own. */
function adopt(state: State): State {
  const own = ownOf(state.document);
  const text = state.mine ? "This is your text now. The previous one is listed under Recent, in Examples."
    : "This is your text now.";
  return { ...withDocument(state, own), opened: own, mine: null, notice: { text } };
}

/** Opens a link with its author's view. */
function openLink(state: State, document: Document, view: Partial<View>): State {
  const opened = withView(openDocument(state, document, ""), view);
  return { ...opened, notice: linkNotice("From a link.", opened.mine !== null) };
}

function linkNotice(text: string, hasMine: boolean): Notice {
  const adopt = { label: "Make this mine", event: { type: "mine-adopted" } } as const;
  if (!hasMine) return { text, action: adopt };
  return { text: `${text} Your draft is kept.`, action: { label: "Back to my text", event: { type: "mine-restored" } },
    second: adopt };
}

/** Returns the notice that the result differs from the one that the link's author saw; else the current notice. */
function comparisonNotice(state: State, { digest }: Snapshot): Notice | null {
  const { link } = state.document;
  if (!link || link.digest === "" || digest === "" || link.digest === digest
    || !sameText(state.document, state.opened)) return state.notice;
  const { version } = state.engine;
  const author = link.engine === "" || link.engine === version ? "" : ` with engine ${link.engine}`;
  return linkNotice(`From a link. With engine ${version}, the result differs from what the author saw${author}.`,
    state.mine !== null);
}

function shareToggled(state: State, isOpen: boolean): State {
  if (isOpen === (state.sharing !== null)) return state;
  return { ...state, sharing: isOpen ? { link: null, secrets: 0, withSecrets: false, hasOwnSecrets: false,
    isUnknown: false, copied: null } : null };
}

function newDocument(state: State, name: string): State {
  const dialect = state.engine.dialects.find((known) => known.name === name);
  if (!dialect) return state;
  return openDocument(state, { dialect: name, files: [{ name: dialect.main, text: dialect.new }], example: null }, "");
}

type SelectEvent = Extract<Event, { type: "cursor-moved" | "position-chosen" | "node-chosen" }>;

function select(state: State, event: SelectEvent): State {
  const serial = (state.view.selection?.serial ?? 0) + 1;
  switch (event.type) {
    case "cursor-moved":
      return withView(state, { selection: { origin: "source", at: event.at, node: nodeAt(state.snapshot, event.at),
        serial } });
    case "position-chosen": {
      const at = inDocument(state, event.at);
      const { origin, question } = event;
      const selection = { origin, at, node: nodeAt(state.snapshot, at), serial, ...(question ? { question } : {}) };
      return withView(state, { selection, ...sourceView(state, at, selection) });
    }
    case "node-chosen": {
      const node = nodeWithId(state.snapshot, event.node);
      if (!node) return state;
      const at = isPosition(node.name) ? node.name
        : isPosition(node.range) ? node.range : firstUse(state.snapshot, node.id);
      const { keepsFocus } = event;
      const selection = { origin: "graph" as const, at, node: node.id, serial, ...(keepsFocus ? { keepsFocus } : {}) };
      return withView(state, { selection, ...sourceView(state, at, selection) });
    }
    default: return unreachable(event);
  }
}

/** Converts a position in a console line to the range of that line in inputs.yaml. */
function inDocument({ document, snapshot }: State, at: Range): Range {
  if (hasFile(document, at.file)) return at;
  return snapshot?.console.find(({ file }) => file === at.file)?.range ?? at;
}

/**
 * Returns the changes of the view that make a chosen position visible. In a narrow window, choosing a
 * problem or a step of a derivation also shows the editor.
 */
function sourceView(state: State, at: Range, { origin }: Selection): Partial<View> {
  if (!hasFile(state.document, at.file)) return {};
  return origin === "problems" || origin === "why" ? { file: at.file, area: "edit" } : { file: at.file };
}

/** Returns the position of the first reference to a node, for nodes without a position, such as missing ones. */
function firstUse(snapshot: Snapshot | null, id: string): Range {
  return snapshot?.graph.edges.find((edge) => edge.to === id)?.range ??
    { file: "", line: 0, column: 0, endLine: 0, endColumn: 0 };
}

type EngineEvent = Extract<Event, { type:
  | "engine-loading" | "run-requested" | "limits-raised" | "engine-introduced" | "engine-pace-changed"
    | "engine-stopped" | "engine-restarted" | "engine-missing" }>;

function engineEvent(state: State, event: EngineEvent): State {
  const engine = (change: Partial<Engine>): State => ({ ...state, engine: { ...state.engine, ...change } });
  switch (event.type) {
    case "engine-loading": return engine({ progress: event.progress });
    case "run-requested": return { ...engine({ phase: "loading", pace: "quick", why: "" }), unfinishedKey: "" };
    case "limits-raised": return { ...engine({ pace: "quick", why: "",
      ...(state.engine.phase === "stopped" ? { phase: "loading" } : {}) }), unfinishedKey: "",
      raised: state.raised + 1 };
    case "engine-introduced": {
      // A new engine does not end a pause, nor the stop after which it was started; only an answer does.
      const { phase, why } = state.engine;
      const waits = phase === "paused" || phase === "stopped";
      return engine({ phase: waits ? phase : "ready", why: waits ? why : "", version: event.version,
        dialects: event.dialects });
    }
    case "engine-pace-changed": return engine({ pace: event.pace });
    case "engine-stopped": return engine({ phase: "stopped", pace: "quick", why: event.why,
      hasTimedOut: event.hasTimedOut });
    case "engine-missing": return engine({ phase: "missing", pace: "quick", why: event.why });
    case "engine-restarted":
      return { ...state, notice: { text: "The engine stopped and was restarted. Your text is safe." } };
    default: return unreachable(event);
  }
}

function evaluated(state: State, { snapshot, milliseconds, lean }: Extract<Event, { type: "evaluated" }>): State {
  const engine: Engine = { ...state.engine, phase: "ready", pace: "quick", why: "", milliseconds };
  if (snapshot.revision < state.firstRevision) return { ...state, engine }; // an answer for the previous text
  const sent = snapshot.problems, whole = lean ? completed(snapshot, state.snapshot) : snapshot;
  return show(withSnapshot({ ...state, engine, sent }, whole), whole.result, whole);
}

/** Records that the engine refuses to evaluate this revision. */
function refused(state: State, revision: number, why: string): State {
  if (revision !== state.revision) return state;
  return { ...state, refusal: { revision, why }, engine: { ...state.engine, phase: "ready", pace: "quick", why: "" } };
}

/**
 * Completes a lean snapshot with the graph, outline, unknowns and messages of the previous one, until its own arrive.
 * Without the messages, the list of problems would be lower for a moment after each key, and the editors higher.
 */
function completed(lean: Snapshot, before: Snapshot | null): Snapshot {
  return before ? { ...lean, problems: withMessages(lean.problems, before.problems), graph: before.graph,
    outline: before.outline, unknowns: before.unknowns, allUnknowns: before.allUnknowns } : lean;
}

/**
 * Adds the original tool's messages about syntax errors in a list of problems to the same ones in a later list. Only
 * the first error of a file has one.
 */
function withMessages(problems: readonly Problem[], before: readonly Problem[]): readonly Problem[] {
  const known = before.filter(({ code, reference }) => reference && code.startsWith("yaml-"));
  return known.length === 0 ? problems : problems.map((problem) => {
    if (problem.reference) return problem;
    const at = known.findIndex(({ code, message, range }) =>
      code === problem.code && message === problem.message && range.file === problem.range.file);
    const [same] = at < 0 ? [] : known.splice(at, 1);
    return same?.reference ? { ...problem, reference: same.reference } : problem;
  });
}

function inspected(state: State, inspection: Inspection): State {
  const { revision, graph, outline, unknowns, allUnknowns, digest, references } = inspection;
  const { snapshot, sent } = state;
  if (snapshot?.revision !== revision) return state;
  const problems = references
    ? sent.map((p, i) => ({ ...p, ...reference(references.find((r) => r.problem === i)) }))
    : sent;
  return withSnapshot(state, { ...snapshot, problems, graph, outline, unknowns, allUnknowns, digest });
}

const reference = (found: Reference | undefined): Pick<Problem, "reference"> =>
  (found ? { reference: found.text } : {});

function withSnapshot(state: State, snapshot: Snapshot): State {
  const { selection } = state.view;
  const isCurrent = snapshot.revision === state.revision;
  const next = {
    ...state, snapshot, notice: isCurrent ? comparisonNotice(state, snapshot) : state.notice,
    isLate: state.isLate && !isCurrent, refusal: isCurrent ? null : state.refusal,
  };
  return selection?.origin === "source" ? withView(next, { selection: reselect(selection, snapshot) }) : next;
}

/**
 * Updates the node of a selection, which may differ after an edit. Returns the same record if it does
 * not, so that nothing is drawn again.
 */
function reselect(selection: Selection, snapshot: Snapshot): Selection {
  const node = nodeAt(snapshot, selection.at);
  return node === selection.node ? selection : { ...selection, node };
}

/** Sets the result to draw. While the text has a syntax error, blocks that are missing are restored (lastgood.ts). */
function show(state: State, rendered: Rendered, snapshot: Snapshot | null): State {
  if (!snapshot || !hasSyntaxError(snapshot.problems)) {
    const good = snapshot ? { rendered, dialect: snapshot.dialect, main: snapshot.main } : null;
    return { ...state, good, shown: { rendered, plain: rendered, kept: [] } };
  }
  const { good } = state;
  const isSame = good?.dialect === snapshot.dialect && good.main === snapshot.main;
  return { ...state, shown: restoreMissing(isSame ? good.rendered : null, rendered) };
}
