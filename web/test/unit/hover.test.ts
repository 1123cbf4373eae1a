import assert from "node:assert/strict";
import { test } from "node:test";
import { docText, hoverText } from "../../src/editor/hover.js";
import type { Hover } from "../../src/protocol/protocol.gen.js";

const nowhere = { file: "", line: 0, column: 0, endLine: 0, endColumn: 0 };
const hover: Hover = { found: true, range: nowhere, title: "resource bucket", type: "string", state: "unknown", value: "a`b", doc: "", hops: [], node: "" };

test("a hover says what it is, its state and its value", () => {
  assert.equal(hoverText(hover), "**resource bucket** · string · *unknown*\n\n`` a`b ``");
});

test("a hop with a place is a link to it", () => {
  const text = hoverText({ ...hover, hops: [{ label: "domain", value: "x", range: { file: "a.yaml", line: 3, column: 1, endLine: 3, endColumn: 2 } }] });
  assert.match(text, /← \[domain\]\(command:pantograph\.goTo\?%7B%22file%22/);
  assert.match(text, /line 3$/);
});

test("the parameters of a function are a list", () => {
  assert.equal(docText("Joins texts.\ndelimiter: string. What stands between *them*\nvalues: list of strings, optional"),
    "Joins texts.\n\n- ` delimiter ` string\\. What stands between \\*them\\*\n- ` values ` list of strings, optional".replace("texts.", "texts\\."));
  assert.equal(docText("One line: no list"), "One line: no list");
  assert.equal(docText("Prose.\nmore prose"), "Prose\\.\n\n\nmore prose");
});

test("text of the program is not Markdown", () => {
  const text = hoverText({ ...hover, title: "[x](command:evil)", doc: "<img> *bold*" });
  assert.match(text, /\\\[x\\\]\\\(command:evil\\\)/);
  assert.match(text, /\\<img\\> \\\*bold\\\*/);
});
