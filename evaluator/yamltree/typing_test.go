package yamltree

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator/diag"
)

// typingCases lists texts with an error that is typical while a user is typing: the problem, the text
// after its fix ("" if it has none), and the resulting tree in the format of outline.
var typingCases = []struct{ claim, text, problem, fixed, tree string }{
	{"a key that is being typed", "a: 1\nb\nc: 2\n", "2:1 yaml-missing-colon \"b\"", "a: 1\nb:\nc: 2\n",
		"{a:1 b:? c:2}"},
	{"a key that is being typed at the end", "a: 1\nb", "2:1 yaml-missing-colon \"b\"", "a: 1\nb:", "{a:1 b:?}"},
	{"the first key of a block", "r:\n  b\n  c: 2\nd: 3\n", "2:3 yaml-missing-colon \"b\"", "r:\n  b:\n  c: 2\nd: 3\n",
		"{r:{b:? c:2} d:3}"},
	{"a key above its entries", "r:\n  web\n    type: x\n  db:\n    type: y\n", "2:3 yaml-missing-colon \"web\"",
		"r:\n  web:\n    type: x\n  db:\n    type: y\n",
		"{r:{web:{type:x} db:{type:y}}}"},
	{"a key above its list", "r:\n  a: 1\n  l\n    - x\n  b: 2\n", "3:3 yaml-missing-colon \"l\"",
		"r:\n  a: 1\n  l:\n    - x\n  b: 2\n", "{r:{a:1 l:[x] b:2}}"},
	{"a colon is missing on the first line", "c:\n  some_number  42\n  other: 3\n",
		"2:3 yaml-missing-colon \"some_number  42\"", "c:\n  some_number: 42\n  other: 3\n",
		"{c:{some_number  42:? other:3}}"},
	{"a colon is missing further down", "c:\n  a: 1\n  some_number  42\n  other: 3\n",
		"3:3 yaml-missing-colon \"some_number  42\"",
		"c:\n  a: 1\n  some_number: 42\n  other: 3\n", "{c:{a:1 some_number  42:? other:3}}"},
	{"a space is missing after a colon", "a: 1\nb:2\nc: 3\n", "2:1 yaml-missing-colon \"b:2\"", "a: 1\nb: 2\nc: 3\n",
		"{a:1 b:2:? c:3}"},
	{"a key without a colon in an item", "- name\n  value: x\n- name: b\n", "1:3 yaml-missing-colon \"name\"",
		"- name:\n  value: x\n- name: b\n",
		"[{name:? value:x} {name:b}]"},
	{"an open double quote", "a:\n  b: \"x\n  c: \"y\"\nd: 1\n", "2:6 yaml-unclosed-quote \"\\\"\"",
		"a:\n  b: \"x\"\n  c: \"y\"\nd: 1\n", "{a:{b:? c:y} d:1}"},
	{"an open single quote", "a: 'x\nb: 'y'\nc: it's\n", "1:4 yaml-unclosed-quote \"'\"", "a: 'x'\nb: 'y'\nc: it's\n",
		"{a:? b:y c:it's}"},
	{"an open quote around a key", "a: 1\n\"b: 2\nc: 3\n", "2:1 yaml-unclosed-quote \"\\\"\"", "", "{a:1 ?:? c:3}"},
	{"an open bracket", "a: [1, 2\nb: [3]\nc: 4\n", "1:4 yaml-unclosed-bracket \"[\"", "a: [1, 2]\nb: [3]\nc: 4\n",
		"{a:? b:[3] c:4}"},
	{"an open brace", "a:\n  b: {x: 1\n  c: 2\nd: 3\n", "2:6 yaml-unclosed-bracket \"{\"",
		"a:\n  b: {x: 1}\n  c: 2\nd: 3\n", "{a:{b:? c:2} d:3}"},
	{"an open brace over lines", "a: {\n  b: 1,\n  c: 2\nd: 3\n", "1:4 yaml-unclosed-bracket \"{\"", "",
		"{a:{b:1 c:2} d:3}"},
	{"a comma is missing", "a: [\"x\" \"y\"]\nb: 1\n", "1:9 yaml-missing-comma \"\\\"y\\\"\"", "", "{a:? b:1}"},
	{"a comma is missing in JSON", "{\n  \"a\": 1\n  \"b\": 2\n}\n", "3:3 yaml-missing-comma \"\\\"b\\\":\"",
		"{\n  \"a\": 1,\n  \"b\": 2\n}\n", "{a:1 b:2}"},
	{"a superfluous comma", "a: [1,, 2]\nb: 1\n", "1:7 yaml-extra-text \",\"", "a: [1, 2]\nb: 1\n", "{a:? b:1}"},
	{"a tab", "a:\n\tb: 1\n\tc: 2\nd: 3\n", "2:1 yaml-tab \"\\t\"", "a:\n  b: 1\n  c: 2\nd: 3\n", "{a:{b:1 c:2} d:3}"},
	{"too little indentation", "a:\n    b: 1\n  c: 2\nd: 3\n", "3:3 yaml-indentation \"c\"",
		"a:\n    b: 1\n    c: 2\nd: 3\n", "{a:{b:1 c:2} d:3}"},
	{"too much indentation", "a:\n  b: 1\n    c: 2\nd: 3\n", "3:5 yaml-indentation \"c\"", "a:\n  b: 1\n  c: 2\nd: 3\n",
		"{a:{b:1 c:2} d:3}"},
	{"an entry and those below it in another column", "a:\n   b: 1\n  c:\n    x: 1\n  d: 2\ne: 3\n",
		"3:3 yaml-indentation \"c\"",
		"a:\n   b: 1\n   c:\n    x: 1\n  d: 2\ne: 3\n", "{a:{b:1 c:{x:1} d:2} e:3}"},
	{"a dash after a colon", "a: - x\nb: 1\n", "1:4 yaml-dash \"-\"", "", "{a:? b:1}"},
	{"a dash among keys", "a: 1\n- x\nb: 2\n", "2:1 yaml-mixed \"-\"", "", "{a:1 ?:? b:2}"},
	{"an item without its dash", "- a\nb\n- c\n", "2:1 yaml-mixed \"b\"", "- a\n- b\n- c\n", "[a ? c]"},
	{"a dash without a space", "l:\n  - a\n  -b\n  - c\n", "3:3 yaml-mixed \"-b\"", "l:\n  - a\n  - b\n  - c\n",
		"{l:[a ? c]}"},
	{"a stray brace", "a: 1\n}\nb: 2\n", "2:1 yaml-extra-bracket \"}\"", "a: 1\n\nb: 2\n", "{a:1 ?:? b:2}"},
	{"a superfluous bracket", "a: {b: 1}}\nc: 2\n", "1:10 yaml-extra-bracket \"}\"", "a: {b: 1}\nc: 2\n", "{a:? c:2}"},
	{"a superfluous bracket in JSON", "{\n  \"a\": 1],\n  \"b\": 2\n}\n", "2:9 yaml-extra-bracket \"]\"",
		"{\n  \"a\": 1,\n  \"b\": 2\n}\n", "{a:1 b:2}"},
	{"a superfluous brace in a list of several lines", "x:\n  l: [\n    [1]},\n    [2]\n  ]\ny: 1\n",
		"3:8 yaml-extra-bracket \"}\"",
		"x:\n  l: [\n    [1],\n    [2]\n  ]\ny: 1\n", "{x:{l:[[1] [2]]} y:1}"},
	{"a backslash before a character of several bytes", "a: \"\\é\"\nb: 1\n", "1:5 yaml-escape \"\\\\é\"",
		"a: \"\\\\é\"\nb: 1\n", "{a:? b:1}"},
	{"text after a quote", "a: \"x\" y\nb: 1\n", "1:8 yaml-extra-text \"y\"", "", "{a:? b:1}"},
	{"a second colon", "a: b: c\nd: 1\n", "1:5 yaml-second-colon \":\"", "", "{a:? d:1}"},
	{"a reserved character", "a: 1\n@\nb: 2\n", "2:1 yaml-reserved-character \"@\"", "a: 1\n'@'\nb: 2\n",
		"{a:1 ?:? b:2}"},
}

func TestAnErrorWhileTypingIsReportedOnceAndAffectsOneEntry(t *testing.T) {
	for _, tc := range typingCases {
		d := parse(tc.text)
		require.Len(t, d.Problems, 1, tc.claim)
		p := d.Problems[0]
		at := d.File.Position(p.Span.Start())
		assert.Equal(t, tc.problem,
			diag.Plain(diag.Sprintf("%d:%d %s %q", at.Line, at.Column, string(p.Code), p.Span.Text())), tc.claim)
		assert.Equal(t, tc.tree, outline(d.Root), tc.claim)
		fixed := ""
		if len(p.Fixes) == 1 {
			fixed = apply(tc.text, p.Fixes[0].Edits)
		}
		assert.Equal(t, tc.fixed, fixed, tc.claim)
	}
}

// outline formats a tree without spans and styles. A broken node is "?".
func outline(n *Node) string {
	s := ""
	switch n.Kind {
	case Scalar:
		return n.Value
	case Sequence:
		for i, item := range n.Items {
			if i > 0 {
				s += " "
			}
			s += outline(item)
		}
		return "[" + s + "]"
	case Mapping:
		for i, p := range n.Pairs {
			if i > 0 {
				s += " "
			}
			s += outline(p.Key) + ":" + outline(p.Value)
		}
		return "{" + s + "}"
	}
	return "?"
}
