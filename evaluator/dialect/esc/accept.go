package esc

import (
	"slices"
	"strconv"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// accepts reports whether an unknown value of type t can fit s. It accepts anything that t leaves
// open, and properties that never exist.
func (c *checker) accepts(t, s *schema, at string, span source.Span) bool {
	t = t.resolve()
	if t == nil || t == absentProperty || t.never || s.resolve() == nil || !c.frame.Spend(1) {
		return true
	}
	// Keywords next to $ref count, too, as in check.
	if s.target != nil && !c.accepts(t, s.target, at, span) {
		return false
	}
	fail := func(code diag.Code, text string) bool {
		if at != "" {
			text = at + ": " + text
		}
		return c.report(span, code, text, text)
	}
	if s.never {
		return fail("type-nothing", "nothing is allowed here")
	}
	// As in the original, oneOf is treated like anyOf: any number of branches may accept an unknown
	// (6).
	for _, branches := range [][]*schema{s.anyOf, s.oneOf} {
		if len(branches) > 0 && !c.fitsAny(branches, func(b *schema) bool { return c.accepts(t, b, at, span) }) {
			return fail("type-match", "at least one subschema must match")
		}
	}
	// If the type of the unknown is itself a choice, it suffices that one of its branches fits.
	ok := true
	for _, branches := range [][]*schema{t.anyOf, t.oneOf} {
		if len(branches) > 0 && !c.fitsAny(branches, func(b *schema) bool { return c.accepts(b, s, at, span) }) {
			ok = fail("type-match", "at least one subschema must match")
		}
	}
	// If the type does not state a kind, the value may still match.
	if t.kind == "" {
		return ok
	}
	if s.kind != "" && t.kind != s.kind {
		return fail("type-mismatch", diag.Constant("expected "+s.kind+", got "+t.kind))
	}
	return c.acceptsContents(t, s, at, span) && ok
}

// acceptsContents compares the contents of two types of the same kind.
func (c *checker) acceptsContents(t, s *schema, at string, span source.Span) bool {
	ok := true
	require := func(names []string) {
		for _, name := range names {
			if !contains(t.required, name) {
				text := pathKey(at, name) + ": missing required property"
				ok = c.report(span, "type-required", text, text)
			}
		}
	}
	if t.additional == nil { // the original checks this only for types that allow any other properties
		require(s.required)
		for _, d := range s.dependentRequired {
			if contains(t.required, d.name) {
				require(d.needs)
			}
		}
	}
	// Only properties that t declares are compared: s may declare more, as long as it does not
	// require them.
	for _, p := range t.properties {
		if want := s.property(p.name); want != nil && !c.accepts(p.schema, want, pathKey(at, p.name), span) {
			ok = false
		}
	}
	if t.additional != nil {
		ok = c.accepts(t.additional, s.additional, at, span) && ok
	}
	// Beyond its own prefixItems, s.item returns the schema of all further items.
	for i := range t.prefixItems {
		if !c.accepts(t.prefixItems[i], s.item(i), at+"["+strconv.Itoa(i)+"]", span) {
			ok = false
		}
	}
	if len(t.prefixItems) == 0 && t.items != nil && !t.items.never {
		ok = c.accepts(t.items, s.items, at, span) && ok
	}
	return ok
}

// fitsAny reports whether accepts returns true for one of the branches. If it does for none, the
// problems of all branches are kept, as for values (6).
func (c *checker) fitsAny(branches []*schema, accepts func(*schema) bool) bool {
	before := c.problems
	if !slices.ContainsFunc(branches, accepts) {
		return false
	}
	c.problems = before
	return true
}

// pathKey extends a path inside an unknown value. These paths are prefixes of messages, because the
// parts of an unknown have no position in the source.
func pathKey(at, key string) string { return string(value.Path(at).Key(key)) }

// absentProperty is the type of a property absent from a partly unknown value. The original reports
// nothing about it until a path continues from there.
var absentProperty = newSchema("property that does not exist")

// shownType returns the known part of a value's type: exactly these elements, at least these
// properties.
func shownType(v value.Value) *schema {
	switch d := v.Data.(type) {
	case value.Unknown:
		t, _ := d.Type.(*schema)
		return t
	case *value.List:
		// The schema `false` for further items means that there are no more elements than these.
		t := arrayOf(&schema{never: true})
		for i := range d.Items {
			t.prefixItems = append(t.prefixItems, shownType(d.Items[i]))
		}
		return t
	case *value.Object:
		t := newSchema("object")
		for i := range d.Fields {
			t.properties = append(t.properties, namedSchema{d.Fields[i].Key, shownType(d.Fields[i].Value)})
			t.required = append(t.required, d.Fields[i].Key)
		}
		// The values are kept, because a partly unknown object still has its known properties when
		// it is merged with others (knownObject).
		t.shown = v
		return t
	}
	return newSchema(v.Kind())
}
