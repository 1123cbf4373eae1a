import assert from "node:assert/strict";
import { test } from "node:test";
import { withCommas } from "../../src/app/count.js";

test("counts are grouped as in English", () => {
  for (const count of [0, 7, 999, 1_000, 12_045, 999_999, 1_234_567]) {
    assert.equal(withCommas(count), count.toLocaleString("en"));
  }
});
