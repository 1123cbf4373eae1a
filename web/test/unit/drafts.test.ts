import assert from "node:assert/strict";
import { test } from "node:test";
import { initialState } from "../../src/app/start.js";
import type { Document, State } from "../../src/app/state.js";
import { Drafts, type Draft, type SavedText } from "../../src/share/drafts.js";
import { LocalStore, MemoryStore, type RecordStore } from "../../src/share/recordstore.js";
import { Tab } from "../../src/share/tab.js";
import { importOldRecords } from "../../src/share/oldrecords.js";
import { documentOf } from "./states.js";

const view = { file: "", panel: "result", area: "edit", resultView: "", inlays: "off", graphForm: "drawing", turned: [],
  only: "", problemsOpen: true, split: 0.5 } as const;

function draftOf(text: string, mine: Document | null = null): Draft {
  return { document: documentOf(text), opened: documentOf("opened"), mine, view };
}

/** A store in memory that is treated as persistent. */
class LastingStore extends MemoryStore<SavedText> {
  override readonly isLasting: boolean = true;
}

/** A store with room for a limited number of records. */
class SmallStore extends LastingStore {
  constructor(private readonly room: number) { super(); }
  override async put(record: SavedText, gone: readonly string[] = [],
      mayOverwrite?: (old: SavedText) => boolean): Promise<boolean> {
    const others = (await this.all()).filter(({ id }) => id !== record.id && !gone.includes(id));
    if (others.length >= this.room) throw new DOMException("full", "QuotaExceededError");
    return super.put(record, gone, mayOverwrite);
  }
}

const denied: RecordStore<SavedText> = {
  isLasting: true, get: () => Promise.reject(new Error("denied")), all: () => Promise.reject(new Error("denied")),
  put: () => Promise.reject(new Error("denied")), remove: () => Promise.reject(new Error("denied")),
};

const textOf = (draft: { readonly document: Document } | null): string => draft?.document.files[0]?.text ?? "";

test("a tab finds its own draft again, a new tab the latest one, and neither overwrites the other", async () => {
  const store = new LastingStore();
  const one = new Drafts([store], new Tab("one")), two = new Drafts([store], new Tab("two"));
  assert.equal(await one.save(draftOf("first")), "kept");
  await two.save(draftOf("second"));
  assert.equal(textOf(await new Drafts([store], new Tab("one")).load()), "first");
  assert.equal(textOf(await new Drafts([store], new Tab("three")).load()), "second");
  await new Drafts([store], new Tab("copy", "one")).save(draftOf("third"));
  assert.equal(textOf(await new Drafts([store], new Tab("one")).load()), "first");
});

test("a closing page's final save wins over waiting saves, whenever the page is killed", async () => {
  const entries = new Map<string, string>();
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    value: {
      getItem: (key: string) => entries.get(key) ?? null, setItem: (key: string, text: string) =>
        entries.set(key, text),
      removeItem: (key: string) => entries.delete(key), key: (at: number) => [...entries.keys()][at] ?? null,
      get length() { return entries.size; },
    },
  });
  try {
    for (let writes = 0; writes < 3; writes++) { // before the page is killed
      entries.clear();
      const store = new LastingStore(), put = store.put.bind(store);
      let left = writes;
      store.put = (record, ...more) => (left-- > 0 ? put(record, ...more) : new Promise(() => undefined));
      const drafts = new Drafts([store], new Tab("one"));
      void drafts.save(draftOf("old"));
      void drafts.saveOnClose(draftOf("new"));
      await new Promise((resolve) => setTimeout(resolve));
      assert.equal(textOf(await new Drafts([store], new Tab("one")).load()), "new", `killed after ${writes} writes`);
    }
  } finally {
    Reflect.deleteProperty(globalThis, "localStorage");
  }
});

test("a duplicated tab starts with the draft of the original tab", async () => {
  const store = new LastingStore();
  await new Drafts([store], new Tab("one")).save(draftOf("first"));
  await new Drafts([store], new Tab("two")).save(draftOf("second"));
  assert.equal(textOf(await new Drafts([store], new Tab("copy", "one")).load()), "first");
});

test("the twenty latest texts are kept, and so is every text with a name", async () => {
  const drafts = new Drafts([new LastingStore()], new Tab("one"));
  await drafts.keep(documentOf("named"), "My name");
  for (let index = 0; index < 25; index++) await drafts.keep(documentOf(`text: ${index}`));
  const recent = await drafts.recent();
  assert.equal(recent.length, 21);
  assert.equal(recent.at(-1)?.name, "My name");
  assert.equal(textOf(await drafts.find(recent[0]!.id)), "text: 24");
});

test("a text replaces its older version, unless another tab has changed it meanwhile", async () => {
  const store = new LastingStore();
  const one = new Drafts([store], new Tab("one")), two = new Drafts([store], new Tab("two"));
  const record = await one.keep(documentOf("a: 1"), "Mine");
  await one.keep({ ...documentOf("a: 2"), record });
  assert.deepEqual((await one.recent()).map(({ name }) => name), ["Mine"]);
  await two.keep({ ...documentOf("a: 3"), record }); // opened before the change
  assert.equal((await one.recent()).length, 2);
});

test("recent texts include those that other tabs show or have set aside, each text once", async () => {
  const store = new LastingStore();
  await new Drafts([store], new Tab("one")).save(draftOf("theirs", documentOf("aside")));
  const drafts = new Drafts([store], new Tab("two"));
  await drafts.keep(documentOf("aside"));
  await drafts.save(draftOf("my own"));
  const recent = await drafts.recent();
  assert.deepEqual(new Set(await Promise.all(recent.map(async ({ id }) => textOf(await drafts.find(id))))),
    new Set(["theirs", "aside"]));
  assert.equal(recent.length, 2);
});

test("a full store discards older texts, and if a store is denied, the next one is used", async () => {
  const small = new SmallStore(3);
  const drafts = new Drafts([small, new MemoryStore()], new Tab("one"));
  for (const text of ["a", "b", "c"]) await drafts.keep(documentOf(text));
  assert.equal(await drafts.save(draftOf("d")), "kept");
  assert.equal(textOf(await new Drafts([small], new Tab("one")).load()), "d");
  assert.equal(await new Drafts([denied, new LastingStore()], new Tab("one")).save(draftOf("a")), "kept");
  assert.equal(await new Drafts([denied, new MemoryStore()], new Tab("one")).save(draftOf("a")), "denied");
  assert.equal(await new Drafts([new SmallStore(0), new MemoryStore()], new Tab("one")).save(draftOf("a")), "full");
});

test("texts can be named and removed", async () => {
  const drafts = new Drafts([new LastingStore()], new Tab("one"));
  const { id } = await drafts.keep(documentOf("a: 1"));
  await drafts.rename(id, "A");
  assert.deepEqual((await drafts.recent()).map(({ name }) => name), ["A"]);
  await drafts.remove((await drafts.recent())[0]!.id);
  assert.deepEqual(await drafts.recent(), []);
});

/** Returns a storage like localStorage, with these entries. */
function storageOf(entries: Map<string, string>): Storage {
  return {
    get length() { return entries.size; }, key: (index: number) => [...entries.keys()][index] ?? null,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => void entries.set(key, text), removeItem: (key: string) =>
      void entries.delete(key), clear: () => entries.clear(),
  };
}

test("damaged records are ignored", async () => {
  const entries = new Map([["p.tab.one", "{"], ["p.tab.two", '{"id":"tab.two","turn":3,"document":{"files":[]}}'],
    ["p.tab.three", '{"id":"tab.three","turn":4,"document":{"files":[null]},"opened":{"files":[null]}}'],
    ["p.tab.four", "null"], ["p.tab.five", "5"], ["other", "x"]]);
  const drafts = new Drafts([new LocalStore<SavedText>("p.", storageOf(entries))], new Tab("one"));
  assert.equal(await drafts.load(), null);
  await drafts.save(draftOf("a"));
  assert.equal(textOf(await drafts.load()), "a");
});

test("a damaged record of an older release does not stop the import of the others", async () => {
  const entries = new Map([["pantograph.kept.a", "5"], ["pantograph.kept.b", '{"id":7}'],
    ["pantograph.kept.c", JSON.stringify({ ...draftOf("old"), id: "tab.old", saved: 1, name: "" })]]);
  Object.defineProperty(globalThis, "localStorage", { configurable: true, value: storageOf(entries) });
  try {
    const store = new LastingStore(), put = store.put.bind(store);
    store.put = (record, ...more) => // as a database does
      (typeof record.id === "string" ? put(record, ...more) : Promise.reject(new DOMException("", "DataError")));
    await importOldRecords(store, null);
    assert.equal(textOf(await store.get("tab.old")!), "old");
  } finally {
    Reflect.deleteProperty(globalThis, "localStorage");
  }
});

test("an invalid turn counts as 0", async () => {
  const old = (turn: unknown): string => JSON.stringify({ ...draftOf("old"), id: "tab.old", saved: 1, turn });
  for (const turn of ["9", 1e308, -0.5, null, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER - 1]) {
    const store = new LocalStore<SavedText>("p.", storageOf(new Map([["p.tab.old", old(turn)]])));
    const drafts = new Drafts([store], new Tab("one"));
    for (const text of ["new", "newer"]) await drafts.save(draftOf(text));
    assert.equal(textOf(await new Drafts([store], new Tab("two")).load()), "newer", String(turn));
  }
});

test("an invalid number of turns in storage does not stop the count when the clock goes back", async (t) => {
  t.after(() => Reflect.deleteProperty(globalThis, "localStorage"));
  t.mock.timers.enable({ apis: ["Date"], now: 1e9 });
  for (const turns of ["1e308", "Infinity", String(Number.MAX_SAFE_INTEGER), "x"]) {
    const values = new Map([["pantograph.turn / ", turns]]);
    Object.defineProperty(globalThis, "localStorage", { value: storageOf(values), configurable: true });
    const store = new LocalStore<SavedText>("p.", storageOf(new Map()));
    for (const [tab, text] of [["one", "first"], ["two", "second"], ["three", "third"]] as const) {
      await new Drafts([store], new Tab(tab)).save(draftOf(text));
      t.mock.timers.setTime(Date.now() - 1_000);
    }
    assert.equal(textOf(await new Drafts([store], new Tab("four")).load()), "third", turns);
  }
});

test("if a store is denied after it was opened, the next one is used", async () => {
  for (const saves of [0, 1]) {
    const storage = storageOf(new Map()), store = new LocalStore<SavedText>("p.", storage);
    const drafts = new Drafts([store, new MemoryStore()], new Tab("one"));
    for (let save = 0; save < saves; save++) assert.equal(await drafts.save(draftOf("before")), "kept");
    const deny = (): never => { throw new DOMException("denied", "SecurityError"); };
    Object.defineProperty(storage, "length", { get: deny });
    for (const name of ["getItem", "setItem", "removeItem", "key"]) Object.assign(storage, { [name]: deny });
    assert.equal(await drafts.save(draftOf("after")), "denied");
    await drafts.remove("tab.two");
  }
});

test("a draft of another release opens with the fields of its view that are valid in this one", () => {
  const saved = { ...view, panel: "gone", area: "gone", graphForm: 7, turned: null, narrowing: { focus: "x" },
    only: null, split: "half", arrows: "gives", later: true };
  const draft = { ...draftOf("text"), view: saved } as unknown as Draft;
  const open = (from: Draft): State["view"] =>
    initialState({ first: null, draft: from, theme: "dark", isNarrow: false, unfinishedKey: "" }).view;
  const { later: _, ...known } = open(draft) as State["view"] & { later?: boolean };
  assert.deepEqual(known, { ...open(draftOf("text")), arrows: "gives" });
  assert.deepEqual(open({ ...draft, view: undefined } as unknown as Draft), open(draftOf("text")));
});

test("the draft that was saved last is the latest, whatever the clock shows", async () => {
  const store = new LastingStore(), { now } = Date;
  try {
    const one = new Drafts([store], new Tab("one"));
    await one.saveOnClose(draftOf("before"));
    Date.now = () => now() - 86_400_000;
    await one.save(draftOf("after"));
    assert.equal(textOf(await new Drafts([store], new Tab("one")).load()), "after");
    await new Drafts([store], new Tab("two")).save(draftOf("of the second"));
    assert.equal(textOf(await new Drafts([store], new Tab("three")).load()), "of the second");
  } finally {
    Date.now = now;
  }
});

test("a tab whose name may belong to another tab saves its final text under a new name", async () => {
  const store = new LastingStore();
  await new Drafts([store], new Tab("one")).save(draftOf("of the twin"));
  const early = new Tab("one", "one", null, new Promise<boolean>(() => undefined));
  void new Drafts(new Promise<LastingStore[]>(() => undefined), early).saveOnClose(draftOf("early"));
  assert.notEqual(early.name, "one");
  assert.equal(textOf(await new Drafts([store], new Tab("one")).load()), "of the twin");
});

test("a page with the same name as another overwrites nothing that it has not read", async () => {
  const store = new LastingStore();
  const one = new Drafts([store], new Tab("one"));
  await one.save(draftOf("first"));
  const twin = new Drafts([store], new Tab("one"));
  await twin.load();
  await twin.save(draftOf("of the twin"));
  await one.save(draftOf("first, changed"));
  const recent = await new Drafts([store], new Tab("reader")).recent();
  assert.equal(recent.length, 2);
});

test("a store that stays full loses nothing, and drafts of open tabs are never removed", async () => {
  const store = new SmallStore(3);
  const open = new Set(["a", "b", "c"]);
  for (const name of open) await new Drafts([store], new Tab(name)).save(draftOf(`text of ${name}`));
  const more = new Drafts([store, new MemoryStore()], new Tab("d"), () => Promise.resolve(open));
  assert.equal(await more.save(draftOf("one too many")), "full");
  assert.equal((await store.all()).length, 3);
  const nothing = new SmallStore(3);
  for (const text of ["a", "b", "c"]) await new Drafts([nothing], new Tab("one")).keep(documentOf(text));
  nothing.put = () => Promise.reject(new DOMException("full", "QuotaExceededError"));
  for (let times = 0; times < 4; times++) assert.equal(await new Drafts([nothing, new MemoryStore()],
    new Tab("x")).save(draftOf("large")), "full");
  assert.equal((await nothing.all()).length, 3);
});
