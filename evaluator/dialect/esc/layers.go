package esc

import (
	"pantograph/evaluator/bind"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// layered is the handle of an object merged over another. It has the fields of both, but when it is
// converted to a string, only its own appear.
type layered struct {
	own    map[string]bool
	base   value.Value   // the layer below, if it is unknown
	lowest *value.Object // the bottom layer
	closed bool          // a layer that is not an object hides everything below it
}

// layers returns the handle of an object, or nil if there is no layer below it.
func layers(o *value.Object) *layered {
	l, _ := o.Handle.(*layered)
	return l
}

// ownKeys returns the keys of an object's topmost layer.
func ownKeys(o *value.Object) map[string]bool {
	if l := layers(o); l != nil {
		return l.own
	}
	own := make(map[string]bool, len(o.Fields))
	for i := range o.Fields {
		own[o.Fields[i].Key] = true
	}
	return own
}

// overlay puts over on top of base and merges them recursively: objects are merged key by key;
// anything else, including null, replaces the value below.
func overlay(base, over value.Value) value.Value { return combine(base, over, overlay) }

// overlayDeclared is like overlay, for an object whose entries have been merged with base already.
func overlayDeclared(base, over value.Value) value.Value {
	return combine(base, over, func(_, over value.Value) value.Value { return over })
}

// combine merges two objects with sorted keys. It calls both to merge the values of a common key.
func combine(base, over value.Value, both func(base, over value.Value) value.Value) value.Value {
	o := over.Object()
	if o == nil || base.Data == nil {
		return over
	}
	below := base.Object()
	handle := &layered{own: ownKeys(o), lowest: o}
	if l := layers(o); l != nil {
		if l.closed || l.base.Data != nil {
			// The lowest layer of over hides, or may hide, anything that is added below it.
			return over
		}
		handle.lowest = l.lowest
	}
	if below == nil {
		// A value that is certainly not an object hides everything below it. The handle records
		// that for later merges.
		if !isOpen(base) {
			handle.closed = true
			return withFields(over, o.Fields, handle)
		}
		// The unknown base may have further properties, so it is kept: a path to one of them is
		// unknown rather than an error.
		handle.base, below = base, knownObject(base)
	}
	handle.lowest = below
	if l := layers(below); l != nil {
		handle.lowest, handle.closed = l.lowest, l.closed
		if l.base.Data != nil {
			handle.base = l.base
		}
	}
	// Both objects have sorted keys, so one pass over both merges them.
	fields := make([]value.Field, 0, max(len(o.Fields), len(below.Fields)))
	upper, lower := o.Fields, below.Fields
	for len(upper) > 0 || len(lower) > 0 {
		switch {
		case len(lower) == 0 || len(upper) > 0 && upper[0].Key < lower[0].Key:
			fields, upper = append(fields, upper[0]), upper[1:]
		case len(upper) == 0 || lower[0].Key < upper[0].Key:
			// The key comes from a secret, so it must not be shown.
			if base.IsSecret() && !over.IsSecret() && !bind.IsWritten(&lower[0]) {
				over = over.With(value.Secret | value.Covered)
			}
			fields, lower = append(fields, lower[0]), lower[1:]
		default:
			field := upper[0]
			field.Value = both(lower[0].Value, field.Value)
			fields, upper, lower = append(fields, field), upper[1:], lower[1:]
		}
	}
	return withFields(over, fields, handle)
}

// withFields returns over with the given fields, which are its own and those of the layers below.
func withFields(over value.Value, fields []value.Field, handle *layered) value.Value {
	merged := value.NewObject(fields)
	merged.Handle = handle
	over.Data = merged
	return over
}

// isOpen reports whether a value is unknown and may be an object.
func isOpen(v value.Value) bool {
	u, ok := v.Data.(value.Unknown)
	s, _ := u.Type.(*schema)
	s = s.resolve()
	return ok && (s == nil || s.kind == "" || s.kind == "object")
}

// knownObject returns the known properties of an object that is unknown only because another part of it
// is. For other values, it returns an empty object.
func knownObject(v value.Value) *value.Object {
	u, _ := v.Data.(value.Unknown)
	if s, _ := u.Type.(*schema); s.resolve() != nil {
		if o := s.resolve().shown.Object(); o != nil {
			return o
		}
	}
	return value.NewObject(nil)
}

// hides reports whether a property comes only from the unknown value below an object. A path to it
// is then unknown, even though its value is known.
func (l *layered) hides(key string) bool {
	if l.own[key] {
		return false
	}
	_, ok := knownObject(l.base).Get(key)
	return ok
}

// unknownLike returns an unknown with the given type and the reason that v has.
func unknownLike(v value.Value, s *schema) value.Value {
	u, _ := v.Data.(value.Unknown)
	return value.Value{Data: value.Unknown{Why: u.Why, Type: typeOf(s)}, Marks: v.Marks & (value.Failed | value.Mocked),
		Origin: v.Origin}
}

// partOfUnknown returns the part of an unknown value at a path, with the given type.
func partOfUnknown(v value.Value, s *schema, path value.Path) value.Value {
	out := unknownLike(v, s)
	if u, ok := out.Data.(value.Unknown); ok && !v.IsFailed() {
		u.Why = value.ExtendReason(u.Why, path)
		out.Data = u
	}
	return out
}

// typeOf converts a schema to the type of an unknown. A nil schema becomes a nil type.
func typeOf(s *schema) any {
	if s == nil {
		return nil
	}
	return s
}

// merge merges the value of a property, or of an environment, over the value from the imports. A
// final value below is kept.
func merge(f ir.Frame, base, over value.Value) value.Value {
	p, _ := f.Cell().Data.(*property)
	if base.Data == nil || p == nil {
		return over
	}
	if base.Marks&value.Locked != 0 {
		// In this case, over has not been evaluated, so that errors in it are not reported.
		f.Report(finalProblem(p, base))
		return base
	}
	if p.shape == object {
		// The entries of a literal have Merge nodes, so they are merged already. The parts of a
		// reference's or a call's result are not.
		return overlayDeclared(base, over)
	}
	return overlay(base, over)
}

// topmost returns the topmost layer of an object; values inside it are unchanged.
func topmost(v value.Value) value.Value {
	o := v.Object()
	if o == nil || layers(o) == nil {
		return v
	}
	var fields []value.Field
	for i := range o.Fields {
		if layers(o).own[o.Fields[i].Key] {
			fields = append(fields, o.Fields[i])
		}
	}
	v.Data = value.NewObject(fields)
	return v
}

// shown returns the part of a value that appears when it is converted to a string: the topmost
// layer of each object.
func shown(v value.Value) value.Value {
	if !hasLayers(v) {
		return v
	}
	switch d := v.Data.(type) {
	case *value.List:
		items := make([]value.Value, len(d.Items))
		for i := range d.Items {
			items[i] = shown(d.Items[i])
		}
		v.Data = value.NewList(items)
	case *value.Object:
		l := layers(d)
		fields := make([]value.Field, 0, len(d.Fields))
		for i := range d.Fields {
			// Layers below are left out at every depth.
			if l == nil || l.own[d.Fields[i].Key] {
				fields = append(fields, value.Field{Key: d.Fields[i].Key, Value: shown(d.Fields[i].Value)})
			}
		}
		v.Data = value.NewObject(fields)
	}
	return v
}

// hasLayers reports whether v contains an object merged over another.
func hasLayers(v value.Value) bool {
	_, ok := value.First(v, func(v value.Value) bool {
		o := v.Object()
		return o != nil && o.Handle != nil
	})
	return ok
}

// hidesKeys reports whether v has keys that do not appear when it is converted to a string.
func hidesKeys(v value.Value) bool {
	switch d := v.Data.(type) {
	case *value.List:
		for i := range d.Items {
			if hidesKeys(d.Items[i]) {
				return true
			}
		}
	case *value.Object:
		l := layers(d)
		for i := range d.Fields {
			if l != nil && !l.own[d.Fields[i].Key] || hidesKeys(d.Fields[i].Value) {
				return true
			}
		}
	}
	return false
}

// A lostFinal is a final value that another import replaced.
type lostFinal struct {
	path value.Path
	at   source.Span
}

// replacedFinals finds the final values of base that over replaces or extends.
func replacedFinals(out []lostFinal, at value.Path, base, over value.Value) []lostFinal {
	if base.Data == nil || base.Summary()&value.Locked == 0 {
		return out
	}
	if base.Marks&value.Locked != 0 {
		if base.Origin == over.Origin {
			return out // the same value, imported twice
		}
		return append(out, lostFinal{at, base.Origin})
	}
	below, above := base.Object(), over.Object()
	if below == nil || above == nil {
		return out
	}
	for i := range below.Fields {
		if v, ok := above.Get(below.Fields[i].Key); ok {
			out = replacedFinals(out, at.Key(below.Fields[i].Key), below.Fields[i].Value, v)
		}
	}
	return out
}
