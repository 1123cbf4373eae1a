import assert from "node:assert/strict";
import { test } from "node:test";
import { withFunctionNames } from "../../src/evaluator/trace.js";

const NAMES = new TextEncoder().encode("runtime.fatal\n\neval.(*Evaluator).force\nmain.answer\n").buffer as ArrayBuffer;
const TRACE = "pantograph: index out of range\neval.00002(...)\n\t:0 +0x3\nmain.00003(0x1)\n"
  + "created by main.00003 in goroutine 1\nmain.00001(...)";

test("a stack trace contains the names of functions", async () => {
  const text = await withFunctionNames(TRACE, () => Promise.resolve(NAMES));
  assert.equal(text, "pantograph: index out of range\neval.(*Evaluator).force(...)\n\t:0 +0x3\nmain.answer(0x1)\n"
    + "created by main.answer in goroutine 1\nmain.00001(...)");
});

test("without the file of names a stack trace is not changed", async () => {
  assert.equal(await withFunctionNames(TRACE, () => Promise.resolve(null)), TRACE);
});

test("the file of names is loaded only for a stack trace", async () => {
  const text = "no trace at 1.00002";
  assert.equal(await withFunctionNames(text, () => assert.fail("the file is not needed")), text);
});
