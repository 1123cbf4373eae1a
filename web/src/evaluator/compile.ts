/** Compiles the engine: in the page on a first visit, in the worker later. */

/** The progress of the engine's download, in bytes as transferred. */
export interface Progress {
  readonly loaded: number;
  readonly total: number;
}

const NOT_LOADED = "The engine could not be loaded. Your text is kept; reload the page to try again.";

/** The number of progress reports for a complete download. */
const STEPS = 20;

/**
 * Compiles the engine while it downloads. Progress is reported only if `bytes`, its size before compression, is not 0.
 * The priority is low, since on a slow network the page would be painted later. Rejects with a message for the user.
 */
export async function compileEngine(path: string, bytes = 0,
    progress: (progress: Progress) => void = () => undefined): Promise<WebAssembly.Module> {
  if (typeof WebAssembly === "undefined") {
    throw new Error("This browser has no WebAssembly, so nothing can be evaluated. Use a current browser.");
  }
  for (const cache of WAYS) {
    const response = await fetch(path, { cache, priority: "low" }).catch(() => null);
    if (!response?.ok) continue;
    const module = await compile(response, bytes, progress).catch(() => null); // null for a captive portal's page
    if (module) return module;
  }
  throw new Error(NOT_LOADED);
}

/**
 * Compiles the engine that the service worker has stored, as soon as the promise resolves. It is read directly from the
 * cache, since the service worker is busy with the page. Resolves to null if it is not stored or damaged.
 */
export async function compileStored(path: string, mayCompile: Promise<void>): Promise<WebAssembly.Module | null> {
  try {
    const stored = await caches.match(path);
    await mayCompile;
    return stored ? await WebAssembly.compileStreaming(stored) : null;
  } catch {
    return null;
  }
}

/** The second way replaces a wrong response in the browser's cache. */
export const WAYS: readonly RequestCache[] = ["default", "reload"];

function compile(response: Response, bytes: number,
    progress: (progress: Progress) => void): Promise<WebAssembly.Module> {
  const { body } = response;
  const tracked = bytes > 0 && body ? withProgress(response, body, bytes, progress) : response;
  return WebAssembly.compileStreaming(tracked);
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
