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
 * yet, and only if the size is known. The priority is low, since on a slow network the page would be painted later.
 * Rejects with a message for the user.
 */
async function compileEngine(path: string, bytes: number,
    progress: (progress: Progress) => void): Promise<WebAssembly.Module> {
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

/** Where the engine's files are, relative to the page. `engineBytes` is its size before compression, 0 if unknown. */
interface EngineFiles {
  readonly engine: string;
  readonly engineBytes: number;
  readonly engineWorker: string;
}

/** The engine while it is downloaded and compiled. */
export interface EngineStart {
  readonly module: Promise<WebAssembly.Module>;
  /** Receives the progress of the download; main.ts sets it. */
  report: (progress: Progress) => void;
  /** Returns a worker, the first time the one in which the engine starts as soon as it is compiled. */
  readonly spawn: () => Worker;
}

/** The global variables that boot.ts leaves to main.ts, which shares no code with it. */
interface Handover {
  pantographEngine?: EngineStart;
  pantographScripts?: ScriptPolicy;
}

const handover = globalThis as Handover;

/** Starts to compile the engine, and a worker for it, which waits for that. */
export function startEngine({ engine, engineBytes, engineWorker }: EngineFiles): EngineStart {
  const workers = new WorkersAhead(engineWorker, "engine");
  const start: EngineStart = {
    module: compileEngine(engine, engineBytes, (progress) => start.report(progress)), report: () => undefined,
    spawn: () => workers.next(),
  };
  start.module.then((module) => workers.ahead?.postMessage({ type: "start", module }),
    () => undefined); // the client reports the error
  handover.pantographEngine = start;
  return start;
}

/** Returns the engine that boot.ts has started, or starts it. */
export function startedEngine(files: EngineFiles): EngineStart {
  return handover.pantographEngine ?? startEngine(files);
}

/** The second way replaces a wrong response in the browser's cache. */
const WAYS: readonly RequestCache[] = ["default", "reload"];

function compile(response: Response, bytes: number,
    progress: (progress: Progress) => void): Promise<WebAssembly.Module> {
  const isFirst = !navigator.serviceWorker?.controller;
  const { body } = response;
  const tracked = isFirst && bytes > 0 && body ? withProgress(response, body, bytes, progress) : response;
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

/** How long the download of a data file may take, in milliseconds. */
const DATA_TIMEOUT = 15_000;

/** Fetches a data file for the engine. Resolves to null if the path is undefined or the file cannot be loaded. */
export async function loadData(path: string | undefined, load = fetchData): Promise<ArrayBuffer | null> {
  if (path === undefined) return null;
  try {
    const response = await load(path, AbortSignal.timeout(DATA_TIMEOUT));
    return await response.arrayBuffer();
  } catch {
    return null;
  }
}

/** Like fetchPart in an embed, whose loader is a single file that shares no code with the page. */
async function fetchData(path: string, signal: AbortSignal): Promise<Response> {
  for (const cache of WAYS) {
    const response = await fetch(path, { signal, cache });
    const isPage = /html/.test(response.headers.get("content-type") ?? ""); // such as that of a captive portal
    if (response.ok && !isPage) return response;
  }
  throw new Error("the file cannot be loaded");
}

/** How long a worker's script may take to be fetched again, in milliseconds. */
const SCRIPT_TIMEOUT = 5_000;

/**
 * Starts a worker from the script at a path relative to the page. If it fails, the script is fetched again, since the
 * browser may have cached a wrong response. The error is reported after that: a worker that starts earlier would get
 * the same response.
 */
export function spawnWorker(path: string, name: string): Worker {
  const url = new URL(path, document.baseURI);
  const worker = new Worker(trustedScript(url), { name });
  worker.addEventListener("error", (event) => {
    event.stopImmediatePropagation();
    void fetch(url, { cache: "reload", signal: AbortSignal.timeout(SCRIPT_TIMEOUT) })
      .then((response) => response.arrayBuffer()).catch(() => null)
      .then(() => worker.dispatchEvent(new ErrorEvent("error", { message: event.message })));
  }, { once: true });
  return worker;
}

/**
 * Starts the first worker before it is needed. If it has failed by then, it is replaced by a new one, whose error is
 * reported.
 */
class WorkersAhead {
  /** The worker that next will return. */
  ahead: Worker | null = null;

  constructor(private readonly path: string, private readonly name: string) {
    try {
      this.ahead = spawnWorker(path, name);
      this.ahead.onerror = () => { this.ahead = null; };
    } catch { /* when a policy forbids the script; so does the next attempt, which reports it */ }
  }

  next(): Worker {
    const worker = this.ahead ?? spawnWorker(this.path, this.name);
    this.ahead = null;
    worker.onerror = null;
    return worker;
  }
}

interface ScriptPolicy { createScriptURL(url: string): string }
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): ScriptPolicy;
}

/** Returns a URL as the page's Trusted Types policy requires it for scripts; throws if it is from another origin. */
export function trustedScript(url: URL): string {
  return (handover.pantographScripts ??= scriptPolicy()).createScriptURL(url.href);
}

/** Creates the page's policy, which allows only scripts of its own origin. The browser allows no other of this name. */
function scriptPolicy(): ScriptPolicy {
  const createScriptURL = (url: string): string => {
    if (new URL(url).origin !== location.origin) throw new Error(`the script is from another origin: ${url}`);
    return url;
  };
  return (window as { readonly trustedTypes?: PolicyFactory }).trustedTypes
    ?.createPolicy("pantograph", { createScriptURL }) ?? { createScriptURL };
}
