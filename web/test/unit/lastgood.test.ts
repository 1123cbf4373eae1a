import assert from "node:assert/strict";
import { test } from "node:test";
import { restoreMissing } from "../../src/app/lastgood.js";
import type { Rendered } from "../../src/protocol/protocol.gen.js";

const text = (value: string, view = "yaml"): Rendered => ({ view, language: view, text: value, marks: [], files: [] });
const GOOD = "config:\n  a: 1\nresources:\n  one:\n    x: 1\n  two:\n    y: 2\noutputs:\n  o: 3\n";

/** The merged text, kept lines with a bar in front. */
function merged(good: string, now: string): string {
  const { rendered, kept } = restoreMissing(text(good), text(now));
  return rendered.text.split("\n").map((line, index) =>
    (kept.some(([first, last]) => index + 1 >= first && index + 1 <= last) ? `|${line}` : line)).join("\n");
}

test("missing blocks stay where they stood", () => {
  for (const [now, want] of [
    [GOOD, GOOD],
    ["config:\n  a: 1\nresources:\n  two:\n    y: 2\noutputs:\n  o: 3\n",
      GOOD.replace("  one:\n    x: 1", "|  one:\n|    x: 1")],
    ["config:\n  a: 2\noutputs:\n  o: 3\n", GOOD.replace("a: 1", "a: 2")
      .replace("resources:\n  one:\n    x: 1\n  two:\n    y: 2",
      "|resources:\n|  one:\n|    x: 1\n|  two:\n|    y: 2")],
    ["config:\n  a: 1\nresources:\n  one:\n    x: 1\n  new: 5\n  two:\n    y: 2\n",
      GOOD.replace("  two", "  new: 5\n  two").replace("outputs:\n  o: 3", "|outputs:\n|  o: 3")],
    ["resources: {}\n", GOOD.split("\n").slice(0, -1).map((line) => `|${line}`).join("\n") + "\n"],
  ] as const) assert.equal(merged(GOOD, now), want);
});

test("values that changed are the new ones", () => {
  assert.equal(merged("a: 1\nb: 2\n", "a: 5\n"), "a: 5\n|b: 2\n");
});

test("another view is not mixed in", () => {
  assert.deepEqual(restoreMissing(text(GOOD, "json"), text("a: 1\n")).kept, []);
});

test("an empty result keeps everything", () => {
  assert.equal(merged("a: 1\n", ""), "|a: 1");
});

test("kept marks move with their lines and lose their source", () => {
  const mark = (line: number): number[] => [line, 4, 5, 1, 0, 7, 1, 7, 5];
  const good: Rendered = { ...text("a: 1\nb: 2\n"), marks: [...mark(1), ...mark(2)], files: ["f"] };
  const now: Rendered = { ...text("b: 2\n"), marks: mark(1), files: ["f"] };
  assert.deepEqual(restoreMissing(good, now).rendered.marks, [1, 4, 5, 1, -1, 0, 0, 0, 0, 2, 4, 5, 1, 0, 7, 1, 7, 5]);
});

test("what is still being typed keeps the value from before", () => {
  assert.equal(merged("outputs:\n  said: hello\n  more: 1\n",
    "outputs:\n  said: ⟨unknown: error⟩\n  more: 2\n  new: ⟨unknown: error⟩\n"),
    "outputs:\n|  said: hello\n  more: 2\n  new: ⟨unknown: error⟩\n");
});
