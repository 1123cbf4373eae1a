package hot

import (
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// A mentioner collects the positions outside references that name a part of a template: in environment
// files and inputs.yaml, in parameter groups, and where a template uses the parameters of a nested
// one as properties and its outputs as attributes.
type mentioner struct {
	b   *binder
	out []bind.Mention
}

// Mentions returns the positions outside references that name a part of a template. Renaming a cell
// changes the text there, too.
func (b *assist) Mentions() []bind.Mention {
	if b.root == nil || !b.root.tmpl.usable {
		return nil
	}
	m := &mentioner{b: b.binder}
	inputs := b.bundle.Root(bind.InputsFile)
	m.parameters(b.root, bind.At(inputs, "parameters"))
	for _, section := range []string{"attributes", "ids"} {
		m.resources(bind.Keys(bind.At(inputs, section)))
	}
	for _, f := range b.environmentFiles(nil) {
		m.environment(b.bundle.Parse(f).Root)
	}
	for _, st := range b.stacks {
		m.groups(st)
		m.properties(st)
	}
	for _, st := range b.stacks {
		for _, cell := range st.cells() {
			ir.Walk(cell.Expr, m.attributes)
		}
	}
	return m.out
}

// add records that the text at a position names a cell, unless the name belongs to no cell or has no
// position in a file.
func (m *mentioner) add(c *ir.Cell, at source.Span) {
	if c != nil && at.File() != nil {
		m.out = append(m.out, bind.Mention{Cell: c, At: at})
	}
}

// parameters adds keys that name parameters of a stack.
func (m *mentioner) parameters(st *stack, n *yamltree.Node) {
	for _, key := range bind.Keys(n) {
		if p := st.parameters[key.Value]; p != nil {
			m.add(p.cell, key.Span)
		}
	}
}

// environment reads an environment file. Defaults and merge strategies apply to every stack.
func (m *mentioner) environment(root *yamltree.Node) {
	m.parameters(m.b.root, root.Get("parameters"))
	for _, st := range m.b.stacks {
		m.parameters(st, root.Get("parameter_defaults"))
	}
	m.parameters(m.b.root, root.Get("parameter_merge_strategies"))
	if names := root.Get("encrypted_param_names"); names != nil {
		for _, n := range names.Items {
			if p := m.b.root.parameters[n.Value]; p != nil {
				m.add(p.cell, n.Span)
			}
		}
	}
	m.overrides(m.b.root, bind.At(root, "resource_registry", "resources"))
}

// overrides adds the names of resources, including nested ones. st is nil for a resource that
// contains no stack.
func (m *mentioner) overrides(st *stack, n *yamltree.Node) {
	if st == nil || n == nil || n.Kind != yamltree.Mapping {
		return
	}
	for _, p := range n.Pairs {
		if r := st.resources[p.Key.Value]; r != nil && p.Value.Kind == yamltree.Mapping {
			m.add(r.cell, p.Key.Span)
			m.overrides(r.nested, p.Value)
		}
	}
}

// resources adds keys such as `server` or, inside a nested stack, `web/server`.
func (m *mentioner) resources(keys []*yamltree.Node) {
	for _, key := range keys {
		st, start := m.b.root, 0
		for _, name := range strings.Split(key.Value, "/") {
			if st == nil || st.resources[name] == nil {
				break
			}
			r := st.resources[name]
			if r.stack.tmpl != nil { // members of a group have numbers, not names
				m.add(r.cell, key.Range(start, start+len(name)))
			}
			st, start = r.nested, start+len(name)+1
		}
	}
}

// groups adds the lists of parameter_groups. It reads the tree of the file, because the positions
// of names are not kept in the groups.
func (m *mentioner) groups(st *stack) {
	if st.tmpl == nil {
		return
	}
	groups := m.b.bundle.Parse(st.tmpl.file).Root.Get("parameter_groups")
	if groups == nil {
		return
	}
	for _, g := range groups.Items {
		names := g.Get("parameters")
		if names == nil {
			continue
		}
		for _, n := range names.Items {
			if p := st.parameters[n.Value]; p != nil && n.Kind == yamltree.Scalar {
				m.add(p.cell, n.Span)
			}
		}
	}
}

// properties adds the properties that set the parameters of a resource's template. The properties of
// a resource in a template are an object; those of a member of a group are a value, whose keys have
// positions in the definition of the group.
func (m *mentioner) properties(st *stack) {
	if st.owner == nil {
		return
	}
	give := func(key string, at source.Span) {
		if p := st.parameters[key]; p != nil {
			m.add(p.cell, at)
		}
	}
	switch n := st.owner.section("properties").(type) {
	case *ir.Object:
		for i := range n.Fields {
			give(n.Fields[i].Key, n.Fields[i].KeyAt)
		}
	case *ir.Call:
		if v, ok := n.Data.(value.Value); ok && v.Object() != nil {
			for _, f := range v.Object().Fields {
				give(f.Key, f.KeyAt)
			}
		}
	}
}

// attributes adds the outputs and resources of a nested stack that get_attr reads. Only literal
// names have a position.
func (m *mentioner) attributes(n ir.Node) {
	c, ok := n.(*ir.Call)
	if !ok || len(c.Args) < 2 {
		return
	}
	ref, isRef := c.Args[0].(*ir.Ref)
	lit, isLit := c.Args[1].(*ir.Lit)
	if !isRef || !isLit || ref.Cell == nil {
		return
	}
	res, _ := ref.Cell.Data.(*resource)
	name, _ := value.Of(lit.Value).Text()
	if res == nil || res.nested == nil || name == "" {
		return
	}
	m.output(res.nested, name, lit.Span)
	if res.nested.tmpl == nil { // for a group, the outputs of each member
		for _, member := range res.nested.names {
			if inner := res.nested.resources[member].nested; inner != nil {
				m.output(inner, name, lit.Span)
			}
		}
	}
	if rest, ok := strings.CutPrefix(name, "resource."); ok {
		inner, _, _ := strings.Cut(rest, ".")
		if r := res.nested.resources[inner]; r != nil && r.stack.tmpl != nil {
			m.add(r.cell, inText(lit.Span, inner))
		}
	}
}

// output adds the output of a stack with the given name, if there is one.
func (m *mentioner) output(st *stack, name string, at source.Span) {
	if o := st.outputs[name]; o != nil {
		m.add(o.cell, at)
	}
}

// inText returns the position of a name inside a string such as resource.NAME.ATTRIBUTE. The
// position is zero if the text is written in another way, such as with escapes.
func inText(at source.Span, name string) source.Span {
	i := strings.Index(at.Text(), "resource."+name)
	if i < 0 {
		return source.Span{}
	}
	start := at.Start() + i + len("resource.")
	return at.File().Span(start, start+len(name))
}

// cells returns the cells of a stack that contain expressions.
func (st *stack) cells() []*ir.Cell {
	var out []*ir.Cell
	for _, name := range st.names {
		out = append(out, st.resources[name].cell)
	}
	for _, name := range st.outputNames {
		out = append(out, st.outputs[name].cell)
	}
	for _, name := range st.conditionNames {
		out = append(out, st.conditions[name])
	}
	return out
}
