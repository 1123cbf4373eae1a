/** Which tab this is. A tab that was duplicated has its twin's name in its storage, and gets one of its own. */
import { guarded } from "./marks.js";

const TAB = "pantograph.tab";

export interface Tab {
  readonly name: string;
  /** The tab that this one is a copy of, or itself. */
  readonly from: string;
}

export async function claimTab(): Promise<Tab> {
  const known = guarded(() => sessionStorage.getItem(TAB), null);
  if (known && await claim(known)) return { name: known, from: known };
  const name = crypto.randomUUID();
  guarded(() => sessionStorage.setItem(TAB, name), undefined);
  await claim(name);
  return { name, from: known ?? name };
}

/** Holds a name until the page goes away; false when another tab holds it. */
function claim(name: string): Promise<boolean> {
  if (!("locks" in navigator)) return Promise.resolve(true);
  return new Promise((resolve) => {
    navigator.locks.request(`pantograph.tab.${name}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock && new Promise<void>((release) => addEventListener("pagehide", () => release(), { once: true }));
    }).catch(() => resolve(true));
  });
}
