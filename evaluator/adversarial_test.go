package evaluator_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/diag"
)

// TestAdversarialProgramsAreEvaluatedQuickly evaluates programs for which a naive evaluator needs
// quadratic or exponential time or memory. If one were slow, the test would not finish.
func TestAdversarialProgramsAreEvaluatedQuickly(t *testing.T) {
	each := func(n int, format string, args ...func(i int) any) string {
		var b strings.Builder
		for i := range n {
			values := make([]any, len(args))
			for j, arg := range args {
				values[j] = arg(i)
			}
			fmt.Fprintf(&b, format, values...)
		}
		return b.String()
	}
	this := func(i int) any { return i }
	next := func(by, of int) func(i int) any { return func(i int) any { return (i + by) % of } }
	doubling := "variables:\n  v0: [x, x]\n" + each(40, "  v%d: ['${v%d}', '${v%d}']\n",
		func(i int) any { return i + 1 }, this, this)
	// The code of an error that a program must have. Programs without an entry have no errors.
	wantCodes := map[string]string{
		"lists that double": "budget-size", "doubled lists in a string": "budget-size",
		"doubled lists as JSON":        "budget-size",
		"doubled lists as an argument": "budget-size", "doubled lists made public": "budget-size",
		"strings that double": "budget-size",
		"overlapping cycles":  "budget-size", "only missing names": "unknown-name",
		"one name for all variables": "duplicate-name",
	}
	for name, text := range map[string]string{
		"a chain of references": "variables:\n  v20000: end\n" +
			each(20000, "  v%d: ${v%d}\n", this, next(1, 20001)),
		"a chain of resources": "resources:\n  r5000: {type: 'a:b:C'}\n" +
			each(5000, "  r%d: {type: 'a:b:C', properties: {p: '${r%d.id}'}}\n", this, next(1, 5001)),
		"a chain of parents": "resources:\n  r1000: {type: 'a:b:C'}\n" +
			each(1000, "  r%d: {type: 'a:b:C', options: {parent: '${r%d}'}}\n", this, next(1, 1001)),
		"lists that double":            doubling,
		"doubled lists in a string":    doubling + "outputs: {o: 'x ${v40}'}\n",
		"doubled lists as JSON":        doubling + "outputs: {o: {fn::toJSON: '${v40}'}}\n",
		"doubled lists as an argument": doubling + "  z: {fn::std:jsonencode: {input: '${v40}'}}\n",
		"doubled lists made public":    doubling + "outputs: {o: {fn::unsecret: {fn::secret: '${v40}'}}}\n",
		"strings that double": "variables:\n  v0: xxxxxxxx\n" +
			each(40, "  v%d: '${v%d}${v%d}'\n", func(i int) any { return i + 1 }, this, this),
		"one name for all variables": "variables:\n" + each(3000, "  v: %d\n", this),
		"only missing names":         "variables:\n" + each(3000, "  v%d: ${w%d}\n", this, this),
		"overlapping cycles": "variables:\n" + each(1000, "  v%d: ['${v%d}', '${v%d}']\n", this,
			next(1, 1000), next(7, 1000)),
		"a mapping read key by key": "variables:\n  m: {" + each(5000, "k%d: 1, ", this) + "}\n  l: [" +
			each(5000, "'${m.k%d}', ", this) + "]\n",
		"brackets in brackets": "variables:\n  v: " + strings.Repeat("[", 900) + strings.Repeat("]", 900) +
			"\n  w: ${v}\n",
	} {
		t.Run(name, func(t *testing.T) {
			s, err := evaluator.Evaluate(evaluator.Request{Files: []evaluator.File{{Name: "Pulumi.yaml",
				Text: "name: slow\n" + text}}})
			require.NoError(t, err)
			assert.True(t, json.Valid(s.Document("x", false)))
			var codes []string
			for _, p := range s.Problems {
				if p.Severity == diag.Error {
					codes = append(codes, string(p.Code))
				}
			}
			if want := wantCodes[name]; want == "" {
				assert.Empty(t, codes)
			} else {
				assert.Contains(t, codes, want)
			}
		})
	}
}
