package hot

import (
	"slices"

	"pantograph/evaluator/dialect/hot/types"
	"pantograph/evaluator/value"
)

// This file checks the properties of a resource again after some of their values have changed. If all properties were
// valid, those that are missing or have the same value still are: the checks of a value use nothing but the value, the
// schema and inputs.yaml, and those of several values nothing but these. Types have up to a hundred properties, and a
// template may have hundreds of resources that use a parameter; a letter typed in its default waited for all these
// checks.

// A validProperty is a property with which nothing was wrong.
type validProperty struct {
	inSchema, inResource int // indices of the property
	given, converted     value.Value
	isChanged            bool // since the check before
}

// wereValid reports whether the properties have the same names as when they were last checked, and were all valid.
func (c *checker) wereValid(o *value.Object) bool {
	valid := c.resource.valid
	if len(valid) == 0 || len(valid) != len(o.Fields) {
		return false
	}
	for i := range valid {
		if o.Fields[valid[i].inResource].Key != c.resource.kind.schema[valid[i].inSchema].Name {
			return false
		}
	}
	return true
}

// rememberValid remembers the properties, which are all valid. out has the converted values.
func (c *checker) rememberValid(schema []types.Property, o *value.Object, out []value.Field) {
	valid := make([]validProperty, 0, len(o.Fields))
	for i := range schema {
		for k := range o.Fields {
			if f := &o.Fields[k]; f.Key == schema[i].Name {
				valid = append(valid, validProperty{i, k, f.Value, out[c.ranks[i]].Value, false})
			}
		}
	}
	c.resource.valid = valid
}

// checkChanged is like properties, for properties for which wereValid is true. It does not make an object of the
// converted properties, as the checks of a type read few of them.
func (c *checker) checkChanged(schema []types.Property, o *value.Object, where *templatePath) {
	c.all, c.top, c.valid = o, c.child(where, ""), c.resource.valid
	found := c.resource.stack.b.found
	for i := range c.valid {
		was := &c.valid[i]
		p := &schema[was.inSchema]
		v := o.Fields[was.inResource].Value
		if was.isChanged = v != was.given; was.isChanged {
			c.top.key = p.Name
			was.given, was.converted = v, c.value(p, v, c.top)
		}
	}
	c.top = nil
	if c.resource.stack.b.found != found {
		c.resource.valid = nil
	}
}

// hasChanged reports whether one of some properties may have changed since all were found to be valid.
func (c *checker) hasChanged(names []string) bool {
	if c.valid == nil {
		return true
	}
	for i := range c.valid {
		if v := &c.valid[i]; v.isChanged && slices.Contains(names, c.resource.kind.schema[v.inSchema].Name) {
			return true
		}
	}
	return false
}

// get returns a property after conversion, or false if it is missing and has no default.
func (c *checker) get(name string) (value.Value, bool) {
	if c.converted != nil {
		return c.converted.Get(name)
	}
	for i := range c.valid {
		if v := &c.valid[i]; c.resource.kind.schema[v.inSchema].Name == name {
			return v.converted, true
		}
	}
	return c.resource.kind.declared.Defaults.Get(name)
}

// typed returns all properties after conversion, with defaults.
func (c *checker) typed() *value.Object {
	if c.converted == nil {
		out := c.room
		for i := range c.resource.kind.schema {
			p := &c.resource.kind.schema[i]
			if v, ok := c.get(p.Name); ok {
				out[c.ranks[i]] = value.Field{Key: p.Name, Value: v}
			}
		}
		c.converted = c.objectOf(out)
	}
	return c.converted
}
