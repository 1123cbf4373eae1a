package pullconf_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"pantograph/evaluator"
)

// The model below implements the rules of section 4 directly and stops at the first error. A
// value is a string, an array ([]any) or a hash (map[string]any).

type model map[string]any

const start = "${pullconf::"

// name splits a string after the next reference.
func (m model) name(text string) (name, rest string, err error) {
	name, rest, ok := strings.Cut(strings.TrimPrefix(text, start), "}")
	if !ok {
		return "", "", fmt.Errorf("failed to find closing brace for variable")
	}
	return name, rest, nil
}

// get returns a variable that was reached through depth others.
func (m model) get(name string, depth int) (any, error) {
	v, ok := m[name]
	switch {
	case !ok:
		return nil, fmt.Errorf("reference to unknown variable `%s`", name)
	case depth >= 11:
		return nil, fmt.Errorf("recursion limit reached while resolving variable `%s`", name)
	}
	return v, nil
}

// text replaces the references in a string.
func (m model) text(v any, depth int) (string, error) {
	rest, ok := v.(string)
	if !ok {
		return "", fmt.Errorf("node must be a string")
	}
	var b strings.Builder
	for {
		i := strings.Index(rest, start)
		if i < 0 {
			return b.String() + rest, nil
		}
		b.WriteString(rest[:i])
		name, behind, err := m.name(rest[i:])
		if err != nil {
			return "", err
		}
		next, err := m.get(name, depth)
		if err != nil {
			return "", err
		}
		text, err := m.text(next, depth+1)
		if err != nil {
			return "", err
		}
		b.WriteString(text)
		rest = behind
	}
}

// follow finds the array or hash that references lead to.
func (m model) follow(v any, word string) (any, error) {
	for depth := 0; ; depth++ {
		text, ok := v.(string)
		if !ok {
			return v, nil
		}
		switch {
		case !strings.HasPrefix(text, start):
			return nil, fmt.Errorf("node must be %s", word)
		case !strings.HasSuffix(text, "}"):
			return nil, fmt.Errorf("failed to find closing brace for variable")
		}
		next, err := m.get(strings.TrimSuffix(strings.TrimPrefix(text, start), "}"), depth)
		if err != nil {
			return nil, err
		}
		v = next
	}
}

// A failure is an error with the place that the original names.
type failure struct {
	at  string
	err error
}

func (f failure) Error() string {
	return "`web1`>`clients.yaml`>`documents[0].resources[0].parameters." + f.at + "`: " + f.err.Error()
}

func (m model) array(v any, at string, member func(v any, at string) (any, error)) (any, error) {
	found, err := m.follow(v, "an array")
	if err != nil {
		return nil, failure{at, err}
	}
	list, ok := found.([]any)
	if !ok {
		return nil, failure{at, fmt.Errorf("node must be an array")}
	}
	out := []any{}
	for i, item := range list {
		read, err := member(item, fmt.Sprintf("%s[%d]", at, i))
		if err != nil {
			return nil, err
		}
		out = append(out, read)
	}
	return out, nil
}

func (m model) member(v any, at string) (any, error) {
	text, err := m.text(v, 0)
	if err != nil {
		return nil, failure{at, err}
	}
	return text, nil
}

// pair reads an environment variable: a hash with a name and an optional value.
func (m model) pair(v any, at string) (any, error) {
	found, err := m.follow(v, "a hash")
	if err != nil {
		return nil, failure{at, err}
	}
	hash, ok := found.(map[string]any)
	if !ok {
		return nil, failure{at, fmt.Errorf("node must be a hash")}
	}
	out := map[string]any{}
	for _, key := range []string{"name", "value"} {
		item, ok := hash[key]
		if !ok {
			continue
		}
		read, err := m.member(item, at+"."+key)
		if err != nil {
			return nil, err
		}
		out[key] = read
	}
	return out, nil
}

// drawText draws a string that may have references, some of them to undefined variables or without
// the closing brace.
func drawText(t *rapid.T) string {
	parts := []string{"x", " ", "$", "}", "{", "${", start + "a}", start + "b}", start + "c}", start + "d}",
		start + "e}", start + "hostname}"}
	if rapid.IntRange(0, 5).Draw(t, "whole") > 2 {
		return rapid.SampledFrom(parts[6:]).Draw(t, "reference")
	}
	if rapid.IntRange(0, 9).Draw(t, "wrong") == 0 {
		parts = append(parts, start+"nope}", start+"a", start+" a}", start+"}")
	}
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts), 1, 3).Draw(t, "parts"), "")
}

func drawValue(t *rapid.T) any {
	switch rapid.IntRange(0, 5).Draw(t, "shape") {
	case 0:
		var list []any
		for range rapid.IntRange(1, 3).Draw(t, "items") {
			list = append(list, drawText(t))
		}
		return list
	case 1:
		return drawPair(t)
	case 2:
		return []any{drawPair(t), drawText(t)}
	}
	return drawText(t)
}

func drawPair(t *rapid.T) any { return map[string]any{"name": drawText(t), "value": drawText(t)} }

// strict formats a value as StrictYAML, for use after its key.
func strict(v any, indent string) string {
	switch v := v.(type) {
	case []any:
		out := "\n"
		for _, item := range v {
			out += indent + "- " + strings.TrimLeft(strict(item, indent+"  "), "\n ")
		}
		return out
	case map[string]any:
		return "\n" + indent + "name: " + strict(v["name"], indent) + indent + "value: " + strict(v["value"], indent)
	}
	return "'" + v.(string) + "'\n"
}

// drawConfiguration draws a client whose resource has one parameter with variables.
func drawConfiguration(t *rapid.T) (text, parameter string, m model, v any) {
	m = model{"hostname": "web1"}
	text = head + "variables:\n"
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		m[name] = drawValue(t)
		text += "  " + name + ": " + strict(m[name], "    ")
	}
	parameter = rapid.SampledFrom([]string{"name", "command", "environment"}).Draw(t, "parameter")
	v = drawValue(t)
	given := map[string]string{"name": "'e'\n", "command": "\n        - x\n"}
	given[parameter] = strict(v, "        ")
	text += "resources:\n  - type: execute\n    parameters:\n"
	for _, name := range []string{"name", "command", "environment"} {
		if given[name] != "" {
			text += "      " + name + ": " + given[name]
		}
	}
	return text, parameter, m, v
}

// read evaluates a configuration and returns its errors and the parameters of its resource.
func read(t *rapid.T, text string) (references []string, parameters map[string]any) {
	s, err := evaluator.Evaluate(evaluator.Request{Dialect: "pullconf",
		Files: []evaluator.File{{Name: "clients.yaml", Text: text}}})
	require.NoError(t, err)
	for _, p := range s.Problems {
		if !p.Code.IsHint() {
			references = append(references, p.Reference)
		}
	}
	var doc struct {
		Value struct {
			Clients map[string]struct {
				Resources []struct{ Parameters map[string]any }
			}
		}
	}
	require.NoError(t, json.Unmarshal(s.Document("", true), &doc))
	return references, doc.Value.Clients["web1"].Resources[0].Parameters
}

func TestVariablesAreReplacedAsInTheModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, parameter, m, v := drawConfiguration(t)
		var want any
		var err error
		switch parameter {
		case "name":
			want, err = m.member(v, parameter)
		case "command":
			want, err = m.array(v, parameter, m.member)
		default:
			want, err = m.array(v, parameter, m.pair)
		}
		references, parameters := read(t, text)
		if err != nil {
			assert.Contains(t, references, err.Error(), text)
			return
		}
		assert.Empty(t, references, text)
		assert.Equal(t, want, parameters[parameter], text)
	})
}
