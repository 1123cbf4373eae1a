package strictyaml

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"pantograph/evaluator/source"
)

func TestDocumentsAreReadAsTheOriginalReadsThem(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"a: 1\nb: 2\n", `{"a":"1" "b":"2"}`},
		{"a: [1, 2]\nb: {x\nc: *\nd: &\ne: !\nf: -x\ng: ?x\nh: !!str 1\ni: ]",
			`{"a":"[1, 2]" "b":"{x" "c":"*" "d":"&" "e":"!" "f":"-x" "g":"?x" "h":"!!str 1" "i":"]"}`},
		{"a:\n- 1\n- 2\nb: c", `{"a":["1" "2"] "b":"c"}`},
		{"- - a\n  - b\n- c: d\n  e:\n  - f\n  - g: h\n    i: j\n",
			`[["a" "b"] {"c":"d" "e":["f" {"g":"h" "i":"j"}]}]`},
		{"? a\n: b\n? - x\n: y\n: z\n", `{"a":"b" ["x"]:"y" "":"z"}`},
		{"a: x # c\nb: x#y\nc: http://x:80/y\n", `{"a":"x" "b":"x#y" "c":"http://x:80/y"}`},
		{"a: x\n  y\n\n  z\nb: 1", `{"a":"x y\nz" "b":"1"}`},
		{"a: \"x\\ty\\u00e9\\x41 \\\n   z\n\n  q\"\nb: 'it''s\n  so'", `{"a":"x\tyéA z\nq" "b":"it's so"}`},
		{"a: |\n  x\n  y\nb: >\n  x\n  y\n\n  z\nc: |-\n  x\nd: |+\n  x\n\n",
			`{"a":"x\ny\n" "b":"x y\nz\n" "c":"x" "d":"x\n\n"}`},
		{"a: >\n  x\n   y\n  z\nb: |1\n   x\n", `{"a":"x\n y\nz\n" "b":"  x\n"}`},
		{"a:\n  |\n  x\n", `{"a":"x\n"}`},
		{"a:\tb\nc: x\ty\nd: 1\t\n", `{"a":"b" "c":"x\ty" "d":"1"}`},
		{"a:\r\n  - b\r\n  - c\r\n", `{"a":["b" "c"]}`},
		{"key with blanks : v\n\"q\": 'w'\n<<: x", `{"key with blanks":"v" "q":"w" "<<":"x"}`},
		{"a:\nb:\n  c:\n", `{"a":"" "b":{"c":""}}`},
		{"hello\nworld", `"hello world"`},
		{"", ""},
		{"# c\n", ""},
		{"---\n", `""`},
		{"---\n---\na", "\"\"\n\"a\""},
		{"%FOO bar\n---\na: 1\n...\n# x\n---\nb: 2\n...\n", "{\"a\":\"1\"}\n{\"b\":\"2\"}"},
		{"\uFEFFa: 1\n", `{"a":"1"}`},
		{strings.Repeat("k", 1024) + ": v", `{"` + strings.Repeat("k", 1024) + `":"v"}`},
	} {
		assert.Equal(t, tc.want, show(tc.text), "%q", tc.text)
	}
}

func TestUnreadablePartsAreLeftOutAndTheRestIsRead(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"a: @x\nb: 1", `{"a":? "b":"1"} broken; yaml-reserved-character "@"`},
		{"a: `x`\nb: %x\nc: 1",
			"{\"a\":? \"b\":? \"c\":\"1\"} broken; yaml-reserved-character \"`\"; yaml-reserved-character \"%\""},
		{"a: - x\nb: 1", `{"a":? "b":"1"} broken; yaml-dash "-"`},
		{"a: b: c\nd: e", `{"a":? "d":"e"} broken; yaml-second-colon ":"`},
		{"a: {b: c}\nd: e", `{"a":? "d":"e"} broken; yaml-second-colon ":"`},
		{"a: b\n  c: d\ne: f", `{"a":? "e":"f"} broken; yaml-indentation "c"`},
		{"a: \"\\q\"\nb: \"\\u12\"\nc: \"\\ud800\"\nd: 1",
			`{"a":? "b":? "c":? "d":"1"} broken; yaml-escape "\\q"; yaml-escape "\\u"; yaml-escape "\\ud800"`},
		{"a: \"x\nb: 1\nc: 2", `{"a":? "b":"1" "c":"2"} broken; yaml-unclosed-quote "\"x"`},
		{"a: 'x\n---\nb: 1", "{\"a\":?} broken; {\"b\":\"1\"}; yaml-unclosed-quote \"'x\""},
		{"a: |0\n  x\nb: | x\nc: 1", `{"a":? "b":? "c":"1"} broken; yaml-block-header "0"; yaml-block-header "x"`},
		{"a:\n  b: 1\n  own\n  c: 2\nd: 3", `{"a":{"b":"1" "c":"2"} "d":"3"} broken; yaml-missing-colon "own"`},
		{"ty\nname: a\nb: c", `{"name":"a" "b":"c"} broken; yaml-missing-colon "ty"`},
		{"a:\n  - b:\n      own\n      c: 1\n  - d\ne: f",
			`{"a":[{"b":{"c":"1"}} "d"] "e":"f"} broken; yaml-missing-colon "own"`},
		{"- own\n  c: 1\n- d\n", `[{"c":"1"} "d"] broken; yaml-missing-colon "own"`},
		{"a:\n  b: 1\n c: 2\n d: 3\ne: 4", `{"a":{"b":"1"} "e":"4"} broken; yaml-indentation "c: 2"`},
		{"a:\n   - n: x\n  b: 1\nc: d", `{"a":[{"n":"x"}] "c":"d"} broken; yaml-indentation "b: 1"`},
		{"a: \"x\" y\nb: 1", `{"a":"x" "b":"1"} broken; yaml-indentation "y"`},
		{"a: 1\nb: 2\na: 3", `{"a":"1" "b":"2"}; duplicate-key "a"`},
		{"a: 1\n...\nb: 2", `{"a":"1"}; {"b":"2"}; yaml-indentation "b: 2"`},
		{"a: 1\n...\n%FOO\n", `{"a":"1"}; yaml-indentation "%FOO"`},
		{"%FOO\na: 1\n", `{"a":"1"}; yaml-indentation "a: 1"`},
		{"a: ? b\nc: d", `{"a":? "c":"d"} broken; yaml-syntax "?"`},
		{"x: 1\n" + strings.Repeat("k", 1025) + ": v\nb: 1", `{"x":"1" "b":"1"} broken; yaml-missing-colon "` +
			strings.Repeat("k", 1025) + `"`},
	} {
		assert.Equal(t, tc.want, strings.ReplaceAll(show(tc.text), "\n", "; "), "%q", tc.text)
	}
}

func TestTabsThatIndentAreReportedOnceAndReadAsFourSpaces(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"a:\n\tb: 1\n\tc: 2\nd: 3", `{"a":{"b":"1" "c":"2"} "d":"3"}`},
		{"a:\n    - x\n\t- y\nb: 1", `{"a":["x" "y"] "b":"1"}`},
		{"a: x\n\ty\nb: 2", `{"a":"x y" "b":"2"}`},
		{"a:\n  \tb: 1\n\t  c: 2\n", `{"a":{"b":"1" "c":"2"}}`},
		{"a: |\n\tx\n\ty\nb: 1", `{"a":"x\ny\n" "b":"1"}`},
	} {
		f := source.NewFile("x.yaml", tc.text)
		s := Read(f)
		assert.Equal(t, tc.want, shorten(s.Documents[0].Root), "%q", tc.text)
		if assert.Len(t, s.Problems, 1, "%q", tc.text) {
			var fixed strings.Builder
			at := 0
			for _, e := range s.Problems[0].Fixes[0].Edits {
				fixed.WriteString(tc.text[at:e.Span.Start()] + e.Text)
				at = e.Span.End()
			}
			assert.Equal(t, tc.want, show(fixed.String()+tc.text[at:]), "after applying the fix to %q", tc.text)
		}
	}
}

func TestEveryPartOfATextHasASourcePosition(t *testing.T) {
	for _, tc := range []struct{ text, part, want string }{
		{"a: x ${v} y", "${v}", "${v}"},
		{"a: \"x\\t${v}\"", "${v}", "${v}"},
		{"a: 'it''s ${v}'", "${v}", "${v}"},
		{"a: 'it''s'", "'", "''"},
		{"a: \"\\u00e9x\"", "é", `\u00e9`},
		{"a: x\n   ${v}", "${v}", "${v}"},
		{"a: ${v\n  w}", "${v w}", "${v\n  w}"},
		{"a: |\n   x\n   ${v}\n", "${v}", "${v}"},
		{"a: >-\n   x\n   ${v}\n", "x ${", "x\n   ${"},
	} {
		n := Read(source.NewFile("x.yaml", tc.text)).Documents[0].Root.Pairs[0].Value
		i := strings.Index(n.Value, tc.part)
		assert.Equal(t, tc.want, n.At(i, i+len(tc.part)).Text(), "%q", tc.text)
	}
}

func TestNestingThatIsTooDeepIsAProblem(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("- ", 100_000) + "x",
		strings.Repeat("? ", 100_000) + "x",
		deepHash(2000),
	} {
		s := Read(source.NewFile("x.yaml", text))
		if assert.NotEmpty(t, s.Problems) {
			assert.Equal(t, codeDepth, s.Problems[0].Code)
		}
	}
}

func deepHash(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}
