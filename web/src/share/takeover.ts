/**
 * What releases up to 2026 have kept under names that all deployments of an origin shared is
 * taken over once. It stays where it was: another deployment takes over its copy of it.
 */
import { guarded } from "./marks.js";
import { LocalShelf, openIndexed, type Shelf } from "./shelf.js";

/** What has to be known of a record to take it over. */
interface Old {
  readonly id: string;
  readonly name: string;
  readonly saved: number;
  readonly turn?: number;
}

const DATABASE = "pantograph";
const PREFIX = "pantograph.kept.";
const LAST = "pantograph.last.";
/** The record that says that it was done; it has a name, so that it never makes room for others. */
const TAKEN = "taken";

/** Takes over all, once; later only the draft of a tab in which the older release was still open. */
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
  return [...lists.flat(), ...last.map(([tab, record]) => ({ ...record, id: `tab.${tab}`, name: "" }))];
}
