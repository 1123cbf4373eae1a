package esc

import (
	"runtime"
	"sort"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// A place is where an expression stands: a property, or inside the argument of a function.
type place struct {
	property *property // whose expression it is; nil inside arguments
	parent   *place    // inside arguments: what it stands in
	key      string
	index    int
	isIndex  bool
}

func (at *place) child(key string) *place { return &place{parent: at, key: key} }

func (at *place) element(i int) *place { return &place{parent: at, index: i, isIndex: true} }

// path returns the document path of a place, as Pulumi ESC reports it.
func (at *place) path() value.Path {
	switch {
	case at.property != nil:
		return "values" + dotted(at.property.path)
	case at.isIndex:
		return at.parent.path().Index(at.index)
	}
	return at.parent.path().Key(at.key)
}

func dotted(p value.Path) value.Path {
	if p == "" || p[0] == '[' {
		return p
	}
	return "." + p
}

// yieldEvery is the number of nested nodes after which the native stack of the browser is
// given back, as the evaluator does.
const yieldEvery = 64

// child declares an entry of an object as a property. Of equal keys the first one counts.
func (r *reader) child(p *property, key string, keyNode, n *yamltree.Node) {
	if _, ok := p.fields[key]; ok {
		r.declare(keyNode.Span, "duplicate-key", "duplicate key "+quote(key), "%q is given twice; the first one counts", key)
		r.discard(n)
		return
	}
	c := &property{env: r.e, parent: p, key: key, path: p.path.Key(key), inList: p.inList}
	p.fields[key] = c
	p.keys = append(p.keys, key)
	r.property(c, keyNode, n)
}

// property makes the cell of a property and binds its expression.
func (r *reader) property(p *property, key, n *yamltree.Node) {
	outer := r.owner
	r.owner = p
	defer func() { r.owner = outer }()
	c := &ir.Cell{Name: r.e.prefix + string(p.path), Label: string(p.path), Kind: "property", Data: p, Span: n.Span, NameAt: n.Span}
	if key != nil {
		c.NameAt, c.Span = key.Span, key.Span.To(n.Span)
	}
	p.cell = c
	r.e.cells = append(r.e.cells, c)
	c.Expr = r.expression(n, &place{property: p})
	if r.e.merges && !p.inList {
		c.Expr = &ir.Merge{Meta: *c.Expr.Info(), Base: &ir.Call{Fn: inherited, Data: p}, Over: c.Expr}
	}
}

// sort puts the keys in the order in which they are evaluated.
func (p *property) sort() {
	p.written = p.keys
	if !sort.StringsAreSorted(p.keys) {
		p.keys = append([]string(nil), p.keys...)
		sort.Strings(p.keys)
	}
}

// discard reads an expression that is never evaluated, for the mistakes in it.
func (r *reader) discard(n *yamltree.Node) {
	refs, calls, declared := len(r.e.refs), len(r.e.calls), len(r.e.declared)
	r.expression(n, &place{parent: &place{property: r.e.values}})
	r.e.refs, r.e.calls, r.e.declared = r.e.refs[:refs], r.e.calls[:calls], r.e.declared[:declared]
}

// expression binds a node. Entries and elements of a property's own literal are
// properties too; those inside the arguments of functions are not.
func (r *reader) expression(n *yamltree.Node, at *place) ir.Node {
	if r.depth++; r.depth%yieldEvery == 0 {
		runtime.Gosched()
	}
	defer func() { r.depth-- }()
	switch n.Kind {
	case yamltree.Sequence:
		return r.list(n, at)
	case yamltree.Mapping:
		if fn := r.functionOf(n); fn != nil {
			return r.call(fn, n, at)
		}
		return r.object(n, at)
	case yamltree.Scalar:
		return r.scalar(n)
	}
	return &ir.Bad{Meta: ir.Meta{Span: n.Span}}
}

func (r *reader) list(n *yamltree.Node, at *place) ir.Node {
	out := &ir.List{Meta: ir.Meta{Span: n.Span}, Items: make([]ir.Node, len(n.Items))}
	p := at.property
	if p == nil {
		for i, item := range n.Items {
			out.Items[i] = r.expression(item, at.element(i))
		}
		return out
	}
	p.shape = list
	p.items = make([]*property, len(n.Items))
	for i, item := range n.Items {
		c := &property{env: r.e, parent: p, path: p.path.Index(i), inList: true}
		p.items[i] = c
		r.property(c, nil, item)
		out.Items[i] = &ir.Sub{Meta: ir.Meta{Span: item.Span}, Cell: c.cell}
	}
	return out
}

func (r *reader) object(n *yamltree.Node, at *place) ir.Node {
	p := at.property
	if p == nil {
		return r.inlineObject(n, at)
	}
	p.shape = object
	entries := r.entries(n)
	p.fields = make(map[string]*property, len(entries))
	for _, entry := range entries {
		r.mergeKey(entry.node)
		r.child(p, entry.key, entry.node, entry.value)
	}
	p.sort()
	out := objectOf(p)
	out.Span = n.Span
	return out
}

// inlineObject binds an object inside the argument of a function.
func (r *reader) inlineObject(n *yamltree.Node, at *place) ir.Node {
	out := &ir.Object{Meta: ir.Meta{Span: n.Span}}
	seen := map[string]bool{}
	for _, entry := range r.entries(n) {
		if seen[entry.key] {
			r.declare(entry.node.Span, "duplicate-key", "duplicate key "+quote(entry.key), "%q is given twice; the first one counts", entry.key)
			r.discard(entry.value)
			continue
		}
		seen[entry.key] = true
		r.mergeKey(entry.node)
		out.Fields = append(out.Fields, ir.Field{Key: entry.key, KeyAt: entry.node.Span, Value: r.expression(entry.value, at.child(entry.key))})
	}
	sort.SliceStable(out.Fields, func(i, j int) bool { return out.Fields[i].Key < out.Fields[j].Key })
	return out
}

// An objectEntry is an entry of an object whose key is plain text.
type objectEntry struct {
	key   string // `$$` is one dollar in it
	node  *yamltree.Node
	value *yamltree.Node
}

// entries returns the entries of a mapping that is no call. Keys that look like calls are
// reported and kept; keys with references are reported and left out.
func (r *reader) entries(n *yamltree.Node) []objectEntry {
	out := make([]objectEntry, 0, len(n.Pairs))
	for _, p := range n.Pairs {
		key := p.Key.Value
		switch {
		case len(n.Pairs) > 1 && strings.HasPrefix(key, functionPrefix):
			r.fail(n.Span, "call-alone", "illegal call to builtin function: "+quote(key)+" must be the only key within its containing object",
				"%s must be the only key of its mapping; here it stands beside others and is plain data", key)
		case len(n.Pairs) == 1 && strings.HasPrefix(strings.ToLower(key), functionPrefix):
			r.reservedPrefix(p.Key, key)
		}
		text, ok := r.literal(p.Key)
		if !ok {
			r.fail(p.Key.Span, "key-reference", "object keys must be strings", "a key cannot hold a reference: it must be plain text")
			r.discard(p.Value)
			continue
		}
		out = append(out, objectEntry{text, p.Key, p.Value})
	}
	return out
}

func (r *reader) reservedPrefix(n *yamltree.Node, key string) {
	names := r.b.functionNames()
	p := diag.Errorf(n.Span, "call-unknown", "there is no function %s%s", key, diag.DidYouMean(key, names)).WithReference("'fn::' is a reserved prefix")
	r.e.load = append(r.e.load, withChange(p, n, key, names))
}

// literal returns the text of a string without references.
func (r *reader) literal(n *yamltree.Node) (string, bool) {
	if n.Kind != yamltree.Scalar || !isText(n) {
		return "", false
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

// pieces scans a string and reports the mistakes in its paths.
func (r *reader) pieces(n *yamltree.Node) []piece {
	pieces, problems := scanString(n.Value)
	for _, p := range problems {
		r.fail(n.Range(p.start, p.end), p.code, p.text, "%s", p.message)
	}
	return pieces
}

// scalar binds a scalar: a string may hold references.
func (r *reader) scalar(n *yamltree.Node) ir.Node {
	meta := ir.Meta{Span: n.Span}
	s := n.Resolve(yamltree.YAMLv3)
	switch s.Kind {
	case yamltree.Null:
		return &ir.Lit{Meta: meta, Value: value.Null{}}
	case yamltree.Bool:
		return &ir.Lit{Meta: meta, Value: value.Bool(s.Text == "true")}
	case yamltree.Int, yamltree.Float:
		return &ir.Lit{Meta: meta, Value: value.Number(s.Text)}
	}
	pieces := r.pieces(n)
	switch {
	case len(pieces) == 0:
		return &ir.Lit{Meta: meta, Value: value.String("")}
	case len(pieces) == 1 && pieces[0].path == nil:
		return &ir.Lit{Meta: meta, Value: value.String(pieces[0].text)}
	case len(pieces) == 1:
		return r.reference(n, pieces[0], true)
	}
	out := &ir.Interp{Meta: meta, Parts: make([]ir.Node, len(pieces))}
	for i, p := range pieces {
		if p.path == nil {
			out.Parts[i] = &ir.Lit{Meta: ir.Meta{Span: n.Range(p.start, p.end)}, Value: value.String(p.text)}
			continue
		}
		out.Parts[i] = r.reference(n, p, false)
	}
	return out
}

// reference makes the node of a path.
func (r *reader) reference(n *yamltree.Node, p piece, isBare bool) ir.Node {
	ref := &reference{env: r.e, owner: r.owner, whole: n.Span, isBare: isBare, steps: make([]ir.Step, len(p.path))}
	for i, a := range p.path {
		ref.steps[i] = ir.Step{Key: a.key, Index: a.index, IsKey: !a.isIndex, Span: n.Range(a.start, a.end)}
	}
	span := n.Span
	if !isBare {
		span = n.Range(p.start, p.end)
	}
	first := ref.steps[0]
	ref.node = &ir.Ref{Meta: ir.Meta{Span: span}, Name: first.Key, NameAt: first.Span, Path: ref.steps[1:], Data: ref}
	r.e.refs = append(r.e.refs, ref)
	return ref.node
}
