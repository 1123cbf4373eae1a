/**
 * Repairs a page whose main script cannot be loaded, or explains the failure. This is part of boot.ts,
 * a script that runs before the main one.
 */
import { mayReload, mend } from "./mend.js";

/**
 * Fetches the page's scripts again, replacing what is in the browser's cache, which may be a wrong
 * response. Resolves to whether every response is a script.
 */
async function fetchAgain(): Promise<boolean> {
  const parts = document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>("script[src], link[rel=modulepreload]");
  const addresses = [...parts].map((element) => ("src" in element ? element.src : element.href));
  const replies = await Promise.all(addresses.map((address) => fetch(address, { cache: "reload" }).catch(() => null)));
  return replies.every((reply) => reply?.ok && /javascript/.test(reply.headers.get("content-type") ?? ""));
}

/** Tries to repair the page and reload it; otherwise, tells the user. */
async function mendAll(): Promise<void> {
  await mend();
  if (await fetchAgain() && mayReload()) return location.reload();
  const text = document.createElement("p");
  text.className = "noscript";
  text.setAttribute("role", "alert");
  text.textContent = "This page could not be loaded completely, so nothing is evaluated. Your drafts are kept. " +
    "Check the network, then reload the page.";
  document.body.append(text);
}

/** Listens for scripts of the page that fail to load. Errors that scripts throw are ignored. */
export function explainMissing(): void {
  let isMending = false;
  addEventListener("error", ({ target }) => {
    if (isMending || !(target instanceof HTMLScriptElement)) return;
    isMending = true;
    void mendAll();
  }, { capture: true });
}
