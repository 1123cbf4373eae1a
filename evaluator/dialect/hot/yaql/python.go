package yaql

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"pantograph/evaluator/dialect/hot/python"
)

// Strings, truth and equality follow Python's rules, which are in this file, and so does hashing
// (hash.go). Functions that descend into a value count each step and each level, because values share
// their parts: a short expression can make a value that would be enormous when written out.

// literalText is Python's str of a scalar.
func literalText(v Value) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case bool:
		if v {
			return "True"
		}
		return "False"
	case int64:
		return strconv.FormatInt(v, 10)
	case *big.Int:
		return v.String()
	case float64:
		return python.FloatText(v)
	}
	panic("yaql: not a scalar")
}

// text implements str: Python's str except for null, true and false. join and replace use it for
// elements and keys that are not strings (6.5).
func (e *evaluator) text(v Value) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(v)
	}
	return e.python(v)
}

// python is Python's str. A string is unquoted here, but quoted inside a collection; dates and
// spans have a shorter form here, too.
func (e *evaluator) python(v Value) string {
	switch v := v.(type) {
	case string:
		return v
	case datetime:
		return v.text()
	case timespan:
		return v.text()
	}
	var b strings.Builder
	e.repr(&b, v)
	return b.String()
}

// maxRepr bounds a string while it is being built. No value can be longer.
const maxRepr = 1 << 20

// repr writes Python's repr.
func (e *evaluator) repr(b *strings.Builder, v Value) {
	e.enter()
	defer e.leave()
	if b.Len() > maxRepr {
		e.outOfMemory()
	}
	switch v := v.(type) {
	case string:
		e.spend(len(v) / 16)
		b.WriteString(python.Quoted(v))
	case *list:
		e.reprList(b, v)
	case *dict:
		e.reprDict(b, v)
	case *set:
		b.WriteString("frozenset(")
		if len(v.items) > 0 {
			e.reprItems(b, "{", v.items, "}")
		}
		b.WriteByte(')')
	case *view:
		b.WriteString(v.name() + "(")
		e.reprDict(b, v.of)
		b.WriteByte(')')
	case *regex:
		b.WriteString(v.repr())
	case datetime:
		b.WriteString(v.repr())
	case timespan:
		b.WriteString(v.repr())
	case *iterator:
		e.address(b, v.name)
	case *ordering:
		e.address(b, "yaql.standard_library.queries.OrderingIterable")
	case *memorized:
		e.address(b, "generator")
	case *context:
		e.address(b, "yaql.language.contexts.Context")
	case opaque:
		e.address(b, v.name)
	case unknown:
		// In a message, an unknown value is shown as such. Anywhere else kindOf ends the
		// evaluation.
		if !e.explaining {
			kindOf(v)
		}
		b.WriteString("⟨unknown: " + v.why + "⟩")
	case *big.Int:
		e.spend(v.BitLen() / 8)
		b.WriteString(literalText(v))
	default:
		b.WriteString(literalText(v))
	}
}

// address writes a value that Python shows by its memory address. A message may contain it; a value
// that depends on it is unknown.
func (e *evaluator) address(b *strings.Builder, name string) {
	if !e.explaining {
		panic(&failure{cause: onChance, message: "the address of an object in memory"})
	}
	b.WriteString("<" + name + " object at ADDRESS>")
}

// reprItems writes items between brackets, separated by commas.
func (e *evaluator) reprItems(b *strings.Builder, open string, items []Value, end string) {
	b.WriteString(open)
	for i, item := range items {
		if i > 0 {
			b.WriteString(", ")
		}
		e.repr(b, item)
	}
	b.WriteString(end)
}

// reprList writes a raw list in brackets and others as tuples: (1, 2), or (1,) with one element.
func (e *evaluator) reprList(b *strings.Builder, l *list) {
	switch {
	case l.raw:
		e.reprItems(b, "[", l.items, "]")
	case len(l.items) == 1:
		e.reprItems(b, "(", l.items, ",)")
	default:
		e.reprItems(b, "(", l.items, ")")
	}
}

// reprDict writes a map as Python shows a dict: {'a': 1}.
func (e *evaluator) reprDict(b *strings.Builder, d *dict) {
	b.WriteByte('{')
	for i, k := range d.keys {
		if i > 0 {
			b.WriteString(", ")
		}
		e.repr(b, k)
		b.WriteString(": ")
		e.repr(b, d.values[i])
	}
	b.WriteByte('}')
}

// truth reports whether Python treats a value as true. A sequence is true even if it has no
// elements (4).
func truth(v Value) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case int64:
		return v != 0
	case float64:
		return v != 0
	case string:
		return v != ""
	case *list:
		return len(v.items) > 0
	case *dict:
		return len(v.keys) > 0
	case *set:
		return len(v.items) > 0
	case *view:
		return len(v.of.keys) > 0
	case timespan:
		return v.us.Sign() != 0
	}
	// An unknown value must not count as true: kindOf fails for it.
	kindOf(v)
	return true
}

// compareNumbers compares two numbers or booleans. An integer and a float compare exactly. It
// returns false if one of them is NaN.
func compareNumbers(a, b Value) (int, bool) {
	x, xf := a.(float64)
	y, yf := b.(float64)
	switch {
	case xf && yf:
		if x != x || y != y {
			return 0, false
		}
		return order(x, y), true
	case xf:
		sign, ok := compareNumbers(b, a)
		return -sign, ok
	case yf:
		if y != y {
			return 0, false
		}
		if math.IsInf(y, 0) {
			return order(0, y), true
		}
		i, ok := a.(int64)
		// Up to 52 bits an integer is exact as a float. Beyond that the conversion could make
		// different numbers equal.
		if ok && i < 1<<52 && i > -1<<52 {
			return order(float64(i), y), true
		}
		return new(big.Float).SetInt(bigInt(a)).Cmp(big.NewFloat(y)), true
	}
	if i, ok := a.(int64); ok {
		if j, ok := b.(int64); ok {
			return order(i, j), true
		}
	}
	return bigInt(a).Cmp(bigInt(b)), true
}

// order returns -1, 0 or 1. Strings are compared by byte, which for UTF-8 is the order of code
// points, as in Python.
func order[T int64 | float64 | string](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// equal is Python's ==. Numbers and booleans are compared by value, so 1 = 1.0 = true; collections
// by elements (4).
func (e *evaluator) equal(a, b Value) bool {
	e.enter()
	defer e.leave()
	ka, kb := kindOf(a), kindOf(b)
	const numeric = numberKind | boolKind
	if ka&numeric != 0 && kb&numeric != 0 {
		sign, ok := compareNumbers(a, b)
		return ok && sign == 0
	}
	if ka&anySet != 0 && kb&anySet != 0 {
		if x, ok := a.(*view); ok {
			if y, ok := b.(*view); ok && x.part == y.part && x.part == itemsView {
				return e.equalDicts(x.of, y.of) // without hashing the values
			}
		}
		x, y := e.asSet(a), e.asSet(b)
		return len(x.items) == len(y.items) && subset(x, y)
	}
	// This also separates raw lists from other lists, which never equal them.
	if ka != kb {
		return false
	}
	switch a := a.(type) {
	case nil:
		return true
	case string:
		return a == b.(string)
	case *list:
		return e.equalItems(a.items, b.(*list).items)
	case *dict:
		return e.equalDicts(a, b.(*dict))
	case *regex:
		y := b.(*regex)
		return a.text == y.text && a.flags == y.flags
	case datetime:
		return a.compare(b.(datetime)) == 0
	case timespan:
		return a.us.Cmp(b.(timespan).us) == 0
	}
	return a == b // iterators and the like equal only themselves
}

// equalItems compares lists element by element.
func (e *evaluator) equalItems(a, b []Value) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !e.equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

// equalDicts compares maps without regard to the order of their keys.
func (e *evaluator) equalDicts(a, b *dict) bool {
	if len(a.keys) != len(b.keys) {
		return false
	}
	for i, id := range a.ids {
		j, ok := b.at(id)
		if !ok || !e.equal(a.values[i], b.values[j]) {
			return false
		}
	}
	return true
}
