/** The page's main script itself may not come. Then only what runs before it can say so, and mend it. */
import { mayReload, mend } from "./mend.js";

/** Scripts and style sheets of the page, past the browser's own cache, which may hold a wrong answer. */
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

/** Waits for a script of the page that fails to load; errors of what scripts do are not meant. */
export function explainMissing(): void {
  let isMending = false;
  addEventListener("error", ({ target }) => {
    if (isMending || !(target instanceof HTMLScriptElement)) return;
    isMending = true;
    void mendAll();
  }, { capture: true });
}
