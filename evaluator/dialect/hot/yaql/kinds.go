package yaql

import (
	"math/big"

	"pantograph/evaluator/dialect/hot/pattern"
)

// A Value is what an expression works with:
//
//	nil                    null
//	bool, string           as in Go
//	int64, *big.Int        an integer; a big one only where an int64 is too small
//	float64                a float
//	*list, *dict, *set     collections, which never change
//	*view                  the keys, values or items of a map
//	*iterator              a sequence that is read once
//	*ordering, *memorized  a sequence that is sorted, or remembered, when it is read
//	*regex, datetime, timespan
//	*context               variables and functions
//	unknown                known only to a deployment; reading it ends the evaluation
//	opaque                 a value that no function takes, such as a complex number
type Value = any

// kind is a set of kinds of values.
type kind uint32

const (
	nullKind kind = 1 << iota
	boolKind
	intKind
	floatKind
	textKind
	listKind
	rawListKind // a Python list; all other lists are tuples
	mapKind
	setKind
	keysKind   // a view of keys or of items, which behaves like a set
	valuesKind // a view of values: iterable, but without operations of sets
	iteratorKind
	memorizedKind
	orderingKind
	regexKind
	datetimeKind
	timespanKind
	contextKind
	opaqueKind
	lambdaKind // a parameter that takes its expression unevaluated

	numberKind   = intKind | floatKind
	anyList      = listKind | rawListKind
	anySet       = setKind | keysKind
	iterableKind = anyList | anySet | valuesKind | iteratorKind | memorizedKind | orderingKind
	// anyKind has all the bits below lambdaKind, which must therefore remain the last of the kinds.
	anyKind = lambdaKind - 1
)

type (
	// A list is a Python tuple or, if raw, a Python list. Splitting, grouping and repeating return
	// raw lists, which differ from tuples: Python shows them in brackets, cannot hash them, and
	// never treats them as equal to a tuple (4).
	list struct {
		items []Value
		raw   bool
	}
	// A dict is a map in insertion order. A raw one was made by a function such as toDict. It
	// equals other maps, but it cannot be a key or an element of a set (4).
	dict struct {
		identities
		keys, values []Value
		raw          bool
	}
	// A set holds its elements in insertion order.
	set struct {
		identities
		items []Value
	}
	// identities are the results of identify for each key or element, in order. Two keys are the
	// same if their identities are: 1, 1.0 and true, but not '1' (1).
	identities struct {
		ids   []string
		index map[string]int // nil while there are only a few
	}
	// A view shows a part of a map. Views of keys and of items behave like sets (4).
	view struct {
		of   *dict
		part viewPart
	}
	// A regex is a compiled pattern.
	regex struct {
		*pattern.Pattern
		text  string
		flags pattern.Flags
	}
	// unknown is a value of the data that only a deployment knows.
	unknown struct{ why string }
	// opaque is a value that no function takes.
	opaque struct{ name string }
)

// indexFrom is the number of identities at which an index is created. With fewer, a search through
// the slice is cheap.
const indexFrom = 9

// at returns the index of an identity, and whether it is present.
func (s *identities) at(id string) (int, bool) {
	if s.index != nil {
		i, ok := s.index[id]
		return i, ok
	}
	for i := range s.ids {
		if s.ids[i] == id {
			return i, true
		}
	}
	return 0, false
}

// add appends an identity that is not yet present.
func (s *identities) add(id string) {
	s.ids = append(s.ids, id)
	switch n := len(s.ids); {
	case n == indexFrom:
		s.index = make(map[string]int, 2*n)
		for i, id := range s.ids {
			s.index[id] = i
		}
	case n > indexFrom:
		s.index[id] = n - 1
	}
}

// A viewPart is the part of a map that a view shows.
type viewPart uint8

const (
	keysView viewPart = iota
	valuesView
	itemsView
)

// name returns the name of Python's class, which its str begins with.
func (v *view) name() string { return [...]string{"KeysView", "ValuesView", "ItemsView"}[v.part] }

// items returns the elements of a view. The result may share the map's keys and values, so it
// must not be modified.
func (v *view) items() []Value {
	switch v.part {
	case keysView:
		return v.of.keys
	case valuesView:
		return v.of.values
	}
	out := make([]Value, len(v.of.keys))
	for i, k := range v.of.keys {
		out[i] = tuple(k, v.of.values[i])
	}
	return out
}

// tuple returns a list that is not raw: it can be hashed.
func tuple(items ...Value) *list { return &list{items: items} }

// rawList returns a raw list, for functions whose original returns a Python list (4).
func rawList(items []Value) *list { return &list{items, true} }

// integer returns i in its smallest form. Every function that computes with a big.Int returns its
// result through it, so that a number has one form only.
func integer(i *big.Int) Value {
	if i.IsInt64() {
		return i.Int64()
	}
	return i
}

// bigInt returns an integer or a boolean as a big.Int, which must not be modified.
func bigInt(v Value) *big.Int {
	switch v := v.(type) {
	case int64:
		return big.NewInt(v)
	case *big.Int:
		return v
	case bool:
		return big.NewInt(toInt(v))
	}
	panic("yaql: not an integer")
}

// toInt returns the integer that a boolean equals in Python, where bool is a kind of int.
func toInt(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// clamped returns an integer or a boolean as an int, clamped to a range that is far from
// overflowing. All limits are far below this range, so a clamped position or length has the same
// effect as the true one.
func clamped(v Value) int {
	const far = 1 << 30
	i := bigInt(v)
	switch {
	case i.IsInt64() && i.Int64() < far && i.Int64() > -far:
		return int(i.Int64())
	case i.Sign() < 0:
		return -far
	}
	return far
}

// kindOf returns the kind of a value. For an unknown value it fails, since asking for the kind
// counts as reading.
func kindOf(v Value) kind {
	switch v := v.(type) {
	case nil:
		return nullKind
	case bool:
		return boolKind
	case int64, *big.Int:
		return intKind
	case float64:
		return floatKind
	case string:
		return textKind
	case *list:
		if v.raw {
			return rawListKind
		}
		return listKind
	case *dict:
		return mapKind
	case *set:
		return setKind
	case *view:
		if v.part == valuesView {
			return valuesKind
		}
		return keysKind
	case *memorized:
		return memorizedKind
	case *iterator:
		return iteratorKind
	case *ordering:
		return orderingKind
	case *regex:
		return regexKind
	case datetime:
		return datetimeKind
	case timespan:
		return timespanKind
	case *context:
		return contextKind
	case opaque:
		return opaqueKind
	case unknown:
		panic(&failure{cause: onUnknown, message: v.why})
	}
	panic("yaql: unknown kind of value")
}

// is reports whether a value is of one of several kinds.
func is(v Value, k kind) bool { return kindOf(v)&k != 0 }
