import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { cutSecrets, withoutSecrets } from "../../src/share/secrets.js";

test("secrets are left out, and nothing else", () => {
  const rows = JSON.parse(readFileSync("testdata/links/secrets.json", "utf8")) as readonly { text: string; rest: string; count: number; names?: readonly string[] }[];
  for (const { text, rest, count, names } of rows) assert.deepEqual(cutSecrets(text, names), { rest, count });
});

test("only inputs.yaml marks secrets this way", () => {
  const files = [{ name: "Pulumi.yaml", text: "config: {a: {secret: x}}" }, { name: "inputs.yaml", text: "config: {a: {secret: x}}" }];
  const { files: discreet, count } = withoutSecrets(files);
  assert.equal(count, 1);
  assert.equal(discreet[0], files[0]);
  assert.doesNotMatch(discreet[1]!.text, /x}/);
});
