package evaluator_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/protocol"
)

// An environment is adapted only if nothing but literals in values has changed, and nothing that binding reports.
func TestAnEnvironmentIsAdaptedIfOnlyLiteralsChange(t *testing.T) {
	for _, tc := range []struct {
		what, before, after string
		isAdapted           bool
	}{
		{"a string", "  a: b\n", "  a: bc\n", true},
		{"a string that replaces a final value", "  final: b\n", "  final: bc\n", true},
		{"a string that replaces an imported one", "  o: b\n", "  o: bc\n", true},
		{"a string before a path", "  a: b ${imports.base.o} c\n", "  a: bc ${imports.base.o} c\n", true},
		{"a string before an environment", "  a: b ${environments.team.other.o}\n",
			"  a: bc ${environments.team.other.o}\n", true},
		{"a string before a missing one", "  a: b ${environments.no.such.c}\n",
			"  a: bc ${environments.no.such.c}\n", true},
		{"a string before a ciphertext", "  a: {b: c, d: {fn::secret: {ciphertext: ZXNjeAAAAAExMjM0NTY3OEBwv48=}}}\n",
			"  a: {b: cd, d: {fn::secret: {ciphertext: ZXNjeAAAAAExMjM0NTY3OEBwv48=}}}\n", true},
		{"a ciphertext", "  a: {fn::secret: {ciphertext: e}}\n", "  a: {fn::secret: {ciphertext: ef}}\n", true},
		{"a string before a rotator", "  a: {b: c, d: {fn::rotate::swap: {inputs: {b: c}, state: {a: d}}}}\n",
			"  a: {b: cd, d: {fn::rotate::swap: {inputs: {b: c}, state: {a: d}}}}\n", true},
		{"an input of a rotator", "  a: {fn::rotate::swap: {inputs: {b: c}, state: {a: d}}}\n",
			"  a: {fn::rotate::swap: {inputs: {b: cd}, state: {a: d}}}\n", true},
		{"a string in a list", "  a: [{b: c}, d]\n", "  a: [{b: c}, de]\n", true},
		{"a string around a reference", "  a: b ${c}\n  c: d\n", "  a: bc ${c}\n  c: d\n", true},
		{"an argument", "  a: {fn::join: [b, [c]]}\n", "  a: {fn::join: [b, [cd]]}\n", true},
		{"an input of a provider", "  a: {fn::open::p: {b: c}}\n", "  a: {fn::open::p: {b: cd}}\n", true},
		{"a secret", "  a: {fn::secret: b}\n", "  a: {fn::secret: bc}\n", true},
		{"a comment", "  a: b # c\n", "  a: b # cd\n", true},
		{"a new comment", "  a: b\n", "  # c\n  a: b\n", true},
		{"nothing but a blank line", "  a: b\n", "\n  a: b\n", true},
		{"a value next to a problem", "  a: b\n  imports: c\n", "  a: bc\n  imports: c\n", true},
		{"a string above an error", "  a: b\n  c  d\n", "  a: bc\n  c  d\n", true},
		{"a comment above an error", "  a: b\n  c: [d\n", "  # e\n  a: b\n  c: [d\n", true},
		{"an argument above an unclosed quote", "  a: {fn::join: [b, [c]]}\n  d: \"e\n",
			"  a: {fn::join: [b, [cd]]}\n  d: \"e\n", true},
		{"a string below an error", "  c  d\n  a: {fn::secret: b}\n", "  c  d\n  a: {fn::secret: bc}\n", true},
		{"a dollar", "  a: b\n", "  a: b$$\n", true},

		{"a number to a string", "  a: 1\n", "  a: 1c\n", false},
		{"a key", "  a: {b: c}\n", "  a: {bc: c}\n", false},
		{"a path", "  a: ${c}\n  c: {}\n", "  a: ${cd}\n  c: {}\n", false},
		{"a string to a reference", "  a: b\n", "  a: ${c}\n", false},
		{"a provider", "  a: {fn::open: {provider: p, inputs: {}}}\n", "  a: {fn::open: {provider: pq, inputs: {}}}\n",
			false},
		{"a function", "  a: {fn::toJSON: b}\n", "  a: {fn::toYAML: b}\n", false},
		{"a path that is incomplete", "  a: b\n", "  a: b ${c\n", false},
		{"a value with a problem", "  a: {b: c, b: d}\n", "  a: {b: c, b: de}\n", false},
		{"a value that is not used", "  a: b\n  a: c\n", "  a: b\n  a: cd\n", false},
		{"a value that is not used, below its key", "  a: {b: c}\n  a:\n    b: d\n", "  a: {b: c}\n  a:\n    b: de\n",
			false},
		{"a new entry", "  a: b\n", "  a: b\n  c: d\n", false},
		{"the order", "  a: b\n  c: d\n", "  c: d\n  a: b\n", false},
		{"a tag", "  a: b\n", "  a: !!binary b\n", false},
		{"an alias", "  a: b\n", "  a: *b\n", false},
		{"an entry with an error", "  a: b\n  c: [d\n", "  a: b\n  c: [de\n", false},
		{"a new error", "  a: b\n  c: d\n", "  a: b\n  c d\n", false},
		{"the end of an error", "  a: b\n  c  d\n", "  a: b\n  c: d\n", false},
		{"the description", "description: a\n", "description: ab\n", false},
		{"a second document", "  a: b\n", "  a: b\n---\n", false},
	} {
		engine, fresh := evaluator.New(), evaluator.New()
		evaluateEnvironment(engine, tc.before)
		assert.Equal(t, evaluateEnvironment(fresh, tc.after), evaluateEnvironment(engine, tc.after), tc.what)
		assert.Equal(t, tc.isAdapted, engine.IsAdapted(), tc.what)
		for _, request := range questions(strings.Count(tc.after, "\n") + 4) {
			asked := request.AppendJSON(nil)
			require.Equal(t, string(fresh.Call(asked)), string(engine.Call(asked)), "%s: %s", tc.what, asked)
		}
	}
}

// evaluateEnvironment evaluates an environment with the given values, which imports another.
func evaluateEnvironment(engine *evaluator.Engine, values string) string {
	r := protocol.Request{Op: "evaluate", Evaluate: &protocol.EvaluateRequest{Lean: true, Files: []protocol.File{
		{Name: "env.yaml", Text: "imports: [base]\nvalues:\n  other: x ${a}\n" + values},
		{Name: "base.yaml", Text: "values: {final: {fn::final: 1}, o: {b: c}, uses: '${o} and ${final}'}\n"},
		{Name: "team/other.yaml", Text: "values: {o: {b: c}}\n"},
		{Name: "inputs.yaml", Text: "mode: rotate\nrotators: {swap: {echo: true, rotated: {a: inputs.b}}}\n"},
	}}}
	return string(engine.Call(r.AppendJSON(nil)))
}

// questions returns requests about all views and many positions in the first lines of an environment.
func questions(lines int) (all []protocol.Request) {
	all = append(all, protocol.Request{Op: "inspect", Inspect: &protocol.InspectRequest{}})
	for _, view := range []string{"json", "detailed", "encrypted", "decrypted", "rotated", "dotenv"} {
		all = append(all, protocol.Request{Op: "render", Render: &protocol.RenderRequest{View: view}})
	}
	for line := range lines {
		for column := 1; column < 60; column += 3 {
			at := &protocol.PositionRequest{File: "env.yaml", Line: line + 1, Column: column}
			all = append(all, protocol.Request{Op: "hover", Hover: at},
				protocol.Request{Op: "definition", Definition: at},
				protocol.Request{Op: "references", References: at},
				protocol.Request{Op: "why", Why: &protocol.WhyRequest{Position: at}})
		}
	}
	return all
}
