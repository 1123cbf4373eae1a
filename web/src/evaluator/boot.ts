/** How the browser loads the engine: compiled on the main thread, run in a worker. */

/** The progress of the engine's download, in bytes. */
export interface Progress {
  readonly loaded: number;
  readonly total: number;
}

const NOT_LOADED = "The engine could not be loaded. Your text is kept; reload the page to try again.";

/** How many progress reports a whole download makes. */
const STEPS = 20;

/**
 * Compiles the engine while it downloads. Chromium caches the compiled code only this way: on the
 * main thread, and from a response that nothing else reads. So progress is reported only on a first
 * visit, when there is no service worker yet, and only for a module whose size is known.
 */
export async function compileEngine(path: string, bytes: number,
    progress: (progress: Progress) => void): Promise<WebAssembly.Module> {
  if (typeof WebAssembly === "undefined") {
    throw new Error("This browser has no WebAssembly: the examples show, but nothing is evaluated.");
  }
  const response = await fetch(path).catch(() => null);
  if (!response?.ok) throw new Error(NOT_LOADED);
  const isFirst = !navigator.serviceWorker?.controller;
  const tracked = isFirst && bytes > 0 && response.body ? counted(response, response.body, bytes, progress) : response;
  return WebAssembly.compileStreaming(tracked)
    .catch(() => { throw new Error(NOT_LOADED); }); // most likely a portal's page
}

/**
 * Returns the same response, reporting its progress. Its length is that of the download, compressed
 * or not.
 */
function counted(response: Response, body: ReadableStream<Uint8Array<ArrayBuffer>>, bytes: number,
    report: (progress: Progress) => void): Response {
  const total = Number(response.headers.get("content-length")) || bytes;
  let received = 0, step = 0;
  const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      controller.enqueue(chunk);
      received += chunk.length;
      const now = Math.min(STEPS, Math.floor((received / bytes) * STEPS));
      if (now === step) return;
      step = now;
      report({ loaded: (total * now) / STEPS, total });
    },
  });
  return new Response(body.pipeThrough(count), { headers: { "content-type": "application/wasm" } });
}

/** How long a data file may take, in milliseconds. */
const DATA_PATIENCE = 15_000;

/** Fetches a file that the engine asks for; null if it cannot be loaded. */
export async function loadData(
  path: string | undefined, load = (file: string, signal: AbortSignal): Promise<Response> => fetch(file, { signal }),
): Promise<ArrayBuffer | null> {
  if (path === undefined) return null;
  try {
    const response = await load(path, AbortSignal.timeout(DATA_PATIENCE));
    return response.ok ? await response.arrayBuffer() : null;
  } catch {
    return null;
  }
}

/** Starts the worker whose script is at a path relative to the page. */
export function spawnWorker(path: string, name: string): Worker {
  return new Worker(trustedScript(new URL(path, document.baseURI)), { name });
}

interface ScriptPolicy { createScriptURL(url: string): string }
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): ScriptPolicy;
}

let policy: ScriptPolicy | null = null;

/**
 * Returns the address of a script of this origin, as the page's Trusted Types policy requires it.
 */
export function trustedScript(url: URL): string {
  if (url.origin !== location.origin) throw new Error(`a script of another origin: ${url.origin}`);
  const factory = (window as { readonly trustedTypes?: PolicyFactory }).trustedTypes;
  policy ??= factory?.createPolicy("pantograph", { createScriptURL: (own) => own })
    ?? { createScriptURL: (own) => own };
  return policy.createScriptURL(url.href);
}
