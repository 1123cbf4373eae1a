import assert from "node:assert/strict";
import { test } from "node:test";
import { linesFrom, markAt, markUnder, secretStarts, styledMarks } from "../../src/app/resultmarks.js";
import { MARK_STATES } from "../../src/protocol/protocol.gen.js";
import type { Rendered } from "../../src/protocol/protocol.gen.js";

const state = (name: (typeof MARK_STATES)[number]): number => MARK_STATES.indexOf(name);
const rendered: Rendered = {
  view: "yaml", language: "yaml", text: "a: 1\nb: ⟨unknown: x⟩\nc:\n  d: 2\n", files: ["main.yaml"],
  marks: [
    1, 1, 2, state("key"), 0, 10, 1, 10, 5,
    1, 4, 5, state("known"), 0, 10, 4, 10, 5,
    2, 4, 16, state("unknown"), 0, 12, 1, 14, 9,
    4, 6, 7, state("secret"), -1, 0, 0, 0, 0,
  ],
};

test("a mark is decoded with its source", () => {
  assert.deepEqual(markAt(rendered, 2), {
    line: 2, column: 4, endColumn: 16, state: "unknown", source: { file: "main.yaml", line: 12, column: 1, endLine: 14,
      endColumn: 9 },
  });
  assert.equal(markAt(rendered, 3).source, null);
});

test("keys and known values have no style", () => {
  assert.deepEqual(styledMarks(rendered), [2, 3]);
  assert.deepEqual(styledMarks(rendered, { first: -9, last: 2 }), [2]);
  assert.deepEqual(styledMarks(rendered, { first: 3, last: 4 }), [3]);
});

test("the mark at a position is the last one on its line that starts there or before it, or the line's first", () => {
  assert.equal(markUnder(rendered, 1, 1)?.column, 1);
  assert.equal(markUnder(rendered, 1, 5)?.column, 4);
  assert.equal(markUnder(rendered, 2, 1)?.column, 4);
  assert.equal(markUnder(rendered, 3, 1), null);
});

test("a position in the source highlights the lines of the smallest value around it", () => {
  const at = (line: number, column: number) => ({ file: "main.yaml", line, column, endLine: line, endColumn: column });
  assert.deepEqual(linesFrom(rendered, at(10, 4)), [1]);
  assert.deepEqual(linesFrom(rendered, at(13, 1)), [2]);
  assert.deepEqual(linesFrom(rendered, at(99, 1)), []);
});

test("a secret value has one start, even if it has several lines or pieces", () => {
  const secret = MARK_STATES.indexOf("secret"), key = MARK_STATES.indexOf("key");
  const mark = (line: number, column: number, endColumn: number, state: number, source: number): number[] =>
    [line, column, endColumn, state, 0, source, 1, source, 9];
  const rendered: Rendered = { view: "yaml", language: "yaml", text: "", files: ["f"], marks: [
    ...mark(1, 1, 4, key, 1), ...mark(1, 6, 9, secret, 1), ...mark(1, 9, 12, secret, 1),
    ...mark(2, 1, 4, key, 2), ...mark(2, 6, 7, secret, 2), ...mark(3, 3, 9, secret, 2), ...mark(4, 3, 9, secret, 2),
    ...mark(5, 3, 9, secret, 5),
  ] };
  assert.deepEqual(secretStarts(rendered), [{ line: 1, column: 6 }, { line: 2, column: 6 }, { line: 5, column: 3 }]);
  assert.deepEqual(secretStarts(rendered, { first: 3, last: 4 }), []); // inside a value
  assert.deepEqual(secretStarts(rendered, { first: 2, last: 3 }), [{ line: 2, column: 6 }]);
});
