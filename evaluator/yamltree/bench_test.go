package yamltree

import (
	"fmt"
	"strings"
	"testing"

	"pantograph/evaluator/source"
)

// template returns a template with about the given number of lines.
func template(lines int) string {
	var b strings.Builder
	b.WriteString("name: bench\nresources:\n")
	for i := 0; b.Len() < lines*24; i++ {
		fmt.Fprintf(&b, "  server%d:\n    type: aws:ec2:Instance\n    properties:\n      size: \"t%d\"\n"+
			"      image: ${image.id}\n      tags: {name: web-%d, env: [a, b]}\n      script: |\n        echo one\n"+
			"        echo two\n", i, i, i)
	}
	return b.String()
}

func BenchmarkParse(b *testing.B) {
	for _, lines := range []int{100, 1000, 10000} {
		valid := template(lines)
		for _, tc := range []struct{ name, text string }{
			{"valid", valid},
			{"one error", strings.Replace(valid, `size: "t1"`, `size: "t1`, 1)},
			{"error in the last entry", valid[:len(valid)-1] + "\n      q: [\n"},
			{"error in every entry", strings.ReplaceAll(valid, "env: [a, b]}", "env: [a, b}")},
			{"error in every line", strings.Repeat("  a: b: c\n", lines)},
			{"tabs", strings.ReplaceAll(valid, "  ", "\t")},
		} {
			b.Run(fmt.Sprintf("%d/%s", lines, tc.name), func(b *testing.B) {
				b.SetBytes(int64(len(tc.text)))
				for b.Loop() {
					Parse(source.NewFile("f", tc.text), Options{NoReferences: true})
				}
			})
		}
	}
}

// BenchmarkYAMLv3 measures yaml.v3 alone, which Parse uses as a fallback.
func BenchmarkYAMLv3(b *testing.B) {
	for _, lines := range []int{100, 1000, 10000} {
		text := template(lines)
		b.Run(fmt.Sprint(lines), func(b *testing.B) {
			for b.Loop() {
				_, _ = decode(text, false)
			}
		})
	}
}

func BenchmarkRange(b *testing.B) {
	d := Parse(source.NewFile("f", "k: |\n"+strings.Repeat("  some text ${x} and more\n", 1000)), Options{})
	n := d.Root.Get("k")
	i := strings.LastIndex(n.Value, "${x}")
	for b.Loop() {
		n.Range(i, i+4)
	}
}
