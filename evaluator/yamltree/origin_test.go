package yamltree

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRangeReturnsTheSourceOfAPartOfAScalar(t *testing.T) {
	for _, tc := range []struct{ claim, text, piece, want string }{
		{"plain", "k: a ${x} b", "${x}", "${x}"},
		{"plain after characters of several bytes", "k: é😀 ${x} b", "${x}", "${x}"},
		{"plain on its second line", "k: a\n   b ${x}\n   c", "${x}", "${x}"},
		{"plain across lines", "k: a ${x\n  y} c", "${x y}", "${x\n  y}"},
		{"single quoted after a doubled quote", "k: 'it''s ${x}'", "${x}", "${x}"},
		{"a doubled quote itself", "k: 'it''s'", "'", "''"},
		{"single quoted across lines", "k: 'a\n\n  b ${x}'", "${x}", "${x}"},
		{"double quoted after escapes", `k: "\u00e9\x41\n ${x}"`, "${x}", "${x}"},
		{"an escape itself", `k: "a\u00e9b"`, "é", `\u00e9`},
		{"escapes inside", `k: "${\"a\"}"`, `${"a"}`, `${\"a\"}`},
		{"double quoted after an escaped line break", "k: \"a\\\n   ${x}\"", "${x}", "${x}"},
		{"literal", "k: |\n  a\n  b ${x} c\n", "${x}", "${x}"},
		{"literal across lines", "k: |\n  a ${x\n  y} c\n", "${x\ny}", "${x\n  y}"},
		{"literal with CR LF", "k: |\r\n  a\r\n  ${x}\r\n", "${x}", "${x}"},
		{"literal with an indentation indicator", "k: |1\n   ${x}\n", "${x}", "${x}"},
		{"literal, the line break at the end", "k: |\n  a\n", "a\n", "a"},
		{"folded", "k: >\n  a\n  ${x}\n\n  b ${y}\n", "${y}", "${y}"},
		{"folded across lines", "k: >\n  a ${x\n  y}\n", "${x y}", "${x\n  y}"},
		{"folded, more indented", "k: >\n  a\n    ${x}\n  b\n", "${x}", "${x}"},
		{"in flow", "k: [a, b $x c, 'c']", "$x", "$x"},
		{"after a tag", "k: !!str &a 'x ${x}'", "${x}", "${x}"},
	} {
		d := parse(tc.text)
		require.Empty(t, d.Problems, tc.claim)
		n := find(d.Root, tc.piece)
		require.NotNil(t, n, tc.claim)
		i := strings.Index(n.Value, tc.piece)
		assert.Equal(t, tc.want, n.Range(i, i+len(tc.piece)).Text(), tc.claim)
		assert.Equal(t, n.Range(i, i+1).Start(), n.At(i), tc.claim)
	}
}

// find returns the first scalar that contains a string, except for keys.
func find(n *Node, piece string) *Node {
	if n.Kind == Scalar && strings.Contains(n.Value, piece) {
		return n
	}
	for _, c := range n.Items {
		if f := find(c, piece); f != nil {
			return f
		}
	}
	for _, p := range n.Pairs {
		if f := find(p.Value, piece); f != nil {
			return f
		}
	}
	return nil
}

func TestRangeReturnsAnEmptySpanForAnEmptyRange(t *testing.T) {
	d := parse("k: 'abc'\nm:\n")
	n := d.Root.Get("k")
	assert.Equal(t, "", n.Range(1, 1).Text())
	assert.EqualValues(t, 5, n.Range(1, 1).Start())
	assert.EqualValues(t, 7, n.At(3), "the end of the value is before the closing quote")
	assert.EqualValues(t, 4, n.At(0))
	assert.Equal(t, "bc", n.Range(1, 99).Text())
	m := d.Root.Get("m")
	assert.Equal(t, m.Span, m.Range(0, 0))
}

func TestNodeAtReturnsThePathToTheInnermostNode(t *testing.T) {
	text := "a:\n  - x\n  - \"fn::b\": [p, q]\n    c: 1\nd:\ne: f\n"
	d := parse(text)
	for _, tc := range []struct{ at, node string }{
		{"x", "x"},
		{"q", "q"},
		{"fn", `"fn::b"`},
		{"1\n", "1"},
		{"e: f", "e"},
		{"f\n", "f"},
		{"\ne:", ""},
	} {
		nodes := d.NodeAt(strings.Index(text, tc.at))
		require.NotEmpty(t, nodes, tc.at)
		assert.Equal(t, tc.node, nodes[len(nodes)-1].Span.Text(), tc.at)
	}
	assert.Nil(t, parse("").NodeAt(0))
}

// TestPositionsAreKnownWithEveryLineBreak writes every scalar style with every combination of the line
// breaks of YAML 1.1 inside and after it.
func TestPositionsAreKnownWithEveryLineBreak(t *testing.T) {
	breaks := []string{"\n", "\r", "\r\n", nextLine, lineSeparator, paragraphSeparator}
	shapes := []string{
		"00B0E", "00 B 0 E", "00BB0EE", "k: 00B 0E", "- 00B  0E- 1E", "[00B 0E]", "[00B 0E, 1]", "{a: 00B 0E}",
		"'00B0'E", "\"00B0\"E", "\"00\\B 0\"E", "|B 00B 0E", "|-B 00B 0EE", ">B 00B 0E", ">+B 00B  0EE", "k: |B 00E",
		"00B0 # cE", "00B0E# c", "00B0E...E", "00B0E--- 1", "! 00B0E", "&a 00B0E",
	}
	count := 0
	for _, shape := range shapes {
		for _, inside := range breaks {
			for _, end := range append(breaks, "") {
				text := strings.NewReplacer("B", inside, "E", end).Replace(shape)
				d := parse(text)
				assert.Empty(t, check(d), "%q", text)
				if d.Partial || d.Root == nil {
					continue
				}
				count++
				if n := inexact(d.Root); n != nil {
					t.Errorf("%q: the characters of %q have no positions", text, n.Value)
				}
			}
		}
	}
	assert.Greater(t, count, 500)
}
