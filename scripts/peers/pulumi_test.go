package main

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"
)

func TestProgramsOfBothEnginesHaveTheSameForm(t *testing.T) {
	const program = "name: t\nruntime: yaml\nresources:\n  r: {type: 'a:B', properties: {x: 1.5, y: [true, null]}}\n" +
		"outputs:\n  id: ${r.id}\n  x: ${r.x}\n  s: {fn::secret: [pw]}\n  none: null\n"
	theirs, crashed := theirProgram(program)
	assert.False(t, crashed)
	assert.Equal(t, map[string]any{
		"resources": map[string]any{"r": map[string]any{"type": "a:index:B", "inputs": map[string]any{"x": "number 1.5",
			"y": []any{true, nil}}, "options": map[string]any{}}},
		"outputs": map[string]any{"id": "text r_id", "x": "number 1.5", "s": []any{"text pw"}},
	}, theirs.value)
	assert.Equal(t, []string{"s"}, theirs.secrets)
	assert.Equal(t, difference{}, compareProgram(program))
}

func TestErrorsOfLaterPhasesAreIgnored(t *testing.T) {
	theirs := answer{problems: []report{{severity: "error", text: "first"}}}
	d := document{Problems: []problem{{Severity: "error", Message: "first"}, {Severity: "error", Message: "second"},
		{Severity: "warning", Code: "hint-x", Message: "third"}}}
	assert.Equal(t, theirs, ourProgram(d, theirs))
	assert.Len(t, ourProgram(d, answer{}).problems, 2)
}

func TestAMessageWithSeveralErrorsIsSplit(t *testing.T) {
	assert.Equal(t, []report{{"error", "variable a is b", "Main.yaml", 1, 13},
		{"error", `resource, variable, or config value "x" not found`, "Main.yaml", 2, 1}},
		listed("2 errors occurred:\n\t* Main.yaml:1,13-19: variable a is b; why\n"+
			"\t* Main.yaml:2,1-2: resource or variable named \"x\" could not be found\n"))
	assert.Equal(t, []report{{severity: "error", text: refused}}, listed("awaiting input"))
}

func TestPropertiesAreUnwrapped(t *testing.T) {
	assert.Equal(t, "text s", plainProperty(resource.MakeSecret(resource.NewStringProperty("s"))))
	assert.Equal(t, unknownValue, plainProperty(resource.MakeComputed(resource.NewStringProperty(""))))
	assert.Nil(t, plainProperty(resource.NewNullProperty()))
}
