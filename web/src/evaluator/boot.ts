/** Loads the engine: it is compiled on the main thread and runs in a worker. */

/** The progress of the engine's download, in bytes as transferred. */
export interface Progress {
  readonly loaded: number;
  readonly total: number;
}

const NOT_LOADED = "The engine could not be loaded. Your text is kept; reload the page to try again.";

/** The number of progress reports for a complete download. */
const STEPS = 20;

/**
 * Compiles the engine while it downloads. `bytes` is its size before compression, 0 if unknown.
 * Chromium caches the compiled code only if it is compiled on the main thread, from a response that
 * nothing else reads. So progress is reported only on a first visit, when there is no service worker
 * yet, and only if the size is known. Rejects with a message for the user.
 */
export async function compileEngine(path: string, bytes: number,
    progress: (progress: Progress) => void): Promise<WebAssembly.Module> {
  if (typeof WebAssembly === "undefined") {
    throw new Error("This browser has no WebAssembly, so nothing can be evaluated. Use a current browser.");
  }
  const response = await fetch(path).catch(() => null);
  if (!response?.ok) throw new Error(NOT_LOADED);
  const isFirst = !navigator.serviceWorker?.controller;
  const { body } = response;
  const tracked = isFirst && bytes > 0 && body ? withProgress(response, body, bytes, progress) : response;
  return WebAssembly.compileStreaming(tracked)
    .catch(() => { throw new Error(NOT_LOADED); }); // most likely the page of a captive portal
}

/**
 * Returns a copy of the response that reports progress while it is read. The reports are scaled to
 * Content-Length, which is the size after compression.
 */
function withProgress(response: Response, body: ReadableStream<Uint8Array<ArrayBuffer>>, bytes: number,
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

/** How long the download of a data file may take, in milliseconds. */
const DATA_TIMEOUT = 15_000;

/** Fetches a data file for the engine. Resolves to null if the path is undefined or the file cannot be loaded. */
export async function loadData(
  path: string | undefined, load = (file: string, signal: AbortSignal): Promise<Response> => fetch(file, { signal }),
): Promise<ArrayBuffer | null> {
  if (path === undefined) return null;
  try {
    const response = await load(path, AbortSignal.timeout(DATA_TIMEOUT));
    return response.ok ? await response.arrayBuffer() : null;
  } catch {
    return null;
  }
}

/** Starts a worker from the script at a path relative to the page. */
export function spawnWorker(path: string, name: string): Worker {
  return new Worker(trustedScript(new URL(path, document.baseURI)), { name });
}

interface ScriptPolicy { createScriptURL(url: string): string }
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): ScriptPolicy;
}

let policy: ScriptPolicy | null = null;

/** Returns a URL as the page's Trusted Types policy requires it for scripts; throws if it is from another origin. */
export function trustedScript(url: URL): string {
  if (url.origin !== location.origin) throw new Error(`the script is from another origin: ${url.origin}`);
  const factory = (window as { readonly trustedTypes?: PolicyFactory }).trustedTypes;
  policy ??= factory?.createPolicy("pantograph", { createScriptURL: (own) => own })
    ?? { createScriptURL: (own) => own };
  return policy.createScriptURL(url.href);
}
