/**
 * The service worker: the page works without a network after the first visit. Every release
 * is kept whole, by the hashes of its files: a page is never half of one and half of another.
 * A new release is fetched in the background and waits until the reader takes it. The engines
 * and scripts of the releases before stay, for pages that are still open.
 *
 * Nothing is kept or served for a file of the release whose content has another hash: a captive
 * portal, or a host that answers every address with its front page, says 200 too. A page that
 * could not load a part asks for a check ("check"); what has been damaged since is fetched again.
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

/** A message of a page; it may bring a port for the answer. */
interface Asked {
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
  waitUntil(done: Promise<unknown>): void;
}

/** The part of the worker's scope that is used; the page's types know another one. */
interface Scope {
  /** The release that this script belongs to, written in front of it by the build. */
  readonly pantographVersion: string;
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: { waitUntil(done: Promise<unknown>): void }) => void): void;
  addEventListener(type: "message", listener: (event: Asked) => void): void;
  addEventListener(type: "fetch", listener: (event: { readonly request: Request; respondWith(reply: Promise<Response>): void }) => void): void;
}

const scope = globalThis as unknown as Scope;
const base = scope.registration.scope;
const root = new URL(base).pathname;
/** Other deployments of the same origin have their own. */
const FILES = `pantograph-files ${root}`;
const RELEASES = `pantograph-releases ${root}`;
const MANIFEST = "manifest.json";
/** Releases whose files stay. */
const KEPT = 3;
/** Files fetched at a time. */
const LANES = 4;

/** What the page and the pages that it leads to need: all but maps, and what is only for hosts and compilers. */
function isNeeded({ path }: ManifestFile): boolean {
  return !/\.map$|\.d\.ts$|^_headers$|^offline\.js$/.test(path);
}

/** Where a file is kept: its address, with its hash when the name has none. */
function place({ path, hash }: ManifestFile): string {
  const address = new URL(path, base);
  if (!path.startsWith("assets/")) address.searchParams.set("hash", hash);
  return address.href;
}

const release = (version: string): string => new URL(`release/${version}`, base).href;

async function install(): Promise<void> {
  const response = await fetch(new URL(MANIFEST, base), { cache: "no-store" });
  const manifest = (await response.clone().json()) as Manifest;
  if (manifest.version !== scope.pantographVersion) throw new Error("another release is being put up: the next visit tries again");
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

/** Keeps a file, unless it is kept already as it should be. Says whether it had to be fetched. */
async function keep(files: Cache, file: ManifestFile): Promise<boolean> {
  const kept = await files.match(place(file));
  if (kept && await isRight(kept, file)) return false;
  await files.put(place(file), await fetchRight(file));
  return true;
}

async function isRight(response: Response, { hash }: ManifestFile): Promise<boolean> {
  return response.ok && await hashOf(response.clone()) === hash;
}

/** A file of the release from the network; past the browser's own cache when that has a wrong answer. */
async function fetchRight(file: ManifestFile): Promise<Response> {
  const address = new URL(file.path, base);
  const ways: readonly RequestCache[] = file.path.startsWith("assets/") ? ["default", "reload"] : ["no-store"];
  for (const cache of ways) {
    const response = await fetch(address, { cache });
    if (await isRight(response, file)) return plain(response);
  }
  throw new Error(`${file.path} is not of this release`);
}

/** Without the mark of a redirect: a browser refuses a redirected answer for a page. */
function plain(response: Response): Response {
  return response.redirected ? new Response(response.body, { status: response.status, headers: response.headers }) : response;
}

/** Forgets what none of the last releases needs. */
async function forget(): Promise<void> {
  const [files, releases] = await Promise.all([caches.open(FILES), caches.open(RELEASES)]);
  const known = await releases.keys();
  for (const old of known.slice(0, Math.max(known.length - KEPT, 0))) await releases.delete(old);
  const wanted = new Set<string>();
  for (const each of await releases.keys()) {
    const manifest = (await (await releases.match(each))?.json()) as Manifest | undefined;
    for (const file of manifest?.files ?? []) wanted.add(place(file));
  }
  for (const file of await files.keys()) if (!wanted.has(file.url)) await files.delete(file);
  await forgetOld(base);
}

let own: Promise<Manifest | null> | null = null;

function manifest(): Promise<Manifest | null> {
  own ??= ownRelease().then((found) => (found ? (found.json() as Promise<Manifest>) : null));
  return own;
}

/** Holds every file of the release against its hash, and fetches again those that differ. */
async function check(): Promise<Mended> {
  const files = await caches.open(FILES);
  let mended = 0, missing = 0;
  await forEach(((await manifest())?.files ?? []).filter(isNeeded), async (file) => {
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
  if (path === MANIFEST) return (await ownRelease()) ?? fetch(request);
  const files = await caches.open(FILES);
  const known = (await manifest())?.files.find((file) => (file.path === path || file.path === `${path}.html`) && isNeeded(file));
  const found = await files.match(known ? place(known) : new URL(path, base).href);
  if (found) return found;
  // The browser may have dropped it. A page is taken as it comes: it may be of the next release.
  if (!known || !path.startsWith("assets/")) return fetch(request);
  const response = await fetchRight(known);
  await files.put(place(known), response.clone()).catch(() => undefined); // there may be no room
  return response;
}

/** Embeds find their engine by the manifest: that of the release that their page is of. */
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
