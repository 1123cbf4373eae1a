import assert from "node:assert/strict";
import { test } from "node:test";
import { declareTypes, withSchemas } from "../../src/app/schemas.js";
import { after, opened } from "./states.js";

const KEYS = ["resource_type", "properties"];
const PORT = JSON.stringify({ resource_type: "My::Port", properties: {}, attributes: {} });

test("files are recognised as type declarations only if they are JSON with all keys of a declaration", () => {
  assert.ok(declareTypes([{ name: "port.json", text: PORT }], KEYS));
  assert.ok(declareTypes([{ name: "all.json", text: `[${PORT}, ${PORT}]` }], KEYS));
  for (const text of ["{}", "[]", "[1]", "null", "{",
    `{"resource_type": "x"}`]) assert.ok(!declareTypes([{ name: "port.json", text }], KEYS), text);
  assert.ok(!declareTypes([{ name: "port.yaml", text: PORT }], KEYS));
  assert.ok(!declareTypes([{ name: "port.json", text: PORT }, { name: "other.json", text: "{}" }], KEYS));
  assert.ok(!declareTypes([], KEYS));
  assert.ok(!declareTypes([{ name: "port.json", text: PORT }], []), "without keys, nothing is a declaration");
});

test("inputs.yaml lists each file once, and its other entries stay unchanged", () => {
  assert.equal(withSchemas("", ["a.json"]), "schemas: [a.json]\n");
  assert.equal(withSchemas("{}\n", ["a.json"]), "schemas: [a.json]\n");
  assert.equal(withSchemas("# mine\nids: {a: b}\n", ["a.json", "b c.json"]),
    "# mine\nids: {a: b}\nschemas: [a.json, b c.json]\n");
  assert.equal(withSchemas("schemas: [a.json] # ours\nids: {}\n", ["a.json", "b.json"]),
    "schemas: [a.json, b.json]\nids: {}\n");
  assert.equal(withSchemas("schemas:\n  - 'a.json'\n  - b.json # more\nids: {}\n", ["c.json"]),
    "schemas: [a.json, b.json, c.json]\nids: {}\n");
  assert.equal(withSchemas("schemas: false\n", ["a.json"]), "schemas: [a.json]\n");
});

test("dropped declarations become files of the document", () => {
  const state = after(opened(), { type: "schemas-dropped", files: [{ name: "port.json", text: PORT }] });
  assert.deepEqual(state.document.files.map(({ name }) => name), ["Pulumi.yaml", "port.json", "inputs.yaml"]);
  assert.equal(state.document.files.at(-1)?.text, "schemas: [port.json]\n");
  assert.equal(state.view.file, "Pulumi.yaml", "the shown file stays");
  assert.match(state.notice?.text ?? "", /port\.json/);
  const again = after(state, { type: "schemas-dropped", files: [{ name: "port.json", text: `[${PORT}]` }] });
  assert.equal(again.document.files.length, 3);
  assert.equal(again.document.files[1]?.text, `[${PORT}]`);
});

test("declarations whose names look alike, or like another file of the document, are not added", () => {
  const composed = { name: "caf\u00e9.json", text: PORT }, decomposed = { name: "cafe\u0301.json", text: PORT };
  const state = after(opened(), { type: "schemas-dropped", files: [composed] });
  const again = after(state, { type: "schemas-dropped", files: [decomposed] });
  assert.equal(again.document, state.document);
  assert.match(again.notice?.text ?? "", /looks like that of the file caf\u00e9\.json/);
  const both = after(opened(), { type: "schemas-dropped", files: [composed, decomposed] });
  assert.equal(both.document.files.length, 1);
});
