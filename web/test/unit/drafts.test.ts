import assert from "node:assert/strict";
import { test } from "node:test";
import type { Document } from "../../src/app/state.js";
import { Drafts, type Draft, type Kept } from "../../src/share/drafts.js";
import { LocalShelf, MemoryShelf, type Shelf } from "../../src/share/shelf.js";
import { documentOf } from "./states.js";

const view = { file: "", panel: "result", area: "edit", resultView: "", inlays: "off", graphForm: "drawing", turned: [], only: "", problemsOpen: true, split: 0.5 } as const;

function draftOf(text: string, saved: number, mine: Document | null = null): Draft {
  return { saved, document: documentOf(text), opened: documentOf("opened"), mine, view };
}

/** A place in memory that counts as lasting. */
class Lasting extends MemoryShelf<Kept> {
  override readonly isLasting: boolean = true;
}

/** A place with room for so many records. */
class Small extends Lasting {
  constructor(private readonly room: number) { super(); }
  override async put(record: Kept): Promise<void> {
    if ((await this.get(record.id)) === null && (await this.all()).length >= this.room) throw new DOMException("full", "QuotaExceededError");
    return super.put(record);
  }
}

const denied: Shelf<Kept> = {
  isLasting: true, get: () => Promise.reject(new Error("denied")), all: () => Promise.reject(new Error("denied")),
  put: () => Promise.reject(new Error("denied")), remove: () => Promise.reject(new Error("denied")),
};

const textOf = (draft: { readonly document: Document } | null): string => draft?.document.files[0]?.text ?? "";

test("a tab finds its own draft again, a new tab the latest, and neither overwrites the other", async () => {
  const shelf = new Lasting();
  const one = new Drafts([shelf], "one"), two = new Drafts([shelf], "two");
  assert.equal(await one.save(draftOf("first", 1)), "kept");
  await two.save(draftOf("second", 2));
  assert.equal(textOf(await new Drafts([shelf], "one").load()), "first");
  assert.equal(textOf(await new Drafts([shelf], "three").load()), "second");
  await new Drafts([shelf], "copy", "one").save(draftOf("third", 3));
  assert.equal(textOf(await new Drafts([shelf], "one").load()), "first");
});

test("a duplicated tab begins with its twin's draft", async () => {
  const shelf = new Lasting();
  await new Drafts([shelf], "one").save(draftOf("first", 1));
  await new Drafts([shelf], "two").save(draftOf("second", 2));
  assert.equal(textOf(await new Drafts([shelf], "copy", "one").load()), "first");
});

test("the ring keeps twenty texts, and every one with a name", async () => {
  const drafts = new Drafts([new Lasting()], "one");
  await drafts.shelve(documentOf("named"), "My name");
  for (let index = 0; index < 25; index++) await drafts.shelve(documentOf(`text: ${index}`));
  const recent = await drafts.recent();
  assert.equal(recent.length, 21);
  assert.equal(recent.at(-1)?.name, "My name");
  assert.equal(textOf(await drafts.find(recent[0]!.id)), "text: 24");
});

test("a text goes back to its place in the ring, unless another tab has changed it meanwhile", async () => {
  const shelf = new Lasting();
  const one = new Drafts([shelf], "one"), two = new Drafts([shelf], "two");
  const record = await one.shelve(documentOf("a: 1"), "Mine");
  await one.shelve({ ...documentOf("a: 2"), record });
  assert.deepEqual((await one.recent()).map(({ name }) => name), ["Mine"]);
  await two.shelve({ ...documentOf("a: 3"), record }); // opened before the change
  assert.equal((await one.recent()).length, 2);
});

test("what other tabs show and have put aside is recent too, each text once", async () => {
  const shelf = new Lasting();
  await new Drafts([shelf], "one").save(draftOf("theirs", 1, documentOf("aside")));
  const drafts = new Drafts([shelf], "two");
  await drafts.shelve(documentOf("aside"));
  await drafts.save(draftOf("my own", 5));
  const recent = await drafts.recent();
  assert.deepEqual(new Set(await Promise.all(recent.map(async ({ id }) => textOf(await drafts.find(id))))), new Set(["theirs", "aside"]));
  assert.equal(recent.length, 2);
});

test("a full place makes room, a denied one gives way to the next", async () => {
  const small = new Small(3);
  const drafts = new Drafts([small, new MemoryShelf()], "one");
  for (const text of ["a", "b", "c"]) await drafts.shelve(documentOf(text));
  assert.equal(await drafts.save(draftOf("d", 9)), "kept");
  assert.equal(textOf(await new Drafts([small], "one").load()), "d");
  assert.equal(await new Drafts([denied, new Lasting()], "one").save(draftOf("a", 1)), "kept");
  assert.equal(await new Drafts([denied, new MemoryShelf()], "one").save(draftOf("a", 1)), "denied");
  assert.equal(await new Drafts([new Small(0), new MemoryShelf()], "one").save(draftOf("a", 1)), "full");
});

test("texts can be named and forgotten", async () => {
  const drafts = new Drafts([new Lasting()], "one");
  const { id } = await drafts.shelve(documentOf("a: 1"));
  await drafts.rename(id, "A");
  assert.deepEqual((await drafts.recent()).map(({ name }) => name), ["A"]);
  await drafts.remove((await drafts.recent())[0]!.id);
  assert.deepEqual(await drafts.recent(), []);
});

test("damaged records are passed over", async () => {
  const entries = new Map([["p.tab.one", "{"], ["p.tab.two", '{"id":"tab.two","saved":3,"document":{"files":[]}}'], ["other", "x"]]);
  const storage = {
    get length() { return entries.size; }, key: (index: number) => [...entries.keys()][index] ?? null, getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => void entries.set(key, text), removeItem: (key: string) => void entries.delete(key), clear: () => entries.clear(),
  };
  const drafts = new Drafts([new LocalShelf<Kept>("p.", storage)], "one");
  assert.equal(await drafts.load(), null);
  await drafts.save(draftOf("a", 1));
  assert.equal(textOf(await drafts.load()), "a");
});
