package strictyaml

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	yaml "gopkg.in/yaml.v3"
	"pgregory.net/rapid"

	"pantograph/evaluator/source"
)

// Where the two languages agree, gopkg.in/yaml.v3 defines the meaning of a text.

// tree generates nested strings, arrays and hashes.
func tree(t *rapid.T, depth int) *yaml.Node {
	kind := 0
	if depth < 4 {
		kind = rapid.IntRange(0, 3).Draw(t, "kind")
	}
	n := &yaml.Node{}
	switch kind {
	case 2:
		n.Kind = yaml.SequenceNode
		for range rapid.IntRange(1, 3).Draw(t, "items") {
			n.Content = append(n.Content, tree(t, depth+1))
		}
	case 3:
		n.Kind = yaml.MappingNode
		seen := map[string]bool{}
		for range rapid.IntRange(1, 3).Draw(t, "keys") {
			k := rapid.StringMatching(`[a-z]{1,4}`).Draw(t, "key")
			if !seen[k] {
				seen[k] = true
				n.Content = append(n.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: k},
					tree(t, depth+1))
			}
		}
	default:
		n.Kind, n.Tag = yaml.ScalarNode, "!!str"
		n.Value = rapid.StringMatching(`[ a-z#:'"\n\\é-]{0,12}`).Draw(t, "text")
		n.Style = rapid.SampledFrom([]yaml.Style{yaml.SingleQuotedStyle, yaml.DoubleQuotedStyle, yaml.LiteralStyle,
			yaml.FoldedStyle}).Draw(t, "style")
	}
	return n
}

// same converts a yaml.v3 node to the form of show.
func same(n *yaml.Node) *Node {
	switch n.Kind {
	case yaml.ScalarNode:
		return &Node{Value: n.Value, parts: &noParts}
	case yaml.SequenceNode:
		out := &Node{Kind: Array, parts: &parts{}}
		for _, c := range n.Content {
			out.Items = append(out.Items, same(c))
		}
		return out
	}
	out := &Node{Kind: Hash, parts: &parts{}}
	for i := 0; i+1 < len(n.Content); i += 2 {
		out.Pairs = append(out.Pairs, Pair{same(n.Content[i]), same(n.Content[i+1])})
	}
	return out
}

func TestTheOutputOfYAMLIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		root := tree(t, 0)
		text, err := yaml.Marshal(root)
		require.NoError(t, err)
		var peer yaml.Node
		if yaml.Unmarshal(text, &peer) != nil || strings.Contains(string(text), "{}") {
			return
		}
		s := Read(source.NewFile("x.yaml", string(text)))
		assert.Empty(t, s.Problems, "%s", text)
		assert.Equal(t, shorten(same(peer.Content[0])), shorten(s.Documents[0].Root), "%s", text)
	})
}

// pieces are fragments of lines in block style that both languages read alike.
var pieces = []string{"a", "b", "c", " ", "  ", "\n", "\n", "- ", ": ", ":", "-", "'x'", `"y"`, "# n", "\n  ", "\n    ",
	"x y", "? ", "|\n", ">\n", "\n---\n", "...\n", "\\", `"\t"`, "''"}

func TestLinesAreAcceptedAndReadAsInYAML(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 24).Draw(t, "pieces"), "")
		var peer yaml.Node
		decoder := yaml.NewDecoder(strings.NewReader(text))
		err := decoder.Decode(&peer)
		s := Read(source.NewFile("x.yaml", text))
		if err != nil || len(s.Problems) > 0 || len(s.Documents) == 0 || peer.Kind == 0 || len(peer.Content) == 0 {
			return // acceptance differs in known ways; see the conformance cases
		}
		assert.Equal(t, shorten(same(peer.Content[0])), shorten(s.Documents[0].Root), "%q", text)
	})
}

func TestNoTextBreaksTheReader(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(append([]string{"\t", "@", "%", "\r", "\uFEFF", "é",
			"\x00", "{", "[x", "'", `"`, `\`, "|-2"}, pieces...)), 0, 40).Draw(t, "pieces"), "")
		f := source.NewFile("x.yaml", text)
		for _, d := range Read(f).Documents {
			within(t, d.Root, f.Span(0, len(text)))
		}
	})
}

// within checks that the span of each node is inside that of its parent, and that the span of each
// byte of its string is inside that of the node.
func within(t *rapid.T, n *Node, outer source.Span) {
	if n.Span.Start() < outer.Start() || n.Span.End() > outer.End() || n.Span.Start() > n.Span.End() {
		t.Fatalf("%v is not inside %v", n.Span, outer)
	}
	for i := range n.Value {
		if at := n.At(i, i+1); at.Start() < n.Span.Start() || at.End() > n.Span.End() || at.Start() > at.End() {
			t.Fatalf("byte %d of %q has the span %d-%d", i, n.Value, at.Start(), at.End())
		}
	}
	for _, c := range n.Items {
		within(t, c, n.Span)
	}
	for _, p := range n.Pairs {
		within(t, p.Key, n.Span)
		within(t, p.Value, n.Span)
	}
}
