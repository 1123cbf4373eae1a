package evaluator_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"pantograph/evaluator"
	"pantograph/evaluator/protocol"
)

// keepers are bundles that hold a secret, SECRET, and make of it what they can: values,
// problems with it, and with things called alike.
var keepers = []struct {
	dialect string
	files   []evaluator.File
}{
	{"esc", []evaluator.File{{Name: "env.yaml", Text: `values:
  s:
    fn::secret: SECRET
  production: {url: prod, secretive: 1, "a web": "${s}"}
  url: "https://${s}@prod.example"
  list: ["${s}", prod]
  json: {fn::fromJSON: "x${s}"}
  base: {fn::fromBase64: "${s}!"}
  typo: ${production.ulr}
  unknown: ${production}ion ${productoin}
  join: {fn::join: ["${s}", "${s}"]}
  into: ${s.web}
  index: ${s[0]}
  both: {fn::toJSON: {prod: "${s}"}}
  opened: {fn::open::web: {url: "${s}"}}
  broken: {fn::open::prod: {url: "${s}"}}
  parsed: {fn::fromJSON: "{\"k${s}\": 1}"}
  member: ${parsed.ka}
  environmentVariables: {WEB: "${s}", URL: prod}
  files: {F: "${s}"}
`}, {Name: "inputs.yaml", Text: "providers:\n  web: {secret: true, outputs: {a: b}}\n  prod: {error: \"500\"}\n"}}},
	{"pulumi", []evaluator.File{{Name: "Pulumi.yaml", Text: `name: prod
runtime: yaml
config:
  web: {type: string}
variables:
  url: https://${web}@prod
  secret: {fn::secret: "${web}"}
  base: {fn::fromBase64: "${web}!"}
  number: {fn::invoke: {function: std:parseint, arguments: {input: "${web}!", base: 10}}}
  when: {fn::invoke: {function: std:timeadd, arguments: {duration: "x${web}", timestamp: "y${web}"}}}
  pick: {fn::select: ["${web}", [1, 2]]}
  joined: {fn::join: ["${web}", [a, "${web}"]]}
  call: {fn::invoke: {function: "aws:ec2:getAmi", arguments: {owner: "${web}"}}}
resources:
  prod:
    type: aws:s3:Bucket
    properties: {production: "${web}", tags: ["${web}", url]}
  down: {type: "aws:s3:Bucket"}
outputs:
  production: ${url}
  typo: ${urll}
  web: ${web}
  of: ${prod.production}
  into: ${web.url}
`}, {Name: "inputs.yaml", Text: "config:\n  web:\n    secret: SECRET\nmocks:\n  resources:\n    down: {error: \"500\"}\n"}}},
	{"hot", []evaluator.File{{Name: "template.yaml", Text: `heat_template_version: 2021-04-16
parameters:
  prod:
    type: string
    hidden: true
    default: SECRET
  web:
    type: string
    hidden: true
    constraints: [{length: {max: 1}}, {allowed_pattern: "[0-9]"}]
resources:
  production:
    type: OS::Heat::Value
    properties: {value: {get_param: prod}, type: number}
  url: {type: OS::Nova::Server, properties: {name: {get_param: prod}, flavour: x}}
outputs:
  prod: {value: {get_param: prod}}
  typo: {value: {get_param: produ}}
  url: {value: {str_replace: {template: "https://x@y", params: {x: {get_param: prod}}}}}
  digest: {value: {digest: [{get_param: prod}, x]}}
  split: {value: {list_join: [",", {str_split: [o, {get_param: prod}]}]}}
  attr: {value: {get_attr: [{list_join: ["", [zz, {get_param: prod}]]}, x]}}
  named: {value: {get_attr: [production, {list_join: ["", [zz, {get_param: prod}]]}]}}
`}, {Name: "inputs.yaml", Text: "parameters:\n  web: SECRET\n"}}},
	{"terraform", []evaluator.File{{Name: "main.yaml", Text: "prod: 1\nurl: web\ns: SECRET\n"}, {Name: "inputs.yaml", Text: `expressions:
  - 'yamldecode(file("main.yaml")).urll'
  - 'jsondecode(sensitive("x${yamldecode(file("main.yaml")).s}"))'
  - 'base64decode("${sensitive(yamldecode(file("main.yaml")).s)}!")'
  - 'sensitive(yamldecode(file("main.yaml")).s)'
  - '"https://${sensitive(yamldecode(file("main.yaml")).s)}/prod"'
  - 'tonumber("x${sensitive(yamldecode(file("main.yaml")).s)}")'
  - '{url = sensitive(yamldecode(file("main.yaml")).s), web = "prod"}'
  - 'regex("[", sensitive(yamldecode(file("main.yaml")).s))'
  - 'formatdate("YYYY", sensitive(yamldecode(file("main.yaml")).s))'
  - 'parseint("x!${sensitive(yamldecode(file("main.yaml")).s)}", 10)'
  - '{a = 1}[sensitive(yamldecode(file("main.yaml")).s)]'
`}}},
}

// outputs returns everything that anybody sees of a bundle without asking for its secrets.
func outputs(t require.TestingT, dialect string, files []evaluator.File) []string {
	s, err := evaluator.Evaluate(evaluator.Request{Dialect: dialect, Files: files})
	require.NoError(t, err)
	out := []string{string(s.Document("x", false))}
	page := s.Page(1, "", false)

	page.Stats = protocol.Stats{} // how long a text is, is no secret
	reply := protocol.Reply{Op: "evaluate", Evaluate: page}
	for i := range page.Form {
		for j := range page.Form[i].Fields {
			page.Form[i].Fields[j].Given = "" // what is typed into a form is the source
		}
	}
	out = append(out, string(reply.AppendJSON(nil)))
	for _, v := range page.Views {
		out = append(out, s.Render(v.ID, false).Text)
	}
	return out
}

// explanations returns the hover and the derivation of everything in the result, and of every
// node of the graph.
func explanations(t require.TestingT, dialect string, files []evaluator.File) []string {
	e := evaluator.New()
	var out []string
	ask := func(r protocol.Request) protocol.Reply {
		text := e.Call(r.AppendJSON(nil))
		var reply protocol.Reply
		require.NoError(t, json.Unmarshal(text, &reply))
		if reply.Evaluate == nil && !strings.Contains(string(text), "expressions[0]") { // which shows the whole document
			out = append(out, string(text))
		}
		return reply
	}
	evaluate := &protocol.EvaluateRequest{Dialect: dialect, View: "yaml"}
	for _, f := range files {
		evaluate.Files = append(evaluate.Files, protocol.File(f))
	}
	snapshot := ask(protocol.Request{Op: "evaluate", Evaluate: evaluate}).Evaluate
	why := func(r protocol.WhyRequest) {
		reply := ask(protocol.Request{Op: "why", Why: &r})
		for _, step := range reply.Why.Steps {
			if step.Open < step.Count {
				ask(protocol.Request{Op: "why", Why: &protocol.WhyRequest{Open: step.ID, From: step.Open}})
			}
		}
	}
	for i := 0; i < len(snapshot.Result.Marks); i += protocol.MarkStride {
		at := &protocol.PositionRequest{Line: snapshot.Result.Marks[i], Column: snapshot.Result.Marks[i+1], Result: &protocol.RenderRequest{View: "yaml"}}
		ask(protocol.Request{Op: "hover", Hover: at})
		why(protocol.WhyRequest{Position: at})
	}
	for _, n := range snapshot.Graph.Nodes {
		why(protocol.WhyRequest{Node: n.ID})
	}
	return out
}

// TestNothingShowsWhatASecretReads changes a secret: nobody may see a difference. That is
// more than that its text is nowhere: a name that happens to hold it must stay as it is.
func TestNothingShowsWhatASecretReads(t *testing.T) {
	const neutral = "Zq7xKvWm"
	with := func(files []evaluator.File, secret string) []evaluator.File {
		var out []evaluator.File
		for _, f := range files {
			out = append(out, evaluator.File{Name: f.Name, Text: strings.ReplaceAll(f.Text, "SECRET", secret)})
		}
		return out
	}
	for _, k := range keepers {
		t.Run(k.dialect, func(t *testing.T) {
			want := outputs(t, k.dialect, with(k.files, neutral))
			for _, text := range want {
				assert.NotContains(t, text, neutral)
			}
			rapid.Check(t, func(t *rapid.T) {
				word := rapid.SampledFrom([]string{"prod", "production", "web", "url", "secret", "the", "value", "is not", "text", "down", "name", "string", "pro", "unknown", "JSON"})
				secret := rapid.OneOf(word, rapid.StringMatching("[a-zA-Z]{5,12}")).Draw(t, "secret")
				got := outputs(t, k.dialect, with(k.files, secret))
				for i := range want {
					if a, b := squeeze(want[i]), squeeze(got[i]); a != b {
						t.Fatalf("the secret %q shows:\n%s\n%s", secret, around(a, b), around(b, a))
					}
				}
			})
		})
	}
}

// TestNothingExplainsWhatASecretReads does the same with what is answered when it is asked.
func TestNothingExplainsWhatASecretReads(t *testing.T) {
	for _, k := range keepers {
		with := func(secret string) []string {
			var files []evaluator.File
			for _, f := range k.files {
				files = append(files, evaluator.File{Name: f.Name, Text: strings.ReplaceAll(f.Text, "SECRET", secret)})
			}
			return explanations(t, k.dialect, files)
		}
		want := with("Zq7xKvWm")
		for _, text := range want {
			assert.NotContains(t, text, "Zq7xKvWm", k.dialect)
		}
		for _, secret := range []string{"prod", "url", "is not", "JSON", "hunter", "web"} {
			got := with(secret)
			require.Len(t, got, len(want), k.dialect)
			for i := range want {
				if a, b := squeeze(want[i]), squeeze(got[i]); a != b {
					t.Fatalf("%s: the secret %q shows:\n%s\n%s", k.dialect, secret, around(a, b), around(b, a))
				}
			}
		}
	}
}

// around is the place in a text from which on it differs from another.
func around(a, b string) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	return a[max(0, i-160):min(len(a), i+80)]
}

// squeeze leaves columns out: a longer secret moves what follows it in its line.
func squeeze(text string) string {
	return columns.ReplaceAllString(text, "")
}

var columns = regexp.MustCompile(`\\?"(column|endColumn|byte|bytes|digest)\\?": ?("?)[a-z0-9]+("?)|"marks":\[[0-9,-]*\]`)

// problemsOf returns the messages and references of a bundle, masked or not.
func problemsOf(t *testing.T, reveal bool, dialect string, files ...evaluator.File) (secrets []string, problems []string) {
	t.Helper()
	s, err := evaluator.Evaluate(evaluator.Request{Dialect: dialect, Files: files})
	require.NoError(t, err)
	var doc struct {
		Secrets  []string
		Problems []struct{ Message, Reference string }
	}
	require.NoError(t, json.Unmarshal(s.Document("", reveal), &doc))
	for _, p := range doc.Problems {
		problems = append(problems, strings.TrimSuffix(p.Message+" | "+p.Reference, " | "))
	}
	return doc.Secrets, problems
}

func TestMaskingGoesByWhereATextCameFrom(t *testing.T) {
	env := func(values string) evaluator.File {
		return evaluator.File{Name: "env.yaml", Text: "values:\n" + values}
	}
	inputs := func(text string) evaluator.File { return evaluator.File{Name: "inputs.yaml", Text: text} }
	for _, tc := range []struct {
		name              string
		files             []evaluator.File
		secrets, problems []string
		revealed          []string // what the problems are with -reveal, when they are other
	}{
		{
			name:     "a name that holds the secret's text",
			files:    []evaluator.File{env("  s: {fn::secret: prod}\n  o: {b: \"${s}\"}\n  x: ${o.production}\n  prod: \"${s}\"\n  \"my prod\": \"${s}\"\n")},
			secrets:  []string{`["my prod"]`, "o.b", "prod", "s"},
			problems: []string{`unknown property "production"`},
		},
		{
			name:     "what a decoder says of a secret",
			files:    []evaluator.File{env("  s: {fn::secret: prod}\n  x: {fn::fromJSON: \"${s}\"}\n")},
			secrets:  []string{"s", "x"},
			problems: []string{"decoding JSON string: [secret]"},
			revealed: []string{"decoding JSON string: invalid character 'p' looking for beginning of value"},
		},
		{
			name:     "names that parsing a secret gave",
			files:    []evaluator.File{env("  s: {fn::secret: \"{\\\"password\\\": {\\\"deep\\\": 1}}\"}\n  x: {fn::fromJSON: \"${s}\"}\n  y: ${x.pasword}\n")},
			secrets:  []string{"s", "x"},
			problems: []string{`unknown property "pasword"`},
			revealed: []string{`unknown property "pasword"; did you mean "password"?`},
		},
		{
			name:     "words of inputs.yaml with a short secret as a whole word",
			files:    []evaluator.File{env("  s: {fn::secret: web}\n  x: {fn::open::a: {}}\n"), inputs("providers: {a: {error: the web is down}}\n")},
			secrets:  []string{"s"},
			problems: []string{"[secret]"},
			revealed: []string{"the web is down"},
		},
		{
			name:     "words of inputs.yaml with a short secret inside of a word",
			files:    []evaluator.File{env("  s: {fn::secret: web}\n  x: {fn::open::a: {}}\n"), inputs("providers: {a: {error: the website is down}}\n")},
			secrets:  []string{"s"},
			problems: []string{"the website is down"},
		},
		{
			name:     "words of inputs.yaml with a long secret inside of a word",
			files:    []evaluator.File{env("  s: {fn::secret: site}\n  x: {fn::open::a: {}}\n"), inputs("providers: {a: {error: the website is down}}\n")},
			secrets:  []string{"s"},
			problems: []string{"[secret]"},
			revealed: []string{"the website is down"},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			secrets, problems := problemsOf(t, false, "esc", tc.files...)
			assert.Equal(t, tc.secrets, secrets)
			assert.Equal(t, tc.problems, problems)
			if tc.revealed != nil {
				_, problems = problemsOf(t, true, "esc", tc.files...)
				assert.Equal(t, tc.revealed, problems)
			}
		})
	}
}

func TestSecretsThatMayBeShownStandForTheirNames(t *testing.T) {
	s, err := evaluator.Evaluate(evaluator.Request{Dialect: "pulumi", Files: []evaluator.File{{Name: "Pulumi.yaml", Text: "name: p\nruntime: yaml\nvariables:\n  own: {fn::secret: {user: a, inner: {fn::secret: b}}}\n"}}})
	require.NoError(t, err)
	assert.Equal(t, []string{"variables.own", "variables.own.inner"}, s.Secrets(), "keys that the program writes are no secret")
}

func TestAKeyThatWasComputedFromASecretIsMasked(t *testing.T) {
	s, err := evaluator.Evaluate(evaluator.Request{Dialect: "pulumi", Files: []evaluator.File{
		{Name: "Pulumi.yaml", Text: "name: p\nruntime: yaml\nresources:\n  r: {type: 'a:C', options: {envVarMappings: {'k${v}': [1]}}}\nvariables:\n  v: {fn::secret: s3cr3t-and-l0ng}\n"},
	}})
	require.NoError(t, err)
	require.NotEmpty(t, s.Problems)
	assert.Contains(t, s.Problems[0].Message, "the value of [secret] is a list")
	for _, p := range s.Problems {
		assert.NotContains(t, p.Message+p.Reference, "s3cr3t")
	}
}
