package terraform_test

import (
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/protocol"
)

const servicesDocument = "a: &base {x: 1}\nb: {<<: *base, \"two words\": true, list: [{k: v}]}\n"

// asked evaluates a document and sends a request about the position marked ‸: in a file, or
// in a line of the console.
func asked(t *testing.T, op, file, marked string) protocol.Reply {
	text := strings.Replace(marked, "‸", "", 1)
	before, _, _ := strings.Cut(marked, "‸")
	files := map[string]string{"main.yaml": servicesDocument}
	at := &protocol.PositionRequest{File: file, Line: strings.Count(before, "\n") + 1,
		Column: len(utf16.Encode([]rune(before[strings.LastIndexByte(before, '\n')+1:]))) + 1}
	if file == "" {
		at.Text = text
	} else {
		files[file] = text
	}
	evaluate := &protocol.EvaluateRequest{Dialect: "terraform"}
	for name, text := range files {
		evaluate.Files = append(evaluate.Files, protocol.File{Name: name, Text: text})
	}
	engine := evaluator.New()
	engine.Call((&protocol.Request{Op: "evaluate", Evaluate: evaluate}).AppendJSON(nil))
	request := &protocol.Request{Op: op, Hover: at}
	if op == "complete" {
		request = &protocol.Request{Op: op, Complete: at}
	}
	var reply protocol.Reply
	require.NoError(t, protocol.Decode(engine.Call(request.AppendJSON(nil)), &reply))
	return reply
}

func TestMatchingNamesAreProposedWhileALineIsTyped(t *testing.T) {
	for _, tc := range []struct{ file, marked, want string }{
		{"", "yamld‸", "yamldecode("},
		{"", "1 + len‸", "length("},
		{"", `yamldecode(file("main.yaml")).‸`, "a b"},
		{"", `yamldecode(file("main.yaml")).b.‸`, `list ["two words"] x`},
		{"", `upper(yamldecode(file("main.yaml")).b.list[0].‸`, "k"},
		{"", `[for k in keys({z = 1}) : {a = {y = 2}}.a.‸`, "y"},
		{"", `"${{z = 1}.‸`, "z"},
		{"", `yamldecode(file("main.yaml"))["‸`, "a b"},
		{"", `file("‸`, "main.yaml"},
		{"", `"upp‸`, ""},
		{"", `nothing.‸`, ""},
		{"", `sensitive({a = 1}).‸`, ""},
		{"", `((.‸`, ""},
		{"inputs.yaml", `expression: 'yamldecode(file("main.yaml")).a.‸'`, "x"},
		{"inputs.yaml", "expressions:\n  - upp‸", "upper("},
		{"inputs.yaml", "expr‸", ""},
		{"main.yaml", "a: &one 1\nb: &two {c: *‸}\n", "*one"},
		{"main.yaml", "a: !!s‸", "!!str !!int !!float !!bool !!null !!timestamp !!binary !!map !!seq"},
		{"main.yaml", "upp‸", ""},
	} {
		var names []string
		for _, item := range asked(t, "complete", tc.file, tc.marked).Complete.Items {
			names = append(names, strings.TrimSpace(item.Insert))
		}
		assert.Equal(t, tc.want, strings.Join(names, " "), tc.marked)
	}
}

func TestHoverDescribesTheNameAtTheCursor(t *testing.T) {
	for _, tc := range []struct{ marked, title, value string }{
		{"up‸per(\"a\")", "upper(str)", ""},
		{"upper(‸", "upper(str)", ""},
		{"join(\",\", [1, ‸", "join(separator, lists...)", ""},
		{`yamldecode(file("main.yaml")).a‸`, "a", `{"x": 1}`},
		{`yamldecode(file("main.yaml")).b.li‸st[0].k`, "list", `[{"k": "v"}]`},
		{`[for x in [1] : x‸]`, "", ""},
		{"1 + ‸", "", ""},
		{"‸", "", ""},
	} {
		h := asked(t, "hover", "", tc.marked).Hover
		assert.Equal(t, tc.title, h.Title, tc.marked)
		assert.Equal(t, tc.value, h.Value, tc.marked)
	}
}

func TestTheGraphShowsWhereAliasesAreAndTheKeysThatTheyAdd(t *testing.T) {
	s := evaluate(t, "main.yaml",
		"a: &base {x: 1, y: 2}\nb:\n  x: 0\n  <<: *base\n  y: 3\nc: [*base, {<<: *base, x: 5, y: 6}]\n")
	var details []string
	for _, n := range s.Graph().Nodes {
		if n.Kind == "alias" {
			details = append(details, n.Detail)
		}
	}
	assert.Equal(t, []string{"adds x to b", "at c[0]", "adds nothing to c[1]"}, details)
	s = evaluate(t, "main.yaml", "<<: &a {x: 1}\nk: *a\n")
	require.Len(t, s.Graph().Nodes, 2)
	assert.Equal(t, "at k", s.Graph().Nodes[1].Detail)
}
