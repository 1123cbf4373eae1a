package bind

import "pantograph/evaluator/value"

// IsWritten reports whether the key of a field inside a secret is literal text of the
// program. A key that parsing produced was not written anywhere, a computed one is written
// differently, and one in inputs.yaml is part of the secret answer.
func IsWritten(f *value.Field) bool {
	at := f.KeyAt
	if at.File == nil || at.File.Name == InputsFile {
		return false
	}
	return f.IsLiteral()
}

// Nameable returns the fields of a value whose names may be shown: names that came from a
// secret may not.
func Nameable(v value.Value) []value.Field {
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
