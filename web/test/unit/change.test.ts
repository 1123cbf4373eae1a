import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { changeSplices } from "../../src/app/text.js";
import { applyChange, changeBetween, withTexts } from "../../src/evaluator/change.js";
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
  assert.ok(cases.some(({ change }) => change.ends.length > 0));
  assert.ok(cases.some(({ change }) => change.shifts.length > 0)
    && cases.some(({ change }) => change.texts.length > 1));
  for (const { done, before, change, text, marks } of cases) {
    const next = applyChange(before, { ...before, id: 2, text: "", marks: [], change });
    assert.equal(next.text, text, done);
    assert.deepEqual(next.marks, marks, done);
    assert.equal(next.change, undefined);
    assert.equal(changeBetween(before, next), change);
    assert.equal(changeBetween({ ...before }, next), null);
  }
});

const EMPTY: Rendered = { view: "yaml", language: "yaml", text: "", marks: [], files: [] };

/** Makes all replacements in a text, as Monaco does: a position after the end of the text or of a line is that end. */
function spliced(text: string, splices: ReturnType<typeof changeSplices>): string {
  const lines = text.split("\n");
  const offset = (line: number, column: number): number => (line > lines.length ? text.length
    : lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0)
      + Math.min(column - 1, lines[line - 1]!.length));
  return splices.toReversed().reduce((now, { line, column, endLine, endColumn, text: inserted }) =>
    now.slice(0, offset(line, column)) + inserted + now.slice(offset(endLine, endColumn)), text);
}

test("the replacements of a change produce its text, and change no more of a line than necessary", () => {
  const cases = JSON.parse(readFileSync("web/test/changes.json", "utf8")) as readonly Case[];
  for (const { done, before, change, text } of cases) {
    const lines = before.text.split("\n");
    const splices = changeSplices(change, { count: lines.length, at: (line) => lines[line - 1]! });
    assert.equal(spliced(before.text, splices), text, done);
  }
  const change = (lines: readonly number[], ...texts: readonly string[]): Change => ({ lines, texts, shifts: [],
    marks: [], ends: [] });
  for (const [before, made, wanted] of [
    ["a: 1\nb: x1\nc: 3\n", change([2, 1], "b: x12\n"), "2:6-2:6 2"],
    ["a: 1\nb", change([2, 1], "c"), "2:1-3:1 c"],
    ["a: 1\nb\n", change([2, 1], "b"), "2:1-3:1 b"],
    ["a: 1\nb", change([2, 1], "b\n"), "2:1-3:1 b\n"],
    ["a\nb\nc\n", change([1, 1, 3, 1], "aa\nb\n", "d\n"), "1:1-2:1 aa\nb\n 3:1-3:2 d"],
  ] as const) {
    const lines = before.split("\n");
    const splices = changeSplices(made, { count: lines.length, at: (line) => lines[line - 1]! });
    assert.equal(splices.map(({ line, column, endLine, endColumn, text }) =>
      `${line}:${column}-${endLine}:${endColumn} ${text}`).join(" "), wanted);
  }
});

test("a change of many lines replaces whole lines", () => {
  const before = Array.from({ length: 200 }, (_, line) => `a: ${line}\n`).join("");
  const change: Change = { shifts: [], marks: [], ends: [], lines: [1, 100, 151, 1, 171, 1, 200, 0],
    texts: ["b\n".repeat(100), "a: x\n", "", "c\nd\n"] };
  const splices = changeSplices(change, { count: 201, at: () => assert.fail("a line was read") });
  assert.equal(splices.length, 4);
  assert.equal(spliced(before, splices), applyChange({ ...EMPTY, text: before }, { ...EMPTY, id: 2, change }).text);
});

test("a complete result is not changed", () => {
  const result: Rendered = { ...EMPTY, text: "a: 1\n", id: 1 };
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
