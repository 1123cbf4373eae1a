package yamltree

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"gopkg.in/yaml.v3"
	"pgregory.net/rapid"

	"pantograph/evaluator/source"
)

// A writer writes random documents in the styles that people use.
type writer struct {
	t     *rapid.T
	b     strings.Builder
	eol   string
	names int
}

func (w *writer) pick(options ...string) string {
	return rapid.SampledFrom(options).Draw(w.t, "pick")
}

func (w *writer) chance(percent int) bool { return rapid.IntRange(0, 99).Draw(w.t, "chance") < percent }

var words = []string{"a", "two words", "${x.y}", "é", "日本 語", "😀", "1.5", "x:y", "a#b", "it's", `say "hi"`,
	`back\slash`, "- no", "tab\there", "-x"}

// scalar writes a scalar on the current line.
func (w *writer) scalar(inFlow bool, column int) {
	if w.chance(10) {
		w.b.WriteString(w.pick("!!str ", "!x ", "! ", fmt.Sprintf("&a%d ", w.names)))
		w.names++
	}
	text := rapid.SampledFrom(words).Draw(w.t, "word")
	pad := strings.Repeat(" ", column+1)
	switch w.pick("plain", "single", "double", "multi", "multi single", "multi double") {
	case "plain":
		w.b.WriteString(w.pick("a", "two words", "é b", "${x}", "x:y", "a#b", "-x", "日本 語", "😀"))
	case "single":
		w.b.WriteString("'" + strings.ReplaceAll(text, "'", "''") + "'")
	case "double":
		w.b.WriteString(`"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "é", `\u00e9`, "\t", `\t`, "😀", `\U0001F600`).
			Replace(text) + `"`)
	case "multi":
		w.b.WriteString("one" + w.eol + pad + "two  " + w.eol + w.eol + pad + "thrée")
	case "multi single":
		w.b.WriteString("'one  " + w.eol + pad + "it''s" + w.eol + w.eol + w.eol + pad + "three '")
	case "multi double":
		w.b.WriteString(`"one` + w.eol + pad + `t\x77o\` + w.eol + pad + `\ three ` + w.eol + w.eol + pad + `f"`)
	}
}

// block writes a block scalar after a key or dash.
func (w *writer) block(column int) {
	indent := rapid.IntRange(1, 4).Draw(w.t, "indent")
	pad := strings.Repeat(" ", column+indent)
	head := w.pick("|", ">") + w.pick("", "-", "+")
	lead := ""
	if w.chance(20) {
		head += fmt.Sprint(indent)
		lead = w.pick("", "  ")
	}
	w.b.WriteString(head + w.pick("", " ", " # note") + w.eol)
	for range rapid.IntRange(1, 4).Draw(w.t, "lines") {
		w.b.WriteString(pad + lead + w.pick("text", "möre text", "${x}", "- [", "\"q") + w.eol)
		lead = w.pick("", "", " ")
		if w.chance(20) {
			w.b.WriteString(w.eol)
		}
	}
}

func (w *writer) flow(depth int, column int) {
	switch {
	case depth == 0 || w.chance(50):
		w.scalar(true, column)
	case w.chance(50):
		w.b.WriteString("[" + w.space())
		for i := range rapid.IntRange(0, 3).Draw(w.t, "items") {
			if i > 0 {
				w.b.WriteString("," + w.space())
			}
			if w.chance(15) {
				w.b.WriteString(w.pick("k: ", `"k":`, "? k : "))
			}
			w.flow(depth-1, column)
		}
		w.b.WriteString(w.space() + "]")
	default:
		w.b.WriteString("{" + w.space())
		for i := range rapid.IntRange(0, 3).Draw(w.t, "pairs") {
			if i > 0 {
				w.b.WriteString("," + w.space())
			}
			w.b.WriteString(fmt.Sprintf("k%d", i) + w.pick(": ", ":\t", " : "))
			w.flow(depth-1, column)
		}
		w.b.WriteString(w.pick("", " ", ",") + "}")
	}
}

func (w *writer) space() string { return w.pick("", "", " ", "  ") }

// entries writes a block collection whose first line is already indented.
func (w *writer) entries(depth, column int) {
	isList := w.chance(40)
	for i := range rapid.IntRange(1, 3).Draw(w.t, "entries") {
		if i > 0 {
			if w.chance(15) {
				w.b.WriteString(w.eol + w.pick("# comment", "   # [ \"odd") + w.eol)
			}
			w.b.WriteString(strings.Repeat(" ", column))
		}
		if isList {
			w.b.WriteString("-")
		} else {
			w.b.WriteString(w.pick(fmt.Sprintf("key%d", i), fmt.Sprintf(`"ké%d"`, i), fmt.Sprintf("'%d'", i),
				fmt.Sprintf("&k%d key%d", w.names, i)) + ":")
			w.names++
		}
		w.value(isList, depth-1, column)
	}
}

// value writes the text after a colon or a dash, including the line end.
func (w *writer) value(isItem bool, depth, column int) {
	deeper := column + rapid.IntRange(1, 4).Draw(w.t, "deeper")
	switch {
	case w.chance(8):
		w.b.WriteString(w.pick("", " ", " # none") + w.eol)
	case depth > 0 && isItem && w.chance(50):
		w.b.WriteString(strings.Repeat(" ", deeper-column-1+1))
		w.entries(depth, deeper+1)
	case depth > 0 && w.chance(60):
		w.b.WriteString(w.pick("", " # c", " &m"+fmt.Sprint(w.names), " !t") + w.eol + strings.Repeat(" ", deeper))
		w.names++
		w.entries(depth, deeper)
	case w.chance(25):
		w.b.WriteString(" ")
		w.block(column)
	default:
		w.b.WriteString(w.pick(" ", "  "))
		w.flow(2, column)
		w.b.WriteString(w.pick("", "  ", " # c") + w.eol)
	}
}

// TestSpansOfRandomDocumentsAreExact checks that spans are nested, and that the source of each scalar,
// parsed separately, has the scalar's value.
func TestSpansOfRandomDocumentsAreExact(t *testing.T) {
	valid, all := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		w := &writer{t: t}
		w.eol = w.pick("\n", "\n", "\r\n", "\r")
		w.b.WriteString(w.pick("", "", "\uFEFF", "# head"+w.eol, "---"+w.eol))
		w.entries(4, 0)
		text := w.b.String()
		d := Parse(source.NewFile("f", text), Options{AllDocuments: true})
		assert.Empty(t, check(d), "%q", text)
		assert.Empty(t, compare(text, true), "%q", text)
		all++
		if d.Partial {
			return
		}
		valid++
		nodes, err := decode(text, true)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		assert.Equal(t, yamlScalars(nodes[0].Content[0], nil), scalarsOf(d.Root, nil), "%q", text)
		readAlone(t, d.Root, text)
	})
	assert.Greater(t, valid, all*3/4, "too many texts are invalid")
}

// yamlScalars appends the values of the scalars and aliases in a node of yaml.v3.
func yamlScalars(y *yaml.Node, out []string) []string {
	switch y.Kind {
	case yaml.ScalarNode:
		out = append(out, y.Value)
	case yaml.AliasNode:
		out = append(out, "*"+y.Value)
	}
	for _, c := range y.Content {
		out = yamlScalars(c, out)
	}
	return out
}

// readAlone parses the source of each scalar separately with yaml.v3, and compares the values.
func readAlone(t *rapid.T, n *Node, text string) {
	for _, c := range n.Items {
		readAlone(t, c, text)
	}
	for _, p := range n.Pairs {
		readAlone(t, p.Key, text)
		readAlone(t, p.Value, text)
	}
	if n.Kind != Scalar || n.IsMissing() {
		return
	}
	if !n.origins().exact {
		t.Fatalf("%q: the characters of %q have no positions", text, n.Body().Text())
	}
	alone := n.Body().Text()
	switch n.Style {
	case Literal, Folded:
		// Add a key to restore the indentation, and the line break after the scalar.
		alone = strings.Repeat(" ", int(max(n.indent, 0))) + "k: " + alone + endOf(n)
	case Plain:
		if n.inFlow {
			alone = "[" + alone + "]"
		}
	}
	nodes, err := decode(alone, false)
	if err != nil {
		t.Fatalf("%q: parsing %q separately: %v", text, alone, err)
	}
	if len(nodes) == 0 {
		t.Fatalf("%q: %q contains no document", text, alone)
	}
	got := yamlScalars(nodes[0].Content[0], nil)
	if len(got) == 0 || got[len(got)-1] != n.Value {
		t.Fatalf("%q: parsed separately, %q is %q instead of %q", text, alone, got, n.Value)
	}
}

// endOf returns the line break after a block scalar.
func endOf(n *Node) string {
	t := n.Body().File().Text
	return t[n.Body().End() : n.Body().End()+breakLen(t, n.Body().End())]
}
