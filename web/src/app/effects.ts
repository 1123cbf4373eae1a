/** The only place with side effects: what a change of the state asks of the world outside it. */
import type { Client } from "../evaluator/client.js";
import type { Rendered, Snapshot } from "../protocol/protocol.gen.js";
import { dropDraft, markHung, saveDraft, saveTheme } from "../share/drafts.js";
import { announce } from "../ui/announce.js";
import { drawingOf } from "./groups.js";
import { offerFile } from "./download.js";
import { reportOf } from "./report.js";
import { countProblems, describeCounts, isEdited, trueResult } from "./select.js";
import { openingOf, type Event, type Example, type ExportFormat, type State } from "./state.js";
import type { Store } from "./store.js";

/** A draft is written this long after a change at the latest, and at once when the page is hidden. */
const SAVE_AFTER = 400;

export class Effects {
  private saveTimer = 0;
  private hasDraft: boolean;
  private loading: Promise<readonly Example[]> | null = null;

  constructor(
    private readonly store: Store,
    private readonly client: Client,
    private readonly loadGallery: () => Promise<readonly Example[]>,
    startsWithDraft: boolean,
  ) {
    this.hasDraft = startsWithDraft;
    addEventListener("pagehide", () => this.save());
    document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") this.save(); });
    addEventListener("hashchange", () => void this.openHash());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.applyTheme());
  }

  readonly after = (before: State, after: State, event: Event): void => {
    if (event.type === "run-asked" || after.revision !== before.revision) this.evaluate(after);
    if (after.revision !== before.revision) this.documentChanged(after);
    else if (after.view !== before.view) this.viewChanged(before, after);
    if (after.snapshot !== before.snapshot && after.snapshot) this.snapshotChanged(after, after.snapshot);
    else if (isGraphShown(after) && (!isGraphShown(before) || isDrawnAnew(before, after))) this.layOut(after);
    if (after.notice !== before.notice && after.notice) announce(after.notice.text);
    this.asked(after, event);
  };

  /** What only an event says, because the state does not change with it. */
  private asked(state: State, event: Event): void {
    switch (event.type) {
      case "stop-asked": return this.client.stop();
      case "gallery-opened": return void this.gallery();
      case "copy-asked": return void this.copy(trueResult(state)?.text ?? "");
      case "report-asked": return void this.copy(reportOf(state, navigator.userAgent));
      case "download-asked": return this.download(state);
      case "export-asked": return void this.export(event.format);
      case "engine-paced": if (event.pace === "stoppable") markHung(true); return;
      case "area-shown":
        if (event.area === "inputs" && !state.document.files.some(({ name }) => name === "inputs.yaml")) {
          this.store.dispatch({ type: "file-added", name: "inputs.yaml" });
        }
        return;
      default: return;
    }
  }

  /** Asks for an evaluation of the document as it is. */
  evaluate(state: State): void {
    if (state.engine.phase === "paused") return;
    const { document: { dialect, files }, revision, view } = state;
    void this.client.call("evaluate", { revision, dialect, files, view: view.resultView, reveal: view.reveal, only: view.only }).then((snapshot) => {
      if (!snapshot) return;
      markHung(false);
      this.store.dispatch({ type: "evaluated", snapshot, milliseconds: this.client.took });
    });
  }

  private documentChanged(state: State): void {
    // The address names an example as long as the text is that example.
    const { example } = state.document;
    const hash = example && !isEdited(state) ? `#example/${example.dialect}/${encodeURIComponent(example.name)}` : "";
    if (hash !== location.hash) history.replaceState(null, "", location.pathname + location.search + hash);
    this.saveSoon();
  }

  private viewChanged(before: State, after: State): void {
    const { view } = after;
    if (view.theme !== before.view.theme) {
      saveTheme(view.theme);
      this.applyTheme();
    }
    if (view.resultView !== before.view.resultView || view.reveal !== before.view.reveal || view.only !== before.view.only) {
      void this.client.call("render", { view: view.resultView, reveal: view.reveal, only: view.only }).then((rendered: Rendered | null) => {
        if (rendered) this.store.dispatch({ type: "rendered", rendered });
      });
    }
    if (this.hasDraft) this.saveSoon();
  }

  private snapshotChanged(state: State, snapshot: Snapshot): void {
    if (isGraphShown(state)) this.layOut(state);
    announce(describeCounts(countProblems(snapshot.problems)));
  }

  private layOut(state: State): void {
    if (!state.snapshot || state.snapshot.graph.nodes.length === 0) return;
    void this.client.call("layout", drawingOf(state)).then((layout) => {
      if (layout) this.store.dispatch({ type: "laid-out", layout });
    });
  }

  private saveSoon(): void {
    this.hasDraft = true;
    if (this.saveTimer === 0) this.saveTimer = window.setTimeout(() => this.save(), SAVE_AFTER);
  }

  private save(): void {
    clearTimeout(this.saveTimer);
    this.saveTimer = 0;
    const { state } = this.store;
    const { document: text, opened, mine, view } = state;
    if (!this.hasDraft) return;
    if (!isEdited(state) && !mine && text.example) return dropDraft();
    const { file, panel, area, resultView, inlays, graphForm, problemsOpen, split } = view;
    const isSaved = saveDraft({
      saved: Date.now(), document: text, opened, mine,
      view: { file, panel, area, resultView, inlays, graphForm, problemsOpen, split },
    });
    if (!isSaved && !state.notice) this.store.dispatch({ type: "noticed", text: "This browser keeps no data here: download what you want to keep." });
  }

  /** Sets the theme on the page and tells the editors. */
  applyTheme(): void {
    const { theme } = this.store.state.view;
    const isDark = theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
    document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
    document.dispatchEvent(new CustomEvent("pantograph-theme"));
  }

  private async gallery(): Promise<readonly Example[]> {
    this.loading ??= this.loadGallery();
    try {
      const gallery = await this.loading;
      if (this.store.state.gallery !== gallery) this.store.dispatch({ type: "gallery-loaded", gallery });
      return gallery;
    } catch {
      this.loading = null;
      return this.store.state.gallery;
    }
  }

  /** Opens what `#example/<dialect>/<name>` names. */
  async openHash(): Promise<void> {
    const match = /^#example\/([^/]+)\/([^/]+)$/.exec(location.hash);
    const [dialect, name] = [match?.[1] ?? "", decodeURIComponent(match?.[2] ?? "")];
    const { state } = this.store;
    const { example } = state.document;
    if (!match || (example?.dialect === dialect && example.name === name && !isEdited(state))) return;
    const found = (await this.gallery()).find((entry) => entry.dialect === dialect && entry.name === name);
    this.store.dispatch(found ? openingOf(found) : { type: "noticed", text: `There is no example ${dialect}/${name}.` });
  }

  private async copy(text: string): Promise<void> {
    const isCopied = await navigator.clipboard.writeText(text).then(() => true, () => false);
    announce(isCopied ? "Copied." : "The browser does not allow copying.");
    if (!isCopied) this.store.dispatch({ type: "noticed", text: "The browser does not allow copying: select the text and use its own command." });
  }

  private download(state: State): void {
    const result = trueResult(state);
    if (result) offerFile({ name: `result.${result.language === "plaintext" ? "txt" : result.language}`, type: "text/plain", text: result.text });
  }

  private async export(format: ExportFormat): Promise<void> {
    const dark = document.documentElement.dataset["theme"] === "dark";
    const file = await this.client.call("export", { format, dark, drawing: drawingOf(this.store.state) });
    if (file) offerFile(file);
  }
}

function isDrawnAnew({ view: before }: State, { view }: State): boolean {
  return view.turned !== before.turned || view.only !== before.only;
}

function isGraphShown({ view }: State): boolean {
  return view.panel === "graph";
}
