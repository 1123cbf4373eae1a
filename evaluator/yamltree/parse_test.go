package yamltree

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/source"
)

// parse parses all documents of a text.
func parse(text string) *Document {
	return Parse(source.NewFile("f", text), Options{AllDocuments: true})
}

func TestNodesOfValidDocumentsHaveExactSpans(t *testing.T) {
	for _, tc := range spanCases {
		d := parse(tc.text)
		assert.Equal(t, tc.want, "\n"+show(d), tc.claim)
		assert.Empty(t, check(d), tc.claim)
		assert.False(t, d.Partial, tc.claim)
	}
}

func TestDocumentsWithErrorsKeepTheirOtherNodes(t *testing.T) {
	for _, tc := range brokenCases {
		d := parse(tc.text)
		assert.Equal(t, tc.want, "\n"+show(d), tc.claim)
		assert.Empty(t, check(d), tc.claim)
		assert.True(t, d.Partial, tc.claim)
	}
}

func TestTheFirstProblemHasYAMLv3sMessage(t *testing.T) {
	for _, tc := range []struct{ text, reference, message string }{
		{"a: 1\nb: \"x\n", "yaml: line 2: found unexpected end of stream",
			"this quote is never closed; add a `\"` where the text ends"},
		{"a: @b\n", "yaml: found character that cannot start any token",
			"a value cannot begin with `@`; put it in quotes"},
		{"a: *b\n", "yaml: unknown anchor 'b' referenced",
			"there is no anchor `&b` before this; define it above, or put the text in quotes if it is not an alias"},
		{"a:\n\tb: 1\n", "yaml: line 2: found character that cannot start any token",
			"tabs cannot indent in YAML; indent with spaces"},
	} {
		d := parse(tc.text)
		require.Len(t, d.Problems, 1, tc.text)
		assert.Equal(t, tc.reference, diag.Plain(d.Problems[0].Reference), tc.text)
		assert.Equal(t, tc.message, diag.Plain(d.Problems[0].Message), tc.text)
	}
}

func TestFixesCorrectTheText(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"r:\n\ta: 1\n\t\tb: 2\n", "r:\n  a: 1\n    b: 2\n"},
		{"a: @b # c\n", "a: '@b' # c\n"},
		{"a: *.txt\n", "a: '*.txt'\n"},
		{"a: [1]]\n", "a: [1]\n"},
		{"a:\n    b: 1\n  c: 2\n", "a:\n    b: 1\n    c: 2\n"},
		{"a: \"\\q\"\n", "a: \"\\\\q\"\n"},
		{"a: 1\x01\n", "a: 1\n"},
	} {
		d := parse(tc.text)
		require.NotEmpty(t, d.Problems, tc.text)
		require.Len(t, d.Problems[0].Fixes, 1, tc.text)
		assert.Equal(t, tc.want, apply(tc.text, d.Problems[0].Fixes[0].Edits), tc.text)
	}
}

// apply applies edits, which must be in source order.
func apply(text string, edits []diag.Edit) string {
	for i := len(edits) - 1; i >= 0; i-- {
		text = text[:edits[i].Span.Start()] + edits[i].Text + text[edits[i].Span.End():]
	}
	return text
}

func TestAllDocumentsParsesMoreThanTheFirstDocument(t *testing.T) {
	text := "a: 1\n---\nb: [\n"
	assert.Empty(t, Parse(source.NewFile("f", text), Options{}).Problems)
	d := parse(text)
	assert.Len(t, d.Problems, 1)
	assert.Len(t, d.More, 1)
}

func TestTextThatYAMLv3IgnoresIsReported(t *testing.T) {
	d := Parse(source.NewFile("f", "  a: 1\nb: 2\n"), Options{})
	require.Len(t, d.Problems, 1)
	assert.Equal(t, diag.Code("hint-yaml-rest"), d.Problems[0].Code)
	assert.Equal(t, diag.Warning, d.Problems[0].Severity)
	assert.Equal(t, "b", d.Problems[0].Span.Text())
}

func TestAnchorsAreInSourceOrder(t *testing.T) {
	d := parse("a: &x 1\n&y b: &x [*x, *y]\n")
	var names []string
	for _, n := range d.Anchors {
		names = append(names, n.Anchor()+"="+n.Body().Text())
	}
	assert.Equal(t, []string{"x=1", "y=b", "x=[*x, *y]"}, names)
	list := d.Root.Get("b")
	assert.Same(t, list, list.Items[0].Target(), "an alias can refer to the node that contains it")
}

func TestTextThatIsNestedTooDeeplyIsReported(t *testing.T) {
	const n = 100_000
	stairs := &strings.Builder{}
	for i := range 1200 {
		stairs.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	lists := &strings.Builder{}
	for i := range 600 {
		lists.WriteString(strings.Repeat("  ", i) + "a:\n" + strings.Repeat("  ", i) + "- \n")
	}
	for _, tc := range []struct {
		name, text string
		at         int // where the limit is exceeded
	}{
		{"brackets", strings.Repeat("[", n), 1000},
		{"braces", strings.Repeat("{", n), 1000},
		{"closed brackets", strings.Repeat("[", n) + strings.Repeat("]", n), 1000},
		{"mixed", strings.Repeat("[{", n), 1000},
		{"pairs", strings.Repeat("[a: ", n), 4 * 500},
		{"braces with keys", strings.Repeat("{a: ", n), 4 * 1000},
		{"dashes", strings.Repeat("- ", n) + "a", 2 * 1000},
		{"question marks", strings.Repeat("? ", n) + "a", 2 * 1000},
		{"dashes and question marks", strings.Repeat("- ? ", n), 2 * 1000},
		{"indentation", stairs.String(), -1},
		{"lists in the column of their keys", lists.String(), -1},
		{"after a scalar", "a: x\nb: " + strings.Repeat("[", n), -1},
		{"after a quote in a plain scalar", "a: it's\nb: " + strings.Repeat("[", n), -1},
		{"in a second document", "a: |\n  x\n---\n" + strings.Repeat("- ", n), -1},
		{"after a tag", "!t " + strings.Repeat("[ ", n), -1},
		{"tabs", strings.Repeat("-\t", n), -1},
	} {
		d := parse(tc.text)
		require.NotEmpty(t, d.Problems, tc.name)
		assert.True(t, d.Partial, tc.name)
		found := false
		for _, p := range d.Problems {
			found = found || p.Code == "budget-depth" && (tc.at < 0 || p.Span.Start() == tc.at)
		}
		if tc.name != "tabs" {
			assert.True(t, found, "%s: %v at %d", tc.name, d.Problems[0].Code, d.Problems[0].Span.Start())
		}
	}
}

func TestNestingUpToTheLimitIsAllowed(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("[", 1000) + strings.Repeat("]", 1000),
		strings.Repeat("- ", 1000) + "a",
		strings.Repeat("{a: ", 1000) + "b" + strings.Repeat("}", 1000),
		strings.Repeat("? ", 1000) + "a",
	} {
		assert.Empty(t, parse(text).Problems, text[:8])
	}
}

func TestBracketsInScalarsDoNotCountAsNesting(t *testing.T) {
	many := strings.Repeat("[", 2000)
	for _, text := range []string{
		"a: |\n  " + many + "\nb: 1\n",
		"a: >-\n  x\n  " + many + "\n",
		"a: '" + many + "'\n",
		"a: \"\\\"" + many + "\n  " + many + "\"\n",
		"a: x" + many + "\n",
		"a: x\n  " + many + "\n",
		"a: b # " + many + "\n# " + many + "\nc: d\n",
		"- |\n " + many + "\n- - |+\n   " + many + "\n",
		"a: !!str |\n  " + many + "\n",
		strings.Repeat("a: ${x} {b: [1]}\n", 0) + strings.Repeat("- {a: [1, 2]}\n", 3000),
	} {
		assert.Empty(t, parse(text).Problems, text[:16])
	}
}

func TestAnEntryThatIsNestedTooDeeplyDoesNotAffectOthers(t *testing.T) {
	d := parse("a: 1\nb: " + strings.Repeat("[", 5000) + "\nc: 2\n")
	require.NotNil(t, d.Root)
	assert.Equal(t, "1", d.Root.Get("a").Value)
	assert.Equal(t, Broken, d.Root.Get("b").Kind)
	assert.Equal(t, "2", d.Root.Get("c").Value)
}

func TestCommonConstructsNeedNoFallback(t *testing.T) {
	for _, text := range []string{
		template(100),
		"--- # head\nname: \"a\\tb\"\n'k e y' : it's\nl:\n- a\n- - b\n  - c: d\n-\n- >-\n  folded\n  text\n" +
			"long: one\n  two\n\n  three # note\nnone:\nflow: [a, {b: \"c\", d: [e,\n  f]},]\n",
		"{\"name\": \"JSON\",\n \"list\": [1, true, null]}",
	} {
		assert.False(t, needsFallback(text), text)
	}
	for _, text := range []string{"a: \u0085\n", "a: \xff\n", "%YAML 1.1\n---\na: 1\n", "a: !<x> 1\n"} {
		assert.True(t, needsFallback(text), text)
	}
}

func TestQuestionsAllowsQuestionMarksInPlainScalars(t *testing.T) {
	f := source.NewFile("a.yaml", "a: [x?y, http://h/?q=1]\nb: {k?: \"?\"} # really?\n? c\n: 'd?'\n")
	assert.NotEmpty(t, Parse(f, Options{}).Problems)
	doc := Parse(f, Options{Questions: true})
	assert.Empty(t, doc.Problems)
	assert.Equal(t, "x?y", doc.Root.Pairs[0].Value.Items[0].Value)
	assert.Equal(t, "http://h/?q=1", doc.Root.Pairs[0].Value.Items[1].Value)
	assert.Equal(t, "k?", doc.Root.Pairs[1].Value.Pairs[0].Key.Value)
	assert.Equal(t, "?", doc.Root.Pairs[1].Value.Pairs[0].Value.Value)
	assert.Equal(t, "d?", doc.Root.Pairs[2].Value.Value)
}

func TestSlashesAllowsEscapedSlashes(t *testing.T) {
	slash, quote := source.NewFile("a.yaml", `a: "x\/y"`), source.NewFile("a.yaml", `a: "x\'y"`)
	assert.NotEmpty(t, Parse(slash, Options{}).Problems)
	assert.NotEmpty(t, Parse(quote, Options{Slashes: true}).Problems)
	doc := Parse(slash, Options{Slashes: true})
	assert.Empty(t, doc.Problems)
	assert.Equal(t, "x/y", doc.Root.Pairs[0].Value.Value)
	doc = Parse(quote, Options{})
	assert.Empty(t, doc.Problems)
	assert.Equal(t, "x'y", doc.Root.Pairs[0].Value.Value)
}

// needsFallback reports whether yaml.v3 must parse a text.
func needsFallback(text string) bool {
	r := newReader(source.NewFile("f", text), Options{}, isOrdinary(text))
	r.documents()
	return r.needsFallback
}
