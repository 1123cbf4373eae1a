import assert from "node:assert/strict";
import { test } from "node:test";
import { editsBetween } from "../../src/evaluator/edits.js";
import type { FileEdit } from "../../src/protocol/protocol.gen.js";

function edit(last: string, next: string): FileEdit {
  return editsBetween([{ name: "a", text: last }], [{ name: "a", text: next }])![0]!;
}

test("an edit replaces what differs", () => {
  for (const [last, next, from, to, text] of [
    ["name: x", "name: xy", 7, 7, "y"],
    ["name: xy", "name: x", 7, 8, ""],
    ["a: 1\nb: 2\n", "a: 1\nc: 3\n", 5, 9, "c: 3"],
    ["aa", "aaa", 2, 2, "a"],
    ["", "x", 0, 0, "x"],
    ["é x", "é y", 2, 3, "y"],
  ] as const) {
    const { sum: _, ...found } = edit(last, next);
    assert.deepEqual(found, { from, to, text }, `${last} -> ${next}`);
    assert.equal(last.slice(0, from) + text + last.slice(to), next);
  }
});

test("an edit does not divide a surrogate pair", () => {
  const shared = edit("a😀b", "a😁b"); // the first halves are equal
  assert.deepEqual([shared.from, shared.to, shared.text], [1, 3, "😁"]);
  const low = edit("\u{1f600}", "\u{20200}"); // the second halves are equal
  assert.deepEqual([low.from, low.to, low.text], [0, 2, "\u{20200}"]);
});

test("a file that stays the same has an empty edit", () => {
  assert.deepEqual(edit("a: 1\n", "a: 1\n"), { from: 0, to: 0, text: "", sum: 0 });
});

test("the checksum is the FNV-1a hash of the code units, with U+FFFD for unpaired surrogates", () => {
  assert.equal(edit("", "a").sum, 0xe40c292c);
  assert.equal(edit("", "foobar").sum, 0xbf9cf968);
  assert.equal(edit("", "a\ud800").sum, edit("", "a\ufffd").sum);
  assert.equal(edit("", "\ude00\ud83d").sum, edit("", "\ufffd\ufffd").sum);
  assert.notEqual(edit("", "😀").sum, edit("", "\ufffd\ufffd").sum);
});

test("other files are sent whole", () => {
  const a = { name: "a", text: "x" }, b = { name: "b", text: "x" };
  assert.equal(editsBetween([a], [b]), null);
  assert.equal(editsBetween([a], [a, b]), null);
  assert.equal(editsBetween([a, b], [b, a]), null);
});
