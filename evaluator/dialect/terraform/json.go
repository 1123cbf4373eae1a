package terraform

import (
	"errors"
	"strings"

	"pantograph/evaluator/dialect/terraform/nfc"
	"pantograph/evaluator/dialect/terraform/types"
	"pantograph/evaluator/value"
)

// jsonText writes a value as jsonencode does. It returns false if the value contains an infinity.
func jsonText(v value.Value) (string, bool) {
	if value.NotFinite(v) != "" {
		return "", false
	}
	return value.JSON(types.Shown(v), value.GoJSON), true
}

// errTooManyDigits is our own limit; the original has none.
var errTooManyDigits = errors.New(tooManyDigits)

// readJSON parses JSON as jsondecode does. The last of equal keys wins. After the value it accepts
// only a closing bracket, because the original overlooks one.
func readJSON(text string) (value.Value, error) {
	v, rest, err := value.ParseJSON(text)
	switch rest = strings.TrimLeft(rest, " \t\r\n"); {
	case err != nil:
		return value.Value{}, streamError(text, err)
	case v.Depth() > value.MaxDepth-2:
		return value.Value{}, errors.New(tooDeep.message)
	case rest != "" && rest[0] != ']' && rest[0] != '}':
		return value.Value{}, errors.New("extraneous data after JSON object")
	}
	return fromJSON(v)
}

// streamError phrases an error as Go's stream decoder does, which the original uses. That decoder
// reads token by token: if a text ends too early, its message is EOF between tokens and unexpected
// EOF within one.
func streamError(text string, err *value.JSONError) error {
	isToken := strings.HasPrefix(err.Where, "looking") || strings.HasPrefix(err.Where, "after array") ||
		strings.HasPrefix(err.Where, "after object")
	switch before := strings.TrimRight(text[:err.Offset], " \t\r\n"); {
	case err.Where == value.TooDeep:
		return errors.New(tooDeep.message)
	case err.Offset == len(text) && isToken:
		return errors.New("EOF")
	case err.Offset == len(text):
		return errors.New("unexpected EOF")
	case strings.HasSuffix(err.Where, "key string") && strings.HasSuffix(before, "{"):
		return errors.New(strings.TrimSuffix(err.Text, " "+err.Where))
	}
	return err
}

// fromJSON converts a JSON value to Terraform's types. It rounds numbers and normalises strings. The
// last of equal keys wins, even if they are equal only after normalisation.
func fromJSON(v value.Value) (value.Value, error) {
	switch d := v.Data.(type) {
	case value.String:
		return value.Str(nfc.String(string(d))), nil
	case value.Number:
		// JSON allows any number of digits and any exponent; the original rounds to 512 bits.
		n, verdict := types.ParseNumber(string(d))
		switch verdict {
		case types.TooLong:
			return v, errTooManyDigits
		case types.BadExponent:
			return v, errors.New("a number is required")
		}
		return value.Of(n), nil
	case *value.List:
		var err error
		items := make([]value.Value, len(d.Items))
		for i := 0; i < len(items) && err == nil; i++ {
			items[i], err = fromJSON(d.Items[i])
		}
		return types.NewTuple(items), err
	case *value.Object:
		var err error
		fields := make([]value.Field, len(d.Fields))
		for i := 0; i < len(fields) && err == nil; i++ {
			fields[i].Key = nfc.String(d.Fields[i].Key)
			fields[i].Value, err = fromJSON(d.Fields[i].Value)
		}
		return types.NewObject(value.Distinct(fields)), err
	}
	return v, nil
}
