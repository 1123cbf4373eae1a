import assert from "node:assert/strict";
import { test } from "node:test";
import { textKey } from "../../src/app/newtext.js";
import { obstacleOf } from "../../src/app/obstacle.js";
import { evaluation, isOutdated, isMine, problemsOf, engineResult } from "../../src/app/select.js";
import { nameObjection, update } from "../../src/app/update.js";
import type { State } from "../../src/app/state.js";
import { MAX_FILES } from "../../src/share/path.js";
import type { Problem } from "../../src/protocol/protocol.gen.js";
import { after, documentOf, opened, PROGRAM, snapshotOf, typed } from "./states.js";

test("the page opens with the example's result, which is fresh", () => {
  const state = opened();
  assert.equal(evaluation(state).status, "fresh");
  assert.match(state.shown?.rendered.text ?? "", /example\.org/);
});

test("an edit makes the result stale until its own evaluation arrives", () => {
  const edited = after(opened(), { type: "text-edited", file: "Pulumi.yaml", text: `${PROGRAM}#` });
  assert.equal(evaluation(edited).status, "stale");
  assert.equal(evaluation(typed(opened(), `${PROGRAM}#`)).status, "fresh");
});

test("a lean snapshot keeps the previous graph until its own arrives", () => {
  const text = PROGRAM.replaceAll("site", "page");
  const edited = after(opened(), { type: "text-edited", file: "Pulumi.yaml", text });
  const whole = snapshotOf(text, edited.revision);
  const lean = { ...whole, graph: { nodes: [], edges: [], cycles: [] }, outline: [], digest: "" };
  const state = after(edited, { type: "evaluated", snapshot: lean, milliseconds: 1, lean: true });
  assert.equal(state.shown?.rendered.text, whole.result.text);
  assert.equal(state.snapshot?.graph, edited.snapshot?.graph);
  assert.equal(update(state, { type: "inspected", inspection: { ...whole, revision: 0 } }), state,
    "an inspection of another text must not be used");
  assert.deepEqual(update(state, { type: "inspected", inspection: whole }).snapshot, whole);
});

test("the original tool's message about a syntax error arrives with the inspection", () => {
  const state = opened();
  const whole = snapshotOf(PROGRAM, state.revision);
  const problem: Problem = { severity: "error", code: "yaml-tab", message: "tabs",
    range: { file: "Pulumi.yaml", line: 1, column: 1, endLine: 1, endColumn: 2 }, notes: [], fixes: [] };
  const broken = after(state, { type: "evaluated", snapshot: { ...whole, problems: [problem] }, milliseconds: 1,
    lean: true });
  const inspection = { ...whole, references: [{ problem: 0, text: "yaml: line 1" }] };
  const inspected = update(broken, { type: "inspected", inspection });
  const described = [{ ...problem, reference: "yaml: line 1" }];
  assert.deepEqual(inspected.snapshot?.problems, described);

  const next = { ...whole, problems: [problem, problem, { ...problem, message: "other tabs" }] };
  const kept = after(inspected, { type: "evaluated", snapshot: next, milliseconds: 1, lean: true });
  assert.deepEqual(kept.snapshot?.problems, [...described, ...next.problems.slice(1)],
    "the first one keeps it until the next one arrives");
  const { references, ...without } = inspection;
  assert.equal(references.length, 1);
  assert.deepEqual(update(kept, { type: "inspected", inspection: without }).snapshot?.problems, next.problems);
});

test("an edit with the same text changes nothing", () => {
  const state = opened();
  assert.equal(update(state, { type: "text-edited", file: "Pulumi.yaml", text: PROGRAM }), state);
});

test("while a block has a syntax error, its last result is kept, and marked", () => {
  const broken = typed(opened(), PROGRAM.replace("  site:\n", "  site\n"));
  assert.match(broken.shown?.rendered.text ?? "", /site:/);
  assert.notDeepEqual(broken.shown?.kept, []);
});

test("kept lines are never copied", () => {
  const broken = typed(opened(), PROGRAM.replace("  site:\n", "  site\n"));
  assert.equal(engineResult(broken)?.text, broken.snapshot?.result.text);
  assert.doesNotMatch(engineResult(broken)?.text ?? "", /site:/);
});

test("choosing an example keeps the user's text, and Back to my text restores it", () => {
  const mine = after(opened(), { type: "text-edited", file: "Pulumi.yaml", text: "mine: 1\n" });
  const example = after(mine, { type: "document-opened", document: documentOf("a: 1\n"), notice: "" });
  assert.equal(example.notice?.action?.label, "Back to my text");
  const back = after(example, example.notice!.action!.event);
  assert.equal(back.document.files[0]?.text, "mine: 1\n");
  assert.ok(isMine(back), "the next example must keep it, too");
});

test("choosing a second example does not lose the text either", () => {
  const mine = after(opened(), { type: "text-edited", file: "Pulumi.yaml", text: "mine: 1\n" });
  const second = after(mine,
    { type: "document-opened", document: documentOf("a: 1\n"), notice: "" },
    { type: "document-opened", document: documentOf("b: 1\n"), notice: "" });
  assert.equal(second.mine?.files[0]?.text, "mine: 1\n");
  assert.equal(second.notice?.action?.label, "Back to my text");
});

test("a deleted file is restored at its old position", () => {
  const two = after(opened(), { type: "file-added", name: "a.yaml", text: "a" },
    { type: "file-added", name: "b.yaml" });
  const deleted = after(two, { type: "file-deleted", file: "a.yaml" });
  assert.deepEqual(deleted.document.files.map(({ name }) => name), ["Pulumi.yaml", "b.yaml"]);
  const restored = after(deleted, deleted.notice!.action!.event);
  assert.deepEqual(restored.document.files.map(({ name, text }) => `${name}:${text.length}`),
    [`Pulumi.yaml:${PROGRAM.length}`, "a.yaml:1", "b.yaml:0"]);
  assert.equal(restored.view.file, "a.yaml");
});

test("the last file cannot be deleted", () => {
  const state = opened();
  assert.equal(update(state, { type: "file-deleted", file: "Pulumi.yaml" }), state);
});

test("renaming a file keeps its position and its tab selected", () => {
  const state = after(opened(), { type: "file-renamed", from: "Pulumi.yaml", to: "Main.yaml" });
  assert.deepEqual([state.document.files[0]?.name, state.view.file], ["Main.yaml", "Main.yaml"]);
});

test("names that files cannot have are refused", () => {
  const { document } = opened();
  for (const name of ["", " ", "Pulumi.yaml", "/etc", "../up.yaml", "a//b", "a\\b",
    "x".repeat(201)]) assert.notEqual(nameObjection(document, name), "", name);
  for (const name of ["inputs.yaml", "lib/env.yaml", "a b.txt"]) assert.equal(nameObjection(document, name), "", name);
});

test("a file can get a name that looks like its own, even if the document has as many files as it can", () => {
  const decomposed = "cafe\u0301.yaml", composed = "caf\u00e9.yaml";
  const named = after(opened(), { type: "file-renamed", from: "Pulumi.yaml", to: decomposed });
  const full = after(named, ...Array.from({ length: MAX_FILES - 1 },
    (_, at) => ({ type: "file-added", name: `${at}.yaml` }) as const));
  assert.equal(full.document.files.length, MAX_FILES);
  const renamed = after(full, { type: "file-renamed", from: decomposed, to: composed });
  assert.equal(renamed.document.files[0]?.name, composed);
  assert.equal(after(renamed, { type: "file-renamed", from: "0.yaml", to: decomposed }), renamed);
});

test("the cursor selects its node, and a chosen node selects its source", () => {
  const at = { file: "Pulumi.yaml", line: 7, column: 6, endLine: 7, endColumn: 6 };
  assert.equal(after(opened(), { type: "cursor-moved", at }).view.selection?.node, "site");
  const chosen = after(opened(), { type: "node-chosen", node: "site" }).view.selection;
  assert.deepEqual([chosen?.at.line, chosen?.at.column, chosen?.origin], [5, 3, "graph"]);
});

test("choosing a missing node selects the reference to it", () => {
  const state = typed(opened(), PROGRAM.replace("${domain}", "${nowhere}"));
  assert.equal(after(state, { type: "node-chosen", node: "nowhere" }).view.selection?.at.line, 7);
});

test("the edits of a fix are applied together", () => {
  const range = (line: number, column: number, endColumn: number) =>
    ({ file: "Pulumi.yaml", line, column, endLine: line, endColumn });
  const state = after(opened("a: x\nb: x\n"),
    { type: "edits-applied", edits: [{ range: range(1, 4, 5), text: "long" }, { range: range(2, 1, 2), text: "" }] });
  assert.equal(state.document.files[0]?.text, "a: long\n: x\n");
  assert.equal(state.revision, 1);
});

test("Run ends a pause; an engine that becomes ready does not", () => {
  const paused = after(opened(PROGRAM, textKey(opened().document)), { type: "engine-introduced", version: "1",
    dialects: [] });
  assert.equal(paused.engine.phase, "paused");
  assert.equal(after(paused, { type: "run-requested" }).engine.phase, "loading");
});

test("a pause applies to one document: it ends with another one, and returns with the first", () => {
  const unfinishedKey = textKey(opened().document);
  const paused = after(opened(PROGRAM, unfinishedKey), { type: "engine-introduced", version: "1", dialects: [] });
  const small = after(paused, { type: "text-edited", file: "Pulumi.yaml", text: PROGRAM.replace("org", "com") });
  assert.equal(small.engine.phase, "paused", "a small change must not end the pause");
  assert.match(obstacleOf(small)?.text ?? "", /not evaluated/);
  assert.equal(obstacleOf(small)?.actions[0]?.label, "Run");
  const other = after(paused, { type: "text-edited", file: "Pulumi.yaml", text: "name: other\n" });
  assert.equal(other.engine.phase, "ready");
  assert.equal(after(other, { type: "document-opened", document: opened().document, notice: "" }).engine.phase,
    "paused");
});

test("another document keeps no values of the previous one, even with a syntax error", () => {
  const other = typed(opened(), "resources:\n  site\n    x: 1\n");
  assert.notEqual(other.snapshot?.problems.length, 0);
  assert.deepEqual(other.shown?.kept, []);
  const back = typed(other, PROGRAM.replace("  site:\n", "  site\n"));
  assert.deepEqual(back.shown?.kept, [], "a text that is pasted later must not keep values of the first one either");
});

test("deleting a text and typing it again starts another document", () => {
  const emptied = after(opened(), { type: "text-edited", file: "Pulumi.yaml", text: "" });
  assert.equal(engineResult(emptied), null);
  assert.deepEqual(problemsOf(emptied), []);
});

test("a reply for the previous document is not shown for another one", () => {
  const edited = after(opened(), { type: "text-edited", file: "Pulumi.yaml", text: "name: other\n" });
  const late = after(edited, { type: "evaluated", snapshot: snapshotOf(PROGRAM, 0), milliseconds: 1 });
  assert.equal(late.snapshot, edited.snapshot);
  assert.equal(engineResult(late), null);
});

test("if the engine refuses a text, the result pane says so and marks the previous result", () => {
  const edited = after(opened(), { type: "text-edited", file: "Pulumi.yaml", text: `${PROGRAM}# more\n` });
  const refused = after(edited, { type: "evaluation-refused", revision: edited.revision,
    why: "the files contain 9 bytes in total" });
  assert.deepEqual(evaluation(refused), { status: "refused", message: "the files contain 9 bytes in total" });
  assert.equal(obstacleOf(refused)?.text, "This text is not evaluated: the files contain 9 bytes in total.");
  assert.ok(isOutdated(refused));
  const again = typed(refused, PROGRAM);
  assert.equal(obstacleOf(again), null);
  assert.ok(!isOutdated(again));
  assert.equal(update(again, { type: "evaluation-refused", revision: edited.revision, why: "late" }), again,
    "a refusal of an earlier text must not be used");
});

test("without its main file a document has no result, and the file can be restored", () => {
  const two = after(opened(), { type: "file-added", name: "inputs.yaml", text: "stack: dev\n" });
  const evaluated = after(two, { type: "evaluated", snapshot: snapshotOf(PROGRAM, two.revision), milliseconds: 1 });
  const deleted = after(evaluated, { type: "file-deleted", file: "Pulumi.yaml" });
  assert.equal(engineResult(deleted), null);
  const refused = after(deleted, { type: "evaluation-refused", revision: deleted.revision, why: "no dialect fits" });
  const obstacle = obstacleOf(refused)!;
  assert.match(obstacle.text, /Pulumi\.yaml was deleted/);
  assert.ok(obstacle.isBlank);
  const back = after(refused, obstacle.actions[0]!.event);
  assert.deepEqual(back.document.files.map(({ name }) => name), ["Pulumi.yaml", "inputs.yaml"]);
  assert.equal(after(refused, obstacle.actions[1]!.event).document.files.at(-1)?.name, "Pulumi.yaml");
});

test("problems in a deleted file are not listed", () => {
  const two = after(opened(), { type: "file-added", name: "a.yaml", text: "a" });
  const snapshot = snapshotOf(PROGRAM.replace("${domain}", "${nowhere}"), two.revision);
  const [problem] = snapshot.problems;
  const both = { ...snapshot, problems: [problem!, { ...problem!, range: { ...problem!.range, file: "a.yaml" } }] };
  const evaluated = after(two, { type: "evaluated", snapshot: both, milliseconds: 1 });
  assert.equal(problemsOf(evaluated).length, 2);
  assert.deepEqual(problemsOf(after(evaluated, { type: "file-deleted", file: "a.yaml" }))
    .map(({ range }) => range.file), ["Pulumi.yaml"]);
});

test("problems are sorted by severity, then by position", () => {
  const [problem] = snapshotOf(PROGRAM.replace("${domain}", "${nowhere}")).problems;
  const at = (severity: "error" | "warning" | "info", line: number, file = "Pulumi.yaml") =>
    ({ ...problem!, severity, range: { ...problem!.range, file, line } });
  const snapshot = { ...snapshotOf(PROGRAM), problems: [at("info", 1), at("warning", 9), at("error", 8),
    at("error", 2, "a.yaml"), at("error", 3), at("warning", 2)] };
  const listed = problemsOf(after(opened(), { type: "file-added", name: "a.yaml", text: "" },
    { type: "evaluated", snapshot: { ...snapshot, revision: 1 }, milliseconds: 1 }));
  assert.deepEqual(listed.map(({ severity, range }) => `${severity} ${range.file} ${range.line}`),
    ["error Pulumi.yaml 3", "error Pulumi.yaml 8", "error a.yaml 2", "warning Pulumi.yaml 2", "warning Pulumi.yaml 9",
      "info Pulumi.yaml 1"]);
});

test("a result that is late is marked until the next one arrives", () => {
  const edited = after(opened(), { type: "text-edited", file: "Pulumi.yaml", text: `${PROGRAM}#` });
  assert.ok(!isOutdated(edited));
  assert.ok(isOutdated(after(edited, { type: "result-late" })));
  assert.ok(!isOutdated(typed(after(edited, { type: "result-late" }), `${PROGRAM}##`)));
});

test("the next result replaces the message about a stopped engine", () => {
  const stopped = after(opened(), { type: "engine-stopped", why: "after 5 s", hasTimedOut: true },
    { type: "engine-introduced", version: "1", dialects: [] });
  assert.equal(evaluation(stopped).status, "crashed");
  assert.equal(evaluation(typed(stopped, "a: 1\n")).status, "fresh");
});

test("limits can be raised twice for one document", () => {
  const late = after(opened(), { type: "engine-stopped", why: "after 5 s", hasTimedOut: true });
  const labels = (state: State): readonly string[] => obstacleOf(state)?.actions.map(({ label }) => label) ?? [];
  assert.deepEqual(labels(late), ["Retry", "Let it take up to 20 s", "Copy report"]);
  const raised = after(late, { type: "limits-raised" });
  assert.deepEqual([raised.raised, raised.engine.phase], [1, "loading"]);
  const twice = after(raised, { type: "limits-raised" }, { type: "engine-stopped", why: "after 80 s",
    hasTimedOut: true });
  assert.deepEqual(labels(twice), ["Retry", "Copy report"]);
  assert.equal(after(twice, { type: "document-opened", document: documentOf("other"), notice: "" }).raised, 0);
});

test("no other notice hides that a part of the page is missing, until the user dismisses it", () => {
  const missing = after(opened(), { type: "part-missing" });
  const later = after(missing, { type: "notice-shown", text: "another" },
    { type: "document-opened", document: documentOf("a: 1"), notice: "" });
  assert.match(later.notice?.text ?? "", /A part of this page could not be loaded/);
  assert.equal(after(later, { type: "notice-dismissed" }).notice, null);
});
