package terraform

import (
	"fmt"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"pantograph/evaluator/source"
)

// megabyte returns a document of one MB with scalars of every kind.
func megabyte() string {
	var b strings.Builder
	for i := 0; b.Len() < 1<<20; i++ {
		fmt.Fprintf(&b, "item%d:\n  name: server-%d\n  count: %d\n  enabled: yes\n  ratio: 0.%d\n"+
			"  tags: [a, b, \"c d\"]\n  nested:\n    - key: value\n      other: 'text here'\n"+
			"    - plain text with words # comment\n", i, i, i, i)
	}
	return b.String()
}

func BenchmarkDecode(b *testing.B) {
	text := megabyte()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if d := decode(source.NewFile("main.yaml", text), nil); d.err != nil {
			b.Fatal(d.err.message)
		}
	}
}

// BenchmarkParseByYAMLv3 is for comparison: go-cty-yaml takes 2.2 times as long.
func BenchmarkParseByYAMLv3(b *testing.B) {
	text := megabyte()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		var n yaml.Node
		if err := yaml.Unmarshal([]byte(text), &n); err != nil {
			b.Fatal(err)
		}
	}
}
