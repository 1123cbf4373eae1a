package pulumi

import (
	"strings"

	"pantograph/evaluator/value"
)

// plainType is the text of a type that counts only as far as it can be read.
func (b *binder) plainType(s *setting) string {
	if e := s.fields["type"]; e.present() {
		return b.literalString(e, "type")
	}
	return ""
}

func parseConfigType(text string) *configType {
	l := lower(strings.TrimSpace(text))
	if name, ok := configTypes[l]; ok {
		return &configType{name: name}
	}
	if inner, ok := strings.CutPrefix(l, "list<"); ok && strings.HasSuffix(inner, ">") {
		if name, ok := configTypes[strings.TrimSuffix(inner, ">")]; ok {
			return &configType{name: "List<" + name + ">", element: &configType{name: name}}
		}
	}
	return nil
}

// accepts reports whether a value has the type. A whole number is an integer.
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

// static is the type that expressions see of an entry that has no value.
func (t *configType) static() *typ {
	if t.element != nil {
		return listOf(t.element.static())
	}
	return map[string]*typ{"string": stringType, "number": numberType, "integer": integerType, "boolean": booleanType, "Map<any>": anyMap}[t.name]
}

// suppliedType is the type that expressions see of a value from outside: nothing is known
// beforehand of a secret, and of what is in a list or a mapping (9).
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

// same reports whether a value that has the type has no other type of its own: the
// default of an entry is not converted, but for whole numbers (2.1).
func (t *configType) same(v value.Value) bool {
	return t.name == "integer" || t.name == typeOfValue(v)
}

// typeOfValue is the display name of the type of a value in the program.
func typeOfValue(v value.Value) string { return typeName(v, "number") }

// typeOfGiven is the display name of the type of a value from outside, where the host tells
// whole numbers from others (2.2).
func typeOfGiven(v value.Value) string { return typeName(v, "integer") }

// typeName is the display name of a value's type, with the name that whole numbers have.
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
