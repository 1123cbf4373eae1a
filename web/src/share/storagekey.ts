/** Keys of this deployment in browser storage, which all deployments of an origin share. */

/** Returns the path of the folder in which the page is deployed, with a trailing slash. */
function deployment(): string {
  return typeof location === "undefined" ? "/" : new URL(".", location.href).pathname;
}

/**
 * Returns the key for a name: the name and the deployment's path. Paths contain no spaces, so because
 * of the space at the end, no deployment's key is a prefix of another's.
 */
export function storageKey(name: string): string {
  return `${name} ${deployment()} `;
}
