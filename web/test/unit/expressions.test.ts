import assert from "node:assert/strict";
import { test } from "node:test";
import { addExpression, clearExpressions, removeExpression, scalarOf } from "../../src/app/expressions.js";

const SESSION = `# what the outside world says
expressions: # the console
  - 1 + 1
  # the ports
  - 'a[0] # no comment'
  - |
    [
      1,
    ]

# more
other: 1
`;
const KNOWN = ["1 + 1", "a[0] # no comment", "[\n  1,\n]\n"];

test("adding the first expression creates the list", () => {
  assert.equal(addExpression("", "1 + 1", []), "expressions:\n  - 1 + 1\n");
  assert.equal(addExpression("{}\n", "1 + 1", []), "expressions:\n  - 1 + 1\n");
  assert.equal(addExpression("# mine\nother: 1", "a", []), "# mine\nother: 1\nexpressions:\n  - a\n");
});

test("another expression is added after the last one, and every comment stays", () => {
  assert.equal(addExpression(SESSION, "x", KNOWN), SESSION.replace("    ]\n", "    ]\n  - x\n"));
  assert.equal(addExpression("expressions:\n- a\n- b\nother: 1\n", "c", ["a", "b"]),
    "expressions:\n- a\n- b\n- c\nother: 1\n");
});

test("a list on one line is rewritten as several lines", () => {
  assert.equal(addExpression("expressions: [a, 'b: 1'] # flow\nother: 1\n", "c", ["a", "b: 1"]),
    "expressions:\n  - a\n  - 'b: 1'\n  - c\nother: 1\n");
  assert.equal(addExpression("expressions: []\n", "c", []), "expressions:\n  - c\n");
});

test("a single expression becomes the first item of a list", () => {
  assert.equal(addExpression("expression: a\n", "b", ["a"]), "expressions:\n  - a\n  - b\n");
});

test("only the given expression is removed", () => {
  assert.equal(removeExpression(SESSION, 0, KNOWN), SESSION.replace("  - 1 + 1\n", ""));
  assert.equal(removeExpression(SESSION, 2, KNOWN), SESSION.replace("  - |\n    [\n      1,\n    ]\n", ""));
  assert.equal(removeExpression("expressions: [a, b]\n", 0, ["a", "b"]), "expressions:\n  - b\n");
  assert.equal(removeExpression("expressions:\n  - a\n", 0, ["a"]), "");
});

test("clearing the console does not change the rest of the file", () => {
  assert.equal(clearExpressions(SESSION), "# what the outside world says\n\n# more\nother: 1\n");
  assert.equal(clearExpressions("expressions:\n- a\n"), "");
});

test("an expression is quoted if YAML would otherwise read a different text", () => {
  for (const [text, written] of [
    ["length(x) + 1", "length(x) + 1"], ["'a'", "'''a'''"], ["{a = 1}", "'{a = 1}'"], ["a ? b : c", "'a ? b : c'"],
    ["x #y", "'x #y'"],
    ["-1", "'-1'"], ["a\tb", '"a\\tb"'], ["k:", "'k:'"],
  ] as const) assert.equal(scalarOf(text), written);
});
