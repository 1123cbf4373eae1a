/**
 * Drafts survive a reload and a crash: the document of each tab, and a ring of texts that the user
 * worked on before. A tab writes only its own record, so that no tab overwrites another; a new tab
 * begins with a copy of the latest. If storage is denied or full, the next best place is used, and
 * the page says so when that is only its own memory.
 */
import type { Document, Keeping, Recent, RecordName, View } from "../app/state.js";
import { ownTitle } from "../app/select.js";
import { guarded, markDraft, unmarkDraft } from "./settings.js";
import { named } from "./place.js";
import { isFull, LocalShelf, MemoryShelf, openIndexed, type Shelf } from "./shelf.js";
import type { Tab } from "./tab.js";
import { takeOver } from "./takeover.js";

/** The saved state of a tab. */
export interface Draft {
  readonly document: Document;
  readonly opened: Document;
  readonly mine: Document | null;
  readonly view: Pick<View, "file" | "panel" | "area" | "resultView" | "inlays" | "graphForm" | "turned" | "only"
    | "problemsOpen" | "split"> &
    Partial<Pick<View, "narrowing" | "follows" | "arrows">>;
}

/** A tab's draft (its id begins with "tab.") or a text of the ring. */
export interface Kept extends Partial<Draft> {
  readonly id: string;
  /**
   * A counter over all saves of all tabs, since clocks may go back. Records of older releases have
   * none.
   */
  readonly turn?: number;
  /** When it was saved, by the local clock: to show, and to order records without a turn. */
  readonly saved: number;
  /** The page that wrote it. */
  readonly writer?: string;
  readonly name: string;
  readonly document: Document;
}

/** How many unnamed texts are kept, and how many tabs. */
const MOST = 20;
const TAB = "tab.";
/**
 * Where a page that is closing writes, as IndexedDB may no longer finish; to the tab's own storage if
 * the origin's is full.
 */
const LAST = "pantograph.last", STORAGES = [(): Storage => localStorage, (): Storage => sessionStorage] as const;
const TURN = "pantograph.turn";

/** Whether a stored value has the files of a document. */
export function isDocument(value: unknown): value is Document {
  const files = (value as Partial<Document> | null)?.files;
  return Array.isArray(files) && files.length > 0 && files.every((file: Readonly<Record<string, unknown>> | null) =>
    typeof file?.["name"] === "string" && typeof file["text"] === "string");
}

function turnOf({ turn }: Kept): number {
  return Number.isSafeInteger(turn) ? turn! : 0;
}

/** Compares two records by when they were saved: positive if the first is later. */
function order(a: Kept, b: Kept): number {
  return turnOf(a) - turnOf(b) || a.saved - b.saved;
}

/** Opens the best storage that this browser offers; `old` is the tab's name in an older release. */
export async function openShelves(old: string | null): Promise<readonly Shelf<Kept>[]> {
  const shelves: Shelf<Kept>[] = [];
  try {
    shelves.push(await openIndexed<Kept>(named("pantograph").trim()));
  } catch { /* denied: the next place */ }
  const local = guarded(() => new LocalShelf<Kept>(named("pantograph.kept")), null);
  if (local) shelves.push(local);
  if (shelves[0]) await takeOver(shelves[0], old).catch(() => undefined);
  return [...shelves, new MemoryShelf<Kept>()];
}

/**
 * The drafts of one page. A page never overwrites what another has written since it last read it;
 * it takes a new name instead.
 */
export class Drafts {
  private turn = 0;
  private readonly writer = crypto.randomUUID();
  /** The latest draft under this tab's name that this page has read or written. */
  private seen = 0;
  private last: Promise<unknown> = Promise.resolve();
  private learned: Promise<unknown> | null = null;
  /** The last draft saved on leaving: it is later than what was waiting to be saved by then. */
  private left: Promise<Keeping> | null = null;

  private readonly shelves: Promise<readonly Shelf<Kept>[]>;

  /**
   * Shelves may open asynchronously; `openTabs` returns the tabs whose drafts are never discarded.
   */
  constructor(
    shelves: readonly Shelf<Kept>[] | Promise<readonly Shelf<Kept>[]>, private readonly tab: Tab,
    private readonly openTabs: () => Promise<ReadonlySet<string>> = () => Promise.resolve(new Set()),
  ) {
    this.shelves = tab.claimed.then(() => shelves);
  }

  /** Returns this tab's draft or, for a new tab, the latest of all. */
  async load(): Promise<Draft | null> {
    const all = await this.all();
    const tabs = all.filter(({ id, opened }) => id.startsWith(TAB) && isDocument(opened)).sort(order);
    const own = tabs.find(({ id }) => id === TAB + this.tab.from);
    if (own && this.tab.name === this.tab.from) this.seen = turnOf(own);
    const found = (own ?? tabs.at(-1) ?? null) as Draft | null;
    return found && { ...found, mine: isDocument(found.mine) ? found.mine : null };
  }

  /** Saves this tab's draft and returns where. */
  save(draft: Draft): Promise<Keeping> {
    const { left } = this;
    return this.inOrder(async () => {
      await (this.learned ??= this.all());
      return this.left === left ? this.write(draft, this.next()) : null;
    }).then((keeping) => keeping ?? this.left!);
  }

  /**
   * Saves the draft of a page that is closing: synchronously where that is possible, then to the
   * usual place.
   */
  leave(draft: Draft): Promise<Keeping> {
    this.tab.mustBeOurs();
    const turn = this.next();
    this.giveWay();
    writeLast(this.tab.name, JSON.stringify({ ...draft, turn, saved: Date.now(), writer: this.writer }));
    return (this.left = this.inOrder(() => this.write(draft, turn)));
  }

  /**
   * Call when the page returns from the back/forward cache: a later page of the tab may have
   * written under its name.
   */
  wake(): Promise<void> {
    return this.inOrder(async () => { await this.isDisplaced(); });
  }

  private async isDisplaced(): Promise<boolean> {
    const kept = (await this.all()).find(({ id }) => id === TAB + this.tab.name);
    if (!kept || this.mayTake(kept)) return false;
    this.takeNewName();
    return true;
  }

  drop(): Promise<void> {
    return this.inOrder(async () => {
      if (await this.isDisplaced()) return;
      removeLast(this.tab.name);
      await this.each((shelf) => shelf.remove([TAB + this.tab.name]));
      if ((await this.all()).length === 0) unmarkDraft();
    });
  }

  /**
   * Puts a text into the ring, in its old place if it came from there and nothing else has changed
   * it since. A name, if given, replaces the old one.
   */
  async shelve(document: Document, name?: string): Promise<RecordName> {
    const old = document.record ? await this.find(document.record.id) : null;
    const isSame = (kept: Kept): boolean => turnOf(kept) === document.record?.turn;
    const isOwn = old !== null && isSame(old);
    const place = isOwn ? { id: old.id, name: name ?? old.name } : { id: crypto.randomUUID(), name: name ?? "" };
    const record: Kept = { ...place, turn: this.next(), saved: Date.now(), document };
    const isKept = await this.put(record, isSame) !== null;
    const { id, turn = 0 } = isKept ? record : { ...record, id: crypto.randomUUID() };
    if (!isKept) await this.put({ ...record, id });
    await this.trim();
    return { id, turn };
  }

  /** Returns the texts that the user worked on, latest first: the ring, and those of other tabs. */
  async recent(): Promise<readonly Recent[]> {
    const seen = new Set<string>();
    const others = (await this.all()).filter(({ id }) => id !== TAB + this.tab.name).sort((a, b) => order(b, a));
    return others.flatMap(textsOf).filter(({ document }) => {
      const content = JSON.stringify([document.dialect, document.files]);
      return seen.size < 2 * MOST && !seen.has(content) && seen.add(content);
    }).map(({ id, turn = 0, saved, name, document }) => ({ id, turn, saved, name, title: ownTitle(document) }));
  }

  /** A text of the ring; `id` may name the text that a tab has set aside. */
  async find(id: string): Promise<Kept | null> {
    const [place = "", part] = id.split("#");
    const record = (await this.all()).find((each) => each.id === place);
    return (record && textsOf(record).find((text) => text.id === (part ? id : place))) ?? null;
  }

  async rename(id: string, name: string): Promise<void> {
    const record = await this.find(id);
    if (record) await this.shelve({ ...record.document, record: { id: record.id, turn: turnOf(record) } }, name);
  }

  /** Removes a text from the ring, or discards another tab's draft. */
  async remove(id: string): Promise<void> {
    removeLast(id.slice(TAB.length).split("#")[0]!);
    await this.each((shelf) => shelf.remove([id.split("#")[0]!]));
  }

  /** Returns the next turn. Turns are unique across tabs, as far as tabs can tell. */
  private next(): number {
    const others = guarded(() => Number(localStorage.getItem(named(TURN))) || 0, 0);
    this.turn = Math.max(this.turn, others) + 1;
    guarded(() => localStorage.setItem(named(TURN), String(this.turn)), undefined);
    return this.turn;
  }

  private inOrder<T>(action: () => Promise<T>): Promise<T> {
    const done = this.last.then(action);
    this.last = done.catch(() => undefined);
    return done;
  }

  private readonly mayTake = (kept: Kept): boolean => kept.writer === this.writer || turnOf(kept) <= this.seen;

  private takeNewName(): void {
    this.tab.rename();
    this.seen = 0;
  }

  private async write(draft: Draft, turn: number): Promise<Keeping> {
    this.giveWay();
    const { name } = this.tab;
    const keeping = await this.put({ ...draft, id: TAB + name, name: "", turn, saved: Date.now(), writer: this.writer },
      this.mayTake);
    if (keeping === null) { // another page has this name
      this.takeNewName();
      return this.write(draft, turn);
    }
    if (keeping !== "kept") return keeping;
    this.seen = turn;
    if (turnOf(readLast(name) ?? NEVER) <= turn) removeLast(name);
    return keeping;
  }

  /** Takes another name if another page saved its draft under this one when it closed. */
  private giveWay(): void {
    const last = readLast(this.tab.name);
    if (last && !this.mayTake(last)) this.takeNewName();
  }

  private async all(): Promise<Kept[]> {
    const lists = await Promise.all((await this.shelves).map((shelf) => shelf.all().catch(() => [])));
    const newest = new Map<string, Kept>();
    for (const record of [...lists.flat(), ...lastWords()]) {
      if (!isDocument(record.document)) continue;
      this.turn = Math.max(this.turn, turnOf(record));
      const other = newest.get(record.id);
      if (!other || order(record, other) > 0) newest.set(record.id, record);
    }
    return [...newest.values()];
  }

  /**
   * Tries one shelf after another, discarding the oldest texts of a full one. Returns null if
   * `mayTake` refuses.
   */
  private async put(record: Kept, mayTake?: (kept: Kept) => boolean): Promise<Keeping | null> {
    let why: Keeping = "denied";
    for (const shelf of await this.shelves) {
      try {
        const isTaken = await shelf.put(record, [], mayTake).catch(async (error: unknown) => {
          if (!isFull(error)) throw error;
          why = "full";
          return shelf.put(record, await this.oldest(shelf, record.id), mayTake);
        });
        if (!isTaken) return null;
        if (!shelf.isLasting) return why;
        markDraft();
        return "kept";
      } catch { /* the next place */ }
    }
    return why;
  }

  /**
   * Returns the texts to discard, the older half: unnamed ones of the ring or, if there are none,
   * closed tabs.
   */
  private async oldest(shelf: Shelf<Kept>, except: string): Promise<readonly string[]> {
    const open = await this.openTabs();
    const all = (await shelf.all()).filter(({ id, name }) =>
      id !== except && name === "" && !open.has(id.slice(TAB.length))).sort(order);
    const ring = all.filter(({ id }) => !id.startsWith(TAB));
    const old = ring.length > 0 ? ring : all;
    return old.slice(0, Math.ceil(old.length / 2)).map(({ id }) => id);
  }

  /** Discards the oldest unnamed texts, and the oldest closed tabs. */
  private async trim(): Promise<void> {
    const open = await this.openTabs();
    const all = (await this.all()).sort((a, b) => order(b, a))
      .filter(({ id, name }) => name === "" && id !== TAB + this.tab.name && !open.has(id.slice(TAB.length)));
    const isTab = ({ id }: Kept): boolean => id.startsWith(TAB);
    const old = [...all.filter(isTab).slice(MOST), ...all.filter((record) => !isTab(record))
      .slice(MOST)].map(({ id }) => id);
    for (const id of old) removeLast(id.slice(TAB.length));
    await this.each((shelf) => shelf.remove(old));
  }

  private async each(action: (shelf: Shelf<Kept>) => Promise<void>): Promise<void> {
    await Promise.all((await this.shelves).map((shelf) => action(shelf).catch(() => undefined)));
  }
}

const NEVER = { turn: Number.MAX_SAFE_INTEGER } as Kept;

function writeLast(tab: string, text: string): void {
  const write = (storage: () => Storage): boolean => guarded(() => {
    storage().setItem(named(LAST) + tab, text);
    return true;
  }, false);
  if (STORAGES.some(write)) markDraft();
}

function removeLast(tab: string): void {
  for (const storage of STORAGES) guarded(() => storage().removeItem(named(LAST) + tab), undefined);
}

function readLast(tab: string): Kept | null {
  return lastWords(tab).toSorted(order).at(-1) ?? null;
}

/** Returns what closing pages wrote, of all tabs or of one: it may be newer than their drafts. */
function lastWords(tab = ""): readonly Kept[] {
  return STORAGES.flatMap((storage) => guarded(() => new LocalShelf<Kept>(named(LAST) + tab, storage()).entries()
    .map(([rest, kept]) => ({ ...kept, id: TAB + tab + rest, name: "" })), []));
}

/**
 * Returns the texts in a record: a tab's document, if it is the user's, and the one that it has set
 * aside.
 */
function textsOf(record: Kept): readonly Kept[] {
  if (!record.id.startsWith(TAB)) return [record];
  const { id, turn, saved, mine, opened, document } = record;
  const kept = { name: "", saved, ...(turn === undefined ? {} : { turn }) };
  const isTheirs = document.isOwn === true || JSON.stringify(document.files) !== JSON.stringify(opened?.files);
  return [...(isTheirs ? [{ ...kept, id, document }] : []),
    ...(isDocument(mine) ? [{ ...kept, id: `${id}#mine`, document: mine }] : [])];
}
