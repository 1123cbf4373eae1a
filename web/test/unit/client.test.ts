import assert from "node:assert/strict";
import { test } from "node:test";
import {
  Client, MEMORY, TIMEOUTS, type FromWorker, type ToWorker, type WorkerLike,
} from "../../src/evaluator/client.js";
import {
  FINGERPRINT, RESEND_FILES, type EvaluateRequest, type Rendered, type Request,
} from "../../src/protocol/protocol.gen.js";

/** A clock that the test advances. */
class FakeClock {
  private now = 0;
  private next = 1;
  private readonly timers = new Map<number, { readonly due: number; readonly action: () => void }>();

  readonly set = (action: () => void, milliseconds: number): number => {
    this.timers.set(this.next, { due: this.now + milliseconds, action });
    return this.next++;
  };

  readonly clear = (timer: number): void => { this.timers.delete(timer); };

  pass(milliseconds: number): void {
    const until = this.now + milliseconds;
    for (;;) {
      const next = [...this.timers].filter(([, { due }]) => due <= until).sort((a, b) => a[1].due - b[1].due)[0];
      if (!next) break;
      this.timers.delete(next[0]);
      this.now = next[1].due;
      next[1].action();
    }
    this.now = until;
  }
}

const RESULT: Rendered = { view: "yaml", language: "yaml", text: "", marks: [], files: [] };

/** What the client returns for an evaluation to which the worker replied only with the revision. */
const answered = (revision: number, more: object = {}): object => ({ revision, ...more, result: RESULT, console: [] });

/** A worker that answers when the test tells it to. */
class FakeWorker implements WorkerLike {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  readonly calls: { readonly id: number; readonly request: Request; readonly files: readonly Blob[] }[] = [];
  readonly data: string[] = [];
  isTerminated = false;
  private answered = 0;

  postMessage(message: ToWorker): void {
    if (message.type === "data") this.data.push(message.name);
    if (message.type === "call") this.calls.push({ id: message.id, request: JSON.parse(message.request) as Request,
      files: message.files ?? [] });
  }

  terminate(): void { this.isTerminated = true; }

  get last(): Request | undefined { return this.calls.at(-1)?.request; }

  /** Answers the first call that has no answer. */
  answer(reply: object = { fingerprint: FINGERPRINT, version: "1", dialects: [] }, memory = 0): void {
    const { id, request: { op } } = this.calls[this.answered++]!;
    const whole = op === "evaluate" ? { result: RESULT, console: [], ...reply } : reply;
    this.send({ type: "reply", id, reply: JSON.stringify({ op, [op]: whole }), took: 1, memory });
  }

  fail(error: string): void {
    const { id, request: { op } } = this.calls[this.answered++]!;
    this.send({ type: "reply", id, reply: JSON.stringify({ op, error }), took: 1, memory: 0 });
  }

  send(message: FromWorker): void {
    this.onmessage?.({ data: message } as MessageEvent<FromWorker>);
  }
}

async function started(
  compile: () => Promise<WebAssembly.Module> = () => Promise.resolve({} as WebAssembly.Module),
  load: () => Promise<ArrayBuffer | null> = () => Promise.resolve(new ArrayBuffer(3)),
) {
  const workers: FakeWorker[] = [], events: string[] = [], messages: string[] = [];
  const clock = new FakeClock();
  const client = new Client({
    compile, clock,
    load: (name) => { events.push(`load ${name}`); return load(); },
    spawn: () => { const worker = new FakeWorker(); workers.push(worker); return worker; },
    introduced: ({ version }) => events.push(`introduced ${version}`),
    paced: (pace) => events.push(pace),
    restarted: () => events.push("restarted"),
    stopped: (why) => { events.push("stopped"); messages.push(why); },
    refused: (revision, why) => events.push(`refused ${revision}: ${why}`),
    exportRefused: (why) => events.push(`export refused: ${why}`),
    missing: (why) => events.push(`missing: ${why}`),
    printed: (text) => events.push(text),
  });
  await client.start();
  return { client, workers, events, messages, clock, worker: () => workers.at(-1)! };
}

const LAYOUT = { only: [], direction: "right", expand: [], kinds: [], states: [], focus: [], near: [] } as const;
const request = (revision: number): EvaluateRequest => ({ revision, dialect: "", files: [], view: "", reveal: false });

test("the client says hello to the engine first, and the first call does not wait for the answer", async () => {
  const { client, worker, events } = await started();
  const reply = client.call("evaluate", request(1));
  assert.deepEqual(worker().calls.map((call) => call.request.op), ["hello", "evaluate"]);
  worker().answer();
  assert.deepEqual(events, ["introduced 1"]);
  worker().answer({ revision: 1 });
  assert.deepEqual(await reply, answered(1));
});

test("if several evaluations wait, only the latest is sent", async () => {
  const { client, worker } = await started();
  worker().answer();
  const replies = [1, 2, 3, 4].map((revision) => client.call("evaluate", request(revision)));
  worker().answer({ revision: 1 });
  worker().answer({ revision: 4 });
  assert.deepEqual(await Promise.all(replies), [answered(1), null, null, answered(4)]);
  assert.equal(worker().calls.length, 3);
});

test("an evaluation is sent before a hover that has waited longer", async () => {
  const { client, worker } = await started();
  worker().answer();
  void client.call("layout", LAYOUT);
  void client.call("hover", { file: "a", line: 1, column: 1 });
  void client.call("evaluate", request(2));
  worker().answer({});
  assert.equal(worker().last?.op, "evaluate");
});

test("an engine with a different version of the protocol is not used", async () => {
  const { worker, events } = await started();
  worker().answer({ fingerprint: "other", version: "2", dialects: [] });
  assert.match(events[0] ?? "", /^missing: .*different versions/);
  assert.ok(worker().isTerminated);
});

test("a call that the engine refuses returns null", async () => {
  const { client, worker } = await started();
  worker().answer();
  const reply = client.call("reveal", { path: "a" });
  worker().send({ type: "reply", id: worker().calls.at(-1)!.id, reply: JSON.stringify({ op: "reveal", error: "no" }),
    took: 1, memory: 0 });
  assert.equal(await reply, null);
});

test("a slow evaluation is reported until its reply arrives", async () => {
  const { client, worker, events, clock } = await started();
  worker().answer();
  events.length = 0;
  void client.call("evaluate", request(1));
  clock.pass(299);
  assert.deepEqual(events, []);
  clock.pass(1);
  clock.pass(700);
  worker().answer({ revision: 1 });
  assert.deepEqual(events, ["slow", "stoppable", "quick"]);
});

test("after 5 s, a new worker gets the document again; after another 5 s, the evaluation is stopped", async () => {
  const { client, workers, events, clock, worker } = await started();
  worker().answer();
  const reply = client.call("evaluate", request(7));
  clock.pass(5_000);
  assert.equal(workers.length, 2);
  assert.ok(workers[0]!.isTerminated);
  worker().answer();
  assert.deepEqual((worker().last as { evaluate: EvaluateRequest }).evaluate.revision, 7);
  clock.pass(5_000);
  assert.equal(await reply, null);
  assert.equal(events.at(-1), "stopped");
  worker().answer();
  assert.equal(worker().last?.op, "hello", "the document must not be sent a third time");
});

test("an engine has more time if the user raised the limits for the text", async () => {
  const { client, workers, events, messages, clock, worker } = await started();
  worker().answer();
  void client.call("evaluate", { ...request(7), raised: 1 });
  clock.pass(19_999);
  assert.equal(workers.length, 1);
  clock.pass(1);
  assert.equal(workers.length, 2);
  worker().answer();
  clock.pass(20_000);
  assert.equal(events.at(-1), "stopped");
  assert.deepEqual(messages, ["Stopped after 20 s without an answer. Your text is safe."]);
});

test("a message says why an engine cannot start, and mentions the text only if it was being evaluated", async () => {
  const refused = { message: "Uncaught TypeError: Failed to execute 'importScripts' on 'WorkerGlobalScope': "
    + "This document requires a script URL." } as ErrorEvent;
  const start = await started();
  start.worker().onerror?.(refused);
  start.worker().onerror?.({} as ErrorEvent);
  assert.deepEqual(start.messages,
    ["The engine could not start: its script was blocked or could not be loaded. Your text is safe."]);
  start.client.ensureStarted();
  start.worker().onerror?.(refused);
  assert.equal(start.messages.at(-1),
    "The engine could not start: This document requires a script URL. Your text is safe.");

  const over = await started();
  over.worker().answer();
  void over.client.call("evaluate", request(1));
  over.worker().send({ type: "crash", message: "RangeError" });
  over.worker().answer();
  over.worker().send({ type: "crash", message: "RangeError" });
  assert.deepEqual(over.messages, ["The engine stopped twice while it evaluated this text. Your text is safe."]);

  const beside = await started();
  beside.worker().answer();
  void beside.client.call("hover", { file: "a", line: 1, column: 1 });
  beside.worker().send({ type: "crash", message: "RangeError" });
  beside.worker().answer();
  void beside.client.call("hover", { file: "a", line: 1, column: 1 });
  beside.worker().send({ type: "crash", message: "RangeError" });
  assert.deepEqual(beside.messages, ["The engine stopped twice. Your text is safe."]);
});

test("if the browser refuses to create a worker, the user sees that the engine could not start", async () => {
  const messages: string[] = [];
  let isAllowed = false;
  const ignore = (): void => undefined;
  const workers: FakeWorker[] = [];
  const client = new Client({
    compile: () => Promise.resolve({} as WebAssembly.Module), clock: new FakeClock(), load: () => Promise.resolve(null),
    spawn: () => {
      if (!isAllowed) throw new TypeError("Policy \"pantograph\" disallowed.");
      workers.push(new FakeWorker());
      return workers.at(-1)!;
    },
    introduced: ignore, paced: ignore, restarted: ignore, stopped: (why) => messages.push(why), refused: ignore,
    exportRefused: ignore, missing: ignore, printed: ignore,
  });
  await client.start();
  assert.deepEqual(messages, ["The engine could not start: Policy \"pantograph\" disallowed. Your text is safe."]);
  isAllowed = true;
  const reply = client.call("evaluate", request(1));
  workers[0]!.answer();
  workers[0]!.answer({ revision: 1 });
  assert.deepEqual(await reply, answered(1));
});

test("a refused evaluation is reported with its revision", async () => {
  const { client, worker, events } = await started();
  worker().answer();
  const reply = client.call("evaluate", request(4));
  worker().send({ type: "reply", id: worker().calls.at(-1)!.id,
    reply: JSON.stringify({ op: "evaluate", error: "too large" }), took: 1, memory: 0 });
  assert.equal(await reply, null);
  assert.equal(events.at(-1), "refused 4: too large");
});

test("the reason why the graph is not exported is reported", async () => {
  const { client, worker, events } = await started();
  worker().answer();
  const reply = client.call("export", { format: "svg", dark: false });
  worker().send({ type: "reply", id: worker().calls.at(-1)!.id,
    reply: JSON.stringify({ op: "export", error: "too large" }), took: 1, memory: 0 });
  assert.equal(await reply, null);
  assert.equal(events.at(-1), "export refused: too large");
});

test("after a stop the next edit is evaluated again", async () => {
  const { client, clock, worker } = await started();
  worker().answer();
  void client.call("evaluate", request(1));
  clock.pass(5_000);
  worker().answer();
  clock.pass(5_000);
  worker().answer();
  const reply = client.call("evaluate", request(2));
  worker().answer({ revision: 2 });
  assert.deepEqual(await reply, answered(2));
});

test("after a crash the engine is restarted with the document, and the restart is reported", async () => {
  const { client, workers, events, worker } = await started();
  worker().answer();
  const reply = client.call("evaluate", request(3));
  worker().send({ type: "crash", message: "RangeError" });
  assert.equal(events.at(-1), "restarted");
  assert.equal(workers.length, 2);
  worker().answer();
  worker().answer({ revision: 3 });
  assert.deepEqual(await reply, answered(3));
});

test("after a crash between calls the new engine gets the document", async () => {
  const { client, worker } = await started();
  worker().answer();
  const first = client.call("evaluate", request(3));
  worker().answer({ revision: 3 });
  await first;
  worker().send({ type: "crash", message: "gone" });
  worker().answer();
  assert.equal(worker().last?.op, "evaluate");
});

test("Stop ends the worker, and nothing is sent again", async () => {
  const { client, workers, events, clock, worker } = await started();
  worker().answer();
  const reply = client.call("evaluate", request(1));
  clock.pass(1_000);
  client.stop();
  assert.equal(await reply, null);
  assert.equal(events.at(-1), "stopped");
  assert.equal(workers.length, 2);
  worker().answer();
  assert.equal(worker().last?.op, "hello");
});

test("Stop ends one evaluation, and the page does not look stopped if a newer text waits", async () => {
  const { client, events, clock, worker } = await started();
  worker().answer();
  const first = client.call("evaluate", request(1)), second = client.call("evaluate", request(2));
  clock.pass(1_000);
  client.stop();
  assert.equal(await first, null);
  assert.ok(!events.includes("stopped"));
  worker().answer();
  worker().answer({ revision: 2 });
  assert.deepEqual(await second, answered(2));
});

test("a reply of a worker that was replaced is ignored", async () => {
  const { client, workers, clock } = await started();
  workers[0]!.answer();
  const reply = client.call("evaluate", request(1));
  clock.pass(5_000);
  workers[0]!.answer({ revision: 99 });
  workers[1]!.answer();
  workers[1]!.answer({ revision: 1 });
  assert.deepEqual(await reply, answered(1));
});

test("an engine that never replies to hello is replaced once, after more time than an evaluation has", async () => {
  const { client, workers, events, messages, clock, worker } = await started();
  clock.pass(19_999);
  assert.equal(workers.length, 1);
  clock.pass(60_000);
  assert.equal(workers.length, 2);
  assert.equal(events.at(-1), "stopped");
  assert.deepEqual(messages, ["The engine could not start: no answer within 20 s. Your text is safe."]);
  const reply = client.call("evaluate", request(1));
  assert.equal(workers.length, 3);
  worker().answer();
  worker().answer({ revision: 1 });
  assert.deepEqual(await reply, answered(1));
});

test("if the engine cannot be compiled, the user sees why", async () => {
  const { events } = await started(() => Promise.reject(new Error("no WebAssembly")));
  assert.deepEqual(events, ["missing: no WebAssembly"]);
});

test("data that an evaluation needs is loaded once, and the evaluation is repeated", async () => {
  const { client, worker, events } = await started();
  worker().answer();
  const reply = client.call("evaluate", request(1));
  worker().answer({ revision: 1, needs: ["tables"] });
  await turn();
  assert.ok(events.includes("load tables"));
  assert.deepEqual(worker().data, ["tables"]);
  assert.equal(worker().calls.length, 3);
  worker().answer({ revision: 1, needs: [] });
  assert.deepEqual(await reply, answered(1, { needs: [] }));
});

test("if data cannot be loaded, the first reply is used, and loading is tried again later", async () => {
  const { client, worker, events, clock } = await started(undefined, () => Promise.resolve(null));
  worker().answer();
  for (const expected of [1, 1, 2]) {
    const reply = client.call("evaluate", request(1));
    worker().answer({ revision: 1, needs: ["tables"] });
    assert.deepEqual(await reply, answered(1, { needs: ["tables"] }));
    assert.equal(events.filter((text) => text === "load tables").length, expected);
    if (expected === 1 && worker().calls.length === 3) clock.pass(30_000);
  }
});

test("a newer evaluation replaces one that waits for data, and a new engine gets the data", async () => {
  const { client, worker } = await started();
  worker().answer();
  const first = client.call("evaluate", request(1));
  worker().answer({ revision: 1, needs: ["tables"] });
  const second = client.call("evaluate", request(2));
  assert.equal(await first, null);
  await turn();
  worker().send({ type: "crash", message: "stack" });
  assert.deepEqual(worker().data, ["tables"]);
  worker().answer();
  worker().answer({ revision: 2, needs: [] });
  assert.deepEqual(await second, answered(2, { needs: [] }));
});

/** Lets pending promises continue. */
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

for (const [op, ask, how] of [
  ["inspect", { revision: 1 }, "crash"],
  ["inspect", { revision: 1 }, "timeout"],
  ["layout", LAYOUT, "timeout"],
] as const) {
  test(`a call of the operation ${op} that is lost in a ${how} is repeated after its evaluation`, async () => {
    const { client, clock, worker } = await started();
    worker().answer();
    const evaluated = client.call("evaluate", request(1));
    worker().answer({ revision: 1 });
    await evaluated;
    const asked = client.call(op, ask);
    if (how === "crash") worker().send({ type: "crash", message: "out of memory" });
    else clock.pass(TIMEOUTS.ended);
    worker().answer();
    assert.equal(worker().last?.op, "evaluate");
    worker().answer({ revision: 1 });
    assert.equal(worker().last?.op, op);
    worker().answer({ revision: 1 });
    assert.deepEqual(await asked, { revision: 1 });
  });
}

test("inspections are completed from the last one that arrived", async () => {
  const { client, clock, worker } = await started();
  worker().answer();
  const inspect = async (revision: number, base: number, answer: object): Promise<unknown> => {
    void client.call("evaluate", request(revision));
    worker().answer({ revision });
    const asked = client.call("inspect", { revision });
    assert.deepEqual(worker().last, { op: "inspect", inspect: { revision, base } });
    worker().answer({ revision, ...answer });
    return asked;
  };
  const lists = { graph: { nodes: ["a", "b"], edges: ["a-b"], cycles: [] }, outline: ["a", "b"], unknowns: [] };
  assert.deepEqual(await inspect(1, 0, lists), { revision: 1, ...lists });
  const change = { nodes: [1], edges: [], symbols: [0], unknowns: [] };
  const changed = await inspect(2, 1, { graph: { nodes: ["B"], edges: [], cycles: [["a", "b"]] }, outline: ["A"],
    unknowns: [], change });
  assert.deepEqual(changed, { revision: 2, graph: { nodes: ["a", "B"], edges: ["a-b"], cycles: [["a", "b"]] },
    outline: ["A", "b"], unknowns: [] });
  void client.call("evaluate", request(3));
  clock.pass(TIMEOUTS.ended); // a new engine has not sent any
  worker().answer();
  worker().answer({ revision: 3 });
  await inspect(4, 0, lists);
});

test("a layout waits until an engine that was replaced when idle has the document", async () => {
  const { client, clock, workers, worker } = await started();
  worker().answer();
  void client.call("evaluate", request(1));
  worker().answer({ revision: 1 }, MEMORY.most + 1);
  clock.pass(MEMORY.idle);
  assert.equal(workers.length, 2);
  const layout = client.call("layout", LAYOUT);
  worker().answer();
  worker().answer({ revision: 1 });
  assert.equal(worker().last?.op, "layout");
  worker().answer({ total: 3 });
  assert.deepEqual(await layout, { total: 3 });
});

test("waiting calls about a text are dropped when another text is evaluated", async () => {
  const { client, worker } = await started();
  worker().answer();
  void client.call("evaluate", request(1));
  const layout = client.call("layout", LAYOUT);
  worker().answer({ revision: 1 });
  assert.equal(await layout, null);
});

function lastEvaluate({ last }: FakeWorker): EvaluateRequest {
  assert.ok(last?.op === "evaluate");
  return last.evaluate;
}

test("an evaluation is sent as edits of the files that the engine has", async () => {
  const { client, worker } = await started();
  worker().answer();
  const files = (text: string): EvaluateRequest["files"] => [{ name: "a", text }, { name: "b", text: "" }];
  void client.call("evaluate", { ...request(1), files: files("x: 1") });
  worker().answer({ revision: 1 });
  void client.call("evaluate", { ...request(2), files: files("x: 12") });
  const { files: sent, edits } = lastEvaluate(worker());
  assert.deepEqual(sent, []);
  assert.deepEqual(edits!.map(({ from, to, text }) => ({ from, to, text })),
    [{ from: 4, to: 4, text: "2" }, { from: 0, to: 0, text: "" }]);
});

/** A request with a file. */
const typed = (revision: number): EvaluateRequest =>
  ({ ...request(revision), files: [{ name: "a", text: `a: ${revision}\n` }] });

test("files are sent again if the engine asks for them, and to a new engine", async () => {
  const { client, worker } = await started();
  worker().answer();
  void client.call("evaluate", typed(1));
  worker().answer({ revision: 1 });
  const second = client.call("evaluate", typed(2));
  assert.equal(lastEvaluate(worker()).edits!.length, 1);
  worker().fail(RESEND_FILES);
  assert.deepEqual(worker().last, { op: "evaluate", evaluate: { ...typed(2), base: -1 } });
  worker().answer({ revision: 2 });
  assert.deepEqual(await second, answered(2));
  void client.call("evaluate", typed(3));
  client.stop();
  worker().answer();
  void client.call("evaluate", typed(4));
  assert.deepEqual(worker().last, { op: "evaluate", evaluate: { ...typed(4), base: -1 } });
});

test("an evaluation that the engine asks for again is dropped if a newer one waits", async () => {
  const { client, worker } = await started();
  worker().answer();
  void client.call("evaluate", typed(1));
  worker().answer({ revision: 1 });
  const second = client.call("evaluate", typed(2));
  void client.call("evaluate", typed(3));
  worker().fail(RESEND_FILES);
  assert.equal(await second, null);
  assert.deepEqual(worker().last, { op: "evaluate", evaluate: { ...typed(3), base: -1 } });
});

test("an engine that uses too much memory is replaced when it is idle, and the new one gets the document", async () => {
  const { client, clock, workers, worker, events } = await started();
  worker().answer();
  void client.call("evaluate", request(1));
  worker().answer({ revision: 1 }, MEMORY.most + 1);
  clock.pass(MEMORY.idle - 1);
  void client.call("hover", { file: "a", line: 1, column: 1 });
  worker().answer({}, MEMORY.most + 1);
  clock.pass(MEMORY.idle - 1);
  assert.equal(workers.length, 1, "a call must postpone the replacement");
  clock.pass(1);
  assert.equal(workers.length, 2);
  assert.ok(workers[0]!.isTerminated);
  worker().answer();
  assert.deepEqual(worker().last, { op: "evaluate", evaluate: { ...request(1), base: -1 } });
  worker().answer({ revision: 1 }, MEMORY.most + 1);
  clock.pass(10 * MEMORY.idle);
  assert.equal(workers.length, 2, "the engine must not be replaced again for a text that needs this much memory");
  void client.call("evaluate", request(2));
  worker().answer({ revision: 2 }, MEMORY.most + 1);
  clock.pass(MEMORY.idle);
  assert.equal(workers.length, 3, "another text, which may need less memory, must cause a replacement");
  assert.ok(!events.includes("restarted"), "the replacement of an idle engine must not be reported");
});

test("an engine that uses less memory, but still a lot, is replaced after a longer pause", async () => {
  const { client, clock, workers, worker } = await started();
  worker().answer();
  void client.call("evaluate", request(1));
  worker().answer({ revision: 1 }, MEMORY.most);
  clock.pass(MEMORY.calm - 1);
  void client.call("evaluate", request(2));
  worker().answer({ revision: 2 }, MEMORY.much + 1);
  clock.pass(MEMORY.calm - 1);
  assert.equal(workers.length, 1);
  clock.pass(1);
  assert.equal(workers.length, 2);
  worker().answer();
  worker().answer({ revision: 2 }, MEMORY.much);
  clock.pass(10 * MEMORY.calm);
  assert.equal(workers.length, 2, "an engine that uses little memory must not be replaced");
});

test("the engine's output is printed to the console with the names of functions", async () => {
  const names = new TextEncoder().encode("main.answer\n").buffer as ArrayBuffer;
  const { worker, events } = await started(undefined, () => Promise.resolve(names));
  worker().send({ type: "printed", text: "pantograph: a bug\nmain.00000(...)" });
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(events.slice(-2), ["load functions", "pantograph: a bug\nmain.answer(...)"]);
});

test("files are passed to the worker unchanged, and it gets more time to read them", async () => {
  const { client, worker, workers, clock } = await started();
  worker().answer();
  const file = new Blob(["{}"]);
  const asked = { names: ["a.json"], text: "", secrets: false };
  void client.call("world", asked, [file]);
  assert.deepEqual(worker().calls.at(-1)?.files, [file]);
  clock.pass(29_000);
  assert.equal(workers.length, 1);
  clock.pass(2_000);
  assert.equal(workers.length, 2, "the watchdog must end the worker after 30 s");
});
