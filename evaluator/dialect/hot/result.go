package hot

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// finish builds the result once every cell has its value. Conditions and cycles are checked only
// now, because they need the values of all cells.
func (b *binder) finish(r bind.Results) bind.Outcome {
	out := bind.Outcome{Value: emptyResult()}
	if b.root != nil && b.root.tmpl.usable {
		var hints []diag.Problem
		out.Value, hints = b.root.result(r)
		out.Form = b.root.form(r)
		out.Problems = b.conditionProblems(r.Node, r.Value)
		out.Problems = append(out.Problems, hints...)
		for _, res := range b.renewed {
			if res.isCreated(r) {
				res.dependencies(r)
			}
		}
		b.renewed = nil
		cycles := map[reportKey]bool{}
		for _, st := range b.stacks {
			p := st.cycle(r)
			if p == nil {
				continue
			}
			if key := (reportKey{p.Span, p.Code, p.Message}); !cycles[key] {
				cycles[key] = true
				out.Problems = append(out.Problems, *p)
			}
		}
	}
	if b.unchecked {
		out.Problems = append(out.Problems, diag.Warnf(b.missed, "hint-types-not-checked",
			"the declarations of cloud types could not be loaded: this resource, and others that need a cloud, are "+
				"not checked"))
	}
	out.Problems = append(out.Problems, b.problems...)
	out.Unknowns = b.unknowns.List()
	return out
}

// emptyResult returns the result of a template that cannot be read, with all its sections.
func emptyResult() value.Value {
	var fields []value.Field
	for _, key := range []string{"parameters", "conditions", "resources", "outputs"} {
		fields = append(fields, value.Field{Key: key, Value: value.ObjectOf()})
	}
	return value.ObjectOf(fields...)
}

// result returns the result of the root stack: parameters, conditions, resources and outputs. The
// form of each section is defined by the specification (0).
func (st *stack) result(r bind.Results) (v value.Value, hints []diag.Problem) {
	var parameters, conditions, resources, outputs []value.Field
	for _, name := range st.declared {
		v := r.Value(st.parameters[name].cell)
		// The mark of the whole value hides everything inside it.
		if v.IsSecret() {
			v = plainInside(v)
		}
		parameters = append(parameters, value.Field{Key: name, Value: v})
	}
	for _, name := range st.conditionNames {
		v := r.Value(st.conditions[name])
		if v.IsFailed() {
			v = value.Nothing().At(v.Origin)
		}
		conditions = append(conditions, value.Field{Key: name, Value: v})
	}
	resources = make([]value.Field, 0, len(st.names))
	for _, name := range st.names {
		res := st.resources[name]
		// The value is not an object if the resource's condition is false or its shape is wrong.
		// Such a resource is not in the result.
		if o := r.Value(res.cell).Object(); o != nil {
			if res.result.Data == nil {
				res.result = res.withNeeds(o, res.dependencies(r))
			}
			resources = append(resources, value.Field{Key: name, Value: res.result})
		}
	}
	for _, name := range st.outputNames {
		v := r.Value(st.outputs[name].cell)
		if v.HasFailed() {
			// A value that failed as a whole has been reported, and so has a file that is not valid YAML.
			if !v.IsFailed() && len(st.tmpl.yaml) == 0 {
				hints = append(hints, diag.Infof(v.Origin, "hint-output-null",
					"Heat makes the whole output null, because a part of it failed"))
			}
			v = value.Nothing().At(v.Origin)
		}
		outputs = append(outputs, value.Field{Key: name, Value: v})
	}
	v = value.ObjectOf(
		value.Field{Key: "parameters", Value: value.ObjectOf(value.Distinct(parameters)...)},
		value.Field{Key: "conditions", Value: value.ObjectOf(conditions...)},
		value.Field{Key: "resources", Value: value.ObjectOf(resources...)},
		value.Field{Key: "outputs", Value: value.ObjectOf(outputs...)})
	return v, hints
}

// withNeeds returns the value of a resource with the names of those that it needs first.
func (r *resource) withNeeds(o *value.Object, needs []string) value.Value {
	fields := o.Fields
	if r.hasGrown {
		fields = slices.Clip(fields) // the earlier result is not changed
	}
	r.hasGrown = true
	r.stack.b.startValues()
	values := &r.stack.b.slabs.values
	fields = append(fields, value.Field{Key: "depends_on", Value: values.texts(needs)}) // evaluate has left room for it
	return value.Of(values.Objects.New().Init(fields)).At(r.span)
}

// secretWhole marks a value as secret as a whole: not even the length of a list is shown.
func secretWhole(v value.Value) value.Value { return plainInside(v).With(value.Secret) }

// plainInside removes the marks inside a secret list or map, as the whole is secret.
func plainInside(v value.Value) value.Value {
	switch d := v.Data.(type) {
	case *value.List:
		items := make([]value.Value, len(d.Items))
		for i, c := range d.Items {
			items[i] = plainInside(c).Without(value.Secret)
		}
		v.Data = value.NewList(items)
	case *value.Object:
		fields := make([]value.Field, len(d.Fields))
		for i, c := range d.Fields {
			c.Value = plainInside(c.Value).Without(value.Secret)
			fields[i] = c
		}
		v.Data = value.NewObject(fields)
	}
	return v
}

// texts converts strings to a list value.
func (s *valueSlabs) texts(list []string) value.Value {
	items := s.Items.Slice(len(list))
	for _, text := range list {
		items = append(items, value.Str(text))
	}
	return value.Of(s.Lists.New().Init(items))
}

// dependencies returns the names of the resources that a resource needs first: those of depends_on
// and those that its properties and metadata refer to. In an if, only the branch taken is searched.
// Each name occurs once, in alphabetical order (8). The result is kept in needs. An external
// resource has none.
func (r *resource) dependencies(results bind.Results) []string {
	if r.external || r.needs != nil {
		return r.needs
	}
	d := r.stack.b.search
	if d == nil {
		d = &dependencies{}
		d.visit = d.of
		r.stack.b.search = d
	}
	d.results, d.stack, d.names = results, r.stack, []string{}
	for _, ref := range r.explicit {
		d.add(ref.Name)
	}
	for _, key := range []string{"properties", "metadata"} {
		if n := r.section(key); n != nil {
			d.of(n)
		}
	}
	slices.Sort(d.names)
	r.needs = slices.Compact(d.names)
	if !slices.Equal(r.needs, r.needed) {
		r.stack.isAcyclic = false
	}
	return r.needs
}

// A dependencies collects the references in bound expressions, using the values from the
// evaluation.
type dependencies struct {
	results bind.Results
	stack   *stack
	names   []string
	visit   func(ir.Node) // the method of
}

// add adds a resource, if it exists.
func (d *dependencies) add(name string) {
	if other := d.stack.resources[name]; other != nil && !d.results.Value(other.cell).IsNull() {
		d.names = append(d.names, name)
	}
}

// of adds the resources that an expression refers to. Like Heat, it ignores the branch that an if
// does not take.
func (d *dependencies) of(n ir.Node) {
	c, ok := n.(*ir.Call)
	if !ok {
		ir.Children(n, d.visit)
		return
	}
	switch roleOf(c) {
	case branching:
		for _, branch := range taken(d.results, c) {
			d.of(branch)
		}
		return
	case returnsAttribute, returnsID, returnsIDOrParameter:
		if ref, ok := c.Args[0].(*ir.Ref); ok {
			d.add(ref.Name)
		} else if v, ok := d.value(c.Args[0]); ok {
			// A function has returned the whole list of get_attr: the resource comes first.
			if l := v.List(); l != nil && len(l.Items) > 0 {
				v = l.Items[0]
			}
			d.add(python.Str(v))
		}
	}
	ir.Children(c, d.visit)
}

// value returns the value of a node in the evaluation, if it is known.
func (d *dependencies) value(n ir.Node) (value.Value, bool) {
	if l, ok := n.(*ir.Lit); ok {
		return value.Of(l.Value), true
	}
	if v, ok := d.results.Node(n); ok {
		return v, !v.IsUnknown()
	}
	return value.Value{}, false
}

// taken returns the branch that an if takes, or both if the condition is unknown.
func taken(r bind.Results, c *ir.Call) []ir.Node {
	v, ok := (&dependencies{results: r}).value(c.Args[0])
	b, isBool := v.Data.(value.Bool)
	switch {
	case !ok || !isBool:
		return c.Args[1:]
	case bool(b):
		return c.Args[1:2]
	}
	return c.Args[2:]
}

// idle returns the parts of a node that are not needed: the branch of an if that is not
// taken, the contents of a resource or output whose condition is false or of an existing
// resource, and a name in depends_on whose resource does not exist. The graph leaves their
// references out.
func idle(r bind.Results, n ir.Node) []ir.Node {
	switch n := n.(type) {
	case *ir.Ref:
		if n.Explicit && n.Cell != nil && r.Value(n.Cell).IsNull() {
			return []ir.Node{n}
		}
	case *ir.Call:
		switch roleOf(n) {
		case branching:
			return without(n.Args[1:], taken(r, n))
		case makesResource, makesOutput:
			return absent(r, n)
		}
	}
	return nil
}

// absent returns the entries of a resource or output that does not exist, or of a resource
// that already exists.
func absent(r bind.Results, c *ir.Call) (entries []ir.Node) {
	res, _ := c.Data.(*resource)
	exists := res == nil || !res.external
	for _, f := range c.Args[0].(*ir.Object).Fields {
		switch v, ok := (&dependencies{results: r}).value(f.Value); {
		case f.Key == "external_id":
		case f.Key != "condition":
			entries = append(entries, f.Value)
		case ok && v.Data == value.Bool(false):
			exists = false
		}
	}
	if exists {
		return nil
	}
	return entries
}

// without returns the nodes that are not among others. The nodes are compared by identity.
func without(nodes, others []ir.Node) (rest []ir.Node) {
	for _, n := range nodes {
		if !slices.Contains(others, n) {
			rest = append(rest, n)
		}
	}
	return rest
}

// cycle returns the problem of resources that need one another, or nil if none do. Like Heat, it
// repeatedly removes resources whose needs are met, and shows everything that is left.
func (st *stack) cycle(r bind.Results) *diag.Problem {
	if st.isAcyclic {
		return nil
	}
	// By the order of the resources: how many needs are open, and the first of the users, a list in edges that ends
	// with 0.
	open, users := make([]int, len(st.names)), make([]int, len(st.names))
	edges := make([]struct{ user, next int }, 1, len(st.names)+1)
	var ready []int
	waiting := 0
	for i, name := range st.names {
		res := st.resources[name]
		if !res.isCreated(r) {
			continue
		}
		waiting++
		for _, need := range res.dependencies(r) {
			if needed := st.resources[need]; needed.kind != nil { // otherwise it has no type, which was reported
				open[i]++
				edges = append(edges, struct{ user, next int }{i, users[needed.order]})
				users[needed.order] = len(edges) - 1
			}
		}
		if open[i] == 0 {
			ready = append(ready, i)
		}
	}
	// A resource whose last open need is met is ready, and may make others ready. Resources on a cycle, and those that
	// need them, never are.
	for ; len(ready) > 0; waiting-- {
		i := ready[len(ready)-1]
		ready = ready[:len(ready)-1]
		for e := users[i]; e != 0; e = edges[e].next {
			user := edges[e].user
			if open[user]--; open[user] == 0 {
				ready = append(ready, user)
			}
		}
	}
	if st.isAcyclic = waiting == 0; st.isAcyclic {
		return nil
	}
	left := map[string][]string{}
	for i, name := range st.names {
		if open[i] > 0 {
			left[name] = st.resources[name].dependencies(r)
		}
	}
	return st.cycleProblem(left)
}

// isCreated reports whether Heat would create a resource: it has a type, and its condition is not false.
func (r *resource) isCreated(results bind.Results) bool {
	return r.kind != nil && !results.Value(r.cell).IsNull()
}

// cycleProblem reports resources that wait for one another. Heat prints all that remain, each with
// its needs; our message names one cycle. left contains the resources that remain, with their needs.
func (st *stack) cycleProblem(left map[string][]string) *diag.Problem {
	shown := func(name string) string { return st.resources[name].kind.class + ` "` + name + `"` }
	var nodes []string
	for name, all := range left {
		var needs []string
		for _, need := range all {
			if _, still := left[need]; still {
				needs = append(needs, shown(need))
			}
		}
		sort.Strings(needs)
		nodes = append(nodes, shown(name)+": {"+strings.Join(needs, ", ")+"}")
	}
	sort.Strings(nodes)
	nodes = few(nodes)
	around := cycleAmong(st.names, left)
	at := st.resources[around[0]]
	p := heatError{code: "resource-cycle", span: at.nameAt, message: "these resources need one another: " +
		strings.Join(append(few(around), around[0]), " needs "),
		text: "Circular Dependency Found: {" + strings.Join(nodes, ", ") +
			"}"}.with(st.class("CircularDependencyException"))
	for _, name := range around[1:min(len(around), mostNamed)] {
		p = p.WithNote(st.resources[name].nameAt, "%s is part of the cycle", name)
	}
	if more := len(around) - mostNamed; more > 0 {
		p = p.WithNote(st.resources[around[mostNamed]].nameAt, "and so are %d more", more)
	}
	return &p
}

// mostNamed limits how many resources of a cycle a problem names.
const mostNamed = 100

// few shortens a list to mostNamed names and the number of the others.
func few(names []string) []string {
	if more := len(names) - mostNamed; more > 0 {
		return append(slices.Clip(names[:mostNamed]), "... ("+strconv.Itoa(more)+" more)")
	}
	return names
}

// cycleAmong returns one cycle among the remaining names. Each remaining resource needs another
// remaining one, so the walk eventually reaches a name again.
func cycleAmong(names []string, left map[string][]string) []string {
	at := ""
	for _, name := range names {
		if _, still := left[name]; still {
			at = name
			break
		}
	}
	seen := map[string]int{}
	var path []string
	for {
		if i, again := seen[at]; again {
			return path[i:]
		}
		seen[at] = len(path)
		path = append(path, at)
		for _, need := range left[at] {
			if _, still := left[need]; still {
				at = need
				break
			}
		}
	}
}
