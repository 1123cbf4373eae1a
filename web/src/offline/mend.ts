/**
 * The page's side of a part that could not be loaded: a script that was damaged on its way or
 * in a cache, or that is of a release which the host has no longer. The service worker is asked
 * to check its files. Browsers do not ask again for a module that could not be loaded: only a
 * reload helps.
 */
import { guarded } from "../share/settings.js";
import { named } from "../share/place.js";

/** What the service worker found when it checked its files. */
export interface Mended {
  /** Files that were damaged or gone, and are as they should be now. */
  readonly mended: number;
  /** Files that could not be had. */
  readonly missing: number;
}

/** How long the worker may take to fetch what is damaged, in milliseconds. */
const CHECK_TIMEOUT = 15_000;
const RELOADED = "pantograph.reloaded";

/** Has the service worker check its files; null when there is none, or no answer. */
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

/** True once in a session of this tab: a reload that did not help is not done again without being asked for. */
export function mayReload(): boolean {
  return guarded(() => {
    const isFirst = sessionStorage.getItem(named(RELOADED)) === null;
    sessionStorage.setItem(named(RELOADED), "1");
    return isFirst;
  }, false);
}

/** The page came up whole: the next time it may reload again. */
export function wholeAgain(): void {
  guarded(() => sessionStorage.removeItem(named(RELOADED)), undefined);
}
