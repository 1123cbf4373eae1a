package esc_test

import (
	"encoding/json"
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

var keys = []string{"a", "b", "c", "d"}

// A drawing draws an environment and evaluates it with the model (model_test.go) at the same time.
// A reference names only earlier properties, so there are no cycles and everything has a value.
type drawing struct {
	*rapid.T
	base   *known            // of the merged imports
	record map[string]*known // all imports
	values map[string]*known // its own properties so far
	kept   int               // number of values that are ignored because of a final one below
}

// paths lists the paths that can be referred to before a property, with their values.
func (d *drawing) paths(before string) map[string]*known {
	out := map[string]*known{}
	for _, k := range keys {
		switch {
		case d.values[k] != nil && k < before:
			d.values[k].reach(k, out)
		case d.values[k] == nil && k < before && d.base.object()[k] != nil:
			d.base.object()[k].reach(k, out)
		}
	}
	for name, v := range d.record {
		for k, item := range v.object() {
			item.reach("imports."+name+"."+k, out)
		}
	}
	for path, v := range out {
		if v.hasFinal() {
			delete(out, path)
		}
	}
	return out
}

// expression draws an expression and returns its text in flow style and its value, merged over the
// value from the imports.
func (d *drawing) expression(before string, base *known, depth int) (string, *known) {
	if base != nil && base.final {
		d.kept++
		text, _ := d.bare(before, nil, depth)
		return text, &known{data: base.data, own: base.own, final: true, secret: base.secret, kept: true}
	}
	if depth < 3 && rapid.IntRange(0, 3).Draw(d.T, "object") == 0 {
		return d.object(before, base, depth)
	}
	text, v := d.bare(before, base, depth)
	return text, over(base, v)
}

// object draws an object, whose entries are merged over the entries of base.
func (d *drawing) object(before string, base *known, depth int) (string, *known) {
	own, parts := map[string]*known{}, []string{}
	for _, k := range keys {
		if rapid.Bool().Draw(d.T, "has "+k) {
			text, item := d.expression(before, base.object()[k], depth+1)
			own[k], parts = item, append(parts, k+": "+text)
		}
	}
	v := &known{data: own, own: keySet(own), closed: base != nil && (base.closed || base.object() == nil)}
	if below := base.object(); below != nil {
		all := maps.Clone(below)
		maps.Copy(all, own)
		v.data = all
	}
	return "{" + strings.Join(parts, ", ") + "}", v
}

// bare draws an expression that is not an object.
func (d *drawing) bare(before string, base *known, depth int) (string, *known) {
	paths := d.paths(before)
	names := slices.Sorted(maps.Keys(paths))
	kind := rapid.IntRange(0, 11).Draw(d.T, "kind")
	switch {
	case kind < 2 && depth < 3:
		list, parts := []*known{}, []string{}
		for range rapid.IntRange(0, 2).Draw(d.T, "items") {
			text, item := d.expression(before, nil, depth+1)
			list, parts = append(list, item), append(parts, text)
		}
		return "[" + strings.Join(parts, ", ") + "]", &known{data: list}
	case kind < 3 && depth == 0 && base == nil:
		text, v := d.expression(before, nil, 2)
		return "{fn::final: " + text + "}", &known{data: v.topmost(), own: v.own, final: true, secret: v.hasSecret()}
	case kind < 4:
		return "{fn::secret: pw}", &known{data: "pw", secret: true}
	case kind < 10 && len(names) > 0 && !base.hasFinal():
		name := rapid.SampledFrom(names).Draw(d.T, "path")
		if kind < 6 {
			return `"${` + name + `}"`, paths[name]
		}
		return d.call(name, paths[name])
	}
	n := rapid.IntRange(0, 9).Draw(d.T, "number")
	return strconv.Itoa(n), &known{data: float64(n)}
}

// call draws a string or a function call that uses a value.
func (d *drawing) call(name string, v *known) (string, *known) {
	ref := `"${` + name + `}"`
	calls := []func() (string, *known){
		func() (string, *known) {
			return `"x${` + name + `}$$"`, v.shown().made("x" + v.shown().text() + "$")
		},
		func() (string, *known) { return "{fn::toString: " + ref + "}", v.shown().made(v.shown().text()) },
		func() (string, *known) { return "{fn::toJSON: " + ref + "}", v.made(v.json()) },
		func() (string, *known) {
			return "{fn::fromJSON: {fn::toJSON: " + ref + "}}", v.decoded(v.hasSecret())
		},
	}
	switch data := v.data.(type) {
	case string:
		calls = append(calls,
			func() (string, *known) { return "{fn::join: [\"-\", [y, " + ref + "]]}", v.made("y-" + data) },
			func() (string, *known) {
				list := []*known{}
				for _, part := range strings.Split(data, "x") {
					list = append(list, &known{data: part})
				}
				return "{fn::split: [x, " + ref + "]}", &known{data: list, secret: v.hasSecret()}
			},
			func() (string, *known) { return "{fn::fromBase64: {fn::toBase64: " + ref + "}}", v.made(data) },
		)
	case []*known:
		calls = append(calls, func() (string, *known) {
			list := append(slices.Clone(data), &known{data: 7.0})
			return "{fn::concat: [" + ref + ", [7]]}", &known{data: list, secret: v.hasSecret()}
		})
	}
	return rapid.SampledFrom(calls).Draw(d.T, "call")()
}

// drawEnvironments draws environments, each of which imports some earlier ones, and returns their
// files and the value of the last one.
func drawEnvironments(t *rapid.T) (files []evaluator.File, last *known, kept int) {
	values := map[string]*known{}
	var order []string
	for i := range rapid.IntRange(1, 4).Draw(t, "environments") {
		d := &drawing{T: t, record: map[string]*known{}, values: map[string]*known{}}
		text := d.imports(order, values) + "values:\n  z: 0\n"
		all := maps.Clone(d.base.object())
		if all == nil {
			all = map[string]*known{}
		}
		all["z"] = &known{data: 0.0}
		for _, k := range keys {
			if rapid.Bool().Draw(t, "own "+k) {
				line, v := d.expression(k, d.base.object()[k], 0)
				d.values[k], all[k] = v, v
				text += "  " + k + ": " + line + "\n"
			}
		}
		name := "e" + strconv.Itoa(i)
		own := keySet(d.values)
		own["z"] = true
		last = &known{data: all, own: own}
		order, values[name], kept = append(order, name), last, d.kept
		files = append(files, evaluator.File{Name: name + ".yaml", Text: text})
	}
	files[len(files)-1].Name = "env.yaml"
	return files, last, kept
}

// imports draws which environments are imported, and how.
func (d *drawing) imports(order []string, values map[string]*known) (text string) {
	for _, name := range order {
		if !rapid.Bool().Draw(d.T, "import") {
			continue
		}
		d.record[name] = values[name]
		if text == "" {
			text = "imports:\n"
		}
		if rapid.IntRange(0, 3).Draw(d.T, "merge") == 0 {
			text += "  - " + name + ": {merge: false}\n"
			continue
		}
		text += "  - " + name + "\n"
		d.base = over(d.base, values[name])
	}
	return text
}

func TestEnvironmentsAreEvaluatedAsInTheModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		files, want, kept := drawEnvironments(t)
		s, err := evaluator.Evaluate(evaluator.Request{Dialect: "esc", Files: files})
		require.NoError(t, err)
		var doc struct {
			Value   any
			Secrets []string
		}
		require.NoError(t, json.Unmarshal(s.Document("", true), &doc))
		all := ""
		for _, f := range files {
			all += "-- " + f.Name + " --\n" + f.Text
		}
		assert.Equal(t, want.plain(), doc.Value, all)
		assert.ElementsMatch(t, want.secrets(), doc.Secrets, all)
		overridden := 0
		for _, p := range s.Problems {
			switch {
			case p.Code == "final-override" && p.Span.File().Name == "env.yaml":
				overridden++
			case p.Code != "final-override":
				assert.True(t, p.Code.IsHint(), "%s: %s\n%s", p.Code, p.Message, all)
			}
		}
		assert.Equal(t, kept, overridden, all)
	})
}
