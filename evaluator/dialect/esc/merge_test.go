package esc_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"pantograph/evaluator"
)

// What follows is a model of imports, merging and references that evaluates an environment
// while it is drawn. A reference names only what comes before it, so that there is no cycle
// and everything has a value.

// A known value is a number, a text, a list of values or an object.
type known struct {
	data  any // float64, string, []*known, map[string]*known
	final bool
}

func (v *known) object() map[string]*known {
	if v == nil {
		return nil
	}
	o, _ := v.data.(map[string]*known)
	return o
}

// plain gives a value as encoding/json reads it.
func (v *known) plain() any {
	switch d := v.data.(type) {
	case []*known:
		out := []any{}
		for _, item := range d {
			out = append(out, item.plain())
		}
		return out
	case map[string]*known:
		out := map[string]any{}
		for k, item := range d {
			out[k] = item.plain()
		}
		return out
	}
	return v.data
}

// over lays a value on another.
func over(base, v *known) *known {
	below, above := base.object(), v.object()
	if below == nil || above == nil {
		return v
	}
	out := maps.Clone(below)
	for k, item := range above {
		out[k] = over(below[k], item)
	}
	return &known{out, v.final}
}

// hasFinal reports whether a value is final or holds one that is.
func (v *known) hasFinal() bool {
	if v == nil || v.final {
		return v != nil
	}
	for _, item := range v.object() {
		if item.hasFinal() {
			return true
		}
	}
	return false
}

// A drawing is an environment that is being drawn.
type drawing struct {
	*rapid.T
	base   *known            // of the imports that are merged
	record map[string]*known // all imports
	values map[string]*known // its own properties so far
	kept   int               // values that a final one below keeps out
}

var keys = []string{"a", "b", "c", "d"}

// paths lists what can be referred to before a property is drawn, with its values.
func (d *drawing) paths(before string) map[string]*known {
	out := map[string]*known{}
	var walk func(path string, v *known)
	walk = func(path string, v *known) {
		out[path] = v
		for k, item := range v.object() {
			walk(path+"."+k, item)
		}
		if l, ok := v.data.([]*known); ok {
			for i, item := range l {
				walk(path+"["+strconv.Itoa(i)+"]", item)
			}
		}
	}
	for _, k := range keys {
		switch {
		case d.values[k] != nil && k < before:
			walk(k, d.values[k])
		case d.values[k] == nil && k < before && d.base.object()[k] != nil:
			walk(k, d.base.object()[k])
		}
	}
	for name, v := range d.record {
		for k, item := range v.object() {
			walk("imports."+name+"."+k, item)
		}
	}
	return out
}

// expression draws an expression and returns its text in flow style and its value, laid on
// what the imports give.
func (d *drawing) expression(before string, base *known, depth int) (string, *known) {
	if base != nil && base.final {
		d.kept++
		_, _, text := d.bare(before, nil, depth)
		return text, base
	}
	v, whole, text := d.bare(before, base, depth)
	if whole {
		return text, v
	}
	return text, over(base, v)
}

// bare draws an expression. Whole says that the value takes what lies below into account.
func (d *drawing) bare(before string, base *known, depth int) (v *known, whole bool, text string) {
	paths := d.paths(before)
	names := slices.Sorted(maps.Keys(paths))
	switch kind := rapid.IntRange(0, 9).Draw(d.T, "kind"); {
	case kind < 4 && depth < 3:
		o, parts := maps.Clone(base.object()), []string{}
		if o == nil {
			o = map[string]*known{}
		}
		for _, k := range keys {
			if rapid.Bool().Draw(d.T, "has "+k) {
				t, item := d.expression(before, base.object()[k], depth+1)
				o[k] = item
				parts = append(parts, k+": "+t)
			}
		}
		return &known{data: o}, true, "{" + strings.Join(parts, ", ") + "}"
	case kind < 5 && depth < 3:
		list, parts := []*known{}, []string{}
		for range rapid.IntRange(0, 2).Draw(d.T, "items") {
			t, item := d.expression(before, nil, depth+1)
			list, parts = append(list, item), append(parts, t)
		}
		return &known{data: list}, false, "[" + strings.Join(parts, ", ") + "]"
	case kind < 7 && len(names) > 0 && !base.hasFinal():
		name := rapid.SampledFrom(names).Draw(d.T, "path")
		if at := paths[name]; !at.hasFinal() {
			switch s := at.data.(type) {
			case float64, string:
				if rapid.Bool().Draw(d.T, "inside of a text") {
					return &known{data: fmt.Sprint("x", s)}, false, `"x${` + name + `}"`
				}
			}
			return at, false, `"${` + name + `}"`
		}
	case kind < 8 && depth == 0 && base == nil:
		v, _, text := d.bare(before, nil, 2)
		return &known{v.data, true}, false, "{fn::final: " + text + "}"
	}
	n := rapid.IntRange(0, 9).Draw(d.T, "number")
	return &known{data: float64(n)}, false, strconv.Itoa(n)
}

// drawEnvironments draws environments of which each imports some before it, and returns their
// files and the value of the last.
func drawEnvironments(t *rapid.T) (files []evaluator.File, last *known, kept int) {
	values := map[string]*known{}
	var order []string
	for i := range rapid.IntRange(1, 4).Draw(t, "environments") {
		d := &drawing{T: t, record: map[string]*known{}, values: map[string]*known{}}
		var text strings.Builder
		for _, name := range order {
			if !rapid.Bool().Draw(t, "import") {
				continue
			}
			d.record[name] = values[name]
			if len(d.record) == 1 {
				text.WriteString("imports:\n")
			}
			if rapid.IntRange(0, 3).Draw(t, "merge") == 0 {
				text.WriteString("  - " + name + ": {merge: false}\n")
				continue
			}
			text.WriteString("  - " + name + "\n")
			d.base = over(d.base, values[name])
		}
		text.WriteString("values:\n  z: 0\n")
		o := maps.Clone(d.base.object())
		if o == nil {
			o = map[string]*known{}
		}
		o["z"] = &known{data: 0.0}
		for _, k := range keys {
			if rapid.Bool().Draw(t, "own "+k) {
				line, v := d.expression(k, d.base.object()[k], 0)
				d.values[k], o[k] = v, v
				text.WriteString("  " + k + ": " + line + "\n")
			}
		}
		name := "e" + strconv.Itoa(i)
		order, values[name], last = append(order, name), &known{data: o}, &known{data: o}
		files, kept = append(files, evaluator.File{Name: name + ".yaml", Text: text.String()}), d.kept
	}
	files[len(files)-1].Name = "env.yaml"
	return files, last, kept
}

func TestEnvironmentsMergeAndReferAsTheModelDoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		files, want, kept := drawEnvironments(t)
		s, err := evaluator.Evaluate(evaluator.Request{Dialect: "esc", Files: files})
		require.NoError(t, err)
		var doc struct{ Value any }
		require.NoError(t, json.Unmarshal(s.Document("", true), &doc))
		all := ""
		for _, f := range files {
			all += "-- " + f.Name + " --\n" + f.Text
		}
		assert.Equal(t, want.plain(), doc.Value, all)
		overridden := 0
		for _, p := range s.Problems {
			switch {
			case p.Code == "final-override" && p.Span.File.Name == "env.yaml":
				overridden++
			case p.Code != "final-override":
				assert.True(t, p.Code.IsHint(), "%s: %s\n%s", p.Code, p.Message, all)
			}
		}
		assert.Equal(t, kept, overridden, all)
	})
}
