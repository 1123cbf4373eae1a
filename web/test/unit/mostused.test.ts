import assert from "node:assert/strict";
import { test } from "node:test";
import { mostUsedValue } from "../../src/editor/mostused.js";

/** Returns the position of the mark `|` in a text, and the position that is found without the mark. */
function positions(marked: string): unknown[] {
  const before = marked.slice(0, marked.indexOf("|")).split("\n");
  return [{ lineNumber: before.length, column: before.at(-1)!.length + 1 }, mostUsedValue(marked.replace("|", ""))];
}

for (const [what, marked] of [
  ["a variable", "variables:\n  a: x\n  b: y|\n  c: z\noutputs:\n  o: ${b}-${c}\n  p: ${b}\n"],
  ["a parameter", "parameters:\n  other: {type: string, default: w}\n  size: {type: string, default: x|}\n"
    + "resources: {get_param: size}\n"],
  ["a parameter in lines",
    "config:\n  other:\n    default: w\n  size:\n    type: string\n    default: x|\noutputs:\n  o: ${size}\n"],
  ["an anchor", "a: x\nb: &b y|\nc: *b\n"],
  ["lines that end with CR and LF", "a: x\r\nb: y|\r\no: ${b}\r\n"],
  ["an item of a list", "- a: x\n- b: y|\n- ${b}\n"],
  ["values that are used nowhere", "a: x\nb: y|\nc: z\n"],
  ["numbers, booleans and types", "a: 1\nb: true\ntype: c\nd: x|\no: ${a} ${b} ${type}\n"],
  ["no values", "a:\n  - b\n|"],
  ["nothing", "|"],
] as const) {
  test(`the value that is used most often: ${what}`, () => {
    const [expected, found] = positions(marked);
    assert.deepEqual(found, expected);
  });
}
