package pullconf

import (
	"sort"
	"strconv"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/pullconf/strictyaml"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// bindClients creates the cells of groups, clients, variables and resources. A group has one cell,
// which lists its clients. Its resources have one cell for each client, since their references lead
// to the variables of that client.
func (b *binder) bindClients() {
	for _, g := range b.groupList {
		g.cell = b.program.Add(&ir.Cell{
			Name: "group/" + g.name, Label: g.name, Kind: "group",
			Span: g.doc.span, NameAt: g.nameNode.Inner(),
		})
	}
	// Clients that are not evaluated count, too: a group that only they use is not unused.
	for _, c := range b.clients {
		b.groupsOf(c)
	}
	for _, g := range b.groupList {
		var users []value.Value
		for _, c := range g.users {
			users = append(users, value.Str(c.name).At(c.nameNode.Span))
		}
		g.cell.Expr = &ir.Lit{Meta: ir.Meta{Span: g.nameNode.Span}, Value: value.NewObject([]value.Field{
			{Key: "clients", Value: value.ListOf(users...)},
		})}
	}
	for i, c := range b.shown {
		if b.tooMany(c) {
			// Only the clients before this one are in the result, so that each of them is complete.
			b.shown = b.shown[:i]
			return
		}
		c.reported = map[reported]bool{}
		c.cell = b.program.Add(&ir.Cell{
			Name: "client/" + c.name, Label: c.name, Kind: "client", Expr: b.membership(c),
			Span: c.doc.span, NameAt: c.nameNode.Inner(),
		})
		b.variables(c)
		for _, d := range c.resources {
			b.resourceCell(c, nil, d)
		}
		for _, g := range c.groups {
			for _, d := range g.resources {
				b.resourceCell(c, g, d)
			}
		}
	}
}

// mostCells limits the number of variables and resources that are evaluated. It is slightly below
// the evaluator's own limit, so that this dialect can report which clients are dropped.
const mostCells = 190_000

// tooMany reports whether the cells of c would exceed mostCells. If so, c and all later clients are
// left out, with a problem that says so.
func (b *binder) tooMany(c *client) bool {
	// A resource has a cell and at most two for its links; the 2 counts the client and hostname.
	n := len(b.program.Cells) + 2 + len(c.resources)*3
	if c.variableNode != nil {
		n += len(c.variableNode.Pairs)
	}
	for _, g := range c.groups {
		n += len(g.resources) * 3
	}
	if n <= mostCells {
		return false
	}
	b.report("budget-cells", c.nameNode.Span, "this client and those before it have more than "+
		strconv.Itoa(mostCells)+" variables and resources together; this client and those after it are omitted", "")
	return true
}

// groupsOf looks up the groups of a client, drops duplicates and sorts them by name.
func (b *binder) groupsOf(c *client) {
	seen := map[string]bool{}
	for _, n := range c.wanted {
		g := b.groups[n.Value]
		if seen[n.Value] || g == nil {
			continue
		}
		seen[n.Value] = true
		c.groups = append(c.groups, g)
		g.users = append(g.users, c)
	}
	sort.SliceStable(c.groups, func(i, j int) bool { return c.groups[i].name < c.groups[j].name })
}

// membership returns the expression of a client: references to its groups. A group that does not
// exist is reported, unless a document could not be read and may define it.
func (b *binder) membership(c *client) ir.Node {
	list := &ir.List{}
	if n := c.doc.root.Get("groups"); n != nil {
		// In the region of the first item, it moves with the items.
		list.Span = n.Span.File().Span(n.Span.Start(), n.Span.End())
	}
	missing := map[string]bool{}
	for _, n := range c.wanted {
		r := &ir.Ref{Meta: ir.Meta{Span: n.Span}, Name: n.Value, NameAt: n.Inner()}
		if g := b.groups[n.Value]; g != nil {
			r.Cell = g.cell
		} else {
			// The graph shows the missing group under this name.
			r.Name = "group/" + n.Value
			if !b.broken && !missing[n.Value] {
				b.unknownGroup(c, n)
			}
			missing[n.Value] = true
		}
		list.Items = append(list.Items, r)
	}
	return &ir.Object{Meta: ir.Meta{Span: c.nameNode.Span}, Fields: []ir.Field{{Key: "groups", Value: list}}}
}

// unknownGroup reports a group that does not exist. The original finds it while it resolves the
// client, so its message is wrapped (5).
func (b *binder) unknownGroup(c *client, n *node) {
	var known []string
	for _, g := range b.groupList {
		known = append(known, g.name)
	}
	near := b.advice.Nearest(n.Value, known)
	p := b.report("unknown-group", n.Span, "there is no group "+strconv.Quote(n.Value)+didYouMean(near),
		"`client["+c.name+"]`>reference to unknown group `"+n.Value+"`")
	offer(p, n.Inner(), near)
}

// resourceCell creates the cell of a client's resource. Its name is known only once the primary
// parameter has been evaluated: see nameCells. Its parameters are
// expressions with the variables of c, even if the resource is written in a group. g is that group,
// or nil if the client defines the resource itself.
func (b *binder) resourceCell(c *client, g *group, d *resourceDoc) {
	r := b.slabs.resources.New()
	r.doc, r.client, r.group = d, c, g
	r.clear()
	call := b.resourceExpr(r)
	r.cell = b.program.Add(b.slabs.nodes.Cells.New())
	r.cell.Kind, r.cell.Span, r.cell.Parent, r.cell.Data, r.cell.Expr = "resource", d.node.Span, c.cell, r, call
	if g != nil {
		r.cell.Detail = "of the group " + g.name
	}
	b.linkCell(r, &d.requires)
	b.linkCell(r, &d.triggers)
	c.all = append(c.all, r)
}

// resourceExpr returns the expression of a resource, and sets r.given.
func (b *binder) resourceExpr(r *resource) ir.Node {
	d, w := r.doc, writer{r.client, b.program, &b.slabs.nodes}
	count := len(d.typ.parameters)
	r.given = b.slabs.nodes.Children.Slice(count)[:count]
	var fields []ir.Field
	at := d.node.Span
	if d.parameters != nil {
		at = d.parameters.Span // without the type
		fields = b.slabs.nodes.Fields.Slice(len(d.parameters.Pairs))
		for _, p := range d.parameters.Pairs {
			i := d.typ.find(p.Key.Value)
			// Both have been reported when the document was read.
			if i < 0 || p.Key.Kind != strictyaml.Text {
				continue
			}
			r.given[i] = w.expr(p.Value)
			fields = append(fields, ir.Field{Key: p.Key.Value, KeyAt: p.Key.Span, Value: r.given[i]})
		}
	}
	call := b.slabs.nodes.Calls.New()
	call.Span, call.Fn, call.NameAt, call.Data = d.node.Span, d.typ.fn, d.typeNode.Inner(), r
	call.Args = append(b.slabs.nodes.Children.Slice(1), w.object(at,
		append(b.slabs.nodes.Fields.Slice(1), ir.Field{Key: "parameters", Value: w.object(at, fields)})))
	return call
}

// position returns a name for a resource that tells where it is written.
func (r *resource) position() string {
	return r.client.id("resource", r.doc.typ.name+"/"+r.doc.at.path(""))
}

// namesOnly is the function of the cells that hold the references in requires and triggers. These
// cells exist only so that tools can find the references; the relations themselves are computed in
// relate.
var namesOnly = &ir.Func{Name: "names", Lazy: func(f ir.Frame, c *ir.Call) value.Value { return value.Nothing() }}

// linkCell adds the cell of requires or triggers.
func (b *binder) linkCell(r *resource, l *links) {
	if len(l.list) == 0 {
		return
	}
	cell := b.program.Add(b.slabs.nodes.Cells.New())
	cell.Name, cell.Kind, cell.Expr, cell.Hidden = r.position()+"/names", "resource", b.linkExpr(r, l), true
}

// linkExpr returns the expression of the cell of requires or triggers.
func (b *binder) linkExpr(r *resource, l *links) ir.Node {
	nodes := &b.slabs.nodes
	call := nodes.Calls.New()
	call.Span, call.Fn, call.Args = l.node.Span, namesOnly, nodes.Children.Slice(len(l.list))
	for _, target := range l.list {
		ref := nodes.Refs.New()
		ref.Span, ref.Name, ref.NameAt, ref.Explicit = target.span, target.label(), target.span, true
		call.Args = append(call.Args, ref)
		r.refs = append(r.refs, linkRef{ref, target})
	}
	return call
}

// unusedGroups warns about groups that no client belongs to, unless some document could not be
// read.
func (b *binder) unusedGroups() {
	if b.broken {
		return
	}
	for _, g := range b.groupList {
		if len(g.users) == 0 {
			p := diag.Warnf(g.nameNode.Span, "hint-unused-group",
				"no client belongs to the group %s, so its resources are not evaluated", g.name)
			p.Unused = g.name
			b.problems = append(b.problems, p)
		}
	}
}

// Outline lists the clients and groups of the main file, with their variables and resources.
func (b *assist) Outline() []bind.Symbol {
	out := []bind.Symbol{}
	for _, c := range b.clients {
		if c.doc.span.File() == b.main {
			s := bind.Symbol{Name: c.name, Kind: "client", Span: c.doc.span, NameAt: c.nameNode.Span}
			if c.variableNode != nil {
				for _, p := range c.variableNode.Pairs {
					s.Children = append(s.Children, bind.Symbol{Name: p.Key.Value, Kind: "variable",
						Span: p.Key.Span.To(p.Value.Span), NameAt: p.Key.Span})
				}
			}
			s.Children = append(s.Children, resourceSymbols(c.resources)...)
			out = append(out, s)
		}
	}
	for _, g := range b.groupList {
		if g.doc.span.File() == b.main {
			out = append(out, bind.Symbol{Name: g.name, Kind: "group", Span: g.doc.span, NameAt: g.nameNode.Span,
				Children: resourceSymbols(g.resources)})
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Span.Start() < out[j].Span.Start() })
	return out
}

// resourceSymbols lists resources as written: a name is shown with its references.
func resourceSymbols(list []*resourceDoc) []bind.Symbol {
	var out []bind.Symbol
	for _, r := range list {
		at, name := source.Span(r.typeNode.Span), r.typ.target
		if r.parameters != nil {
			if n := r.parameters.Get(r.typ.primary); n != nil {
				at, name = n.Span, n.Value
			}
		}
		out = append(out, bind.Symbol{Name: label(r.typ, name), Kind: "resource", Span: r.node.Span, NameAt: at})
	}
	return out
}
