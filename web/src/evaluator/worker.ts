/**
 * The worker: runs the Go engine and passes requests to it. If the engine runs out of stack or memory,
 * or exits, it cannot continue: that is reported as a crash, and the page replaces the worker.
 */
import { compileEngine, compileStored } from "./compile.js";
import { WORLD_DATA } from "../protocol/protocol.gen.js";
import type { FromWorker, ToWorker } from "./client.js";

/** Declared by the Go distribution's wasm_exec.js, which the build prepends to this script. */
interface GoRuntime {
  readonly importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

interface WorkerScope {
  Go: new () => GoRuntime;
  pantographCall?: (request: string) => string;
  pantographData?: (name: string, content: Uint8Array) => void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker): void;
}

const scope = globalThis as unknown as WorkerScope;
let memory: WebAssembly.Memory | null = null;

async function start(module: WebAssembly.Module): Promise<void> {
  const go = new scope.Go();
  const instance = await WebAssembly.instantiate(module, go.importObject);
  memory = instance.exports["mem"] as WebAssembly.Memory; // the name that Go gives it
  void go.run(instance).then(() => crash("the engine ended"), (error: unknown) => crash(String(error)));
}

function crash(message: string): void {
  scope.postMessage({ type: "crash", message });
}

/**
 * Answers a call about files. The engine has the files' contents only during the call; a file that
 * cannot be read is passed as an empty one.
 */
async function answerWithFiles(files: readonly Blob[], id: number, request: string): Promise<void> {
  for (const [index, file] of files.entries()) {
    scope.pantographData?.(WORLD_DATA + index,
      new Uint8Array(await file.arrayBuffer().catch(() => new ArrayBuffer(0))));
  }
  answer(id, request);
  for (const index of files.keys()) scope.pantographData?.(WORLD_DATA + index, new Uint8Array(0));
}

function answer(id: number, request: string): void {
  try {
    if (!scope.pantographCall) throw new Error("the engine has not set pantographCall");
    const began = performance.now();
    const reply = scope.pantographCall(request);
    scope.postMessage({ type: "reply", id, reply, took: performance.now() - began,
      memory: memory?.buffer.byteLength ?? 0 });
  } catch (error) {
    crash(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  }
}

// Go prints to the console. The page does that instead, after it has replaced numbers with function names.
console.log = (text: unknown) => scope.postMessage({ type: "printed", text: String(text) });

let ready: Promise<void> | null = null;

/** Resolves when the page allows the engine to be compiled. */
let allowCompilation: () => void;
const mayCompile = new Promise<void>((resolve) => { allowCompilation = resolve; });

async function load(path: string): Promise<void> {
  try {
    const module = await compileStored(path, mayCompile) ?? await compileEngine(path);
    startOnce(module);
    scope.postMessage({ type: "loaded", module });
  } catch (error) {
    scope.postMessage({ type: "not-loaded", why: (error as Error).message });
  }
}

/** Starts the engine. Ignores the client's request if this worker has loaded it itself. */
function startOnce(module: WebAssembly.Module): void {
  ready ??= start(module).catch((error: unknown) => crash(String(error)));
}

scope.onmessage = ({ data }) => {
  if (data.type === "load") return void load(data.path);
  if (data.type === "compile") return allowCompilation();
  if (data.type === "start") return startOnce(data.module);
  if (data.type === "data") {
    void ready?.then(() => scope.pantographData?.(data.name, new Uint8Array(data.content)));
    return;
  }
  const { id, request, files } = data;
  void ready?.then(() => (files ? answerWithFiles(files, id, request) : answer(id, request)));
};
