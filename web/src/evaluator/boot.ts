/** Loads the engine, which runs in a worker. */
import type { FromWorker, ToWorker } from "./client.js";
import { afterPaint } from "../ui/paint.js";
import { compileEngine, WAYS, type Progress } from "./compile.js";

/** Where the engine's files are, relative to the page. `engineBytes` is its size before compression, 0 if unknown. */
interface EngineFiles {
  readonly engine: string;
  readonly engineBytes: number;
  readonly engineWorker: string;
}

/** The engine while it is downloaded and compiled. */
export interface EngineStart {
  readonly module: Promise<WebAssembly.Module>;
  /** The part of the engine that has been downloaded, from 0 to 1. */
  downloaded: number;
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
  const module = compileEngine(engine, engineBytes, (progress) => {
    start.downloaded = progress.loaded / progress.total;
    start.report(progress);
  });
  const start = handOver(module, workers, 0);
  module.then((compiled) => {
    start.downloaded = 1;
    workers.ahead?.postMessage({ type: "start", module: compiled } satisfies ToWorker);
  }, () => undefined);
  return start;
}

/**
 * Like startEngine, for an engine that the browser has stored. The worker compiles it, since the page's thread is busy
 * while the page is built, but only after the first paint: compiling it would delay that, by half on two slow
 * processors. If the worker fails, as when its script is damaged, the engine is compiled here.
 */
export function startStoredEngine({ engine, engineWorker }: EngineFiles): EngineStart {
  const workers = new WorkersAhead(engineWorker, "engine"), worker = workers.ahead;
  if (!worker) return handOver(compileEngine(engine), workers, 1);
  const path = new URL(engine, document.baseURI).href;
  worker.postMessage({ type: "load", path } satisfies ToWorker);
  const compile = (): void => worker.postMessage({ type: "compile" } satisfies ToWorker);
  if (document.hidden) compile(); // such a page is not painted
  else afterPaint(compile);
  const loaded = new Promise<WebAssembly.Module>((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
      if (data.type === "loaded") resolve(data.module);
      if (data.type === "not-loaded") reject(new Error(data.why));
    });
  });
  const failed = new Promise<null>((resolve) => {
    worker.addEventListener("error", () => resolve(null), { once: true });
  });
  return handOver(Promise.race([loaded, failed]).then((found) => found ?? compileEngine(engine)), workers, 1);
}

function handOver(module: Promise<WebAssembly.Module>, workers: WorkersAhead, downloaded: number): EngineStart {
  module.catch(() => undefined); // the client reports the error
  return handover.pantographEngine = { module, downloaded, report: () => undefined, spawn: () => workers.next() };
}

/** Returns the engine that boot.ts has started, or starts it. */
export function startedEngine(files: EngineFiles): EngineStart {
  return handover.pantographEngine ?? startEngine(files);
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
