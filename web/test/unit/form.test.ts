import assert from "node:assert/strict";
import { test } from "node:test";
import { controlOf, helpOf, isMissing, optionsOf, placeholderOf, summaryOf } from "../../src/app/form.js";
import { update } from "../../src/app/update.js";
import type { FormField } from "../../src/protocol/protocol.gen.js";
import { opened } from "./states.js";

const nowhere = { file: "", line: 0, column: 0, endLine: 0, endColumn: 0 };

function field(change: Partial<FormField>): FormField {
  return { path: "parameters\u0000size", name: "size", label: "Size", description: "", type: "string", given: "", isGiven: false, wrong: "",
    otherwise: "", from: "", secret: false, immutable: false, tags: [], choices: [], rules: [], range: nowhere, ...change };
}

test("a field is typed into, chosen from, or typed unseen", () => {
  assert.equal(controlOf(field({})), "text");
  assert.equal(controlOf(field({ type: "number" })), "number");
  assert.equal(controlOf(field({ type: "boolean" })), "choice");
  assert.equal(controlOf(field({ choices: ["a", "b"] })), "choice");
  assert.equal(controlOf(field({ choices: ["a"], secret: true })), "secret");
  assert.equal(controlOf(field({ choices: ["a"], type: "comma_delimited_list" })), "text");
});

test("the first choice is what counts without one, and a value that is no choice stays", () => {
  const given = field({ choices: ["a", "b"], given: "c", isGiven: true, otherwise: "a", from: "default" });
  assert.deepEqual(optionsOf(given).map(({ value, text }) => `${value}:${text}`), [":a", "c:c", "a:a", "b:b"]);
  assert.deepEqual(optionsOf(field({ type: "boolean" })).map(({ text }) => text), ["choose", "true", "false"]);
});

test("the placeholder says what counts, and from where", () => {
  assert.equal(placeholderOf(field({ otherwise: "2", from: "default" })), "2");
  assert.equal(placeholderOf(field({ otherwise: "prod", from: "env.yaml" })), "prod (env.yaml)");
  assert.equal(placeholderOf(field({ secret: true, isGiven: true, otherwise: "[secret]", from: "default" })), "given, not shown");
  assert.equal(placeholderOf(field({})), "");
});

test("rules, choices of a list and tags stand under the field", () => {
  const all = field({ description: "How large.", rules: ["range 1 to 9"], choices: ["a", "b"], type: "json", immutable: true, tags: ["x", "y"] });
  assert.deepEqual(helpOf(all), ["How large.", "range 1 to 9", "of a, b", "cannot change once deployed", "tags: x, y"]);
  assert.deepEqual(helpOf(field({ choices: ["a"] })), []);
});

test("the closed form counts what is given and what is missing", () => {
  const fields = [field({}), field({ isGiven: true, given: "1" }), field({ from: "default", otherwise: "2" })];
  assert.equal(isMissing(fields[0]!), true);
  assert.equal(summaryOf([{ label: "", description: "", fields }]), "3 · 1 given · 1 missing");
  assert.equal(summaryOf([{ label: "", description: "", fields: fields.slice(2) }]), "1");
});

test("a typed input makes inputs.yaml, but never overwrites what was changed meanwhile", () => {
  const written = update(opened(), { type: "input-written", before: "", text: "parameters:\n  size: 1\n" });
  assert.equal(written.document.files.at(-1)?.name, "inputs.yaml");
  assert.equal(written.view.file, "Pulumi.yaml");
  assert.equal(update(written, { type: "input-written", before: "", text: "x: 1\n" }), written);
});
