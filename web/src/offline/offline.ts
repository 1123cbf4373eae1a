/**
 * The service worker, which makes the page work offline after the first visit. It stores complete
 * releases and identifies files by their hashes, so that a page never mixes files of two releases. A
 * new release is fetched in the background and waits until the user accepts it. The files of previous
 * releases are kept for pages that are still open.
 *
 * A file whose content does not match its hash in the manifest is not stored: captive portals, and
 * hosts that answer every request with their front page, send other content with status 200. Stored
 * files may be damaged later. Pages and the scripts that they load first are checked after they have been
 * served, since no script could report their damage, and the page is loaded again if they were damaged.
 * The others are checked when a page sends "check": after it could not load a part, and once per session.
 * Damaged files are fetched again.
 */
import { adoptOldFiles, removeOldFiles } from "./adopt.js";
import { hashOf } from "./hash.js";
import { MENDED, type Mended } from "./mend.js";

interface ManifestFile {
  readonly path: string;
  readonly group: string;
  readonly hash: string;
}

interface Manifest {
  readonly version: string;
  readonly assets: { readonly monaco: string };
  readonly files: readonly ManifestFile[];
}

/** A message event from a page, with a port if the page expects an answer. */
interface PageMessage {
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
  waitUntil(done: Promise<unknown>): void;
}

/** A request. If it is for a page, `resultingClientId` identifies the page that it opens. */
interface FetchEvent {
  readonly request: Request;
  readonly resultingClientId: string;
  respondWith(reply: Promise<Response>): void;
  waitUntil(done: Promise<unknown>): void;
}

/** An open page. */
interface WindowClient {
  readonly url: string;
  navigate(url: string): Promise<unknown>;
}

/** The part of the worker's global scope that is used here. TypeScript's types for pages do not include it. */
interface Scope {
  /** The release that this script belongs to. The build inserts it before the script. */
  readonly pantographVersion: string;
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void>; get(id: string): Promise<WindowClient | undefined> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate",
    listener: (event: { waitUntil(done: Promise<unknown>): void }) => void): void;
  addEventListener(type: "message", listener: (event: PageMessage) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
}

const scope = globalThis as unknown as Scope;
const base = scope.registration.scope;
const root = new URL(base).pathname;
// Cache names contain the path, since caches belong to an origin and each deployment needs its own.
const FILES = `pantograph-files ${root}`;
const RELEASES = `pantograph-releases ${root}`;
const MANIFEST = "manifest.json";
/** How many releases are stored; older ones are removed. */
const KEPT_RELEASES = 3;
/** How many files are fetched at a time. */
const PARALLEL = 4;

/**
 * Whether the page, or a page that it links to, needs a file. Source maps, type declarations, files
 * for hosts and this script are not needed.
 */
function isNeeded({ path }: ManifestFile): boolean {
  return !/\.map$|\.d\.ts$|^_headers$|^offline\.js$/.test(path);
}

/** Whether a file is one that a page loads before it can report that a file is damaged. */
function isFirst({ path, group }: ManifestFile): boolean {
  return !path.startsWith("assets/") || ["page", "styles", "worker"].includes(group);
}

/**
 * Returns the key under which a file is cached: its URL, with its hash as a parameter if its name
 * does not contain a hash.
 */
function cacheKey({ path, hash }: ManifestFile): string {
  const address = new URL(path, base);
  if (!path.startsWith("assets/")) address.searchParams.set("hash", hash);
  return address.href;
}

const releaseKey = (version: string): string => new URL(`release/${version}`, base).href;

async function install(): Promise<void> {
  const response = await fetch(new URL(MANIFEST, base), { cache: "no-store" });
  const manifest = (await response.clone().json()) as Manifest;
  if (manifest.version !== scope.pantographVersion) {
    throw new Error("a release is being deployed: its files will be stored at the next visit");
  }
  await adoptOldFiles(base, FILES, RELEASES);
  const files = await caches.open(FILES);
  await forEach(manifest.files.filter(isNeeded), (file) => storeFile(files, file));
  await (await caches.open(RELEASES)).put(releaseKey(manifest.version), response);
}

async function forEach(wanted: ManifestFile[], action: (file: ManifestFile) => Promise<unknown>): Promise<void> {
  const lane = async (): Promise<void> => {
    for (let file = wanted.pop(); file; file = wanted.pop()) await action(file);
  };
  await Promise.all(Array.from({ length: PARALLEL }, lane));
}

/** Fetches and stores a file unless it is stored undamaged. Resolves to whether it was fetched. */
async function storeFile(files: Cache, file: ManifestFile): Promise<boolean> {
  const kept = await files.match(cacheKey(file));
  if (kept && await isIntact(kept, file)) return false;
  await files.put(cacheKey(file), await fetchIntact(file));
  return true;
}

async function isIntact(response: Response, { hash }: ManifestFile): Promise<boolean> {
  return response.ok && await hashOf(response.clone()) === hash;
}

/** Fetches a file of the release, bypassing the browser's cache if that has a wrong response. */
async function fetchIntact(file: ManifestFile): Promise<Response> {
  const address = new URL(file.path, base);
  const ways: readonly RequestCache[] = file.path.startsWith("assets/") ? ["default", "reload"] : ["no-store"];
  for (const cache of ways) {
    const response = await fetch(address, { cache });
    if (await isIntact(response, file)) return withoutRedirect(response);
  }
  throw new Error(`${file.path} does not belong to this release`);
}

/** Returns a copy of a redirected response without the flag, since browsers reject redirected responses for pages. */
function withoutRedirect(response: Response): Response {
  return response.redirected ? new Response(response.body, { status: response.status, headers: response.headers })
    : response;
}

/** Removes old releases, and files that no remaining release needs. */
async function removeUnused(): Promise<void> {
  const [files, releases] = await Promise.all([caches.open(FILES), caches.open(RELEASES)]);
  const known = await releases.keys();
  for (const old of known.slice(0, Math.max(known.length - KEPT_RELEASES, 0))) await releases.delete(old);
  const wanted = new Set<string>();
  for (const each of await releases.keys()) {
    const manifest = await releases.match(each).then(manifestIn);
    for (const file of manifest?.files ?? []) wanted.add(cacheKey(file));
  }
  for (const file of await files.keys()) if (!wanted.has(file.url)) await files.delete(file);
  await removeOldFiles(base);
}

/** Returns the manifest in a response; null if there is none or it is damaged. */
function manifestIn(response: Response | undefined): Promise<Manifest | null> {
  return response?.json().then((found: Manifest | null) => (Array.isArray(found?.files) ? found : null), () => null)
    ?? Promise.resolve(null);
}

/**
 * Stores Monaco's script again, which drops its compiled code. When Chromium stores a script during the installation,
 * it compiles all of it, and loading so much code takes longer than compiling what a page runs. From now on, Chromium
 * keeps the code that visits have run.
 */
async function dropCompiledCode(): Promise<void> {
  const [files, list] = await Promise.all([caches.open(FILES), manifest()]);
  const address = list && new URL(list.assets.monaco, base).href;
  const script = address && await files.match(address);
  // A copy would have no time of response, and the code of such scripts is not kept.
  if (script) await files.put(address, script);
}

let own: Promise<Manifest | null> | null = null;

/**
 * Returns the manifest of this release. If the stored one is damaged, it is fetched again; the result
 * is null if that fails or the host has another release by now.
 */
function manifest(): Promise<Manifest | null> {
  return (own ??= readManifest().catch(() => null));
}

async function readManifest(): Promise<Manifest | null> {
  const isOwn = (found: Manifest | null): boolean => found?.version === scope.pantographVersion;
  const stored = await ownRelease().then(manifestIn);
  if (isOwn(stored)) return stored;
  const response = await fetch(new URL(MANIFEST, base), { cache: "no-store" });
  const fetched = await manifestIn(response.clone());
  if (!isOwn(fetched)) return null;
  await (await caches.open(RELEASES)).put(releaseKey(scope.pantographVersion), response);
  return fetched;
}

/** Checks stored files of this release against their hashes, and fetches again those that differ. */
async function check(isChecked: (file: ManifestFile) => boolean): Promise<Mended> {
  own = null;
  const [files, list] = [await caches.open(FILES), await manifest()];
  let mended = 0, missing = list ? 0 : 1;
  await forEach((list?.files ?? []).filter(isChecked), async (file) => {
    try {
      if (await storeFile(files, file)) mended++;
    } catch {
      missing++;
      await files.delete(cacheKey(file));
    }
  });
  return { mended, missing };
}

/** The paths of the files that have been served to pages that could not report their damage. */
const servedFirst = new Set<string>();

/** How long after a page was opened its first files are checked, in milliseconds. Before, that would delay the page. */
const CHECK_DELAY = 2_000;

/** Whether this worker has loaded a page again. It does so only once, so that it never loops. */
let hasReloaded = false;

/** Checks the files that were served first to an opened page, and loads it again if some of them were damaged. */
async function checkFirst(clientId: string): Promise<void> {
  await new Promise((resolve) => { setTimeout(resolve, CHECK_DELAY); });
  const { mended } = await check(({ path }) => servedFirst.has(path));
  if (mended === 0 || hasReloaded) return;
  const { missing } = await check(isNeeded); // files that the damaged page did not load may be damaged, too
  if (missing > 0) return;
  hasReloaded = true;
  const page = await scope.clients.get(clientId);
  if (!page) return;
  const address = new URL(page.url);
  // The same address with a fragment would not be loaded again. The page removes the parameter.
  if (address.hash) address.searchParams.set(MENDED, "");
  await page.navigate(address.href);
}

async function answer(request: Request, path: string): Promise<Response> {
  const list = await manifest();
  if (path === MANIFEST) return (list && await ownRelease()) ?? fetch(request);
  const known = list?.files.find((file) => (file.path === path || file.path === `${path}.html`) && isNeeded(file));
  const found = await findStored(path, known, list !== null);
  if (found) return found;
  // The browser has evicted the file. Files without a hash in their names, such as pages, are not checked, since the
  // host may already have those of the next release.
  if (!known || !path.startsWith("assets/")) return fetch(request);
  const response = await fetchIntact(known);
  const copy = response.clone();
  await caches.open(FILES).then((files) => files.put(cacheKey(known), copy))
    .catch(() => undefined); // there may be no space left
  return response;
}

/**
 * Returns a stored file; undefined if it is not stored. A file of another release is found only if its name contains a
 * hash. Without the manifest, the latest file with the name is returned.
 */
async function findStored(path: string, known: ManifestFile | undefined,
    hasManifest: boolean): Promise<Response | undefined> {
  try {
    const files = await caches.open(FILES);
    if (!known) return (await files.matchAll(new URL(path, base).href, { ignoreSearch: !hasManifest })).at(-1);
    if (isFirst(known)) servedFirst.add(known.path);
    return await files.match(cacheKey(known));
  } catch {
    return undefined; // the browser cannot read its storage
  }
}

/** Returns the stored manifest of this release. Pages get it too, so that embeds find the engine of their release. */
async function ownRelease(): Promise<Response | undefined> {
  return (await caches.open(RELEASES)).match(releaseKey(scope.pantographVersion));
}

scope.addEventListener("install", (event) => event.waitUntil(install()));
scope.addEventListener("activate", (event) =>
  event.waitUntil(removeUnused().then(() => dropCompiledCode().catch(() => undefined))
    .then(() => scope.clients.claim())));
scope.addEventListener("message", (event) => {
  if (event.data === "take") void scope.skipWaiting();
  if (event.data === "check") event.waitUntil(check(isNeeded).then((mended) => event.ports[0]?.postMessage(mended)));
});
scope.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method !== "GET" || !url.startsWith(base)) return;
  const path = new URL(url).pathname.slice(root.length) || "index.html";
  event.respondWith(answer(event.request, path));
  if (event.request.mode === "navigate") event.waitUntil(checkFirst(event.resultingClientId));
});
