/** Registers the service worker. New releases are offered to the user, not activated automatically. */
import { trustedScript } from "../evaluator/boot.js";
import { checkOnce } from "./mend.js";

/**
 * How long the user must not have typed, in milliseconds, before the page's files are stored. Storing
 * them takes processor time that the first key presses need.
 */
const IDLE = 2_000;

/** Resolves when no key has been pressed for a while. */
function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      removeEventListener("keydown", later, true);
      resolve();
    };
    let timer = setTimeout(done, IDLE);
    const later = (): void => {
      clearTimeout(timer);
      timer = setTimeout(done, IDLE);
    };
    addEventListener("keydown", later, true);
  });
}

/**
 * Registers the service worker; on a first visit, not before the user pauses typing. When a new
 * release is waiting, `offer` is called with a function that activates it and reloads the page. If
 * `script` is "", an old worker is unregistered. Does nothing in browsers without service workers;
 * rejects if they or storage are denied.
 */
export async function registerServiceWorker(script: string, offer: (take: () => void) => void): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  if (script === "") {
    const here = new URL(".", location.href).href; // the origin may have other deployments
    for (const old of await serviceWorker.getRegistrations()) if (old.scope === here) await old.unregister();
    return;
  }
  if (!serviceWorker.controller) await untilIdle(); // with a controller, the files are already stored
  const registration = await serviceWorker.register(trustedScript(new URL(script, document.baseURI)));
  const offerWaiting = (): void => {
    const { waiting } = registration;
    // In Safari, the first release is still reported as waiting after it has been activated.
    if (waiting?.state !== "installed" || !serviceWorker.controller) return;
    offer(() => {
      if (waiting.state !== "installed") return location.reload(); // another tab has activated it
      serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      waiting.postMessage("take");
    });
  };
  const watch = (): void => registration.installing?.addEventListener("statechange", offerWaiting);
  offerWaiting();
  watch(); // an installation may have started already
  registration.addEventListener("updatefound", watch);
  if (!serviceWorker.controller) return;
  await untilIdle();
  checkOnce();
}
