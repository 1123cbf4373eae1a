package bind

import "pantograph/evaluator/value"

// IsWritten reports whether the key of a field inside a secret is literal text of the program. It
// is not if the key comes from parsed data, was computed, or is in inputs.yaml, where it is part of
// the secret.
func IsWritten(f *value.Field) bool {
	at := f.KeyAt
	if at.File() == nil || at.File().Name == InputsFile {
		return false
	}
	return f.IsLiteral()
}

// VisibleFields returns the fields of a value whose keys may be shown. In a secret, these are the keys
// that are written in the program; others may have been computed from the secret.
func VisibleFields(v value.Value) []value.Field {
	o := v.Object()
	if o == nil || !v.IsSecret() {
		return fieldsOf(o)
	}
	var out []value.Field
	for i := range o.Fields {
		if IsWritten(&o.Fields[i]) {
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
