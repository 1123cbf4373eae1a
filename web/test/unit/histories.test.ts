/** Random histories of tabs, clocks and storage: stored texts are always found again. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Drafts, type Draft, type SavedText } from "../../src/share/drafts.js";
import { MemoryStore } from "../../src/share/recordstore.js";
import { Tab } from "../../src/share/tab.js";
import { documentOf } from "./states.js";

const view = { file: "", panel: "result", area: "edit", resultView: "", inlays: "off", graphForm: "drawing", turned: [],
  only: "", problemsOpen: true, split: 0.5 } as const;
const draftOf = (text: string): Draft =>
  ({ document: documentOf(text), opened: documentOf("opened"), mine: null, view });
const textOf = (draft: { readonly document: Draft["document"] } | null): string => draft?.document.files[0]?.text ?? "";

/** The origin's storage, which all tabs share. It may be full, or unavailable when a page is killed. */
class Store extends MemoryStore<SavedText> {
  override readonly isLasting: boolean = true;
  failure: "" | "full" | "gone" = "";

  override put(record: SavedText, room?: readonly string[],
      mayOverwrite?: (old: SavedText) => boolean): Promise<boolean> {
    if (this.failure === "") return super.put(structuredClone(record), room, mayOverwrite);
    return Promise.reject(this.failure === "full" ? new DOMException("full", "QuotaExceededError") : new Error("gone"));
  }
}

interface Page {
  readonly drafts: Drafts;
  readonly tab: Tab;
  text: string;
  /** The text that this page must find again. */
  last: string | null;
}

interface Session {
  page: Page;
  readonly cached: Page[];
}

/** Returns a pseudorandom generator. The same seed generates the same numbers. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

class World {
  readonly store = new Store();
  readonly sessions: Session[] = [];
  /** Texts that must be found. */
  readonly kept = new Set<string>();
  latest = "";
  /** The text last stored under the name of a tab. */
  private readonly written = new Map<string, string>();
  private count = 0;
  readonly log: string[] = [];

  constructor(readonly random: (below: number) => number) {}

  private isHeld(name: string): boolean { return this.sessions.some(({ page }) => page.tab.name === name); }

  /** Opens a page in a tab whose session storage contains this name; null for a new tab. */
  async open(name: string | null): Promise<Page> {
    const isFree = name !== null && !this.isHeld(name);
    const tab = new Tab(isFree ? name : crypto.randomUUID(), name ?? undefined);
    const drafts = new Drafts([this.store], tab,
      () => Promise.resolve(new Set(this.sessions.map(({ page }) => page.tab.name))));
    const text = textOf(await drafts.load());
    return { drafts, tab, text, last: (isFree && this.written.get(name)) || null };
  }

  async newTab(): Promise<void> {
    const page = await this.open(null);
    if (this.latest) assert.equal(page.text, this.latest, "a new tab starts with the text that was saved last");
    this.sessions.push({ page, cached: [] });
  }

  async write(page: Page, how: "save" | "saveOnClose"): Promise<void> {
    page.text = `text ${++this.count}`;
    await this.keep(page, how);
  }

  async keep(page: Page, how: "save" | "saveOnClose"): Promise<void> {
    const keeping = await page.drafts[how](draftOf(page.text));
    const isKept = keeping === "kept" || how === "saveOnClose"; // the final text is in localStorage, which has room
    if (!isKept) return;
    if (page.last !== null) this.kept.delete(page.last);
    page.last = page.text;
    this.kept.add(page.text);
    this.latest = page.text;
    this.written.set(page.tab.name, page.text);
  }

  /** Replaces a tab's page with another one in the same tab. */
  async reload(session: Session, isCached: boolean): Promise<void> {
    const { page } = session;
    this.sessions.splice(this.sessions.indexOf(session), 1); // which releases its lock
    if (isCached) session.cached.push(page);
    session.page = await this.open(page.tab.name);
    this.sessions.push(session);
    // The text that this page stored or, if this page was restored, that a later page of the tab stored.
    const written = this.written.get(page.tab.name);
    if (written) assert.equal(session.page.text, written, "a tab finds its draft again");
  }

  async back(session: Session): Promise<void> {
    const page = session.cached.pop();
    if (!page) return;
    this.sessions.splice(this.sessions.indexOf(session), 1);
    if (this.isHeld(page.tab.name)) page.tab.rename();
    session.page = page;
    this.sessions.push(session);
    await page.drafts.resume();
    if (page.text) await this.keep(page, "save");
  }

  async step(): Promise<void> {
    const session = this.sessions[this.random(this.sessions.length)];
    const action = this.random(12);
    this.log.push(`${action} on ${session?.page.tab.name.slice(0, 4)} (${session?.page.text})`);
    if (!session) return this.newTab();
    switch (action) {
      case 0: if (this.sessions.length < 8) await this.newTab(); return;
      case 1: // the tab is duplicated
        if (this.sessions.length >= 8) return;
        this.sessions.push({ page: await this.open(session.page.tab.name), cached: [] });
        return;
      case 2: this.sessions.splice(this.sessions.indexOf(session), 1); return; // the page crashes
      case 3: return this.reload(session, false);
      case 4: return this.reload(session, true);
      case 5: return this.back(session);
      case 6: clock.offset += (this.random(3) - 1) * 86_400_000; return;
      case 7: this.store.failure = this.store.failure ? "" : "full"; return;
      case 8: return this.kill(session);
      case 9: return this.write(session.page, "saveOnClose");
      default: return this.write(session.page, "save");
    }
  }

  /** Lets a page store its final text, and end before any asynchronous work is finished. */
  private async kill(session: Session): Promise<void> {
    const { failure } = this.store;
    this.store.failure = "gone";
    await this.write(session.page, "saveOnClose");
    this.store.failure = failure;
    return this.reload(session, false);
  }

  async check(): Promise<void> {
    const reader = new Drafts([this.store], new Tab("reader"));
    const found = new Set(await Promise.all((await reader.recent()).map(async ({ id }) =>
      textOf(await reader.find(id)))));
    for (const text of this.kept) assert.ok(found.has(text), `${text} is lost`);
  }
}

const clock = { offset: 0 };
const { now } = Date;

before(() => {
  Date.now = () => now() + clock.offset;
  const entries = new Map<string, string>();
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    value: {
      get length() { return entries.size; }, key: (index: number) => [...entries.keys()][index] ?? null,
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, text: string) => void entries.set(key, text), removeItem: (key: string) =>
        void entries.delete(key), clear: () => entries.clear(),
    },
  });
});
after(() => {
  Date.now = now;
  Reflect.deleteProperty(globalThis, "localStorage");
});

test("no stored text is lost in random histories of tabs, clocks and storage", async () => {
  for (let seed = 1; seed <= 60; seed++) {
    localStorage.clear();
    clock.offset = 0;
    const world = new World(randomOf(seed * 7919));
    for (let step = 0; step < 60; step++) {
      try {
        await world.step();
        await world.check();
      } catch (error) {
        throw new Error(`seed ${seed}, step ${step}: ${(error as Error).message}\n${world.log.slice(-12).join("\n")}`,
          { cause: error });
      }
    }
  }
});
