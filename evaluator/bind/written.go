package bind

import (
	"strings"

	"pantograph/evaluator/value"
)

// IsWritten reports whether the key of a field inside of a secret is the program's own text.
// One that parsing gave was written nowhere, one that was computed is written otherwise, and
// one of inputs.yaml belongs to the answer of which it is a part.
func IsWritten(f *value.Field) bool {
	at := f.KeyAt
	if at.File == nil || at.File.Name == InputsFile {
		return false
	}
	text := at.Text()
	return !strings.Contains(text, "${") && (strings.Contains(text, f.Key) || strings.ContainsAny(text, `"'\`))
}
