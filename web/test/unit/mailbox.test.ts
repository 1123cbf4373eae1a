import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, type ToWorker, type WorkerLike } from "../../src/evaluator/client.js";
import { Mailbox } from "../../src/evaluator/mailbox.js";
import { FINGERPRINT, type EvaluateRequest } from "../../src/protocol/protocol.gen.js";

const reply = (id: number, text: string) => ({ type: "reply", id, reply: text, took: 1.5, memory: 5 << 30 }) as const;

test("the other end of a mailbox takes the last reply by its id, however often", () => {
  const worker = new Mailbox(new SharedArrayBuffer(100_000)), page = new Mailbox(worker.memory);
  assert.equal(page.take(1), null);
  worker.put(reply(1, "{\"text\":\"é 😀\"}"));
  assert.deepEqual(page.take(1), reply(1, "{\"text\":\"é 😀\"}"));
  worker.put(reply(2, "{}"));
  assert.equal(page.take(1), null);
  assert.deepEqual(page.take(2), reply(2, "{}"));
  assert.deepEqual(page.take(2), reply(2, "{}"));
});

test("a reply that is too large is not put into the mailbox", () => {
  const worker = new Mailbox(new SharedArrayBuffer(100_000)), page = new Mailbox(worker.memory);
  worker.put(reply(1, "a".repeat(64 << 10)));
  assert.notEqual(page.take(1), null);
  for (const large of ["a".repeat(65 << 10), "é".repeat(33 << 10)]) {
    worker.put(reply(2, large));
    assert.equal(page.take(2), null);
  }
});

test("the client takes a reply from the mailbox once, and ignores its message", async () => {
  Object.assign(globalThis, { crossOriginIsolated: true });
  const sent: ToWorker[] = [];
  const worker: WorkerLike = { onmessage: null, onerror: null, postMessage: (message) => { sent.push(message); },
    terminate: () => undefined };
  const ignore = (): void => undefined;
  const client = new Client({ compile: () => Promise.resolve({} as WebAssembly.Module), spawn: () => worker,
    load: () => Promise.resolve(null), clock: { set: () => 1, clear: ignore }, introduced: ignore, paced: ignore,
    restarted: ignore, stopped: ignore, refused: ignore, missing: ignore, printed: ignore });
  await client.start();
  Object.assign(globalThis, { crossOriginIsolated: undefined });
  const started = sent.find((message) => message.type === "start")!;
  const mailbox = new Mailbox(started.mailbox!);
  const answer = (id: number, body: object): void => {
    worker.onmessage!({ data: reply(id, JSON.stringify(body)) } as MessageEvent);
  };
  answer(1, { op: "hello", hello: { fingerprint: FINGERPRINT, version: "1", dialects: [] } });
  const request: EvaluateRequest = { revision: 1, dialect: "", files: [], view: "", reveal: false };
  const answers: number[] = [];
  void client.call("evaluate", request).then((snapshot) => answers.push(snapshot!.revision));
  client.takeReply();
  const body = (revision: number) => ({ op: "evaluate", evaluate: { revision, console: [],
    result: { view: "yaml", language: "yaml", text: "", marks: [], files: [] } } });
  mailbox.put(reply(2, JSON.stringify(body(1))));
  client.takeReply();
  client.takeReply();
  void client.call("evaluate", { ...request, revision: 2 }).then((snapshot) => answers.push(snapshot!.revision));
  answer(2, body(1)); // the message of the reply that was taken
  answer(3, body(2));
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(answers, [1, 2]);
});
