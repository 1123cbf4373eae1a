package evaluator_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/diag"
)

// TestDefaultsOfConfigEntries checks which defaults of config can be computed. They are in
// Main.yaml, because Pulumi interpolates nothing in Pulumi.yaml.
func TestDefaultsOfConfigEntries(t *testing.T) {
	for _, c := range []struct{ claim, config, code, reference string }{
		{"a default can refer to an earlier entry",
			`{a: {type: string, default: x}, b: {type: string, default: "${a}-y"}}`, "", ""},
		{"a default cannot refer to a later entry",
			`{b: {type: string, default: "${a}-y"}, a: {type: string, default: x}}`,
			"unknown-name",
			`resource or variable named "a" could not be found`},
		{"a default cannot refer to its own entry", `{b: {type: string, default: "${b}"}}`, "unknown-name",
			`resource or variable named "b" could not be found`},
		{"a computed default must have the declared type",
			`{a: {type: string, default: x}, b: {type: integer, default: "${a}"}}`, "config-mismatch",
			"type mismatch: default value of type string but type integer was specified"},
		{"a default cannot be an output", `{b: {type: string, default: {fn::secret: q}}}`, "config-type",
			"unexpected configuration type 'pulumi.AnyOutput': valid types are string, List<string>, number, " +
				"List<number>, integer, List<integer>, boolean, List<boolean>, Map<any>, List<Map<any>>"},
	} {
		s, err := evaluator.Evaluate(evaluator.Request{Files: []evaluator.File{
			{Name: "Pulumi.yaml", Text: "name: t\nruntime: yaml\n"},
			{Name: "Main.yaml", Text: "config: " + c.config + "\noutputs: {b: \"${b}\"}\n"},
		}})
		require.NoError(t, err)
		var codes, references []string
		for _, p := range s.Problems {
			if p.Severity.String() == "error" {
				codes, references = append(codes, string(p.Code)), append(references, p.Reference)
			}
		}
		if c.code == "" {
			assert.Empty(t, codes, c.claim)
			assert.Contains(t, s.Render("", false).Text, "b: x-y", c.claim)
			continue
		}
		assert.Contains(t, codes, c.code, "%s: %v", c.claim, references)
		assert.Contains(t, references, c.reference, c.claim)
	}
}

func TestThePulumiPackageHasFewResourceTypes(t *testing.T) {
	for text, isKnown := range map[string]bool{"pulumi:index:Nothing": false, "pulumi:pulumi:StackReference": true,
		"pulumi:providers:aws": true} {
		s, err := evaluator.Evaluate(evaluator.Request{Files: []evaluator.File{
			{Name: "Pulumi.yaml", Text: "name: t\nruntime: yaml\nresources: {r: {type: \"" + text +
				"\", properties: {name: a/b/c}}}\n"},
		}})
		require.NoError(t, err)
		isRefused := false
		for _, p := range s.Problems {
			isRefused = isRefused || p.Code == "unknown-type"
		}
		assert.Equal(t, !isKnown, isRefused, text)
	}
}

// TestMessagesNameIntegersInConfig checks that messages distinguish integers in config from other
// numbers, as the original's do.
func TestMessagesNameIntegersInConfig(t *testing.T) {
	for expression, want := range map[string]string{
		`{fn::join: [",", "${n}"]}`:   "the second argument to fn::join must be a list, found an integer",
		`{fn::length: "${n}"}`:        "fn::length requires a list, map, or string, got an integer",
		`{fn::length: "${copy}"}`:     "fn::length requires a list, map, or string, got an integer",
		`{fn::length: "${plain}"}`:    "fn::length requires a list, map, or string, got a number",
		`{fn::length: 3}`:             "fn::length requires a list, map, or string, got a number",
		`{fn::singleOrNone: "${n}"}`:  "fn::singleOrNone requires a list, got an integer",
		`{fn::toBase64: "${n}"}`:      "expected argument to fn::toBase64 to be a string, got an integer",
		`{fn::select: ["${n}", [a]]}`: "index must be a number, not an integer",
	} {
		_, references := pulumiMain(t, "name: t\nruntime: yaml\nconfig:\n  n: {type: integer, default: 3}\n"+
			"  plain: {type: number, default: 3}\nvariables:\n  copy: ${n}\noutputs:\n  o: "+expression+"\n")
		assert.Equal(t, []string{want}, references, expression)
	}
}

func TestAResourceWithAnEmptyNameIsRefused(t *testing.T) {
	s, references := pulumiMain(t, "name: t\nruntime: yaml\nresources:\n  '': {type: a:b:C}\n  r: {type: a:b:C}\n")
	assert.Equal(t, []string{"resource name argument (for URN creation) cannot be empty"}, references)
	assert.NotContains(t, s.Render("yaml", false).Text, `name: ""`)
}

// pulumiMain evaluates a Main.yaml, and returns the snapshot and the original's messages for its
// errors.
func pulumiMain(t *testing.T, text string) (*evaluator.Snapshot, []string) {
	s, err := evaluator.Evaluate(evaluator.Request{Files: []evaluator.File{{Name: "Main.yaml", Text: text}}})
	require.NoError(t, err)
	var references []string
	for _, p := range s.Problems {
		if p.Severity == diag.Error {
			references = append(references, diag.Plain(p.Reference))
		}
	}
	return s, references
}
