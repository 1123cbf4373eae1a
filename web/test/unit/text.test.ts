import assert from "node:assert/strict";
import { test } from "node:test";
import {
  applyEdits, countLines, lineSplices, replacedLines, separate, smallestSplice, type RangeSplice,
} from "../../src/app/text.js";

test("the smallest splice turns one text into the other", () => {
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

test("the splice between random texts turns one into the other", () => {
  let seed = 7;
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < 2_000; round++) {
    const word = (): string => Array.from({ length: random(9) }, () => "ab\n😀"[random(4)]).join("");
    const before = word() + word(), after = word() + word();
    const splice = smallestSplice(before, after);
    assert.equal(splice ? before.slice(0, splice.start) + splice.text + before.slice(splice.end) : before, after);
  }
});

test("each line that differs is replaced, if the number of lines is the same", () => {
  assert.deepEqual(lineSplices("a: x1\nb: 2\nc: x1\n", "a: x12\nb: 2\nc: x2\n"), [
    { line: 1, column: 6, endColumn: 6, text: "2" }, { line: 3, column: 5, endColumn: 6, text: "2" },
  ]);
  assert.deepEqual(lineSplices("same\n", "same\n"), []);
  assert.equal(lineSplices("a", "a\n"), null);
  assert.deepEqual(lineSplices("😀\nx😀", "😁\nx😁"), [{ line: 1, column: 1, endColumn: 3, text: "😁" },
    { line: 2, column: 2, endColumn: 4, text: "😁" }]);
  assert.equal(lineSplices("a\n".repeat(20_000), "b\n".repeat(20_000)), null);
});

test("the positions of all edits refer to the text before the edits", () => {
  const at = (line: number, column: number, endColumn: number) =>
    ({ file: "", line, column, endLine: line, endColumn });
  assert.equal(applyEdits("ab\ncd", [{ range: at(1, 1, 2), text: "XX" }, { range: at(2, 1, 1), text: "Y" },
    { range: at(1, 2, 3), text: "" }]), "XX\nYcd");
});

test("edits leave every other code unit of a long text unchanged", () => {
  const text = "\ud800\u0000😀\ufffe\n".repeat(9_000), range = { file: "", line: 5_000, column: 1, endLine: 5_000,
    endColumn: 2 };
  assert.equal(applyEdits(text, []), text);
  assert.equal(applyEdits(text, [{ range, text: "\udc00" }]),
    `${text.slice(0, 6 * 4_999)}\udc00${text.slice(6 * 4_999 + 1)}`);
});

test("lines end where they end for the engine, and a byte order mark has no width", () => {
  const put = (text: string, line: number, column: number): string => (
    applyEdits(text, [{ range: { file: "", line, column, endLine: line, endColumn: column }, text: "|" }])
  );
  for (const [text, line, column, after] of [
    ["a\rb: 1\rc", 2, 2, "a\rb|: 1\rc"], ["a\r\nb\n\rc", 2, 9, "a\r\nb|\n\rc"], ["a\r\nb\n\rc", 4, 1, "a\r\nb\n\r|c"],
    ["a\r\nb", 1, 9, "a|\r\nb"],
    ["a\r\r\nb", 2, 1, "a\r|\r\nb"], ["\r\n\r\n", 2, 5, "\r\n|\r\n"], ["a\r", 2, 1, "a\r|"], ["a\n", 9, 9, "a\n|"],
    ["\ufeffab", 1, 2, "\ufeffa|b"],
    ["\ufeffa\n\ufeffb", 2, 2, "\ufeffa\n\ufeff|b"], ["\ufeff", 1, 1, "\ufeff|"], ["😀a\u2028b", 1, 3, "😀|a\u2028b"],
  ] as const) assert.equal(put(text, line, column), after, JSON.stringify(text));
  assert.equal(countLines("a\r\nb\rc\n\n"), 5);
});

test("lines are replaced by those of another text, neighbours together", () => {
  const splices = replacedLines(new Set([5, 1, 2, 4]), "a\nb\nc\nd\n");
  assert.deepEqual(splices.map(({ line, column, endLine, text }) => [line, column, endLine, text]),
    [[1, 1, 2, "a\nb"], [4, 1, 5, "d\n"]]);
  assert.deepEqual(replacedLines(new Set(), "a"), []);
});

test("replacements out of view are separated, unless there are few or one moves lines", () => {
  const at = (line: number, text = "b"): RangeSplice => ({ line, column: 1, endLine: line, endColumn: 2, text });
  const splices = Array.from({ length: 100 }, (_, index) => at(2 * index + 1));
  const lines = (part: readonly RangeSplice[] = []): readonly number[] => part.map(({ line }) => line);
  const parts = separate(splices, 21, 40);
  assert.deepEqual(lines(parts?.near), [21, 23, 25, 27, 29, 31, 33, 35, 37, 39]);
  assert.deepEqual(lines(parts?.far), lines(splices).filter((line) => line < 21 || line > 40));
  const long = { ...at(10, "b\n".repeat(15)), endLine: 25 }; // begins above the range
  assert.deepEqual(separate([...splices, long], 21, 40)?.near.at(-1), long);
  assert.equal(separate(splices.slice(0, 40), 21, 40), null);
  for (const moving of [at(25, "b\nc"), { ...at(300), endLine: 301 }]) {
    assert.equal(separate([...splices, moving], 21, 40), null);
  }
});
