package evaluator_test

import (
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/protocol"
)

// outputs returns everything that is shown of a bundle's result without a request to reveal
// secrets.
func outputs(t require.TestingT, dialect string, files []evaluator.File) []string {
	s, err := evaluator.Evaluate(evaluator.Request{Dialect: dialect, Files: files})
	require.NoError(t, err)
	out := []string{string(s.Document("x", false))}
	page := s.Page(1, "", false)

	page.Stats = protocol.Stats{} // the size of the files is not a secret
	reply := protocol.Reply{Op: "evaluate", Evaluate: page}
	for i := range page.Form {
		for j := range page.Form[i].Fields {
			page.Form[i].Fields[j].Given = "" // a value typed into a form is part of the source
		}
	}
	out = append(out, string(reply.AppendJSON(nil)))
	for _, v := range page.Views {
		out = append(out, s.Render(v.ID, false).Text)
	}
	return out
}

// explanations returns the hover and the derivation of everything in the result, and of every node
// of the graph.
func explanations(t require.TestingT, dialect string, files []evaluator.File) []string {
	e := evaluator.New()
	var out []string
	ask := func(r protocol.Request) protocol.Reply {
		text := e.Call(r.AppendJSON(nil))
		var reply protocol.Reply
		require.NoError(t, json.Unmarshal(text, &reply))
		if reply.Evaluate == nil && !strings.Contains(string(text),
			"expressions[0]") { // this would show the whole document
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
		mark := snapshot.Result.Marks[i:]
		at := &protocol.PositionRequest{Line: int(mark[0]), Column: int(mark[1]),
			Result: &protocol.RenderRequest{View: "yaml"}}
		ask(protocol.Request{Op: "hover", Hover: at})
		why(protocol.WhyRequest{Position: at})
	}
	for _, n := range snapshot.Graph.Nodes {
		why(protocol.WhyRequest{Node: n.ID})
	}
	return out
}

// TestNoOutputShowsTheTextOfASecret changes a secret and checks that the output does not change.
// This is stronger than checking that the secret does not appear in the output: a name that happens
// to contain the secret must stay as it is.
func TestNoOutputShowsTheTextOfASecret(t *testing.T) {
	const neutral = "Zq7xKvWm"
	with := func(files []evaluator.File, secret string) []evaluator.File {
		var out []evaluator.File
		for _, f := range files {
			out = append(out, evaluator.File{Name: f.Name, Text: strings.ReplaceAll(f.Text, "SECRET", secret)})
		}
		return out
	}
	for _, k := range secretBundles {
		t.Run(k.dialect, func(t *testing.T) {
			want := outputs(t, k.dialect, with(k.files, neutral))
			for _, text := range want {
				hides(t, text, neutral)
			}
			if t.Failed() {
				return
			}
			for i, secret := range append(randomSecrets(8), secretWords...) {
				if underJS && i%6 != 0 || k.dialect == "terraform" && secret == "is not" { // not a valid YAML tag
					continue
				}
				got := outputs(t, k.dialect, with(k.files, secret))
				for i := range want {
					if a, b := normalize(want[i]), normalize(got[i]); a != b {
						t.Fatalf("the secret %q is visible:\n%s\n%s", secret, around(a, b), around(b, a))
					}
				}
			}
		})
	}
}

// secretWords are secrets that also occur elsewhere in the bundles.
var secretWords = []string{"prod", "production", "web", "url", "secret", "the", "value", "is not", "text", "down",
	"name", "string", "pro", "unknown", "JSON"}

// randomSecrets returns secrets that differ in each run.
func randomSecrets(count int) []string {
	out := make([]string, count)
	for i := range out {
		letters := make([]byte, 5+rand.IntN(8))
		for at := range letters {
			letters[at] = "abcdefghijklmnoprstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[rand.IntN(51)]
		}
		out[i] = string(letters)
	}
	return out
}

// wordStart matches the words of a text that a user may point at.
var wordStart = regexp.MustCompile(`[\w"$]+`)

// answers returns the answers to all questions about every word of the files, and to all other
// requests: for views, drawings and exports of the graph, samples, and values of a deployment file.
// An answer that is an edited inputs.yaml is not returned; it must not contain the secret more
// often than the user's text.
func answers(t require.TestingT, k int, secret string) []string {
	e, files, world := evaluator.New(), []protocol.File{}, strings.ReplaceAll(secretBundles[k].world, "SECRET", secret)
	e.Supply(func(name string) []byte { return []byte(world) })
	inputs := ""
	for _, f := range secretBundles[k].files {
		text := strings.ReplaceAll(f.Text, "SECRET", secret)
		if files = append(files, protocol.File{Name: f.Name, Text: text}); f.Name == "inputs.yaml" {
			inputs = text
		}
	}
	var out []string
	ask := func(r protocol.Request) protocol.Reply {
		var reply protocol.Reply
		require.NoError(t, json.Unmarshal(e.Call(r.AppendJSON(nil)), &reply))
		return reply
	}
	record := func(r protocol.Request) protocol.Reply {
		reply := ask(r)
		out = append(out, r.Op+" "+string(reply.AppendJSON(nil)))
		return reply
	}
	isMarked := secretBundles[k].dialect != "terraform" // if only an expression marks the secret, the document shows it
	page := ask(protocol.Request{Op: "evaluate", Evaluate: &protocol.EvaluateRequest{Revision: 1,
		Dialect: secretBundles[k].dialect, Files: files, View: "yaml"}}).Evaluate
	record(protocol.Request{Op: "inspect", Inspect: &protocol.InspectRequest{Revision: 1}})
	for _, v := range page.Views {
		r := record(protocol.Request{Op: "render", Render: &protocol.RenderRequest{View: v.ID}}).Render
		for _, part := range page.Parts {
			record(protocol.Request{Op: "render", Render: &protocol.RenderRequest{View: v.ID, Only: part.Path}})
		}
		for i := 0; isMarked && i < len(r.Marks); i += protocol.MarkStride {
			record(protocol.Request{Op: "hover", Hover: &protocol.PositionRequest{Line: int(r.Marks[i]),
				Column: int(r.Marks[i+1]), Result: &protocol.RenderRequest{View: v.ID}}})
		}
	}
	var all []string
	for _, n := range page.Graph.Nodes {
		all = append(all, n.ID)
		record(protocol.Request{Op: "unknowns", Unknowns: &protocol.WhyRequest{Node: n.ID}})
	}
	for _, drawing := range []*protocol.LayoutRequest{{}, {Expand: all}, {Expand: all, Focus: all[:min(1, len(all))],
		Depth: 1}} {
		record(protocol.Request{Op: "layout", Layout: drawing})
		for _, format := range protocol.GraphFormats {
			record(protocol.Request{Op: "export", Export: &protocol.ExportRequest{Format: format, Drawing: drawing,
				Legend: true}})
		}
	}
	for _, format := range protocol.GraphFormats {
		record(protocol.Request{Op: "export", Export: &protocol.ExportRequest{Format: format}})
	}
	for _, f := range secretBundles[k].files {
		for number, line := range strings.Split(f.Text, "\n") {
			if !isMarked {
				break
			}
			for _, found := range wordStart.FindAllStringIndex(line, -1) {
				at := &protocol.PositionRequest{File: f.Name, Line: number + 1,
					Column: len(strings.ReplaceAll(line[:found[0]], "SECRET", secret)) + 2}
				record(protocol.Request{Op: "hover", Hover: at})
				if (number+found[0])%4 == 0 {
					record(protocol.Request{Op: "why", Why: &protocol.WhyRequest{Position: at}})
					record(protocol.Request{Op: "definition", Definition: at})
					record(protocol.Request{Op: "references", References: at})
					for _, name := range []string{"fresh", "url"} { // the second is in use in all bundles
						refused := ask(protocol.Request{Op: "rename", Rename: &protocol.RenameRequest{File: f.Name,
							Line: at.Line, Column: at.Column, Name: name}}).Rename
						out = append(out, "rename "+refused.Error)
					}
				}
				if !strings.Contains(line[found[0]:found[1]], "SECRET") { // proposals there would continue the secret
					record(protocol.Request{Op: "complete", Complete: at})
				}
			}
		}
	}
	written := func(text string) { // checks an edited inputs.yaml
		require.LessOrEqual(t, strings.Count(text, secret), strings.Count(inputs, secret), text)
	}
	for _, u := range page.Unknowns {
		for _, typed := range []string{"given", ""} {
			given := ask(protocol.Request{Op: "give", Give: &protocol.GiveRequest{Text: inputs, How: "value",
				Path: u.Path, Value: typed}}).Give
			if written(given.Text); given.Error != "" {
				out = append(out, given.Error)
			}
		}
	}
	for _, how := range []string{"samples", "clear"} {
		given := ask(protocol.Request{Op: "give", Give: &protocol.GiveRequest{Text: inputs, How: how}}).Give
		if written(given.Text); given.Error != "" {
			out = append(out, given.Error)
		}
	}
	brought := ask(protocol.Request{Op: "world", World: &protocol.WorldRequest{Names: []string{"world.json"},
		Text: inputs}}).World
	if len(secret) > 6 {
		written(brought.Text)
	}
	brought.Text = ""
	return append(out, string((&protocol.Reply{World: brought}).AppendJSON(nil)))
}

// TestNoAnswerShowsTheTextOfASecret is like TestNoOutputShowsTheTextOfASecret, for answers to
// requests about the result.
func TestNoAnswerShowsTheTextOfASecret(t *testing.T) {
	const neutral = "Zq7xKvWm"
	for i, k := range secretBundles {
		with := func(secret string) []string {
			var files []evaluator.File
			for _, f := range k.files {
				files = append(files, evaluator.File{Name: f.Name, Text: strings.ReplaceAll(f.Text, "SECRET", secret)})
			}
			return append(explanations(t, k.dialect, files), answers(t, i, secret)...)
		}
		want := with(neutral)
		for _, text := range want {
			hides(t, text, neutral)
		}
		for _, secret := range []string{"prod", "web"} {
			if underJS && secret == "web" {
				continue
			}
			got := with(secret)
			require.Len(t, got, len(want), k.dialect)
			for i := range want {
				if a, b := normalize(want[i]), normalize(got[i]); a != b {
					t.Fatalf("%s: the secret %q is visible:\n%s\n%s", k.dialect, secret, around(a, b), around(b, a))
				}
			}
		}
	}
}

// hides checks that a text does not contain a secret.
func hides(t *testing.T, text, secret string) {
	if i := strings.Index(text, secret); i >= 0 {
		t.Errorf("a secret is visible: %s", text[max(0, i-200):min(len(text), i+100)])
		hides(t, text[i+min(len(text)-i, 300):], secret)
	}
}

// around returns the part of a around its first difference from b.
func around(a, b string) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	return a[max(0, i-160):min(len(a), i+80)]
}

// normalize removes what changes when a secret of another length moves the rest of its line, such as
// columns.
func normalize(text string) string {
	return columns.ReplaceAllString(text, "")
}

var columns = regexp.MustCompile(`\\?"(column|endColumn|byte|bytes|digest)\\?": ` +
	`?("?)[a-z0-9]+("?)|"marks":\[[0-9,-]*\]`)

// problemsOf returns the paths of the secrets of a bundle, and the messages and references of its
// problems.
func problemsOf(t *testing.T, reveal bool, dialect string, files ...evaluator.File) (secrets []string,
	problems []string) {
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

func TestMaskingDependsOnTheOriginOfAText(t *testing.T) {
	env := func(values string) evaluator.File {
		return evaluator.File{Name: "env.yaml", Text: "values:\n" + values}
	}
	inputs := func(text string) evaluator.File { return evaluator.File{Name: "inputs.yaml", Text: text} }
	for _, tc := range []struct {
		name              string
		files             []evaluator.File
		secrets, problems []string
		revealed          []string // the problems with -reveal, if they differ
	}{
		{
			name: "a name that contains the secret",
			files: []evaluator.File{env("  s: {fn::secret: prod}\n  o: {b: \"${s}\"}\n  x: ${o.production}\n" +
				"  prod: \"${s}\"\n  \"my prod\": \"${s}\"\n")},
			secrets:  []string{`["my prod"]`, "o.b", "prod", "s"},
			problems: []string{`unknown property "production"`},
		},
		{
			name:     "a decoder's message about a secret",
			files:    []evaluator.File{env("  s: {fn::secret: prod}\n  x: {fn::fromJSON: \"${s}\"}\n")},
			secrets:  []string{"s", "x"},
			problems: []string{"decoding JSON string: [secret]"},
			revealed: []string{"decoding JSON string: invalid character 'p' looking for beginning of value"},
		},
		{
			name: "names that were parsed from a secret",
			files: []evaluator.File{env("  s: {fn::secret: \"{\\\"password\\\": {\\\"deep\\\": 1}}\"}\n" +
				"  x: {fn::fromJSON: \"${s}\"}\n  y: ${x.pasword}\n")},
			secrets:  []string{"s", "x"},
			problems: []string{`unknown property "pasword"`},
			revealed: []string{`unknown property "pasword"; did you mean "password"?`},
		},
		{
			name: "words of inputs.yaml with a short secret as a whole word",
			files: []evaluator.File{env("  s: {fn::secret: web}\n  x: {fn::open::a: {}}\n"),
				inputs("providers: {a: {error: the web is down}}\n")},
			secrets:  []string{"s"},
			problems: []string{"[secret]"},
			revealed: []string{"the web is down"},
		},
		{
			name: "words of inputs.yaml with a short secret inside a word",
			files: []evaluator.File{env("  s: {fn::secret: web}\n  x: {fn::open::a: {}}\n"),
				inputs("providers: {a: {error: the website is down}}\n")},
			secrets:  []string{"s"},
			problems: []string{"the website is down"},
		},
		{
			name: "words of inputs.yaml with a long secret inside a word",
			files: []evaluator.File{env("  s: {fn::secret: site}\n  x: {fn::open::a: {}}\n"),
				inputs("providers: {a: {error: the website is down}}\n")},
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

func TestASecretInsideASecretHasAPathIfItsKeyIsLiteral(t *testing.T) {
	s, err := evaluator.Evaluate(evaluator.Request{Dialect: "pulumi",
		Files: []evaluator.File{{Name: "Pulumi.yaml",
			Text: "name: p\nruntime: yaml\nvariables:\n  own: {fn::secret: {user: a, inner: {fn::secret: b}}}\n"}}})
	require.NoError(t, err)
	assert.Equal(t, []string{"variables.own", "variables.own.inner"}, s.Secrets(),
		"keys that the program writes are not secret")
}

func TestAKeyThatWasComputedFromASecretIsMasked(t *testing.T) {
	s, err := evaluator.Evaluate(evaluator.Request{Dialect: "pulumi", Files: []evaluator.File{
		{Name: "Pulumi.yaml", Text: "name: p\nruntime: yaml\nresources:\n" +
			"  r: {type: 'a:C', options: {envVarMappings: {'k${v}': [1]}}}\nvariables:\n" +
			"  v: {fn::secret: s3cr3t-and-l0ng}\n"},
	}})
	require.NoError(t, err)
	require.NotEmpty(t, s.Problems)
	assert.Contains(t, s.Problems[0].Message, "the value of [secret] is a list")
	for _, p := range s.Problems {
		assert.NotContains(t, p.Message+p.Reference, "s3cr3t")
	}
}

func TestARefusedRenamingRevealsNothingAboutASecret(t *testing.T) {
	const program = "name: p\nruntime: yaml\nresources:\n  rr: {type: 'a:b:C'}\nvariables:\n" +
		"  s: {fn::secret: {xsecret: {fn::toBase64: \"${rr.urn}\"}}}\noutputs: {o: \"${s}\"}\n"
	s, err := evaluator.Evaluate(evaluator.Request{Dialect: "pulumi",
		Files: []evaluator.File{{Name: "Pulumi.yaml", Text: program}}})
	require.NoError(t, err)
	refusal := s.Rename("Pulumi.yaml", strings.Index(program, "rr"), "qq").Refusal
	assert.Equal(t, "calling it qq would change the result: variables.s would have a different value", refusal)
}

// TestASecretSuppliedInPlainTextIsMasked supplies secret config in plain text, which the command
// line refuses. The values must be masked because they are declared as secret, although nothing
// else marks them.
func TestASecretSuppliedInPlainTextIsMasked(t *testing.T) {
	for declared, supplied := range map[string]string{
		"{type: string, secret: true}":                        "Zq7xKvWm9",
		"{type: integer, secret: true}":                       "867530942",
		"{type: array, items: {type: string}, secret: true}":  "[Zq7xKvWm9]",
		"{type: object, secret: true}":                        "{Zq7xKvWm9: Zq7xKvWm9}",
		"{type: boolean, secret: true}":                       "Zq7xKvWm9",
		"{type: string, secret: true, default: for-everyone}": "Zq7xKvWm9",
	} {
		for name, inputs := range map[string]string{
			"inputs.yaml":     "config:\n  pw: " + supplied + "\n",
			"Pulumi.dev.yaml": "config:\n  p:pw: " + supplied + "\n",
		} {
			s, err := evaluator.Evaluate(evaluator.Request{Dialect: "pulumi", Files: []evaluator.File{
				{Name: "Pulumi.yaml", Text: "name: p\nruntime: yaml\nconfig: {pw: " + declared + "}\n" +
					"variables: {v: \"${pw}\"}\noutputs: {o: \"${v}\", p: {fn::toJSON: \"${pw}\"}}\n"},
				{Name: name, Text: inputs}}})
			require.NoError(t, err)
			for _, shown := range []string{s.Render("yaml", false).Text, string(s.Document("x", false))} {
				assert.NotContains(t, shown, "Zq7xKvWm9", "%s in %s", declared, name)
				assert.NotContains(t, shown, "867530942", "%s in %s", declared, name)
			}
		}
	}
}
