/**
 * The worker: runs the Go engine and passes requests to it. What the engine cannot recover from
 * (running out of stack or memory, or exiting) is a crash, and the page replaces the worker.
 */
import { WORLD_DATA } from "../protocol/protocol.gen.js";
import type { FromWorker, ToWorker } from "./client.js";

/** Defined by the Go distribution's own loader, which the build prepends to this script. */
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
  memory = instance.exports["mem"] as WebAssembly.Memory; // as Go names it
  void go.run(instance).then(() => crash("the engine ended"), (error: unknown) => crash(String(error)));
}

function crash(message: string): void {
  scope.postMessage({ type: "crash", message });
}

/**
 * Hands files to the engine for the duration of a call about them; an unreadable one is passed as
 * empty.
 */
async function answerAbout(files: readonly Blob[], id: number, request: string): Promise<void> {
  for (const [index, file] of files.entries()) {
    scope.pantographData?.(WORLD_DATA + index,
      new Uint8Array(await file.arrayBuffer().catch(() => new ArrayBuffer(0))));
  }
  answer(id, request);
  for (const index of files.keys()) scope.pantographData?.(WORLD_DATA + index, new Uint8Array(0));
}

function answer(id: number, request: string): void {
  try {
    if (!scope.pantographCall) throw new Error("the engine has no entry");
    const began = performance.now();
    const reply = scope.pantographCall(request);
    scope.postMessage({ type: "reply", id, reply, took: performance.now() - began,
      memory: memory?.buffer.byteLength ?? 0 });
  } catch (error) {
    crash(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  }
}

/** Go's loader prints to the console of the worker; the page replaces numbers with names first. */
console.log = (text: unknown) => scope.postMessage({ type: "said", text: String(text) });

let ready: Promise<void> = Promise.resolve();

scope.onmessage = ({ data }) => {
  if (data.type === "start") {
    ready = start(data.module).catch((error: unknown) => crash(String(error)));
    return;
  }
  if (data.type === "data") {
    void ready.then(() => scope.pantographData?.(data.name, new Uint8Array(data.content)));
    return;
  }
  void ready.then(() => (data.files ? answerAbout(data.files, data.id, data.request) : answer(data.id, data.request)));
};
