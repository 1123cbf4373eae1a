/**
 * The page's connection to the engine: one worker, one running call, and at most one waiting call of
 * each operation, the latest. If a call takes long, the page is notified, the user can stop it, and after
 * a timeout the worker is terminated. A new worker starts from the compiled module in some 30 ms and
 * is sent the document again. The text is part of the page's state, so it is never lost here.
 */
import { applyChange, withTexts } from "./change.js";
import { editsBetween } from "./edits.js";
import { applyInspection } from "./inspected.js";
import { FUNCTIONS, withFunctionNames } from "./trace.js";
import {
  FINGERPRINT, MAX_RAISED, ORDER, RAISED_STEPS, RESEND_FILES,
  type Calls, type EvaluateRequest, type File, type HelloReply, type Inspection, type InspectRequest, type Op,
  type Rendered, type Reply, type Snapshot,
} from "../protocol/protocol.gen.js";
import type { Pace } from "../app/state.js";

/**
 * How long a call may take before the client acts, in milliseconds. `start` is for the first call, before which the
 * browser prepares the engine: on a slow or busy device, this takes longer than evaluating a text may take. `again` is
 * when a missing data file is retried.
 */
export const TIMEOUTS = {
  slow: 300, stoppable: 1_000, ended: 5_000, start: 20_000, again: 30_000, files: 30_000,
} as const;

/**
 * WebAssembly memory never shrinks, so an engine that uses too much is replaced. One that uses more
 * than `most` bytes is replaced after `idle` milliseconds without a call; one that uses more than
 * `much` only after `calm`, which is longer than a pause in typing.
 */
export const MEMORY = { much: 128 << 20, most: 256 << 20, idle: 1_000, calm: 3_000 } as const;

/**
 * Messages to the worker: first the compiled module, or the engine's URL and later that it may be compiled; then calls
 * (a Request as JSON) and the data files that they need.
 */
export type ToWorker =
  | { readonly type: "load"; readonly path: string }
  | { readonly type: "compile" }
  | { readonly type: "start"; readonly module: WebAssembly.Module }
  | { readonly type: "data"; readonly name: string; readonly content: ArrayBuffer }
  | { readonly type: "call"; readonly id: number; readonly request: string; readonly files?: readonly Blob[] };

/**
 * Messages from the worker. If it has loaded the engine, it sends the module, so that other workers can use it. `took`
 * is in milliseconds, `memory` in bytes.
 */
export type FromWorker =
  | { readonly type: "loaded"; readonly module: WebAssembly.Module }
  | { readonly type: "not-loaded"; readonly why: string }
  | { readonly type: "reply"; readonly id: number; readonly reply: string; readonly took: number;
    readonly memory: number }
  | { readonly type: "printed"; readonly text: string }
  | { readonly type: "crash"; readonly message: string };

/** The part of Worker that the client uses; tests supply their own. */
export interface WorkerLike {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToWorker): void;
  terminate(): void;
}

/** Timers; tests supply their own. */
export interface Clock {
  set(action: () => void, milliseconds: number): number;
  clear(timer: number): void;
}

/** What the client needs from the page or embed, and the events that it reports to it. */
export interface ClientHost {
  readonly compile: () => Promise<WebAssembly.Module>;
  readonly spawn: () => WorkerLike;
  /** Loads a data file that the engine asked for. Resolves to null if it cannot be loaded. */
  readonly load: (name: string) => Promise<ArrayBuffer | null>;
  readonly clock: Clock;
  readonly introduced: (hello: HelloReply) => void;
  readonly paced: (pace: Pace) => void;
  readonly restarted: () => void;
  /** The engine was stopped. `hasTimedOut` is true if more time might have been enough. */
  readonly stopped: (why: string, hasTimedOut: boolean) => void;
  /** The engine does not evaluate the document of this revision. */
  readonly refused: (revision: number, why: string) => void;
  /** The engine does not export the graph, for example because the drawing would be too large. */
  readonly exportRefused: (why: string) => void;
  /** The engine can never run in this page. */
  readonly missing: (why: string) => void;
  /** The engine printed a text for the browser's console, which it does only because of a bug. */
  readonly printed: (text: string) => void;
}

/** The reply to hello; without one if the engine has a bug. */
interface Greeting { readonly hello?: HelloReply }

interface Call {
  readonly op: Op;
  readonly request: unknown;
  /** Files that the request is about. The worker reads them, so that the page does not wait. */
  readonly files: readonly Blob[];
  /** Called with null if a later call replaced this one, the engine replied with an error, or it was lost. */
  readonly resolve: (reply: unknown) => void;
}

/** What the page says about outdated parts when the user stops a call. */
const STOPPED: Partial<Record<Op, string>> = {
  evaluate: " The result is outdated.", render: " The result is outdated.",
  inspect: " The graph is outdated.", layout: " The graph is outdated.",
};

/** The operations that complete what the page shows of an evaluation: without an answer, it would stay incomplete. */
const COMPLETING: ReadonlySet<Op> = new Set(["inspect", "layout"]);

/** Sends calls to the engine's worker, and replaces the worker when necessary. */
export class Client {
  private module: WebAssembly.Module | null = null;
  private worker: WorkerLike | null = null;
  private running: (Call & { readonly id: number }) | null = null;
  private readonly waiting = new Map<Op, Call>();
  /** The data files that the engine asked for; null for one that could not be loaded. */
  private readonly data = new Map<string, ArrayBuffer | null>();
  /** The evaluation that waits for data files. */
  private awaitingData: Call | null = null;
  private lastEvaluate: Calls["evaluate"]["request"] | null = null;
  /** The files of the last evaluation that this worker was asked for; the next is sent as edits of them. */
  private sent: readonly File[] | null = null;
  /** The last result from this worker; the next may be sent as a change to it. */
  private lastResult: Rendered | null = null;
  private lastInspection: Inspection | null = null;
  /** How many engines were lost with the current document; after the second, it is not sent again. */
  private losses = 0;
  private timers: readonly number[] = [];
  /**
   * Whether the engine was replaced because of its memory since the text last changed. If it was, the
   * text itself needs that much, and replacing the engine again would not help.
   */
  private isReplaced = false;
  private replacement: number | null = null;
  private pace: Pace = "quick";
  private nextId = 1;
  /** The ID of the worker's first call, hello; null after its answer. */
  private greeting: number | null = null;
  /** How long the engine took for the last call, in milliseconds. */
  took = 0;

  constructor(private readonly host: ClientHost) {}

  /** Waits for the module and starts the first worker. Earlier calls wait for it. */
  async start(): Promise<void> {
    try {
      this.module = await this.host.compile();
    } catch (error) {
      this.host.missing(error instanceof Error ? error.message : String(error));
      return;
    }
    this.spawn();
  }

  /** Sends a request to the engine, about `files` if there are any. Resolves to null in the cases of Call.resolve. */
  call<K extends Op>(op: K, request: Calls[K]["request"],
      files: readonly Blob[] = []): Promise<Calls[K]["reply"] | null> {
    if (op === "evaluate") {
      const evaluate = request as Calls["evaluate"]["request"];
      // Embeds do not count revisions; theirs is always 0.
      if (evaluate.revision !== this.lastEvaluate?.revision || evaluate.revision === 0) this.isReplaced = false;
      this.lastEvaluate = evaluate;
      this.losses = 0;
    }
    this.ensureStarted();
    return new Promise((resolve) => {
      this.waiting.get(op)?.resolve(null);
      if (op === "evaluate") this.cancelAwaitingData();
      this.waiting.set(op, { op, request, files, resolve: resolve as (reply: unknown) => void });
      this.sendNext();
    });
  }

  /** Starts a worker if there is none, as after the engine was lost repeatedly. */
  ensureStarted(): void {
    if (!this.worker) this.spawn();
  }

  /** Stops the running call, for the user, by replacing the worker. */
  stop(): void {
    if (!this.running && this.greeting === null) return;
    const op = this.running?.op;
    this.running?.resolve(null);
    // A newer text is evaluated next, so the page does not say that it is stopped.
    const isStopped = !this.waiting.has("evaluate");
    this.replaceWorker();
    if (isStopped) this.host.stopped(`Stopped.${op ? STOPPED[op] ?? "" : ""}`, false);
  }

  private spawn(): void {
    if (!this.module) return;
    let worker: WorkerLike;
    try {
      worker = this.host.spawn();
    } catch (error) { // when a policy forbids the script, some browsers throw, others call onerror
      return this.host.stopped(describeStartFailure(error instanceof Error ? error.message : String(error)), false);
    }
    worker.onmessage = ({ data }) => this.receive(worker, data);
    worker.onerror = (event) => this.handleLoss(worker, event.message ?? "");
    this.worker = worker;
    this.lastResult = null;
    this.lastInspection = null;
    this.sent = null;
    worker.postMessage({ type: "start", module: this.module });
    for (const [name, content] of this.data) if (content) worker.postMessage({ type: "data", name, content });
    // The next call follows without waiting for the answer, for which the page's thread is too busy while it starts.
    this.greeting = this.nextId++;
    worker.postMessage({ type: "call", id: this.greeting,
      request: JSON.stringify({ op: "hello", hello: { fingerprint: FINGERPRINT } }) });
    this.watch();
    this.sendNext();
  }

  private introduce({ hello }: Greeting): void {
    this.greeting = null;
    if (this.running) this.watch();
    else this.finish();
    if (!hello) return;
    if (hello.fingerprint === FINGERPRINT) return this.host.introduced(hello);
    this.worker?.terminate();
    this.worker = null;
    this.module = null;
    this.running?.resolve(null);
    this.finish();
    this.host.missing("The page and the engine are from different versions: reload the page.");
  }

  private sendNext(): void {
    if (this.running || !this.worker) return;
    const op = ORDER.find((kind) => this.waiting.has(kind));
    const call = op && this.waiting.get(op);
    if (!call) return;
    this.waiting.delete(call.op);
    this.running = { ...call, id: this.nextId++ };
    if (this.replacement !== null) this.host.clock.clear(this.replacement);
    this.replacement = null;
    this.watch();
    const request = call.op === "evaluate" ? this.shortened(call.request as EvaluateRequest)
      : call.op === "inspect" ? { ...call.request as InspectRequest, base: this.lastInspection?.revision ?? 0 }
        : call.request;
    this.worker.postMessage({
      type: "call", id: this.running.id, request: JSON.stringify({ op: call.op, [call.op]: request }),
      ...(call.files.length > 0 ? { files: call.files } : {}),
    });
  }

  /** Returns a request that relies on what the engine has: the last files and result. */
  private shortened(request: EvaluateRequest): EvaluateRequest {
    const edits = this.sent && editsBetween(this.sent, request.files);
    this.sent = request.files;
    return { ...request, ...(edits ? { files: [], edits } : {}), base: this.lastResult?.id ?? -1 };
  }

  private receive(worker: WorkerLike, message: FromWorker): void {
    if (worker !== this.worker) return;
    if (message.type === "crash") return this.handleLoss(worker, message.message);
    if (message.type === "printed") return void this.print(message.text);
    if (message.type !== "reply") return; // startStoredEngine receives the others
    if (message.id === this.greeting) return this.introduce(JSON.parse(message.reply) as Greeting);
    if (message.id !== this.running?.id) return;
    const call = this.running;
    this.took = message.took;
    this.finish();
    const reply = JSON.parse(message.reply) as Reply & Readonly<Record<string, unknown>>;
    if (call.op === "evaluate" && reply.error === RESEND_FILES) return this.resend(call);
    let answer = reply.error ? null : reply[call.op] ?? null;
    if (call.op === "evaluate" && answer) {
      const snapshot = answer as Snapshot;
      this.lastResult = applyChange(this.lastResult, snapshot.result);
      answer = { ...snapshot, result: this.lastResult, console: withTexts(snapshot.console, this.lastResult) };
    }
    if (call.op === "inspect" && answer) answer = this.lastInspection = applyInspection(this.lastInspection,
      answer as Inspection);
    if (call.op === "evaluate" && reply.error) this.host.refused((call.request as EvaluateRequest).revision,
      reply.error);
    if (call.op === "export" && reply.error) this.host.exportRefused(reply.error);
    const needs = call.op === "evaluate" ? (answer as Snapshot | null)?.needs?.filter((name) => !this.data.has(name))
      ?? [] : [];
    if (needs.length > 0) void this.loadDataAndRetry(call, needs, answer);
    else {
      // A waiting layout is of the previous text, and the page asks again when it receives the snapshot. A document
      // that was sent again is the same text, and the page does not receive its snapshot.
      if (call.op === "evaluate" && answer && call.resolve !== this.ignoreReply) this.drop("layout");
      call.resolve(answer);
    }
    this.sendNext();
    this.replaceLater(message.memory);
  }

  /** Sends the whole files of an evaluation, unless a newer one waits. */
  private resend(call: Call): void {
    this.sent = null;
    if (this.waiting.has("evaluate")) call.resolve(null);
    else this.waiting.set("evaluate", call);
    this.sendNext();
  }

  private async print(text: string): Promise<void> {
    this.host.printed(await withFunctionNames(text, () => this.host.load(FUNCTIONS)));
  }

  private replaceLater(memory: number): void {
    if (memory <= MEMORY.much || this.isReplaced || this.replacement !== null) return;
    this.replacement = this.host.clock.set(() => this.replaceIdle(), memory > MEMORY.most ? MEMORY.idle : MEMORY.calm);
  }

  /** Replaces an idle engine and sends the document to the new one, so that it can answer hovers and the like. */
  private replaceIdle(): void {
    this.replacement = null;
    if (this.running || this.waiting.size > 0 || this.awaitingData || !this.lastEvaluate) return;
    this.isReplaced = true;
    this.waiting.set("evaluate", { op: "evaluate", request: this.lastEvaluate, files: [], resolve: this.ignoreReply });
    this.replaceWorker();
  }

  private drop(op: Op): void {
    this.waiting.get(op)?.resolve(null);
    this.waiting.delete(op);
  }

  /** Loads data files and evaluates again, unless another evaluation was requested meanwhile. */
  private async loadDataAndRetry(call: Call, names: readonly string[], meanwhile: unknown): Promise<void> {
    this.cancelAwaitingData();
    this.awaitingData = call;
    const contents = await Promise.all(names.map((name) => this.host.load(name)));
    names.forEach((name, index) => {
      const content = contents[index] ?? null;
      if (this.data.has(name)) return;
      this.data.set(name, content);
      if (content) this.worker?.postMessage({ type: "data", name, content });
      else this.host.clock.set(() => this.data.delete(name), TIMEOUTS.again);
    });
    if (this.awaitingData !== call) return;
    this.awaitingData = null;
    if (contents.includes(null)) return call.resolve(meanwhile);
    this.waiting.set("evaluate", call);
    this.sendNext();
  }

  private cancelAwaitingData(): void {
    this.awaitingData?.resolve(null);
    this.awaitingData = null;
  }

  private finish(): void {
    this.unwatch();
    this.running = null;
    this.setPace("quick");
  }

  private unwatch(): void {
    for (const timer of this.timers) this.host.clock.clear(timer);
    this.timers = [];
  }

  private watch(): void {
    this.unwatch();
    const { clock } = this.host;
    const worker = this.worker;
    this.timers = [
      clock.set(() => this.setPace("slow"), TIMEOUTS.slow),
      clock.set(() => this.setPace("stoppable"), TIMEOUTS.stoppable),
      clock.set(() => { if (worker) this.handleLoss(worker, null); }, this.timeout()),
    ];
  }

  /** Returns how long the engine may take to start, or the running call, in milliseconds. */
  private timeout(): number {
    if (this.greeting !== null) return TIMEOUTS.start;
    if (this.running && this.running.files.length > 0) return TIMEOUTS.files;
    return TIMEOUTS.ended * RAISED_STEPS ** Math.min(this.lastEvaluate?.raised ?? 0, MAX_RAISED);
  }

  private setPace(pace: Pace): void {
    if (pace === this.pace) return;
    this.pace = pace;
    this.host.paced(pace);
  }

  /**
   * Handles an engine that does not answer (crash is null) or crashed. The first time, a new one is
   * sent the document again.
   */
  private handleLoss(worker: WorkerLike, crash: string | null): void {
    if (worker !== this.worker) return;
    const lost = this.running, timeout = this.timeout(), hasStarted = this.greeting === null;
    this.losses++;
    const again = this.losses === 1 ? this.lastEvaluate : null;
    if (again && !this.waiting.has("evaluate")) {
      const resolve = lost?.op === "evaluate" ? lost.resolve : this.ignoreReply;
      this.waiting.set("evaluate", { op: "evaluate", request: again, files: [], resolve });
      if (lost && COMPLETING.has(lost.op) && !this.waiting.has(lost.op)) {
        this.waiting.set(lost.op, lost); // repeated after the evaluation
        this.running = null;
      }
    } else if (lost?.op === "evaluate") lost.resolve(null);
    // An engine that crashes before it answers hello would be replaced forever, so after the second
    // loss the next one starts with the next call.
    this.replaceWorker(this.losses <= 1 || hasStarted);
    if (this.losses > 1) this.host.stopped(hasStarted ? describeStop(lost?.op, crash, timeout)
      : describeStartFailure(crash ?? `no answer within ${timeout / 1000} s`), crash === null && hasStarted);
    else if (crash !== null) this.host.restarted();
  }

  /** Ignores the result of a document that was sent again only so that the new engine has it. */
  private readonly ignoreReply = (): void => undefined;

  private replaceWorker(isSpawned = true): void {
    this.worker?.terminate();
    this.worker = null;
    this.greeting = null;
    if (this.running && this.running.op !== "evaluate") this.running.resolve(null);
    this.finish();
    if (isSpawned) this.spawn();
  }
}

/**
 * Returns the message about an engine that was lost again. After a crash, it says that the text was
 * being evaluated only if an evaluation was running.
 */
function describeStop(op: Op | undefined, crash: string | null, timeout: number): string {
  if (crash === null) return `Stopped after ${timeout / 1000} s without an answer. Your text is safe.`;
  const over = op === "evaluate" || op === "inspect" ? " while it evaluated this text" : "";
  return `The engine stopped twice${over}. Your text is safe.`;
}

/**
 * Returns the message about an engine that never started. `reason` is the browser's error, which is
 * empty in some browsers if a policy blocked the script.
 */
function describeStartFailure(reason: string): string {
  const words = reason.replace(/^Uncaught /, "").replace(/^\w*Error: /, "")
    .replace(/^Failed to (?:execute|construct) [^:]*: /, "").replace(/\.?$/, "");
  return `The engine could not start: ${words || "its script was blocked or could not be loaded"}. `
    + "Your text is safe.";
}
