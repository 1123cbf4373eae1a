//go:build !js

// Functions compute the same on every platform, so these tests do not run under js.

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

// withoutResult explains why the documentation of a function has no example with a result: its call
// needs more of a program than fits on a line, or its result cannot be written as text.
var withoutResult = map[string]string{
	"list":                   "it only reports that it was removed",
	"map":                    "it only reports that it was removed",
	"rsadecrypt":             "a key has many lines",
	"std:rsadecrypt":         "a key has many lines",
	"fn::pulumiResourceName": "it needs a resource",
	"fn::pulumiResourceType": "it needs a resource",
	"fn::stackReference":     "it needs another stack",
	"fn::fileAsset":          "an asset is not text",
	"fn::stringAsset":        "an asset is not text",
	"fn::remoteAsset":        "an asset is not text",
	"fn::fileArchive":        "an archive is not text",
	"fn::remoteArchive":      "an archive is not text",
	"fn::assetArchive":       "an archive is not text",
	"get_resource":           "an id is unknown",
	"resource_facade":        "it needs a parent",
	"Fn::ResourceFacade":     "it needs a parent",
	"Fn::GetAZs":             "only a cloud knows its zones",
	"fn::open":               "it needs inputs.yaml",
	"fn::rotate":             "it needs inputs.yaml",
}

// exampleFiles are the files that the examples read.
var exampleFiles = []evaluator.File{{Name: "hello.txt", Text: "hello"}, {Name: "hello.tftpl", Text: "Hello ${name}"}}

// results maps each dialect to a function that evaluates the call and the result of an example.
var results = map[string]func(t *testing.T, name, call, result string) (got, want string){
	"terraform": func(t *testing.T, _, call, result string) (got, want string) {
		return consoleOf(t, call), consoleOf(t, result)
	},
	"pulumi": func(t *testing.T, name, call, result string) (got, want string) {
		if strings.HasPrefix(name, "std:") {
			call = `{fn::invoke: {function: "` + name + `", arguments: ` + call + `, return: result}}`
		}
		program := evaluator.File{Name: "Pulumi.yaml", Text: "name: p\nruntime: yaml\noutputs:\n  got: " + call +
			"\n  want: " + result + "\n"}
		s, err := evaluator.Evaluate(evaluator.Request{Dialect: "pulumi", Files: append([]evaluator.File{program},
			exampleFiles...)})
		require.NoError(t, err)
		outputs, _ := s.Outcome.Value.Object().Get("outputs")
		return plain(outputs, "got"), plain(outputs, "want")
	},
	"hot": func(t *testing.T, name, call, result string) (got, want string) {
		version := "2021-04-16"
		if name == "Ref" || strings.HasPrefix(name, "Fn::") {
			version = "2013-05-23"
		}
		template := evaluator.File{Name: "template.yaml", Text: "heat_template_version: " + version + declarations +
			"  got: {value: " + call + "}\n  want:\n    value: " + result + "\n"}
		s, err := evaluator.Evaluate(evaluator.Request{Dialect: "hot", Files: append([]evaluator.File{template},
			exampleFiles...)})
		require.NoError(t, err)
		outputs, _ := s.Outcome.Value.Object().Get("outputs")
		return plain(outputs, "got"), plain(outputs, "want")
	},
	"esc": func(t *testing.T, _, call, result string) (got, want string) {
		environment := evaluator.File{Name: "env.yaml", Text: "values:\n  got: " + call + "\n  want: " + result + "\n"}
		s, err := evaluator.Evaluate(evaluator.Request{Dialect: "esc", Files: []evaluator.File{environment}})
		require.NoError(t, err)
		return plain(s.Outcome.Value, "got"), plain(s.Outcome.Value, "want")
	},
}

// declarations declares the names that examples of Heat refer to.
const declarations = `
parameters:
  name: {type: string, default: web}
  ports: {type: comma_delimited_list, default: "80,443"}
resources:
  settings: {type: OS::Heat::Value, properties: {value: {port: 80}}}
outputs:
`

// plain returns a field of an object: a string as it is, an unknown value as "unknown", anything
// else as JSON.
func plain(v value.Value, key string) string {
	field, _ := v.Object().Get(key)
	if text, ok := field.Text(); ok {
		return text
	}
	if field.IsUnknown() {
		return "unknown"
	}
	return value.JSON(field, value.JSONStyle{})
}

// consoleOf returns what Terraform's console prints for an expression. It returns an invalid
// expression as it is, since a result such as (known after apply) is not an expression.
func consoleOf(t *testing.T, expression string) string {
	inputs := evaluator.File{Name: "inputs.yaml",
		Text: "expression: " + value.JSON(value.Str(expression), value.JSONStyle{})}
	s, err := evaluator.Evaluate(evaluator.Request{Dialect: "terraform",
		Files: append([]evaluator.File{inputs}, exampleFiles...)})
	require.NoError(t, err)
	printed, _ := s.Outcome.Value.Object().Get("console")
	if text, _ := printed.Text(); text != "" {
		return text
	}
	return expression
}

func TestEachFunctionReturnsWhatItsExampleSays(t *testing.T) {
	for _, d := range dialect.All {
		evaluate := results[d.Name]
		if evaluate == nil {
			continue
		}
		for _, fn := range d.Funcs {
			call, result, ok := strings.Cut(fn.Example, " → ")
			if !ok {
				assert.NotEmpty(t, withoutResult[fn.Name], "%s has no example", fn.Name)
				continue
			}
			assert.Empty(t, withoutResult[fn.Name], "%s has an example", fn.Name)
			got, want := evaluate(t, fn.Name, call, result)
			if begin, cut := strings.CutSuffix(want, "…"); cut {
				assert.True(t, strings.HasPrefix(got, begin), "%s returns %s", fn.Example, got)
				continue
			}
			assert.Equal(t, want, got, fn.Example)
		}
	}
}
