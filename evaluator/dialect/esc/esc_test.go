package esc_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"pantograph/evaluator"
	"pantograph/evaluator/inspect"
)

// evaluate evaluates an archive.
func evaluate(t *testing.T, archive string) *evaluator.Snapshot {
	req := evaluator.Request{Dialect: "esc"}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		req.Files = append(req.Files, evaluator.File{Name: f.Name, Text: string(f.Data)})
	}
	s, err := evaluator.Evaluate(req)
	require.NoError(t, err)
	return s
}

// values returns the value of the environment as JSON, including secrets.
func values(t *testing.T, s *evaluator.Snapshot) string {
	var doc struct{ Value json.RawMessage }
	require.NoError(t, json.Unmarshal(s.Document("test", true), &doc))
	return string(doc.Value)
}

// codes returns the codes of the problems with the source text of each.
func codes(s *evaluator.Snapshot) string {
	var out []string
	for _, p := range s.Problems {
		out = append(out, string(p.Code)+" "+p.Span.Text())
	}
	return strings.Join(out, "; ")
}

func TestSomeResultsDifferFromTheOriginalOnPurpose(t *testing.T) {
	for _, tc := range []struct{ name, archive, value, problems string }{
		{"a letter that contains the byte A0 is not a blank",
			"-- env.yaml --\nvalues: {à: 1, b: \"${à}\"}\n", `{"b":1,"à":1}`, ""},
		{"a path through environments names a project and an environment",
			"-- env.yaml --\nvalues: {a: \"${environments.x}\"}\n",
			`{"a":{"$unknown":"error"}}`, `environments-path "${environments.x}"`},
		{"null inputs are read as an empty object",
			"-- env.yaml --\nvalues: {a: {fn::open::p: }}\n-- inputs.yaml --\nproviders: {p: {echo: true}}\n",
			`{"a":{}}`, ""},
		{"inputs that are a string are reported",
			"-- env.yaml --\nvalues: {a: {fn::open::p: text}}\n-- inputs.yaml --\nproviders: {p: {echo: true}}\n",
			`{"a":{"$unknown":"error"}}`, "open-inputs text"},
		{"the schema false accepts nothing",
			"-- env.yaml --\nvalues: {a: {fn::validate: {schema: false, value: text}}}\n",
			`{"a":"text"}`, "type-nothing text"},
		{"the problem names a property that the schema forbids",
			"-- env.yaml --\nvalues: {a: {fn::validate: {schema: {type: object, additionalProperties: false}, " +
				"value: {b: 1}}}}\n",
			`{"a":{"b":1}}`, "type-nothing b"},
		{"an object over an unknown one may have any property in check mode",
			"-- env.yaml --\nimports: [base]\nvalues: {p: {q: {s: 1}}, r: \"${p.q.t}\"}\n-- base.yaml --\n" +
				"values: {p: {fn::open::x: {}}}\n-- inputs.yaml --\nmode: check\nproviders: {x: {echo: true}}\n",
			`{"p":{"q":{"s":1}},"r":{"$unknown":"providers are not opened in check mode"}}`, ""},
		{"imported keys are suggested",
			"-- env.yaml --\nimports: [base]\nvalues: {o: {own: 1}, r: \"${o.inherted}\"}\n-- base.yaml --\n" +
				"values: {o: {inherited: 1}}\n",
			`{"o":{"inherited":1,"own":1},"r":{"$unknown":"error"}}`, "unknown-property .inherted"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := evaluate(t, tc.archive)
			assert.Equal(t, tc.value, values(t, s))
			assert.Equal(t, tc.problems, codes(s))
		})
	}
}

// proposals returns the completions at the | in a file of an archive. Each is formatted as the text
// that it replaces, >, the text that it inserts, and its short value.
func proposals(t *testing.T, archive string) []string {
	before, _, _ := strings.Cut(archive, "|")
	s := evaluate(t, strings.Replace(archive, "|", "", 1))
	name, text, _ := strings.Cut(before[strings.LastIndex(before, "\n-- ")+len("\n-- "):], " --\n")
	var out []string
	for _, f := range s.Subject.Bundle.Files {
		if f.Name != name {
			continue
		}
		for _, item := range s.Subject.Complete(f, len(text)) {
			out = append(out, strings.TrimSpace(item.Span.Text()+">"+item.Insert+" "+item.Detail))
		}
	}
	return out
}

func TestCompletionKnowsWhereAPathLeads(t *testing.T) {
	const others = "\n-- base.yaml --\nvalues: {shared: {k: 1, a.b: 2}}\n-- proj/prod.yaml --\n" +
		"values: {region: {name: eu}}\n-- proj/dev.yaml --\nvalues: {}\n-- inputs.yaml --\n" +
		"providers: {aws: {schema: {outputs: {type: object, properties: {id: {type: string}}}}}, gcp: {}}\n"
	const head = "\n-- env.yaml --\nimports: [base]\nvalues:\n  list: [x, {y: z}]\n  login: {fn::open::aws: {}}\n" +
		"  secret: {fn::secret: pw}\n"
	for typed, want := range map[string][]string{
		"  a: ${|": {">a ⟨error⟩", `>list ["x", {"y": "z"}]`, ">login ⟨unknown: aws⟩",
			">secret [secret]", `>shared {"a.b": 2, "k": 1}`, ">context", ">imports", ">environments"},
		"  a: x ${sh|": {"sh>a ⟨error⟩", `sh>list ["x", {"y": "z"}]`,
			"sh>login ⟨unknown: aws⟩", "sh>secret [secret]", `sh>shared {"a.b": 2, "k": 1}`, "sh>context", "sh>imports",
			"sh>environments"},
		"  a: ${shared.|}":                         {">k 1"},
		"  a: ${shared[|}":                         {`>"a.b"] 2`, `>"k"] 1`},
		"  a: ${shared[|]}":                        {`>"a.b" 2`, `>"k" 1`},
		`  a: ${shared["|"]}`:                      {`">"a.b 2`, `">"k 1`},
		"  a: ${list[|]}":                          {`>0 x`, `>1 {"y": "z"}`},
		"  a: ${list[1].|}":                        {`>y z`},
		"  a: ${login.|}":                          {">id ⟨unknown: aws⟩"},
		"  a: ${imports.|}":                        {`>base {"shared": {"a.b": 2, "k": 1}}`},
		"  a: ${imports.base.shared.|}":            {">k 1"},
		"  a: ${imports[\"base\"].shared.|}":       {">k 1"},
		"  a: ${environments.|}":                   {">proj"},
		"  a: ${environments.proj.|}":              {">prod", ">dev"},
		"  a: ${environments.proj.prod.|}":         {`>region {"name": "eu"}`},
		"  a: ${environments.proj.prod.region.n|}": {"n>name eu"},
		"  a: ${context.pulumi.|}": {`>organization {"login": "organization"}`,
			`>user {"id": "user", "login": "user"}`},
		"  a: ${nothing.|}": nil,
		"  a: {fn::open::|": {"fn::open::>fn::open::aws:", "fn::open::>fn::open::gcp:"},
		"  a: {fn::open: {inputs: {}, provider: x}}\n  b:\n    fn::open:\n      provider: g|": {"g>aws", "g>gcp"},
		"  fi|": {"fi>environmentVariables:", "fi>files:", "fi>pulumiConfig:"},
		"des|":  {"des>description:"},
	} {
		assert.Equal(t, want, proposals(t, head+typed+others), typed)
	}
	for typed, want := range map[string][]string{
		"imports: [base, pr|]\nvalues: {}": {"pr>proj/prod", "pr>proj/dev"},
		"imports:\n  - base\n  - |\n":      {">proj/prod", ">proj/dev"},
		"imports:\n- base: {m|}\n":         {"m>merge: false"},
		"im|\nvalues: {}\n":                {"im>imports:\n  -", "im>description:"},
	} {
		assert.Equal(t, want, proposals(t, "\n-- env.yaml --\n"+typed+others), typed)
	}
}

func TestHoverExplainsKeysThatAreNotProperties(t *testing.T) {
	s := evaluate(t, "-- env.yaml --\nImports: [{base: {merge: false}}]\nvalues:\n  a:\n"+
		"    fn::open: {provider: p, inputs: {inputs: x}}\n  b: [{fn::rotate::r: {inputs: {}, state: null}}]\n"+
		"-- base.yaml --\nvalues: {}\n")
	f := s.Subject.Bundle.Files[0]
	for word, want := range map[string]string{
		"Impo": "Imports: The environments whose values this one inherits and can override.",
		"valu": "values: The properties of the environment.",
		"{mer": "merge boolean, by default true: If false, the environment is not merged: its values are " +
			"available only through ${imports}.",
		"provid":      "provider string literal: ",
		"p, inp":      "inputs object: The inputs of the provider.",
		"{}, stat":    "state object literal: What the last rotation stored.",
		"inputs: {in": "",
	} {
		h, ok := s.Subject.Hover(f, strings.Index(f.Text, word)+len(word))
		if assert.Equal(t, want != "", ok, word) && ok {
			assert.Equal(t, want, strings.TrimRight(h.Title+" "+h.Type, " ")+": "+h.Doc, word)
		}
	}
}

func TestTheOriginalSuggestsOnlyKeysOfTheLowestObject(t *testing.T) {
	const files = "-- env.yaml --\nimports: [mid]\nvalues: {o: {own: 1}, r: \"${o.%s}\"}\n" +
		"-- mid.yaml --\nimports: [base]\nvalues: {o: {middle: 1}}\n-- base.yaml --\nvalues: {o: {lowest: 1}}\n"
	for _, tc := range []struct{ key, message, reference string }{
		{"lowets", `unknown property "lowets"; did you mean "lowest"?`, ""},
		{"midle", `unknown property "midle"; did you mean "middle"?`, `unknown property "midle"`},
		{"owns", `unknown property "owns"; did you mean "own"?`, `unknown property "owns"`},
	} {
		s := evaluate(t, fmt.Sprintf(files, tc.key))
		require.Len(t, s.Problems, 1)
		assert.Equal(t, tc.message, s.Problems[0].Message)
		assert.Equal(t, tc.reference, s.Problems[0].Reference)
	}
}

func TestTheStringOfALayeredObjectIsSecretOrUnknownOnlyIfItsOwnKeysAre(t *testing.T) {
	s := evaluate(t, "-- env.yaml --\nimports: [base]\nvalues: {o: {own: 1}, t: \"text ${o}\"}\n-- base.yaml --\n"+
		"values: {o: {hidden: {fn::secret: pw}, later: {fn::open::p: {}}}}\n")
	assert.NotContains(t, s.Secrets(), "t")
	assert.Contains(t, values(t, s), `"t":"text \"own\"=\"1\""`)
}

func TestAFileWithASyntaxErrorHasAGraphButNoValue(t *testing.T) {
	s := evaluate(t, "-- env.yaml --\nvalues:\n  a: 1\n  b: ${a} ${nope}\n  c: [1,\n")
	assert.Equal(t, "null", values(t, s))
	require.Len(t, s.Problems, 1, "only the syntax error is reported")
	var ids []string
	for _, n := range s.Graph().Nodes {
		ids = append(ids, n.ID)
	}
	assert.Contains(t, ids, "b")
}

const layered = `-- env.yaml --
imports: [app/base, {side: {merge: false}}]
values: {a: 2, o: {k: 2}, x: "${imports.side.v}", y: "${o.l}"}
-- app/base.yaml --
values: {a: 1, o: {k: 1, l: 1}, t: "is ${a}"}
-- side.yaml --
values: {v: 3}
`

func TestTheGraphShowsTheEnvironmentOfAReference(t *testing.T) {
	var edges []string
	s := evaluate(t, layered)
	for _, e := range s.Graph().Edges {
		edges = append(edges, e.From+" > "+e.To+" "+e.Via)
	}
	assert.ElementsMatch(t, []string{
		"imports.env > imports.app/base import", "imports.env > imports.side import",
		"a > imports.app/base:a merge", "o > imports.app/base:o merge", "o.k > imports.app/base:o.k merge",
		"x > imports.side:v ", "y > imports.app/base:o.l ", "imports.app/base:t > imports.app/base:a ",
	}, edges)
	for _, n := range s.Graph().Nodes {
		if n.ID == "imports.app/base:o.l" {
			assert.Equal(t, "imports.app/base", n.Parent)
		}
	}
}

func TestTheDerivationListsWhatAValueOverrode(t *testing.T) {
	s := evaluate(t, layered)
	why, ok := s.Subject.Why(inspect.Target{Path: "a"})
	require.True(t, ok)
	var steps []string
	for _, step := range why.Steps() {
		steps = append(steps, string(step.Kind)+" "+step.Label+map[bool]string{true: " lost"}[step.Overridden])
	}
	assert.Equal(t, []string{"literal written here", "layer property imports.app/base:a lost"}, steps)
}

func TestAnOverrideThatDoesNotAffectImportedStringsIsReported(t *testing.T) {
	assert.Equal(t, "hint-early-binding a", codes(evaluate(t, layered)))
}

func TestFormatsOfVariablesAndFilesMatchTheCommandLine(t *testing.T) {
	s := evaluate(t, `-- env.yaml --
values:
  environmentVariables: {A: "x \"y\"", N: 1.50, P: {fn::secret: pw}, U: {fn::open::p: {}}, L: [1]}
  files: {F: "text\n"}
  pulumiConfig: {"aws:region": eu, n: 5}
`)
	texts := map[string]string{}
	for _, v := range s.Outcome.Views {
		texts[v.ID] = v.Text(false, nil)
	}
	assert.Equal(t, "A=\"x \\\"y\\\"\"\nN=\"1.5\"\nP=\"[secret]\"\nU=\"[unknown]\"\nF=\"[unknown]\"\n", texts["dotenv"])
	assert.Equal(t, "export A=\"x \\\"y\\\"\"\nexport N=\"1.5\"\nexport P=\"[secret]\"\nexport U=\"[unknown]\"\n"+
		"export F=\"[unknown]\"\n", texts["shell"])
	assert.Equal(t, "==> F <==\ntext\n", texts["files"])
	assert.Equal(t, "aws:region: eu\n\"n\": 5\n", texts["pulumiConfig"])
}

func TestAMissingMockIsReportedOnce(t *testing.T) {
	s := evaluate(t, "-- env.yaml --\nvalues: {a: {fn::open::p: {}}, b: {fn::open::p: {}}}\n")
	assert.Equal(t, "hint-provider fn::open::p", codes(s))
	require.Len(t, s.Outcome.Unknowns, 1)
	assert.Equal(t, []string{"providers", "p", "outputs"}, s.Outcome.Unknowns[0].Path)
	assert.Len(t, s.Outcome.Unknowns[0].Used, 2)
}

func TestARotatorThatOnlyNeedsAnInputToRotateIsOpenedWithoutIt(t *testing.T) {
	const archive = "-- env.yaml --\nvalues: {a: {fn::rotate::r: {inputs: {id: x, admin: \"${nope}\"}, state: {k: " +
		"v}}}}\n-- inputs.yaml --\nmode: %s\nrotators: {r: {echo: true, schema: {inputs: {type: object, required: " +
		"[admin], rotateOnly: [admin]}}}}\n"
	assert.Equal(t, `{"a":{"k":"v"}}`, values(t, evaluate(t, strings.Replace(archive, "%s", "eval", 1))))
	assert.Equal(t, "unknown-property nope", codes(evaluate(t, strings.Replace(archive, "%s", "rotate", 1))))
}
