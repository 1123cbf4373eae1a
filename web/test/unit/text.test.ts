import assert from "node:assert/strict";
import { test } from "node:test";
import { applyEdits, lineSplices, offsetAt, smallestSplice } from "../../src/app/text.js";

test("the smallest splice makes one text into the other", () => {
  for (const [before, after, start, end, text] of [
    ["abc", "abXc", 2, 2, "X"],
    ["abc", "ac", 1, 2, ""],
    ["aa", "aaa", 2, 2, "a"],
    ["", "a", 0, 0, "a"],
    ["x: 1\ny: 2\n", "x: 1\ny: 3\n", 8, 9, "3"],
    ["⟨😀⟩", "⟨😁⟩", 1, 3, "😁"],
  ] as const) {
    assert.deepEqual(smallestSplice(before, after), { start, end, text }, `${before} → ${after}`);
  }
  assert.equal(smallestSplice("same", "same"), null);
});

test("random splices are right", () => {
  let seed = 7;
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < 2_000; round++) {
    const word = (): string => Array.from({ length: random(9) }, () => "ab\n😀"[random(4)]).join("");
    const before = word() + word(), after = word() + word();
    const splice = smallestSplice(before, after);
    assert.equal(splice ? before.slice(0, splice.start) + splice.text + before.slice(splice.end) : before, after);
  }
});

test("lines that differ are replaced each, when there are as many as before", () => {
  assert.deepEqual(lineSplices("a: x1\nb: 2\nc: x1\n", "a: x12\nb: 2\nc: x2\n"), [
    { line: 1, column: 6, endColumn: 6, text: "2" }, { line: 3, column: 5, endColumn: 6, text: "2" },
  ]);
  assert.deepEqual(lineSplices("same\n", "same\n"), []);
  assert.equal(lineSplices("a", "a\n"), null);
});

test("places are offsets, clamped to their line", () => {
  const text = "ab\n\ncd";
  for (const [line, column, offset] of [[1, 1, 0], [1, 3, 2], [1, 9, 2], [2, 1, 3], [3, 2, 5], [9, 1, 6]] as const) {
    assert.equal(offsetAt(text, line, column), offset, `${line}:${column}`);
  }
});

test("edits count from the text before all of them", () => {
  const at = (line: number, column: number, endColumn: number) => ({ file: "", line, column, endLine: line, endColumn });
  assert.equal(applyEdits("ab\ncd", [{ range: at(1, 1, 2), text: "XX" }, { range: at(2, 1, 1), text: "Y" }, { range: at(1, 2, 3), text: "" }]), "XX\nYcd");
});
