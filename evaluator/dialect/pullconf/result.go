package pullconf

import (
	"maps"
	"slices"
	"sort"
	"strconv"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// finish merges the resources of each client, relates and orders them, and builds the result. It
// runs after all cells have been evaluated, because the names of resources, which relations need,
// may contain variables. It drops what it has stored before, so that it can run again after an update.
func (b *binder) finish(r bind.Results) bind.Outcome {
	b.results, b.advised = r, *b.advice
	var out bind.Outcome
	var clients []value.Field
	report := func(p *diag.Problem) { out.Problems = append(out.Problems, *p) }
	for _, c := range b.shown {
		for _, r := range c.all {
			r.unrelate()
		}
		x := &relator{client: c, report: report, spend: r.Frame().Spend, muted: b.broken, none: value.NewList(nil)}
		x.list = c.merge(report)
		nameCells(c, x.list)
		x.relate()
		x.resolveLinks()
		c.unusedVariables(r, report)
		c.queue = queued(x.list)
		clients = append(clients, value.Field{Key: c.name, KeyAt: c.nameNode.Span, Value: value.ObjectOf(
			value.Field{Key: "groups", Value: c.groupNames()},
			value.Field{Key: "variables", Value: c.values(r)},
			value.Field{Key: "resources", Value: x.records(c.queue)},
		)})
		out.Edges = append(out.Edges, x.graph()...)
		for _, r := range c.all {
			r.isNew = false
		}
	}
	out.Value = value.ObjectOf(value.Field{Key: "clients", Value: value.ObjectOf(clients...)})
	out.Form = b.form()
	if len(clients) > 1 {
		for _, c := range clients {
			out.Parts = append(out.Parts, bind.Part{Path: value.Path("clients").Key(c.Key), Label: c.Key,
				Kind: "client", Node: "client/" + c.Key})
		}
	}
	return out
}

// merge returns the resources of a client: its own, then those of its groups that it does not
// override. A resource that two groups define is an error. One that is overridden has been
// evaluated nevertheless, so its errors are reported (5), but the graph hides it.
func (c *client) merge(report func(*diag.Problem)) []*resource {
	if len(c.groups) == 0 {
		return c.all
	}
	own, first := map[string]bool{}, map[string]*resource{}
	var list []*resource
	for _, r := range c.all {
		switch {
		// A resource without a known name cannot be compared with others, so it stays.
		case !r.named:
			list = append(list, r)
		case r.group == nil:
			own[r.key] = true
			list = append(list, r)
		case own[r.key]:
			r.hide()
		case first[r.key] != nil:
			r.hide()
			g := first[r.key].group
			p := &diag.Problem{
				Severity: diag.Error, Code: "duplicate-resource", Span: r.nameAt(),
				Message: "the group " + g.name + " already has " + first[r.key].label() + " (for the client " +
					c.name + ")",
				Reference: "`client[" + c.name + "]`>duplicate resource `" + r.label() + "` defined in group `" +
					g.name + "`",
			}
			also(p, first[r.key].nameAt(), "the first one is here")
			report(p)
		default:
			first[r.key] = r
			list = append(list, r)
		}
	}
	return list
}

// unrelate drops what finish has stored in a resource and its cells, except for the record.
func (r *resource) unrelate() {
	if last := r.last; last != nil { // its former relations are not needed any more
		r.after, last.after = last.after, r.after
		r.children, last.children = last.children, r.children
		r.triggers, last.triggers = last.triggers, r.triggers
	}
	r.after, r.dependants, r.children, r.triggers = r.after[:0], r.dependants[:0], r.children[:0], r.triggers[:0]
	r.cell.NameAt, r.cell.Hidden = source.Span{}, false
	for _, l := range r.refs {
		l.ref.Cell = nil
	}
}

// hide hides the cell of a resource that is not in the result. Its name might be that of another one.
func (r *resource) hide() {
	r.cell.Hidden, r.cell.Name, r.cell.Label, r.last = true, r.position(), "", nil
}

// nameCells sets the names and labels that the cells of resources have in the graph. Two resources of
// the same name, which are an error, are distinguished by numbers.
func nameCells(c *client, list []*resource) {
	taken := make(map[string]int, len(list)) // the number that was added last to each id
	var id []byte
	for _, r := range list {
		// A renaming changes the text at NameAt, so the name must appear there literally.
		if i := r.doc.typ.find(r.doc.typ.primary); i >= 0 && isLiteral(r.given[i]) {
			r.cell.NameAt = inner(r.nameAt())
		}
		called := r.name
		if !r.named {
			called = "?"
		}
		if r.isNew || r.cell.Label == "" {
			r.cell.Label = label(r.doc.typ, called)
		}
		id = append(append(append(append(id[:0], "resource/"...), c.name...), '/'), r.doc.typ.name...)
		id = append(append(id, '/'), called...)
		if r.cell.Name != string(id) || taken[r.cell.Name] > 0 {
			r.cell.Name = untaken(taken, string(id))
		}
		taken[r.cell.Name] = 1
	}
}

// untaken returns an id or, if it is taken, the id with a number.
func untaken(taken map[string]int, id string) string {
	for unique := id; taken[id] > 0; id = unique + "#" + strconv.Itoa(taken[unique]) {
		taken[unique]++
	}
	return id
}

// isLiteral reports whether a string has no references. Only such a name can be changed.
func isLiteral(n ir.Node) bool { _, ok := n.(*ir.Lit); return ok }

// resolveLinks resolves the references of requires and triggers to cells. Until then they have no
// cell, as the names of resources are known only after the evaluation.
func (x *relator) resolveLinks() {
	for _, r := range x.client.all {
		for _, l := range r.refs {
			if o := x.byKey[l.link.key]; o != nil {
				l.ref.Cell = o.cell
			}
		}
	}
}

// groupNames returns the names of the groups of a client as written, including those that do not
// exist, sorted and without repetitions (1).
func (c *client) groupNames() value.Value {
	var out []value.Value
	seen := map[string]bool{}
	for _, n := range c.wanted {
		if !seen[n.Value] {
			seen[n.Value] = true
			out = append(out, value.Str(n.Value).At(n.Span))
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return textData(out[i].Data) < textData(out[j].Data) })
	return value.ListOf(out...)
}

// values returns the variables with their references replaced. Those that cannot be resolved are
// failures, which say why (1).
func (c *client) values(r bind.Results) value.Value {
	var fields []value.Field
	for _, v := range c.variables {
		shown := r.Value(v.cell)
		// The evaluator does not have this limit, so it has returned a value.
		if v.height > deepest {
			shown = value.Failure("it depends on a chain of more than eleven variables").At(shown.Origin)
		}
		if shown.Data == nil {
			shown = value.Failure("it could not be parsed")
		}
		fields = append(fields, value.Field{Key: v.name, Value: shown, KeyAt: v.cell.NameAt})
	}
	return value.ObjectOf(fields...)
}

// unusedVariables warns about variables that cannot be resolved. If no parameter uses them, nothing
// else reports them.
func (c *client) unusedVariables(r bind.Results, report func(*diag.Problem)) {
	told, looped := c.reported, c.looped // in the evaluation, whose problems are kept
	c.reported, c.looped = maps.Clone(told), maps.Clone(looped)
	defer func() { c.reported, c.looped = told, looped }()
	for _, v := range c.variables {
		if v.used || !r.Value(v.cell).HasFailed() && v.height <= deepest {
			continue
		}
		e := explainer{c, nil, map[visit]bool{}}
		e.any(v.cell.Expr)
		for _, l := range e.found {
			id := reported{l.node, l.code}
			if c.reported[id] {
				continue
			}
			c.reported[id] = true
			report(&diag.Problem{
				Severity: diag.Warning, Code: "hint-unused-variable", Span: l.node.Info().Span,
				Message: "no parameter uses the variable " + strconv.Quote(v.name) +
					", and it cannot be resolved: " + l.message,
			})
		}
	}
}

// any examines a value of any shape.
func (e *explainer) any(n ir.Node) {
	switch n := n.(type) {
	case *ir.List:
		for _, item := range n.Items {
			e.any(item)
		}
	case *ir.Object:
		for i := range n.Fields {
			e.any(n.Fields[i].Value)
		}
	case *ir.Ref:
		switch v := variableOf(n); v.cell.Expr.(type) {
		// A reference to an array or a hash is valid here; only a loop through it is an error.
		case *ir.List, *ir.Object:
			e.looping(n, v)
		default:
			e.text(n, 0)
		}
	case *ir.Interp:
		e.text(n, 0)
	}
}

// records converts the resources to their form in the result. Section 1 lists its fields.
func (x *relator) records(list []*resource) value.Value {
	const most = 8 // fields
	slabs := x.client.slabs
	out := make([]value.Value, len(list))
	for i, r := range list {
		if r.last == nil {
			r.last = slabs.records.New()
		}
		isSame := r.hasSameRecord()
		clear(r.last.triggers) // their positions are those of the last version
		if isSame {
			out[i] = r.last.value
			continue
		}
		fields := slabs.fields.Slice(most)
		add := func(key string, v value.Value) { fields = append(fields, value.Field{Key: key, Value: v}) }
		add("type", value.Of(r.doc.typ.data).At(r.doc.typeNode.Span))
		add("name", r.shownName().At(r.nameAt()))
		if r.group != nil {
			add("group", value.Str(r.group.name).At(r.group.nameNode.Span))
		}
		if r.object.Data == nil { // its cell has not been evaluated
			r.object = r.parameters()
		}
		add("parameters", r.object)
		add("requires", x.labels(r.after, true))
		add("after", x.labels(r.after, false))
		add("triggers", x.triggerRecords(r))
		if r.is("directory") {
			children := make([]edge, len(r.children))
			for i, c := range r.children {
				children[i].to = c
			}
			add("children", x.labels(children, false))
		}
		out[i] = slabs.object(fields).At(r.doc.node.Span)
		r.last.value = out[i]
	}
	return value.ListOf(out...)
}

// hasSameRecord reports whether the record of a resource is the one in the last result: it has the same relations, and
// neither the resource nor one of those in the relations has been evaluated again.
func (r *resource) hasSameRecord() bool {
	last := r.last
	return !r.isNew && last.value.Data != nil &&
		slices.EqualFunc(r.after, last.after, func(a, b edge) bool {
			return a.to == b.to && a.hard == b.hard && !a.to.isNew
		}) &&
		slices.EqualFunc(r.children, last.children, func(a, b *resource) bool { return a == b && !a.isNew }) &&
		slices.EqualFunc(r.triggers, last.triggers, func(a, b trigger) bool { return a == b && !a.to.isNew })
}

// shownName returns the name of a resource, or a failure if it is not known.
func (r *resource) shownName() value.Value {
	switch {
	case !r.named:
		return value.Failure("error")
	case r.doc.typ.primary == "":
		return value.Str(r.name)
	}
	return value.Of(r.get(r.doc.typ.primary).Data)
}

// labels returns the labels of the resources that edges lead to, sorted; if hard is set, only those of hard edges.
func (x *relator) labels(edges []edge, hard bool) value.Value {
	out := make([]value.Value, 0, len(edges))
	for _, e := range edges {
		if e.hard || !hard {
			out = append(out, value.Str(e.to.cell.Label).At(e.to.nameAt()))
		}
	}
	if len(out) > 1 {
		sort.SliceStable(out, func(i, j int) bool { return textData(out[i].Data) < textData(out[j].Data) })
	}
	return x.listOf(out)
}

// listOf returns a list. Most lists of a resource are empty.
func (x *relator) listOf(items []value.Value) value.Value {
	if len(items) == 0 {
		return value.Of(x.none)
	}
	return value.ListOf(items...)
}

// triggerRecords returns the triggers of a resource, in the order in which they are written.
func (x *relator) triggerRecords(r *resource) value.Value {
	var out []value.Value
	for _, t := range r.triggers {
		var when []value.Value
		for _, w := range t.link.when {
			when = append(when, value.Str(w))
		}
		out = append(out, value.ObjectOf(
			value.Field{Key: "resource", Value: value.Str(t.to.label())},
			value.Field{Key: "when", Value: value.ListOf(when...)},
		).At(t.link.span))
	}
	return x.listOf(out)
}

// graph returns the edges between resources, and from the client to each resource.
func (x *relator) graph() []bind.Edge {
	count := len(x.edges) + len(x.list)
	for _, r := range x.list {
		count += len(r.after)
	}
	out := append(make([]bind.Edge, 0, count), x.edges...)
	for _, r := range x.list {
		out = append(out, bind.Edge{From: x.client.cell.Name, To: r.cell.Name, Via: "resources", Span: r.nameAt()})
		for _, e := range r.after {
			out = append(out, bind.Edge{From: r.cell.Name, To: e.to.cell.Name, Via: e.via, Span: x.where(r, e),
				Explicit: e.via != "implicit"})
		}
	}
	return out
}

// where returns the span that an edge comes from. That is the entry in requires or, for a trigger,
// in the triggers of the other resource, or the name of the resource if the edge is implicit.
func (x *relator) where(r *resource, e edge) source.Span {
	from, list := e.to.key, r.doc.requires.list
	if e.via == "triggers" {
		from, list = r.key, e.to.doc.triggers.list
	}
	for _, l := range list {
		if l.key == from {
			return l.span
		}
	}
	return r.nameAt()
}
