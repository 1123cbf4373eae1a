package pulumi_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
)

const boxSchema = `{"name": "box", "types": {
  "box:index:Lid": {"type": "object", "properties": {"colour": {"$ref": "#/types/box:index:Colour"}, "tight": {"type": "boolean"}}},
  "box:index:Colour": {"type": "string", "enum": [{"value": "red"}, {"value": "blue"}]}},
 "resources": {"box:index:Box": {"inputProperties": {"size": {"type": "number"}, "lids": {"type": "array", "items": {"$ref": "#/types/box:index:Lid"}}}}},
 "functions": {"box:index/find:find": {}}}`

// completed returns the labels of the completions at the bar in a program.
func completed(t *testing.T, program string) string {
	text, at := strings.Replace(program, "|", "", 1), strings.IndexByte(program, '|')
	s, err := evaluator.Evaluate(evaluator.Request{Files: []evaluator.File{
		{Name: "Pulumi.yaml", Text: text},
		{Name: "box.json", Text: boxSchema},
		{Name: "inputs.yaml", Text: "schemas: [box.json]\n"},
	}})
	require.NoError(t, err)
	var labels []string
	for _, item := range s.Subject.Complete(s.Subject.Bundle.Files[0], at) {
		labels = append(labels, item.Label)
	}
	return strings.Join(labels, " ")
}

func TestKeysAndValuesAreCompletedWhereTheyBelong(t *testing.T) {
	const box = "resources:\n  a:\n    type: box:Box\n"
	for _, tc := range []struct{ program, want string }{
		{"name: x\nou|\n", "name runtime description config variables resources outputs"},
		{"resources:\n  a:\n    |\n", "type name defaultProvider properties options get"},
		{"resources:\n  a:\n    type: bo|\n", "box:Box pulumi:pulumi:StackReference"},
		{box + "    properties:\n      si|\n", "lids size"},
		{box + "    properties:\n      lids:\n        - tight: true\n          co|\n", "colour tight"},
		{box + "    properties:\n      lids:\n      - |\n", "colour tight"},
		{box + "    properties:\n      lids:\n        - colour: |\n", "red blue"},
		{box + "    properties:\n      lids:\n        - tight: |\n", "true false"},
		{box + "    get:\n      |\n", "id state"},
		{box + "    options:\n      customTimeouts:\n        c|\n", "create update delete read"},
		{box + "    options:\n      protect: |\n", "true false"},
		{"config:\n  n:\n    type: i|\n",
			"string number integer boolean object List<string> List<number> List<integer> List<boolean>"},
		{"variables:\n  v:\n    fn::invoke:\n      |\n", "function arguments options return"},
		{"variables:\n  v:\n    |\n", ""},
	} {
		assert.Equal(t, tc.want, completed(t, tc.program), tc.program)
	}
	assert.Contains(t, completed(t, "variables:\n  v:\n    fn::invoke:\n      function: |\n"), "box:find std:abs ")
}

func TestManyPropertiesAreStillChecked(t *testing.T) {
	lid := "        - {tight: true, colour: red}\n"
	text := "name: many\nresources:\n  a:\n    type: box:Box\n    properties:\n      size: big\n"
	for i := range 3000 {
		text += "      more" + strconv.Itoa(i) + ": 1\n"
	}
	s, err := evaluator.Evaluate(evaluator.Request{Files: []evaluator.File{
		{Name: "Pulumi.yaml", Text: text + "      lids:\n" + lid},
		{Name: "box.json", Text: boxSchema},
		{Name: "inputs.yaml", Text: "schemas: [box.json]\n"},
	}})
	require.NoError(t, err)
	require.NotEmpty(t, s.Problems)
	assert.Contains(t, s.Problems[0].Message, "Cannot assign type 'string' to type 'number'")
	assert.Contains(t, s.Problems[0].Message, "; and 2993 more")
}
