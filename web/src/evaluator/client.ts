/**
 * The page's side of the engine: one worker, one call at a time, and at most one waiting call of
 * each kind, the latest. A worker that does not answer is reported, can be stopped by the user, and
 * is finally ended by the watchdog; a new one starts from the compiled module in some 30 ms and
 * gets the document again. The text lives in the page, so nothing here can lose it.
 */
import { applyChange } from "./change.js";
import { FUNCTIONS, named } from "./trace.js";
import {
  FINGERPRINT, MAX_RAISED, ORDER, RAISED_STEPS,
  type Calls, type EvaluateRequest, type HelloReply, type Op, type Rendered, type Reply, type Snapshot,
} from "../protocol/protocol.gen.js";
import type { Pace } from "../app/state.js";

/** How long a call may take, in milliseconds, before the client acts. */
export const TIMEOUTS = { slow: 300, stoppable: 1_000, ended: 5_000, again: 30_000, files: 30_000 } as const;

/**
 * An engine's memory never shrinks: one that uses more than this, in bytes, is replaced after some
 * milliseconds without a call. Below that, one that uses a lot of memory, as large texts need,
 * waits for a longer pause than those of typing.
 */
export const MEMORY = { much: 128 << 20, most: 256 << 20, idle: 1_000, calm: 3_000 } as const;

/**
 * Messages to the worker: first the module, then calls as JSON, and the data files that calls need.
 */
export type ToWorker =
  | { readonly type: "start"; readonly module: WebAssembly.Module }
  | { readonly type: "data"; readonly name: string; readonly content: ArrayBuffer }
  | { readonly type: "call"; readonly id: number; readonly request: string; readonly files?: readonly Blob[] };

/** Messages from the worker. */
export type FromWorker =
  | { readonly type: "reply"; readonly id: number; readonly reply: string; readonly took: number;
    readonly memory: number }
  | { readonly type: "said"; readonly text: string }
  | { readonly type: "crash"; readonly message: string };

/** The part of Worker that the client uses; tests supply their own. */
export interface WorkerLike {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToWorker): void;
  terminate(): void;
}

/** Timers, which tests replace. */
export interface Clock {
  set(action: () => void, milliseconds: number): number;
  clear(timer: number): void;
}

/** What the client needs from the page, and the events it reports. */
export interface Surroundings {
  readonly compile: () => Promise<WebAssembly.Module>;
  readonly spawn: () => WorkerLike;
  /** Loads a data file that the engine asks for; null if it cannot be loaded. */
  readonly load: (name: string) => Promise<ArrayBuffer | null>;
  readonly clock: Clock;
  readonly introduced: (hello: HelloReply) => void;
  readonly paced: (pace: Pace) => void;
  readonly restarted: () => void;
  /** hasTimedOut is true if the engine did not answer in time: with more time it may. */
  readonly stopped: (why: string, hasTimedOut: boolean) => void;
  /** The engine refuses to evaluate the document of this revision. */
  readonly refused: (revision: number, why: string) => void;
  readonly missing: (why: string) => void;
  /**
   * Output of the engine, which prints only when it meets a bug of its own; for the browser's
   * console.
   */
  readonly printed: (text: string) => void;
}

interface Call {
  readonly op: Op;
  readonly request: unknown;
  /** Files that the request is about. The worker reads them, so that the page does not wait. */
  readonly files: readonly Blob[];
  /**
   * Called with null if a later call of its kind overtook it, it was refused, or the engine was
   * lost.
   */
  readonly resolve: (reply: unknown) => void;
}

/** What the page still shows after a call of this kind was stopped. */
const STOPPED: Partial<Record<Op, string>> = {
  evaluate: " The result is outdated.", render: " The result is outdated.",
  inspect: " The graph is outdated.", layout: " The graph is outdated.",
};

/** The connection to the engine's worker. */
export class Client {
  private module: WebAssembly.Module | null = null;
  private worker: WorkerLike | null = null;
  private running: (Call & { readonly id: number }) | null = null;
  private readonly waiting = new Map<Op, Call>();
  /** The data files that the engine asked for; null for one that could not be loaded. */
  private readonly data = new Map<string, ArrayBuffer | null>();
  /** The evaluation that waits for data. */
  private wanting: Call | null = null;
  private lastEvaluate: Calls["evaluate"]["request"] | null = null;
  /** The last result that came from this worker: the next may arrive as a change of it. */
  private lastResult: Rendered | null = null;
  /** Engines lost on the same document: after the second it is not sent again. */
  private losses = 0;
  private timers: readonly number[] = [];
  /**
   * Whether the engine was replaced for its memory since the text changed: the text itself needs
   * that much.
   */
  private isRenewed = false;
  private renewal: number | null = null;
  private pace: Pace = "quick";
  private nextId = 1;
  /** How long the engine worked on the last call, in milliseconds. */
  took = 0;

  constructor(private readonly around: Surroundings) {}

  /** Compiles the module and starts the first worker. Calls made before wait. */
  async start(): Promise<void> {
    try {
      this.module = await this.around.compile();
    } catch (error) {
      this.around.missing(error instanceof Error ? error.message : String(error));
      return;
    }
    this.spawn();
  }

  /** Asks the engine. Resolves to null when a later call of the same kind overtakes this one. */
  call<K extends Op>(op: K, request: Calls[K]["request"],
      files: readonly Blob[] = []): Promise<Calls[K]["reply"] | null> {
    if (op === "evaluate") {
      const evaluate = request as Calls["evaluate"]["request"];
      // Embeds count no revisions: theirs is always 0.
      if (evaluate.revision !== this.lastEvaluate?.revision || evaluate.revision === 0) this.isRenewed = false;
      this.lastEvaluate = evaluate;
      this.losses = 0;
    }
    this.wake();
    return new Promise((resolve) => {
      this.waiting.get(op)?.resolve(null);
      if (op === "evaluate") this.overtake();
      this.waiting.set(op, { op, request, files, resolve: resolve as (reply: unknown) => void });
      this.sendNext();
    });
  }

  /** Starts an engine if the last one was given up; a call does so too. */
  wake(): void {
    if (!this.worker) this.spawn();
  }

  /** Ends the running call when the user asks for it. */
  stop(): void {
    if (!this.running) return;
    const { op, resolve } = this.running;
    resolve(null);
    this.replaceWorker();
    this.around.stopped(`Stopped.${STOPPED[op] ?? ""}`, false);
  }

  private spawn(): void {
    if (!this.module) return;
    let worker: WorkerLike;
    try {
      worker = this.around.spawn();
    } catch (error) { // a policy forbids it: the browser throws, or calls the worker's onerror
      return this.around.stopped(unstarted(error instanceof Error ? error.message : String(error)), false);
    }
    worker.onmessage = ({ data }) => this.receive(worker, data);
    worker.onerror = (event) => this.lose(worker, event.message ?? "");
    this.worker = worker;
    this.lastResult = null;
    worker.postMessage({ type: "start", module: this.module });
    for (const [name, content] of this.data) if (content) worker.postMessage({ type: "data", name, content });
    const introduce = (reply: unknown): void => { if (reply) this.introduce(reply as HelloReply); };
    this.waiting.set("hello", { op: "hello", request: { fingerprint: FINGERPRINT }, files: [], resolve: introduce });
    this.sendNext();
  }

  private introduce(hello: HelloReply): void {
    if (hello.fingerprint === FINGERPRINT) return this.around.introduced(hello);
    this.worker?.terminate();
    this.worker = null;
    this.module = null;
    this.around.missing("The page and the engine are from different versions: reload the page.");
  }

  private sendNext(): void {
    if (this.running || !this.worker) return;
    const op = ORDER.find((kind) => this.waiting.has(kind));
    const call = op && this.waiting.get(op);
    if (!call) return;
    this.waiting.delete(call.op);
    this.running = { ...call, id: this.nextId++ };
    if (this.renewal !== null) this.around.clock.clear(this.renewal);
    this.renewal = null;
    this.watch();
    const request = call.op === "evaluate" ? { ...(call.request as EvaluateRequest), base: this.lastResult?.id ?? -1 }
      : call.request;
    this.worker.postMessage({
      type: "call", id: this.running.id, request: JSON.stringify({ op: call.op, [call.op]: request }),
      ...(call.files.length > 0 ? { files: call.files } : {}),
    });
  }

  private receive(worker: WorkerLike, message: FromWorker): void {
    if (worker !== this.worker) return;
    if (message.type === "crash") return this.lose(worker, message.message);
    if (message.type === "said") return void this.print(message.text);
    if (message.id !== this.running?.id) return;
    const call = this.running;
    this.took = message.took;
    this.finish();
    const reply = JSON.parse(message.reply) as Reply & Readonly<Record<string, unknown>>;
    let answer = reply.error ? null : reply[call.op] ?? null;
    if (call.op === "evaluate" && answer) {
      const snapshot = answer as Snapshot;
      this.lastResult = applyChange(this.lastResult, snapshot.result);
      answer = { ...snapshot, result: this.lastResult };
    }
    if (call.op === "evaluate" && reply.error) this.around.refused((call.request as EvaluateRequest).revision,
      reply.error);
    const needs = call.op === "evaluate" ? (answer as Snapshot | null)?.needs?.filter((name) => !this.data.has(name))
      ?? [] : [];
    if (needs.length > 0) void this.supply(call, needs, answer);
    else {
      if (call.op === "evaluate" && answer) this.drop("layout"); // for the previous text; the page asks again
      call.resolve(answer);
    }
    this.sendNext();
    this.renewLater(message.memory);
  }

  private async print(text: string): Promise<void> {
    this.around.printed(await named(text, () => this.around.load(FUNCTIONS)));
  }

  private renewLater(memory: number): void {
    if (memory <= MEMORY.much || this.isRenewed || this.renewal !== null) return;
    this.renewal = this.around.clock.set(() => this.renew(), memory > MEMORY.most ? MEMORY.idle : MEMORY.calm);
  }

  /** Starts a new engine and sends it the document, so that it can answer hovers and the like. */
  private renew(): void {
    this.renewal = null;
    if (this.running || this.waiting.size > 0 || this.wanting || !this.lastEvaluate) return;
    this.isRenewed = true;
    this.waiting.set("evaluate", { op: "evaluate", request: this.lastEvaluate, files: [], resolve: this.resent });
    this.replaceWorker();
  }

  private drop(op: Op): void {
    this.waiting.get(op)?.resolve(null);
    this.waiting.delete(op);
  }

  /** Loads data files and evaluates again, unless a later evaluation came in between. */
  private async supply(call: Call, names: readonly string[], meanwhile: unknown): Promise<void> {
    this.overtake();
    this.wanting = call;
    const contents = await Promise.all(names.map((name) => this.around.load(name)));
    names.forEach((name, index) => {
      const content = contents[index] ?? null;
      if (this.data.has(name)) return;
      this.data.set(name, content);
      if (content) this.worker?.postMessage({ type: "data", name, content });
      else this.around.clock.set(() => this.data.delete(name), TIMEOUTS.again);
    });
    if (this.wanting !== call) return;
    this.wanting = null;
    if (contents.includes(null)) return call.resolve(meanwhile);
    this.waiting.set("evaluate", call);
    this.sendNext();
  }

  private overtake(): void {
    this.wanting?.resolve(null);
    this.wanting = null;
  }

  private finish(): void {
    for (const timer of this.timers) this.around.clock.clear(timer);
    this.timers = [];
    this.running = null;
    this.setPace("quick");
  }

  private watch(): void {
    const { clock } = this.around;
    const worker = this.worker;
    this.timers = [
      clock.set(() => this.setPace("slow"), TIMEOUTS.slow),
      clock.set(() => this.setPace("stoppable"), TIMEOUTS.stoppable),
      clock.set(() => { if (worker) this.lose(worker, null); }, this.patience()),
    ];
  }

  /**
   * How long the running call may take, in milliseconds; calls with files, which may be large, get
   * longer.
   */
  private patience(): number {
    if (this.running && this.running.files.length > 0) return TIMEOUTS.files;
    return TIMEOUTS.ended * RAISED_STEPS ** Math.min(this.lastEvaluate?.raised ?? 0, MAX_RAISED);
  }

  private setPace(pace: Pace): void {
    if (pace === this.pace) return;
    this.pace = pace;
    this.around.paced(pace);
  }

  /**
   * Handles an engine that hangs (crash is null) or died. The first time, a new one gets the
   * document again.
   */
  private lose(worker: WorkerLike, crash: string | null): void {
    if (worker !== this.worker) return;
    const lost = this.running;
    this.losses++;
    const again = this.losses === 1 ? this.lastEvaluate : null;
    if (again && !this.waiting.has("evaluate")) {
      const resolve = lost?.op === "evaluate" ? lost.resolve : this.resent;
      this.waiting.set("evaluate", { op: "evaluate", request: again, files: [], resolve });
      if (lost?.op === "inspect" && !this.waiting.has("inspect")) {
        this.waiting.set("inspect", lost); // part of the evaluation, so it is retried with it
        this.running = null;
      }
    } else if (lost?.op === "evaluate") lost.resolve(null);
    // An engine that dies before it says hello would be replaced forever: wait for the next call
    // instead.
    this.replaceWorker(this.losses <= 1 || lost?.op !== "hello");
    if (this.losses > 1) this.around.stopped(stopWords(lost?.op, crash, this.patience()),
      crash === null && lost?.op !== "hello");
    else if (crash !== null) this.around.restarted();
  }

  /** A document sent again only so that the new engine has it: nothing waits for the answer. */
  private readonly resent = (): void => undefined;

  private replaceWorker(isSpawned = true): void {
    this.worker?.terminate();
    this.worker = null;
    if (this.running && this.running.op !== "evaluate") this.running.resolve(null);
    this.finish();
    if (isSpawned) this.spawn();
  }
}

/**
 * Explains why the engine was given up after its second loss. It blames the text only if the call
 * was about it.
 */
function stopWords(op: Op | undefined, crash: string | null, patience: number): string {
  if (op === "hello") return unstarted(crash ?? `no answer within ${patience / 1000} s`);
  if (crash === null) return `Stopped after ${patience / 1000} s without an answer. Your text is safe.`;
  const over = op === "evaluate" || op === "inspect" ? " over this text" : "";
  return `The engine stopped twice${over}. Your text is safe.`;
}

/**
 * The message for an engine that never started; a browser that blocks its script may not give a
 * reason.
 */
function unstarted(reason: string): string {
  const words = reason.replace(/^Uncaught /, "").replace(/^\w*Error: /, "")
    .replace(/^Failed to (?:execute|construct) [^:]*: /, "").replace(/\.?$/, "");
  return `The engine could not start here: ${words || "its script was blocked or could not be loaded"}. `
    + "Your text is safe.";
}
