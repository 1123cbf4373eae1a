/**
 * The service worker: the page works without a network after the first visit. Every release
 * is kept whole, by the hashes of its files: a page is never half of one and half of another.
 * A new release is fetched in the background and waits until the reader takes it. The engines
 * and scripts of the releases before stay, for pages that are still open.
 */

interface ManifestFile {
  readonly path: string;
  readonly group: string;
  readonly hash: string;
}

interface Manifest {
  readonly version: string;
  readonly files: readonly ManifestFile[];
}

/** The part of the worker's scope that is used; the page's types know another one. */
interface Scope {
  /** The release that this script belongs to, written in front of it by the build. */
  readonly pantographVersion: string;
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: { waitUntil(done: Promise<unknown>): void }) => void): void;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: "fetch", listener: (event: { readonly request: Request; respondWith(reply: Promise<Response>): void }) => void): void;
}

const scope = globalThis as unknown as Scope;
const base = scope.registration.scope;
const FILES = "pantograph-files";
const RELEASES = "pantograph-releases";
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
  const files = await caches.open(FILES);
  const wanted = manifest.files.filter(isNeeded);
  const lane = async (): Promise<void> => {
    for (let file = wanted.pop(); file; file = wanted.pop()) await keep(files, file);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await (await caches.open(RELEASES)).put(release(manifest.version), response);
}

async function keep(files: Cache, file: ManifestFile): Promise<void> {
  if (await files.match(place(file))) return;
  const isHashed = file.path.startsWith("assets/");
  const response = await fetch(new URL(file.path, base), { cache: isHashed ? "default" : "no-store" });
  if (!response.ok) throw new Error(`${file.path}: ${response.status}`);
  if (!isHashed && await hashOf(response.clone()) !== file.hash) throw new Error(`${file.path} is of another release`);
  // Hosts that leave .html out of addresses redirect; what came that way may not answer a navigation.
  await files.put(place(file), response.redirected ? new Response(response.body, response) : response);
}

async function hashOf(response: Response): Promise<string> {
  const sum = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
  return [...new Uint8Array(sum)].slice(0, 8).map((byte) => byte.toString(16).padStart(2, "0")).join("");
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
}

let own: Promise<Manifest | null> | null = null;

function manifest(): Promise<Manifest | null> {
  own ??= ownRelease().then((found) => (found ? (found.json() as Promise<Manifest>) : null));
  return own;
}

async function answer(request: Request, path: string): Promise<Response> {
  if (path === MANIFEST) return (await ownRelease()) ?? fetch(request);
  const files = await caches.open(FILES);
  const known = (await manifest())?.files.find((file) => (file.path === path || file.path === `${path}.html`) && isNeeded(file));
  const found = await files.match(known ? place(known) : new URL(path, base).href);
  return found ?? fetch(request);
}

/** Embeds find their engine by the manifest: that of the release that their page is of. */
async function ownRelease(): Promise<Response | undefined> {
  return (await caches.open(RELEASES)).match(release(scope.pantographVersion));
}

scope.addEventListener("install", (event) => event.waitUntil(install()));
scope.addEventListener("activate", (event) => event.waitUntil(forget().then(() => scope.clients.claim())));
scope.addEventListener("message", ({ data }) => { if (data === "take") void scope.skipWaiting(); });
scope.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method !== "GET" || !url.startsWith(base)) return;
  const path = new URL(url).pathname.slice(new URL(base).pathname.length) || "index.html";
  event.respondWith(answer(event.request, path));
});
