import assert from "node:assert/strict";
import { test } from "node:test";
import { restoreMissing } from "../../src/app/lastgood.js";
import type { Rendered } from "../../src/protocol/protocol.gen.js";

const text = (value: string, view = "yaml"): Rendered => ({ view, language: view, text: value, marks: [], files: [] });
const GOOD = "config:\n  a: 1\nresources:\n  one:\n    x: 1\n  two:\n    y: 2\noutputs:\n  o: 3\n";

/** Returns the merged text, with a bar before each line that was kept. */
function merged(good: string, now: string): string {
  const { rendered, kept } = restoreMissing(text(good), text(now));
  return rendered.text.split("\n").map((line, index) =>
    (kept.some(([first, last]) => index + 1 >= first && index + 1 <= last) ? `|${line}` : line)).join("\n");
}

test("missing blocks stay where they were", () => {
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

test("changed values are replaced by the new ones", () => {
  assert.equal(merged("a: 1\nb: 2\n", "a: 5\n"), "a: 5\n|b: 2\n");
});

test("the result of another view is not merged", () => {
  assert.deepEqual(restoreMissing(text(GOOD, "json"), text("a: 1\n")).kept, []);
});

test("an empty result keeps everything", () => {
  assert.equal(merged("a: 1\n", ""), "|a: 1");
});

test("kept marks move with their lines and lose their positions in the source", () => {
  const mark = (line: number): number[] => [line, 4, 5, 1, 0, 7, 1, 7, 5];
  const good: Rendered = { ...text("a: 1\nb: 2\n"), marks: [...mark(1), ...mark(2)], files: ["f"] };
  const now: Rendered = { ...text("b: 2\n"), marks: mark(1), files: ["f"] };
  assert.deepEqual(restoreMissing(good, now).rendered.marks, [1, 4, 5, 1, -1, 0, 0, 0, 0, 2, 4, 5, 1, 0, 7, 1, 7, 5]);
});

test("a value whose expression is still being typed stays as it was", () => {
  assert.equal(merged("outputs:\n  said: hello\n  more: 1\n",
    "outputs:\n  said: ⟨unknown: error⟩\n  more: 2\n  new: ⟨unknown: error⟩\n"),
    "outputs:\n|  said: hello\n  more: 2\n  new: ⟨unknown: error⟩\n");
});

test("equal lines above, below and around a text do not change how it is merged", () => {
  const next = random(7);
  const one = (among: readonly string[]): string => among[next(among.length)]!;
  /** Some keys of a mapping, in order, with values that may differ between two calls. */
  const mapping = (keys: string, depth: number): string => [...keys].filter(() => next(4) > 0).map((key) => {
    const line = `${"  ".repeat(depth)}${key}:`;
    if (next(6) === 0) return "\n";
    return depth < 3 && next(2) > 0 ? `${line}\n${mapping("klmn", depth + 1)}`
      : `${line} ${one(["1", "2", "", "⟨unknown: error⟩"])}\n`;
  }).join("");
  const under = (key: string, value: string): string => `${key}:\n${value.replace(/^(?=.)/gm, "  ")}`;
  for (let round = 0; round < 3_000; round++) {
    const good = `a: 0\n${mapping("bcd", 0)}`, now = `a: 0\n${mapping("bcd", 0)}`;
    const above = one(["", "\n", "x: 1\n", "x:\n  y:\n    z: 1\n"]), below = one(["", "t: 1\n", "t:\n  u: 2\n"]);
    const want = merged(good, now);
    assert.equal(merged(above + good + below, above + now + below), above + want + below, `${good}---\n${now}`);
    const inside = under("p", good), insideNow = under("p", now);
    assert.equal(merged(inside, insideNow).replace(/^(\|?) {2}/gm, "$1"), `p:\n${want}`, `${good}---\n${now}`);
  }
});

/** Returns a pseudorandom generator. The same seed generates the same numbers. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => (state = (state * 48_271) % 0x7fffffff) % below;
}
