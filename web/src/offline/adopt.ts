/**
 * Releases up to 2026 kept their files in caches that all deployments of an origin shared. The
 * first release after them takes over its own files, for pages that are still open, and then
 * removes them there; what other deployments have there is theirs.
 */
const OLD_FILES = "pantograph-files";
const OLD_RELEASES = "pantograph-releases";

/** The part of an address below a deployment that the service worker keeps; not one of a deployment below it. */
function isOwn(url: string, base: string): boolean {
  const [path = ""] = url.slice(base.length).split("?");
  return url.startsWith(base) && /^(?:index\.html|(?:assets|release)\/[^/]*)$/.test(path);
}

/** Copies what the old caches hold of this deployment. */
export async function adopt(base: string, files: string, releases: string): Promise<void> {
  for (const [from, to] of [[OLD_FILES, files], [OLD_RELEASES, releases]] as const) {
    if (!await caches.has(from)) continue;
    const [old, own] = await Promise.all([caches.open(from), caches.open(to)]);
    for (const request of await old.keys()) {
      if (!isOwn(request.url, base) || await own.match(request)) continue;
      const response = await old.match(request);
      if (response) await own.put(request, response);
    }
  }
}

/** Removes it there, and the caches when nobody else has anything in them. */
export async function forgetOld(base: string): Promise<void> {
  for (const name of [OLD_FILES, OLD_RELEASES]) {
    if (!await caches.has(name)) continue;
    const old = await caches.open(name);
    for (const request of await old.keys()) if (isOwn(request.url, base)) await old.delete(request);
    if ((await old.keys()).length === 0) await caches.delete(name);
  }
}
