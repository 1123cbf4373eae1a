package pulumi

import (
	"strconv"
	"strings"

	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// evalAliases returns the aliases as written: a list of URNs and records. It returns the zero value
// if the option is not a list, which the original ignores silently (3).
func evalAliases(f ir.Frame, r *resource, o *option) value.Value {
	v := f.Force(o.node)
	l := v.List()
	if l == nil {
		return value.Value{}
	}
	var out []value.Value
	for _, item := range l.Items {
		switch d := item.Data.(type) {
		case value.String:
			out = append(out, item)
		case *value.Object:
			out = append(out, alias(f, o, d).With(item.Marks).At(item.Origin))
		// Values of other types are left out. The type checker rejects the whole option if it knows
		// their type.
		default:
			if asResource(item) != nil || item.IsUnknown() {
				out = append(out, named(item))
			}
		}
	}
	return value.ListOf(out...).With(v.Marks).At(v.Origin)
}

// checkURN reports an alias that does not look like a URN. The reference is a placeholder text, which the original
// really prints (3).
func checkURN(f ir.Frame, o *option, v value.Value) {
	if text, _ := v.Text(); !strings.HasPrefix(text, "urn:pulumi:") {
		o.reportAt(f, v, "option-alias", "sadness", "the alias %q is not a URN; a URN begins with urn:pulumi:", text)
	}
}

// alias returns an alias record as written; noParent: false is dropped, as it has no effect (12). A record with a
// urn becomes just that URN. Fields of a wrong type are reported and left out.
func alias(f ir.Frame, o *option, d *value.Object) value.Value {
	var fields []value.Field
	for _, field := range d.Fields {
		switch _, isText := field.Value.Text(); {
		case field.Key == "noParent" && field.Value.Data == value.Bool(false):
			continue
		case field.Key == "urn" && isText:
			checkURN(f, o, field.Value)
			return field.Value
		case field.Key == "parent":
			if !aliasParent(f, o, d, field.Value) {
				continue
			}
		case field.Key == "noParent", isText, field.Value.IsUnknown():
		default:
			o.reportAt(f, field.Value, "option-alias", "unable to convert "+goType(field.Value)+" into string",
				"%s of an alias must be a string, not %s", field.Key, aKind(field.Value))
			continue
		}
		fields = append(fields, value.Field{Key: field.Key, Value: named(field.Value), KeyAt: field.KeyAt})
	}
	return value.ObjectOf(fields...)
}

// aliasParent checks the parent of an alias: it must be a resource or a URN, without noParent:
// true. It returns false if it has reported an error.
func aliasParent(f ir.Frame, o *option, d *value.Object, v value.Value) bool {
	text, isText := v.Text()
	noParent, _ := d.Get("noParent")
	switch {
	case v.IsUnknown():
		return true
	case noParent.Data == value.Bool(true):
		f.Report(o.problem("option-alias",
			"failed to collapse alias to URN: alias can specify Parent, ParentURN or NoParent but not more then one",
			"an alias can have a parent or noParent, but not both"))
		return false
	case isText && !strings.HasPrefix(text, "urn:"):
		o.reportAt(f, v, "option-alias", "invalid URN "+strconv.Quote(text),
			"the parent %q of an alias is not a URN; a URN begins with urn:pulumi:", text)
		return false
	case !isText && asResource(v) == nil:
		o.reportAt(f, v, "option-alias", "expected a resource or string, found "+goType(v),
			"the parent of an alias must be a resource or a URN, not %s", aKind(v))
		return false
	}
	return true
}
