package esc

import (
	"sort"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// fields declares the entries of an object as properties. If a key is repeated, the first one wins.
func (r *reader) fields(p *property, entries []objectEntry) {
	p.children = r.slabs.children.New()
	p.items = r.slabs.items.Slice(len(entries))
	seen := keySet{keys: r.slabs.keys.Slice(len(entries))}
	for _, entry := range entries {
		r.mergeKey(entry.node)
		if !seen.add(entry.key) {
			r.declare(entry.node.Span, "duplicate-key", "duplicate key "+quote(entry.key),
				"%q is set twice; the first one is used", entry.key)
			r.discard(entry.value)
			continue
		}
		child := r.newProperty(property{env: r.e, parent: p, key: entry.key, inList: p.inList})
		// The label is the path below values. The name of the cell adds the environment to it.
		child.cell.Label = string(childPath(p).Key(entry.key))
		p.items = append(p.items, child)
		r.property(child, entry.node, entry.value)
	}
	p.sort()
}

// property fills in the cell of a property and binds its expression.
func (r *reader) property(p *property, key, n *yamltree.Node) {
	c := p.cell
	c.Name, c.Kind, c.Data, c.Lazy = r.e.prefix+c.Label, "property", p, true
	c.Parent, c.Span, c.NameAt = r.e.cell, n.Span, n.Span
	if key != nil {
		c.NameAt, c.Span = key.Span, key.Span.To(n.Span)
	}
	p.sub.Span = n.Span
	r.e.cells = append(r.e.cells, c)
	c.Expr = r.expression(n, place{owner: p})
	// Elements of lists have no layers below: an array replaces another as a whole (5).
	if r.e.merges && !p.inList {
		c.Expr = &ir.Merge{Meta: *c.Expr.Info(), Base: &ir.Call{Fn: inherited, Data: p}, Over: c.Expr}
	}
}

// discard reads an expression that the original drops, only to report its errors.
func (r *reader) discard(n *yamltree.Node) {
	declared := len(r.e.declared)
	r.bindUnused(n)
	r.e.declared = r.e.declared[:declared]
}

// bindUnused reads an expression that is declared but never evaluated.
func (r *reader) bindUnused(n *yamltree.Node) {
	refs, calls := len(r.e.refs), len(r.e.calls)
	r.expression(n, place{r.e.values, &argument{}})
	r.e.refs, r.e.calls = r.e.refs[:refs], r.e.calls[:calls]
}

// expression binds a node. Entries and elements of a property's literal are properties, too; those
// inside a function's arguments are not.
func (r *reader) expression(n *yamltree.Node, at place) ir.Node {
	switch n.Kind {
	case yamltree.Sequence:
		return r.list(n, at)
	case yamltree.Mapping:
		if fn := r.functionOf(n); fn != nil {
			return r.call(fn, n, at)
		}
		return r.object(n, at)
	case yamltree.Scalar:
		return r.scalar(n, at)
	}
	// This is an alias or a broken node, which has a problem already.
	return &ir.Bad{Meta: ir.Meta{Span: n.Span}}
}

// list binds a list. In a property's own literal, each element becomes a property with a cell, so
// that a path such as ${a[0]} can reach it without evaluating the others (4).
func (r *reader) list(n *yamltree.Node, at place) ir.Node {
	out := r.slabs.Lists.New()
	out.Span, out.Items = n.Span, r.slabs.Children.Slice(len(n.Items))
	if at.argument != nil {
		for i, item := range n.Items {
			out.Items = append(out.Items, r.expression(item, r.element(at, i)))
		}
		return out
	}
	p := at.owner
	p.shape = list
	p.children = r.slabs.children.New()
	p.items = r.slabs.items.Slice(len(n.Items))
	for i, item := range n.Items {
		c := r.newProperty(property{env: r.e, parent: p, inList: true})
		c.cell.Label = string(childPath(p).Index(i))
		p.items = append(p.items, c)
		r.property(c, nil, item)
		out.Items = append(out.Items, &c.sub)
	}
	return out
}

// object binds an object: its entries are properties, unless it is in a function's argument.
func (r *reader) object(n *yamltree.Node, at place) ir.Node {
	if at.argument != nil {
		return r.inlineObject(n, at)
	}
	at.owner.shape = object
	r.fields(at.owner, r.entries(n))
	return at.owner.object(&r.slabs, n.Span)
}

// inlineObject binds an object inside a function's argument.
func (r *reader) inlineObject(n *yamltree.Node, at place) ir.Node {
	out := r.slabs.Objects.New()
	out.Span, out.Fields = n.Span, r.slabs.Fields.Slice(len(n.Pairs))
	var seen keySet
	for _, entry := range r.entries(n) {
		if !seen.add(entry.key) {
			r.declare(entry.node.Span, "duplicate-key", "duplicate key "+quote(entry.key),
				"%q is set twice; the first one is used", entry.key)
			r.discard(entry.value)
			continue
		}
		r.mergeKey(entry.node)
		out.Fields = append(out.Fields, ir.Field{Key: entry.key, KeyAt: entry.node.Span,
			Value: r.expression(entry.value, r.child(at, entry.key))})
	}
	// The original evaluates the entries in the order of their keys, so that the problems of a
	// cycle do not depend on the order in the file (4).
	if len(out.Fields) > 1 {
		sort.SliceStable(out.Fields, func(i, j int) bool { return out.Fields[i].Key < out.Fields[j].Key })
	}
	return out
}

// An objectEntry is an entry of an object whose key is a plain string.
type objectEntry struct {
	key   string // with `$$` replaced by one dollar
	node  *yamltree.Node
	value *yamltree.Node
}

// entries returns the entries of a mapping that is not a call. Keys that look like calls are
// reported but kept; keys with references are reported and left out.
func (r *reader) entries(n *yamltree.Node) []objectEntry {
	out := r.slabs.entries.Slice(len(n.Pairs))
	for _, p := range n.Pairs {
		key := p.Key.Value
		switch {
		// There is one problem for each such key, all of them at the whole object (10).
		case len(n.Pairs) > 1 && strings.HasPrefix(key, functionPrefix):
			r.fail(n.Span, "call-alone", "illegal call to builtin function: "+quote(key)+
				" must be the only key within its containing object",
				"%s must be the only key of its mapping; with other keys beside it, it is plain data", key)
		case len(n.Pairs) == 1 && strings.HasPrefix(strings.ToLower(key), functionPrefix):
			r.reservedPrefix(p.Key, key)
		}
		text, ok := r.literal(p.Key)
		if !ok {
			r.fail(p.Key.Span, "key-reference", "object keys must be strings",
				"a key cannot contain a reference: it must be a plain string")
			r.discard(p.Value)
			continue
		}
		out = append(out, objectEntry{text, p.Key, p.Value})
	}
	return out
}

// reservedPrefix reports a mapping whose only key begins with fn::, in upper or lower case, but
// does not name a function. The mapping is kept as data (6).
func (r *reader) reservedPrefix(n *yamltree.Node, key string) {
	names := r.b.functionNames()
	p := diag.Errorf(n.Span, "call-unknown", "there is no function %s%s", key, diag.DidYouMean(key, names)).
		WithReference("'fn::' is a reserved prefix")
	r.e.load = append(r.e.load, withChange(p, n, key, names))
}

// literal returns the value of a string without references. It returns false for any other node.
func (r *reader) literal(n *yamltree.Node) (string, bool) {
	if n.Kind != yamltree.Scalar || !isText(n) {
		return "", false
	}
	if strings.IndexByte(n.Value, '$') < 0 {
		return n.Value, true
	}
	pieces := r.pieces(n)
	switch {
	case len(pieces) == 0:
		return "", true
	case len(pieces) > 1 || pieces[0].path != nil:
		return "", false
	}
	return pieces[0].text, true
}

// pieces scans a string and reports the errors in its paths.
func (r *reader) pieces(n *yamltree.Node) []piece {
	pieces := r.scanner.scan(n.Value)
	for _, p := range r.scanner.problems {
		r.fail(n.Range(p.start, p.end), p.code, p.text, "%s", p.message)
	}
	return pieces
}

// scalar binds a scalar; a string may contain references.
func (r *reader) scalar(n *yamltree.Node, at place) ir.Node {
	s := n.Resolve(yamltree.YAMLv3)
	switch s.Kind {
	case yamltree.Null:
		return r.constant(n.Span, value.Null{})
	case yamltree.Bool:
		return r.constant(n.Span, value.Bool(s.Text == "true"))
	case yamltree.Int, yamltree.Float:
		return r.constant(n.Span, value.Number(s.Text))
	}
	if strings.IndexByte(n.Value, '$') < 0 {
		return r.constant(n.Span, value.String(n.Value))
	}
	pieces := r.pieces(n)
	switch {
	case len(pieces) == 1 && pieces[0].path == nil:
		return r.constant(n.Span, value.String(pieces[0].text))
	// A path without text around it keeps the type of its value; anything else makes a string (3).
	case len(pieces) == 1:
		return r.reference(n, at, pieces[0])
	}
	out := r.slabs.Interps.New()
	out.Span, out.Parts = n.Span, r.slabs.Children.Slice(len(pieces))
	for _, p := range pieces {
		if p.path == nil {
			out.Parts = append(out.Parts, r.constant(n.Range(p.start, p.end), value.String(p.text)))
		} else {
			out.Parts = append(out.Parts, r.reference(n, at, p))
		}
	}
	return out
}

// constant returns the node of a constant value.
func (r *reader) constant(at source.Span, v value.Data) ir.Node {
	l := r.slabs.Literals.New()
	l.Span, l.Value = at, v
	return l
}

// reference creates the node of a path.
func (r *reader) reference(n *yamltree.Node, at place, p piece) ir.Node {
	isBare := p.start == 0 && p.end == len(n.Value)
	steps := r.slabs.Steps.Slice(len(p.path))
	for _, a := range p.path {
		steps = append(steps, ir.Step{Key: a.key, Index: a.index, IsKey: !a.isIndex, Span: n.Range(a.start, a.end)})
	}
	// The span of a bare reference is the whole scalar, with its quotes.
	span := n.Span
	if !isBare {
		span = n.Range(p.start, p.end)
	}
	ref := r.slabs.references.New()
	ref.env, ref.owner, ref.whole, ref.isBare, ref.steps = r.e, at.owner, n.Span, isBare, steps
	ref.node = &ref.ref
	ref.ref = ir.Ref{Meta: ir.Meta{Span: span}, Name: steps[0].Key, NameAt: steps[0].Span, Path: steps[1:], Data: ref}
	r.e.refs = append(r.e.refs, ref)
	return ref.node
}
