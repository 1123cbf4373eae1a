package yamltree

// brokenCases lists documents with syntax errors, with the resulting trees and problems as show formats
// them.
var brokenCases = []struct{ claim, text, want string }{
	{"a tab in the indentation is replaced", "r:\n\ta: 1\n\tb: 2\n", `
block map <r:\n\ta: 1\n\tb: 2>
  plain "r" <r>
    block map <a: 1\n\tb: 2>
      plain "a" <a>
        plain "1" <1>
      plain "b" <b>
        plain "2" <2>
error 2:1 yaml-tab: "\t"
`},
	{"a tab does not affect the following lines", "a: 1\n\tb: 2\nc: 3\n", `
block map <a: 1\n\tb: 2\nc: 3>
  plain "a" <a>
    plain "1" <1>
  plain "b" <b>
    plain "2" <2>
  plain "c" <c>
    plain "3" <3>
error 2:1 yaml-tab: "\t"
`},
	{"an open quote ends with its entry",
		"resources:\n  a:\n    type: x\n    properties:\n      p: \"open\n      q: 1\n  b:\n    type: y\n", `
block map <resources:\n  a:\n    type: x\n    properties:\n      p: \"open\n      q: 1\n  b:\n    type: y>
  plain "resources" <resources>
    block map <a:\n    type: x\n    properties:\n      p: \"open\n      q: 1\n  b:\n    type: y>
      plain "a" <a>
        block map <type: x\n    properties:\n      p: \"open\n      q: 1>
          plain "type" <type>
            plain "x" <x>
          plain "properties" <properties>
            block map <p: \"open\n      q: 1>
              plain "p" <p>
                broken <\"open>
              plain "q" <q>
                plain "1" <1>
      plain "b" <b>
        block map <type: y>
          plain "type" <type>
            plain "y" <y>
error 5:10 yaml-unclosed-quote: "\""
`},
	{"an open single quote in an item does not affect other entries", "l:\n- a: 1\n  b: 'x\n  c: 2\n- d: 4\n", `
block map <l:\n- a: 1\n  b: 'x\n  c: 2\n- d: 4>
  plain "l" <l>
    block seq <- a: 1\n  b: 'x\n  c: 2\n- d: 4>
      block map <a: 1\n  b: 'x\n  c: 2>
        plain "a" <a>
          plain "1" <1>
        plain "b" <b>
          broken <'x>
        plain "c" <c>
          plain "2" <2>
      block map <d: 4>
        plain "d" <d>
          plain "4" <4>
error 3:6 yaml-unclosed-quote: "'"
`},
	{"open brackets end with their entries", "r:\n  a:\n    l: [1, 2\n    m: 3\n  b: {x: 1\n  c: 5\n", `
block map <r:\n  a:\n    l: [1, 2\n    m: 3\n  b: {x: 1\n  c: 5>
  plain "r" <r>
    block map <a:\n    l: [1, 2\n    m: 3\n  b: {x: 1\n  c: 5>
      plain "a" <a>
        block map <l: [1, 2\n    m: 3>
          plain "l" <l>
            broken <[1, 2>
          plain "m" <m>
            plain "3" <3>
      plain "b" <b>
        broken <{x: 1>
      plain "c" <c>
        plain "5" <5>
error 3:8 yaml-unclosed-bracket: "["
error 5:6 yaml-unclosed-bracket: "{"
`},
	{"an open bracket in an item", "a:\n  - 1\n  - [\n  - 3\nb: 1\n", `
block map <a:\n  - 1\n  - [\n  - 3\nb: 1>
  plain "a" <a>
    block seq <- 1\n  - [\n  - 3>
      plain "1" <1>
      broken <[>
      plain "3" <3>
  plain "b" <b>
    plain "1" <1>
error 3:5 yaml-unclosed-bracket: "["
`},
	{"a bracket that is closed by the wrong one", "a: {b: [1, 2}\nc: 3\n", `
block map <a: {b: [1, 2}\nc: 3>
  plain "a" <a>
    broken <{b: [1, 2}>
  plain "c" <c>
    plain "3" <3>
error 1:8 yaml-unclosed-bracket: "["
`},
	{"a superfluous bracket", "a: [1, 2]]\nb: 1\n", `
block map <a: [1, 2]]\nb: 1>
  plain "a" <a>
    broken <[1, 2]]>
  plain "b" <b>
    plain "1" <1>
error 1:10 yaml-extra-bracket: "]"
`},
	{"a comma is missing", "a: {b: 1 c: 2}\nd: [\"x\" \"y\"]\n", `
block map <a: {b: 1 c: 2}\nd: [\"x\" \"y\"]>
  plain "a" <a>
    broken <{b: 1 c: 2}>
  plain "d" <d>
    broken <[\"x\" \"y\"]>
error 1:11 yaml-missing-comma: ":"
error 2:9 yaml-missing-comma: "\"y\""
`},
	{"a second colon", "a: b: c\nd: 1\n", `
block map <a: b: c\nd: 1>
  plain "a" <a>
    broken <b: c>
  plain "d" <d>
    plain "1" <1>
error 1:5 yaml-second-colon: ":"
`},
	{"an entry that is indented less than the others", "a:\n    b: 1\n  c: 2\nd: 3\n", `
block map <a:\n    b: 1\n  c: 2\nd: 3>
  plain "a" <a>
    block map <b: 1\n  c: 2>
      plain "b" <b>
        plain "1" <1>
      plain "c" <c>
        plain "2" <2>
  plain "d" <d>
    plain "3" <3>
error 3:3 yaml-indentation: "c"
`},
	{"an entry that is indented more than the others", "a:\n  b: 1\n   c: 2\nd: 3\n", `
block map <a:\n  b: 1\n   c: 2\nd: 3>
  plain "a" <a>
    block map <b: 1\n   c: 2>
      plain "b" <b>
        plain "1" <1>
      plain "c" <c>
        plain "2" <2>
  plain "d" <d>
    plain "3" <3>
error 3:4 yaml-indentation: "c"
`},
	{"a key of an item that is indented less than the others", "a:\n- b: 1\n c: 2\n- d: 1\n", `
block map <a:\n- b: 1\n c: 2\n- d: 1>
  plain "a" <a>
    block seq <- b: 1\n c: 2\n- d: 1>
      block map <b: 1\n c: 2>
        plain "b" <b>
          plain "1" <1>
        plain "c" <c>
          plain "2" <2>
      block map <d: 1>
        plain "d" <d>
          plain "1" <1>
error 3:2 yaml-indentation: "c"
`},
	{"an unknown anchor", "a: *base\nb: &bass 1\nc: *bass\n", `
block map <a: *base\nb: &bass 1\nc: *bass>
  plain "a" <a>
    broken <*base>
  plain "b" <b>
    plain "1" anchor=bass <&bass 1> body <1>
  plain "c" <c>
    alias bass <*bass>
error 1:4 yaml-unknown-anchor: "*base"
`},
	{"an alias refers to an anchor before an error", "x: &a 1\ny: [\nz: *a\n", `
block map <x: &a 1\ny: [\nz: *a>
  plain "x" <x>
    plain "1" anchor=a <&a 1> body <1>
  plain "y" <y>
    broken <[>
  plain "z" <z>
    alias a <*a>
error 2:4 yaml-unclosed-bracket: "["
`},
	{"an alias of a broken anchor is not reported again", "x: &a [1\ny: 2\nz: *a\n", `
block map <x: &a [1\ny: 2\nz: *a>
  plain "x" <x>
    broken anchor=a <&a [1> body <[1>
  plain "y" <y>
    plain "2" <2>
  plain "z" <z>
    alias a <*a>
error 1:7 yaml-unclosed-bracket: "["
`},
	{"reserved characters", "a: @b\nc: `d\ne: %f\ng: 1\n", `
block map <a: @b\nc: ` + "`" + `d\ne: %f\ng: 1>
  plain "a" <a>
    broken <@b>
  plain "c" <c>
    broken <` + "`" + `d>
  plain "e" <e>
    broken <%f>
  plain "g" <g>
    plain "1" <1>
error 1:4 yaml-reserved-character: "@"
error 2:4 yaml-reserved-character: "` + "`" + `"
error 3:4 yaml-reserved-character: "%"
`},
	{"unknown escapes", "a: \"\\q\"\nb: \"x\\x4\"\nc: \"\\ud800\"\n", `
block map <a: \"\\q\"\nb: \"x\\x4\"\nc: \"\\ud800\">
  plain "a" <a>
    broken <\"\\q\">
  plain "b" <b>
    broken <\"x\\x4\">
  plain "c" <c>
    broken <\"\\ud800\">
error 1:5 yaml-escape: "\\q"
error 2:6 yaml-escape: "\\x"
error 3:5 yaml-escape: "\\u"
`},
	{"a repeated directive", "%YAML 1.1\n%YAML 1.1\n---\na: 1\n", `
block map <a: 1>
  plain "a" <a>
    plain "1" <1>
error 2:1 yaml-directive: "%YAML 1.1"
`},
	{"an unknown directive", "%FOO\n---\na: 1\n", `
block map <a: 1>
  plain "a" <a>
    plain "1" <1>
error 1:1 yaml-directive: "%FOO"
`},
	{"a key without a colon", "a: 1\nb\nc:\n  d: 2\n  e\n", `
block map <a: 1\nb\nc:\n  d: 2\n  e>
  plain "a" <a>
    plain "1" <1>
  plain "b" <b>
    broken <>
  plain "c" <c>
    block map <d: 2\n  e>
      plain "d" <d>
        plain "2" <2>
      plain "e" <e>
        broken <>
error 2:1 yaml-missing-colon: "b"
error 5:3 yaml-missing-colon: "e"
`},
	{"text after a quoted scalar", "a: 'it's'\nb: 1\n", `
block map <a: 'it's'\nb: 1>
  plain "a" <a>
    broken <'it's'>
  plain "b" <b>
    plain "1" <1>
error 1:8 yaml-extra-text: "s'"
`},
	{"a key among items", "- a\nb: 1\n", `
block seq <- a\nb: 1>
  plain "a" <a>
  broken <b: 1>
error 2:1 yaml-mixed: "b"
`},
	{"an item among keys", "a: 1\n- b\nc: 2\n", `
block map <a: 1\n- b\nc: 2>
  plain "a" <a>
    plain "1" <1>
  broken <- b>
    broken <>
  plain "c" <c>
    plain "2" <2>
error 2:1 yaml-mixed: "-"
`},
	{"a list after a colon", "a: - b\nc: 1\n", `
block map <a: - b\nc: 1>
  plain "a" <a>
    broken <- b>
  plain "c" <c>
    plain "1" <1>
error 1:4 yaml-dash: "-"
`},
	{"a glob is not an alias", "a: *.txt\nb: 1\n", `
block map <a: *.txt\nb: 1>
  plain "a" <a>
    broken <*.txt>
  plain "b" <b>
    plain "1" <1>
error 1:4 yaml-anchor-name: "*"
`},
	{"a comparison is not a block scalar", "a: >=1.0\nb: 2\n", `
block map <a: >=1.0\nb: 2>
  plain "a" <a>
    broken <>=1.0>
  plain "b" <b>
    plain "2" <2>
error 1:4 yaml-block-header: ">=1.0"
`},
	{"a control character", "a: 1\x01\nb: 2\n", `
block map <a: 1\x01\nb: 2>
  plain "a" <a>
    plain "1?" <1\x01>
  plain "b" <b>
    plain "2" <2>
error 1:5 yaml-character: "\x01"
`},
	{"bytes that are not UTF-8", "a: x\xffy\nb: 2\n", `
block map <a: x\xffy\nb: 2>
  plain "a" <a>
    plain "x?y" <x\xffy>
  plain "b" <b>
    plain "2" <2>
error 1:5 yaml-character: "\xff"
`},
	{"an unknown tag handle", "a: !x!y z\nb: 1\n", `
block map <a: !x!y z\nb: 1>
  plain "a" <a>
    broken <!x!y z>
  plain "b" <b>
    plain "1" <1>
error 1:4 yaml-tag: "!x!y"
`},
	{"a collection with a broken entry keeps its tag and anchor", "a: &x !t\n  b: [\n  c: 2\nd: *x\n", `
block map <a: &x !t\n  b: [\n  c: 2\nd: *x>
  plain "a" <a>
    block map tag=!t anchor=x <&x !t\n  b: [\n  c: 2> body <b: [\n  c: 2>
      plain "b" <b>
        broken <[>
      plain "c" <c>
        plain "2" <2>
  plain "d" <d>
    alias x <*x>
error 2:6 yaml-unclosed-bracket: "["
`},
	{"a line of a block scalar that is indented too little", "a:\n  b: |\n    x\n   y\n  c: 1\nd: 2\n", `
block map <a:\n  b: |\n    x\n   y\n  c: 1\nd: 2>
  plain "a" <a>
    block map <b: |\n    x\n   y\n  c: 1>
      plain "b" <b>
        literal "x\n" <|\n    x>
      broken <y>
        broken <>
      plain "c" <c>
        plain "1" <1>
  plain "d" <d>
    plain "2" <2>
error 4:4 yaml-missing-colon: "y"
`},
	{"an error in a document does not affect the next one", "---\na: [\n---\nb: 2\n", `
block map <a: [>
  plain "a" <a>
    broken <[>
---
block map <b: 2>
  plain "b" <b>
    plain "2" <2>
error 2:4 yaml-unclosed-bracket: "["
`},
	{"JSON on several lines keeps its other entries",
		"{\n  \"a\": 1,\n  \"b\": [1, 2,\n  \"c\": {\n    \"d\": \"x,\n    \"e\": 2\n  },\n" +
			"  \"f\": [\n    1,\n    2 3\n  ],\n  \"g\": 3\n}\n", `
flow map <{\n  \"a\": 1,\n  \"b\": [1, 2,\n  \"c\": {\n    \"d\": \"x,\n    \"e\": 2\n  },\n  \"f\": [\n    1,\n    2 3\n  ],\n  \"g\": 3\n}>
  double "a" <\"a\">
    plain "1" <1>
  double "b" <\"b\">
    broken <[1, 2>
  double "c" <\"c\">
    flow map <{\n    \"d\": \"x,\n    \"e\": 2\n  }>
      double "d" <\"d\">
        broken <\"x>
      double "e" <\"e\">
        plain "2" <2>
  double "f" <\"f\">
    flow seq <[\n    1,\n    2 3\n  ]>
      plain "1" <1>
      plain "2 3" <2 3>
  double "g" <\"g\">
    plain "3" <3>
error 3:8 yaml-unclosed-bracket: "["
error 5:10 yaml-unclosed-quote: "\""
`},
	{"JSON without its closing brace", "{\n  \"a\": 1,\n  \"b\": 2\n", `
flow map <{\n  \"a\": 1,\n  \"b\": 2>
  double "a" <\"a\">
    plain "1" <1>
  double "b" <\"b\">
    plain "2" <2>
error 1:1 yaml-unclosed-bracket: "{"
`},
	{"an interpolation inside brackets", "a: {\n  b: 1,\n  c: ${x}\n}\ne: [\"x\", ${y.z}-q]\n", `
block map <a: {\n  b: 1,\n  c: ${x}\n}\ne: [\"x\", ${y.z}-q]>
  plain "a" <a>
    flow map <{\n  b: 1,\n  c: ${x}\n}>
      plain "b" <b>
        plain "1" <1>
      plain "c" <c>
        broken <${x}>
  plain "e" <e>
    broken <[\"x\", ${y.z}-q]>
error 3:6 yaml-flow-interpolation: "${"
error 5:10 yaml-flow-interpolation: "${"
`},
	{"an error in JSON on one line", "{\"a\": 1, \"b\": [1, 2, }", `
broken <{\"a\": 1, \"b\": [1, 2, }>
error 1:15 yaml-unclosed-bracket: "["
`},
	{"an error in a text with CR LF", "a: [\r\nb: 2\r\n", `
block map <a: [\r\nb: 2>
  plain "a" <a>
    broken <[>
  plain "b" <b>
    plain "2" <2>
error 1:4 yaml-unclosed-bracket: "["
`},
}
