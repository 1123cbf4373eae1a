package yaql

import (
	"math/big"
	"strconv"
	"strings"
)

// An entry is a form of a library function. Its signature says how it is called:
//
//	m split(string:text, separator:text?=null, maxSplits:int=-1)
//
// The first word says whether it is a method (m), a function (f) or both (mf); the first
// parameter of a method is its receiver. `|` separates names of the same function. A kind
// that ends in ? also takes null. `name...:kind` takes any number of positional arguments,
// `**:kind` any number of named ones, `=>:kind` any number of pairs `key => value`. The kind
// fn is an expression that the function evaluates itself.
//
// Signatures are strings because messages and documentation show parts of them. They are parsed when
// a name is first used.
type entry struct {
	signature string
	doc       string
	eval      func(c *call) Value
}

// A param is a parameter.
type param struct {
	name string
	// kinds are the kinds of values it takes; lambdaKind alone means an unevaluated expression.
	kinds    kind
	optional bool
	value    Value // default value
}

// An overload is an entry with its parsed signature.
type overload struct {
	entry  *entry
	method bool
	plain  bool // it may be called as a function
	params []param
	rest   *param // for more positional arguments
	others *param // for more named arguments
	pairs  *param // for pairs
}

// kindWord returns the kinds that a word of a signature denotes. An unknown word is an error in
// our table, so it panics.
func kindWord(word string) kind {
	switch word {
	case "any":
		return anyKind
	case "fn":
		return lambdaKind
	case "bool":
		return boolKind
	case "int": // Python's booleans are integers
		return intKind | boolKind
	case "integer": // for the few functions that refuse booleans
		return intKind
	case "number":
		return numberKind
	case "scalar":
		return numberKind | boolKind
	case "text":
		return textKind
	case "list": // raw or not
		return anyList
	case "tuple": // a list that is not raw
		return listKind
	case "map":
		return mapKind
	case "set": // a set, or a view of keys or items
		return anySet
	case "pureset": // a set that is not a view
		return setKind
	case "iterable":
		return iterableKind
	case "iterator":
		return iteratorKind
	case "memorized":
		return memorizedKind
	case "sized":
		return anyList | anySet
	case "ordering":
		return orderingKind
	case "regex":
		return regexKind
	case "datetime":
		return datetimeKind
	case "timespan":
		return timespanKind
	case "context":
		return contextKind
	case "null":
		return nullKind
	}
	panic("yaql: no kind " + word)
}

// names returns the names of an entry. Synonyms share a signature, as in `where|filter`.
func (n *entry) names() []string {
	_, call, _ := strings.Cut(n.signature, " ")
	names, _, _ := strings.Cut(call, "(")
	if strings.HasPrefix(names, "#") {
		return []string{names} // an operator may contain bars
	}
	return strings.Split(names, "|")
}

// is reports whether an entry is a method ("m") or a function ("f").
func (n *entry) is(form string) bool {
	how, _, _ := strings.Cut(n.signature, " ")
	return strings.Contains(how, form)
}

// read parses the signature. It relies on the tables: no default contains an equals sign, or a
// comma followed by a blank.
func (n *entry) read() *overload {
	o := &overload{entry: n, method: n.is("m"), plain: n.is("f")}
	inside := n.signature[strings.IndexByte(n.signature, '(')+1 : len(n.signature)-1]
	for inside != "" {
		var word string
		word, inside, _ = strings.Cut(inside, ", ")
		// A form whose receiver is nameless, as in `concat(:iterable, ...)`, cannot be called with
		// that argument by name.
		name, rest, _ := strings.Cut(word, ":")
		word, value, optional := strings.Cut(rest, "=")
		p := param{name: name, optional: optional}
		word, null := strings.CutSuffix(word, "?")
		p.kinds = kindWord(word)
		if null {
			p.kinds |= nullKind
		}
		if optional {
			p.value = defaultValue(value)
		}
		switch {
		case name == "**":
			o.others = &p
		case name == "=>":
			o.pairs = &p
		case strings.HasSuffix(name, "..."):
			o.rest = &p
		default:
			o.params = append(o.params, p)
		}
	}
	return o
}

// defaultValue parses a default in the notation of signatures, in which - means that the argument
// is missing.
func defaultValue(word string) Value {
	switch word {
	case "null":
		return nil
	case "-":
		return missing{}
	case "utc":
		return timespan{new(big.Int)}
	case "true", "false":
		return word == "true"
	}
	if n, err := strconv.ParseInt(word, 10, 64); err == nil {
		return n
	}
	return strings.Trim(word, "'")
}

// shown renders a form as it is called: text.split(separator, maxSplits). The receiver of a method
// is shown by its kind, and defaults are left out, since users look here for the order of the
// arguments.
func (o *overload) shown() string {
	var b strings.Builder
	b.WriteString(o.entry.names()[0] + "(")
	params := o.params
	if o.method {
		b.Reset()
		b.WriteString(o.entry.receiver() + "." + o.entry.names()[0] + "(")
		params = params[1:]
	}
	var parts []string
	for i := range params {
		parts = append(parts, params[i].name)
	}
	if o.rest != nil {
		parts = append(parts, o.rest.name)
	}
	if o.others != nil {
		parts = append(parts, "name => value, ...")
	}
	if o.pairs != nil {
		parts = append(parts, "key => value, ...")
	}
	b.WriteString(strings.Join(parts, ", ") + ")")
	return b.String()
}

// receiver returns the word for the kind of the receiver. It is the first kind in the signature.
func (n *entry) receiver() string {
	_, after, _ := strings.Cut(n.signature, ":")
	word := after[:strings.IndexAny(after, ",)")]
	word, _, _ = strings.Cut(word, "=")
	if word = strings.TrimSuffix(word, "?"); word == "any" {
		return "value"
	}
	return word
}
