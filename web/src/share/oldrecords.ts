/**
 * Imports, once, the drafts that releases before 2026 stored under names shared by all deployments
 * of an origin. The originals are not removed, so that every deployment can import them.
 */
import { guarded } from "./settings.js";
import { LocalStore, openIndexed, type RecordStore } from "./recordstore.js";

/** The fields of a record that are needed to import it. */
interface OldRecord {
  readonly id: string;
  readonly name: string;
  readonly saved: number;
  readonly turn?: number;
}

const DATABASE = "pantograph";
const PREFIX = "pantograph.kept.";
const LAST = "pantograph.last.";
/**
 * The id of the record that marks the import as done. The record has a name, since only unnamed ones
 * are discarded to make room.
 */
const IMPORTED = "taken";

/**
 * Imports all records into a store, once; after that, only the draft of `tab`, the name of this tab
 * if the older release was still open in it.
 */
export async function importOldRecords<K extends OldRecord>(to: RecordStore<K>, tab: string | null): Promise<void> {
  const isDone = await to.get(IMPORTED) !== null;
  if (isDone && tab === null) return;
  for (const record of await oldRecords<K>()) {
    if (isDone && record.id !== `tab.${tab}`) continue;
    await to.put(record, [], (kept) => kept.turn === undefined && kept.saved < record.saved);
  }
  await to.put({ id: IMPORTED, name: IMPORTED } as K);
}

async function oldRecords<K extends OldRecord>(): Promise<readonly K[]> {
  const database = await openIndexed<K>(DATABASE, false).catch(() => null);
  const local = guarded(() => new LocalStore<K>(PREFIX), null);
  const lists = await Promise.all([database, local].map((store) => store?.all().catch(() => []) ?? []));
  const last = guarded(() => new LocalStore<K>(LAST).entries(), []);
  const all = [...lists.flat(), ...last.map(([tab, record]) => ({ ...record, id: `tab.${tab}`, name: "" }))];
  return all.filter(({ id }) => typeof id === "string"); // the first put that fails would end the import
}
