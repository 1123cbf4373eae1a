package pulumi

import (
	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/yamltree"
)

// bindProperties binds properties and get, which are mutually exclusive (3). If a resource has both, both are
// still bound, so that errors in them are reported.
func (b *binder) bindProperties(r *resource) {
	props, get := r.fields.get("properties"), r.fields.get("get")
	if props.present() && get.present() && !isEmpty(props.value) {
		b.report(diag.Errorf(r.key.Span, "properties-and-get",
			"a resource is either created from properties or read with get; %s has both", r.name).
			WithReference("Resource fields properties and get are mutually exclusive"))
	}
	if props.present() {
		r.props = b.propertyMap(props.value)
	} else if props.value != nil && props.value.Kind == yamltree.Broken {
		r.props = &ir.Bad{Meta: ir.Meta{Span: props.value.Span}}
	}
	if !get.present() {
		return
	}
	fields := b.record(get.value, "get", getFields)
	if e, ok := fields.find("id"); ok {
		r.getID = b.expr(e.value, scope{})
	}
	// The original looks up the names in the state at evaluation (7).
	if e, ok := fields.find("state"); ok && b.isMapping(e.value, "state") {
		r.getState = b.expr(e.value, scope{late: true})
	}
}

// propertyMap binds properties. The keys of a mapping are always property names: they cannot call a
// function, and nothing in them is interpolated. An expression that evaluates to a mapping works as well (3).
func (b *binder) propertyMap(n *yamltree.Node) ir.Node {
	if n.Kind != yamltree.Mapping {
		return b.expr(n, scope{})
	}
	o := b.emptyObject(n)
	for _, p := range n.Pairs {
		if p.Key.Kind != yamltree.Scalar {
			continue
		}
		if bi := builtins[lower(p.Key.Value)]; bi != nil || isInvokeKey(p.Key.Value) {
			b.report(diag.Warnf(p.Key.Span, "hint-function-not-alone",
				"%s is not called here: the keys of properties are the names of properties", p.Key.Value))
		}
		o.Fields = append(o.Fields, ir.Field{Key: p.Key.Value, KeyAt: p.Key.Span, Value: b.expr(p.Value, scope{})})
	}
	return o
}

// isEmpty reports whether a mapping has no entries.
func isEmpty(n *yamltree.Node) bool { return n.Kind == yamltree.Mapping && len(n.Pairs) == 0 }
