import assert from "node:assert/strict";
import { test } from "node:test";
import { assignments, json, yamlWith } from "../../src/editor/grammar.js";
import { tokenize, type Grammar } from "../monarch.js";

const yaml = yamlWith(["fn::"]);
const kinds = (grammar: unknown, text: string): readonly string[] =>
  tokenize(grammar as Grammar, text).map((tokens) => tokens.map(({ kind, text: piece }) => `${kind}:${piece.trim()}`)
    .join(" "));

test("each part of YAML is coloured by its kind", () => {
  assert.deepEqual(kinds(yaml, "name: a b # why\n  key with words: [x, k: v]\n- url: http://a#b\n\"quoted\": 'one'"), [
    "section:name value:: value:a value:b comment:# why",
    "key:key with words punctuation:: punctuation:[ value:x punctuation:, key:k punctuation:: value:v punctuation:]",
    "punctuation:- key:url punctuation:: value:http value:: value://a value:# value:b",
    "key:\"quoted\" punctuation:: string:' string:one string:'",
  ]);
});

test("keys that call a function have their own colour if the dialect declares them", () => {
  const text = "a: {fn::open::aws-login: x}\nb:\n  fn::join: [y]\n  call(z): 1";
  assert.deepEqual(kinds(yaml, text), [
    "section:a value:: punctuation:{ function:fn::open::aws-login punctuation:: value:x punctuation:}",
    "section:b value::", "function:fn::join punctuation:: punctuation:[ value:y punctuation:]",
    "key:call(z) punctuation:: value:1",
  ]);
  assert.deepEqual(kinds(yamlWith([]), "  fn::join: 1"), ["key:fn::join punctuation:: value:1"]);
  assert.deepEqual(kinds(yamlWith(["a.", "call("]), "  call(z): 1\n  abc: 2"),
    ["function:call(z) punctuation:: value:1", "key:abc punctuation:: value:2"]);
});

test("a block scalar ends where the next key starts", () => {
  assert.deepEqual(kinds(yaml, "  a: |-\n    words: ${x.y}!\nb: 1").slice(1),
    ["key:words punctuation:: reference:${ reference:x.y reference:} tag:!", "section:b value:: value:1"]);
  assert.deepEqual(kinds(yaml, "  a: |\n    some words\nb: 1").slice(1),
    ["string:some words", "section:b value:: value:1"]);
});

test("references have their own colour, unless they are escaped", () => {
  assert.deepEqual(kinds(yaml, "a: ${b[\"c\"]} and $${d}"),
    ["section:a value:: reference:${ reference:b[ reference:\"c\" reference:] reference:} value:and value:$${ "
      + "value:d punctuation:}"]);
});

test("a string without a closing quote ends at the end of its line", () => {
  assert.deepEqual(kinds(json, "{\"a\": \"b\n1"), ["punctuation:{ key:\"a\" punctuation:: string:\"b", "value:1"]);
  assert.deepEqual(kinds(assignments, "a = 'b\nexport c=\"d\""),
    ["key:a punctuation:= string:'b", "key:c punctuation:= string:\"d\""]);
});
