package libyaml_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"pantograph/evaluator/dialect/terraform/libyaml"
)

// show writes a tree in one line.
func show(n *libyaml.Node) string {
	var b strings.Builder
	if n.Anchor != "" && n.Kind != libyaml.Alias {
		b.WriteString("&" + n.Anchor + " ")
	}
	if n.Tag != "" {
		b.WriteString("<" + n.Tag + "> ")
	}
	switch n.Kind {
	case libyaml.Scalar:
		fmt.Fprintf(&b, "%q", n.Value)
	case libyaml.Alias:
		b.WriteString("*" + n.Anchor)
	case libyaml.Broken:
		b.WriteString("broken")
	default:
		open, end := "[", "]"
		if n.Kind == libyaml.Mapping {
			open, end = "{", "}"
		}
		parts := make([]string, len(n.Children))
		for i, c := range n.Children {
			parts[i] = show(c)
		}
		b.WriteString(open + strings.Join(parts, " ") + end)
	}
	return b.String()
}

// read reads a text and formats the tree, or the error that ended reading and its position.
func read(text string) string {
	d := libyaml.Read(text)
	switch {
	case d.Empty != nil:
		return fmt.Sprintf("nothing up to %d:%d", d.Empty.Line, d.Empty.Column)
	case d.Err != nil:
		return fmt.Sprintf("%d:%d %s", d.Err.At.Line, d.Err.At.Column, d.Err.Problem)
	case d.Extra != nil:
		return fmt.Sprintf("%s, more at %d:%d", show(d.Root), d.Extra.Line, d.Extra.Column)
	}
	return show(d.Root)
}

func TestTextsAreReadAsTreesOrRefusedWithTheFirstError(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"a: [1, {b: c}]\n", `{"a" ["1" {"b" "c"}]}`},
		{"{a:1}", `{"a:1" ""}`},
		{"[a: 1]", `[{"a" "1"}]`},
		{"- - 1\n  - 2\n-\n", `[["1" "2"] ""]`},
		{"k:\n- 1\n- 2\n", `{"k" ["1" "2"]}`},
		{"? a\n? b\n: c\n", `{"a" "" "b" "c"}`},
		{"a: &x !!str 1\nb: *x\n", `{"a" &x <tag:yaml.org,2002:str> "1" "b" *x}`},
		{"%TAG !e! tag:e,\n---\n!e!x a\n", `<tag:e,x> "a"`},
		{"! a", `<!> "a"`},
		{"|\n  a\n\n  b\n", `"a\n\nb\n"`},
		{">-\n  a\n  b\n\n  c\n", `"a b\nc"`},
		{"\"a\\u00e9\\\n  b\\x41\"", `"aébA"`},
		{"'it''s'", `"it's"`},
		{"a\n b\n\n c", `"a b\nc"`},
		{"--- a\n--- b\n", `"a", more at 1:0`},
		{"# nothing\n\n", "nothing up to 2:0"},
		{"  ", "nothing up to 1:0"},
		{"", "nothing up to 1:0"},
		{"a: b: c", "0:4 mapping values are not allowed in this context"},
		{"x: 1\n: a\n", "1:0 did not find expected key"},
		{"[1, 2", "1:0 did not find expected ',' or ']'"},
		{"a: 1\n\t# c\nb: 2\n", "1:0 found a tab character that violates indentation"},
		{"a: 1\nfoo\nbar: 2\n", "2:0 could not find expected ':'"},
		{"v: \"abc\n", "1:0 found unexpected end of stream"},
		{"a: 1\nb: \x01", "1:3 control characters are not allowed"},
		{"a: 1\n...\nb", "2:0 did not find expected <document start>"},
		{strings.Repeat("a", 1025) + ": 1", "0:1025 mapping values are not allowed in this context"},
	} {
		assert.Equal(t, tc.want, read(tc.text), tc.text)
	}
}

func TestAnErrorIsInTheTreeWhereReadingEnded(t *testing.T) {
	d := libyaml.Read("a: 1\nb: [x, y, @]\n")
	require.NotNil(t, d.Err)
	assert.Equal(t, `{"a" "1" "b" ["x" "y" broken] broken}`, show(d.Root))
}

// If a piece begins with continuation bytes, the search for the start of the character must not
// loop forever.
func TestATextOfContinuationBytesHasAnErrorAtItsStart(t *testing.T) {
	for _, lead := range []string{"", "a", "\xe2\x82", strings.Repeat("a", 511)} {
		d := libyaml.Read(lead + strings.Repeat("\xbd", 3_000))
		assert.NotNil(t, d.Err, "%q", lead)
	}
}

func TestDepthIsLimited(t *testing.T) {
	for _, text := range []string{strings.Repeat("[", 100_000), strings.Repeat("- ", 100_000),
		strings.Repeat("{a: ", 50_000)} {
		d := libyaml.Read(text)
		require.NotNil(t, d.Err)
		assert.Equal(t, libyaml.LimitLayer, d.Err.Layer)
	}
}

// TestMutatedTextsAreReadAsYAMLv3ReadsThem compares the trees with those of yaml.v3, another port of
// the same library. It differs in where it allows byte order marks inside a text and tabs before
// comments, and reads further ahead, so it may find another error first.
func TestMutatedTextsAreReadAsYAMLv3ReadsThem(t *testing.T) {
	seeds := []string{
		"a: &x [1, {b: c}]\nd: *x\n# end\n", "- - 'it''s'\n  - \"\\u00e9 \\\n    x\"\n- |2-\n    text\n   more\n",
		"? k\n: - 1\n  - {a: , b}\n<<: {x: y}\n",
		"--- !!map\nfoo: >\n  folded\n  text\n\n  end\nbar:\n- 1\n- a b\n  c\n...\n",
	}
	pieces := []string{" ", "\n", ": ", "- ", "? ", "[", "]", "{", "}", ",", " #", "&y ", "*x", "!t ", "|", ">", "'",
		"\"", "%", "@", "\\", "a", "1\n", "---\n", "...\n", "\r\n", "é", "\u2028"}
	r := rand.New(rand.NewSource(1))
	for range 20_000 {
		text := seeds[r.Intn(len(seeds))]
		for range r.Intn(4) {
			at := r.Intn(len(text) + 1)
			end := min(len(text), at+r.Intn(3))
			text = strings.ToValidUTF8(text[:at]+pieces[r.Intn(len(pieces))]+text[end:], "")
		}
		want, err := byYAMLv3(text)
		if err != nil && strings.Contains(err.Error(), "unknown anchor") {
			continue
		}
		d := libyaml.Read(text)
		got := d.Err == nil
		if d.Extra != nil {
			continue // yaml.v3 reads only the first document here
		}
		if assert.Equal(t, err == nil, got, "%q: %v", text, err) && err == nil && d.Root != nil {
			assert.Equal(t, want, show(withoutTags(d.Root)), "%q", text)
		}
	}
}

func withoutTags(n *libyaml.Node) *libyaml.Node {
	n.Tag = ""
	for _, c := range n.Children {
		withoutTags(c)
	}
	return n
}

func byYAMLv3(text string) (string, error) {
	d := yaml.NewDecoder(strings.NewReader(text))
	var first, second yaml.Node
	if err := d.Decode(&first); err != nil {
		if err.Error() == "EOF" {
			return "", nil
		}
		return "", err
	}
	if err := d.Decode(&second); err != nil && err.Error() != "EOF" {
		return "", err
	}
	return show(fromYAMLv3(first.Content[0])), nil
}

func fromYAMLv3(n *yaml.Node) *libyaml.Node {
	kinds := map[yaml.Kind]libyaml.Kind{yaml.ScalarNode: libyaml.Scalar, yaml.SequenceNode: libyaml.Sequence,
		yaml.MappingNode: libyaml.Mapping, yaml.AliasNode: libyaml.Alias}
	out := &libyaml.Node{Kind: kinds[n.Kind], Anchor: n.Anchor, Value: n.Value}
	if n.Kind == yaml.AliasNode {
		out.Anchor = n.Value
		return out
	}
	for _, c := range n.Content {
		out.Children = append(out.Children, fromYAMLv3(c))
	}
	return out
}
