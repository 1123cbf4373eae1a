/** Storage names of this deployment: two deployments on one origin share nothing. */

/** The path at which this copy of the page is deployed, with a trailing slash. */
function deployment(): string {
  return typeof location === "undefined" ? "/" : new URL(".", location.href).pathname;
}

/**
 * Returns a name with the deployment's path. Paths contain no spaces, so the space at the end keeps
 * any name from being a prefix of another's.
 */
export function storageKey(name: string): string {
  return `${name} ${deployment()} `;
}
