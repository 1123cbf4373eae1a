package yaql

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// format is Python's str.format.
func format(c *call) Value {
	f := &formatter{call: c}
	return c.made(f.format(c.text(0), 2))
}

// A formatter fills in the fields of a format string.
type formatter struct {
	*call
	next   int  // index of the next field without a number
	manual bool // a field was numbered
}

// format fills in the fields of a string as Python's str.format does. Fields may be nested once, in
// a format specification; braces are doubled only outside of it. depth is 2 for the string itself
// and 1 for a format specification.
func (f *formatter) format(s string, depth int) string {
	if depth == 0 {
		fail("fields are nested too deeply here")
	}
	var b strings.Builder
	for s != "" {
		at := strings.IndexAny(s, "{}")
		if at < 0 {
			b.WriteString(s)
			break
		}
		b.WriteString(s[:at])
		if at+1 < len(s) && s[at+1] == s[at] && depth == 2 {
			b.WriteByte(s[at])
			s = s[at+2:]
			continue
		}
		if s[at] == '}' {
			fail("a single } must be doubled in a string with fields")
		}
		field, rest := cutField(s[at+1:])
		b.WriteString(f.field(field, depth))
		if s = rest; b.Len() > maxRepr {
			f.outOfMemory()
		}
	}
	return b.String()
}

// cutField returns a field, which ends before its closing brace, and the text after that brace.
func cutField(s string) (field, rest string) {
	depth := 1
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return s[:i], s[i+1:]
			}
		}
	}
	fail("a single { must be doubled in a string with fields")
	return "", ""
}

// field formats a field: its name, an optional !r or !s, and an optional : with a format
// spec.
func (f *formatter) field(field string, depth int) string {
	name, spec, conversion := field, "", byte(0)
	bracket := false
	// In the brackets of an index, ! and : are ordinary characters.
	for i := 0; i < len(field); i++ {
		switch ch := field[i]; {
		case ch == '[':
			bracket = true
		case ch == ']':
			bracket = false
		case ch == '!' && !bracket:
			if i+1 == len(field) || i+2 < len(field) && field[i+2] != ':' {
				fail("! must be followed by r, s or a, and then by a colon or the end of the field")
			}
			name, conversion = field[:i], field[i+1]
			spec = strings.TrimPrefix(field[i+2:], ":")
			i = len(field)
		case ch == ':' && !bracket:
			name, spec = field[:i], field[i+1:]
			i = len(field)
		}
	}
	v := f.lookup(name)
	switch conversion {
	case 0:
	case 's':
		v = f.python(v)
	case 'r', 'a':
		var b strings.Builder
		f.repr(&b, v)
		v = b.String()
		if conversion == 'a' {
			v = asciiOnly(b.String())
		}
	default:
		fail("! must be followed by r, s or a")
	}
	// A specification can take its width from an argument: {0:{1}} (6.5).
	if strings.ContainsAny(spec, "{}") {
		spec = f.format(spec, depth-1)
	}
	return f.write(v, spec)
}

// asciiOnly escapes all characters beyond ASCII.
func asciiOnly(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r < utf8.RuneSelf:
			b.WriteRune(r)
		case r < 0x100:
			hexDigits(&b, `\x`, r, 2)
		case r < 0x10000:
			hexDigits(&b, `\u`, r, 4)
		default:
			hexDigits(&b, `\U`, r, 8)
		}
	}
	return b.String()
}

// lookup finds the value that a field refers to: 0, name, 0[1], 0[key]. In brackets, digits are an
// index or an integer key, and anything else is a key without quotes.
func (f *formatter) lookup(name string) Value {
	end := strings.IndexAny(name, ".[")
	if end < 0 {
		end = len(name)
	}
	v := f.argument(name[:end])
	for rest := name[end:]; rest != ""; {
		if rest[0] == '.' {
			end := 1 + strings.IndexAny(rest[1:]+".", ".[")
			v = attribute(v, rest[1:end])
			rest = rest[end:]
			continue
		}
		end := strings.IndexByte(rest, ']')
		if rest[0] != '[' || end < 2 {
			fail("an index in a field must be in brackets: {0[1]}")
		}
		v = f.element(v, rest[1:end])
		rest = rest[end+1:]
	}
	return v
}

// argument returns the argument of a field: the next one if the field is empty, else by number or
// name. {} and {0} cannot be mixed in a string, though both can be mixed with names.
func (f *formatter) argument(name string) Value {
	n, err := strconv.Atoi(name)
	numbered := err == nil && n >= 0 && asciiDigit(name[0])
	switch {
	case name == "" && f.manual || numbered && f.next > 0:
		fail("a string cannot mix numbered and unnumbered fields")
	case name == "":
		n = f.next
		f.next++
	case numbered:
		f.manual = true
	default:
		for _, o := range f.others {
			if o.name == name {
				return o.value
			}
		}
		fail("there is no argument " + quoted(name))
	}
	if n >= len(f.rest) {
		fail("there is no argument " + strconv.Itoa(n) + "; they are counted from 0")
	}
	return f.rest[n]
}

// attribute returns an attribute of Python's object. Only dates have any here. YAQL's properties
// that Python has as methods, such as weekday, are not attributes.
func attribute(v Value, name string) Value {
	if t, ok := v.(datetime); ok {
		if p, ok := t.property(name); ok && is(p, intKind) && name != "weekday" {
			return p
		}
	}
	fail(noun(v) + " has no attributes for .name; {0[key]} reads a key of a map")
	return nil
}

// element returns an element of a list or a string, or the value of a key. A negative number counts
// as a key, not as an index from the end: {0[-1]} is an error (6.5).
func (f *formatter) element(v Value, index string) Value {
	n, err := strconv.Atoi(index)
	isNumber := err == nil && asciiDigit(index[0])
	switch v := v.(type) {
	case *dict:
		var key Value = index
		if isNumber {
			key = int64(n)
		}
		if found, ok := f.find(v, key); ok {
			return found
		}
	case *list:
		if isNumber && n < len(v.items) {
			return v.items[n]
		}
	case string:
		if runes := []rune(v); isNumber && n < len(runes) {
			return string(runes[n])
		}
	}
	fail("there is no [" + index + "] in " + noun(v))
	return nil
}

// hexDigits writes an escape with a fixed number of digits.
func hexDigits(b *strings.Builder, prefix string, r rune, digits int) {
	s := strconv.FormatInt(int64(r), 16)
	b.WriteString(prefix + strings.Repeat("0", digits-len(s)) + s)
}
