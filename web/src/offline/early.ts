/**
 * Repairs a page whose main script cannot be loaded, or explains the failure. This is part of boot.ts,
 * a script that runs before the main one.
 */
import { mayReload, mendStored } from "./mend.js";

/**
 * Fetches the page's scripts and styles again, replacing what is in the browser's cache, which may be a
 * wrong response. Resolves to whether every response is a script or style sheet.
 */
async function fetchAgain(): Promise<boolean> {
  const parts = document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>(
    "script[src], link[rel=modulepreload], link[rel=stylesheet]");
  const addresses = [...parts].map((element) => ("src" in element ? element.src : element.href));
  const replies = await Promise.all(addresses.map((address) => fetch(address, { cache: "reload" }).catch(() => null)));
  return replies.every((reply) => reply?.ok && /javascript|css/.test(reply.headers.get("content-type") ?? ""));
}

/** Whether a script or a style sheet of the page could not be loaded. Scripts that main.ts adds are asynchronous. */
function isPart(target: EventTarget | null): boolean {
  return (target instanceof HTMLScriptElement && !target.async)
    || (target instanceof HTMLLinkElement && target.rel === "stylesheet");
}

/** Tries to repair the page and reload it; otherwise, tells the user. */
async function mendAll(): Promise<void> {
  await mendStored();
  if (await fetchAgain() && mayReload()) return location.reload();
  const text = document.createElement("p");
  text.className = "noscript";
  text.setAttribute("role", "alert");
  text.textContent = "This page could not be loaded completely, so nothing is evaluated. Your drafts are kept. " +
    "Check the network, then reload the page.";
  document.body.append(text);
}

/** Listens for scripts and styles of the page that fail to load. Errors that scripts throw are ignored. */
export function explainMissing(): void {
  let isMending = false;
  addEventListener("error", ({ target }) => {
    if (isMending || !isPart(target)) return;
    isMending = true;
    void mendAll();
  }, { capture: true });
}
