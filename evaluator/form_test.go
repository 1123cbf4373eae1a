package evaluator_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/protocol"
)

const formTemplate = `heat_template_version: wallaby
parameters:
  free: {type: string, default: text}
  size: {type: number, default: 2, label: Size, constraints: [{range: {min: 1, max: 9}}, {modulo: {step: 2, offset: 1}}]}
  list: {type: comma_delimited_list, constraints: [{length: {max: 3}, description: not too many}]}
  data: {type: json, default: {}}
  word: {type: string, hidden: true, default: hunter2, constraints: [{allowed_values: [hunter2, x]}]}
  env: {type: string, constraints: [{length: {min: 4}, description: not this}]}
`

func TestTheFormShowsValuesDefaultsAndRules(t *testing.T) {
	s, err := evaluator.Evaluate(evaluator.Request{Files: []evaluator.File{
		{Name: "template.yaml", Text: formTemplate}, {Name: "env.yaml", Text: "parameters: {env: prod}\n"},
		{Name: "inputs.yaml", Text: "parameters:\n  size: 3\n  list: [a, b]\n  word: x\n  env: no\n"}}})
	require.NoError(t, err)
	form := s.Page(1, "", false).Form
	require.Len(t, form, 1)
	f := form[0].Fields
	at := func(i int) protocol.FormField {
		none := protocol.Range{}
		f[i].Range, f[i].At, f[i].Source, f[i].Node, f[i].Layers = none, none, none, "", nil
		return f[i]
	}
	assert.Equal(t, protocol.FormField{Path: "parameters\x00free", Name: "free", Label: "free", Type: "string",
		Fallback: "text", From: "default"}, at(0))
	assert.Equal(t, protocol.FormField{Path: "parameters\x00size", Name: "size", Label: "Size", Type: "number",
		Input: "number", Given: "3", IsGiven: true, Fallback: "2", From: "default",
		Rules: []string{"range 1 to 9", "a multiple of 2 plus 1"}}, at(1))
	assert.Equal(t, "[a, b]", f[2].Given)
	assert.Equal(t, `the value of "env": not this`, f[5].Wrong)
	assert.Equal(t, []string{"not too many"}, f[2].Rules)
	assert.Equal(t, protocol.FormField{Path: "parameters\x00word", Name: "word", Label: "word", Type: "string",
		IsGiven: true, Fallback: "[secret]", From: "default", Secret: true,
		Choices: []string{"hunter2", "x"}}, at(4))
}

func TestAnEnvironmentSuppliesTheFallback(t *testing.T) {
	s, err := evaluator.Evaluate(evaluator.Request{Files: []evaluator.File{
		{Name: "template.yaml", Text: formTemplate}, {Name: "env.yaml", Text: "parameters: {env: prod}\n"}}})
	require.NoError(t, err)
	f := s.Page(1, "", false).Form[0].Fields[5]
	assert.Equal(t, "prod env.yaml", f.Fallback+" "+f.From)
}

func TestATypedValueIsWrittenInATypeThatTheFieldAccepts(t *testing.T) {
	ask := newAsk(t, "hot", "template.yaml", formTemplate)
	for _, tc := range []struct{ name, typed, want string }{
		{"free", "5", `free: "5"`}, {"free", "a: b", `free: "a: b"`}, {"free", "web", "free: web"},
		{"size", "5", "size: 5"}, {"size", "0x5", `size: "0x5"`}, {"list", "a,b", `list: "a,b"`},
		{"list", "5", `list: "5"`},
		{"data", "{a: [1]}", "data: {a: [1]}"}, {"data", "{a: ", `data: "{a: "`},
	} {
		reply := ask(protocol.Request{Op: "input", Input: &protocol.InputRequest{Path: "parameters\x00" + tc.name,
			Value: tc.typed}})
		assert.Equal(t, "parameters:\n  "+tc.want+"\n", reply.Input.Text)
	}
	broken := ask(protocol.Request{Op: "input", Input: &protocol.InputRequest{Text: "a: [", Path: "parameters\x00free",
		Value: "x"}})
	assert.NotEmpty(t, broken.Input.Error)
}

// formText returns the form of a bundle as text, one line per field.
func formText(t *testing.T, files ...evaluator.File) string {
	t.Helper()
	s, err := evaluator.Evaluate(evaluator.Request{Files: files})
	require.NoError(t, err)
	var b strings.Builder
	for _, g := range s.Page(1, "", false).Form {
		if g.Head {
			b.WriteString("head\n")
		} else {
			b.WriteString("group " + g.Label + "\n")
		}
		for _, f := range g.Fields {
			b.WriteString("  " + strings.ReplaceAll(f.Path, "\x00", ".") + " <" + f.Input + ">")
			for _, part := range []struct{ word, text string }{{"type", f.Type}, {"node", f.Node}, {"given", f.Given},
				{"otherwise", f.Fallback}, {"from", f.From}, {"wrong", f.Wrong},
				{"of", strings.Join(f.Choices, "|")}, {"says", f.Description}} {
				if part.text != "" {
					b.WriteString(" " + part.word + "=" + part.text)
				}
			}
			for _, is := range []struct {
				word string
				is   bool
			}{{"given", f.IsGiven}, {"missing", f.Missing}, {"secret", f.Secret}} {
				if is.is {
					b.WriteString(" " + is.word)
				}
			}
			for _, l := range f.Layers {
				b.WriteString("; " + l.Label + ": " + l.Value)
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

func TestThePulumiFormHasTheStackAndAllSourcesOfConfig(t *testing.T) {
	got := formText(t, evaluator.File{Name: "Pulumi.yaml", Text: `name: shop
runtime: yaml
config:
  region: {type: string, default: us-east-1, description: Where it runs.}
  size: {type: integer}
  zones: {type: array, items: {type: string}, default: [a, b]}
  debug: {type: boolean, default: false}
  password: {type: string, secret: true}
  token: {type: string, secret: true}
outputs:
  who: ${pulumi.organization}
`}, evaluator.File{Name: "Pulumi.dev.yaml",
		Text: "config:\n  shop:region: eu-1\n  aws:region: eu-2\n  shop:token: {secure: abc}\n"},
		evaluator.File{Name: "Pulumi.prod.yaml", Text: "config: {}\n"},
		evaluator.File{Name: "inputs.yaml", Text: "config:\n  shop:region: ap-1\n  password: {secret: hunter2}\n"})
	assert.Equal(t, `head
  stack <> otherwise=dev from=default of=dev|prod
  mode <> otherwise=preview from=default of=preview|update
  organization <> otherwise=organization from=default
group 
  config.shop:region <> type=string node=region given=ap-1 otherwise=us-east-1 from=default says=Where it runs. given; config of inputs.yaml: ap-1; config of Pulumi.dev.yaml: eu-1; default: us-east-1
  config.size <number> type=integer node=size missing
  config.zones <list> type=array node=zones otherwise=["a", "b"] from=default
  config.debug <boolean> type=boolean node=debug otherwise=false from=default
  config.password <> type=string node=password given secret
  config.token <> type=string node=token otherwise=[secret] from=Pulumi.dev.yaml secret
  config.aws:region <> type=string node=aws:region otherwise=eu-2 from=Pulumi.dev.yaml
`, got)
}

func TestTheESCFormHasTheUsedPartsOfContextAndProviders(t *testing.T) {
	env := evaluator.File{Name: "env.yaml", Text: `imports: [base]
values:
  login:
    fn::open::aws-login: {static: {}}
  id: ${login.accessKeyId}
  who: ${context.pulumi.user.login}
  team: ${context.team.name}
  here: ${context.rootEnvironment.name}
  all: {fn::open::vault: {}}
`}
	base := evaluator.File{Name: "base.yaml", Text: "values: {a: '${context.pulumi.organization}'}\n"}
	assert.Equal(t, `head
  root <> otherwise=env from=default of=env|base
  mode <> otherwise=eval from=default of=eval|check|rotate
group From aws-login
  providers.aws-login.outputs.accessKeyId <> node=login
group Context
  context.pulumi.user.login <> node=context otherwise=user from=default
  context.team.name <> node=context missing
  context.pulumi.organization.login <> node=context otherwise=organization from=default
group From vault
  providers.vault.outputs <data>
`, formText(t, env, base))
	assert.Equal(t, `head
  root <> given=base otherwise=env from=default of=env|base given
  mode <> otherwise=eval from=default of=eval|check|rotate
group Context
  context.pulumi.organization.login <> node=context otherwise=organization from=default
`, formText(t, env, base, evaluator.File{Name: "inputs.yaml", Text: "root: base\n"}))
	assert.Contains(t, formText(t, env, base, evaluator.File{Name: "inputs.yaml", Text: "root: bas\n"}),
		`wrong=environment "bas" not found; did you mean "base"?`)
	given := evaluator.File{Name: "inputs.yaml",
		Text: "providers: {aws-login: {outputs: {region: x}}, vault: {outputs: {a: {b: 1}}}}\n"}
	assert.Contains(t, formText(t, env, base, given), `accessKeyId`)
	assert.Contains(t, formText(t, env, base, given), `vault`)
}

func TestThePullconfFormHasClientsAndTheHeatFormEnvironments(t *testing.T) {
	client := func(name string) string {
		return "---\ntype: client\nname: " + name + "\napi_key: " + strings.Repeat(name, 64) + "\n"
	}
	assert.Equal(t, `head
  client <> otherwise=all from=default of=a|b
`, formText(t, evaluator.File{Name: "clients.yaml", Text: client("a") + client("b")}))
	assert.Equal(t, "", formText(t, evaluator.File{Name: "clients.yaml", Text: client("a")}))
	heat := []evaluator.File{{Name: "template.yaml",
		Text: "heat_template_version: wallaby\nparameters: {a: {type: string}}\n"},
		{Name: "env.yaml", Text: "parameters: {a: one}\n"}, {Name: "env-prod.yaml", Text: "parameters: {a: two}\n"}}
	assert.Equal(t, `head
  environments <list> otherwise=env-prod.yaml, env.yaml from=default of=env-prod.yaml|env.yaml
group 
  parameters.a <> type=string node=parameters.a otherwise=one from=env.yaml
`, formText(t, heat...))

	for _, tc := range []struct{ chosen, want string }{
		{"[env-prod.yaml]", "otherwise=two from=env-prod.yaml"},
		{"[env-prod.yaml, env.yaml]", "otherwise=one from=env.yaml"},
		{"[env.yaml, env-prod.yaml]", "otherwise=two from=env-prod.yaml"}, {"[]", "parameters.a missing"},
		{"[env-prd.yaml]", `wrong=there is no file "env-prd.yaml"; did you mean "env-prod.yaml"?`},
		{"env-prod.yaml", "otherwise=two from=env-prod.yaml"},
	} {
		assert.Contains(t, formText(t,
			append(heat, evaluator.File{Name: "inputs.yaml", Text: "environments: " + tc.chosen + "\n"})...),
			tc.want, tc.chosen)
	}
}

func TestATypedValueIsWrittenWhereTheDialectReadsIt(t *testing.T) {
	const program = "name: shop\nruntime: yaml\nconfig:\n  zones: {type: array, items: {type: string}, default: " +
		"[a]}\n  size: {type: integer, default: 1}\n  key: {type: string, secret: true}\n"
	const login = "values:\n  login: {fn::open::aws-login: {}}\n  id: ${login.id}\n" +
		"  who: ${context.pulumi.user.login}\n"
	for _, tc := range []struct{ dialect, text, inputs, path, typed, want string }{
		{"pulumi", program, "", "config zones", "a, 5", "config:\n  zones: [a, 5]\n"},
		{"pulumi", program, "", "config zones", `[x, "b, c"]`, "config:\n  zones: [x, \"b, c\"]\n"},
		{"pulumi", program, "", "config size", "5", "config:\n  size: 5\n"},
		{"pulumi", program, "", "config key", "true", "config:\n  key: {secret: \"true\"}\n"},
		{"pulumi", program, "config:\n  key: {secret: x} # mine\n", "config key", "z",
			"config:\n  key: {secret: z} # mine\n"},
		{"pulumi", program, "config:\n  key: x\n", "config key", "z", "config:\n  key: {secret: z}\n"},
		{"pulumi", program, "config:\n  key: {secret: x}\n", "config key", "", ""},
		{"pulumi", program, "# kept\n", "stack", "prod", "# kept\nstack: prod\n"},
		{"pulumi", program, "", "config size", "a\nb", "config:\n  size: \"a\\nb\"\n"},
		{"esc", login, "", "providers aws-login outputs id", "AKIA",
			"providers:\n  aws-login:\n    outputs:\n      id: AKIA\n"},
		{"esc", login, "", "context pulumi user login", "me",
			"context:\n  pulumi:\n    organization:\n      login: organization\n    user:\n      id: user\n" +
				"      login: me\n"},
		{"esc", login, "context: {pulumi: {user: {login: me}}}\n", "context pulumi user login", "you",
			"context: {pulumi: {user: {login: you}}}\n"},
		{"esc", login, "context: {pulumi: {user: {login: me}}}\n", "context pulumi user login", "",
			"context: {pulumi: {user: {login: user}}}\n"},
	} {
		ask := newAsk(t, tc.dialect, map[string]string{"pulumi": "Pulumi.yaml", "esc": "env.yaml"}[tc.dialect], tc.text)
		path := strings.ReplaceAll(tc.path, " ", "\x00")
		reply := ask(protocol.Request{Op: "input", Input: &protocol.InputRequest{Text: tc.inputs, Path: path,
			Value: tc.typed}})
		assert.Equal(t, tc.want, reply.Input.Text, tc.path+" "+tc.typed)
		assert.Empty(t, reply.Input.Error)
	}
}

func TestASecretInputOfAComponentStaysSecretWhenItIsChanged(t *testing.T) {
	const plugin = "name: pk\nruntime: yaml\ncomponents:\n  comp:\n    inputs: {key: {type: string}}\n"
	const inputs = "component:\n  inputs: {key: {$secret: x}}\n"
	ask := newAsk(t, "pulumi", "PulumiPlugin.yaml", plugin)
	ask(protocol.Request{Op: "evaluate", Evaluate: &protocol.EvaluateRequest{Files: []protocol.File{
		{Name: "PulumiPlugin.yaml", Text: plugin}, {Name: "inputs.yaml", Text: inputs}}}})
	reply := ask(protocol.Request{Op: "input", Input: &protocol.InputRequest{Text: inputs,
		Path: "component\x00inputs\x00key", Value: "z"}})
	assert.Equal(t, "component:\n  inputs: {key: {$secret: z}}\n", reply.Input.Text)
	reply = ask(protocol.Request{Op: "input", Input: &protocol.InputRequest{Text: "", // the file has been emptied since
		Path: "component\x00inputs\x00key", Value: "z"}})
	assert.Equal(t, "component:\n  inputs:\n    key: {$secret: z}\n", reply.Input.Text)
}

func TestASecretInAFieldIsSentOnlyOnRequestAndNeverShared(t *testing.T) {
	files := []evaluator.File{{Name: "Pulumi.yaml",
		Text: "name: shop\nruntime: yaml\nconfig: {key: {type: string, secret: true}}\n"},
		{Name: "inputs.yaml", Text: "config:\n  key: {secret: hunter2}\n"}}
	ask := newAsk(t, "pulumi", files[0].Name, files[0].Text)
	reply := ask(protocol.Request{Op: "evaluate",
		Evaluate: &protocol.EvaluateRequest{Files: []protocol.File{protocol.File(files[0]), protocol.File(files[1])}}})
	assert.NotContains(t, string(reply.AppendJSON(nil)), "hunter2")
	assert.Equal(t, "hunter2",
		ask(protocol.Request{Op: "reveal", Reveal: &protocol.RevealRequest{Path: "config\x00key", Field: true}}).
			Reveal.Value)
	r, err := evaluator.Redact(files)
	require.NoError(t, err)
	assert.NotContains(t, r.Files[1].Text, "hunter2")
	assert.Equal(t, 1, r.Count)
}
