import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { highlight } from "../../src/embed/highlight.js";

test("lines are highlighted as in static pages", () => {
  for (const row of readFileSync("web/test/highlight.tsv", "utf8").trimEnd().split("\n")) {
    const [line = "", want = ""] = row.split("\t");
    const runs = highlight(line);
    const got = runs.filter(({ kind }) => kind).map(({ kind, text }) => `${kind}:${text}`).join(" ");
    assert.equal(got, want.replaceAll("·", " "), line);
    assert.equal(runs.map(({ text }) => text).join(""), line, "the joined runs must equal the line");
  }
});
