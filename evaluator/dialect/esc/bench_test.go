package esc_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
)

// BenchmarkThousandProperties evaluates an environment in which two of five properties are
// literals, and the others strings, objects and calls that use them. It includes parsing.
func BenchmarkThousandProperties(b *testing.B) {
	text := environmentOf(1000)
	req := evaluator.Request{Dialect: "esc", Files: []evaluator.File{{Name: "env.yaml", Text: text}}}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		s, err := evaluator.Evaluate(req)
		require.NoError(b, err)
		require.Empty(b, s.Problems)
	}
}

// environmentOf writes an environment with n properties. Each refers only to earlier ones.
func environmentOf(n int) string {
	var b strings.Builder
	b.WriteString("values:\n")
	for i := range n {
		literal := i / 20 * 20 // the first of every twenty is a literal
		switch k := i % 20; {
		case k < 8:
			fmt.Fprintf(&b, "  p%d: name-%d\n", i, i)
		case k < 14:
			fmt.Fprintf(&b, "  p%d: of ${p%d} and ${p%d}\n", i, literal, literal+k%8)
		case k < 17:
			fmt.Fprintf(&b, "  p%d:\n    port: %d\n    tags: [a, b]\n    owner:\n      team: core\n"+
				"      mail: ${p%d}\n", i, i, literal+1)
		case k < 18:
			fmt.Fprintf(&b, "  p%d:\n    fn::join: [\",\", [\"${p%d}\", x]]\n", i, literal+2)
		default:
			fmt.Fprintf(&b, "  p%d:\n    fn::toJSON: ${p%d.owner}\n", i, literal+14)
		}
	}
	return b.String()
}
