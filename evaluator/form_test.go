package evaluator_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/protocol"
)

const declared = `heat_template_version: wallaby
parameters:
  free: {type: string, default: text}
  size: {type: number, default: 2, label: Size, constraints: [{range: {min: 1, max: 9}}, {modulo: {step: 2, offset: 1}}]}
  list: {type: comma_delimited_list, constraints: [{length: {max: 3}, description: not too many}]}
  data: {type: json, default: {}}
  word: {type: string, hidden: true, default: hunter2, constraints: [{allowed_values: [hunter2, x]}]}
  env: {type: string, constraints: [{length: {min: 4}, description: not this}]}
`

func TestTheFormSaysWhatIsGivenAndWhatIsElse(t *testing.T) {
	s, err := evaluator.Evaluate(evaluator.Request{Files: []evaluator.File{
		{Name: "template.yaml", Text: declared}, {Name: "env.yaml", Text: "parameters: {env: prod}\n"},
		{Name: "inputs.yaml", Text: "parameters:\n  size: 3\n  list: [a, b]\n  word: x\n  env: no\n"}}})
	require.NoError(t, err)
	form := s.Page(1, "", false).Form
	require.Len(t, form, 1)
	f := form[0].Fields
	at := func(i int) protocol.FormField { f[i].Range = protocol.Range{}; return f[i] }
	assert.Equal(t, protocol.FormField{Path: "parameters\x00free", Name: "free", Label: "free", Type: "string", Otherwise: "text", From: "default"}, at(0))
	assert.Equal(t, protocol.FormField{Path: "parameters\x00size", Name: "size", Label: "Size", Type: "number", Given: "3", IsGiven: true, Otherwise: "2", From: "default",
		Rules: []string{"range 1 to 9", "a multiple of 2 plus 1"}}, at(1))
	assert.Equal(t, "[a, b]", f[2].Given)
	assert.Equal(t, `the value of "env": not this`, f[5].Wrong)
	assert.Equal(t, []string{"not too many"}, f[2].Rules)
	assert.Equal(t, protocol.FormField{Path: "parameters\x00word", Name: "word", Label: "word", Type: "string", IsGiven: true, Otherwise: "[secret]", From: "default", Secret: true,
		Choices: []string{"hunter2", "x"}}, at(4))
}

func TestAValueOfTheEnvironmentIsWhatCountsOtherwise(t *testing.T) {
	s, err := evaluator.Evaluate(evaluator.Request{Files: []evaluator.File{
		{Name: "template.yaml", Text: declared}, {Name: "env.yaml", Text: "parameters: {env: prod}\n"}}})
	require.NoError(t, err)
	f := s.Page(1, "", false).Form[0].Fields[5]
	assert.Equal(t, "prod env.yaml", f.Otherwise+" "+f.From)
}

func TestWhatIsTypedIsWrittenAsTheFieldTakesIt(t *testing.T) {
	ask := asking(t, "hot", "template.yaml", declared)
	for _, tc := range []struct{ name, typed, want string }{
		{"free", "5", `free: "5"`}, {"free", "a: b", `free: "a: b"`}, {"free", "web", "free: web"},
		{"size", "5", "size: 5"}, {"size", "0x5", `size: "0x5"`}, {"list", "a,b", `list: "a,b"`}, {"list", "5", `list: "5"`},
		{"data", "{a: [1]}", "data: {a: [1]}"}, {"data", "{a: ", `data: "{a: "`},
	} {
		reply := ask(protocol.Request{Op: "input", Input: &protocol.InputRequest{Path: "parameters\x00" + tc.name, Value: tc.typed}})
		assert.Equal(t, "parameters:\n  "+tc.want+"\n", reply.Input.Text)
	}
	broken := ask(protocol.Request{Op: "input", Input: &protocol.InputRequest{Text: "a: [", Path: "parameters\x00free", Value: "x"}})
	assert.NotEmpty(t, broken.Input.Error)
}
