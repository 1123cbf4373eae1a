/**
 * Moves files out of caches that releases before 2026 shared between all deployments of an origin.
 * The files of this deployment are copied, since pages of an old release may still be open, and then
 * removed from the shared caches. Files of other deployments are left alone.
 */
const OLD_FILES = "pantograph-files";
const OLD_RELEASES = "pantograph-releases";

/**
 * Whether a URL is one that the service worker of the deployment at `base` stores, and not one of a
 * deployment in a folder below it.
 */
function isOwn(url: string, base: string): boolean {
  const [path = ""] = url.slice(base.length).split("?");
  return url.startsWith(base) && /^(?:index\.html|(?:assets|release)\/[^/]*)$/.test(path);
}

/** Copies the files of this deployment from the shared caches to the `files` and `releases` caches. */
export async function adoptOldFiles(base: string, files: string, releases: string): Promise<void> {
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

/** Removes the files of this deployment from the shared caches, and then empty caches. */
export async function removeOldFiles(base: string): Promise<void> {
  for (const name of [OLD_FILES, OLD_RELEASES]) {
    if (!await caches.has(name)) continue;
    const old = await caches.open(name);
    for (const request of await old.keys()) if (isOwn(request.url, base)) await old.delete(request);
    if ((await old.keys()).length === 0) await caches.delete(name);
  }
}
