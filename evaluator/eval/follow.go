package eval

import (
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// follow gives the value that a reference names. Where the dialect's paths are
// transparent it forces no more of the target than the path needs.
func (f frame) follow(r *ir.Ref) value.Value {
	if follow := f.e.sem.Follow; follow != nil {
		return follow(f, r)
	}
	if r.Cell == nil {
		if r.Missing != nil {
			f.Report(*r.Missing)
		}
		return value.Failure("missing " + r.Name).At(r.Span)
	}
	path := r.Path
	var v value.Value
	if f.e.sem.Transparent && len(path) > 0 {
		v, path = f.descend(r)
	} else {
		v = f.e.cell(r.Cell, r)
	}
	for _, s := range path {
		v = f.e.sem.Access(f, r, v, s)
	}
	if f.e.sem.Settle != nil {
		v = f.e.sem.Settle(r, v)
	}
	return v
}

// descend walks through literal objects, lists and merges as far as the path leads and
// forces what it finds there; it returns what is left of the path.
func (f frame) descend(r *ir.Ref) (value.Value, []ir.Step) {
	views, path := []ir.Node{&ir.Sub{Meta: ir.Meta{Span: r.Span}, Cell: r.Cell}}, r.Path
	for len(path) > 0 {
		next, opaque := layers(views, path[0])
		if opaque || len(next) == 0 {
			break
		}
		views, path = next, path[1:]
	}
	v := f.view(views[0], r)
	for _, base := range views[1:] {
		v = f.e.sem.Merge(f, f.view(base, r), v)
	}
	return v, path
}

// view forces a node on behalf of a reference, so that a cycle is reported there.
func (f frame) view(n ir.Node, r *ir.Ref) value.Value {
	if s, ok := n.(*ir.Sub); ok {
		return f.e.cell(s.Cell, r)
	}
	return f.force(n)
}

// layers steps into every layer that has the key, upper layers first. Opaque means that
// only evaluation can tell.
func layers(views []ir.Node, s ir.Step) (next []ir.Node, opaque bool) {
	for _, n := range views {
		switch n := n.(type) {
		case *ir.Sub:
			got, op := layers([]ir.Node{n.Cell.Expr}, s)
			next, opaque = append(next, got...), opaque || op
		case *ir.Merge:
			got, op := layers([]ir.Node{n.Over, n.Base}, s)
			next, opaque = append(next, got...), opaque || op
		case *ir.Object:
			for _, field := range n.Fields {
				if field.KeyExpr != nil {
					return nil, true
				}
				if s.IsKey && field.Key == s.Key {
					next = append(next, field.Value)
				}
			}
		case *ir.List:
			if !s.IsKey && s.Index >= 0 && s.Index < len(n.Items) {
				next = append(next, n.Items[s.Index])
			}
		default:
			opaque = true
		}
	}
	return next, opaque
}
