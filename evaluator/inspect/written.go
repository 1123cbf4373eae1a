package inspect

import (
	"pantograph/evaluator/bind"
	"pantograph/evaluator/value"
)

// known returns the fields of a value whose names may be shown: names that came out of a
// secret may not.
func known(v value.Value) []value.Field {
	o := v.Object()
	if o == nil || !v.IsSecret() {
		return fieldsOf(o)
	}
	var out []value.Field
	for i := range o.Fields {
		if bind.IsWritten(&o.Fields[i]) {
			out = append(out, o.Fields[i])
		}
	}
	return out
}

func fieldsOf(o *value.Object) []value.Field {
	if o == nil {
		return nil
	}
	return o.Fields
}
