import assert from "node:assert/strict";
import { test } from "node:test";
import {
  choicesOf, chosenOf, controlOf, helpOf, optionsOf, placeholderOf, modeOf, selectedFields, summaryOf, withChoice,
} from "../../src/app/form.js";
import { update } from "../../src/app/update.js";
import type { State } from "../../src/app/state.js";
import type { FormField } from "../../src/protocol/protocol.gen.js";
import { opened } from "./states.js";

const nowhere = { file: "", line: 0, column: 0, endLine: 0, endColumn: 0 };

function field(change: Partial<FormField>): FormField {
  return { path: "parameters\u0000size", name: "size", label: "Size", description: "", type: "string", input: "",
    missing: false, at: nowhere, source: nowhere, node: "", layers: [], given: "", isGiven: false, wrong: "",
    fallback: "", from: "", secret: false, immutable: false, tags: [], choices: [], rules: [], range: nowhere,
    ...change };
}

test("a field is a text field, a choice, or a text field that hides its text", () => {
  assert.equal(controlOf(field({})), "text");
  assert.equal(controlOf(field({ input: "number" })), "number");
  assert.equal(controlOf(field({ input: "boolean" })), "choice");
  assert.equal(controlOf(field({ choices: ["a", "b"] })), "choice");
  assert.equal(controlOf(field({ choices: ["a"], secret: true })), "secret");
  assert.equal(controlOf(field({ choices: ["a"], input: "list" })), "several");
});

test("the first option is the default, and a supplied value that is not among the choices is kept", () => {
  const given = field({ choices: ["a", "b"], given: "c", isGiven: true, fallback: "a", from: "default" });
  assert.deepEqual(optionsOf(given).map(({ value, text }) => `${value}:${text}`), [":a", "c:c", "a:a", "b:b"]);
  assert.deepEqual(optionsOf(field({ input: "boolean" })).map(({ text }) => text), ["choose", "true", "false"]);
});

test("the placeholder is the value in effect, and the line below says where it is from", () => {
  assert.equal(placeholderOf(field({ fallback: "2", from: "default" })), "2");
  assert.equal(placeholderOf(field({ fallback: "prod", from: "env.yaml" })), "prod");
  assert.deepEqual(helpOf(field({ fallback: "prod", from: "env.yaml" })), ["from env.yaml"]);
  assert.equal(placeholderOf(field({ secret: true, isGiven: true, fallback: "[secret]", from: "default" })),
    "set, not shown");
  assert.equal(placeholderOf(field({})), "");
});

test("rules, choices of a list and tags are shown below the field", () => {
  const all = field({ description: "How large.", rules: ["range 1 to 9"], choices: ["a", "b"], input: "data",
    immutable: true, tags: ["x", "y"] });
  assert.deepEqual(helpOf(all), ["How large.", "range 1 to 9", "one of a, b", "cannot change after deployment",
    "tags: x, y"]);
  assert.deepEqual(helpOf(field({ choices: ["a"] })), []);
});

test("the closed form shows how many values are supplied and missing", () => {
  const fields = [field({ missing: true }), field({ isGiven: true, given: "1" }),
    field({ from: "default", fallback: "2" })];
  assert.equal(summaryOf([{ label: "", description: "", head: false, fields }]), "3 · 1 supplied · 1 missing");
  assert.equal(summaryOf([{ label: "", description: "", head: false, fields: fields.slice(2) }]), "1");
});

test("the form's head offers the default once, and several values can be chosen from a list", () => {
  const stack = field({ choices: ["dev", "prod"], fallback: "dev", from: "default" });
  assert.deepEqual(choicesOf(stack).map(({ value, text }) => `${value}:${text}`), [":dev", "prod:prod"]);
  const files = field({ input: "list", choices: ["a.yaml", "b.yaml", "c d.yaml"] });
  assert.deepEqual(chosenOf(files), files.choices);
  assert.equal(withChoice(files, "a.yaml", false), '[b.yaml, "c d.yaml"]');
  const some = { ...files, isGiven: true, given: '["a.yaml","c d.yaml"]' };
  assert.deepEqual(chosenOf(some), ["a.yaml", "c d.yaml"]);
  assert.equal(withChoice(some, "b.yaml", true), "");
  assert.equal(withChoice({ ...files, isGiven: true, given: "[a.yaml]" }, "a.yaml", false), "[]");
});

test("the form is a panel if there are fields, and a row if there are only choices", () => {
  const group = (head: boolean, count: number) =>
    ({ label: "", description: "", head, fields: Array.from({ length: count }, () => field({})) });
  assert.equal(modeOf([], true), "none");
  assert.equal(modeOf([group(false, 0)], true), "none");
  assert.equal(modeOf([group(true, 1), group(false, 0)], true), "row");
  assert.equal(modeOf([group(true, 1), group(false, 1)], true), "panel");
  assert.equal(modeOf([group(false, 1)], false), "folded");
});

const line = (file: string, at: number) => ({ file, line: at, column: 1, endLine: at, endColumn: 9 });
const WITH_FORM = { label: "", description: "", head: false, fields: [
  field({ path: "config\u0000a", node: "a", range: line("Pulumi.yaml", 2), at: line("inputs.yaml", 2),
    source: line("inputs.yaml", 2) }),
  field({ path: "config\u0000b", node: "b", range: line("Pulumi.yaml", 3), source: line("Pulumi.yaml", 3), layers: [
    { label: "config of Pulumi.dev.yaml", value: "1", range: line("Pulumi.dev.yaml", 1) },
    { label: "default", value: "2", range: line("Pulumi.yaml", 3) }] }),
] };

function withForm(): State {
  const state = opened();
  return { ...state, snapshot: { ...state.snapshot!, form: [WITH_FORM] } };
}

test("choosing a field selects its declaration, its value and its node in the graph", () => {
  const chosen = update(withForm(), { type: "field-chosen", path: "config\u0000a" });
  const { selection, file } = chosen.view;
  assert.deepEqual([selection?.origin, selection?.node, selection?.at.line, selection?.value?.file, file],
    ["form", "a", 2, "inputs.yaml", "Pulumi.yaml"]);
  assert.deepEqual(selectedFields(chosen, [WITH_FORM]), ["config\u0000a"]);
  assert.equal(update(chosen, { type: "field-chosen", path: "config\u0000a" }), chosen);
  assert.equal(update(chosen, { type: "field-chosen", path: "none" }), chosen);
});

test("selecting a value in the source, in inputs.yaml or in the graph marks its field", () => {
  const state = withForm();
  const at = (file: string, row: number) =>
    selectedFields(update(state, { type: "cursor-moved", at: { ...line(file, row), endColumn: 1 } }), [WITH_FORM]);
  assert.deepEqual(at("Pulumi.yaml", 3), ["config\u0000b"]);
  assert.deepEqual(at("inputs.yaml", 2), ["config\u0000a"]);
  assert.deepEqual(at("Pulumi.dev.yaml", 1), ["config\u0000b"]);
  assert.deepEqual(at("Pulumi.yaml", 9), []);
  assert.equal(update(state, { type: "cursor-moved", at: line("inputs.yaml", 2) }).view.selection?.node, "a",
    "the value's node must be selected, too");
  const node = { ...state, view: { ...state.view, selection: { origin: "graph" as const, at: nowhere, node: "b",
    serial: 1 } } };
  assert.deepEqual(selectedFields(node, [WITH_FORM]), ["config\u0000b"]);
});

const written = (before: string, text: string, value = "1") =>
  ({ type: "input-written", path: "p", value, before, text } as const);

test("a typed input creates inputs.yaml, but never overwrites a text that was changed meanwhile", () => {
  const typed = update(opened(), { type: "input-typed", path: "p", value: "1" });
  const first = update(typed, written("", "parameters:\n  size: 1\n"));
  assert.equal(first.document.files.at(-1)?.name, "inputs.yaml");
  assert.equal(first.view.file, "Pulumi.yaml");
  assert.deepEqual(first.typed, {});
  const again = update(first, { type: "input-typed", path: "p", value: "2" });
  assert.equal(update(again, written("", "x: 1\n", "2")), again,
    "the typed value waits to be written into the changed text");
  const later = update(update(first, { type: "input-typed", path: "p", value: "12" }),
    written("parameters:\n  size: 1\n", "x: 1\n", "1"));
  assert.deepEqual(later.typed, { p: "12" }, "the value typed meanwhile must still be written");
});

test("typing into one field is one edit, and does not change another document", () => {
  const typed = update(opened(), { type: "input-typed", path: "p", value: "1" });
  const first = update(typed, written("", "a: 1\n")), second = update(first, written("a: 1\n", "a: 12\n"));
  assert.equal(second.written?.edit, first.written?.edit);
  assert.notEqual(update(update(second, { type: "input-left" }), written("a: 12\n", "a: 1\n")).written?.edit,
    first.written?.edit);
  const other = update(typed, { type: "document-opened",
    document: { dialect: "", files: [{ name: "Pulumi.yaml", text: "name: other\n" }], example: null }, notice: "" });
  assert.deepEqual(other.typed, {});
});
