/** The entry point of the page: creates its parts and connects them. */
import { acceptDrops, acceptPastes } from "./app/drop.js";
import { Effects } from "./app/effects.js";
import { embedded, type Assets } from "./app/embedded.js";
import { Autosave } from "./app/autosave.js";
import { editBegan, firstResultShown, resultWritten } from "./app/measure.js";
import { loadMonaco } from "./app/monacoloader.js";
import { Page } from "./app/page.js";
import { partMissing } from "./app/parts.js";
import { Placeholders } from "./app/placeholders.js";
import { regionKeys } from "./app/regions.js";
import { Rehearsal } from "./app/rehearsal.js";
import { evaluation, isFromOtherText } from "./app/select.js";
import { receive } from "./app/send.js";
import { SharingEffects } from "./app/sharing.js";
import { initialState, type FirstExample } from "./app/start.js";
import type { Event, Example, State } from "./app/state.js";
import { renderedAs } from "./app/why.js";
import { createStore } from "./app/store.js";
import { WorldEffects } from "./app/world.js";
import { countLines } from "./app/text.js";
import type { Editors } from "./editor/editors.js";
import { loadData, spawnWorker, startedEngine } from "./evaluator/boot.js";
import { Client } from "./evaluator/client.js";
import { namesExample, isLink } from "./share/address.js";
import { Drafts, openStores } from "./share/drafts.js";
import { hasDraft, loadUnfinishedKey, isFolded, loadTheme } from "./share/settings.js";
import { claimTab, openTabs } from "./share/tab.js";
import { allowReload, forgetMended } from "./offline/mend.js";
import { registerServiceWorker } from "./offline/register.js";
import { afterKey } from "./ui/frame.js";
import { afterPaint } from "./ui/paint.js";
import "./ui/split.js";

const assets = embedded<Assets>("pg-assets")
  ?? { engine: "", engineBytes: 0, engineWorker: "", editorWorker: "", monaco: "", editorStyles: "",
    editorModules: [], linkModules: [], gallery: "", offline: "", data: {} };
const engine = startedEngine(assets);
forgetMended();
const tab = claimTab();
const drafts = new Drafts(openStores(tab.old), tab, openTabs);
const draft = hasDraft(true) ? await drafts.load().catch(() => null) : null;
/** Whether the inputs panel would leave only a line or two to the editor; then it starts folded. */
const isCramped = innerWidth >= 640 && innerWidth < 1200 && innerHeight < 900;
const store = createStore(initialState({
  first: embedded<FirstExample>("pg-first"), draft, theme: loadTheme(), isNarrow: innerWidth < 640,
  isFolded: isFolded(isCramped), unfinishedKey: loadUnfinishedKey(),
}));
engine.report = (progress) => store.dispatch({ type: "engine-loading", progress });
const page = new Page();
const placeholders = new Placeholders(page.editorHost, page.resultHost);
let editors: Editors | null = null;
let hasFirstResult = false;
/** Whether the link or example in the URL is being opened. Until it is, the placeholders stay hidden. */
let isOpening = isLink(location.hash) || namesExample(location.hash);

const client = new Client({
  compile: () => engine.module,
  spawn: engine.spawn,
  load: (name) => loadData(assets.data[name]),
  clock: { set: (action, milliseconds) => window.setTimeout(action, milliseconds),
    clear: (timer) => clearTimeout(timer) },
  introduced: ({ version, dialects }) => store.dispatch({ type: "engine-introduced", version, dialects }),
  paced: (pace) => store.dispatch({ type: "engine-pace-changed", pace }),
  restarted: () => store.dispatch({ type: "engine-restarted" }),
  stopped: (why, hasTimedOut) => store.dispatch({ type: "engine-stopped", why, hasTimedOut }),
  refused: (revision, why) => store.dispatch({ type: "evaluation-refused", revision, why }),
  exportRefused: (why) => store.dispatch({ type: "notice-shown", text: `Nothing was exported: ${why}.` }),
  missing: (why) => store.dispatch({ type: "engine-missing", why }),
  printed: (text) => console.error(text),
});

async function loadGallery(): Promise<readonly Example[]> {
  return (await (await fetch(assets.gallery)).json()) as readonly Example[];
}

page.form.reveal = async (path) => (await client.call("reveal", { path, field: true }))?.value ?? "";
page.console.ask = (op, request) => client.call(op, request);
const effects = new Effects(store, client, loadGallery);
const autosave = new Autosave(store, drafts, draft !== null);
const world = new WorldEffects(store, client);
const sharing = new SharingEffects(store, client, () => effects.gallery(), (files) => world.tryImport(files));
const snapshotListeners: (() => void)[] = [];

/** Events of typing. The panels change only after the key event, so that no frame is requested during it. */
const TYPING: ReadonlySet<Event["type"]> = new Set(["text-edited", "cursor-moved"]);
/**
 * How long the panels wait for the result of an edit, in milliseconds. Until then only the cursor's position in the
 * status line differs, for which the page would be laid out in the frame that draws the letter.
 */
const WAIT_FOR_RESULT = 50;
let isShowingLater = false;
let showTimer = 0;

function showLater(): void {
  if (isShowingLater) return;
  isShowingLater = true;
  afterKey(() => {
    if (!isShowingLater) return;
    if (evaluation(store.state).status === "stale") showTimer = window.setTimeout(showPanels, WAIT_FOR_RESULT);
    else showPanels();
  });
}

function showPanels(): void {
  isShowingLater = false;
  clearTimeout(showTimer);
  page.show(store.state);
}

function draw(before: State, after: State, { type }: Event): void {
  if (before === after) return;
  if (TYPING.has(type)) showLater();
  else showPanels();
  showText(after);
  const { selection } = after.view;
  if (selection && selection !== before.view.selection && selection.origin !== "source"
      && selection.serial !== before.view.selection?.serial) {
    editors?.goTo(selection.at, selection.origin !== "result" && selection.origin !== "form" && !selection.keepsFocus);
  }
  // When the graph arrives later, the result is the same object.
  if (after.snapshot && after.snapshot.result !== before.snapshot?.result) snapshotShown(after.snapshot.revision);
}

function showText(state: State): void {
  if (editors) editors.show(state);
  else if (!isOpening) placeholders.show(state);
}

function snapshotShown(revision: number): void {
  editors?.flush();
  for (const listener of snapshotListeners) listener();
  void page.written().then(() => {
    resultWritten(revision);
    if (hasFirstResult || isOpening) return;
    hasFirstResult = true;
    firstResultShown(false);
  });
}

// The effects come first, so that the engine evaluates an edit while the page draws it.
store.listen(effects.after);
store.listen(autosave.after);
store.listen(sharing.after);
store.listen(world.after);
store.listen(draw);
store.listen(new Rehearsal(store, client, () => editors).after);
// The element that opened a value's field, such as a hover, may no longer exist when the field closes.
store.listen((_, __, { type }) => { if (type === "value-prompt-closed"
  && document.activeElement === document.body) editors?.focusProgram(); });
receive(document, (event) => store.dispatch(event));
page.split.addEventListener("move",
  (event) => store.dispatch({ type: "split-moved", split: (event as CustomEvent<number>).detail }));
document.addEventListener("pantograph-theme", () => editors?.retheme());
if (isLink(location.hash)) {
  await sharing.openAddress(); // before the first draw; openAddress handles errors itself
  isOpening = false;
}
page.show(store.state);
showText(store.state);
if (store.state.snapshot && !isOpening && !isFromOtherText(store.state)) {
  hasFirstResult = true;
  firstResultShown(true);
}

/** Opens the example in the URL. If it does not exist, the page shows and evaluates the text that it started with. */
async function openExample(): Promise<void> {
  const { revision } = store.state;
  await sharing.openAddress();
  isOpening = false;
  showText(store.state);
  if (store.state.revision === revision) effects.evaluate(store.state);
}

/** Resolves when the engine's first answer has been painted, or the engine has failed. */
const firstAnswer = new Promise<void>((resolve) => {
  let isKnown = false;
  store.listen((_, { engine: { phase }, snapshot }) => {
    if (isKnown || phase === "loading" || (phase === "ready" && !snapshot)) return;
    isKnown = true;
    afterPaint(resolve);
  });
});

async function openEditors(): Promise<void> {
  await loadMonaco(assets, engine, firstAnswer);
  const module = await import("./editor/editors.js");
  const opened = module.openEditors(
    { program: page.editorHost, result: page.resultHost,
      spawnWorker: () => spawnWorker(assets.editorWorker, "editor") },
    {
      edited(file, text, began) {
        editBegan(store.state.revision + 1, began, () =>
          store.state.document.files.reduce((sum, each) => sum + countLines(each.text), 0));
        store.dispatch({ type: "text-edited", file, text });
      },
      cursorMoved: (at) => store.dispatch({ type: "cursor-moved", at }),
      escaped: () => page.hint("Press Ctrl+M to leave the editor with Tab, or F6 to go to the next region."),
      resultChosen(source, withFocus, { lineNumber, column }) {
        const result = renderedAs(store.state);
        const question = result ? { path: "", position: { file: "", line: lineNumber, column, result } } : undefined;
        store.dispatch({ type: "position-chosen", at: source, origin: "result", ...(question ? { question } : {}) });
        if (withFocus) opened.focusProgram();
      },
    },
    {
      ask: (op, request) => client.call(op, request),
      snapshot: () => (isFromOtherText(store.state) ? null : store.state.snapshot),
      onChange: (listener) => { snapshotListeners.push(listener); },
      goTo: (range) => store.dispatch({ type: "position-chosen", at: range, origin: "problems" }),
      rendered: () => renderedAs(store.state),
      why: (question) => store.dispatch({ type: "why-requested", question }),
      give: (question, anchor, ifUnknown) =>
        store.dispatch({ type: "value-prompt-requested", question, anchor, ifUnknown }),
      refused: (why) => store.dispatch({ type: "notice-shown", text: why }),
    },
  );
  opened.show(store.state);
  opened.flush();
  const { selection } = store.state.view;
  if (selection?.origin === "result") opened.goTo(selection.at, false); // the position that a link contains
  placeholders.remove();
  editors = opened;
  allowReload();
}

regionKeys(() => editors);
acceptDrops((files) => store.dispatch({ type: "files-chosen", files }));
acceptPastes((files) => store.dispatch({ type: "world-opened", files }));
if (!isOpening) effects.evaluate(store.state);
void client.start();
engine.module.catch(() => partMissing(store, false));
openEditors().catch(() => partMissing(store, true));
if (isOpening) void openExample();
void registerServiceWorker(assets.offline, (take) => page.offerUpdate(take)).catch(() => undefined);
