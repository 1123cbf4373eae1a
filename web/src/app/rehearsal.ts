/**
 * Rehearses typing once the result is shown and the user does nothing. Browsers compile a function when it is called
 * for the first time, and optimise it once it has run for a while: without this, the first letters in a template, and
 * their results, take two to four times as long as later ones. Nothing of a rehearsal reaches the page's state. It has
 * its own editors, which nobody sees, and the engine evaluates the text beside the document. Embeds do not rehearse,
 * since a page may contain many, and few of their readers type.
 */
import type { Editors } from "../editor/editors.js";
import { applyChange } from "../evaluator/change.js";
import type { Client } from "../evaluator/client.js";
import type { Rendered } from "../protocol/protocol.gen.js";
import type { Event, State } from "./state.js";
import type { Store } from "./store.js";

/** How long the user must have done nothing, in milliseconds. */
const IDLE = 700;
/** How many letters are typed; after these, V8 has optimised the engine. */
const LETTERS = 15;
/**
 * Of longer texts, in UTF-16 code units, nothing is rehearsed: the engine would need memory for two of them, and a
 * browser never gets it back.
 */
const MAX_SIZE = 100_000;
/** Nor of a text whose evaluation took longer, in milliseconds: the user's first key might have to wait that long. */
const MAX_TOOK = 150;
/** How long the evaluations may take together, in milliseconds. */
const MAX_TOTAL = 400;

/** Rehearses typing in each dialect, and again in a much longer text, of which more code is optimised. */
export class Rehearsal {
  /** The length of the longest text that has been rehearsed in each dialect. */
  private readonly rehearsed = new Map<string, number>();
  private timer = 0;
  /** How often the user has done something, or the result has changed. */
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
    const { changes } = this, { document: { dialect, files }, engine, raised, revision, snapshot,
      view } = this.store.state;
    const file = files.find(({ name }) => name === snapshot?.main), editors = this.editors();
    if (!file || !editors || snapshot?.revision !== revision || engine.phase !== "ready") return;
    const size = files.reduce((sum, { text }) => sum + text.length, 0);
    const isRehearsed = size <= 2 * (this.rehearsed.get(snapshot.dialect) ?? -1);
    if (isRehearsed || size > MAX_SIZE || engine.milliseconds > MAX_TOOK) return;
    await untilIdle();
    if (this.changes !== changes) return;
    const hidden = editors.rehearse(file);
    const shown = { view: view.resultView, reveal: false, only: view.only, inlays: view.inlays !== "off" };
    let last: Rendered | null = null;
    for (let letters = 0, took = 0; letters < LETTERS && took < MAX_TOTAL; letters++, took += this.client.took) {
      await untilIdle();
      if (this.changes !== changes) break;
      const text = hidden.type();
      const answer = await this.client.call("rehearse", { revision: 0, dialect, raised, ...shown, lean: true,
        files: files.map((each) => (each === file ? { ...each, text } : each)), base: last?.id ?? -1 });
      if (!answer) break;
      last = applyChange(last, answer.result);
      hidden.show(last);
    }
    hidden.close();
    if (this.changes === changes) this.rehearsed.set(snapshot.dialect, size);
  }
}

/** Resolves when the browser has nothing more urgent to do. */
function untilIdle(): Promise<unknown> {
  // Safari has no idle callbacks.
  return new Promise((resolve) => (window.requestIdleCallback ?? window.setTimeout)(resolve));
}
