package value

import (
	"strconv"
	"strings"
)

// EachText calls visit with every string in a secret of v, and with the digits of every number
// there. It also calls visit with each key of a secret object that is not written in the source,
// since such a key may have been computed from a secret.
func (v Value) EachText(visit func(text string)) { eachText(v, false, map[Data]bool{}, visit) }

// eachText visits a list or an object in a secret only once, because values can share it.
func eachText(v Value, inside bool, seen map[Data]bool, visit func(string)) {
	if !inside && !v.HasSecret() {
		return
	}
	inside = inside || v.IsSecret()
	switch d := v.Data.(type) {
	case String:
		if inside {
			visit(string(d))
		}
		return
	case Number:
		if inside {
			visit(string(d))
		}
		return
	case nil, Null, Bool, Unknown:
		return
	}
	if inside {
		if seen[v.Data] {
			return
		}
		seen[v.Data] = true
	}
	switch d := v.Data.(type) {
	case *List:
		for i := range d.Items {
			eachText(d.Items[i], inside, seen, visit)
		}
	case *Object:
		for i := range d.Fields {
			if f := &d.Fields[i]; inside && !f.IsLiteral() {
				visit(f.Key)
			}
			eachText(d.Fields[i].Value, inside, seen, visit)
		}
	case *Tagged:
		eachText(d.Body, inside, seen, visit)
	}
}

// IsLiteral reports whether the source at KeyAt is the key itself: a plain word or a quoted string,
// which may have a tag or an anchor before it. For a computed key, KeyAt is the expression that computes
// it, which may contain the key's text or quotes by chance. In a file without a name, no key is a literal,
// because the text of such a file was computed.
func (f *Field) IsLiteral() bool {
	if f.KeyAt.File() == nil || f.KeyAt.File().Name == "" {
		return false
	}
	text := f.KeyAt.Text()
	for strings.HasPrefix(text, "!") || strings.HasPrefix(text, "&") {
		_, rest, ok := strings.Cut(text, " ")
		if !ok {
			break
		}
		text = strings.TrimLeft(rest, " \t\r\n")
	}
	if text == f.Key {
		return text != ""
	}
	if inner, ok := strings.CutPrefix(text, "'"); ok {
		inner, ok = strings.CutSuffix(inner, "'")
		return ok && strings.ReplaceAll(inner, "''", "'") == f.Key
	}
	decoded, err := strconv.Unquote(text) // JSON, YAML and HCL share these escapes
	return err == nil && decoded == f.Key
}
