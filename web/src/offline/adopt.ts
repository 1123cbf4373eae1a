/**
 * Until 2026, releases stored their files in caches that all deployments of an origin shared. The
 * first release after that copies the files of its own deployment, for pages that are still open,
 * and then removes them from the shared caches. Files of other deployments stay.
 */
const OLD_FILES = "pantograph-files";
const OLD_RELEASES = "pantograph-releases";

/**
 * Whether the service worker of the deployment at `base` stores this address. Those of a deployment
 * below it do not count.
 */
function isOwn(url: string, base: string): boolean {
  const [path = ""] = url.slice(base.length).split("?");
  return url.startsWith(base) && /^(?:index\.html|(?:assets|release)\/[^/]*)$/.test(path);
}

/** Copies the files of this deployment from the shared caches. */
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

/**
 * Removes the files of this deployment from the shared caches, and the caches if they are empty
 * then.
 */
export async function removeOldFiles(base: string): Promise<void> {
  for (const name of [OLD_FILES, OLD_RELEASES]) {
    if (!await caches.has(name)) continue;
    const old = await caches.open(name);
    for (const request of await old.keys()) if (isOwn(request.url, base)) await old.delete(request);
    if ((await old.keys()).length === 0) await caches.delete(name);
  }
}
