package pullconf

import (
	"pantograph/evaluator/bind"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// site returns the part of the program whose value is at a path of the result. The path begins with
// clients, NAME and the section, as in section 1. site returns false for a part that belongs to no
// cell, such as the groups.
func (b *binder) site(path value.Path) (bind.Site, bool) {
	_, _, _, path, _ = path.Cut()
	name, _, _, path, _ := path.Cut()
	section, _, _, path, _ := path.Cut()
	for _, c := range b.shown {
		if c.name != name {
			continue
		}
		switch key, index, _, rest, ok := path.Cut(); {
		case !ok:
		case section == "variables" && c.byName[key] != nil:
			return bind.Site{Cell: c.byName[key].cell, Path: rest}, true
		case section == "resources" && index < len(c.queue):
			return c.queue[index].site(rest), true
		}
	}
	return bind.Site{}, false
}

// site is like binder.site, for a path within a resource's record.
func (r *resource) site(path value.Path) bind.Site {
	at := bind.Site{Cell: r.cell}
	section, _, _, path, _ := path.Cut()
	switch name, _, _, rest, _ := path.Cut(); section {
	case "type":
		at.Node = lit(r.doc.typ.name, r.doc.typeNode.Span)
	case "name":
		if i := r.doc.typ.find(r.doc.typ.primary); i >= 0 {
			at.Node = r.given[i]
		}
	case "group":
		at.Node = lit(r.group.name, r.group.nameNode.Span)
	case "parameters":
		i := r.doc.typ.find(name)
		switch {
		case i < 0:
		// Several documents define it, so there is no single node; layers returns all of them.
		case len(r.others()) > 0:
			at.Path = path
		case r.given[i] != nil:
			at.Node, at.Path = r.given[i], rest
		// A default or a derived value is not in the file, so this points at the type.
		default:
			at.Node = lit("", r.doc.typeNode.Span)
		}
	case "requires", "after", "triggers", "children":
		for _, l := range []links{r.doc.requires, r.doc.triggers} {
			if l.node != nil && at.Node == nil {
				at.Node = &ir.Lit{Meta: ir.Meta{Span: l.node.Span}}
			}
		}
	}
	return at
}

// others returns the resources of groups that this resource of a client overrides.
func (r *resource) others() []*resource {
	var out []*resource
	for _, o := range r.client.all {
		if r.group == nil && r.named && o.group != nil && o.key == r.key {
			out = append(out, o)
		}
	}
	return out
}

// layers returns a client's resource, or one of its parameters, together with those of the groups
// that it overrides. The client's own comes first, as it takes precedence (5). It returns nil if
// nothing is overridden.
func (b *binder) layers(c *ir.Cell, path value.Path) []bind.Layer {
	r, ok := c.Data.(*resource)
	if !ok || len(r.others()) == 0 {
		return nil
	}
	var out []bind.Layer
	name, _, _, _, inside := path.Cut()
	for _, o := range append([]*resource{r}, r.others()...) {
		l := bind.Layer{Label: "client " + o.client.name, Node: o.cell.Expr, Value: b.results.Value(o.cell).
			At(o.nameAt())}
		if o.group != nil {
			l.Label = "group " + o.group.name
		}
		if i := o.doc.typ.find(name); inside && i >= 0 {
			l.Value, _ = value.Find(l.Value, path)
			if l.Node = o.given[i]; l.Node != nil {
				l.Value = l.Value.At(l.Node.Info().Span)
			}
		}
		// A definition that does not set the parameter, and has no default for it, is not a layer.
		if l.Value.Data != nil {
			out = append(out, l)
		}
	}
	return out
}
