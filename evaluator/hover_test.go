package evaluator_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/protocol"
	"pantograph/evaluator/source"
)

// hoverAt returns the hover at the mark « in a file, requested as the page does.
func hoverAt(t *testing.T, dialect, name, text string) protocol.Hover {
	t.Helper()
	at := strings.Index(text, "«")
	text = strings.Replace(text, "«", "", 1)
	e := evaluator.New()
	ask := func(r protocol.Request) protocol.Reply {
		var reply protocol.Reply
		require.NoError(t, json.Unmarshal(e.Call(r.AppendJSON(nil)), &reply))
		return reply
	}
	ask(protocol.Request{Op: "evaluate", Evaluate: &protocol.EvaluateRequest{Dialect: dialect,
		Files: []protocol.File{{Name: name, Text: text}}}})
	p := source.NewFile(name, text).Position16(at)
	return *ask(protocol.Request{Op: "hover", Hover: &protocol.PositionRequest{File: name, Line: p.Line,
		Column: p.Column}}).Hover
}

func TestTheHoverOfAnUnknownSaysWhereToSupplyIt(t *testing.T) {
	const program = "name: p\nruntime: yaml\nresources: {b: {type: \"aws:s3:Bucket\"}}\n" +
		"variables: {v: \"${b.arn}\"}\noutputs:\n  x: "
	for _, text := range []string{program + "${«b.arn}\n", program + "${«v}\n"} {
		h := hoverAt(t, "pulumi", "Pulumi.yaml", text)
		assert.Equal(t, "unknown", h.State, text)
		assert.Equal(t, "b.arn", h.Why, text)
		assert.Equal(t, "mocks\x00resources\x00b\x00outputs\x00arn", h.Supply, text)
		assert.Empty(t, h.Value, text)
		assert.NotContains(t, h.Type, "unknown", text)
	}
	h := hoverAt(t, "hot", "template.yaml",
		"heat_template_version: 2021-04-16\noutputs: {a: {value: {get_param: «OS::stack_name}}}\n")
	assert.Equal(t, "stack\x00name", h.Supply)
}

func TestTheHoverOfAFunctionListsItsParameters(t *testing.T) {
	h := hoverAt(t, "hot", "template.yaml",
		"heat_template_version: 2021-04-16\noutputs: {a: {value: {«get_attr: [a, b]}}}\n")
	assert.NotContains(t, h.Doc, "\n")
	require.Len(t, h.Params, 3)
	assert.Equal(t, protocol.Param{Name: "path", Type: "string or number",
		Doc: "keys and indices, as many as are needed", Optional: true}, h.Params[2])
}

func TestAHintIsLeftOutIfAnErrorExplainsIt(t *testing.T) {
	for _, tc := range []struct {
		name, dialect string
		files         []evaluator.File
		want          []string
	}{
		{"a misspelt use of a variable", "pulumi",
			[]evaluator.File{{Name: "Pulumi.yaml",
				Text: "name: p\nruntime: yaml\nvariables: {abc: 1, other: 2}\noutputs: {x: \"${abd}\"}\n"}},
			[]string{"hint-unused-variable other", "unknown-name abd"}},
		{"a misspelt use of config", "pulumi",
			[]evaluator.File{{Name: "Pulumi.yaml",
				Text: "name: p\nruntime: yaml\nconfig: {abc: {default: 1}}\noutputs: {x: \"${abd}\"}\n"}},
			[]string{"unknown-name abd"}},
		{"a misspelt resource, with a mock for the right name", "pulumi", []evaluator.File{
			{Name: "Pulumi.yaml",
				Text: "name: p\nruntime: yaml\nresources: {bukcet: {type: \"aws:s3:Bucket\"}}\n" +
					"outputs: {x: \"${bucket.id}\"}\n"},
			{Name: "inputs.yaml", Text: "mocks: {resources: {bucket: {id: x}}}\n"},
		}, []string{"unknown-name bucket"}},
		{"a misspelt group", "pullconf",
			[]evaluator.File{{Name: "c.yaml",
				Text: "type: client\nname: a\napi_key: <...>\ngroups:\n  - wob\n---\ntype: group\nname: web\n---\n" +
					"type: group\nname: other\n"}},
			[]string{"api-key-placeholder <...>", "hint-unused-group other", "unknown-group wob"}},
	} {
		s, err := evaluator.Evaluate(evaluator.Request{Dialect: tc.dialect, Files: tc.files})
		require.NoError(t, err)
		var got []string
		for _, p := range s.Problems {
			got = append(got, string(p.Code)+" "+p.Span.Text())
		}
		assert.ElementsMatch(t, tc.want, got, tc.name)
	}
}
