import assert from "node:assert/strict";
import { test } from "node:test";
import { answerShown } from "../../src/app/measure.js";

test("in a long session, the browser keeps the last measures, not all", async () => {
  for (let asked = 1; asked <= 5_001; asked++) answerShown("why", asked / 1_000);
  await new Promise((resolve) => setTimeout(resolve, 10)); // after the timers of the measures
  const measures = performance.getEntriesByName("why");
  assert.equal(measures.length, 1_001);
  assert.equal(measures.at(-1)?.startTime, 5.001);
});
