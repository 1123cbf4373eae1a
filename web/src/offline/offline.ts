/**
 * The service worker, with which the page works without a network after the first visit. It stores
 * each release as a whole, by the hashes of its files, so that a page never mixes files of two
 * releases. A new release is fetched in the background and waits until the user accepts it. The
 * engines and scripts of previous releases are kept for pages that are still open.
 *
 * A file whose content does not have the hash of the release is not stored: captive portals, and
 * hosts that answer every request with their front page, do so with status 200. A file may also be
 * damaged where it is stored. The pages and their first scripts are checked whenever they are
 * served, since no script could report their damage; the others when a page sends "check", after a
 * part failed to load and once in each session. Damaged files are fetched again.
 */
import { adopt, forgetOld } from "./adopt.js";
import { hashOf } from "./hash.js";
import type { Mended } from "./mend.js";

interface ManifestFile {
  readonly path: string;
  readonly group: string;
  readonly hash: string;
}

interface Manifest {
  readonly version: string;
  readonly files: readonly ManifestFile[];
}

/** A message from a page, with a port for the answer if it expects one. */
interface Asked {
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
  waitUntil(done: Promise<unknown>): void;
}

/**
 * The part of the worker's scope that is used here. TypeScript's types for pages do not declare it.
 */
interface Scope {
  /** The release that this script belongs to. The build inserts it before the script. */
  readonly pantographVersion: string;
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate",
    listener: (event: { waitUntil(done: Promise<unknown>): void }) => void): void;
  addEventListener(type: "message", listener: (event: Asked) => void): void;
  addEventListener(type: "fetch",
    listener: (event: { readonly request: Request; respondWith(reply: Promise<Response>): void }) => void): void;
}

const scope = globalThis as unknown as Scope;
const base = scope.registration.scope;
const root = new URL(base).pathname;
/** The names contain the path because each deployment of an origin has its own caches. */
const FILES = `pantograph-files ${root}`;
const RELEASES = `pantograph-releases ${root}`;
const MANIFEST = "manifest.json";
/** How many releases are kept. */
const KEPT = 3;
/** How many files are fetched at a time. */
const LANES = 4;

/**
 * Whether the page, or a page that it links to, needs a file: source maps and files for hosts and
 * compilers are not needed.
 */
function isNeeded({ path }: ManifestFile): boolean {
  return !/\.map$|\.d\.ts$|^_headers$|^offline\.js$/.test(path);
}

/**
 * Whether a file is checked when it is served: half a megabyte of the page's 13, a millisecond or
 * two of its start.
 */
function isVital({ path, group }: ManifestFile): boolean {
  return !path.startsWith("assets/") || ["page", "styles", "worker"].includes(group);
}

/**
 * Returns the key under which a file is stored: its address, including its hash if the name does
 * not contain one.
 */
function place({ path, hash }: ManifestFile): string {
  const address = new URL(path, base);
  if (!path.startsWith("assets/")) address.searchParams.set("hash", hash);
  return address.href;
}

const release = (version: string): string => new URL(`release/${version}`, base).href;

async function install(): Promise<void> {
  const response = await fetch(new URL(MANIFEST, base), { cache: "no-store" });
  const manifest = (await response.clone().json()) as Manifest;
  if (manifest.version !== scope.pantographVersion) {
    throw new Error("another release is being deployed: the next visit tries again");
  }
  await adopt(base, FILES, RELEASES);
  const files = await caches.open(FILES);
  await forEach(manifest.files.filter(isNeeded), (file) => keep(files, file));
  await (await caches.open(RELEASES)).put(release(manifest.version), response);
}

async function forEach(wanted: ManifestFile[], action: (file: ManifestFile) => Promise<unknown>): Promise<void> {
  const lane = async (): Promise<void> => {
    for (let file = wanted.pop(); file; file = wanted.pop()) await action(file);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** Stores a file unless it is stored correctly already. Resolves to whether it was fetched. */
async function keep(files: Cache, file: ManifestFile): Promise<boolean> {
  const kept = await files.match(place(file));
  if (kept && await isRight(kept, file)) return false;
  await files.put(place(file), await fetchRight(file));
  return true;
}

async function isRight(response: Response, { hash }: ManifestFile): Promise<boolean> {
  return response.ok && await hashOf(response.clone()) === hash;
}

/** Fetches a file of the release, bypassing the browser's cache if that has a wrong response. */
async function fetchRight(file: ManifestFile): Promise<Response> {
  const address = new URL(file.path, base);
  const ways: readonly RequestCache[] = file.path.startsWith("assets/") ? ["default", "reload"] : ["no-store"];
  for (const cache of ways) {
    const response = await fetch(address, { cache });
    if (await isRight(response, file)) return plain(response);
  }
  throw new Error(`${file.path} does not belong to this release`);
}

/**
 * Returns the response without its redirect flag: browsers reject redirected responses for pages.
 */
function plain(response: Response): Response {
  return response.redirected ? new Response(response.body, { status: response.status, headers: response.headers })
    : response;
}

/** Removes the files that none of the latest releases needs. */
async function forget(): Promise<void> {
  const [files, releases] = await Promise.all([caches.open(FILES), caches.open(RELEASES)]);
  const known = await releases.keys();
  for (const old of known.slice(0, Math.max(known.length - KEPT, 0))) await releases.delete(old);
  const wanted = new Set<string>();
  for (const each of await releases.keys()) {
    const manifest = await releases.match(each).then(manifestIn);
    for (const file of manifest?.files ?? []) wanted.add(place(file));
  }
  for (const file of await files.keys()) if (!wanted.has(file.url)) await files.delete(file);
  await forgetOld(base);
}

/** Returns the manifest in a response; null if it is damaged. */
function manifestIn(response: Response | undefined): Promise<Manifest | null> {
  return response?.json().then((found: Manifest | null) => (Array.isArray(found?.files) ? found : null), () => null)
    ?? Promise.resolve(null);
}

let own: Promise<Manifest | null> | null = null;

/**
 * Returns the manifest of the release, fetching it again if the stored one is damaged; null if the
 * host has another release by now.
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
  await (await caches.open(RELEASES)).put(release(scope.pantographVersion), response);
  return fetched;
}

/** Checks every file of the release against its hash, and fetches those that differ again. */
async function check(): Promise<Mended> {
  own = null;
  const [files, list] = [await caches.open(FILES), await manifest()];
  let mended = 0, missing = list ? 0 : 1;
  await forEach((list?.files ?? []).filter(isNeeded), async (file) => {
    try {
      if (await keep(files, file)) mended++;
    } catch {
      missing++;
      await files.delete(place(file));
    }
  });
  return { mended, missing };
}

async function answer(request: Request, path: string): Promise<Response> {
  const list = await manifest();
  if (path === MANIFEST) return (list && await ownRelease()) ?? fetch(request);
  const known = list?.files.find((file) => (file.path === path || file.path === `${path}.html`) && isNeeded(file));
  const found = await stored(path, known, list !== null);
  if (found) return found;
  // The browser may have removed the file. A page is accepted as it is, since it may belong to the
  // next release.
  if (!known || !path.startsWith("assets/")) return fetch(request);
  const response = await fetchRight(known);
  const copy = response.clone();
  await caches.open(FILES).then((files) => files.put(place(known), copy))
    .catch(() => undefined); // there may be no space left
  return response;
}

/**
 * Returns a stored file; undefined if it is not stored, or damaged as far as that is checked. A file
 * that is not of this release is found if its name contains a hash; without the release's list, the
 * latest file with this name is.
 */
async function stored(path: string, known: ManifestFile | undefined,
    hasList: boolean): Promise<Response | undefined> {
  try {
    const files = await caches.open(FILES);
    if (!known) return (await files.matchAll(new URL(path, base).href, { ignoreSearch: !hasList })).at(-1);
    const found = await files.match(place(known));
    // What is served is matched again: a browser uses the compiled code of a script only if nothing
    // else reads it.
    if (!found || !isVital(known)) return found;
    return await isRight(found, known) ? await files.match(place(known)) : undefined;
  } catch {
    return undefined; // the browser cannot read its storage
  }
}

/** Embeds find their engine through the manifest, so they get that of the release of their page. */
async function ownRelease(): Promise<Response | undefined> {
  return (await caches.open(RELEASES)).match(release(scope.pantographVersion));
}

scope.addEventListener("install", (event) => event.waitUntil(install()));
scope.addEventListener("activate", (event) => event.waitUntil(forget().then(() => scope.clients.claim())));
scope.addEventListener("message", (event) => {
  if (event.data === "take") void scope.skipWaiting();
  if (event.data === "check") event.waitUntil(check().then((mended) => event.ports[0]?.postMessage(mended)));
});
scope.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method !== "GET" || !url.startsWith(base)) return;
  const path = new URL(url).pathname.slice(root.length) || "index.html";
  event.respondWith(answer(event.request, path));
});
