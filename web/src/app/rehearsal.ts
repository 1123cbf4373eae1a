/**
 * Rehearses typing while the user is idle. Browsers compile a function when it is first called, and optimise it once it
 * has run for a while, so the first letters typed in a template, and their results, would take two to four times as
 * long as later ones. A rehearsal does not touch the page's state: it types into hidden editors, and the engine
 * evaluates that text in addition to the document. Embeds do not rehearse, because a page may contain many of them,
 * and few of their readers type.
 */
import type { Editors } from "../editor/editors.js";
import type { RehearsalEditors } from "../editor/rehearsal.js";
import { applyChange } from "../evaluator/change.js";
import type { Client } from "../evaluator/client.js";
import type { File, Rendered } from "../protocol/protocol.gen.js";
import type { Event, State } from "./state.js";
import type { Store } from "./store.js";

/** How long the user must have been idle, in milliseconds. */
const IDLE = 700;
/** How many letters are typed. By then V8 has optimised the engine. */
const LETTERS = 30;
/**
 * Longer texts, in UTF-16 code units, are not rehearsed: the engine would need memory for two of them, and WebAssembly
 * memory never shrinks.
 */
const MAX_SIZE = 100_000;
/** A rehearsal ends when an evaluation takes longer, in milliseconds, since a key press might have to wait. */
const MAX_TOOK = 150;
/**
 * If the last evaluation took longer, in milliseconds, a rehearsal does not begin. It may have been the first one of a
 * new engine, which takes two to three times as long as the next.
 */
const MAX_LAST_TOOK = 400;
/** The limit on the total time of a rehearsal's evaluations, in milliseconds. */
const MAX_TOTAL = 1000;

/** Rehearses once for each dialect, and again if the text has become much longer, since that optimises more code. */
export class Rehearsal {
  /** The length of the longest text that has been rehearsed in each dialect. */
  private readonly rehearsed = new Map<string, number>();
  private timer = 0;
  /** Counts the user's actions and the new results, each of which ends a rehearsal. */
  private changes = 0;

  constructor(private readonly store: Store, private readonly client: Pick<Client, "call" | "took">,
      private readonly editors: () => Pick<Editors, "rehearse"> | null) {
    for (const type of ["keydown", "pointerdown", "wheel"] as const) {
      addEventListener(type, () => this.putOff(), { capture: true, passive: true });
    }
  }

  readonly after = (_before: State, _after: State, { type }: Event): void => {
    if (type === "evaluated" || type === "text-edited") this.putOff();
  };

  private putOff(): void {
    this.changes++;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.rehearse(), IDLE);
  }

  private async rehearse(): Promise<void> {
    const { changes } = this, { document: { files }, engine, revision, snapshot } = this.store.state;
    const file = files.find(({ name }) => name === snapshot?.main), editors = this.editors();
    if (!file || !editors || snapshot?.revision !== revision || engine.phase !== "ready") return;
    const size = files.reduce((sum, { text }) => sum + text.length, 0);
    const isRehearsed = size <= 2 * (this.rehearsed.get(snapshot.dialect) ?? -1);
    if (isRehearsed || size > MAX_SIZE || engine.milliseconds > MAX_LAST_TOOK) return;
    await untilIdle();
    if (this.changes !== changes) return;
    const hidden = editors.rehearse(file);
    try {
      await this.typeInto(hidden, file, changes);
    } finally {
      hidden.close();
    }
    if (this.changes === changes) this.rehearsed.set(snapshot.dialect, size);
  }

  /** Types letters into the hidden editors, until the user does something. */
  private async typeInto(hidden: RehearsalEditors, file: File, changes: number): Promise<void> {
    const { document: { dialect, files }, raised, view } = this.store.state;
    const shown = { view: view.resultView, reveal: false, only: view.only, inlays: view.inlays !== "off" };
    let last: Rendered | null = null;
    for (let letters = 0, took = 0; letters < LETTERS && took < MAX_TOTAL; letters++, took += this.client.took) {
      await untilIdle();
      if (this.changes !== changes) return;
      const text = hidden.type();
      const answer = await this.client.call("rehearse", { revision: 0, dialect, raised, ...shown, lean: true,
        files: files.map((each) => (each === file ? { ...each, text } : each)), base: last?.id ?? -1 });
      if (!answer || this.client.took > MAX_TOOK) return;
      last = applyChange(last, answer.result);
      hidden.show(last);
    }
  }
}

/** Resolves when the browser has nothing more urgent to do. */
function untilIdle(): Promise<unknown> {
  // Safari has no idle callbacks.
  return new Promise((resolve) => (window.requestIdleCallback ?? window.setTimeout)(resolve));
}
