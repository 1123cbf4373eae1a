package pullconf

import (
	"slices"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/dialect/pullconf/strictyaml"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
)

// This file adapts a bound program to a version of its main file in which only literals differ, as they do after most
// keystrokes (bind.Update). Entries that have not changed have the same nodes in both versions. If anything but
// literals in the variables and resources has changed, the program is bound anew.

// updater returns the functions of bind.Update.
func (b *binder) updater(bound *bind.Bound) *bind.Update {
	return &bind.Update{
		Bind: func(next *bind.Bundle) ([]bind.Rebound, bool) {
			changed, ok := b.update(next)
			bound.Main = b.main
			return changed, ok
		},
		Ready: ready,
		Done:  func() bool { return *b.advice == b.advised },
	}
}

// update binds the entries that differ in the next version of the program. It returns their cells.
func (b *binder) update(next *bind.Bundle) (changed []bind.Rebound, ok bool) {
	main := b.mainOf(next)
	if main == nil {
		return nil, false
	}
	stream := readFile(next, main)
	if !main.IsDivided() || stream.Mark != b.stream.Mark || len(stream.Documents) != len(b.documents) ||
		!bind.IsRepeated(next.Move(main), b.stream.Problems, stream.Problems) {
		return nil, false
	}
	b.bundle, b.main, b.stream, b.slabs, *b.advice = next, main, stream, slabs{}, b.advised
	for i, d := range b.documents {
		found, ok := differences(d.root, stream.Documents[i].Root)
		if !ok || d.broken != stream.Documents[i].Broken {
			return nil, false
		}
		d.root, d.span = stream.Documents[i].Root, stream.Documents[i].Span
		for _, f := range found {
			cells, ok := b.rebind(d, f)
			if !ok {
				return nil, false
			}
			changed = append(changed, cells...)
		}
	}
	b.replaceDocuments()
	return changed, true
}

// mainOf returns the next version of the main file, or nil if another file has changed.
func (b *binder) mainOf(next *bind.Bundle) *source.File {
	for _, f := range next.Files {
		if m := next.Move(f); m != nil && m.Old == b.main {
			return f
		}
	}
	return nil
}

// replaceDocuments replaces what clients and groups have of the last version of the main file's documents.
func (b *binder) replaceDocuments() {
	for _, c := range b.clients {
		if c.variableNode != nil {
			c.variableNode = c.doc.root.Get("variables")
		}
		if c.cell != nil {
			c.cell.Span = c.doc.span
		}
	}
	for _, g := range b.groupList {
		g.cell.Span = g.doc.span
	}
}

// A difference is a variable, or an item of the resources, that is different in another version.
type difference struct {
	key       *node // of the variable
	old, next *node
}

// differences returns the variables and resources of a document that are different in the next version. It returns
// false if anything else is.
func differences(old, next *node) (found []difference, ok bool) {
	if old.Kind != strictyaml.Hash || next.Kind != strictyaml.Hash || len(old.Pairs) != len(next.Pairs) {
		return nil, false
	}
	for i, p := range next.Pairs {
		was := old.Pairs[i]
		if was == p {
			continue
		}
		if !isSameKey(was.Key, p.Key) || was.Value.Kind != p.Value.Kind ||
			len(was.Value.Pairs) != len(p.Value.Pairs) || len(was.Value.Items) != len(p.Value.Items) {
			return nil, false
		}
		switch {
		case p.Key.Value == "resources" && p.Value.Kind == strictyaml.Array:
			for k, item := range p.Value.Items {
				if was := was.Value.Items[k]; was != item {
					found = append(found, difference{nil, was, item})
				}
			}
		case p.Key.Value == "variables" && p.Value.Kind == strictyaml.Hash:
			for k, v := range p.Value.Pairs {
				was := was.Value.Pairs[k]
				if was != v && !isSameKey(was.Key, v.Key) {
					return nil, false
				}
				if was != v {
					found = append(found, difference{v.Key, was.Value, v.Value})
				}
			}
		case p.Key.Value == "groups" && p.Value.Kind == strictyaml.Array:
			// The value of the client's cell has the position of the array.
			if !slices.Equal(was.Value.Items, p.Value.Items) || was.Value.Span.Len() != p.Value.Span.Len() {
				return nil, false
			}
		default:
			return nil, false
		}
	}
	return found, true
}

// isSameKey reports whether two keys are the same string.
func isSameKey(a, b *node) bool {
	return a.Kind == strictyaml.Text && b.Kind == strictyaml.Text && a.Value == b.Value
}

// rebind binds a variable or a resource of a document again. It returns false if more than literals has changed.
func (b *binder) rebind(d *document, f difference) ([]bind.Rebound, bool) {
	for _, c := range b.shown {
		if c.doc == d && f.key != nil {
			rebound, ok := b.rebindVariable(c, f)
			return []bind.Rebound{rebound}, ok
		}
		if c.doc == d {
			return b.rebindResource(c.resources, f)
		}
	}
	for _, g := range b.groupList {
		if g.doc == d && f.key == nil {
			return b.rebindResource(g.resources, f)
		}
	}
	return nil, false // it has no cells
}

// rebindVariable binds a variable again.
func (b *binder) rebindVariable(c *client, f difference) (bind.Rebound, bool) {
	v := c.byName[f.key.Value]
	if f.key.Value == hostname || v == nil || !v.exists {
		return bind.Rebound{}, false
	}
	rebound, old := reboundOf(v.cell), v.cell.Expr
	v.cell.Span, v.cell.NameAt = f.key.Span.To(f.next.Span), f.key.Inner()
	v.cell.Expr = writer{c, b.program, &b.slabs.nodes}.expr(f.next)
	return rebound, ir.Adopt(old, v.cell.Expr)
}

// rebindResource binds one of the resources of a client or a group again.
func (b *binder) rebindResource(docs []*resourceDoc, f difference) (changed []bind.Rebound, ok bool) {
	i := slices.IndexFunc(docs, func(d *resourceDoc) bool { return d.node == f.old })
	if i < 0 {
		return nil, false
	}
	doc := docs[i]
	next := b.resource(doc.doc, f.next, doc.at)
	if next == nil || len(b.problems) > 0 || next.typ != doc.typ || !doc.requires.isSame(&next.requires) ||
		!doc.triggers.isSame(&next.triggers) || (next.parameters == nil) != (doc.parameters == nil) {
		return nil, false
	}
	*doc = *next
	for _, c := range b.shown {
		for _, r := range c.all {
			if r.doc != doc {
				continue
			}
			cells, ok := b.rebindInstance(r)
			if !ok {
				return nil, false
			}
			changed = append(changed, cells...)
		}
	}
	return changed, len(changed) > 0
}

// isSame reports whether two lists name the same resources, apart from their positions.
func (l *links) isSame(other *links) bool {
	return (l.node == nil) == (other.node == nil) && slices.EqualFunc(l.list, other.list, func(a, b *link) bool {
		return a.typ == b.typ && a.name == b.name && a.key == b.key && slices.Equal(a.when, b.when)
	})
}

// rebindInstance binds one client's instance of a resource again, whose document has changed.
func (b *binder) rebindInstance(r *resource) (changed []bind.Rebound, ok bool) {
	replace := func(c *ir.Cell, next ir.Node) bool {
		changed = append(changed, reboundOf(c))
		old := c.Expr
		c.Expr = next
		return ir.Adopt(old, next)
	}
	if !replace(r.cell, b.resourceExpr(r)) {
		return nil, false
	}
	r.cell.Span, r.refs = r.doc.node.Span, nil
	at := r.cell.ID
	for _, l := range []*links{&r.doc.requires, &r.doc.triggers} {
		if len(l.list) == 0 {
			continue
		}
		at++ // the cells of the links are after that of the resource
		if !replace(b.program.Cells[at], b.linkExpr(r, l)) {
			return nil, false
		}
	}
	return changed, true
}

func reboundOf(c *ir.Cell) bind.Rebound { return bind.Rebound{Cell: c, At: c.Span, KeyAt: c.NameAt} }

// ready prepares a cell to be evaluated again. An error in a reference is reported once per client, where evaluation
// encounters it first, which only a complete evaluation finds out.
func ready(cell *ir.Cell) bool {
	switch d := cell.Data.(type) {
	case *resource:
		d.clear()
		return d.client.isSound()
	case *variable:
		return d.client.isSound()
	}
	return true
}

// isSound reports whether evaluation has found no error in a reference.
func (c *client) isSound() bool { return len(c.reported) == 0 && len(c.looped) == 0 }
