/** Registers the service worker. Updates are offered, never forced. */
import { trustedScript } from "../evaluator/boot.js";
import { checkOnce } from "./mend.js";

/**
 * How long the user must not have typed, in milliseconds, before the page's files are stored:
 * storing them takes processor time from the first key presses.
 */
const QUIET = 2_000;

function quiet(): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      removeEventListener("keydown", later, true);
      resolve();
    };
    let timer = setTimeout(done, QUIET);
    const later = (): void => {
      clearTimeout(timer);
      timer = setTimeout(done, QUIET);
    };
    addEventListener("keydown", later, true);
  });
}

/**
 * Registers the service worker; on a first visit, once the user is not typing. When a new release
 * waits, `offer` is called with a function that activates it and reloads the page. Without a
 * script, an old worker is unregistered. Does nothing if storage or service workers are denied.
 */
export async function worksOffline(script: string, offer: (take: () => void) => void): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  if (script === "") {
    const here = new URL(".", location.href).href; // the origin may have other deployments
    for (const old of await serviceWorker.getRegistrations()) if (old.scope === here) await old.unregister();
    return;
  }
  if (!serviceWorker.controller) await quiet(); // on a second visit, the files are stored already
  const registration = await serviceWorker.register(trustedScript(new URL(script, document.baseURI)));
  const look = (): void => {
    const { waiting } = registration;
    // In Safari, the first release seems to be waiting even when it is in use.
    if (waiting?.state !== "installed" || !serviceWorker.controller) return;
    offer(() => {
      if (waiting.state !== "installed") return location.reload(); // another tab has activated it
      serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      waiting.postMessage("take");
    });
  };
  const watch = (): void => registration.installing?.addEventListener("statechange", look);
  look();
  watch(); // the browser may have found a release already
  registration.addEventListener("updatefound", watch);
  if (!serviceWorker.controller) return;
  await quiet();
  checkOnce();
}
