/** How the browser loads the engine: compiled on the main thread, run in a worker. */

/** Compiles while it downloads. Only this way, on the main thread, does Chromium cache the code. */
export async function compileEngine(path: string): Promise<WebAssembly.Module> {
  if (typeof WebAssembly === "undefined") throw new Error("This browser has no WebAssembly: the examples show, but nothing is evaluated.");
  const response = await fetch(path).catch(() => null);
  if (!response?.ok) throw new Error("The engine could not be loaded. Your text is kept; reload the page to try again.");
  return WebAssembly.compileStreaming(response);
}

/** How long a data file may take, in milliseconds. */
const DATA_PATIENCE = 15_000;

/** Fetches a file that the engine asks for; null when it cannot be had. */
export async function loadData(path: string | URL | undefined): Promise<ArrayBuffer | null> {
  if (path === undefined) return null;
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(DATA_PATIENCE) });
    return response.ok ? await response.arrayBuffer() : null;
  } catch {
    return null;
  }
}

export function spawnWorker(path: string, name: string): Worker {
  return new Worker(trustedScript(new URL(path, document.baseURI)), { name });
}

interface ScriptPolicy { createScriptURL(url: string): string }
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): ScriptPolicy;
}

let policy: ScriptPolicy | null = null;

/** The address of a script of our own, as the page's Trusted Types policy wants it. */
export function trustedScript(url: URL): string {
  if (url.origin !== location.origin) throw new Error(`a script of another origin: ${url.origin}`);
  const factory = (window as { readonly trustedTypes?: PolicyFactory }).trustedTypes;
  policy ??= factory?.createPolicy("pantograph", { createScriptURL: (own) => own }) ?? { createScriptURL: (own) => own };
  return policy.createScriptURL(url.href);
}
