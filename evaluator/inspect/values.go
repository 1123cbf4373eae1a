package inspect

import (
	"math"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// Value is the kind of the nodes of a graph of values.
const Value = "value"

// mostFields is how many fields of a value, from the first, are shown even if unreferenced.
const mostFields = 60

// Values returns the second level of a graph: the values inside one of its nodes and its members,
// and those in other nodes that they need or that need them. The parent of each value is the
// node that contains it. The result is nil if there is no such node.
func (s *Subject) Values(all *Graph, id string) *Graph {
	l := &level{grapher: grapher{limit: math.MaxInt, s: s, graph: &Graph{}, index: map[string]int{}},
		within: map[string]bool{id: true}, owners: make(map[string]*Node, len(all.Nodes))}
	for i := range all.Nodes {
		l.owners[all.Nodes[i].ID] = &all.Nodes[i]
	}
	owner := l.owners[id]
	if owner == nil {
		return nil
	}
	if owner.Cell != nil {
		// enter does nothing for a cell that is within already.
		delete(l.within, id)
		l.enter(owner.Cell)
	}
	for _, e := range all.Edges {
		if l.isWithin(e.From) || l.isWithin(e.To) {
			l.refine(e)
		}
	}
	// A member appears even if no edge leads to it, but its field of the node's value need not
	// appear again.
	members := map[string]bool{}
	for _, n := range all.Nodes {
		if n.ID != id && l.isWithin(n.ID) {
			l.addNode(n)
			members[n.Label] = true
		}
	}
	l.fields(owner, members)
	// A value without fields is shown as the node itself.
	if len(l.graph.Nodes) == 0 {
		l.addNode(*owner)
	}
	return l.graph
}

// A level is a graph of values under construction.
type level struct {
	grapher
	owners map[string]*Node
	within map[string]bool // nodes whose values are drawn, with those of their members
}

// enter adds a cell and those of its children.
func (l *level) enter(c *ir.Cell) {
	if l.within[c.Name] {
		return
	}
	l.within[c.Name] = true
	ir.Walk(c.Expr, func(n ir.Node) {
		if sub, ok := n.(*ir.Sub); ok {
			l.enter(sub.Cell)
		}
	})
}

// isWithin reports whether the values of a node are drawn.
func (l *level) isWithin(id string) bool {
	for range l.owners { // a node may contain itself
		n := l.owners[id]
		if n == nil || l.within[id] {
			return n != nil
		}
		id = n.Parent
	}
	return false
}

// refine splits an edge into edges between values: one for each reference that it represents.
func (l *level) refine(e Edge) {
	from, to := l.owners[e.From], l.owners[e.To]
	found := false
	add := func(path value.Path, v value.Value) {
		found = true
		l.addEdges(0, []Edge{{From: l.end(from, value.Path(e.Via), v), To: l.end(to, path, v), Span: e.Span,
			Explicit: e.Explicit}})
	}
	if from.Cell != nil {
		var of *ir.Ref // reference of the enclosing call, already counted
		// The edge does not say which references it represents: look for those with its target and
		// path.
		ir.Walk(from.Cell.Expr, func(n ir.Node) {
			at, path := read(n)
			if at == nil || at == of {
				return
			}
			of = at
			if at.Cell != nil && at.Cell.Name == e.To && l.via(from.Cell, at.Span) == e.Via {
				v, ok := l.s.node(n)
				if !ok {
					v = l.s.refValue(at)
				}
				add(path, v)
			}
		})
	}
	// An edge that the dialect added, or one of a function, has no reference. It leads to the whole
	// value.
	if !found {
		var v value.Value
		if to.Cell != nil {
			v = l.s.valueOf(to.Cell)
		}
		add("", v)
	}
}

// read returns the reference that a node represents, and the path that it reads: its own, or the
// remaining arguments of a call such as get_attr, whose last parameters are a path.
func read(n ir.Node) (*ir.Ref, value.Path) {
	switch n := n.(type) {
	case *ir.Ref:
		return n, pathText(n)
	case *ir.Call:
		params := n.Fn.Params
		if len(n.Args) < 2 || len(params) == 0 || params[len(params)-1].Name != "path" {
			return nil, ""
		}
		ref, _ := n.Args[0].(*ir.Ref)
		var path value.Path
		for _, a := range n.Args[1:] {
			lit, ok := a.(*ir.Lit)
			if !ok {
				break // the rest is computed
			}
			if key, isText := lit.Value.(value.String); isText {
				path = path.Key(string(key))
			} else {
				path += value.Path("[" + Summary(value.Value{Data: lit.Value}) + "]")
			}
		}
		return ref, path
	}
	return nil, ""
}

// end adds the node for a value, and returns its ID. A whole value is represented by its owner.
func (l *level) end(owner *Node, path value.Path, v value.Value) string {
	if path == "" {
		l.addNode(*owner)
		return owner.ID
	}
	id := owner.ID + ": " + string(path)
	l.addNode(Node{ID: id, Kind: Value, Label: string(path), Detail: owner.Label, State: state(v), Parent: owner.ID,
		Span: owner.Span, NameAt: owner.NameAt})
	if n := &l.graph.Nodes[l.index[id]]; n.State == "known" {
		n.State = state(v) // the same path may be read several times
	}
	return id
}

// fields adds the fields of a node's value that no path leads through and that are not among the
// labels of members, each with a short form of its value.
func (l *level) fields(owner *Node, members map[string]bool) {
	if owner.Cell == nil {
		return
	}
	v := l.s.valueOf(owner.Cell)
	o := v.Object()
	if o == nil || v.IsSecret() || v.IsFailed() {
		return
	}
	// A field is left out if its key is a step of a path that is shown already. Usually it is the
	// first step; a later one hides the field although no path leads through it.
	var paths strings.Builder
	for _, n := range l.graph.Nodes {
		if n.Parent == owner.ID {
			paths.WriteString("." + n.Label + ".")
		}
	}
	known := strings.ReplaceAll(paths.String(), "[", ".")
	for i := range o.Fields {
		f := &o.Fields[i]
		key := string(value.Path("").Key(f.Key))
		isMember := members[key] || members[string(value.Path(owner.Label).Key(f.Key))]
		if i < mostFields && bind.IsWritten(f) && !isMember && !strings.Contains(known, "."+key+".") {
			id := l.end(owner, value.Path(key), f.Value)
			l.graph.Nodes[l.index[id]].Detail += " · " + Summary(f.Value)
		}
	}
}
