/** Loads Monaco's script and style sheet, which the modules of the editors need. */
import { trustedScript, type EngineStart } from "../evaluator/boot.js";
import type { Assets } from "./embedded.js";
import { fetchEarly } from "./fetchearly.js";

/** How long Monaco waits for the engine's first answer, in milliseconds. */
const ANSWER_TIMEOUT = 500;

/** How long the download of half of the engine takes at most, in milliseconds, unless the network is slow. */
const DOWNLOAD_TIME = 100;

/**
 * Loads Monaco after the engine's first answer, which would come a fifth later if the browser downloaded and compiled
 * Monaco at the same time. On a slow network, Monaco does not wait: while the engine is downloaded, the processor is
 * idle. Rejects if the script cannot be fetched.
 */
export async function loadMonaco(assets: Assets, engine: EngineStart, answered: Promise<void>): Promise<void> {
  await waitFor(answered, DOWNLOAD_TIME);
  if (engine.downloaded > 0.5) await waitFor(answered, ANSWER_TIMEOUT);
  for (const path of assets.editorModules) void fetchEarly("module", path); // imported after Monaco
  await Promise.all([fetchEarly("script", assets.monaco), fetchEarly("stylesheet", assets.editorStyles)]);
  await runScript(assets.monaco);
}

/** Waits for a promise that does not reject, but not longer than the timeout. */
function waitFor(promise: Promise<void>, timeout: number): Promise<void> {
  return Promise.race([promise, new Promise<void>((resolve) => { setTimeout(resolve, timeout); })]);
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
