/** The page's side effects: requests to the engine, the clipboard, downloads, stored settings. */
import { TIMEOUTS, type Client } from "../evaluator/client.js";
import type { GiveRequest, Rendered } from "../protocol/protocol.gen.js";
import { markUnfinished, saveFolded, saveTheme } from "../share/settings.js";
import { announce } from "../ui/announce.js";
import { holdFrame, releaseFrame } from "../ui/frame.js";
import { afterPaint } from "../ui/paint.js";
import { textKey } from "./newtext.js";
import { copyText, offerFile } from "./download.js";
import { GraphEffects } from "./drawn.js";
import { partMissing } from "./parts.js";
import { modeOf } from "./form.js";
import { reportOf } from "./report.js";
import { unknownAt } from "./unknowns.js";
import { INPUTS_FILE, inputsOf } from "./update.js";
import { shouldAsk, questionOf, whyMarkdown } from "./why.js";
import { answerShown } from "./measure.js";
import { countProblems, describeCounts, engineResult } from "./select.js";
import type { Event, Example, State } from "./state.js";
import type { Store } from "./store.js";

/** Performs the side effects of events and state changes. */
export class Effects {
  private loading: Promise<readonly Example[]> | null = null;
  private readonly graph: GraphEffects;

  constructor(
    private readonly store: Store,
    private readonly client: Client,
    private readonly loadGallery: () => Promise<readonly Example[]>,
  ) {
    this.graph = new GraphEffects(store, client);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.applyTheme());
  }

  readonly after = (before: State, after: State, event: Event): void => {
    this.watchLateness(before, after);
    if (event.type === "run-requested" || event.type === "limits-raised"
      || after.revision !== before.revision) this.evaluate(after, event.type === "text-edited"
      || event.type === "input-written");
    if (after.revision === before.revision && after.view !== before.view) this.viewChanged(before, after);
    const { snapshot } = after;
    if (snapshot && snapshot.problems !== before.snapshot?.problems) {
      announce(describeCounts(countProblems(snapshot.problems)));
    }
    if (isGraphShown(after) && (after.view !== before.view || snapshot !== before.snapshot
      || after.pane !== before.pane)) this.graph.show(after, event);
    if (after.notice !== before.notice && after.notice) announce(after.notice.text);
    if (event.type === "why-requested") this.explain(after);
    else if (shouldAsk(before, after)) this.explainSelection(before, after);
    this.handleRequest(after, event);
  };

  private lateTimer = 0;

  /**
   * Marks the shown result as outdated if the result of the current text is late, and records the key
   * of a text whose evaluation takes long.
   */
  private watchLateness(before: State, after: State): void {
    const isStale = after.snapshot?.revision !== after.revision;
    if (isStale && this.lateTimer === 0) this.lateTimer = window.setTimeout(() =>
      this.store.dispatch({ type: "result-late" }), TIMEOUTS.slow);
    if (!isStale) {
      clearTimeout(this.lateTimer);
      this.lateTimer = 0;
    }
    const isSlow = after.engine.pace === "stoppable";
    if (isSlow && (before.engine.pace !== "stoppable"
      || before.document !== after.document)) markUnfinished(textKey(after.document));
  }

  /** Handles events that request a side effect. */
  private handleRequest(state: State, event: Event): void {
    switch (event.type) {
      case "stop-requested": return this.client.stop();
      case "reload-requested": return location.reload();
      case "gallery-opened": return void this.gallery();
      case "copy-requested": return void this.copyResult(state);
      case "report-requested": return void this.copy(reportOf(state, navigator.userAgent));
      case "download-requested": return this.download(state);
      case "why-copied": return void (state.explained && this.copy(whyMarkdown(state.explained)));
      case "why-opened":
        return void this.client.call("why", { path: "", open: event.id, from: event.from }).then((why) => {
          if (why?.found) this.store.dispatch({ type: "why-loaded", id: event.id, steps: why.steps });
        });
      case "export-requested": return void this.graph.export(state, event.format, event.all === true);
      // The last two retry values that could not be written without an engine.
      case "input-typed": case "evaluated": case "engine-introduced": return void this.writeInputs();
      case "value-prompt-requested": return void this.promptForValue(event);
      case "value-given":
        this.writing = this.writing.then(() => this.give({ how: "value", path: event.path, value: event.value }, ""));
        return;
      case "samples-requested":
        this.writing = this.writing.then(() =>
          this.give({ how: "samples" }, "Sample values were added to inputs.yaml."));
        return;
      case "values-cleared":
        this.writing = this.writing.then(() =>
          this.give({ how: "clear" }, "The values for unknowns were removed from inputs.yaml."));
        return;
      case "area-shown":
        if (event.area === "inputs" && modeOf(state.snapshot?.form ?? [], true) === "none"
            && !state.document.files.some(({ name }) => name === "inputs.yaml")) {
          this.store.dispatch({ type: "file-added", name: "inputs.yaml" });
        }
        return;
      default: return;
    }
  }

  /** Resolves when all values supplied for unknowns so far have been written, one after another. */
  private writing: Promise<void> = Promise.resolve();
  private isWriting = false;

  /** Writes typed form values to inputs.yaml, one by one, until all are written or the engine does not answer. */
  private async writeInputs(): Promise<void> {
    if (this.isWriting) return;
    this.isWriting = true;
    for (let typed = this.firstTyped(); typed; typed = this.firstTyped()) {
      const [path, value] = typed, before = inputsOf(this.store.state);
      const written = await this.client.call("input", { text: before, path, value });
      if (!written) break;
      if (written.error) this.store.dispatch({ type: "input-refused", path, why: written.error });
      else this.store.dispatch({ type: "input-written", path, value, before, text: written.text });
    }
    this.isWriting = false;
  }

  private firstTyped(): [string, string] | undefined {
    return Object.entries(this.store.state.typed)[0];
  }

  /** Opens fields for the causes of an unknown value, or a field for a path in inputs.yaml. */
  private async promptForValue(
    { question, path, anchor, ifUnknown }: Extract<Event, { type: "value-prompt-requested" }>,
  ): Promise<void> {
    const listed = this.store.state.snapshot?.unknowns ?? [];
    const unknowns = path !== undefined ? [unknownAt(listed, path)]
      : (await this.client.call("unknowns", question ?? { path: "" }))?.unknowns;
    if (ifUnknown && !unknowns?.some((each) => each.path !== "" && !each.isGiven)) return;
    if (unknowns) this.store.dispatch({ type: "value-prompt-opened", unknowns, anchor });
  }

  /**
   * Writes values for unknowns to inputs.yaml, as a separate undo step. `notice`, if not empty, is shown
   * with a button to undo the change.
   */
  private async give(how: Pick<GiveRequest, "how" | "path" | "value">, notice: string): Promise<void> {
    const before = inputsOf(this.store.state);
    const written = await this.client.call("give", { text: before, ...how });
    if (!written) return;
    if (written.error) return this.store.dispatch({ type: "notice-shown", text: written.error });
    if (written.text === before) return;
    const { files } = this.store.state.document;
    if (!files.some(({ name }) => name === INPUTS_FILE)) this.store.dispatch({ type: "inputs-created" });
    this.store.dispatch({ type: "input-written", before, text: written.text });
    const undo: Event = { type: "input-written", before: written.text, text: before };
    if (notice) this.store.dispatch({ type: "notice-shown", text: notice, action: { label: "Undo", event: undo } });
  }

  /**
   * Requests the evaluation of a state's document. After a key press, the result is requested first and
   * the graph afterwards.
   */
  evaluate(state: State, isKey = false): void {
    window.clearTimeout(this.inspectTimer);
    if (state.engine.phase === "paused") return;
    const { document: { dialect, files }, revision, raised, view } = state;
    const shown = { view: view.resultView, reveal: view.reveal, only: view.only, inlays: view.inlays !== "off" };
    const lean = isKey && !this.needsFullSnapshot;
    if (!lean) this.needsFullSnapshot = true;
    if (isKey && Math.max(...this.lastTimes) <= HOLD.maxTook) holdFrame(HOLD.milliseconds);
    void this.client.call("evaluate", { revision, dialect, files, raised, ...shown, lean }).then((snapshot) => {
      if (!snapshot) return;
      this.lastTimes = [this.lastTimes[1], this.client.took];
      markUnfinished("");
      if (lean) this.inspectSoon(snapshot.revision);
      else this.needsFullSnapshot = false;
      this.store.dispatch({ type: "evaluated", snapshot, milliseconds: this.client.took, lean });
      releaseFrame();
    });
  }

  /** Requests the derivation that the Why panel shows. */
  private explain({ explained: asked }: State): void {
    if (!asked) return;
    const began = performance.now();
    void this.client.call("why", asked.question).then((why) => {
      if (!why) return;
      this.store.dispatch({ type: "why-answered", question: asked.question, why });
      answerShown("why", began);
    });
  }

  /** Asks about a new selection, or repeats the last question because the result has changed. */
  private explainSelection(before: State, after: State): void {
    const { selection } = after.view;
    const isNew = selection !== null && selection.origin !== "why"
      && (selection.serial !== before.view.selection?.serial || before.view.panel !== "why");
    if (isNew) this.store.dispatch({ type: "why-requested", question: questionOf(selection) });
    else this.explain(after);
  }

  /** Whether the next snapshot must be complete, because the graph of the last one is of another document. */
  private needsFullSnapshot = true;

  /** How long the last two evaluations took, in milliseconds. */
  private lastTimes: readonly [number, number] = [Infinity, Infinity];

  private inspectTimer = 0;

  /** How long the last inspection took, in milliseconds. */
  private inspectionTook = 0;

  /**
   * Requests the graph after the result: at once if it is visible, otherwise once the result has been painted. For a
   * large text, it first waits for a pause: the engine cannot be interrupted, and the result of the next key press
   * would be delayed.
   */
  private inspectSoon(revision: number): void {
    if (Math.max(this.client.took, this.inspectionTook) >= QUICK) {
      this.inspectTimer = window.setTimeout(() => this.inspect(revision), Math.max(PAUSE, 2 * this.client.took));
    } else if (isGraphShown(this.store.state)) this.inspect(revision);
    else afterPaint(() => { if (this.store.state.revision === revision) this.inspect(revision); });
  }

  private inspect(revision: number): void {
    void this.client.call("inspect", { revision }).then((inspection) => {
      const { state } = this.store;
      if (inspection) {
        this.inspectionTook = this.client.took;
        markUnfinished("");
        this.store.dispatch({ type: "inspected", inspection });
      } else if (state.revision === revision && state.engine.phase === "ready") this.evaluate(state);
    });
  }

  private viewChanged(before: State, after: State): void {
    const { view } = after;
    if (view.theme !== before.view.theme) {
      saveTheme(view.theme);
      this.applyTheme();
    }
    if (view.inputsOpen !== before.view.inputsOpen) saveFolded(!view.inputsOpen);
    if (view.inlays !== "off" && before.view.inlays === "off") this.evaluate(after);
    if (view.resultView !== before.view.resultView || view.reveal !== before.view.reveal
        || view.only !== before.view.only) {
      void this.client.call("render", { view: view.resultView, reveal: view.reveal, only: view.only })
          .then((rendered: Rendered | null) => {
        if (rendered) this.store.dispatch({ type: "rendered", rendered });
      });
    }
  }

  /** Sets the page's theme and notifies the editors. */
  applyTheme(): void {
    const { theme } = this.store.state.view;
    const isDark = theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
    document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
    document.dispatchEvent(new CustomEvent("pantograph-theme"));
  }

  async gallery(): Promise<readonly Example[]> {
    this.loading ??= this.loadGallery();
    try {
      const gallery = await this.loading;
      if (this.store.state.gallery !== gallery) this.store.dispatch({ type: "gallery-loaded", gallery });
      return gallery;
    } catch {
      this.loading = null;
      void partMissing(this.store, false);
      return this.store.state.gallery;
    }
  }

  private async copyResult(state: State): Promise<void> {
    const result = engineResult(state);
    if (result) await this.copy(result.text);
    else this.store.dispatch(NO_RESULT);
  }

  private async copy(text: string): Promise<void> {
    const isCopied = await copyText(text);
    announce(isCopied ? "Copied." : "The browser does not allow copying.");
    if (!isCopied) this.store.dispatch({ type: "notice-shown",
      text: "The browser does not allow copying. Select the text and copy it yourself." });
  }

  private download(state: State): void {
    const result = engineResult(state);
    if (!result) this.store.dispatch(NO_RESULT);
    else offerFile({ name: `result.${result.language === "plaintext" ? "txt" : result.language}`, type: "text/plain",
      text: result.text });
  }
}

/** If an evaluation and an inspection take less than this, in milliseconds, the graph is requested without waiting. */
const QUICK = 12;

/** A pause in typing, in milliseconds: longer than the time between the key presses of most people. */
const PAUSE = 300;

/**
 * If the last two evaluations took at most `maxTook` milliseconds each, the frame with a letter is held for its result,
 * for `milliseconds` at most, which leaves two for the messages. A hold that ends just before the result is there makes
 * both late. If frames were held longer, larger templates would gain, but letters would be late.
 */
const HOLD = { maxTook: 8, milliseconds: 10 } as const;

const NO_RESULT: Event = { type: "notice-shown", text: "This text has no result yet. Wait until it is evaluated." };

function isGraphShown({ view }: State): boolean {
  return view.panel === "graph";
}
