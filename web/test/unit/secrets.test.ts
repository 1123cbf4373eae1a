/** Share must not include a text before the engine has reported its secrets. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SharingEffects } from "../../src/app/sharing.js";
import type { Event, State } from "../../src/app/state.js";
import { createStore, type Store } from "../../src/app/store.js";
import type { Client } from "../../src/evaluator/client.js";
import { linkTo } from "../../src/embed/link.js";
import type { RedactRequest, Redaction } from "../../src/protocol/protocol.gen.js";
import { decode } from "../../src/share/link.js";
import { after, opened } from "./states.js";

Object.assign(globalThis, { addEventListener: () => undefined, location: { href: "https://host.example/", hash: "",
  pathname: "/", search: "" }, history: { replaceState: () => undefined } });

const INPUTS = "config: {a: {secret: hunter2}}\n";
const NONE: Redaction = { splices: [], count: 0, holds: false };

/** Returns the reply of an engine for which every hunter1, hunter2 and so on is a secret. */
function redactionOf({ files }: RedactRequest): Redaction {
  const splices = files.flatMap(({ text }, file) =>
    [...text.matchAll(/hunter\d/g)].map(({ index }) => ({ file, start: index, end: index + 7, text: "gone" })));
  return { splices, count: splices.length, holds: false };
}

interface PendingRequest {
  readonly request: RedactRequest;
  answer(redaction: Redaction | null): Promise<void>;
}

interface Shared {
  readonly store: Store;
  readonly requests: PendingRequest[];
  readonly send: (event: Event) => Promise<void>;
}

/** Opens the Share dialog of a page without an engine, and records the requests to it. */
async function share(change: (state: State) => State = (state) => state): Promise<Shared> {
  const settle = (): Promise<void> => new Promise((resolve) => { setTimeout(resolve, 5); });
  const requests: PendingRequest[] = [];
  const client = { call: (_: "redact", request: RedactRequest) => new Promise((resolve) => {
    requests.push({ request, answer: (redaction) => { resolve(redaction); return settle(); } });
  }) } as unknown as Client;
  const store = createStore(change(after(opened(), { type: "file-added", name: "inputs.yaml", text: INPUTS })));
  store.listen(new SharingEffects(store, client, () => Promise.resolve([]), () => Promise.resolve(false)).after);
  const send = (event: Event): Promise<void> => { store.dispatch(event); return settle(); };
  await import("../../src/share/link.js");
  await send({ type: "share-toggled", open: true });
  return { store, requests, send };
}

const textIn = ({ state }: Store): string => decode(new URL(state.sharing?.link ?? "").hash)
  .document?.files[1]?.text ?? "";

test("a link waits for the engine's reply, which is requested once for a text", async () => {
  const { store, requests, send } = await share();
  assert.equal(store.state.sharing?.link, null);
  await requests[0]!.answer(redactionOf(requests[0]!.request));
  assert.equal(textIn(store), "config: {a: {secret: gone}}\n");
  assert.equal(store.state.sharing?.secrets, 1);
  await send({ type: "share-secrets-chosen", withSecrets: true });
  assert.equal(textIn(store), INPUTS);
  await send({ type: "share-secrets-chosen", withSecrets: false });
  assert.equal(textIn(store), "config: {a: {secret: gone}}\n");
  assert.equal(requests.length, 1);
});

test("a reply about an older text does not produce a link", async () => {
  const { store, requests, send } = await share();
  await send({ type: "text-edited", file: "inputs.yaml", text: `b: hunter3\n${INPUTS}` });
  await requests[0]!.answer(redactionOf(requests[0]!.request));
  assert.equal(store.state.sharing?.link, null);
  await requests[1]!.answer(redactionOf(requests[1]!.request));
  assert.equal(textIn(store), "b: gone\nconfig: {a: {secret: gone}}\n");
  await send({ type: "text-edited", file: "inputs.yaml", text: "c: hunter4\n" });
  assert.equal(store.state.sharing?.link, null, "the previous link is for an older text");
});

test("without a reply, the only possible link is one that includes secrets", async () => {
  const { store, requests, send } = await share();
  await requests[0]!.answer(null);
  assert.deepEqual([store.state.sharing?.link, store.state.sharing?.isUnknown], [null, true]);
  await send({ type: "archive-requested", format: "txtar" });
  await requests[1]!.answer(null);
  assert.match(store.state.notice?.text ?? "", /Nothing was shared/);
  await send({ type: "share-secrets-chosen", withSecrets: true });
  await requests[2]!.answer(null);
  assert.equal(textIn(store), INPUTS);
  await send({ type: "share-secrets-chosen", withSecrets: false });
  assert.equal(store.state.sharing?.link, null);
});

test("a link does not wait for an engine that is missing", async () => {
  const { store, requests } = await share((state) => after(state, { type: "engine-missing", why: "" }));
  assert.deepEqual([requests.length, store.state.sharing?.isUnknown], [0, true]);
});

test("an embed requests secrets only of changed files, and has no link without a reply", async () => {
  const page = [{ name: "Pulumi.yaml", text: "config: {a: {default: hunter1}}\n" }], mine = [...page,
    { name: "inputs.yaml", text: INPUTS }];
  const never = (): Promise<null> => Promise.reject(new Error("it must not be called"));
  assert.ok(await linkTo("https://host.example/", "pulumi", page, page, never));
  assert.equal(await linkTo("https://host.example/", "pulumi", mine, page, () => Promise.resolve(null)), null);
  const link = await linkTo("https://host.example/", "pulumi", mine, page,
    (files) => Promise.resolve(redactionOf({ files, names: [] })));
  const { document } = decode(new URL(link ?? "").hash);
  assert.deepEqual(document?.files.map(({ text }) => text), [page[0]!.text, "config: {a: {secret: gone}}\n"]);
  assert.ok(await linkTo("https://host.example/", "pulumi", [{ name: "Pulumi.yaml", text: "b: 1\n" }], page,
    () => Promise.resolve(NONE)));
});
