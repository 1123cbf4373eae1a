/** Saves the user's texts: the draft of this tab, and recent texts that another text has replaced. */
import type { Draft, Drafts } from "../share/drafts.js";
import { isMine, ownTexts, sameText } from "./select.js";
import type { Event, Persistence, State } from "./state.js";
import type { Store } from "./store.js";

/**
 * The delay, in milliseconds, between a change and saving the draft. A page that is being hidden saves
 * at once.
 */
const SAVE_AFTER = 400;

/** The events that replace the text with another one. */
const REPLACING: ReadonlySet<Event["type"]> = new Set(["document-opened", "link-opened", "new-requested",
  "mine-restored", "mine-adopted", "reset-requested"]);

/** Saves the draft and replaced texts, and handles the events of the Recent list. */
export class Autosave {
  private timer = 0;
  /** Whether there is, or has been, something to save. */
  private isNeeded: boolean;
  /** The number of drafts being written now. */
  private writing = 0;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly store: Store, private readonly drafts: Drafts, startsWithDraft: boolean) {
    this.isNeeded = startsWithDraft;
    addEventListener("pagehide", () => this.leave());
    // Another page may have written under this tab's name meanwhile.
    addEventListener("pageshow", ({ persisted }) => { if (persisted) void this.wake(); });
    document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") this.leave(); });
  }

  readonly after = (before: State, after: State, event: Event): void => {
    if (REPLACING.has(event.type)) this.keepReplaced(before, after);
    if (after.revision !== before.revision) this.isNeeded = true;
    if (this.isNeeded && (after.document !== before.document || after.view !== before.view)) this.saveSoon();
    switch (event.type) {
      case "gallery-opened": return void this.list();
      case "recent-chosen": return void this.open(event.id);
      case "recent-named": return this.change((drafts) => drafts.rename(event.id, event.name));
      case "recent-deleted": return this.change((drafts) => drafts.remove(event.id));
      case "text-named": return void this.name(after, event.name);
      default: return;
    }
  };

  /** Adds the user's texts that are no longer shown or set aside to the recent texts. */
  private keepReplaced(before: State, after: State): void {
    const present = ownTexts(after);
    const replaced = ownTexts(before).filter((text) => !present.some((other) => sameText(text, other)));
    for (const text of replaced) this.change((drafts) => drafts.keep(text));
  }

  private change(action: (drafts: Drafts) => Promise<unknown>): void {
    this.last = this.last.then(() => action(this.drafts)).catch(() => undefined);
    void this.last.then(() => this.list());
  }

  private async list(): Promise<void> {
    await this.last;
    this.store.dispatch({ type: "recent-loaded", recent: await this.drafts.recent() });
  }

  private async open(id: string): Promise<void> {
    const found = await this.drafts.find(id);
    if (!found) {
      return this.store.dispatch({ type: "notice-shown", text: "This text is no longer stored in this browser." });
    }
    const { link: _, record: __, ...text } = found.document;
    const isRecord = !id.startsWith("tab.");
    const document = { ...text, example: null, isOwn: true,
      ...(isRecord ? { record: { id, turn: found.turn ?? 0 } } : {}) };
    this.store.dispatch({ type: "document-opened", document, notice: "" });
  }

  private async name({ document }: State, name: string): Promise<void> {
    const record = await this.drafts.keep(document, name);
    this.store.dispatch({ type: "record-written", record, document });
    this.store.dispatch({ type: "notice-shown", text: `Saved as “${name}”. It is listed under Recent, in Examples.` });
    await this.list();
  }

  private async wake(): Promise<void> {
    await this.drafts.resume();
    if (this.isNeeded) this.saveSoon();
  }

  private saveSoon(): void {
    if (this.timer === 0) this.timer = window.setTimeout(() => void this.save(), SAVE_AFTER);
  }

  private async save(): Promise<void> {
    this.timer = 0;
    const draft = draftOf(this.store.state);
    if (!draft) return this.drafts.discard();
    this.writing++;
    this.reportPersistence(await this.drafts.save(draft).finally(() => { this.writing--; }));
  }

  /** Saves when the page closes or is hidden, since asynchronous work may not start or finish after that. */
  private leave(): void {
    if (this.timer === 0 && this.writing === 0) return;
    clearTimeout(this.timer);
    this.timer = 0;
    const draft = draftOf(this.store.state);
    void (draft ? this.drafts.saveOnClose(draft).then((persistence) => this.reportPersistence(persistence))
      : this.drafts.discard());
  }

  private reportPersistence(persistence: Persistence): void {
    this.store.dispatch({ type: "persistence-changed", persistence });
  }
}

/** Returns the draft to save, or null if the state contains no text of the user's own. */
function draftOf(state: State): Draft | null {
  const { document, opened, mine, view } = state;
  if (!isMine(state) && !mine) return null;
  const { file, panel, area, resultView, inlays, graphForm, toggled, narrowing, follows, arrows, only, problemsOpen,
    split } = view;
  return { document, opened, mine, view: { file, panel, area, resultView, inlays, graphForm, turned: toggled, narrowing,
    follows, arrows, only, problemsOpen, split } };
}
