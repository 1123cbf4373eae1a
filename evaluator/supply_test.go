package evaluator_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/protocol"
)

const programWithUnknowns = `name: p
runtime: yaml
resources:
  web: {type: aws:ec2:Instance, properties: {ami: '${ami.id}'}}
variables:
  ami: {fn::invoke: {function: aws:ec2:getAmi, arguments: {owner: x}}}
outputs:
  text: ${web.publicIp}:${web.port} of ${ami.owners[1]}
  arn: ${web.arn}
  site: ${web.website.endpoint}
`

func labels(all []protocol.Unknown) (out []string) {
	for _, u := range all {
		out = append(out, u.Label+" = "+u.Sample)
	}
	return out
}

func TestUnknownsAreListedWithSamplesThatFit(t *testing.T) {
	s, err := evaluator.Evaluate(evaluator.Request{Files: []evaluator.File{{Name: "Pulumi.yaml",
		Text: programWithUnknowns}}})
	require.NoError(t, err)
	assert.Equal(t, []string{
		"web.publicIp = 203.0.113.7", "web.port = 8080", "web.arn = arn:aws:example:us-east-1:123456789012:web",
		"web.website = {endpoint: \"https://web.example.org\"}", "web.website.endpoint = https://web.example.org",
		"aws:ec2:getAmi = {id: getAmi-id, owners: [getAmi-owners, getAmi-owners]}", "aws:ec2:getAmi.id = getAmi-id",
		"aws:ec2:getAmi.owners = [getAmi-owners, getAmi-owners]",
	}, labels(s.Page(1, "", false).Unknowns))
}

func TestTheUnknownsThatAValueDependsOnAreFound(t *testing.T) {
	ask := newAsk(t, "pulumi", "Pulumi.yaml", programWithUnknowns)
	dependsOn := func(asked protocol.WhyRequest) (out []string) {
		for _, u := range ask(protocol.Request{Op: "unknowns", Unknowns: &asked}).Unknowns.Unknowns {
			out = append(out, u.Label)
		}
		return out
	}
	assert.Equal(t, []string{"web.publicIp", "web.port", "aws:ec2:getAmi.owners"},
		dependsOn(protocol.WhyRequest{Path: "outputs.text"}))
	assert.Equal(t, []string{"aws:ec2:getAmi"}, dependsOn(protocol.WhyRequest{Path: "variables.ami"}))
	assert.Equal(t, []string{"web.arn"}, dependsOn(protocol.WhyRequest{Node: "outputs.arn"}))
	assert.Equal(t, []string{"web.website.endpoint"},
		dependsOn(protocol.WhyRequest{Position: &protocol.PositionRequest{File: "Pulumi.yaml", Line: 10, Column: 14}}))
	assert.Empty(t, dependsOn(protocol.WhyRequest{Path: "outputs.none"}))
}

func TestPropertiesOfOneResultAreSuppliedTogether(t *testing.T) {
	ask := newAsk(t, "pulumi", "Pulumi.yaml", programWithUnknowns)
	give := func(text, path, typed string) string {
		return ask(protocol.Request{Op: "give", Give: &protocol.GiveRequest{Text: text, How: "value", Path: path,
			Value: typed}}).Give.Text
	}
	assert.Equal(t, "# mine\nmocks:\n  invokes:\n    \"aws:ec2:getAmi\":\n      result:\n        id: ami-7\n"+
		"        owners: [getAmi-owners, getAmi-owners]\n",
		give("# mine\n", "mocks\x00invokes\x00aws:ec2:getAmi\x00result\x00id", "ami-7"))
	assert.Equal(t, "mocks:\n  resources:\n    web:\n      outputs:\n        port: 22\n",
		give("", "mocks\x00resources\x00web\x00outputs\x00port", "22"))
	assert.Equal(t, "mocks:\n  resources:\n    web:\n      outputs:\n        arn: \"a, b\"\n",
		give("", "mocks\x00resources\x00web\x00outputs\x00arn", "a, b"))
	broken := ask(protocol.Request{Op: "give", Give: &protocol.GiveRequest{Text: "a: [", How: "samples"}}).Give
	assert.Equal(t, "a: [", broken.Text)
	assert.NotEmpty(t, broken.Error)
}

func TestASuppliedSecretIsMarkedAndNotSentBack(t *testing.T) {
	const program = `name: p
runtime: yaml
config: {key: {type: string, secret: true}}
resources:
  db: {type: x:y:Z, options: {additionalSecretOutputs: [password]}}
outputs: {p: '${db.password}', k: '${key}'}
`
	g, _ := newSupplier(t, "pulumi", []evaluator.File{{Name: "Pulumi.yaml", Text: program}})
	given := g.give("", protocol.GiveRequest{How: "samples"}).Text
	assert.Equal(t, "config:\n  key: {secret: sample-key}\nmocks:\n  resources:\n    db:\n      outputs:\n"+
		"        password: {$secret: db-password}\n", given)
	given = g.give(given, protocol.GiveRequest{How: "value", Path: "mocks\x00resources\x00db\x00outputs\x00password",
		Value: "hunter2"}).Text
	assert.Contains(t, given, "password: {$secret: hunter2}")
	for _, u := range g.snapshot(given).Page(1, "", false).Unknowns {
		assert.True(t, u.IsGiven && u.Secret && u.Given == "", u.Label)
	}
}

func TestAnUnknownThatCannotBeSuppliedHasNoPath(t *testing.T) {
	const program = "name: p\nruntime: yaml\noutputs: {t: {fn::invoke: {function: 'std:index:timestamp', arguments: " +
		"{}, return: result}}}\n"
	s, err := evaluator.Evaluate(evaluator.Request{Files: []evaluator.File{{Name: "Pulumi.yaml", Text: program}}})
	require.NoError(t, err)
	all := s.Page(1, "", false).Unknowns
	require.Len(t, all, 1)
	assert.Equal(t, protocol.Unknown{Label: "the time of the deployment is not known", Uses: 1,
		Used: all[0].Used}, all[0])
}

func TestAProblemSaysWhereToSupplyItsValue(t *testing.T) {
	for _, tc := range []struct{ dialect, file, text, want string }{
		{"hot", "template.yaml", "heat_template_version: wallaby\nparameters: {size: {type: number}}\n",
			"parameters\x00size"},
		{"pulumi", "Pulumi.yaml", "name: p\nruntime: yaml\nconfig: {size: {type: integer}}\n", "config\x00size"},
		{"esc", "env.yaml", "values: {a: {fn::open::aws-login: {}}}\n", "providers\x00aws-login\x00outputs"},
	} {
		s, err := evaluator.Evaluate(evaluator.Request{Dialect: tc.dialect,
			Files: []evaluator.File{{Name: tc.file, Text: tc.text}}})
		require.NoError(t, err)
		var gives []string
		for _, p := range s.Page(1, "", false).Problems {
			if p.Give != "" {
				gives = append(gives, p.Give)
			}
		}
		assert.Equal(t, []string{tc.want}, gives, tc.dialect)
	}
}

func TestAMockedValueIsMarkedInESCToo(t *testing.T) {
	g, _ := newSupplier(t, "esc",
		[]evaluator.File{{Name: "env.yaml",
			Text: "values:\n  a: {fn::open::aws-login: {}}\n  key: ${a.id}\n  text: its ${a.id}\n"}})
	given := g.give("", protocol.GiveRequest{How: "samples"}).Text
	r := g.snapshot(given).RenderPart("yaml", false, "")
	assert.Equal(t, "a:\n  id: aws-login-id\nkey: aws-login-id\ntext: its aws-login-id\n", r.Text)
	states := map[string]int{}
	for i := 0; i < len(r.Marks); i += protocol.MarkStride {
		states[protocol.MarkStates[r.Marks[i+3]]]++
	}
	assert.Equal(t, map[string]int{"key": 4, "mocked": 3}, states)
}
