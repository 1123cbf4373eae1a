package esc

import (
	"slices"
	"sort"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/yamltree"
)

// This file adapts a bound program to a version of the root environment in which only literals differ, as they do after
// most keystrokes (bind.Update). The entries of values that have changed are bound again. If they differ in nothing but
// literals and positions, these are copied to the properties that exist already. So everything that refers to those
// stays valid: references, layers, and the lists of calls.

// updater returns the functions of bind.Update.
func (b *binder) updater(bound *bind.Bound) *bind.Update {
	root := b.order[0]
	return &bind.Update{
		Bind: func(next *bind.Bundle) ([]bind.Rebound, bool) {
			changed, ok := b.update(next)
			bound.Main = root.file
			return changed, ok
		},
		// Evaluation leaves only outcomes of rotations, which each evaluation of their call replaces.
		Ready: func(*ir.Cell) bool { return true },
		// A complete evaluation would compare at most as many names as all evaluations since the program was
		// bound. If those could make every suggestion, so could it.
		Done: func() bool { return !root.advice.IsSpent() },
	}
}

// update binds the entries that differ in the next version of the root environment. It returns their cells.
func (b *binder) update(next *bind.Bundle) ([]bind.Rebound, bool) {
	e := b.order[0]
	isOther := func(other *environment) bool { return other.file == e.file }
	if e.isEmpty || e.stopped && !e.doc.Partial || slices.ContainsFunc(b.order[1:], isOther) {
		return nil, false
	}
	b.bundle = next
	// The choice may depend on the keys at the top level, which are found without parsing.
	main := b.chooseRoot()
	move := next.Move(main)
	if move == nil || move.Old != e.file || main.Name == bind.InputsFile || len(b.problems) > 0 {
		return nil, false
	}
	doc := next.Parse(main)
	if doc.Root == nil || !main.IsDivided() || !bind.IsRepeated(move, e.doc.Problems, doc.Problems) {
		return nil, false
	}
	values, pairs, ok := differences(e.doc.Root, doc.Root)
	if !ok {
		return nil, false
	}
	e.file, e.doc = main, doc
	changed := []bind.Rebound{e.refreshRoot(values)}
	u := newUpdateReader(b, e)
	u.secondDocument(doc)
	for _, d := range pairs {
		rebound, ok := u.rebind(d)
		if !ok {
			return nil, false
		}
		changed = append(changed, rebound...)
		// This walk is short. That of the whole document is needed only if there are secrets.
		e.knowsSecrets = e.knowsSecrets && len(e.secrets) == 0 && appendSecrets(nil, d.is.Value) == nil
	}
	return changed, !u.stopped && len(u.e.load)+len(u.e.declared) == 0
}

// A difference is an entry of values that is different in the next version.
type difference struct{ was, is yamltree.Pair }

// differences returns the entries of values that are different in the next version of a document, and the new node of
// values, which is nil if there are none. It returns false if anything else is different.
func differences(old, next *yamltree.Node) (values *yamltree.Node, found []difference, ok bool) {
	if !old.IsLike(next) || next.Kind != yamltree.Mapping || len(old.Pairs) != len(next.Pairs) {
		return nil, nil, false
	}
	for i, p := range next.Pairs {
		isValues := strings.ToLower(p.Key.Value) == "values" // as in topLevel
		if isValues && values != nil {
			return nil, nil, false // only the last one is used
		}
		if isValues {
			values = p.Value
		}
		was := old.Pairs[i]
		if was == p {
			continue
		}
		if !isValues || !was.Key.IsLike(p.Key) || !was.Value.IsLike(p.Value) ||
			p.Value.Kind != yamltree.Mapping || len(was.Value.Pairs) != len(p.Value.Pairs) {
			return nil, nil, false
		}
		for k, entry := range p.Value.Pairs {
			if was := was.Value.Pairs[k]; was != entry {
				found = append(found, difference{was, entry})
			}
		}
	}
	return values, found, true
}

// refreshRoot gives the environment's own cell its new position, which is that of the whole values. Its value has this
// position, too, so it is evaluated again in any case.
func (e *environment) refreshRoot(values *yamltree.Node) bind.Rebound {
	if values != nil && values.Kind == yamltree.Mapping {
		e.cell.Span = values.Span
		e.cell.Expr.Info().Span = values.Span
		if m, ok := e.cell.Expr.(*ir.Merge); ok {
			m.Over.Info().Span = values.Span
		}
	}
	// The positions of the last version are left out: problems in the environment are not those of this cell.
	return bind.Rebound{Cell: e.cell}
}

// An updateReader reads entries into properties that are not part of the environment.
type updateReader struct {
	*reader
	to *environment
}

func newUpdateReader(b *binder, e *environment) *updateReader {
	apart := *e
	apart.refs, apart.calls, apart.cells, apart.load, apart.declared = nil, nil, nil, nil, nil
	return &updateReader{&reader{b: b, e: &apart}, e}
}

// rebind binds an entry of values again. It returns the cells of its properties, or false if more than literals has
// changed.
func (u *updateReader) rebind(d difference) ([]bind.Rebound, bool) {
	values := u.to.values
	if !d.was.Key.IsLike(d.is.Key) {
		return nil, false
	}
	p := values.field(d.is.Key.Value)
	if p == nil || p.cell.NameAt != d.was.Key.Span {
		return nil, false // the entry is not used: its name is reserved, or a repetition
	}
	u.checkYAML(d.is.Value)
	next := u.newProperty(property{env: u.e, parent: values, key: p.key})
	next.cell.Label = p.cell.Label
	u.property(next, d.is.Key, d.is.Value)
	changed, ok := u.refresh(nil, p, next)
	if ok {
		fields := values.literal().Fields
		i := sort.Search(len(fields), func(i int) bool { return fields[i].Key >= p.key })
		fields[i].KeyAt = p.cell.NameAt
	}
	return changed, ok
}

// literal returns the object of a property's own entries.
func (p *property) literal() *ir.Object {
	n := p.cell.Expr
	if m, ok := n.(*ir.Merge); ok {
		n = m.Over
	}
	return n.(*ir.Object)
}

// refresh copies literals and positions from the next version of a property and of all properties in it. It appends
// their cells to changed.
func (u *updateReader) refresh(changed []bind.Rebound, p, next *property) ([]bind.Rebound, bool) {
	c := p.cell
	if p.key != next.key || p.shape != next.shape || len(p.items) != len(next.items) {
		return nil, false
	}
	changed = append(changed, bind.Rebound{Cell: c, At: c.Span, KeyAt: c.NameAt})
	if u.b.silent != nil {
		u.b.silenceCalls(next.cell.Expr)
	}
	c.Span, c.NameAt, p.sub.Span = next.cell.Span, next.cell.NameAt, next.sub.Span
	old, is := c.Expr, next.cell.Expr
	if m, ok := old.(*ir.Merge); ok {
		// The imported value below it has no position.
		m.Span = is.Info().Span
		old, is = m.Over, is.(*ir.Merge).Over
	}
	if !ir.Refresh(old, is, u.refreshOwn) {
		return nil, false
	}
	ok := true
	for i := range p.items {
		if changed, ok = u.refresh(changed, p.items[i], next.items[i]); !ok {
			return nil, false
		}
	}
	return changed, true
}

// refreshOwn copies the data of references and calls for ir.Refresh.
func (u *updateReader) refreshOwn(old, next ir.Node) bool {
	if call, ok := old.(*ir.Call); ok {
		return refreshCall(call.Data, next.(*ir.Call).Data)
	}
	r, is := old.(*ir.Ref).Data.(*reference), next.(*ir.Ref).Data.(*reference)
	if r.isBare != is.isBare || len(r.steps) != len(is.steps) {
		return false
	}
	for i, s := range is.steps {
		if was := r.steps[i]; was.Key != s.Key || was.Index != s.Index || was.IsKey != s.IsKey {
			return false
		}
	}
	copy(r.steps, is.steps) // the path of the node is a part of them
	r.whole, r.node.NameAt = is.whole, is.node.NameAt
	u.b.setTarget(r)
	return true
}

// refreshCall copies the data of a call. It returns false if the call has become another one.
func refreshCall(old, next any) bool {
	switch old := old.(type) {
	case *opening:
		next := next.(*opening)
		if old.provider != next.provider || old.isNamed != next.isNamed {
			return false
		}
		old.argument = next.argument
	case *encrypted:
		next, ok := next.(*encrypted)
		if !ok {
			return false
		}
		old.text, old.at = next.text, next.at
	case *schema:
		next, ok := next.(*schema)
		return ok && old == next
	default:
		return old == nil && next == nil
	}
	return true
}
