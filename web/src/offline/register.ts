/** The page's side of working without a network: an update is offered, never forced. */
import { trustedScript } from "../evaluator/boot.js";

/**
 * How long nobody has typed, in milliseconds, before the page's files are kept: to keep them
 * takes the processor from the first keys.
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
 * Registers the service worker, on a first visit once nobody types. When a new release waits,
 * `offer` gets what takes it; the page is then loaded anew. Without a script an old one goes.
 * Where storage or service workers are denied, nothing happens.
 */
export async function worksOffline(script: string, offer: (take: () => void) => void): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  if (script === "") {
    const here = new URL(".", location.href).href; // others of this origin are not ours
    for (const old of await serviceWorker.getRegistrations()) if (old.scope === here) await old.unregister();
    return;
  }
  if (!serviceWorker.controller) await quiet(); // a second visit has the files already
  const registration = await serviceWorker.register(trustedScript(new URL(script, document.baseURI)));
  const look = (): void => {
    const { waiting } = registration;
    // In Safari the first release still looks as if it waited when it is in use already.
    if (waiting?.state !== "installed" || !serviceWorker.controller) return;
    offer(() => {
      serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      waiting.postMessage("take");
    });
  };
  const watch = (): void => registration.installing?.addEventListener("statechange", look);
  look();
  watch(); // the browser may have found the release already
  registration.addEventListener("updatefound", watch);
}
