package ir_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

func TestAdoptComparesAllButLiterals(t *testing.T) {
	cell, other := &ir.Cell{Name: "a"}, &ir.Cell{Name: "b"}
	fn, fn2 := &ir.Func{Name: "f"}, &ir.Func{Name: "g"}
	text := func(s string) ir.Node { return &ir.Lit{Value: value.String(s)} }
	ref := func(to *ir.Cell, steps ...ir.Step) *ir.Ref { return &ir.Ref{Name: "a", Cell: to, Path: steps} }
	object := func(key string, v ir.Node) ir.Node { return &ir.Object{Fields: []ir.Field{{Key: key, Value: v}}} }
	for _, tc := range []struct {
		old, next ir.Node
		want      bool
	}{
		{text("a"), text("b"), true},
		{text("a"), &ir.Lit{Value: value.Number("1")}, false},
		{&ir.Lit{Value: value.Number("2")}, &ir.Lit{Value: value.Number("1")}, true},
		{&ir.Lit{Value: value.Bool(true)}, &ir.Lit{Value: value.Bool(true)}, true},
		{&ir.Lit{Value: value.Bool(true)}, &ir.Lit{Value: value.Bool(false)}, false},
		{&ir.Lit{Value: value.Null{}}, &ir.Lit{Value: value.Null{}}, true},
		{object("k", text("a")), object("k", text("b")), true},
		{object("k", text("a")), object("l", text("a")), false},
		{&ir.List{Items: []ir.Node{text("a")}}, &ir.List{Items: []ir.Node{text("b")}}, true},
		{&ir.List{Items: []ir.Node{text("a")}}, &ir.List{}, false},
		{ref(cell), ref(nil), true},
		{ref(cell, ir.Step{Key: "k", IsKey: true}), ref(nil, ir.Step{Key: "k", IsKey: true}), true},
		{ref(cell, ir.Step{Key: "k", IsKey: true}), ref(nil, ir.Step{Key: "l", IsKey: true}), false},
		{ref(cell, ir.Step{Index: 1}), ref(nil, ir.Step{Index: 2}), false},
		{ref(cell), ref(nil, ir.Step{Index: 2}), false},
		{ref(cell), &ir.Ref{Name: "b"}, false},
		{ref(cell), &ir.Ref{Name: "a", Explicit: true}, false},
		{&ir.Interp{Parts: []ir.Node{text("a"), ref(cell)}}, &ir.Interp{Parts: []ir.Node{text("b"), ref(nil)}}, true},
		{&ir.Call{Fn: fn, Args: []ir.Node{nil, text("a")}}, &ir.Call{Fn: fn, Args: []ir.Node{nil, text("b")}}, true},
		{&ir.Call{Fn: fn, Args: []ir.Node{nil}}, &ir.Call{Fn: fn, Args: []ir.Node{text("b")}}, false},
		{&ir.Call{Fn: fn}, &ir.Call{Fn: fn2}, false},
		{&ir.Merge{Base: ref(cell), Over: text("a")}, &ir.Merge{Base: ref(nil), Over: text("b")}, true},
		{&ir.Sub{Cell: cell}, &ir.Sub{Cell: other}, false},
		{&ir.Bad{}, &ir.Bad{}, false},
		{text("a"), &ir.List{}, false},
		{&ir.List{}, text("a"), false},
	} {
		id := int32(0)
		ir.Walk(tc.old, func(n ir.Node) {
			if n != nil {
				id++
				n.Info().ID = id
			}
		})
		assert.Equal(t, tc.want, ir.Adopt(tc.old, tc.next), "%#v, %#v", tc.old, tc.next)
		if !tc.want {
			continue
		}
		id = 0
		ir.Walk(tc.next, func(n ir.Node) {
			id++
			assert.Equal(t, id, n.Info().ID)
			if r, ok := n.(*ir.Ref); ok {
				assert.Same(t, cell, r.Cell)
			}
		})
	}
}
