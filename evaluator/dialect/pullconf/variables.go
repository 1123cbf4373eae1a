package pullconf

import (
	"strings"

	"pantograph/evaluator/dialect/pullconf/strictyaml"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// opening begins a reference; the next closing brace ends it.
const opening = "${pullconf::"

// hasReference reports whether a string contains a reference, closed or not.
func hasReference(text string) bool { return strings.Contains(text, opening) }

// hostname is the reserved variable that holds the client's name.
const hostname = "hostname"

// deepest is the greatest length of a chain of variables, each referring to the next, that a
// parameter can use.
const deepest = 11

// A variable is a variable of one client.
type variable struct {
	name   string
	client *client
	cell   *ir.Cell
	height int  // the longest chain of further variables below it, at most deepest+1
	exists bool // false for a name that is used but not defined
	used   bool // a parameter depends on it
}

// lookup returns the variable that a reference names. A variable that does not exist gets a cell,
// too, with exists = false, so that the graph shows that it is missing. The parameter that uses it
// reports the error.
func (c *client) lookup(p *ir.Program, name string) *variable {
	if v := c.byName[name]; v != nil {
		return v
	}
	v := &variable{name: name, client: c}
	v.cell = p.Add(&ir.Cell{Name: c.id("variable", name), Label: name, Kind: "missing", Expr: &ir.Bad{},
		Parent: c.cell, Data: v})
	c.byName[name] = v
	return v
}

// id returns the id of a graph node that belongs to a client.
func (c *client) id(kind, name string) string { return kind + "/" + c.name + "/" + name }

// A writer turns YAML nodes into expressions that read the variables of a client.
type writer struct {
	client  *client
	program *ir.Program
	nodes   *ir.Nodes
}

// expr converts a node. Keys are never replaced (4), and keys that are not strings, which have been
// reported, are left out.
func (w writer) expr(n *node) ir.Node {
	switch n.Kind {
	case strictyaml.Array:
		list := w.nodes.Lists.New()
		list.Span, list.Items = n.Span, w.nodes.Children.Slice(len(n.Items))
		for _, c := range n.Items {
			list.Items = append(list.Items, w.expr(c))
		}
		return list
	case strictyaml.Hash:
		fields := w.nodes.Fields.Slice(len(n.Pairs))
		for _, p := range n.Pairs {
			if p.Key.Kind == strictyaml.Text {
				fields = append(fields, ir.Field{Key: p.Key.Value, KeyAt: p.Key.Span, Value: w.expr(p.Value)})
			}
		}
		return w.object(n.Span, fields)
	case strictyaml.Broken:
		return &ir.Bad{Meta: ir.Meta{Span: n.Span}}
	}
	if !hasReference(n.Value) {
		return w.lit(n.Value, n.Span)
	}
	return w.text(n)
}

// object returns an object with fields.
func (w writer) object(at source.Span, fields []ir.Field) *ir.Object {
	o := w.nodes.Objects.New()
	o.Span, o.Fields = at, fields
	return o
}

// lit returns a literal string with its position.
func (w writer) lit(text string, at source.Span) *ir.Lit {
	l := w.nodes.Literals.New()
	l.Span, l.Value = at, value.String(text)
	return l
}

// fewParts is the number of parts of most strings with references.
const fewParts = 2

// text converts a string with references. A single reference evaluates to the value that it names;
// a reference that is not closed becomes a Bad in an Interp.
func (w writer) text(n *node) ir.Node {
	parts := w.nodes.Children.Slice(fewParts)
	rest, base := n.Value, 0
	for {
		i := strings.Index(rest, opening)
		if i < 0 {
			break
		}
		if i > 0 {
			parts = append(parts, w.lit(rest[:i], n.At(base, base+i)))
		}
		// Everything up to the first closing brace is the name, even blanks or another opening (4).
		end := strings.IndexByte(rest[i:], '}')
		if end < 0 {
			parts = append(parts, &ir.Bad{Meta: ir.Meta{Span: n.At(base+i, len(n.Value))}})
			rest = ""
			break
		}
		from, to := base+i, base+i+end+1
		parts = append(parts, w.ref(n.Value[from+len(opening):to-1], n.At(from, to), n.At(from+len(opening), to-1)))
		rest, base = n.Value[to:], to
	}
	if rest != "" {
		parts = append(parts, w.lit(rest, n.At(base, len(n.Value))))
	}
	if r, ok := parts[0].(*ir.Ref); ok && len(parts) == 1 {
		return r
	}
	i := w.nodes.Interps.New()
	i.Span, i.Parts = n.Span, parts
	return i
}

// lit returns a literal string with its position.
func lit(text string, at source.Span) *ir.Lit {
	return &ir.Lit{Meta: ir.Meta{Span: at}, Value: value.String(text)}
}

// ref returns a reference: at is all of it, nameAt only the name, which a renaming changes.
func (w writer) ref(name string, at, nameAt source.Span) *ir.Ref {
	r := w.nodes.Refs.New()
	r.Span, r.Name, r.NameAt, r.Cell = at, name, nameAt, w.client.lookup(w.program, name).cell
	return r
}

// variables creates the cells of a client's variables. A variable called hostname has no effect,
// because the reserved one overrides it.
func (b *binder) variables(c *client) {
	c.byName = map[string]*variable{}
	add := func(name string, cell *ir.Cell) {
		v := &variable{name: name, client: c, exists: true, cell: cell}
		cell.Name, cell.Label, cell.Kind, cell.Parent, cell.Data = c.id("variable", name), name, "variable", c.cell, v
		b.program.Add(cell)
		c.byName[name] = v
		c.variables = append(c.variables, v)
	}
	var given []strictyaml.Pair
	if c.variableNode != nil {
		for _, p := range c.variableNode.Pairs {
			switch {
			case p.Key.Kind != strictyaml.Text:
			case p.Key.Value == hostname:
				b.hint("hint-hostname-variable", p.Key.Span,
					"a variable called hostname has no effect: hostname is always the name of the client, here "+c.name)
			default:
				given = append(given, p)
			}
		}
	}
	for _, p := range given {
		add(p.Key.Value, &ir.Cell{Span: p.Key.Span.To(p.Value.Span), NameAt: p.Key.Inner()})
	}
	add(hostname, &ir.Cell{Span: c.nameNode.Span, Expr: lit(c.name, c.nameNode.Span)})
	// Expressions are written last, when all variables exist, because a variable may refer to any
	// other.
	w := writer{c, b.program, &b.slabs.nodes}
	for i, p := range given {
		c.variables[i].cell.Expr = w.expr(p.Value)
	}
	c.measure()
}

// measure computes the heights of the variables. The variables may refer to each other in any order,
// so it goes through all of them again until no height changes. It does so at most deepest+1 times,
// even if there is a loop, because the exact value of a greater height does not matter.
func (c *client) measure() {
	for range deepest + 1 {
		changed := false
		for _, v := range c.variables {
			if h := height(v.cell.Expr); h > v.height && v.height <= deepest {
				v.height, changed = h, true
			}
		}
		if !changed {
			return
		}
	}
}

// height returns the length of the longest chain of variables below a string. References inside an
// array or a hash do not count: they begin a chain where their member is read.
func height(n ir.Node) int {
	switch n := n.(type) {
	case *ir.Ref:
		return 1 + variableOf(n).height
	case *ir.Interp:
		h := 0
		for _, p := range n.Parts {
			h = max(h, height(p))
		}
		return h
	}
	return 0
}

// variableOf returns the variable that a reference of a parameter or a variable names.
func variableOf(r *ir.Ref) *variable { return r.Cell.Data.(*variable) }

// use marks the variables that an expression depends on. It follows references into the variables,
// without recursion, since a chain may be long.
func use(n ir.Node) {
	if isLiteral(n) {
		return
	}
	var open []ir.Node
	visit := func(n ir.Node) {
		if r, ok := n.(*ir.Ref); ok && r.Cell != nil {
			if v, ok := r.Cell.Data.(*variable); ok && !v.used {
				v.used = true
				open = append(open, r.Cell.Expr)
			}
		}
	}
	for ir.Walk(n, visit); len(open) > 0; ir.Walk(n, visit) {
		n = open[len(open)-1]
		open = open[:len(open)-1]
	}
}

// textData returns the string of a value, or "" if it is not a string.
func textData(d value.Data) string {
	s, _ := d.(value.String)
	return string(s)
}
