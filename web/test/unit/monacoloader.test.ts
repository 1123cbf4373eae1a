import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import type { Assets } from "../../src/app/embedded.js";
import { loadMonaco } from "../../src/app/monacoloader.js";

const assets: Assets = {
  engine: "", engineBytes: 0, engineWorker: "", editorWorker: "", monaco: "monaco.js", editorStyles: "monaco.css",
  editorModules: ["editors.js"], linkModules: [], gallery: "", offline: "", data: {},
};

/** An element whose file is loaded immediately. */
class Loaded {
  rel = "";
  href = "";
  src = "";
  set onload(loaded: () => void) { loaded(); }
}

/** What the page has fetched, as "relation file", or "file" for a script. */
let fetched: string[];

beforeEach(() => {
  fetched = [];
  mock.timers.enable({ apis: ["setTimeout"] });
  const origin = "https://pantograph.example";
  Object.assign(globalThis, {
    location: { origin }, window: {},
    document: {
      baseURI: `${origin}/`, createElement: () => new Loaded(),
      head: { append: ({ rel, href, src }: Loaded) => fetched.push(src ? new URL(src).pathname : `${rel} ${href}`) },
    },
  });
});

afterEach(() => {
  mock.timers.reset();
  for (const name of ["location", "window", "document"]) Reflect.deleteProperty(globalThis, name);
});

const ALL = ["modulepreload editors.js", "preload monaco.js", "stylesheet monaco.css", "/monaco.js"];

/** Lets time pass, and everything happen that needs no more time. */
async function pass(milliseconds: number): Promise<void> {
  mock.timers.tick(milliseconds);
  await new Promise((resolve) => { setImmediate(resolve); });
}

function start(downloaded: number, answered: Promise<void>): void {
  const engine = { downloaded, module: new Promise<never>(() => undefined), report: () => undefined,
    spawn: () => assert.fail() };
  void loadMonaco(assets, engine, answered);
}

test("Monaco is fetched after the engine's first answer", async () => {
  let answer = (): void => undefined;
  start(1, new Promise((resolve) => { answer = resolve; }));
  await pass(100);
  await pass(300);
  assert.deepEqual(fetched, []);
  answer();
  await pass(0);
  assert.deepEqual(fetched, ALL);
});

test("Monaco does not wait long for the engine's first answer", async () => {
  start(1, new Promise(() => undefined));
  await pass(100);
  await pass(499);
  assert.deepEqual(fetched, []);
  await pass(1);
  assert.deepEqual(fetched, ALL);
});

test("Monaco does not wait for an engine whose download is slow", async () => {
  start(0.2, new Promise(() => undefined));
  await pass(99);
  assert.deepEqual(fetched, []);
  await pass(1);
  assert.deepEqual(fetched, ALL);
});
