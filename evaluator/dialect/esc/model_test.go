package esc_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A known value is the model's version of a value: the shortest possible implementation of the
// rules for merging, strings and secrets.
type known struct {
	data   any // float64, string, []*known, map[string]*known
	own    map[string]bool
	final  bool
	secret bool
	kept   bool // the expression here is ignored, but paths lead through it
	closed bool // the layer below is not an object and hides everything below it
}

func keySet(o map[string]*known) map[string]bool {
	out := map[string]bool{}
	for k := range o {
		out[k] = true
	}
	return out
}

// object returns the entries of an object, or nil for anything else.
func (v *known) object() map[string]*known {
	if v == nil {
		return nil
	}
	o, _ := v.data.(map[string]*known)
	return o
}

// each calls f for the entries of an object, in order, and for the elements of a list.
func (v *known) each(f func(step string, item *known)) {
	for _, k := range slices.Sorted(maps.Keys(v.object())) {
		f("."+k, v.object()[k])
	}
	list, _ := v.data.([]*known)
	for i, item := range list {
		f("["+strconv.Itoa(i)+"]", item)
	}
}

// walk collects a value and everything in it by path.
func (v *known) walk(path string, out map[string]*known) {
	out[path] = v
	v.each(func(step string, item *known) { item.walk(path+step, out) })
}

// reach collects everything that paths can lead to. It skips the contents of a final value that
// overrides an expression, because paths lead through that expression.
func (v *known) reach(path string, out map[string]*known) {
	if out[path] = v; !v.kept {
		v.each(func(step string, item *known) { item.reach(path+step, out) })
	}
}

// any reports whether a predicate is true for a value or any part of it.
func (v *known) any(holds func(*known) bool) bool {
	if v == nil || holds(v) {
		return v != nil
	}
	found := false
	v.each(func(_ string, item *known) { found = found || item.any(holds) })
	return found
}

func (v *known) hasFinal() bool { return v.any(func(v *known) bool { return v.final }) }

func (v *known) hasSecret() bool { return v.any(func(v *known) bool { return v.secret }) }

// secrets returns the paths of the secrets in the value of an environment.
func (v *known) secrets() []string {
	all, out := map[string]*known{}, []string{}
	v.walk("", all)
	for path, item := range all {
		if item.secret {
			out = append(out, strings.TrimPrefix(path, "."))
		}
	}
	return out
}

// made returns a string computed from a value, which is secret if any part of the value is.
func (v *known) made(text string) *known { return &known{data: text, secret: v.hasSecret()} }

// shown returns the part of a value that its string shows: the topmost layer of each object.
func (v *known) shown() *known {
	out := &known{data: v.data, own: v.own, secret: v.secret}
	switch d := v.data.(type) {
	case []*known:
		list := []*known{}
		for _, item := range d {
			list = append(list, item.shown())
		}
		out.data = list
	case map[string]*known:
		o := map[string]*known{}
		for k := range v.own {
			o[k] = d[k].shown()
		}
		out.data = o
	}
	return out
}

// topmost returns the topmost layer of a value.
func (v *known) topmost() any {
	all := v.object()
	if all == nil {
		return v.data
	}
	out := map[string]*known{}
	for k := range v.own {
		out[k] = all[k]
	}
	return out
}

// decoded returns a value as it is after encoding and decoding, which remove the layers below it.
func (v *known) decoded(secret bool) *known {
	out := &known{data: v.data, secret: secret}
	switch d := v.data.(type) {
	case []*known:
		list := []*known{}
		for _, item := range d {
			list = append(list, item.decoded(secret))
		}
		out.data = list
	case map[string]*known:
		o := map[string]*known{}
		for k, item := range d {
			o[k] = item.decoded(secret)
		}
		out.data, out.own = o, keySet(o)
	}
	return out
}

// over merges v over base.
func over(base, v *known) *known {
	below, above := base.object(), v.object()
	if base == nil || above == nil || v.closed {
		return v
	}
	if below == nil {
		return &known{data: above, own: v.own, final: v.final, secret: v.secret, closed: true}
	}
	all := maps.Clone(below)
	for k, item := range above {
		all[k] = over(below[k], item)
	}
	return &known{data: all, own: v.own, final: v.final, secret: v.secret, closed: base.closed}
}

// plain returns a value as encoding/json decodes it.
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

func (v *known) json() string {
	text, _ := json.Marshal(v.plain())
	return string(text)
}

// text returns the string of the visible part of a value.
func (v *known) text() string {
	var parts []string
	v.each(func(step string, item *known) {
		if step[0] == '[' {
			parts = append(parts, strconv.Quote(item.text()))
		} else {
			parts = append(parts, strconv.Quote(step[1:])+"="+strconv.Quote(item.text()))
		}
	})
	switch v.data.(type) {
	case float64, string:
		return fmt.Sprint(v.data)
	}
	return strings.Join(parts, ",")
}
