package types

import (
	"math"
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/constraint"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/value"
)

// PropertyType is the type of a property, in Heat's words. They are not the types of parameters:
// see HeatType.
type PropertyType string

// The types of properties.
const (
	Any     PropertyType = "Any"
	String  PropertyType = "String"
	Integer PropertyType = "Integer"
	Number  PropertyType = "Number"
	Boolean PropertyType = "Boolean"
	List    PropertyType = "List"
	Map     PropertyType = "Map"
)

// A Property is the schema of a resource property.
type Property struct {
	Name        string
	Type        PropertyType
	Required    bool
	Fallback    value.Value // the default; Data is nil without one
	Constraints []*constraint.Constraint
	IsParameter bool       // it is a parameter of a nested template
	Parameter   string     // the type of that parameter
	Item        *Property  // element of a list
	Fields      []Property // fields of a map; nil accepts any

	// Declared only by types that need a cloud.
	updatable     bool // it may change without replacing the resource
	Unimplemented bool // Heat refuses it
	Status        SupportStatus
}

// IsIn reports whether a schema has a property with the given name.
func IsIn(schema []Property, name string) bool {
	for i := range schema {
		if schema[i].Name == name {
			return true
		}
	}
	return false
}

// PropertyNames returns the names of a schema's properties, except hidden and unimplemented
// ones.
func PropertyNames(schema []Property) []string {
	names := make([]string, 0, len(schema))
	for i := range schema {
		if schema[i].Status.Status != "hidden" && !schema[i].Unimplemented {
			names = append(names, schema[i].Name)
		}
	}
	return names
}

// Element returns a message if v cannot be an element of a list for a nested template, otherwise
// "". Heat serialises such a list as one string, so its elements must be all strings (or null) or
// all maps.
func (p *Property) Element(first, v value.Value) string {
	_, isText := v.Text()
	switch {
	case !p.IsParameter || v.IsUnknown() || v.IsFailed() || first.IsUnknown() || first.IsFailed():
	case first.Object() != nil && v.Object() == nil:
		return "the first element is a map, so all must be maps; this is " + python.Noun(v)
	case first.Object() == nil && !isText && !v.IsNull():
		return "the elements of a list for a nested template must be strings, not " + python.Noun(v)
	}
	return ""
}

// HeatType returns the parameter type whose constraint rules apply to the property.
func (p *Property) HeatType() string {
	if p.IsParameter {
		return p.Parameter
	}
	switch p.Type {
	case Integer, Number:
		return "number"
	case Boolean:
		return "boolean"
	case List:
		return "comma_delimited_list"
	case Map:
		return "json"
	}
	return "string"
}

// Zero returns the value that replaces null.
func (p *Property) Zero() value.Value {
	if p.Fallback.Data != nil {
		return p.Fallback
	}
	switch p.Type {
	case String:
		return value.Str("")
	case Integer, Number:
		return value.Int(0)
	case Boolean:
		return value.Flag(false)
	case List:
		return value.ListOf()
	case Map:
		return value.ObjectOf()
	}
	return value.Nothing()
}

// Convert converts a value to the type of the property.
func (p *Property) Convert(v value.Value) (value.Value, *constraint.Invalid) {
	keep := v.Summary() & value.Secret
	out, bad := p.converted(v)
	if keep != 0 && bad == nil && out.List() == nil && out.Object() == nil {
		out = out.With(keep)
	}
	return out, bad
}

// converted is Convert without the mark for secrets. It follows chapter 6 and section 16.2.
func (p *Property) converted(v value.Value) (value.Value, *constraint.Invalid) {
	switch p.Type {
	case String:
		switch d := v.Data.(type) {
		case value.String:
			return v, nil
		case value.Bool:
			return value.Str(python.Str(v)), nil
		case value.Number:
			if !python.IsFloat(d) {
				return value.Str(string(d)), nil
			}
		}
		return v, constraint.Refuse("a string is needed, not "+diag.Any(python.Repr(v)),
			"Value must be a string; got "+diag.Any(python.Repr(v)))
	case Integer:
		return toInteger(v)
	case Number:
		return constraint.ToNumber(v)
	case Boolean:
		if _, ok := v.Data.(value.Bool); ok {
			return v, nil
		}
		switch s, _ := v.Text(); {
		case equalFold(s, "true"):
			return value.Flag(true), nil
		case equalFold(s, "false"):
			return value.Flag(false), nil
		}
		return v, constraint.Refuse(diag.Any(python.Str(v))+
			" is neither true nor false; Heat accepts no other values here",
			`"`+diag.Any(shownBoolean(v))+`" is not a valid boolean`)
	case List:
		return p.toList(v)
	case Map:
		return p.toMap(v)
	}
	return v, nil
}

// shownBoolean formats a value that is not a boolean as Heat does: strings in lower case.
func shownBoolean(v value.Value) string {
	if s, ok := v.Text(); ok {
		return strings.ToLower(s)
	}
	return python.Str(v)
}

// equalFold compares a string with a lower-case word, without regard to the case of ASCII letters.
func equalFold(s, lower string) bool {
	if len(s) != len(lower) {
		return false
	}
	for i := range len(s) {
		if s[i]|0x20 != lower[i] {
			return false
		}
	}
	return true
}

// toInteger truncates floats, as Python's int does: 2.7 is 2. A string must be a whole number
// (16.2).
func toInteger(v value.Value) (value.Value, *constraint.Invalid) {
	switch d := v.Data.(type) {
	case value.Bool:
		n, _ := python.Numeric(v)
		return value.Of(n), nil
	case value.Number:
		if !python.IsFloat(d) {
			return v, nil
		}
		if d.IsFinite() {
			return value.Of(value.Number(strconv.FormatFloat(math.Trunc(d.Float())+0, 'f', 0, 64))), nil
		}
	case value.String:
		if n, ok := python.ParseInt(string(d)); ok {
			return value.Of(n), nil
		}
		return v, constraint.Refuse(diag.Any(python.Repr(v))+" is not an integer",
			"Value '"+diag.Any(string(d))+"' is not an integer")
	}
	text := ""
	if _, bad := constraint.ToNumber(v); bad != nil {
		text = bad.Text
	}
	return v, constraint.Refuse("an integer is needed, not "+python.Noun(v), text)
}

// toList accepts lists and, for a parameter of a nested template, a comma-separated string.
func (p *Property) toList(v value.Value) (value.Value, *constraint.Invalid) {
	if v.List() != nil {
		return v, nil
	}
	if s, ok := v.Text(); ok && p.IsParameter {
		l, _ := constraint.ToList(value.Str(s).At(v.Origin).With(v.Marks))
		return l, nil
	}
	return v, constraint.Refuse("a list is needed, not "+diag.Any(python.Repr(v)),
		`"`+diag.Any(python.Repr(v))+`" is not a list`)
}

// toMap accepts maps and, for a parameter of a nested template, lists and strings that are
// empty or contain any JSON.
func (p *Property) toMap(v value.Value) (value.Value, *constraint.Invalid) {
	if v.Object() != nil || v.List() != nil && p.IsParameter {
		return v, nil
	}
	if _, ok := v.Text(); ok && p.IsParameter {
		switch parsed, bad := constraint.ToJSON(v); {
		case bad != nil:
		case parsed.Object() != nil || parsed.List() != nil:
			return parsed, nil
		default: // the parameter of the nested template parses the string
			return v, nil
		}
	}
	return v, constraint.Refuse("a map is needed, not "+diag.Any(python.Repr(v)),
		`"`+diag.Any(python.Str(v))+`" is not a map`)
}

// Signature summarises the type of a property. For example: List of Map, required.
func (p *Property) Signature() string {
	text := string(p.Type)
	if p.Item != nil && p.Item.Type != Any {
		text += " of " + string(p.Item.Type)
	}
	switch {
	case p.Required:
		text += ", required"
	case p.Fallback.Data != nil:
		text += ", default " + value.JSON(p.Fallback, python.OwnOrder)
	}
	if p.Status.Status != "" {
		text += ", " + p.Status.Describe()
	}
	return text
}

// Documentation describes the allowed values of a property, one line each.
func (p *Property) Documentation() string {
	var lines []string
	for _, c := range p.Constraints {
		lines = append(lines, c.Describe())
	}
	var keys []string
	fields := p.Fields
	if p.Item != nil {
		fields = p.Item.Fields
	}
	for i := range fields {
		name := fields[i].Name
		if fields[i].Required {
			name += " (required)"
		}
		if fields[i].Status.Status != "hidden" {
			keys = append(keys, name)
		}
	}
	if len(keys) > 0 {
		lines = append(lines, "Keys: "+strings.Join(keys, ", "))
	}
	switch {
	case p.Unimplemented:
		lines = append(lines, "Heat does not implement it.")
	case p.updatable:
		lines = append(lines, "It may change without replacing the resource.")
	}
	return strings.Join(lines, "\n")
}
