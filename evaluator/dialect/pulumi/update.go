package pulumi

import (
	"pantograph/evaluator/bind"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// This file adapts a bound program to a version of its file in which only literals differ, as they do after most
// keystrokes (bind.Update). Whatever else has changed, a name or a type or whether something is reported, can have
// effects anywhere, so the program is bound anew then.

// updater returns the functions of bind.Update.
func (b *binder) updater(bound *bind.Bound) *bind.Update {
	leftOut := 0
	return &bind.Update{
		Bind: func(next *bind.Bundle) ([]bind.Rebound, bool) {
			leftOut = b.run.leftOut
			changed, ok := b.update(next)
			bound.Main = b.main
			return changed, ok
		},
		Ready: b.ready,
		Done:  func() bool { return b.run.leftOut == leftOut },
	}
}

// update binds the entries that differ in the next version of the program. It returns their cells.
func (b *binder) update(next *bind.Bundle) ([]bind.Rebound, bool) {
	if b.main == nil || b.isPlugin() || b.root == nil || len(b.run.stacks) > 0 || len(b.repeated) > 0 {
		return nil, false
	}
	main := next.File(b.main.Name)
	last, doc := b.bundle.Parse(b.main), next.Parse(main)
	if doc.Root == nil || !main.IsDivided() || !bind.IsRepeated(next.Move(main), last.Problems, doc.Problems) {
		return nil, false
	}
	pairs, ok := differences(b.root, doc.Root)
	if !ok {
		return nil, false
	}
	if b.isProject() {
		b.project.file, b.project.root = main, doc.Root
	}
	b.bundle, b.main, b.root = next, main, doc.Root
	b.slabs, b.outs = slabs{}, outputs{}
	b.checkRest(doc.Root.Span.End())
	var changed []bind.Rebound
	for _, d := range pairs {
		c := b.cellOf(d)
		if c == nil {
			return nil, false
		}
		rebound := bind.Rebound{Cell: c, At: c.Span, KeyAt: c.NameAt}
		if !b.rebind(c, d.pair) {
			return nil, false
		}
		changed = append(changed, rebound)
	}
	return changed, len(b.problems) == 0
}

// A difference is an entry of a section that is different in another version.
type difference struct {
	section   string
	was, pair yamltree.Pair
}

// differences returns the entries of sections that are different in the next version of a program. It returns false if
// anything else is.
func differences(old, next *yamltree.Node) ([]difference, bool) {
	if !old.IsLike(next) || len(old.Pairs) != len(next.Pairs) {
		return nil, false
	}
	var found []difference
	for i, p := range next.Pairs {
		was := old.Pairs[i]
		if was == p {
			continue
		}
		if !was.Key.IsLike(p.Key) || !was.Value.IsLike(p.Value) || p.Value.Kind != yamltree.Mapping ||
			len(was.Value.Pairs) != len(p.Value.Pairs) {
			return nil, false
		}
		for k, entry := range p.Value.Pairs {
			if was := was.Value.Pairs[k]; was != entry {
				if !was.Key.IsLike(entry.Key) {
					return nil, false
				}
				found = append(found, difference{p.Key.Value, was, entry})
			}
		}
	}
	return found, true
}

// cellOf returns the cell of an entry, or nil if the entry has none or may not be bound alone.
func (b *binder) cellOf(d difference) *ir.Cell {
	var c *ir.Cell
	switch d.section {
	case "resources", "variables":
		c = b.cells[d.pair.Key.Value]
	case "outputs":
		c = b.outputNamed(d.pair.Key.Value)
	}
	// If a section occurs twice, the cell is that of the entry in the last one.
	if c == nil || c.Kind+"s" != d.section || c.NameAt != d.was.Key.Span || b.isSpecial(c.Expr) {
		return nil
	}
	return c
}

// rebind binds the entry of a cell again. It returns false if more than literals has changed.
func (b *binder) rebind(c *ir.Cell, p yamltree.Pair) bool {
	b.checkKey(p)
	b.checkTree(p.Value)
	old, references := c.Expr, len(b.pending)
	c.NameAt, c.Span = p.Key.Span, p.Span()
	switch c.Kind {
	case "resource":
		if !b.rebindResource(c, p) {
			return false
		}
	case "variable":
		c.Data, c.Expr = p.Value, b.expr(p.Value, scope{})
	default:
		c.Expr = b.expr(p.Value, scope{late: true})
	}
	return ir.Adopt(old, c.Expr) && b.replacePending(old, c.Expr, references) && !b.isSpecial(c.Expr) && b.recheck(c)
}

// replacePending replaces the references of an expression in pending with those of its next version, which have been
// added from index on. It returns false if there are others.
func (b *binder) replacePending(old, next ir.Node, from int) bool {
	was, is := references(old), references(next)
	added := b.pending[from:]
	b.pending = b.pending[:from]
	if len(added) != len(is) {
		return false
	}
	if len(is) == 0 {
		return true
	}
	place := make(map[*ir.Ref]*ir.Ref, len(was))
	for i, r := range was {
		place[r] = is[i]
	}
	for i, p := range b.pending {
		if next := place[p.ref]; next != nil {
			b.pending[i].ref = next
			delete(place, p.ref)
		}
	}
	return len(place) == 0
}

// references returns the references in an expression.
func references(n ir.Node) (found []*ir.Ref) {
	ir.Walk(n, func(n ir.Node) {
		if r, ok := n.(*ir.Ref); ok {
			found = append(found, r)
		}
	})
	return found
}

// outputNamed returns the cell of an output.
func (b *binder) outputNamed(name string) *ir.Cell {
	for _, c := range b.outputs {
		if c.Label == name {
			return c
		}
	}
	return nil
}

// isSpecial reports whether binding or checking an expression has left traces outside of it: it contains the call of a
// provider's function, or something that was rejected.
func (b *binder) isSpecial(n ir.Node) (found bool) {
	if len(b.invokes) == 0 && len(b.checker.rejections) == 0 {
		return false
	}
	ir.Walk(n, func(n ir.Node) { found = found || b.checker.rejections[n] || directInvoke(n) != nil })
	return found
}

// rebindResource binds a resource again. It returns false if it has another type, name, or other options.
func (b *binder) rebindResource(c *ir.Cell, p yamltree.Pair) bool {
	r := c.Data.(*resource)
	old := *r
	*r = resource{b: b, name: old.name, nameText: old.nameText, key: p.Key, node: p.Value, cell: c,
		implicit: old.implicit, isRegistered: old.isRegistered}
	b.bindResource(r)
	if r.token != old.token || r.engineName != old.engineName || r.schema != old.schema ||
		r.isDefault != old.isDefault || old.isMistyped || len(r.options) != len(old.options) {
		return false
	}
	for i := range r.options {
		if r.options[i].spec != old.options[i].spec {
			return false
		}
	}
	// These decide whether it can use the default provider of its package.
	return r.providerOf() == "" && r.literalText("version") == old.literalText("version") &&
		r.literalText("pluginDownloadURL") == old.literalText("pluginDownloadURL")
}

// recheck infers the type of a cell again, and checks a resource. It returns false if the type has changed.
func (b *binder) recheck(c *ir.Cell) bool {
	k := b.checker
	ir.Walk(c.Expr, func(n ir.Node) {
		if id := n.Info().ID; id > 0 {
			k.seen[id] = nil
		}
	})
	was := k.cells[c.ID]
	k.cells[c.ID] = nil
	if t := k.cell(c); t != was && t.String() != was.String() {
		return false
	}
	if r, ok := c.Data.(*resource); ok {
		k.resource(r)
		return !r.isMistyped
	}
	return true
}

// ready prepares a cell to be evaluated again. Calls of providers' functions and resources that are left out leave
// traces in the result, whose order only a complete evaluation finds.
func (b *binder) ready(c *ir.Cell) bool {
	if b.leftOut[c] || len(b.invokes) > 0 && b.isSpecial(c.Expr) {
		return false
	}
	if r, ok := c.Data.(*resource); ok {
		r.forget()
	}
	return true
}

// forget drops the results of evaluation.
func (r *resource) forget() {
	r.typeChain, r.inputs, r.resolved, r.mocked = "", value.Value{}, nil, nil
	r.id, r.recorded, r.providers = value.Value{}, value.Value{}, nil
	for i := range r.options {
		r.options[i].resource, r.options[i].providers = nil, nil
	}
}
