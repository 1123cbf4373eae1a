//go:build !js

// What a function of a dialect computes does not depend on where it is evaluated.

package evaluator_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/dialect"
	"pantograph/evaluator/value"
)

// notOnALine explains which functions have no example: those whose calls need more of a program than
// fits on a line.
var notOnALine = map[string]string{
	"list":       "it only says that it is gone",
	"map":        "it only says that it is gone",
	"rsadecrypt": "a key has many lines",
}

// exampleFiles can be read by the examples.
var exampleFiles = []evaluator.File{{Name: "hello.txt", Text: "hello"}, {Name: "hello.tftpl", Text: "Hello ${name}"}}

// results evaluates the call and the result of an example.
var results = map[string]func(t *testing.T, name, call, result string) (got, want string){
	"terraform": func(t *testing.T, _, call, result string) (got, want string) {
		return consoleOf(t, call), consoleOf(t, result)
	},
}

// consoleOf returns what Terraform's console prints for an expression, or the expression if it has
// a mistake: a result such as (known after apply) is not an expression.
func consoleOf(t *testing.T, expression string) string {
	inputs := evaluator.File{Name: "inputs.yaml", Text: "expression: " + value.JSON(value.Str(expression), value.JSONStyle{})}
	s, err := evaluator.Evaluate(evaluator.Request{Dialect: "terraform", Files: append([]evaluator.File{inputs}, exampleFiles...)})
	require.NoError(t, err)
	printed, _ := s.Outcome.Value.Object().Get("console")
	if text, _ := printed.Text(); text != "" {
		return text
	}
	return expression
}

func TestTheExampleOfAFunctionGivesWhatItSays(t *testing.T) {
	for _, d := range dialect.All {
		evaluate := results[d.Name]
		if evaluate == nil {
			continue
		}
		for _, fn := range d.Funcs {
			call, result, ok := strings.Cut(fn.Example, " → ")
			if !ok {
				assert.NotEmpty(t, notOnALine[fn.Name], "%s has no example", fn.Name)
				continue
			}
			assert.Empty(t, notOnALine[fn.Name], "%s has an example", fn.Name)
			got, want := evaluate(t, fn.Name, call, result)
			if begin, cut := strings.CutSuffix(want, "…"); cut {
				assert.True(t, strings.HasPrefix(got, begin), "%s gives %s", fn.Example, got)
				continue
			}
			assert.Equal(t, want, got, fn.Example)
		}
	}
}
