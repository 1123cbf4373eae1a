/**
 * Repairs the files of a page that could not load a part of itself: a script that was damaged in
 * transit or in a cache, or one of a release that the host no longer has. The page asks the service
 * worker to check its files, or checks the browser's cache itself. Then it must be reloaded, since
 * browsers do not retry modules that failed to load.
 */
import { guarded } from "../share/settings.js";
import { hashOf } from "./hash.js";
import { storageKey } from "../share/storagekey.js";

/** The result of the service worker's check. */
export interface Mended {
  /** The number of files that were damaged or missing and have been replaced. */
  readonly mended: number;
  /** The number of files that could not be fetched. */
  readonly missing: number;
}

/** The parameter of the page's address with which the service worker loads a page again. */
export const MENDED = "mended";

/** How long to wait for the service worker's answer, in milliseconds. */
const CHECK_TIMEOUT = 15_000;
const RELOADED = "pantograph.reloaded";
const CHECKED = "pantograph.checked";

/** Checks and repairs the page's files. Resolves to null if there is no answer. */
export function mend(): Promise<Mended | null> {
  return controller() ? mendStored() : mendCache().catch(() => null);
}

function controller(): ServiceWorker | null {
  return guarded(() => navigator.serviceWorker?.controller, null);
}

/** Asks the service worker to check and repair its files. Resolves to null if there is no worker or no answer. */
export function mendStored(): Promise<Mended | null> {
  const worker = controller();
  if (!worker) return Promise.resolve(null);
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data as Mended);
    setTimeout(() => resolve(null), CHECK_TIMEOUT);
    worker.postMessage("check", [port2]);
  });
}

interface Manifest {
  readonly files: readonly { readonly path: string; readonly group: string; readonly hash: string }[];
}

/** The groups of files that a page needs before it can report that a file is damaged. */
const GROUPS: ReadonlySet<string> = new Set(["page", "styles", "worker", "engine", "editor", "data"]);

/**
 * Checks the page's files in the browser's cache, and fetches again those that differ from the manifest. Hosts
 * that answer every request with their front page send it with the headers of the file, and so the browser would
 * keep it for a year.
 */
async function mendCache(): Promise<Mended> {
  const { files } = await (await fetch("manifest.json", { cache: "no-store" })).json() as Manifest;
  let mended = 0, missing = 0;
  for (const { path, group, hash } of files) {
    if (!path.startsWith("assets/") || !GROUPS.has(group)) continue;
    const isIntact = async (cache: RequestCache): Promise<boolean> => {
      const response = await fetch(path, { cache });
      return response.ok && await hashOf(response) === hash;
    };
    if (await isIntact("default").catch(() => false)) continue;
    if (await isIntact("reload").catch(() => false)) mended++;
    else missing++;
  }
  return { mended, missing };
}

/**
 * Asks the service worker to check and repair its files, once per session of this tab, so that damaged
 * files are repaired before they are needed, possibly offline.
 */
export function checkOnce(): void {
  const isFirst = guarded(() => sessionStorage.getItem(storageKey(CHECKED)) === null, false);
  if (!isFirst) return;
  guarded(() => sessionStorage.setItem(storageKey(CHECKED), "1"), undefined);
  void mendStored();
}

/** Returns whether the page may reload itself: only once until allowReload is called, so that it never loops. */
export function mayReload(): boolean {
  return guarded(() => {
    const isFirst = sessionStorage.getItem(storageKey(RELOADED)) === null;
    sessionStorage.setItem(storageKey(RELOADED), "1");
    return isFirst;
  }, false);
}

/** Removes the parameter with which the service worker has loaded the page again from its address. */
export function forgetMended(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has(MENDED)) return;
  address.searchParams.delete(MENDED);
  history.replaceState(history.state, "", address.href);
}

/** Allows another automatic reload. Called when the page has been loaded completely. */
export function allowReload(): void {
  guarded(() => sessionStorage.removeItem(storageKey(RELOADED)), undefined);
}
