/**
 * Stores for drafts: IndexedDB, localStorage if that is denied, and the page's memory if both are.
 * Each store maps ids to records.
 */

/** A record in a store. */
export interface StoredRecord {
  readonly id: string;
}

/** A map from ids to records. */
export interface RecordStore<R extends StoredRecord> {
  /** Whether records survive a reload. */
  readonly isLasting: boolean;
  /** Resolves to null if there is no record with this id. */
  get(id: string): Promise<R | null>;
  all(): Promise<readonly R[]>;
  /**
   * Stores a record and removes the records with the ids `room` to make room. If there is still not enough
   * room, nothing is changed and the promise rejects with a QuotaExceededError. If there is a record
   * with the same id and `mayOverwrite` returns false for it, nothing is changed and the promise
   * resolves to false.
   */
  put(record: R, room?: readonly string[], mayOverwrite?: (old: R) => boolean): Promise<boolean>;
  remove(ids: readonly string[]): Promise<void>;
}

/** Whether an error means that the browser's storage is full. */
export function isFull(error: unknown): boolean {
  return error instanceof DOMException
    && (error.name === "QuotaExceededError" || error.name === "NS_ERROR_DOM_QUOTA_REACHED");
}

const STORE = "drafts";

/** How long a database may take to open, in milliseconds, before it counts as denied. */
const OPEN_TIMEOUT = 2_000;

/**
 * Opens an IndexedDB database as a store. Rejects if storage is denied, or if the database does not
 * exist and `mayCreate` is false.
 */
export function openIndexed<R extends StoredRecord>(name: string, mayCreate = true): Promise<RecordStore<R>> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => {
      if (mayCreate) opening.result.createObjectStore(STORE, { keyPath: "id" });
      else opening.transaction?.abort();
    };
    opening.onerror = () => reject(opening.error ?? new Error("denied"));
    setTimeout(() => reject(new Error("no answer")), OPEN_TIMEOUT);
    opening.onblocked = () => reject(new Error("blocked"));
    opening.onsuccess = () => {
      opening.result.onversionchange = () => opening.result.close(); // a later release wants to upgrade it
      resolve(new IndexedStore<R>(opening.result));
    };
  });
}

class IndexedStore<R extends StoredRecord> implements RecordStore<R> {
  readonly isLasting = true;

  constructor(private readonly database: IDBDatabase) {}

  get(id: string): Promise<R | null> {
    return this.run("readonly", (store) => store.get(id) as IDBRequest<R | undefined>).then((record) => record ?? null);
  }

  all(): Promise<readonly R[]> {
    return this.run("readonly", (store) => store.getAll() as IDBRequest<R[]>);
  }

  put(record: R, room: readonly string[] = [], mayOverwrite: (old: R) => boolean = () => true): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const transaction = this.database.transaction(STORE, "readwrite");
      const store = transaction.objectStore(STORE);
      let isWritten = false, failed: unknown = null;
      const write = (old: R | undefined): void => {
        if (old !== undefined && !mayOverwrite(old)) return;
        for (const id of room) store.delete(id);
        store.put(record);
        isWritten = true;
      };
      const found = store.get(record.id) as IDBRequest<R | undefined>;
      found.onsuccess = () => {
        try {
          write(found.result);
        } catch (error) { // the record cannot be cloned, or mayOverwrite threw
          failed = error;
          transaction.abort();
        }
      };
      transaction.oncomplete = () => resolve(isWritten);
      transaction.onabort = transaction.onerror = () => reject(failed ?? transaction.error ?? new Error("aborted"));
    });
  }

  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.run("readwrite", (store) => ids.map((id) => store.delete(id)).at(-1)!);
  }

  /** Resolves to the request's result when the whole transaction is complete. */
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
 * A store in localStorage, whose keys start with a prefix. The constructor throws if localStorage is
 * denied. If it is denied later, all methods reject.
 */
export class LocalStore<R extends StoredRecord> implements RecordStore<R> {
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

  /** Returns ids and records, without the damaged ones. */
  entries(): readonly (readonly [string, R])[] {
    const keys = Array.from({ length: this.storage.length }, (_, index) => this.storage.key(index) ?? "")
      .filter((key) => key.startsWith(this.prefix));
    return keys.flatMap((key) => {
      const record = readRecord<R>(this.storage.getItem(key) ?? "");
      return record ? [[key.slice(this.prefix.length), record] as const] : [];
    });
  }

  async put(record: R, room: readonly string[] = [], mayOverwrite: (old: R) => boolean = () => true): Promise<boolean> {
    const old = readRecord<R>(this.storage.getItem(this.prefix + record.id) ?? "");
    if (old && !mayOverwrite(old)) return false;
    const removed = room.map((id) => [this.prefix + id, this.storage.getItem(this.prefix + id)] as const);
    for (const [key] of removed) this.storage.removeItem(key);
    try {
      this.storage.setItem(this.prefix + record.id, JSON.stringify(record));
    } catch (error) {
      for (const [key, text] of removed) if (text !== null) this.storage.setItem(key, text); // these fitted before
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

/** A store in the page's memory. */
export class MemoryStore<R extends StoredRecord> implements RecordStore<R> {
  readonly isLasting: boolean = false;
  private readonly records = new Map<string, R>();

  get(id: string): Promise<R | null> { return Promise.resolve(this.records.get(id) ?? null); }
  all(): Promise<readonly R[]> { return Promise.resolve([...this.records.values()]); }

  put(record: R, room: readonly string[] = [], mayOverwrite: (old: R) => boolean = () => true): Promise<boolean> {
    const old = this.records.get(record.id);
    if (old && !mayOverwrite(old)) return Promise.resolve(false);
    for (const id of room) this.records.delete(id);
    this.records.set(record.id, record);
    return Promise.resolve(true);
  }

  remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.records.delete(id);
    return Promise.resolve();
  }
}
