/** Fetches files before they are needed. */

/**
 * Fetches a script, a module or a response for fetch(), so that it is there when it is needed; a style sheet also
 * applies. Resolves in any case.
 */
export function fetchEarly(what: "script" | "module" | "fetch" | "stylesheet", path: string): Promise<void> {
  if (path === "") return Promise.resolve();
  const link = document.createElement("link");
  link.rel = what === "stylesheet" ? what : what === "module" ? "modulepreload" : "preload";
  if (what === "script" || what === "fetch") link.as = what;
  if (what === "fetch") link.crossOrigin = "anonymous"; // as fetch() requests it; otherwise, it would be fetched twice
  link.href = path;
  document.head.append(link);
  return new Promise((resolve) => { link.onload = link.onerror = () => resolve(); });
}
