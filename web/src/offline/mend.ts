/**
 * The page's reaction to a part that could not be loaded: a script that was damaged in transit or
 * in a cache, or that belongs to a release that the host no longer has. The page asks the service
 * worker to check its files. Since browsers do not retry a module that failed to load, it then has
 * to be reloaded.
 */
import { guarded } from "../share/settings.js";
import { named } from "../share/place.js";

/** The result of the service worker's check. */
export interface Mended {
  /** Files that were damaged or missing and have been replaced. */
  readonly mended: number;
  /** Files that could not be fetched. */
  readonly missing: number;
}

/** How long the worker may take to fetch damaged files, in milliseconds. */
const CHECK_TIMEOUT = 15_000;
const RELOADED = "pantograph.reloaded";
const CHECKED = "pantograph.checked";

/**
 * Makes the service worker check its files. Resolves to null if there is no worker, or no answer.
 */
export function mend(): Promise<Mended | null> {
  const worker = guarded(() => navigator.serviceWorker?.controller, null);
  if (!worker) return Promise.resolve(null);
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data as Mended);
    setTimeout(() => resolve(null), CHECK_TIMEOUT);
    worker.postMessage("check", [port2]);
  });
}

/**
 * Makes the service worker check its files once per session of this tab: parts that are damaged
 * where they are stored are mended before they are needed, perhaps without a network.
 */
export function checkOnce(): void {
  const isFirst = guarded(() => sessionStorage.getItem(named(CHECKED)) === null, false);
  if (!isFirst) return;
  guarded(() => sessionStorage.setItem(named(CHECKED), "1"), undefined);
  void mend();
}

/** Returns true once per session of this tab: if a reload did not help, only the user can cause another one. */
export function mayReload(): boolean {
  return guarded(() => {
    const isFirst = sessionStorage.getItem(named(RELOADED)) === null;
    sessionStorage.setItem(named(RELOADED), "1");
    return isFirst;
  }, false);
}

/** Records that the page was loaded completely: next time, it may reload again. */
export function wholeAgain(): void {
  guarded(() => sessionStorage.removeItem(named(RELOADED)), undefined);
}
