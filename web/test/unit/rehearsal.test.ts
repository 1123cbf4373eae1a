import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { Rehearsal } from "../../src/app/rehearsal.js";
import { createStore, type Store } from "../../src/app/store.js";
import type { RehearsalEditors } from "../../src/editor/rehearsal.js";
import type { EvaluateRequest, File, Snapshot } from "../../src/protocol/protocol.gen.js";
import { after, opened, PROGRAM, snapshotOf } from "./states.js";

const ACTIVITY = new EventTarget();
Object.assign(globalThis, { window: globalThis, addEventListener: ACTIVITY.addEventListener.bind(ACTIVITY),
  requestIdleCallback: (action: () => void) => queueMicrotask(action) });
mock.timers.enable({ apis: ["setTimeout"] });

/** Editors that record what is done with them. */
class FakeEditors {
  static opened: FakeEditors[] = [];
  readonly shown: string[] = [];
  letters = 0;
  isClosed = false;

  constructor(private readonly file: File) { FakeEditors.opened.push(this); }

  type(): string { return this.file.text + "a".repeat(++this.letters); }
  show({ text }: Snapshot["result"]): void { this.shown.push(text); }
  close(): void { this.isClosed = true; }
}

beforeEach(() => { FakeEditors.opened = []; });

interface Fake {
  readonly store: Store;
  readonly calls: EvaluateRequest[];
  /** Called for each call, before the answer. */
  during: () => void;
  readonly client: { took: number };
}

/** Returns a page whose result is shown. */
function rehearsed(text = PROGRAM, milliseconds = 10): Fake {
  const store = createStore(after(opened(text), { type: "engine-introduced", version: "1", dialects: [] },
    { type: "evaluated", snapshot: snapshotOf(text), milliseconds }));
  const fake: Fake = { store, calls: [], during: () => undefined, client: { took: 10 } };
  const call = async (_: string, request: EvaluateRequest): Promise<Snapshot> => {
    fake.calls.push(request);
    fake.during();
    return snapshotOf(request.files[0]!.text);
  };
  const rehearsal = new Rehearsal(store, Object.assign(fake.client, { call: call as never }),
    () => ({ rehearse: (file) => new FakeEditors(file) as unknown as RehearsalEditors }));
  store.listen(rehearsal.after);
  return fake;
}

const evaluate = ({ store }: Fake, text: string, milliseconds = 10): void => {
  const { revision } = store.state;
  store.dispatch({ type: "evaluated", snapshot: snapshotOf(text, revision), milliseconds });
};

async function pass(milliseconds: number): Promise<void> {
  mock.timers.tick(milliseconds);
  for (let i = 0; i < 500; i++) await Promise.resolve(); // until the rehearsal has ended
}

test("typing is rehearsed when nothing has happened for a while, once", async () => {
  const fake = rehearsed(), { store, calls } = fake;
  evaluate(fake, PROGRAM);
  const before = store.state;
  await pass(600);
  assert.equal(calls.length, 0);
  await pass(200);
  assert.equal(calls.length, 30);
  assert.deepEqual(calls[29]!.files, [{ name: "Pulumi.yaml", text: PROGRAM + "a".repeat(30) }]);
  assert.deepEqual(FakeEditors.opened.map(({ isClosed, shown }) => [isClosed, shown.length]), [[true, 30]]);
  assert.equal(store.state, before);
  evaluate(fake, PROGRAM);
  await pass(1_000);
  assert.equal(calls.length, 30);
});

test("a rehearsal stops when the user does something, and is repeated later", async () => {
  const fake = rehearsed();
  evaluate(fake, PROGRAM);
  await pass(600);
  ACTIVITY.dispatchEvent(new Event("keydown"));
  await pass(600);
  assert.equal(fake.calls.length, 0, "a key puts it off");
  fake.during = () => { if (fake.calls.length === 3) ACTIVITY.dispatchEvent(new Event("pointerdown")); };
  await pass(200);
  assert.equal(fake.calls.length, 3);
  assert.equal(FakeEditors.opened[0]?.isClosed, true);
  await pass(800);
  assert.equal(fake.calls.length, 33);
});

test("a text that takes long is rehearsed for a short time, and a very slow or long one not at all", async () => {
  const fake = rehearsed();
  fake.client.took = 130;
  evaluate(fake, PROGRAM);
  await pass(800);
  assert.equal(fake.calls.length, 8);
  const slower = rehearsed();
  slower.client.took = 160;
  evaluate(slower, PROGRAM);
  await pass(800);
  assert.equal(slower.calls.length, 1);
  const slow = rehearsed();
  evaluate(slow, PROGRAM, 500);
  await pass(800);
  assert.equal(slow.calls.length, 0);
  const cold = rehearsed();
  evaluate(cold, PROGRAM, 300);
  await pass(800);
  assert.equal(cold.calls.length, 30, "the first evaluation of an engine takes long");
  const long = `${PROGRAM}# ${"long ".repeat(20_000)}\n`, large = rehearsed(long);
  evaluate(large, long);
  await pass(800);
  assert.equal(large.calls.length, 0);
});

test("a text that is more than twice as long is rehearsed again", async () => {
  const fake = rehearsed();
  evaluate(fake, PROGRAM);
  await pass(800);
  for (const [text, calls] of [[`${PROGRAM}# more\n`, 30], [PROGRAM + PROGRAM.replace(/^/gm, "# "), 60]] as const) {
    fake.store.dispatch({ type: "text-edited", file: "Pulumi.yaml", text });
    evaluate(fake, text);
    await pass(800);
    assert.equal(fake.calls.length, calls);
  }
});
