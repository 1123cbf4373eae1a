package hot

import (
	"slices"

	"pantograph/evaluator/dialect/hot/types"
	"pantograph/evaluator/value"
)

// This file checks the properties of a resource again after some of their values have changed. If nothing was wrong
// with the properties, nothing can be wrong now with those that are missing, or whose values are the same: checks of a
// value use nothing but the value, the schema and inputs.yaml. Types have up to a hundred properties, and templates
// hundreds of resources that use a parameter, so a letter typed in the parameter would wait for all these checks.

// A checkedProperty is a property with which nothing was wrong.
type checkedProperty struct {
	inSchema, inResource int // indices of the property
	given, converted     value.Value
}

// isCheckedBefore reports whether nothing was wrong with properties of these names when they were last checked.
func (c *checker) isCheckedBefore(o *value.Object) bool {
	checked := c.resource.checked
	if len(checked) == 0 || len(checked) != len(o.Fields) {
		return false
	}
	for i := range checked {
		if o.Fields[checked[i].inResource].Key != c.resource.kind.schema[checked[i].inSchema].Name {
			return false
		}
	}
	return true
}

// rememberChecked remembers the properties, with which nothing was wrong. out has the converted values.
func (c *checker) rememberChecked(schema []types.Property, o *value.Object, out []value.Field) {
	for i := range schema {
		for k := range o.Fields {
			if f := &o.Fields[k]; f.Key == schema[i].Name {
				c.resource.checked = append(c.resource.checked,
					checkedProperty{i, k, f.Value, out[c.ranks[i]].Value})
			}
		}
	}
}

// changedProperties is properties for those for which isCheckedBefore is true.
func (c *checker) changedProperties(schema []types.Property, o *value.Object) *value.Object {
	out, found := c.room, c.resource.stack.b.found
	copy(out, c.resource.kind.declared.Defaults)
	for i := range c.resource.checked {
		was := &c.resource.checked[i]
		p := &schema[was.inSchema]
		if v := o.Fields[was.inResource].Value; v != was.given {
			c.top.key = p.Name
			was.given, was.converted = v, c.value(p, v, c.top)
		}
		out[c.ranks[was.inSchema]] = value.Field{Key: p.Name, Value: was.converted}
	}
	c.top = nil
	if c.resource.stack.b.found != found {
		c.resource.checked = nil
	}
	return c.sorted(out)
}

// sorted returns an object of the converted properties. Properties that have no value have empty fields.
func (c *checker) sorted(out []value.Field) *value.Object {
	if c.ranks != nil {
		out = slices.DeleteFunc(out, func(f value.Field) bool { return f.Value.Data == nil })
	}
	return c.slabs().Objects.New().Init(out)
}
