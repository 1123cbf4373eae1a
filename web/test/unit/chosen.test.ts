import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseFiles } from "../../src/app/chosen.js";

const MB = 1 << 20;

test("files that are too large are left out before they are read, and a message names them", () => {
  const small = { name: "a.yaml", size: 10 }, huge = { name: "disk.img", size: 400 * MB };
  assert.deepEqual(chooseFiles([huge, small]), {
    files: [small], leftOut: "Left out: disk.img (400 MB): larger than 8 MB (an archive: 32 MB).",
  });
  assert.deepEqual(chooseFiles([{ name: "a.ZIP", size: 30 * MB }]).leftOut, "");
  assert.match(chooseFiles([{ name: "a.yaml", size: 8 * MB + 1 }]).leftOut, /^Left out: a\.yaml \(8\.1 MB\): larger/);
  assert.match(chooseFiles([{ name: "a.zip", size: 33 * MB }]).leftOut, /^Left out: a\.zip \(33 MB\): larger/);
});

test("no more files are read than a document may have", () => {
  const all = Array.from({ length: 1_000 }, (_, index) => ({ name: `${index}.yaml`, size: 1 }));
  const { files, leftOut } = chooseFiles(all);
  assert.equal(files.length, 64);
  assert.equal(leftOut, "Left out: 936 more: a document has at most 64 files, and at most 32 MB are read at a time.");
  const large = Array.from({ length: 5 }, (_, index) => ({ name: `${index}.yaml`, size: 8 * MB }));
  assert.equal(chooseFiles(large).files.length, 4);
});
