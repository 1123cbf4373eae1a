package redact

import (
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/source"
)

var places = []bind.Secrets{{
	Values: []string{"secret", "$secret"}, Beside: []string{"outputs"}, Whole: []string{"decrypt"},
	Marks:   []string{"hidden"},
	Initial: []string{"default"}, Plain: []string{"fn::secret"}, Sealed: []string{"secure"},
}}

// nested returns a list of about size bytes. Each item is inside, between 400 copies of open and 400
// copies of end.
func nested(size int, open, inside, end string) string {
	one := strings.Repeat(open, 400) + inside + strings.Repeat(end, 400) + ",\n"
	return "[" + strings.Repeat(one, size/len(one)) + "]\n"
}

func aliases(size int, form string) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		b.WriteString(strings.NewReplacer("THIS", word(i), "NEXT", word(i+1)).Replace(form))
	}
	return b.String() + "last: &" + word(strings.Count(b.String(), "\n")) + " x\n"
}

func word(i int) string {
	return "a" + strings.Repeat("b", i%7) + string(rune('a'+i/7%26)) + strings.Repeat("c", i/182%97)
}

// TestTheWorkIsLinearInTheLengthOfTheText compares the work for a text with that for half of it. A
// quadratic algorithm does four times the work for twice the text, so twice per byte.
func TestTheWorkIsLinearInTheLengthOfTheText(t *testing.T) {
	if runtime.GOARCH == "wasm" {
		t.Skip("the native test counts the same steps in less time")
	}
	repeat := func(text string) func(int) string {
		return func(size int) string { return strings.Repeat(text, size/len(text)) }
	}
	for about, write := range map[string]func(size int) string{
		"secrets":             repeat("- {secret: hunter2}\n"),
		"secrets on one line": func(size int) string { return "[" + repeat("{secret: hunter2}, ")(size) + "]" },
		"broken secrets":      repeat("- {secret: hunter2\n"),
		"secrets in brackets": repeat("- {secret: [\n"),
		"quotes":              repeat("- {secret: \"\n  x: '\n"),
		"secrets after [":     func(size int) string { return "x: [\n" + repeat("- secret: |\n    hunter2\n")(size) },
		"brackets":            repeat("{[secret: "),
		"nested secrets":      func(size int) string { return nested(size, "{secret: ", "x", "}") },
		"nested anchors": func(size int) string {
			return nested(size, "[&a ", "*a", "]") + "secret: *a\n"
		},
		"chains": func(size int) string {
			return "secret: *" + word(0) + "\n" +
				aliases(size, "k: &THIS [*NEXT]\n")
		},
		"broken chains": func(size int) string {
			return "secret: *" + word(0) + "\n" +
				aliases(size, "k: &THIS [*NEXT\n")
		},
		"aliases": func(size int) string { return "x: &x y\nsecret: [" + repeat("*x, ")(size) + "]\n" },
		"broken aliases": func(size int) string {
			return "x: &x y\nsecret: [" + repeat("*x, &x ")(size)
		},
		"merges": func(size int) string {
			return "x: &x {" + repeat("a: b, ")(size/2) + "secret: true}\nlist:\n" + repeat("- {<<: *x}\n")(size/2)
		},
		"colons":   repeat("a:"),
		"blanks":   func(size int) string { return "{" + repeat(" ")(size) + ":" },
		"comments": repeat("# secret: x\n"),
		"texts":    func(size int) string { return "a: '" + repeat("secret: ")(size) + "'" },
		"lines":    repeat("secret\n"),
	} {
		work := func(size int, name string) float64 {
			text := write(size)
			s := newSearch([]string{"pass"}, places)
			s.run([]*source.File{source.NewFile(name, text)}, places)
			return float64(s.work) / float64(len(text))
		}
		names := []string{"inputs.yaml"}
		if about == "merges" || about == "nested anchors" || about == "broken secrets" {
			names = append(names, "template.yaml")
		}
		for _, name := range names {
			half, whole := work(512<<10, name), work(1<<20, name)
			assert.Less(t, whole, 1.2*half+0.1, "%s in %s: steps for each byte", about, name)
			assert.Less(t, whole, 40.0, "%s in %s", about, name)
		}
	}
}
