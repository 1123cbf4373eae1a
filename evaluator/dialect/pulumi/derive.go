package pulumi

import (
	"slices"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// site returns the part of the program whose value is at a path of the result, as in variables.v.a
// or resources.r.inputs.name.
func (b *binder) site(path value.Path) (bind.Site, bool) {
	section, _, _, path, _ := path.Cut()
	name, index, _, path, ok := path.Cut()
	var cells []*ir.Cell
	switch {
	case !ok:
	case section == "config":
		cells = b.config
	case section == "variables":
		cells = b.vars
	case section == "outputs":
		cells = b.outputs
	case section == "order" && index < len(b.run.registered):
		return bind.Site{Cell: b.run.registered[index].cell, Node: b.run.registered[index].nameNode()}, true
	case section == "resources":
		for _, r := range b.run.registered {
			if r.name == name {
				return r.site(path), true
			}
		}
	}
	// If several cells have the same name, the result shows the last.
	for i := len(cells) - 1; i >= 0; i-- {
		if cells[i].Label == name {
			return bind.Site{Cell: cells[i], Path: path}, true
		}
	}
	return bind.Site{}, false
}

// nameNode returns an expression at the name of a resource. It is synthetic: a name is not an
// expression, but a Site needs a Node to point at a part of the cell.
func (r *resource) nameNode() ir.Node { return literal(r.key.Span, r.name) }

// literal returns an expression for a constant string at the given position.
func literal(at source.Span, text string) ir.Node {
	return &ir.Lit{Meta: ir.Meta{Span: at}, Value: value.String(text)}
}

// site is like binder.site, for a path within a resource's record (12). Without properties, the inputs come from
// get.state.
func (r *resource) site(path value.Path) bind.Site {
	at := bind.Site{Cell: r.cell}
	section, _, _, path, _ := path.Cut()
	switch section {
	case "type":
		at.Node = literal(r.typeNode.Span, r.token)
	case "name":
		at.Node = r.nameNode()
		if e := r.fields.get("name"); e.present() {
			at.Node = literal(e.value.Span, r.engineName)
		}
	case "inputs":
		at.Path = path
		if at.Node = r.props; at.Node == nil {
			at.Node = r.getState
		}
	case "options":
		name, _, _, path, _ := path.Cut()
		if o := r.option(name); o != nil {
			if at.Node, at.Path = o.node, path; at.Node == nil {
				at.Node = literal(o.entry.value.Span, "")
			}
		}
	}
	return at
}

// layers returns all values of a config entry, the effective one first: from inputs.yaml, the stack's file, its
// environments and the program (2.2). It returns nil unless there are several.
func (b *binder) layers(c *ir.Cell, path value.Path) []bind.Layer {
	if c.Kind != "config" {
		return nil
	}
	var out []bind.Layer
	add := func(label string, v value.Value) {
		at := v.Origin
		if v, ok := value.Find(v, path); ok {
			// A part of a value that results from merging or parsing has no position, so the
			// position of the whole value is used.
			if v.Origin.IsZero() {
				v.Origin = at
			}
			out = append(out, bind.Layer{Label: label, Value: v})
		}
	}
	external := c.Label
	if e, ok := b.external[c]; ok {
		external = e.key
	}
	for _, g := range b.givenFor(external) {
		add(configOf(g.value.Origin.File().Name), g.value)
	}
	if s, ok := c.Data.(*setting); ok {
		for _, key := range []string{"value", "default"} {
			if e := s.fields.get(key); e.present() {
				add(key, bind.Data(e.value))
			}
		}
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// givenFor returns the supplied values of a config key without the project's name, the effective
// one first.
func (b *binder) givenFor(key string) []given {
	if b.everyGiven == nil {
		b.everyGiven = map[string][]given{}
		for _, g := range slices.Concat(b.inputs.config, b.inputs.overridden) {
			name := b.bare(g.key)
			b.everyGiven[name] = append(b.everyGiven[name], g)
		}
	}
	return b.everyGiven[key]
}

// configOf names the section of a file that holds config, for display. Files other than inputs.yaml
// and those of stacks are environments.
func configOf(file string) string {
	if file == bind.InputsFile || strings.HasPrefix(file, "Pulumi.") {
		return "config of " + file
	}
	return "pulumiConfig of " + file
}
