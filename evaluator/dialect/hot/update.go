package hot

import (
	"slices"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// This file adapts a bound template to its next version if only literals differ, as they do after most keystrokes
// (bind.Update). Everything that was made of the changed entries is kept, with new positions and literals, so that
// pointers to it stay valid. Whatever else has changed, a name or a type or whether something is reported, can have
// effects anywhere, so the template is bound anew then. So are stacks with others inside them, whose binding depends on
// values.

// An updating is the state of an update.
type updating struct {
	cells  []*ir.Cell // those that are evaluated again
	renews bool       // resources with conditions are evaluated again
}

// updater returns the functions of bind.Update.
func (b *binder) updater(bound *bind.Bound) *bind.Update {
	return &bind.Update{
		Bind: func(next *bind.Bundle) ([]bind.Rebound, bool) {
			changed, ok := b.update(next)
			bound.Main = b.root.tmpl.file
			return changed, ok
		},
		Ready: b.ready,
		Done:  b.isUpdated,
	}
}

// update binds the entries that differ in the next version of the template. It returns their cells.
func (b *binder) update(next *bind.Bundle) ([]bind.Rebound, bool) {
	main := changedFile(next)
	if !b.isUpdatable() || len(main.Text) > maxTemplate || secondDocument(main) != nil {
		return nil, false
	}
	if _, isJSON := asJSON(main.Text); isJSON {
		return nil, false
	}
	tmpl := b.root.tmpl
	old, doc := b.bundle.Parse(tmpl.file), next.Parse(main)
	if doc.Root == nil || !main.IsDivided() || len(tmpl.yaml) != len(old.Problems) ||
		!bind.IsRepeated(next.Move(main), old.Problems, doc.Problems) {
		return nil, false
	}
	changes, ok := tmpl.reload(old.Root, doc.Root)
	if !ok {
		return nil, false
	}
	b.bundle, b.yaql.bundle, b.slabs = next, next, slabs{}
	b.templates, b.loads = map[*source.File]*template{main: tmpl}, map[*source.File]int{main: 1}
	tmpl.file = main
	for i, p := range doc.Problems { // they refer to the last version's file
		tmpl.yaml[i].Span, tmpl.yaml[i].Notes, tmpl.yaml[i].Fixes = p.Span, p.Notes, p.Fixes
	}
	b.wasUpdated = true
	b.updating = &updating{}
	var changed []bind.Rebound
	for _, c := range changes {
		rebound, ok := b.root.rebind(c)
		if !ok || len(b.problems) > 0 || len(b.cells) > 0 {
			return nil, false
		}
		changed = append(changed, rebound)
	}
	return changed, true
}

// changedFile returns the file of a bundle that is different from the last version.
func changedFile(next *bind.Bundle) *source.File {
	i := slices.IndexFunc(next.Files, func(f *source.File) bool { return next.Move(f) != nil })
	return next.Files[i]
}

// isUpdatable reports whether the effects of an entry are known: the template is the only one, nothing else reads its
// file, and binding and evaluating it have left nothing behind that an update does not take care of.
func (b *binder) isUpdatable() bool {
	t := b.root.tmpl
	return t.usable && len(t.problems) == 0 && len(b.templates) == 1 && len(b.stacks) == 1 &&
		b.made == 0 && b.loads[t.file] == 1 && !b.readsMain && !b.unchecked && !b.isShared && len(b.problems) == 0 &&
		len(b.cyclic) == 0 && len(b.named) == 0 && b.compared <= maxCompared/2
}

// A change is an entry of a section that is different in the next version of the template.
type change struct {
	section string
	entry   *python.Pair // as it is now
}

// reload reads the entries of sections that have changed. It returns false if anything else has.
func (t *template) reload(old, next *yamltree.Node) ([]change, bool) {
	if next.Kind != yamltree.Mapping || next.Tag() != "" || len(next.Pairs) != len(old.Pairs) ||
		len(next.Pairs) != len(t.root.Pairs) {
		return nil, false
	}
	var changes []change
	t.root.Span = next.Body()
	for i, p := range next.Pairs {
		if old.Pairs[i] == p {
			continue
		}
		section, was := &t.root.Pairs[i], old.Pairs[i].Value
		if !section.IsOf(p.Key) || section.Value.Kind != python.Map || p.Value.Kind != yamltree.Mapping ||
			p.Value.Tag() != "" || len(was.Pairs) != len(p.Value.Pairs) ||
			len(section.Value.Pairs) != len(p.Value.Pairs) {
			return nil, false
		}
		section.KeyAt, section.Value.Span = p.Key.Body(), p.Value.Body()
		for k, next := range p.Value.Pairs {
			if was.Pairs[k] == next {
				continue
			}
			entry := &section.Value.Pairs[k]
			if !entry.Reload(next) {
				return nil, false
			}
			changes = append(changes, change{section.Key, entry})
		}
	}
	return changes, true
}

// rebind binds a changed entry again. It returns false if more than literals has changed.
func (st *stack) rebind(c change) (bind.Rebound, bool) {
	var cell *ir.Cell
	var bindAgain func(*python.Pair) bool
	switch name := c.entry.Key; {
	case !python.IsTextKey(name): // there may be another one, which Python distinguishes from it
	case c.section == "parameters":
		cell, bindAgain = st.parameters[name].cell, st.parameters[name].redeclare
	case c.section == "resources":
		cell, bindAgain = st.resources[name].cell, st.resources[name].rebind
	case c.section == "outputs":
		cell = st.outputs[name].cell
		bindAgain = func(pr *python.Pair) bool { return ir.Refresh(cell.Expr, st.bindOutput(pr), nil) }
	}
	if cell == nil {
		return bind.Rebound{}, false
	}
	rebound := bind.Rebound{Cell: cell, At: cell.Span, KeyAt: cell.NameAt}
	uses := len(st.b.uses)
	ok := bindAgain(c.entry)
	st.b.uses = st.b.uses[:uses] // the nodes of conditions are kept, too
	cell.Span, cell.NameAt = c.entry.KeyAt.To(c.entry.Value.Span), c.entry.KeyAt
	return rebound, ok && !hasPositions(cell.Expr)
}

// hasPositions reports whether an expression has calls with positions in their Data: some of those that could not be
// bound.
func hasPositions(n ir.Node) (found bool) {
	ir.Walk(n, func(n ir.Node) {
		c, ok := n.(*ir.Call)
		found = found || ok && (roleOf(c) == refuses || c.Fn == knownValue)
	})
	return found
}

// redeclare reads the declaration of a parameter again. A parameter without a default is listed among the values that
// the page asks for.
func (p *parameter) redeclare(pr *python.Pair) bool {
	next := p.stack.declare(pr)
	if p.isRejected || p.fallback == nil || next.fallback == nil || p.typ != next.typ {
		return false
	}
	next.cell = p.cell
	*p = *next
	v, problems := p.resolve(p.stack.b.givenFor(p.name))
	call := p.cell.Expr.(*ir.Call)
	call.Span, call.Data = p.span, v
	return len(problems) == 0
}

// rebind binds a resource again.
func (r *resource) rebind(pr *python.Pair) bool {
	if r.kind == nil || r.isCompound() {
		return false
	}
	typ := r.typ
	r.nameAt, r.span = pr.KeyAt, pr.KeyAt.To(pr.Value.Span)
	if !r.shape() || r.typ != typ {
		return false
	}
	next := *r
	next.explicit, next.cell = nil, &ir.Cell{}
	next.bind()
	return ir.Refresh(r.cell.Expr, next.cell.Expr, nil)
}

// isCompound reports whether there is a stack inside the resource.
func (r *resource) isCompound() bool {
	return r.nested != nil || r.kind.nested || r.kind.members || r.kind.declared != nil &&
		r.kind.declared.Name == scalingGroup
}

// ready drops what the last evaluation of a cell has left behind.
func (b *binder) ready(c *ir.Cell) bool {
	if b.hasTraces && leavesTraces(c.Expr) {
		return false
	}
	if r, ok := c.Data.(*resource); ok {
		if r.kind == nil || r.isCompound() {
			return false
		}
		b.renewed = append(b.renewed, r)
		r.needed, r.needs, r.result, r.hasGrown = r.needs, nil, value.Value{}, false
		if r.section("condition") != nil {
			b.updating.renews = true
		}
	}
	for _, key := range b.remarks[c] {
		delete(b.reported, key)
	}
	delete(b.remarks, c)
	b.updating.cells = append(b.updating.cells, c)
	w := b.wantedIn(c)
	w.before, w.now = w.now, w.before[:0]
	return true
}

// leavesTraces reports whether an expression calls a function whose traces cannot be dropped: the files that have been
// read, or the data of a yaql expression, which helps to complete it.
func leavesTraces(n ir.Node) (found bool) {
	ir.Walk(n, func(n ir.Node) {
		c, ok := n.(*ir.Call)
		found = found || ok && (c.Fn == getFile || c.Fn == yaqlFunc || c.Fn == yaqlData)
	})
	return found
}

// isUpdated reports whether everything that was collected during the evaluation is as after a complete one.
func (b *binder) isUpdated() bool {
	u := b.updating
	b.updating = nil
	if u.renews {
		for _, r := range b.root.resources { // they do not need resources that do not exist
			r.needs, r.result = nil, value.Value{}
		}
		b.root.isAcyclic = false
	}
	for _, c := range u.cells {
		w := b.wantedIn(c)
		isSame := sameWants(w.before, w.now)
		clear(w.before) // they have positions in the last version's file
		w.before = w.before[:0]
		if !isSame {
			return false
		}
	}
	return b.isUpdatable()
}

// sameWants reports whether a cell has used the same unknown values as before, in the same order. It moves the
// positions of their uses.
func sameWants(old, next []want) bool {
	if len(old) != len(next) {
		return false
	}
	for i := range next {
		w, was := &next[i], &old[i]
		if w.call != was.call || !slices.Equal(w.path, was.path) {
			return false
		}
		w.unknown = was.unknown
		for k, at := range w.unknown.Used {
			if at == was.at {
				w.unknown.Used[k] = w.at
			}
		}
	}
	return true
}
