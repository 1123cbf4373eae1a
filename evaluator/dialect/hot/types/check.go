package types

import (
	"slices"
	"strconv"
	"strings"

	"pantograph/evaluator/value"
)

// A Check is a rule that a type has in addition to the schemas of its properties: if all its
// terms are true, the properties are refused. It is written as terms, an arrow and Heat's
// message:
//
//	networks[] +fixed_ip port -> C networks/fixed_ip, networks/port
//
// A term is about a property, or about a key inside one, given by a path:
//
//	a !a      it is given, it is not given
//	+a -a     it is given and not empty, it is not
//	a=x|y     its value is one of these; a!=x: it is not
//	a=$b      its value equals another's; also a!=$b, a>$b, a<$b
//	a>2       it is larger, or a longer list; also a<2
//	a[]       the following terms apply to each element of a list
//
// Defaults count, except in terms that ask whether a property is given. An unknown property
// counts as given and not empty. If a term needs an unknown value, or the value of a property
// that was itself refused, the check reports nothing.
type Check struct {
	terms []term
	Text  string // {a} is replaced by the value of a, {r} by the name of the resource
}

type term struct {
	op     byte // ' ' given, '!' not given, '+' '-' '=' '#' (not equal) '>' '<' '[' (each element)
	path   []string
	values []string
}

// kindTexts are the messages that several checks share. Section 16.3 calls them by the same
// letters.
var kindTexts = map[string]func(a []string) string{
	"C": func(a []string) string {
		return "Cannot define the following properties at the same time: " + strings.Join(a, ", ") + "."
	},
	"N": func(a []string) string {
		return "At least one of the following properties must be specified: " + strings.Join(a, ", ") + "."
	},
	"D": func(a []string) string { return a[0] + " cannot be specified without " + a[1] + "." },
	"V": func(a []string) string {
		return a[0] + " property should only be specified for " + a[1] + " with value " + a[2] + "."
	},
}

// ParseCheck parses a check. The data file contains only valid ones.
func ParseCheck(text string) *Check {
	left, right, _ := strings.Cut(text, "-> ")
	c := &Check{Text: right}
	if kind, names, _ := strings.Cut(right, " "); kindTexts[kind] != nil {
		c.Text = kindTexts[kind](strings.Split(names, ", "))
	}
	for _, word := range strings.Fields(left) {
		c.terms = append(c.terms, parseTerm(word))
	}
	return c
}

// appendNames appends the names of all properties that the check reads, and of keys in them.
func (c *Check) appendNames(names []string) []string {
	for i := range c.terms {
		t := &c.terms[i]
		names = append(names, t.path[0])
		for _, v := range t.values {
			if name, isName := strings.CutPrefix(v, "$"); isName {
				names = append(names, name)
			}
		}
	}
	return names
}

// parseTerm parses a term. For example, a.b!=x|y has the operator #, the path a, b and the values x
// and y.
func parseTerm(word string) term {
	op := byte(' ')
	if name, isList := strings.CutSuffix(word, "[]"); isList {
		return term{op: '[', path: strings.Split(name, ".")}
	}
	if strings.IndexByte("!+-", word[0]) >= 0 {
		op, word = word[0], word[1:]
	}
	t := term{op: op}
	if i := strings.IndexAny(word, "=<>"); i >= 0 {
		t.op, t.values = word[i], strings.Split(word[i+1:], "|")
		// The mark before the equals sign belongs to the operator: a!=x.
		if word = word[:i]; strings.HasSuffix(word, "!") {
			t.op, word = '#', word[:i-1]
		}
	}
	t.path = strings.Split(word, ".")
	return t
}

// Class returns Heat's error class for the check, or "" if it has none. The class is recognised by the
// words that Heat's texts for it begin with or contain.
func (c *Check) Class() string {
	for _, class := range []struct{ text, name string }{
		{"Cannot define the following", "ResourcePropertyConflict"},
		{"At least one of the following", "PropertyUnspecifiedError"},
		{" cannot be specified without ", "ResourcePropertyDependency"}, {" property should only be specified for ",
			"ResourcePropertyValueDependency"},
	} {
		if strings.Contains(c.Text, class.text) {
			return class.name
		}
	}
	return ""
}

// A Scope contains the properties of a resource, or the fields of an element of a list in them.
// outer is the scope of the list, nil at the top; messages may name values of both.
type Scope struct {
	given *value.Object // as written in the template
	typed *value.Object // converted, with defaults
	outer *Scope
	// Most checks of a type are about the elements of the same list, so the last one found is kept, and so is the
	// scope for elements.
	path              []string
	list, writtenList *value.List
	inner             *Scope
}

// Violations calls found for each violation of the checks, with Heat's message and the last value
// that the check looked at. given are the properties as written in the template, and typed those after conversion,
// with defaults. The memory of the scope serves all resources.
func (s *Scope) Violations(checks []*Check, resource string, given, typed *value.Object,
	found func(c *Check, text string, at value.Value)) {
	s.given, s.typed = given, typed
	for _, c := range checks {
		c.from(0, resource, s, value.Value{}, found)
	}
	for inside := s; inside != nil; inside = inside.inner {
		*inside = Scope{outer: inside.outer, inner: inside.inner} // so that it keeps no values
	}
}

// from checks the terms from number i on, in a scope. at is the last value with a position so far.
// A term a[] checks the rest of the terms for each element.
func (c *Check) from(i int, resource string, s *Scope, at value.Value, found func(*Check, string, value.Value)) {
	for ; i < len(c.terms); i++ {
		t := &c.terms[i]
		if t.op == '[' {
			s.find(t.path)
			if s.list == nil {
				return
			}
			if s.inner == nil {
				s.inner = &Scope{outer: s}
			}
			for n, item := range s.list.Items {
				inner := s.inner
				inner.typed, inner.path = item.Object(), nil
				// Given is the element as written or, if that is not known, in its converted form.
				if inner.given = inner.typed; s.writtenList != nil && n < len(s.writtenList.Items) {
					inner.given = s.writtenList.Items[n].Object()
				}
				if inner.typed != nil {
					c.from(i+1, resource, inner, item, found)
				}
			}
			return
		}
		// Most checks end here, so this comes before the value is looked up.
		if (t.op == ' ' || t.op == '!') && isGiven(s.given, t.path) != (t.op == ' ') {
			return
		}
		v := lookup(s.typed, t.path)
		if v.IsFailed() || !t.holds(s, v) {
			return
		}
		if v.Data != nil && !v.Origin.IsZero() {
			at = v
		}
	}
	found(c, c.fill(resource, s), at)
}

// find finds the list at a path, converted and as written. Both are nil if it failed, or is not a list.
func (s *Scope) find(path []string) {
	if slices.Equal(s.path, path) {
		return
	}
	s.path, s.list, s.writtenList = path, nil, nil
	if v := lookup(s.typed, path); !v.IsFailed() && v.List() != nil {
		s.list, s.writtenList = v.List(), lookup(s.given, path).List()
	}
}

// holds reports whether a term is true for v, the converted value of its path. A comparison with an
// unknown value is false, so the check does not report anything.
func (t *term) holds(s *Scope, v value.Value) bool {
	switch t.op {
	case ' ', '!':
		return true // from has looked
	case '+':
		return isSet(v)
	case '-':
		return !isSet(v)
	}
	if v.IsUnknown() {
		return false
	}
	for _, want := range t.values {
		// A name with a dollar sign denotes the value of another property.
		right := value.Str(want)
		if name, isName := strings.CutPrefix(want, "$"); isName {
			if right = lookup(s.typed, []string{name}); right.IsUnknown() || right.IsFailed() || right.Data == nil {
				return false
			}
		}
		switch t.op {
		case '=', '#':
			if plain(v) == plain(right) {
				return t.op == '='
			}
		default:
			left, ok := amount(v)
			limit, both := amount(right)
			return ok && both && (t.op == '>' && left > limit || t.op == '<' && left < limit)
		}
	}
	return t.op == '#'
}

// isGiven reports whether the properties as written have a value at a path.
func isGiven(o *value.Object, path []string) bool { return lookup(o, path).Data != nil }

// lookup returns the value at a path, without Data if it is missing.
func lookup(o *value.Object, path []string) value.Value {
	if len(path) == 1 {
		v, _ := o.Get(path[0])
		return v
	}
	v := value.Value{}
	for i, key := range path {
		if i > 0 && (v.IsUnknown() || v.IsFailed()) {
			return v
		}
		if i > 0 {
			o = v.Object()
		}
		if o == nil {
			return value.Value{}
		}
		v, _ = o.Get(key)
	}
	return v
}

// isSet reports whether a property is present and not empty.
func isSet(v value.Value) bool {
	switch d := v.Data.(type) {
	case nil, value.Null:
		return false
	case value.Bool:
		return bool(d)
	case value.String:
		return d != ""
	case value.Number:
		return d.Float() != 0
	case *value.List:
		return len(d.Items) > 0
	case *value.Object:
		return len(d.Fields) > 0
	}
	return true
}

// amount returns the number that > and < compare: a number, even if it is written as a string, or
// the length of a list.
func amount(v value.Value) (float64, bool) {
	switch d := v.Data.(type) {
	case value.Number:
		return d.Float(), true
	case value.String:
		f, err := strconv.ParseFloat(string(d), 64)
		return f, err == nil
	case *value.List:
		return float64(len(d.Items)), true
	}
	return 0, false
}

// plain formats a string, number or boolean, or returns "" for anything else.
func plain(v value.Value) string {
	switch d := v.Data.(type) {
	case value.String:
		return string(d)
	case value.Number:
		return string(d)
	case value.Bool:
		if d {
			return "True"
		}
		return "False"
	}
	return ""
}

// fill replaces the names in braces with their values. Names that the scope does not have are
// looked up in the scopes around it.
func (c *Check) fill(resource string, s *Scope) string {
	text := strings.ReplaceAll(c.Text, "{r}", resource)
	for i := range text {
		if i >= len(text) || text[i] != '{' {
			continue
		}
		name, _, ok := strings.Cut(text[i+1:], "}")
		if !ok {
			break
		}
		for at := s; at != nil; at = at.outer {
			if v := lookup(at.typed, []string{name}); v.Data != nil {
				text = strings.Replace(text, "{"+name+"}", plain(v), 1)
				break
			}
		}
	}
	return text
}
