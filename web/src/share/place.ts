/** Names in storage that belong to this deployment: two of them on one origin share nothing. */

/** The path that this copy of the page is put up at, with a slash at its end. */
function deployment(): string {
  return typeof location === "undefined" ? "/" : new URL(".", location.href).pathname;
}

/** A name with the deployment's path: no path has a blank in it, so that none begins with another's. */
export function named(name: string): string {
  return `${name} ${deployment()} `;
}
