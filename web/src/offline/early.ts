/**
 * Handles a page whose main script cannot be loaded: only a script that runs before it can repair
 * the page or tell the user.
 */
import { mayReload, mend } from "./mend.js";

/**
 * Fetches the page's scripts again, bypassing the browser's cache, which may hold a wrong response.
 * Resolves to whether all of them are scripts now.
 */
async function fetchAgain(): Promise<boolean> {
  const named = document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>("script[src], link[rel=modulepreload]");
  const addresses = [...named].map((element) => ("src" in element ? element.src : element.href));
  const replies = await Promise.all(addresses.map((address) => fetch(address, { cache: "reload" }).catch(() => null)));
  return replies.every((reply) => reply?.ok && /javascript/.test(reply.headers.get("content-type") ?? ""));
}

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

/** Handles scripts of the page that fail to load. Errors thrown by scripts are ignored. */
export function explainMissing(): void {
  let isMending = false;
  addEventListener("error", ({ target }) => {
    if (isMending || !(target instanceof HTMLScriptElement)) return;
    isMending = true;
    void mendAll();
  }, { capture: true });
}
