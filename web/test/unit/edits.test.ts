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

/** The checksum as the protocol defines it (FileEdit.sum), computed from a whole text. */
function checksum(text: string): number {
  let sum = 0n, power = 1n;
  for (let at = 0; at < text.length; at++) {
    sum += BigInt(text.charCodeAt(at) + 1) * power;
    power *= 16_777_619n;
  }
  return Number(sum % 2n ** 32n);
}

test("the checksum is that of the new text, with U+FFFD for unpaired surrogates", () => {
  for (const text of ["a", "foobar", "a😀b", "\u0000"]) assert.equal(edit("", text).sum, checksum(text));
  assert.equal(edit("", "a\ud800").sum, checksum("a\ufffd"));
  assert.equal(edit("", "\ude00\ud83d").sum, checksum("\ufffd\ufffd"));
  assert.notEqual(edit("", "😀").sum, checksum("\ufffd\ufffd"));
});

test("the checksum stays right after one edit after the other", () => {
  let random = 1;
  const below = (limit: number): number => (random = random * 48_271 % 2_147_483_647) % limit;
  let file = { name: "a", text: "a: 1\nb: 😀\n".repeat(400) };
  for (let i = 0; i < 500; i++) {
    const start = below(file.text.length + 1), end = Math.min(file.text.length, start + below(i % 50 === 0 ? 3000 : 4));
    const typed = ["", "x", "é", "😀", "\ud83d", "\ude00", "line\n".repeat(i % 50 === 1 ? 700 : 1)][below(7)]!;
    const next = { name: "a", text: file.text.slice(0, start) + typed + file.text.slice(end) };
    const { from, to, text, sum } = editsBetween([file], [next])![0]!;
    assert.equal(file.text.slice(0, from) + text + file.text.slice(to), next.text);
    if (next.text !== file.text) assert.equal(sum, checksum(Buffer.from(next.text).toString()));
    file = next;
  }
});

test("other files are sent whole", () => {
  const a = { name: "a", text: "x" }, b = { name: "b", text: "x" };
  assert.equal(editsBetween([a], [b]), null);
  assert.equal(editsBetween([a], [a, b]), null);
  assert.equal(editsBetween([a, b], [b, a]), null);
});
