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

// maxFields limits how many fields of a value are shown if no reference reads them.
const maxFields = 60

// Values returns the second level of a graph: the values inside one of its nodes and that node's
// members, the values in other nodes on which these depend, and the values in other nodes that depend
// on these. The parent of each value is the node that contains it. The result is nil if the graph all
// has no node with this ID.
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
		// Otherwise enter would do nothing.
		delete(l.within, id)
		l.enter(owner.Cell)
	}
	for _, e := range all.Edges {
		if l.isWithin(e.From) || l.isWithin(e.To) {
			l.refine(e)
		}
	}
	// A member is shown even if it has no edge. The field of the same name in the node's value is
	// then not shown again.
	members := map[string]bool{}
	for _, n := range all.Nodes {
		if n.ID != id && l.isWithin(n.ID) {
			l.addNode(n)
			members[n.Label] = true
		}
	}
	l.fields(owner, members)
	// For a value without fields, the node itself is shown.
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

// enter adds a cell and its descendants to l.within.
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

// isWithin reports whether a node or one of its ancestors is in l.within.
func (l *level) isWithin(id string) bool {
	for range l.owners { // at most once per node, because a node may be its own ancestor
		n := l.owners[id]
		if n == nil || l.within[id] {
			return n != nil
		}
		id = n.Parent
	}
	return false
}

// refine adds the edges between values for an edge between nodes: one for each reference that it
// represents.
func (l *level) refine(e Edge) {
	from, to := l.owners[e.From], l.owners[e.To]
	found := false
	add := func(path value.Path, v value.Value) {
		found = true
		l.addEdges(0, []Edge{{From: l.end(from, value.Path(e.Via), v), To: l.end(to, path, v), Span: e.Span,
			Explicit: e.Explicit}})
	}
	if from.Cell != nil {
		var of *ir.Ref // reference of the enclosing call, which was added already
		// The edge does not record which references it represents. They are the ones with its target
		// and path.
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
	// An edge that the dialect added, or that a function caused, has no reference. Its target is the
	// entire value.
	if !found {
		var v value.Value
		if to.Cell != nil {
			v = l.s.valueOf(to.Cell)
		}
		add("", v)
	}
}

// read returns the reference in a node and the path that it reads. For a call such as get_attr, whose
// last parameter is a path, the reference is the first argument, and the path is in the others.
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

// end adds the node for an end of an edge, the value at a path of a node, and returns the ID. If the
// path is empty, the end is the owner itself.
func (l *level) end(owner *Node, path value.Path, v value.Value) string {
	if path == "" {
		l.addNode(*owner)
		return owner.ID
	}
	id := owner.ID + ": " + string(path)
	l.addNode(Node{ID: id, Kind: Value, Label: string(path), Detail: owner.Label, State: state(v), Parent: owner.ID,
		Span: owner.Span, NameAt: owner.NameAt})
	if n := &l.graph.Nodes[l.index[id]]; n.State == "known" {
		n.State = state(v) // another reference to the path may have had a known value
	}
	return id
}

// fields adds nodes for the fields of the owner's value, each with a summary of its value. It omits
// those that a shown path already contains, and those whose keys are labels of members.
func (l *level) fields(owner *Node, members map[string]bool) {
	if owner.Cell == nil {
		return
	}
	v := l.s.valueOf(owner.Cell)
	o := v.Object()
	if o == nil || v.IsSecret() || v.IsFailed() {
		return
	}
	// A field is omitted if its key is any step of a shown path. Usually it is the first step; a later
	// step with the same name hides the field, too.
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
		if i < maxFields && bind.IsWritten(f) && !isMember && !strings.Contains(known, "."+key+".") {
			id := l.end(owner, value.Path(key), f.Value)
			l.graph.Nodes[l.index[id]].Detail += " · " + Summary(f.Value)
		}
	}
}
