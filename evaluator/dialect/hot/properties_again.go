package hot

import (
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
				valid = append(valid, validProperty{i, k, f.Value, out[c.ranks[i]].Value})
			}
		}
	}
	c.resource.valid = valid
}

// checkChanged is like properties, for properties for which wereValid is true.
func (c *checker) checkChanged(schema []types.Property, o *value.Object) *value.Object {
	out, found := c.room, c.resource.stack.b.found
	c.changed = []string{}
	copy(out, c.resource.kind.declared.Defaults)
	for i := range c.resource.valid {
		was := &c.resource.valid[i]
		p := &schema[was.inSchema]
		if v := o.Fields[was.inResource].Value; v != was.given {
			c.top.key = p.Name
			was.given, was.converted = v, c.value(p, v, c.top)
			c.changed = append(c.changed, p.Name)
		}
		out[c.ranks[was.inSchema]] = value.Field{Key: p.Name, Value: was.converted}
	}
	c.top = nil
	if c.resource.stack.b.found != found {
		c.resource.valid = nil
	}
	return c.objectOf(out)
}
