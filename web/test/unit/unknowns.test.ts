import assert from "node:assert/strict";
import { test } from "node:test";
import type { Unknown } from "../../src/protocol/protocol.gen.js";
import { describeUnknown, fieldsOf, rowsOf, unknownAt, unknownsSummary } from "../../src/app/unknowns.js";
import { after, opened } from "./states.js";

function unknown(change: Partial<Unknown>): Unknown {
  return { path: "mocks", label: "x", type: "", sample: "", given: "", isGiven: false, wrong: "", secret: false,
    part: false, uses: 1, used: [], ...change };
}

test("a value whose parts are listed is not listed itself", () => {
  const whole = unknown({ path: "a" }), part = unknown({ path: "a\0b",
    part: true }), other = unknown({ path: "c" }), chance = unknown({ path: "" });
  assert.deepEqual(rowsOf([whole, part, other, chance]), [part, other, chance]);
  assert.deepEqual(fieldsOf([part, chance]), [part]);
});

test("the summary counts unknowns that are open, that are supplied and that cannot be supplied", () => {
  assert.equal(unknownsSummary([unknown({}), unknown({}), unknown({ isGiven: true }), unknown({ path: "" })]),
    "2 open · 1 supplied · 1 that cannot be supplied");
  assert.equal(unknownsSummary([unknown({ isGiven: true })]), "1 supplied");
});

test("a row shows how often the value is used", () => {
  assert.equal(describeUnknown(unknown({ type: "string", uses: 3 })), "string · used 3 times");
  assert.equal(describeUnknown(unknown({})), "");
});

test("a value that is not listed can be supplied, too", () => {
  assert.equal(unknownAt([], "mocks\0resources\0a\0id").label, "id");
});

test("inputs.yaml is empty at first, so that writing a value into it can be undone in one step", () => {
  const state = opened();
  const created = after(state, { type: "inputs-created" });
  assert.deepEqual(created.document.files.at(-1), { name: "inputs.yaml", text: "" });
  assert.equal(created.view.file, state.view.file, "the shown file stays");
  assert.equal(after(created, { type: "inputs-created" }), created);
  const given = after(created, { type: "input-written", before: "", text: "stack: x\n" });
  assert.equal(given.document.files.at(-1)?.text, "stack: x\n");
});

test("the prompt for a value stays open until it is closed", () => {
  const anchor = { left: 0, top: 0, bottom: 0 };
  const asked = after(opened(), { type: "value-prompt-opened", unknowns: [unknown({})], anchor });
  assert.equal(asked.valuePrompt?.unknowns.length, 1);
  assert.equal(after(asked, { type: "value-prompt-closed" }).valuePrompt, null);
});
