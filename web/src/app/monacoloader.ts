/** Loads Monaco's script and style sheet, which the modules of the editors need. */
import { trustedScript } from "../evaluator/boot.js";
import { guarded } from "../share/settings.js";
import type { Assets } from "./embedded.js";

/** How long Monaco waits for the engine's first answer, in milliseconds. */
const ANSWER_TIMEOUT = 500;

/**
 * Loads Monaco after the engine's first answer, which would come later if the browser compiled or ran Monaco before.
 * On a first visit, which the downloads dominate, they run side by side, and Monaco waits for the answer only if the
 * engine is already compiled. Rejects if the script cannot be fetched.
 */
export async function loadMonaco(assets: Assets, compiled: Promise<unknown>, answered: Promise<void>): Promise<void> {
  const isStored = guarded(() => navigator.serviceWorker?.controller, null) !== null;
  let isCompiled = false;
  compiled.then(() => { isCompiled = true; }, () => undefined);
  const answer = (): Promise<unknown> =>
    Promise.race([answered, new Promise((resolve) => { setTimeout(resolve, ANSWER_TIMEOUT); })]);
  if (isStored) await answer();
  const script = fetchLink("preload", assets.monaco), styles = fetchLink("stylesheet", assets.editorStyles);
  await Promise.all([script, styles]);
  if (isCompiled && !isStored) await answer();
  await runScript(assets.monaco);
}

/** Fetches a script, so that it can run at once, or a style sheet. Resolves in any case. */
function fetchLink(rel: "preload" | "stylesheet", path: string): Promise<void> {
  if (path === "") return Promise.resolve();
  const link = document.createElement("link");
  link.rel = rel;
  if (rel === "preload") link.as = "script";
  link.href = path;
  document.head.append(link);
  return new Promise((resolve) => { link.onload = link.onerror = () => resolve(); });
}

function runScript(path: string): Promise<void> {
  const script = document.createElement("script");
  script.src = trustedScript(new URL(path, document.baseURI));
  document.head.append(script);
  return new Promise((resolve, reject) => {
    script.onload = () => resolve();
    script.onerror = () => reject(new Error("Monaco's script could not be loaded"));
  });
}
