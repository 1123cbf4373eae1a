/**
 * What survives a reload and a crash: each tab's document, and a ring of the texts that one
 * worked on before. A tab writes its own record only, so that no tab overwrites another; a
 * new tab begins with a copy of the latest. Storage may be denied or full; then the next
 * best place is taken, and the page says when that is only its own memory.
 */
import type { Document, Keeping, Recent, RecordName, View } from "../app/state.js";
import { ownTitle } from "../app/select.js";
import { guarded, markDraft, unmarkDraft } from "./marks.js";
import { isFull, LocalShelf, MemoryShelf, openIndexed, type Shelf } from "./shelf.js";

/** What is kept of a tab. */
export interface Draft {
  readonly saved: number;
  readonly document: Document;
  readonly opened: Document;
  readonly mine: Document | null;
  readonly view: Pick<View, "file" | "panel" | "area" | "resultView" | "inlays" | "graphForm" | "turned" | "only" | "problemsOpen" | "split">;
}

/** A draft of a tab (its id begins with "tab."), or a text of the ring. */
export interface Kept extends Partial<Draft> {
  readonly id: string;
  readonly saved: number;
  readonly name: string;
  readonly document: Document;
}

/** Texts without a name that are kept, and as many tabs. */
const MOST = 20;
const TAB = "tab.";
const DATABASE = "pantograph";
const PREFIX = "pantograph.kept.";
/** Where a page that goes away writes what IndexedDB may no longer take. */
const LAST = "pantograph.last.";

export function isDocument(value: unknown): value is Document {
  const files = (value as Partial<Document> | null)?.files;
  return Array.isArray(files) && files.length > 0 &&
    files.every((file: unknown) => typeof (file as { name?: unknown }).name === "string" && typeof (file as { text?: unknown }).text === "string");
}

/** Opens the best place that this browser gives. */
export async function openShelves(): Promise<readonly Shelf<Kept>[]> {
  const shelves: Shelf<Kept>[] = [];
  try {
    shelves.push(await openIndexed<Kept>(DATABASE));
  } catch { /* denied: the next place */ }
  const local = guarded(() => new LocalShelf<Kept>(PREFIX), null);
  return [...shelves, ...(local ? [local] : []), new MemoryShelf<Kept>()];
}

export class Drafts {
  private time = 0;

  /** `tab` names this tab; `from` the tab that it is a copy of, or itself. */
  constructor(private shelves: readonly Shelf<Kept>[], readonly tab: string, private readonly from: string = tab) {}

  /** This tab's draft, or for a new tab the latest of all. */
  async load(): Promise<Draft | null> {
    const all = await this.all();
    const latest = (records: readonly Kept[]): Kept | null =>
      records.reduce<Kept | null>((best, record) => (record.saved > (best?.saved ?? 0) ? record : best), null);
    const tabs = all.filter(({ id, opened }) => id.startsWith(TAB) && isDocument(opened));
    return latest(tabs.filter(({ id }) => id === TAB + this.from)) as Draft | null ?? latest(tabs) as Draft | null;
  }

  /** Keeps this tab's draft. Says where. */
  async save(draft: Draft): Promise<Keeping> {
    return this.put({ id: TAB + this.tab, name: "", ...draft });
  }

  /** The last word of a page that goes away, at once. */
  saveNow(draft: Draft): void {
    guarded(() => {
      localStorage.setItem(LAST + this.tab, JSON.stringify(draft));
      markDraft();
    }, undefined);
  }

  async drop(): Promise<void> {
    guarded(() => localStorage.removeItem(LAST + this.tab), undefined);
    await this.each((shelf) => shelf.remove([TAB + this.tab]));
    if ((await this.all()).length === 0) unmarkDraft();
  }

  /**
   * Puts a text into the ring, in its old place when it came from there and nobody else has
   * changed it since. A name given takes the place of the old one.
   */
  async shelve(document: Document, name?: string): Promise<RecordName> {
    const old = document.record ? await this.find(document.record.id) : null;
    const isSame = old !== null && old.saved === document.record?.saved;
    const id = isSame ? old.id : crypto.randomUUID();
    const record: Kept = { id, saved: this.now(), name: name ?? (isSame ? old.name : ""), document };
    await this.put(record);
    await this.trim();
    return { id, saved: record.saved };
  }

  /** The texts that one worked on, the latest first: the ring, and what other tabs hold. */
  async recent(): Promise<readonly Recent[]> {
    const seen = new Set<string>();
    const texts = (await this.all()).flatMap((record) => record.id === TAB + this.tab ? [] : textsOf(record));
    return texts.sort((a, b) => b.saved - a.saved).filter(({ document }) => {
      const content = JSON.stringify([document.dialect, document.files]);
      return seen.size < 2 * MOST && !seen.has(content) && seen.add(content);
    }).map(({ id, saved, name, document }) => ({ id, saved, name, title: ownTitle(document) }));
  }

  /** A text of the ring; `id` may name the text that a tab has put aside. */
  async find(id: string): Promise<Kept | null> {
    const [place = "", part] = id.split("#");
    const record = (await this.all()).find((each) => each.id === place);
    return (record && textsOf(record).find((text) => text.id === (part ? id : place))) ?? null;
  }

  async rename(id: string, name: string): Promise<void> {
    const record = await this.find(id);
    if (record) await this.shelve({ ...record.document, record: { id: record.id, saved: record.saved } }, name);
  }

  /** Takes a text out of the ring, or gives up another tab's draft. */
  async remove(id: string): Promise<void> {
    guarded(() => localStorage.removeItem(LAST + id.slice(TAB.length).split("#")[0]!), undefined);
    await this.each((shelf) => shelf.remove([id.split("#")[0]!]));
  }

  /** No two texts of a tab are kept at the same time. */
  private now(): number { return (this.time = Math.max(Date.now(), this.time + 1)); }

  private async all(): Promise<Kept[]> {
    const lists = await Promise.all(this.shelves.map((shelf) => shelf.all().catch(() => [])));
    const newest = new Map<string, Kept>();
    for (const record of [...lists.flat(), ...lastWords()]) {
      if (isDocument(record.document) && record.saved > (newest.get(record.id)?.saved ?? 0)) newest.set(record.id, record);
    }
    return [...newest.values()];
  }

  /** Tries one place after the other; in a full one the oldest texts make room first. */
  private async put(record: Kept): Promise<Keeping> {
    let why: Keeping = "denied";
    for (const shelf of this.shelves) {
      try {
        await shelf.put(record).catch(async (error: unknown) => {
          if (!isFull(error)) throw error;
          why = "full";
          await this.makeRoom(shelf, record.id);
          await shelf.put(record);
        });
        if (!shelf.isLasting) return why;
        markDraft();
        return "kept";
      } catch { /* the next place */ }
    }
    return why;
  }

  private async makeRoom(shelf: Shelf<Kept>, except: string): Promise<void> {
    const oldest = (await shelf.all()).filter(({ id, name }) => id !== except && name === "").sort((a, b) => a.saved - b.saved);
    await shelf.remove(oldest.slice(0, Math.ceil(oldest.length / 2)).map(({ id }) => id));
  }

  /** Forgets the oldest texts without a name, and the oldest tabs. */
  private async trim(): Promise<void> {
    const all = (await this.all()).filter(({ id, name }) => name === "" && id !== TAB + this.tab).sort((a, b) => b.saved - a.saved);
    const isTab = ({ id }: Kept): boolean => id.startsWith(TAB);
    const old = [...all.filter(isTab).slice(MOST), ...all.filter((record) => !isTab(record)).slice(MOST)].map(({ id }) => id);
    for (const id of old) guarded(() => localStorage.removeItem(LAST + id.slice(TAB.length)), undefined);
    await this.each((shelf) => shelf.remove(old));
  }

  private async each(action: (shelf: Shelf<Kept>) => Promise<void>): Promise<void> {
    await Promise.all(this.shelves.map((shelf) => action(shelf).catch(() => undefined)));
  }
}

/** What pages that went away wrote at once: it may be newer than what they kept before. */
function lastWords(): readonly Kept[] {
  return guarded(() => Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "")
    .filter((key) => key.startsWith(LAST))
    .map((key) => ({ ...(JSON.parse(localStorage.getItem(key) ?? "{}") as Kept), id: TAB + key.slice(LAST.length), name: "" })), []);
}

/** The texts in a record: of a tab what it shows, when that is the user's, and what it has put aside. */
function textsOf(record: Kept): readonly Kept[] {
  if (!record.id.startsWith(TAB)) return [record];
  const { id, saved, mine, opened, document } = record;
  const isTheirs = document.isOwn === true || JSON.stringify(document.files) !== JSON.stringify(opened?.files);
  return [...(isTheirs ? [{ id, saved, name: "", document }] : []), ...(mine ? [{ id: `${id}#mine`, saved, name: "", document: mine }] : [])];
}
