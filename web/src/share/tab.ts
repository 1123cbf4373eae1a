/**
 * The identity of this tab. A duplicated tab has its twin's name in its storage and gets a new one.
 * Names are held by locks; where there are none, drafts.ts still makes sure that no page overwrites
 * what another has written.
 */
import { guarded } from "./settings.js";
import { storageKey } from "./storagekey.js";

/** The storage key of the tab's name. Old pages use it without the deployment's path. */
const TAB = "pantograph.tab";

/** The name of a tab, under which its draft is stored. */
export class Tab {
  /** Settles when it is known whether the name is this tab's. */
  readonly claimed: Promise<void>;
  private hasName: boolean;

  /**
   * `from` is the tab that this one is a copy of, or itself; `old` its name in an older release;
   * `isFree` whether no other tab has the name, perhaps asynchronously.
   */
  constructor(private current: string, readonly from: string = current, readonly old: string | null = null,
      isFree: boolean | Promise<boolean> = true) {
    this.hasName = isFree === true;
    this.claimed = Promise.resolve(isFree).then((yes) => {
      if (this.hasName) return;
      if (!yes) return this.rename();
      this.hasName = true;
      guarded(() => sessionStorage.setItem(storageKey(TAB), this.current), undefined);
    });
  }

  /**
   * Makes sure, without waiting for the lock, that the name is this tab's alone, since a write is
   * due now.
   */
  ensureOwned(): void {
    if (!this.hasName) this.rename();
  }

  get name(): string { return this.current; }

  /** Takes a new name because another page has this one. */
  rename(): void {
    this.current = crypto.randomUUID();
    this.hasName = true;
    guarded(() => sessionStorage.setItem(storageKey(TAB), this.current), undefined);
    void claim(this.current);
  }

  /**
   * Takes the name again when the page returns from the back/forward cache: it released its lock
   * when it left, since pages that hold one are not cached.
   */
  async reclaim(): Promise<void> {
    if (!await claim(this.current)) return this.rename();
    guarded(() => sessionStorage.setItem(storageKey(TAB), this.current), undefined);
  }
}

/** Returns this tab, under the name that it had before a reload if no other tab has it. */
export function claimTab(): Tab {
  const old = guarded(() => sessionStorage.getItem(TAB), null);
  const known = guarded(() => sessionStorage.getItem(storageKey(TAB)), null) ?? old;
  guarded(() => sessionStorage.removeItem(TAB), undefined);
  const tab = known === null ? new Tab(crypto.randomUUID(), undefined, null, false)
    : new Tab(known, known, old, claim(known));
  addEventListener("pageshow", ({ persisted }) => { if (persisted) void tab.reclaim(); });
  return tab;
}

/** The names of the tabs that are open, as far as this browser reveals. */
export async function openTabs(): Promise<ReadonlySet<string>> {
  const prefix = storageKey("pantograph.tab");
  const locks = guarded(() => navigator.locks as LockManager | undefined, undefined);
  const { held = [] } = await locks?.query().catch((): LockManagerSnapshot => ({})) ?? {};
  return new Set(held.flatMap(({ name = "" }) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : [])));
}

/** Holds a name until the page goes away; false when another tab holds it. */
function claim(name: string): Promise<boolean> {
  const locks = guarded(() => navigator.locks as LockManager | undefined, undefined);
  if (!locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    locks.request(storageKey("pantograph.tab") + name, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock && new Promise<void>((release) => addEventListener("pagehide", () => release(), { once: true }));
    }).catch(() => resolve(true));
  });
}
