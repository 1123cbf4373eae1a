import assert from "node:assert/strict";
import { test } from "node:test";
import {
  describeImport, describeError, describeFile, isRecognised, isUsable, describePlan, previewOf,
} from "../../src/app/deployment.js";
import type { DeploymentImport, State } from "../../src/app/state.js";
import type { World } from "../../src/protocol/protocol.gen.js";
import { after, opened } from "./states.js";

const PLAN: World = {
  files: [{ name: "state.json", title: "the state of a Pulumi stack", of: "stack dev of project web", line: 0,
    column: 0 }],
  entries: [{ label: "web.id", path: "mocks\0resources\0web\0id", preview: "i-1", secret: false, replaces: false }],
  count: 1, replaced: 0, secrets: 0, skipped: [], skippedCount: 0,
  text: "mocks:\n  resources:\n    web:\n      id: i-1\n", added: [],
};

function read(state: State, plan: World, revision = state.revision): State {
  const importing: DeploymentImport = { files: [], withSecrets: false, plan, revision };
  return after(state, { type: "world-read", importing });
}

test("a sentence says what will be written", () => {
  assert.equal(describePlan(PLAN), "1 value for inputs.yaml");
  assert.equal(describePlan({ ...PLAN, count: 1200, replaced: 3 }),
    "1,200 values for inputs.yaml, replacing 3 existing values");
  assert.equal(describePlan({ ...PLAN, added: [{ name: "aws.schema.json", text: "" }] }),
    "1 value for inputs.yaml, with the file aws.schema.json");
  assert.equal(describePlan({ ...PLAN, count: 0 }), "");
  assert.equal(describeImport({ ...PLAN, count: 2 }), "2 values were written to inputs.yaml");
  assert.equal(describeFile(PLAN.files[0]!), "the state of a Pulumi stack, stack dev of project web");
});

test("an error contains its position, if it has one", () => {
  assert.equal(describeError({ name: "a", title: "", of: "", error: "this is not valid JSON", line: 3, column: 5 }),
    "line 3, column 5: this is not valid JSON");
  const file = { name: "a", title: "", of: "", error: "it is a Heat file", line: 1, column: 1 };
  assert.equal(describeError(file), "it is a Heat file");
});

test("a secret is never shown", () => {
  const secret = { ...PLAN.entries[0]!, secret: true, preview: "[secret]" };
  assert.equal(previewOf(secret, false), "secret, left out");
  assert.equal(previewOf(secret, true), "secret");
});

test("only a plan with values and without an error can be written", () => {
  assert.ok(isUsable(PLAN));
  assert.ok(!isUsable({ ...PLAN, count: 0 }));
  assert.ok(!isUsable({ ...PLAN, error: "the file is damaged" }));
  assert.ok(isRecognised(PLAN));
  assert.ok(!isRecognised({ ...PLAN, files: [{ ...PLAN.files[0]!, title: "" }] }));
  const state = read(opened(), { ...PLAN, error: "the file is damaged" });
  assert.equal(after(state, { type: "world-accepted" }), state);
});

test("all values are written in one step, and undone in one step", () => {
  const state = after(read(opened(), PLAN), { type: "world-accepted" });
  assert.equal(state.importing, null);
  assert.equal(state.document.files.at(-1)?.text, PLAN.text);
  assert.match(state.notice?.text ?? "", /1 value was written/);
  const undone = after(state, state.notice!.action!.event);
  assert.ok(!undone.document.files.some(({ name }) => name === "inputs.yaml"));
});

test("values that were read for another text are not written", () => {
  const state = read(opened(), PLAN, 99);
  assert.equal(after(state, { type: "world-accepted" }).document, state.document);
});

test("files whose names look like those of other files are not written, and neither are the values", () => {
  const first = after(opened(), { type: "file-added", name: "caf\u00e9.schema.json" });
  const added = [{ name: "cafe\u0301.schema.json", text: "{}" }];
  const state = after(read(first, { ...PLAN, added }), { type: "world-accepted" });
  assert.equal(state.importing, null);
  assert.equal(state.document, first.document);
  assert.match(state.notice?.text ?? "", /looks like that of the file caf\u00e9\.schema\.json/);
});

test("files that come with the values replace files with the same names", () => {
  const added = [{ name: "aws.schema.json", text: "{}" }];
  const first = after(read(opened(), { ...PLAN, added, text: "schemas: [aws.schema.json]\n" }),
    { type: "world-accepted" });
  assert.equal(first.document.files.length, 3);
  const second = after(read(first, { ...PLAN, added: [{ name: "aws.schema.json", text: "{ }" }],
    text: "schemas: [aws.schema.json]\n" }), { type: "world-accepted" });
  assert.equal(second.document.files.length, 3);
  assert.equal(second.document.files.find(({ name }) => name === "aws.schema.json")?.text, "{ }");
  const back = after(second, second.notice!.action!.event);
  assert.equal(back.document.files.find(({ name }) => name === "aws.schema.json")?.text, "{}");
  assert.deepEqual(after(first, first.notice!.action!.event).document.files.map(({ name }) => name),
    opened().document.files.map(({ name }) => name));
});
