/**
 * Stores drafts, so that they survive a reload and a crash: the document of each tab, and the recent
 * texts, which the user worked on before. A tab writes only its own record, so no tab overwrites the
 * draft of another; a new tab starts with a copy of the latest draft. If a store is denied or full,
 * the next one is used; the last is the page's memory, and then the page says that drafts are not saved.
 */
import type { Document, Persistence, Recent, RecordName, View } from "../app/state.js";
import { ownTitle } from "../app/select.js";
import { guarded, markDraft, unmarkDraft } from "./settings.js";
import { storageKey } from "./storagekey.js";
import { isFull, LocalStore, MemoryStore, openIndexed, type RecordStore } from "./recordstore.js";
import type { Tab } from "./tab.js";
import { importOldRecords } from "./oldrecords.js";

/** The saved state of a tab. */
export interface Draft {
  readonly document: Document;
  readonly opened: Document;
  readonly mine: Document | null;
  readonly view: Pick<View, "file" | "panel" | "area" | "resultView" | "inlays" | "graphForm" | "only" | "problemsOpen"
    | "split"> & Partial<Pick<View, "narrowing" | "follows" | "arrows">> & {
    /** View.toggled, under the name that older releases stored. */
    readonly turned: View["toggled"];
  };
}

/** A record: a tab's draft, whose id starts with "tab.", or a recent text. */
export interface SavedText extends Partial<Draft> {
  readonly id: string;
  /**
   * The number of the save, counted over all tabs, since clocks may go back. Undefined in records of
   * older releases.
   */
  readonly turn?: number;
  /** When it was saved, in milliseconds by the local clock: shown, and used to order records without a turn. */
  readonly saved: number;
  /** A random id of the page that wrote it. */
  readonly writer?: string;
  readonly name: string;
  readonly document: Document;
}

/** How many unnamed recent texts are kept, and how many drafts of closed tabs. */
const MAX_KEPT = 20;
const TAB = "tab.";
/**
 * Prefix of the keys that a closing page writes to, since IndexedDB may not finish then: in
 * localStorage or, if that is full, in the tab's own sessionStorage.
 */
const CLOSING = "pantograph.last", STORAGES = [(): Storage => localStorage, (): Storage => sessionStorage] as const;
const TURN = "pantograph.turn";

/** Whether a stored value has the files that a document needs. */
export function isDocument(value: unknown): value is Document {
  const files = (value as Partial<Document> | null)?.files;
  return Array.isArray(files) && files.length > 0 && files.every((file: Readonly<Record<string, unknown>> | null) =>
    typeof file?.["name"] === "string" && typeof file["text"] === "string");
}

/** Turns are below this number, so that there is always a next one. */
const MAX_TURN = 2 ** 50;

function turnOf({ turn }: Pick<SavedText, "turn">): number {
  return Number.isSafeInteger(turn) && turn! < MAX_TURN ? turn! : 0;
}

/** Compares two records by when they were saved; the result is positive if the first was saved later. */
function order(a: SavedText, b: SavedText): number {
  return turnOf(a) - turnOf(b) || a.saved - b.saved;
}

/**
 * Opens the stores that this browser offers, the best first, and imports the drafts of an older release,
 * in which `old` is the tab's name, or null.
 */
export async function openStores(old: string | null): Promise<readonly RecordStore<SavedText>[]> {
  const stores: RecordStore<SavedText>[] = [];
  try {
    stores.push(await openIndexed<SavedText>(storageKey("pantograph").trim()));
  } catch { /* denied: use the next store */ }
  const local = guarded(() => new LocalStore<SavedText>(storageKey("pantograph.kept")), null);
  if (local) stores.push(local);
  if (stores[0]) await importOldRecords(stores[0], old).catch(() => undefined);
  return [...stores, new MemoryStore<SavedText>()];
}

/**
 * The drafts of one page. If another page has written a draft under this tab's name since this page
 * last read it, this page does not overwrite it and takes a new name instead.
 */
export class Drafts {
  private turn = 0;
  private readonly writer = crypto.randomUUID();
  /** The turn of the latest draft under this tab's name that this page has read or written. */
  private seen = 0;
  private last: Promise<unknown> = Promise.resolve();
  private loaded: Promise<unknown> | null = null;
  /** The last save on closing. Saves that were waiting at that time are older and must not be written after it. */
  private closing: Promise<Persistence> | null = null;

  private readonly stores: Promise<readonly RecordStore<SavedText>[]>;

  /** `openTabs` returns the names of the open tabs, whose drafts are never discarded to make room. */
  constructor(
    stores: readonly RecordStore<SavedText>[] | Promise<readonly RecordStore<SavedText>[]>, private readonly tab: Tab,
    private readonly openTabs: () => Promise<ReadonlySet<string>> = () => Promise.resolve(new Set()),
  ) {
    this.stores = tab.claimed.then(() => stores);
  }

  /** Returns this tab's draft or, for a new tab, the latest draft of any tab; null if there is none. */
  async load(): Promise<Draft | null> {
    const all = await this.all();
    const tabs = all.filter(({ id, opened }) => id.startsWith(TAB) && isDocument(opened)).sort(order);
    const own = tabs.find(({ id }) => id === TAB + this.tab.from);
    if (own && this.tab.name === this.tab.from) this.seen = turnOf(own);
    const found = (own ?? tabs.at(-1) ?? null) as Draft | null;
    return found && { ...found, mine: isDocument(found.mine) ? found.mine : null };
  }

  /** Saves this tab's draft and resolves to whether it will survive a reload. */
  save(draft: Draft): Promise<Persistence> {
    const { closing } = this;
    return this.inOrder(async () => {
      await (this.loaded ??= this.all());
      return this.closing === closing ? this.write(draft, this.next()) : null;
    }).then((persistence) => persistence ?? this.closing!);
  }

  /**
   * Saves the draft of a page that is closing: to a synchronous storage if possible, then to the usual
   * store.
   */
  saveOnClose(draft: Draft): Promise<Persistence> {
    this.tab.ensureOwned();
    const turn = this.next();
    this.yieldName();
    writeClosingDraft(this.tab.name, JSON.stringify({ ...draft, turn, saved: Date.now(), writer: this.writer }));
    return (this.closing = this.inOrder(() => this.write(draft, turn)));
  }

  /**
   * Called when the page returns from the back/forward cache. Takes a new name if a later page of the
   * same tab has written a draft under this one.
   */
  resume(): Promise<void> {
    return this.inOrder(async () => { await this.renameIfTaken(); });
  }

  /** Takes a new name if another page has written under this one. Resolves to whether it did. */
  private async renameIfTaken(): Promise<boolean> {
    const kept = (await this.all()).find(({ id }) => id === TAB + this.tab.name);
    if (!kept || this.mayOverwrite(kept)) return false;
    this.takeNewName();
    return true;
  }

  /** Removes this tab's draft. */
  discard(): Promise<void> {
    return this.inOrder(async () => {
      if (await this.renameIfTaken()) return;
      removeClosingDraft(this.tab.name);
      await this.each((store) => store.remove([TAB + this.tab.name]));
      if ((await this.all()).length === 0) unmarkDraft();
    });
  }

  /**
   * Adds a document to the recent texts. If it was opened from one that nothing else has changed
   * since, it replaces that one. `name`, if given, replaces the old name.
   */
  async keep(document: Document, name?: string): Promise<RecordName> {
    const old = document.record ? await this.find(document.record.id) : null;
    const isSame = (kept: SavedText): boolean => turnOf(kept) === document.record?.turn;
    const isOwn = old !== null && isSame(old);
    const entry = isOwn ? { id: old.id, name: name ?? old.name } : { id: crypto.randomUUID(), name: name ?? "" };
    const record: SavedText = { ...entry, turn: this.next(), saved: Date.now(), document };
    const isKept = await this.put(record, isSame) !== null;
    const { id, turn = 0 } = isKept ? record : { ...record, id: crypto.randomUUID() };
    if (!isKept) await this.put({ ...record, id });
    await this.trim();
    return { id, turn };
  }

  /** Returns the recent texts and the drafts of other tabs, up to a limit, the latest first and each text once. */
  async recent(): Promise<readonly Recent[]> {
    const seen = new Set<string>();
    const others = (await this.all()).filter(({ id }) => id !== TAB + this.tab.name).sort((a, b) => order(b, a));
    return others.flatMap(textsOf).filter(({ document }) => {
      const content = JSON.stringify([document.dialect, document.files]);
      return seen.size < 2 * MAX_KEPT && !seen.has(content) && seen.add(content);
    }).map(({ id, turn = 0, saved, name, document }) => ({ id, turn, saved, name, title: ownTitle(document) }));
  }

  /** Returns a record by its id or, if the id ends with "#mine", the text that a tab has set aside; null if missing. */
  async find(id: string): Promise<SavedText | null> {
    const [recordId = "", part] = id.split("#");
    const record = (await this.all()).find((each) => each.id === recordId);
    return (record && textsOf(record).find((text) => text.id === (part ? id : recordId))) ?? null;
  }

  /** Gives a recent text a name. */
  async rename(id: string, name: string): Promise<void> {
    const record = await this.find(id);
    if (record) await this.keep({ ...record.document, record: { id: record.id, turn: turnOf(record) } }, name);
  }

  /** Removes a recent text or another tab's draft. */
  async remove(id: string): Promise<void> {
    removeClosingDraft(id.slice(TAB.length).split("#")[0]!);
    await this.each((store) => store.remove([id.split("#")[0]!]));
  }

  /** Returns the next turn, which is greater than those of all tabs if localStorage is available. */
  private next(): number {
    const others = guarded(() => turnOf({ turn: Number(localStorage.getItem(storageKey(TURN))) }), 0);
    this.turn = Math.max(this.turn, others) + 1;
    guarded(() => localStorage.setItem(storageKey(TURN), String(this.turn)), undefined);
    return this.turn;
  }

  private inOrder<T>(action: () => Promise<T>): Promise<T> {
    const done = this.last.then(action);
    this.last = done.catch(() => undefined);
    return done;
  }

  private readonly mayOverwrite = (saved: SavedText): boolean =>
    saved.writer === this.writer || turnOf(saved) <= this.seen;

  private takeNewName(): void {
    this.tab.rename();
    this.seen = 0;
  }

  private async write(draft: Draft, turn: number): Promise<Persistence> {
    this.yieldName();
    const { name } = this.tab;
    const record = { ...draft, id: TAB + name, name: "", turn, saved: Date.now(), writer: this.writer };
    const persistence = await this.put(record, this.mayOverwrite);
    if (persistence === null) { // another page has written under this name
      this.takeNewName();
      return this.write(draft, turn);
    }
    if (persistence !== "kept") return persistence;
    this.seen = turn;
    const closing = readClosingDraft(name);
    if (closing && turnOf(closing) <= turn) removeClosingDraft(name);
    return persistence;
  }

  /** Takes a new name if another page saved its draft under this one when it closed. */
  private yieldName(): void {
    const last = readClosingDraft(this.tab.name);
    if (last && !this.mayOverwrite(last)) this.takeNewName();
  }

  /** Returns the newest version of each record in all stores. */
  private async all(): Promise<SavedText[]> {
    const lists = await Promise.all((await this.stores).map((store) => store.all().catch(() => [])));
    const newest = new Map<string, SavedText>();
    for (const record of [...lists.flat(), ...closingDrafts()]) {
      if (!isDocument(record.document)) continue;
      this.turn = Math.max(this.turn, turnOf(record));
      const other = newest.get(record.id);
      if (!other || order(record, other) > 0) newest.set(record.id, record);
    }
    return [...newest.values()];
  }

  /**
   * Writes a record to the first store that accepts it, discarding the oldest texts of a full one.
   * Resolves to null if `mayOverwrite` returns false for the existing record.
   */
  private async put(record: SavedText, mayOverwrite?: (kept: SavedText) => boolean): Promise<Persistence | null> {
    let why: Persistence = "denied";
    for (const store of await this.stores) {
      try {
        const isWritten = await store.put(record, [], mayOverwrite).catch(async (error: unknown) => {
          if (!isFull(error)) throw error;
          why = "full";
          return store.put(record, await this.oldest(store, record.id), mayOverwrite);
        });
        if (!isWritten) return null;
        if (!store.isLasting) return why;
        markDraft();
        return "kept";
      } catch { /* use the next store */ }
    }
    return why;
  }

  /**
   * Returns the ids of the records to discard: the older half of the unnamed recent texts or, if
   * there are none, of the drafts of closed tabs.
   */
  private async oldest(store: RecordStore<SavedText>, except: string): Promise<readonly string[]> {
    const open = await this.openTabs();
    const all = (await store.all()).filter(({ id, name }) =>
      id !== except && name === "" && !open.has(id.slice(TAB.length))).sort(order);
    const recent = all.filter(({ id }) => !id.startsWith(TAB));
    const old = recent.length > 0 ? recent : all;
    return old.slice(0, Math.ceil(old.length / 2)).map(({ id }) => id);
  }

  /** Discards the oldest unnamed recent texts, and the oldest drafts of closed tabs, beyond MAX_KEPT of each. */
  private async trim(): Promise<void> {
    const open = await this.openTabs();
    const all = (await this.all()).sort((a, b) => order(b, a))
      .filter(({ id, name }) => name === "" && id !== TAB + this.tab.name && !open.has(id.slice(TAB.length)));
    const isTab = ({ id }: SavedText): boolean => id.startsWith(TAB);
    const old = [...all.filter(isTab).slice(MAX_KEPT), ...all.filter((record) => !isTab(record))
      .slice(MAX_KEPT)].map(({ id }) => id);
    for (const id of old) removeClosingDraft(id.slice(TAB.length));
    await this.each((store) => store.remove(old));
  }

  private async each(action: (store: RecordStore<SavedText>) => Promise<void>): Promise<void> {
    await Promise.all((await this.stores).map((store) => action(store).catch(() => undefined)));
  }
}

function writeClosingDraft(tab: string, text: string): void {
  const write = (storage: () => Storage): boolean => guarded(() => {
    storage().setItem(storageKey(CLOSING) + tab, text);
    return true;
  }, false);
  if (STORAGES.some(write)) markDraft();
}

function removeClosingDraft(tab: string): void {
  for (const storage of STORAGES) guarded(() => storage().removeItem(storageKey(CLOSING) + tab), undefined);
}

function readClosingDraft(tab: string): SavedText | null {
  return closingDrafts(tab).toSorted(order).at(-1) ?? null;
}

/**
 * Returns the drafts that closing pages wrote, of all tabs or of one. They may be newer than those in
 * other stores.
 */
function closingDrafts(tab = ""): readonly SavedText[] {
  return STORAGES.flatMap((storage) => guarded(() =>
    new LocalStore<SavedText>(storageKey(CLOSING) + tab, storage()).entries()
      .map(([rest, kept]) => ({ ...kept, id: TAB + tab + rest, name: "" })), []));
}

/**
 * Returns the user's texts in a record: that of a recent text; or a tab's document if the user owns
 * or has changed it, and the document that the tab has set aside.
 */
function textsOf(record: SavedText): readonly SavedText[] {
  if (!record.id.startsWith(TAB)) return [record];
  const { id, turn, saved, mine, opened, document } = record;
  const kept = { name: "", saved, ...(turn === undefined ? {} : { turn }) };
  const isTheirs = document.isOwn === true || JSON.stringify(document.files) !== JSON.stringify(opened?.files);
  return [...(isTheirs ? [{ ...kept, id, document }] : []),
    ...(isDocument(mine) ? [{ ...kept, id: `${id}#mine`, document: mine }] : [])];
}
