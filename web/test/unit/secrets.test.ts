import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { cutSecrets, holdsSecrets, withoutSecrets } from "../../src/share/secrets.js";

test("secrets are left out, and nothing else", () => {
  const rows = JSON.parse(readFileSync("testdata/links/secrets.json", "utf8")) as readonly { text: string; rest: string; count: number; names?: readonly string[] }[];
  for (const { text, rest, count, names } of rows) assert.deepEqual(cutSecrets(text, names), { rest, count });
});

test("a template does not mark secrets this way", () => {
  const files = [{ name: "Pulumi.yaml", text: "config: {a: {secret: x}}" }, { name: "inputs.yaml", text: "config: {a: {secret: x}}" }];
  const { files: discreet, count } = withoutSecrets(files);
  assert.equal(count, 1);
  assert.equal(discreet[0], files[0]);
  assert.doesNotMatch(discreet[1]!.text, /x}/);
});

test("what a template marks secret is left out of the files that supply it", () => {
  const rows = JSON.parse(readFileSync("testdata/links/secret-files.json", "utf8")) as readonly { files: [string, string][]; rest: [string, string][]; count: number; holds: boolean }[];
  const fileOf = ([name, text]: [string, string]): { name: string; text: string } => ({ name, text });
  for (const { files, rest, count, holds } of rows) {
    assert.deepEqual(withoutSecrets(files.map(fileOf)), { files: rest.map(fileOf), count });
    assert.equal(holdsSecrets(files.map(fileOf)), holds, files[0]?.[1]);
  }
});
