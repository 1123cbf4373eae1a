package esc

import (
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// A target is a property that a path leads to, with the rest of the path.
type target struct {
	property *property
	rest     []ir.Step
}

// layersOf returns the targets of a path in an environment and in the imports that it merges, top
// first.
func (e *environment) layersOf(steps []ir.Step) []target {
	return e.appendLayers(nil, steps, map[*environment]bool{})
}

func (e *environment) appendLayers(out []target, steps []ir.Step, seen map[*environment]bool) []target {
	if seen[e] || e.dropped {
		// Imports may be cyclic, and several may import the same environment, which counts as one
		// layer.
		return out
	}
	seen[e] = true
	if t, ok := e.values.find(steps); ok {
		out = append(out, t)
	}
	for i := len(e.imports) - 1; i >= 0; i-- {
		// Later imports override earlier ones (5).
		if entry := e.imports[i]; entry.merge && entry.env != nil {
			out = entry.env.appendLayers(out, steps, seen)
		}
	}
	return out
}

// find follows a path through literals as far as possible. It returns false if a literal has no
// such entry.
func (p *property) find(steps []ir.Step) (target, bool) {
	for i, s := range steps {
		switch {
		case p.shape == object && s.IsKey:
			next := p.field(s.Key)
			if next == nil {
				return target{}, false
			}
			p = next
		case p.shape == list && !s.IsKey && s.Index >= 0 && s.Index < len(p.items):
			p = p.items[s.Index]
		case p.shape == object || p.shape == list:
			return target{}, false
		default:
			// The empty path leads to the environment itself, which is not a property.
			return target{p, steps[i:]}, p.parent != nil
		}
	}
	return target{p, nil}, p.parent != nil
}

// steps returns the path of an object's property from the root of its environment.
func (p *property) steps() []ir.Step {
	if p.parent == nil {
		return nil
	}
	return append(p.parent.steps(), ir.Step{Key: p.key, IsKey: true})
}

// below returns references to the imported values of a property, top first: those that its own
// value is merged over.
func (p *property) below() []ir.Node {
	steps := p.steps()
	var out []ir.Node
	seen := map[*environment]bool{p.env: true}
	for i := len(p.env.imports) - 1; i >= 0; i-- {
		entry := p.env.imports[i]
		if !entry.merge || entry.env == nil {
			continue
		}
		for _, t := range entry.env.appendLayers(nil, steps, seen) {
			out = append(out, &ir.Ref{Name: t.property.cell.Name, Cell: t.property.cell, Path: t.rest,
				Data: t.property})
		}
	}
	return out
}

// setTarget sets the target of a reference's first name, for tools that read the program.
func (b *binder) setTarget(r *reference) {
	n, first := r.node, r.steps[0]
	if !first.IsKey {
		return
	}
	switch first.Key {
	case "imports":
		if r.env.record != nil {
			n.Cell = r.env.record
		}
		if len(r.steps) > 1 {
			for _, entry := range r.env.imports {
				if entry.name == r.steps[1].Key && entry.env != nil && !entry.env.dropped {
					b.setEnvironmentTarget(r, entry.env, 2)
				}
			}
		}
	case "context":
		n.Cell = b.contextCell()
	case "environments":
		if r.environment != nil && !r.environment.dropped {
			b.setEnvironmentTarget(r, r.environment, 3)
		}
	default:
		if r.first = r.env.values.field(first.Key); r.first != nil {
			n.Cell = r.first.cell
		} else if layers := r.env.layersOf(r.steps[:1]); len(layers) > 0 {
			n.Cell = layers[0].property.cell
		}
	}
}

// setEnvironmentTarget records that the first steps of a reference name an environment.
func (b *binder) setEnvironmentTarget(r *reference, e *environment, steps int) {
	n := r.node
	n.Cell, n.Path = e.cell, r.steps[steps:]
	n.NameAt = r.steps[0].Span.To(r.steps[steps-1].Span)
	n.Name = "imports." + e.name
}

const contextKind = "context"

// contextCell returns the cell of `context`, which is created on first use.
func (b *binder) contextCell() *ir.Cell {
	if b.context == nil {
		b.context = &ir.Cell{Name: "context", Kind: contextKind, Expr: &ir.Call{Fn: contextValue, Data: b}}
	}
	return b.context
}

var contextValue = &ir.Func{
	Name: "context", Doc: "Who evaluates the environment, and which environments are evaluated.",
	Lazy: func(_ ir.Frame, c *ir.Call) value.Value {
		b := c.Data.(*binder)
		// The graph shows the context of the root. References see the context of their environment.
		return b.contextOf(b.order[0])
	},
}

// recordDependency records that another environment's properties supplied the value of a reference. They have
// been evaluated already.
func (r *reference) recordDependency(f ir.Frame, e *environment, steps []ir.Step) {
	if len(steps) == 0 {
		f.Value(e.cell, r.node)
	} else if t, ok := e.sourceOf(f, r.node, steps); ok {
		f.Value(t.property.cell, r.node)
	}
}

// sourceOf finds the property that supplies the value of a path in an environment whose imports have
// been evaluated. It ignores imports that were skipped.
func (e *environment) sourceOf(f ir.Frame, at ir.Node, steps []ir.Step) (target, bool) {
	if len(steps) == 0 {
		return target{}, false
	}
	if t, ok := e.values.find(steps); ok {
		return t, true
	}
	return e.importedSource(f, at, steps)
}

func (e *environment) importedSource(f ir.Frame, at ir.Node, steps []ir.Step) (target, bool) {
	if e.record == nil {
		return target{}, false
	}
	record := f.Value(e.record, at).Object()
	for i := len(e.imports) - 1; i >= 0; i-- {
		entry := e.imports[i]
		if !entry.merge || entry.env == nil || record == nil {
			continue
		}
		v, ok := record.Get(entry.name)
		// The value decides, not the file: a property may come from a provider, or be hidden by
		// another.
		if !ok || !has(v, steps) {
			continue
		}
		if t, ok := entry.env.sourceOf(f, at, steps); ok {
			return t, true
		}
	}
	return target{}, false
}

// has reports whether v has a value at a path.
func has(v value.Value, steps []ir.Step) bool {
	for _, s := range steps {
		switch d := v.Data.(type) {
		case *value.Object:
			next, ok := d.Get(s.Key)
			if !ok || !s.IsKey {
				return ok
			}
			v = next
		case *value.List:
			if s.IsKey || s.Index < 0 || s.Index >= len(d.Items) {
				return false
			}
			v = d.Items[s.Index]
		default:
			return v.IsUnknown()
		}
	}
	return true
}
