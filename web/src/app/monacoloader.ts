/** Loads Monaco's script, which the modules of the editors need. */
import { trustedScript } from "../evaluator/boot.js";

/** Fetches the script, so that runMonaco does not wait for it. Resolves in any case. */
export function fetchMonaco(path: string): Promise<void> {
  const link = document.createElement("link");
  link.rel = "preload";
  link.as = "script";
  link.href = path;
  document.head.append(link);
  return new Promise((resolve) => { link.onload = link.onerror = () => resolve(); });
}

/** Runs the script. Rejects if it cannot be fetched. */
export function runMonaco(path: string): Promise<void> {
  const script = document.createElement("script");
  script.src = trustedScript(new URL(path, document.baseURI));
  document.head.append(script);
  return new Promise((resolve, reject) => {
    script.onload = () => resolve();
    script.onerror = () => reject(new Error("Monaco's script could not be loaded"));
  });
}
