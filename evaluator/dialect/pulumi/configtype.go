package pulumi

import (
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/value"
)

// A configType is the declared type of a config entry.
type configType struct {
	// name is the type as messages print it, as in List<string>.
	name string
	// element is the type of a list's elements; nil for all other types.
	element *configType
}

// configTypes maps each spelling to the name that the original prints.
var configTypes = map[string]string{
	"string": "string", "boolean": "boolean", "bool": "boolean", "integer": "integer",
	"int": "integer", "number": "number", "object": "Map<any>",
}

// validTypes is the list at the end of the original's message about a wrong type (2.1).
const validTypes = "string, List<string>, number, List<number>, integer, List<integer>, boolean, List<boolean>, " +
	"Map<any>, List<Map<any>>"

// takes reports whether a default fits the type, either as written or as the host converts it. A string type
// accepts only strings, whatever the host would convert them to.
func (t *configType) takes(written, hosted value.Value) bool {
	if _, isText := written.Text(); t.name == "string" {
		return isText
	}
	// The string "5" fits a number, since the host converts it to one.
	return t.accepts(written) || t.accepts(hosted)
}

// declaredType returns the declared type of an entry, or nil if it has none that is valid here.
func (b *binder) declaredType(s *setting) *configType {
	e := s.fields.get("type")
	if !e.present() {
		return nil
	}
	text := b.literalString(e, "type")
	if t := parseConfigType(text); t != nil {
		return t
	}
	// Expressions have been reported, and so have types that an input cannot have. The CLI's type array is
	// checked with the project file.
	if text == "" || s.isInput || s.seeded && text == "array" {
		return nil
	}
	b.report(diag.Errorf(e.value.Span, "config-type",
		"there is no config type %s; the types are string, number, integer, boolean, object and lists of these, as "+
			"in List<string>", text).
		WithReference("%s", unexpectedType(text)))
	return nil
}

// unexpectedType returns the original's message about a type that no config entry can have.
func unexpectedType(name string) string {
	return "unexpected configuration type '" + name + "': valid types are " + validTypes
}

// plainType returns the declared type as written, or "" if it is not a plain string.
func (b *binder) plainType(s *setting) string {
	if e := s.fields.get("type"); e.present() {
		return b.literalString(e, "type")
	}
	return ""
}

// parseConfigType parses a type of the language, such as List<String>, without regard to case. It returns nil for
// any other string, including lists of lists.
func parseConfigType(text string) *configType {
	t := parseNestedType(text)
	if t != nil && t.element != nil && t.element.element != nil {
		return nil
	}
	return t
}

// parseNestedType also parses lists of lists. The original's type check supports these, but no value can have
// such a type. Blanks are accepted only between angle brackets.
func parseNestedType(text string) *configType {
	l := lower(text)
	if name, ok := configTypes[l]; ok {
		return &configType{name: name}
	}
	if inner, ok := strings.CutPrefix(l, "list<"); ok && strings.HasSuffix(inner, ">") {
		if e := parseNestedType(strings.TrimSpace(strings.TrimSuffix(inner, ">"))); e != nil {
			return &configType{name: "List<" + e.name + ">", element: e}
		}
	}
	return nil
}

// accepts reports whether a value has the type. Whole numbers are integers, and a string type also
// accepts numbers and booleans, as the original does for supplied values (2.2).
func (t *configType) accepts(v value.Value) bool {
	if t.element != nil {
		l := v.List()
		if l == nil {
			return false
		}
		for _, item := range l.Items {
			if !t.element.accepts(item) {
				return false
			}
		}
		return true
	}
	switch d := v.Data.(type) {
	case value.String:
		return t.name == "string"
	case value.Bool:
		return t.name == "boolean" || t.name == "string"
	case value.Number:
		whole := d.Float() == float64(int64(d.Float()))
		return t.name == "number" || t.name == "string" || t.name == "integer" && whole
	case *value.Object:
		return t.name == "Map<any>"
	}
	return false
}

// static returns the static type of an entry without a value.
func (t *configType) static() *typ {
	if t.element != nil {
		return listOf(t.element.static())
	}
	return map[string]*typ{"string": stringType, "number": numberType, "integer": integerType, "boolean": booleanType,
		"Map<any>": anyMap}[t.name]
}

// suppliedType returns the static type of a supplied value. For secrets and for the contents of lists and
// mappings, that is any (9).
func suppliedType(v value.Value) *typ {
	if v.IsSecret() {
		return anyType
	}
	switch v.Data.(type) {
	case *value.List:
		return anyType
	case *value.Object:
		return anyMap
	}
	return typeOfData(v)
}

// same reports whether a value that fits the type has exactly this type: defaults are not
// converted, except for whole numbers (2.1).
func (t *configType) same(v value.Value) bool {
	return t.name == "integer" || t.name == typeOfValue(v)
}

// typeOfValue returns the display name of the type of a program value.
func typeOfValue(v value.Value) string { return typeName(v, "number") }

// typeOfGiven returns the display name of the type of a supplied value: the host distinguishes
// whole numbers from others (2.2).
func typeOfGiven(v value.Value) string { return typeName(v, "integer") }

// typeName returns the display name of a value's type; whole is the name for whole numbers.
func typeName(v value.Value, whole string) string {
	switch d := v.Data.(type) {
	case value.String:
		return "string"
	case value.Bool:
		return "boolean"
	case value.Number:
		if f := d.Float(); f == float64(int64(f)) {
			return whole
		}
		return "number"
	case *value.List:
		element := "any"
		for i, item := range d.Items {
			switch t := typeName(item, whole); {
			case i == 0:
				element = t
			case t != element:
				return "List<any>"
			}
		}
		return "List<" + element + ">"
	case *value.Object:
		return "Map<any>"
	}
	return "any"
}
