package esc

import (
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/yamltree"
)

// Mentions returns where properties are named, apart from the first names of references: in the
// later steps of paths, and by the keys of the properties in layers above and below them, which
// share their names.
func (b *assist) Mentions() []bind.Mention {
	m := &mentioner{}
	for _, e := range b.order {
		for _, r := range e.refs {
			m.reference(r)
		}
		for _, other := range b.order {
			// If e merges its imports, their properties share names with those of e.
			if other == e || e.merges {
				m.layers(e, other.values)
			}
		}
	}
	// rotatePaths in inputs.yaml names properties, too.
	if paths := bind.At(b.bundle.Root(bind.InputsFile), "rotatePaths"); paths != nil {
		for _, n := range paths.Items {
			m.pathString(b.order[0], n)
		}
	}
	return m.out
}

// mostLayers limits how many layers are searched for shared names, since the work grows with the
// square of the number of layers. A rename that misses a layer because of the limit would change
// the result, so it is rejected.
const mostLayers = 1 << 20

// A mentioner collects the positions at which properties are named.
type mentioner struct {
	out      []bind.Mention
	searched int // how many layers have been searched
}

// add records that a step names a property. An index is not a name.
func (m *mentioner) add(p *property, at ir.Step) {
	if p.cell.NameAt.File() != nil && at.Span.File() != nil && at.IsKey {
		m.out = append(m.out, bind.Mention{Cell: p.cell, At: at.Span})
	}
}

// reference finds the property that each step of a path refers to, in all layers.
func (m *mentioner) reference(r *reference) {
	first := r.steps[0]
	if !first.IsKey {
		return
	}
	env, from := r.env, 0
	switch first.Key {
	case "context":
		return
	case "environments":
		// steps[:from] names the environment, not a property.
		env, from = r.environment, 3
	case "imports":
		env, from = r.env.imported(r.steps), 2
	}
	if env == nil || env.dropped {
		return
	}
	for i := from; i < len(r.steps); i++ {
		for _, t := range env.layersOf(r.steps[from : i+1]) {
			if len(t.rest) == 0 {
				// With a rest, the step leads into the result of a call, which has no properties.
				m.add(t.property, r.steps[i])
			}
		}
	}
}

// pathString finds the properties that are named in a string that contains only a path.
func (m *mentioner) pathString(e *environment, n *yamltree.Node) {
	// The string may begin with `values`, which is not part of the path of a property.
	start := len(n.Value) - len(strings.TrimPrefix(n.Value, "values."))
	scan := &pathScanner{text: n.Value + "}", pos: start}
	var steps []ir.Step
	for _, a := range scan.path() {
		steps = append(steps, ir.Step{Key: a.key, Index: a.index, IsKey: !a.isIndex, Span: n.Range(a.start, a.end)})
		for _, t := range e.layersOf(steps) {
			if len(t.rest) == 0 {
				m.add(t.property, steps[len(steps)-1])
			}
		}
	}
}

// imported returns the environment that `imports.NAME` refers to, or nil.
func (e *environment) imported(steps []ir.Step) *environment {
	if len(steps) > 1 {
		for _, entry := range e.imports {
			if entry.name == steps[1].Key {
				return entry.env
			}
		}
	}
	return nil
}

// layers adds the keys of p, and of the properties in it, as names of the properties in e that they
// override or are overridden by. It adds nothing if p does not take part in the merge.
func (m *mentioner) layers(e *environment, p *property) {
	if m.searched > mostLayers {
		return
	}
	if p.parent != nil {
		all := e.layersOf(p.steps())
		m.searched += 1 + len(all)
		takesPart := false
		for _, t := range all {
			takesPart = takesPart || t.property == p
		}
		if !takesPart {
			return
		}
		for _, t := range all {
			if t.property != p && len(t.rest) == 0 {
				m.add(t.property, ir.Step{Key: p.key, IsKey: true, Span: p.cell.NameAt})
			}
		}
	}
	if p.shape == object {
		for _, child := range p.items {
			m.layers(e, child)
		}
	}
}

// Fixed explains why a cell cannot be renamed, or returns "" if it can.
func (*assist) Fixed(c *ir.Cell) string {
	p, ok := c.Data.(*property)
	switch {
	case !ok:
		return c.Title() + " is a name of ESC itself"
	case p.parent == nil:
		return "an environment is named after its file: rename " + p.env.file.Name + ", and the imports that name it"
	case p.parent.shape == list:
		return "the elements of a list have no names"
	}
	return ""
}
