package types

import (
	"strings"

	"pantograph/evaluator/value"
)

// Declared converts the output of `openstack orchestration resource type show -f json` to a
// declaration in the form of the table, or returns false if it is something else. Anything that the
// client does not print, such as a type's own checks, is taken from the table's declaration,
// which may be nil.
func Declared(printed, known *value.Object) (name string, o *value.Object, ok bool) {
	if printed == nil {
		return "", nil, false
	}
	name, ok = text(printed, "resource_type")
	properties, _ := printed.Get("properties")
	if !ok || properties.Object() == nil {
		return "", nil, false
	}
	var fields []value.Field
	if known != nil {
		for _, f := range known.Fields {
			switch f.Key {
			case "properties", "attributes", "status", "since":
			default:
				fields = append(fields, f)
			}
		}
	}
	fields = append(fields, schemas("properties", properties.Object()))
	attributes, _ := printed.Get("attributes")
	fields = append(fields, value.Field{Key: "attributes", Value: attributes})
	if support, _ := printed.Get("support_status"); support.Object() != nil {
		fields = append(fields, status(support.Object())...)
	}
	return name, value.NewObject(fields), true
}

// text returns a field that is a string.
func text(o *value.Object, key string) (string, bool) {
	v, _ := o.Get(key)
	return v.Text()
}

// status converts a support status. It returns nil for supported.
func status(o *value.Object) []value.Field {
	word, _ := text(o, "status")
	if word = strings.ToLower(word); word == "" || word == "supported" {
		return nil
	}
	since, _ := text(o, "version")
	return []value.Field{{Key: "status", Value: value.Str(word)}, {Key: "since", Value: value.Str(since)}}
}

// schemas converts the schemas of several properties.
func schemas(key string, o *value.Object) value.Field {
	fields := make([]value.Field, 0, len(o.Fields))
	for _, f := range o.Fields {
		if f.Value.Object() != nil {
			fields = append(fields, value.Field{Key: f.Key, Value: schema(f.Value.Object())})
		}
	}
	return value.Field{Key: key, Value: value.ObjectOf(fields...)}
}

// schema converts the schema of a property. The client prints an element of a list under the key *
// of schema, and the keys of a map under their names.
func schema(o *value.Object) value.Value {
	var fields []value.Field
	for _, f := range o.Fields {
		switch s, _ := f.Value.Text(); {
		case f.Key == "type" && s != "":
			fields = append(fields, value.Field{Key: "type", Value: value.Str(strings.ToUpper(s[:1]) + s[1:])})
		case f.Key == "update_allowed":
			fields = append(fields, value.Field{Key: "update", Value: f.Value})
		case f.Key == "required" || f.Key == "default":
			fields = append(fields, f)
		case f.Key == "schema" && f.Value.Object() != nil:
			if item, isList := f.Value.Object().Get("*"); isList && item.Object() != nil {
				fields = append(fields, value.Field{Key: "items", Value: schema(item.Object())})
			} else {
				fields = append(fields, schemas("keys", f.Value.Object()))
			}
		case f.Key == "constraints" && f.Value.List() != nil:
			fields = append(fields, constraints(f.Value.List().Items))
		}
	}
	return value.ObjectOf(fields...)
}

// constraints converts the constraints of a property. Those that the table cannot express are left
// out.
func constraints(items []value.Value) value.Field {
	var out []value.Value
	for _, item := range items {
		if item.Object() == nil {
			continue
		}
		var fields []value.Field
		for _, f := range item.Object().Fields {
			switch f.Key {
			case "range", "length":
				fields = append(fields, value.Field{Key: f.Key, Value: pair(f.Value, "min", "max")})
			case "modulo":
				fields = append(fields, value.Field{Key: f.Key, Value: pair(f.Value, "step", "offset")})
			case "allowed_values":
				if f.Value.List() != nil {
					fields = append(fields, value.Field{Key: "values", Value: f.Value})
				}
			case "allowed_pattern":
				fields = append(fields, value.Field{Key: "pattern", Value: f.Value})
			case "custom_constraint":
				fields = append(fields, value.Field{Key: "custom", Value: f.Value})
			}
		}
		if len(fields) > 0 {
			out = append(out, value.ObjectOf(fields...))
		}
	}
	return value.Field{Key: "constraints", Value: value.ListOf(out...)}
}

// pair returns a list of the values of the given keys of a map.
func pair(v value.Value, keys ...string) value.Value {
	items := make([]value.Value, len(keys))
	for i, key := range keys {
		items[i] = value.Nothing()
		if v.Object() != nil {
			if c, ok := v.Object().Get(key); ok {
				items[i] = c
			}
		}
	}
	return value.ListOf(items...)
}
