/**
 * Where drafts are kept: IndexedDB, or localStorage where there is none, or the memory of
 * the page where both are denied. Each holds records by their ids, and nothing else.
 */

export interface Shelved {
  readonly id: string;
  readonly saved: number;
}

export interface Shelf<R extends Shelved> {
  /** Whether what is put here survives the page. */
  readonly isLasting: boolean;
  get(id: string): Promise<R | null>;
  all(): Promise<readonly R[]>;
  /** Rejects with a QuotaExceededError when there is no room. */
  put(record: R): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
}

export function isFull(error: unknown): boolean {
  return error instanceof DOMException && (error.name === "QuotaExceededError" || error.name === "NS_ERROR_DOM_QUOTA_REACHED");
}

const STORE = "drafts";

/** How long a database may take to open before it counts as denied. */
const PATIENCE = 2_000;

/** Opens the database; rejects when storage is denied. */
export function openIndexed<R extends Shelved>(name: string): Promise<Shelf<R>> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: "id" });
    opening.onerror = () => reject(opening.error ?? new Error("denied"));
    setTimeout(() => reject(new Error("no answer")), PATIENCE);
    opening.onblocked = () => reject(new Error("blocked"));
    opening.onsuccess = () => {
      opening.result.onversionchange = () => opening.result.close(); // a later version of the page wants it
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

  async put(record: R): Promise<void> {
    await this.run("readwrite", (store) => store.put(record));
  }

  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.run("readwrite", (store) => ids.map((id) => store.delete(id)).at(-1)!);
  }

  /** Resolves when the transaction is written, not only asked for. */
  private run<T>(mode: IDBTransactionMode, action: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const transaction = this.database.transaction(STORE, mode);
      const request = action(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = transaction.onerror = () => reject(transaction.error ?? request.error ?? new Error("aborted"));
    });
  }
}

/** The same over localStorage; throws in its constructor when that is denied. */
export class LocalShelf<R extends Shelved> implements Shelf<R> {
  readonly isLasting = true;

  constructor(private readonly prefix: string, private readonly storage: Storage = localStorage) {
    storage.getItem(prefix);
  }

  get(id: string): Promise<R | null> {
    const text = this.storage.getItem(this.prefix + id);
    return Promise.resolve(text === null ? null : readRecord<R>(text));
  }

  all(): Promise<readonly R[]> {
    const keys = Array.from({ length: this.storage.length }, (_, index) => this.storage.key(index) ?? "").filter((key) => key.startsWith(this.prefix));
    return Promise.resolve(keys.flatMap((key) => readRecord<R>(this.storage.getItem(key) ?? "") ?? []));
  }

  put(record: R): Promise<void> {
    return new Promise((resolve) => { // an exception rejects
      this.storage.setItem(this.prefix + record.id, JSON.stringify(record));
      resolve();
    });
  }

  remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.storage.removeItem(this.prefix + id);
    return Promise.resolve();
  }
}

function readRecord<R>(text: string): R | null {
  try {
    return JSON.parse(text) as R;
  } catch {
    return null; // damaged
  }
}

/** As long as the page lives. */
export class MemoryShelf<R extends Shelved> implements Shelf<R> {
  readonly isLasting: boolean = false;
  private readonly records = new Map<string, R>();

  get(id: string): Promise<R | null> { return Promise.resolve(this.records.get(id) ?? null); }
  all(): Promise<readonly R[]> { return Promise.resolve([...this.records.values()]); }

  put(record: R): Promise<void> {
    this.records.set(record.id, record);
    return Promise.resolve();
  }

  remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.records.delete(id);
    return Promise.resolve();
  }
}
