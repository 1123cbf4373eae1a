/**
 * The name of this tab, which a reload preserves. A duplicated tab starts with a copy of the original's
 * session storage, which contains the name, so it gets a new one. Each page holds a lock on its name; in
 * browsers without locks, drafts.ts still makes sure that no page overwrites another's draft.
 */
import { guarded } from "./settings.js";
import { storageKey } from "./storagekey.js";

/** The name of the storage key with the tab's name. Older releases used it without the deployment's path. */
const TAB = "pantograph.tab";

/** The name of a tab, under which its draft is stored. */
export class Tab {
  /** Resolves when this tab alone has its name. */
  readonly claimed: Promise<void>;
  private hasName: boolean;

  /**
   * `from` is the name that this tab started with, which is the original's if it is a duplicate; `old`
   * is the name that an older release gave it, or null; `isFree` is whether no other tab has the name.
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
   * Makes sure, without waiting for the lock, that no other tab has the name: a closing page must
   * write at once. If that is not known yet, the tab gets a new name.
   */
  ensureOwned(): void {
    if (!this.hasName) this.rename();
  }

  get name(): string { return this.current; }

  /** Gives the tab a new name, after another page has taken this one. */
  rename(): void {
    this.current = crypto.randomUUID();
    this.hasName = true;
    guarded(() => sessionStorage.setItem(storageKey(TAB), this.current), undefined);
    void claim(this.current);
  }

  /**
   * Locks the name again when the page returns from the back/forward cache. It was unlocked before,
   * since browsers do not cache pages that hold locks.
   */
  async reclaim(): Promise<void> {
    if (!await claim(this.current)) return this.rename();
    guarded(() => sessionStorage.setItem(storageKey(TAB), this.current), undefined);
  }
}

/** Returns this tab, with the name that it had before a reload, unless another tab has that name. */
export function claimTab(): Tab {
  const old = guarded(() => sessionStorage.getItem(TAB), null);
  const known = guarded(() => sessionStorage.getItem(storageKey(TAB)), null) ?? old;
  guarded(() => sessionStorage.removeItem(TAB), undefined);
  const tab = known === null ? new Tab(crypto.randomUUID(), undefined, null, false)
    : new Tab(known, known, old, claim(known));
  addEventListener("pageshow", ({ persisted }) => { if (persisted) void tab.reclaim(); });
  return tab;
}

/** Returns the names of the open tabs; none in browsers without locks. */
export async function openTabs(): Promise<ReadonlySet<string>> {
  const prefix = storageKey("pantograph.tab");
  const locks = guarded(() => navigator.locks as LockManager | undefined, undefined);
  const { held = [] } = await locks?.query().catch((): LockManagerSnapshot => ({})) ?? {};
  return new Set(held.flatMap(({ name = "" }) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : [])));
}

/** Locks a name until the user leaves the page. Resolves to false if another tab has locked it. */
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
