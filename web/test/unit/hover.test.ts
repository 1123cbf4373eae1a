import assert from "node:assert/strict";
import { test } from "node:test";
import { docText, hoverText } from "../../src/editor/hover.js";
import type { Hover } from "../../src/protocol/protocol.gen.js";

const nowhere = { file: "", line: 0, column: 0, endLine: 0, endColumn: 0 };
const hover: Hover = { found: true, range: nowhere, title: "resource bucket", type: "string", state: "mocked",
  value: "a`b", doc: "", params: [], hops: [], node: "" };

test("a hover shows a name, its type, its state and its value", () => {
  assert.equal(hoverText(hover), "**resource bucket** · string · *mocked*\n\n`` a`b ``");
});

test("a hop that has a position is a link to that position", () => {
  const text = hoverText({ ...hover,
    hops: [{ label: "domain", value: "x", range: { file: "a.yaml", line: 3, column: 1, endLine: 3, endColumn: 2 } }] },
    { file: "a.yaml", line: 1, column: 1 });
  assert.match(text, /← \[domain\]\(command:pantograph\.goTo\?%7B%22file%22/);
  assert.match(text, /a\\\.yaml\\:3\n\n\[Why\]\(command:pantograph\.why\?[^ ]+ · \[Go to\]/);
  const here = hoverText({ ...hover, range: { ...nowhere, file: "a.yaml" },
    hops: [{ label: "domain", value: "", range: { file: "a.yaml", line: 3, column: 1, endLine: 3, endColumn: 2 } }] });
  assert.match(here, /line 3$/);
});

test("parameters in documentation are shown as a list", () => {
  assert.equal(docText("Joins texts.\n"
    + "delimiter: string. The text between *them*\nvalues: list of strings, optional"),
  "Joins texts\\.\n\n"
    + "- ` delimiter ` string\\. The text between \\*them\\*\n- ` values ` list of strings, optional");
  assert.equal(docText("Joins.\nFor example, join(a) → b"), "Joins\\.\n\n\nFor example ` join(a) → b `");
  assert.equal(docText("One line, no list"), "One line, no list");
  assert.equal(docText("Prose.\nmore prose"), "Prose\\.\n\n\nmore prose");
});

test("text from the program is not interpreted as Markdown", () => {
  const text = hoverText({ ...hover, title: "[x](command:evil)", doc: "<img> *bold*" });
  assert.match(text, /\\\[x\\\]\\\(command\\:evil\\\)/);
  assert.match(text, /\\<img\\> \\\*bold\\\*/);
});

test("a hover says only once that a value is unknown, with the reason and where it can be supplied", () => {
  const text = hoverText({ ...hover, type: "", state: "unknown", value: "", why: "bucket.arn",
    supply: "mocks\0resources\0bucket\0outputs\0arn" });
  assert.equal(text, "**resource bucket** · *unknown*\n\nUnknown: bucket\\.arn  \n"
    + "Supply it in inputs\\.yaml: ` mocks › resources › bucket › outputs › arn `");
});

test("the parameters of a function are shown as a list", () => {
  const params = [
    { name: "delimiter", type: "string", doc: "The text between.", optional: false },
    { name: "values", type: "list", doc: "", optional: true },
  ];
  assert.equal(hoverText({ ...hover, title: "fn::join", type: "string", state: "known", value: "", doc: "Joins.",
    params }),
    "**fn\\:\\:join** · string\n\nJoins\\.\n\n"
      + "- ` delimiter ` string — The text between\\.\n- ` values ` list, *optional*");
  assert.match(hoverText({ ...hover, value: "", example: "join(a) → b" }), /\n\nFor example ` join\(a\) → b `$/);
});

interface Marked { parse(markdown: string): string }

test("addresses in a program are not links", async () => {
  const { marked } =
    await import("monaco-editor/base/common/marked/marked.js" as string) as { readonly marked: Marked };
  const hostile = "https://evil.example/x http://localhost/ ftp://a.b www.evil.example a@evil.example "
    + "mailto:a@evil.example <https://evil.example> javascript:alert(1) command:evil "
    + "[a](https://evil.example) ![a](https://evil.example/i.png)\n===\n[a]: https://evil.example\n";
  const html = marked.parse(hoverText({ ...hover, title: hostile, type: hostile, doc: hostile, value: hostile,
    hops: [{ label: hostile, value: hostile, range: nowhere }] }));
  assert.doesNotMatch(html, /<a|<img|<h\d/);
  assert.match(html, /https:\/\/evil\.example\/x/, "they are shown as plain text");
});
