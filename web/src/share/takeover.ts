/**
 * Imports, once, what releases up to 2026 stored under names shared by all deployments of an
 * origin. The originals stay: another deployment imports its own copy.
 */
import { guarded } from "./settings.js";
import { LocalShelf, openIndexed, type Shelf } from "./shelf.js";

/** The fields of a record that importing it needs. */
interface Old {
  readonly id: string;
  readonly name: string;
  readonly saved: number;
  readonly turn?: number;
}

const DATABASE = "pantograph";
const PREFIX = "pantograph.kept.";
const LAST = "pantograph.last.";
/**
 * The record that marks the import as done; it has a name, so that it is never discarded to make
 * room.
 */
const TAKEN = "taken";

/**
 * Imports everything, once; later only the draft of a tab in which the older release was still
 * open.
 */
export async function takeOver<K extends Old>(to: Shelf<K>, tab: string | null): Promise<void> {
  const isDone = await to.get(TAKEN) !== null;
  if (isDone && tab === null) return;
  for (const record of await oldRecords<K>()) {
    if (isDone && record.id !== `tab.${tab}`) continue;
    await to.put(record, [], (kept) => kept.turn === undefined && kept.saved < record.saved);
  }
  await to.put({ id: TAKEN, name: TAKEN } as K);
}

async function oldRecords<K extends Old>(): Promise<readonly K[]> {
  const database = await openIndexed<K>(DATABASE, false).catch(() => null);
  const local = guarded(() => new LocalShelf<K>(PREFIX), null);
  const lists = await Promise.all([database, local].map((shelf) => shelf?.all().catch(() => []) ?? []));
  const last = guarded(() => new LocalShelf<K>(LAST).entries(), []);
  const all = [...lists.flat(), ...last.map(([tab, record]) => ({ ...record, id: `tab.${tab}`, name: "" }))];
  return all.filter(({ id }) => typeof id === "string"); // a damaged one would stop those after it
}
