import assert from "node:assert/strict";
import { test } from "node:test";
import { shownEntries, unlisted, unmarked } from "../../src/app/cut.js";
import { restoreMissing } from "../../src/app/lastgood.js";
import type { ConsoleEntry, Inspection, Rendered } from "../../src/protocol/protocol.gen.js";
import { after, opened, PROGRAM, snapshotOf } from "./states.js";

const range = { file: "inputs.yaml", line: 1, column: 1, endLine: 1, endColumn: 2 };
const entry = (expression: string, text: string): ConsoleEntry =>
  ({ expression, text, failed: false, file: "expressions[0]", range });
const rendered: Rendered = { view: "yaml", language: "yaml", text: "a: 1\n", marks: [], files: [] };

test("a result with too many marks and a list with too many items say how many there are, and the limit", () => {
  assert.equal(unmarked(rendered), "");
  assert.equal(unmarked({ ...rendered, allMarks: 250_000 }), "This result has 250,000 keys, values and lines of long "
    + "texts. Only the first 100,000 are coloured and lead to their source.");
  assert.equal(unlisted(3, 3), "");
  assert.equal(unlisted(5000, 6001), "Only the first 5,000 of 6,001 are listed.");
});

test("a result that keeps blocks of an earlier one with too many marks says so, too", () => {
  const good = { ...rendered, text: "a: 1\nb:\n  c: 1\n", allMarks: 100_001 };
  const { rendered: merged, kept } = restoreMissing(good, rendered);
  assert.ok(kept.length > 0);
  assert.equal(merged.allMarks, 100_001);
});

test("the number of all unknowns comes with them, and remains until the next list", () => {
  const snapshot = snapshotOf(PROGRAM);
  const inspection: Inspection = { revision: 0, graph: snapshot.graph, outline: [], unknowns: [], digest: "",
    allUnknowns: 6000 };
  const cut = after(opened(), { type: "inspected", inspection });
  assert.equal(cut.snapshot?.allUnknowns, 6000);
  const lean = after(cut, { type: "text-edited", file: "Pulumi.yaml", text: `${PROGRAM}#` },
    { type: "evaluated", snapshot: snapshotOf(`${PROGRAM}#`, 1), milliseconds: 1, lean: true });
  assert.equal(lean.snapshot?.allUnknowns, 6000);
  const complete = after(lean, { type: "inspected", inspection: { ...inspection, revision: 1, allUnknowns: 0 } });
  assert.equal(complete.snapshot?.allUnknowns, 0);
});

test("the console shows everything of few and short answers", () => {
  const entries = [entry("1 + 1", "2"), entry("x", "y".repeat(99_999))];
  assert.deepEqual(shownEntries(entries), { cut: "", shown: entries.map((each, index) =>
    ({ entry: each, index, expression: each.expression, text: each.text, cut: "" })) });
});

test("the console cuts the longest answers, and says what it leaves out of them", () => {
  const entries = [entry("a", "first"), entry("b", "x".repeat(60_000)), entry("c", "y".repeat(70_000)),
    entry("d", "z".repeat(20_001))];
  const { cut, shown } = shownEntries(entries);
  assert.equal(cut, "");
  assert.deepEqual(shown.map(({ text }) => text.length), [5, 39_997, 39_997, 20_001]);
  assert.deepEqual(shown.map((each) => each.cut), ["",
    "The first 39,997 of the 60,000 characters of this answer are shown; the console shows at most 100,000. "
      + "Result contains all.",
    "The first 39,997 of the 70,000 characters of this answer are shown; the console shows at most 100,000. "
      + "Result contains all.", ""]);
  const [pair] = shownEntries([entry("p", `x${"😀".repeat(60_000)}`)]).shown;
  assert.equal(pair?.text.length, 99_999, "a pair is not split");
});

test("the console says that it leaves out lines, and keeps the indices of the others", () => {
  const { cut, shown } = shownEntries(Array.from({ length: 1_201 }, (_, index) => entry(`${index}`, "1")));
  assert.equal(cut, "1,001 lines above are not shown: there are 1,201, and the console shows the last 200. "
    + "Result and inputs.yaml contain all.");
  assert.equal(shown.length, 200);
  assert.deepEqual([shown[0]?.index, shown[0]?.expression, shown.at(-1)?.index], [1_001, "1001", 1_200]);
});

test("a long expression is shown with an ellipsis, and is complete for everything else", () => {
  const long = "1 + ".repeat(1_000_000);
  const [line] = shownEntries([entry(long, "")]).shown;
  assert.equal(line?.expression, `${long.slice(0, 1_999)}…`);
  assert.equal(line?.entry.expression, long);
});
