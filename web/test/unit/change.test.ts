import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { applyChange, withTexts } from "../../src/evaluator/change.js";
import type { Change, Rendered } from "../../src/protocol/protocol.gen.js";

interface Case {
  readonly done: string;
  readonly before: Rendered;
  readonly change: Change;
  readonly text: string;
  readonly marks: readonly number[];
}

test("applying a change produces the engine's result", () => {
  const cases = JSON.parse(readFileSync("web/test/changes.json", "utf8")) as readonly Case[];
  assert.ok(cases.some(({ change }) => change.shifts.length > 0)
    && cases.some(({ change }) => change.texts.length > 1));
  for (const { done, before, change, text, marks } of cases) {
    const next = applyChange(before, { ...before, id: 2, text: "", marks: [], change });
    assert.equal(next.text, text, done);
    assert.deepEqual(next.marks, marks, done);
    assert.equal(next.change, undefined);
  }
});

test("a complete result is not changed", () => {
  const result: Rendered = { view: "yaml", language: "yaml", text: "a: 1\n", marks: [], files: [], id: 1 };
  assert.equal(applyChange(null, result), result);
  assert.equal(applyChange({ ...result, text: "b: 1\n" }, result), result);
});

test("a console entry without text gets the text of the result", () => {
  const range = { file: "", line: 0, column: 0, endLine: 0, endColumn: 0 };
  const entry = { expression: "a", text: "", failed: false, file: "expression", range };
  const result: Rendered = { view: "hcl", language: "hcl", text: "1\n2\n", marks: [], files: [] };
  assert.deepEqual(withTexts([{ ...entry, isResult: true }, { ...entry, text: "3" }], result),
    [{ ...entry, text: "1\n2" }, { ...entry, text: "3" }]);
});
