/**
 * Where drafts are stored: in IndexedDB, else in localStorage, else, if both are denied, in the
 * memory of the page. Each shelf maps ids to records.
 */

/** A record of a shelf. */
export interface Shelved {
  readonly id: string;
}

/** A store of records. */
export interface Shelf<R extends Shelved> {
  /** Whether records survive the page. */
  readonly isLasting: boolean;
  get(id: string): Promise<R | null>;
  all(): Promise<readonly R[]>;
  /**
   * Stores a record and removes others to make room, all or nothing: if there is not enough room
   * even so, nothing is removed and it rejects with a QuotaExceededError. If `mayTake` refuses to
   * overwrite the existing record, nothing happens and it resolves to false.
   */
  put(record: R, room?: readonly string[], mayTake?: (old: R) => boolean): Promise<boolean>;
  remove(ids: readonly string[]): Promise<void>;
}

/** Whether an error says that the browser's storage is full. */
export function isFull(error: unknown): boolean {
  return error instanceof DOMException
    && (error.name === "QuotaExceededError" || error.name === "NS_ERROR_DOM_QUOTA_REACHED");
}

const STORE = "drafts";

/** How long a database may take to open before it counts as denied. */
const OPEN_TIMEOUT = 2_000;

/**
 * Opens the database; rejects when storage is denied, or when it does not exist and must not be
 * created.
 */
export function openIndexed<R extends Shelved>(name: string, isMade = true): Promise<Shelf<R>> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => {
      if (isMade) opening.result.createObjectStore(STORE, { keyPath: "id" });
      else opening.transaction?.abort();
    };
    opening.onerror = () => reject(opening.error ?? new Error("denied"));
    setTimeout(() => reject(new Error("no answer")), OPEN_TIMEOUT);
    opening.onblocked = () => reject(new Error("blocked"));
    opening.onsuccess = () => {
      opening.result.onversionchange = () => opening.result.close(); // a later version of the page needs to upgrade it
      resolve(new IndexedShelf<R>(opening.result));
    };
  });
}

class IndexedShelf<R extends Shelved> implements Shelf<R> {
  readonly isLasting = true;

  constructor(private readonly database: IDBDatabase) {}

  get(id: string): Promise<R | null> {
    return this.run("readonly", (store) => store.get(id) as IDBRequest<R | undefined>).then((record) => record ?? null);
  }

  all(): Promise<readonly R[]> {
    return this.run("readonly", (store) => store.getAll() as IDBRequest<R[]>);
  }

  put(record: R, room: readonly string[] = [], mayTake: (old: R) => boolean = () => true): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const transaction = this.database.transaction(STORE, "readwrite");
      const store = transaction.objectStore(STORE);
      let isTaken = false, failed: unknown = null;
      const write = (old: R | undefined): void => {
        if (old !== undefined && !mayTake(old)) return;
        for (const id of room) store.delete(id);
        store.put(record);
        isTaken = true;
      };
      const found = store.get(record.id) as IDBRequest<R | undefined>;
      found.onsuccess = () => {
        try {
          write(found.result);
        } catch (error) { // it cannot be stored, or mayTake failed
          failed = error;
          transaction.abort();
        }
      };
      transaction.oncomplete = () => resolve(isTaken);
      transaction.onabort = transaction.onerror = () => reject(failed ?? transaction.error ?? new Error("aborted"));
    });
  }

  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.run("readwrite", (store) => ids.map((id) => store.delete(id)).at(-1)!);
  }

  /** Resolves when the transaction is complete, not merely when the request is. */
  private run<T>(mode: IDBTransactionMode, action: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const transaction = this.database.transaction(STORE, mode);
      const request = action(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = transaction.onerror = () =>
        reject(transaction.error ?? request.error ?? new Error("aborted"));
    });
  }
}

/**
 * A shelf in localStorage; the constructor throws if that is denied. It may also be denied later,
 * when all methods reject.
 */
export class LocalShelf<R extends Shelved> implements Shelf<R> {
  readonly isLasting = true;

  constructor(private readonly prefix: string, private readonly storage: Storage = localStorage) {
    storage.getItem(prefix);
  }

  async get(id: string): Promise<R | null> {
    const text = this.storage.getItem(this.prefix + id);
    return text === null ? null : readRecord<R>(text);
  }

  async all(): Promise<readonly R[]> {
    return this.entries().map(([, record]) => record);
  }

  /** Returns the records with their ids, skipping damaged ones. */
  entries(): readonly (readonly [string, R])[] {
    const keys = Array.from({ length: this.storage.length }, (_, index) => this.storage.key(index) ?? "")
      .filter((key) => key.startsWith(this.prefix));
    return keys.flatMap((key) => {
      const record = readRecord<R>(this.storage.getItem(key) ?? "");
      return record ? [[key.slice(this.prefix.length), record] as const] : [];
    });
  }

  async put(record: R, room: readonly string[] = [], mayTake: (old: R) => boolean = () => true): Promise<boolean> {
    const old = readRecord<R>(this.storage.getItem(this.prefix + record.id) ?? "");
    if (old && !mayTake(old)) return false;
    const gone = room.map((id) => [this.prefix + id, this.storage.getItem(this.prefix + id)] as const);
    for (const [key] of gone) this.storage.removeItem(key);
    try {
      this.storage.setItem(this.prefix + record.id, JSON.stringify(record));
    } catch (error) {
      for (const [key, text] of gone) if (text !== null) this.storage.setItem(key, text); // it fitted before
      throw error;
    }
    return true;
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.storage.removeItem(this.prefix + id);
  }
}

function readRecord<R>(text: string): R | null {
  try {
    return JSON.parse(text) as R;
  } catch {
    return null; // damaged
  }
}

/** A shelf that lasts as long as the page. */
export class MemoryShelf<R extends Shelved> implements Shelf<R> {
  readonly isLasting: boolean = false;
  private readonly records = new Map<string, R>();

  get(id: string): Promise<R | null> { return Promise.resolve(this.records.get(id) ?? null); }
  all(): Promise<readonly R[]> { return Promise.resolve([...this.records.values()]); }

  put(record: R, room: readonly string[] = [], mayTake: (old: R) => boolean = () => true): Promise<boolean> {
    const old = this.records.get(record.id);
    if (old && !mayTake(old)) return Promise.resolve(false);
    for (const id of room) this.records.delete(id);
    this.records.set(record.id, record);
    return Promise.resolve(true);
  }

  remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.records.delete(id);
    return Promise.resolve();
  }
}
