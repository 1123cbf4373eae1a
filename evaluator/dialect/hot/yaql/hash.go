package yaql

import (
	"math"
	"math/big"
	"sort"
	"strconv"
	"strings"

	"pantograph/evaluator/dialect/hot/python"
)

// identify returns a string that is equal for equal values. It fails for values that Python cannot
// hash. Within a map or a set, two keys are the same if and only if these strings are equal.
func (e *evaluator) identify(v Value) string {
	switch v := v.(type) { // avoids the builder for almost all keys
	case string:
		e.spend(len(v) / 256)
		return "s" + v
	case int64:
		return "n" + strconv.FormatInt(v, 10)
	}
	var b strings.Builder
	e.hash(&b, v)
	return b.String()
}

// hash writes the identity of a value. The first letter separates the kinds. Strings inside other
// values are prefixed with their length, so that no string can look like the end of a list; a
// string that is itself a key needs no prefix.
func (e *evaluator) hash(b *strings.Builder, v Value) {
	e.enter()
	defer e.leave()
	if b.Len() > maxRepr {
		e.outOfMemory()
	}
	switch v := v.(type) {
	case nil:
		b.WriteByte('0')
	case bool:
		// Booleans, integers and floats share a letter, because 1, 1.0 and true are the same key.
		b.WriteString("n" + strconv.FormatInt(toInt(v), 10))
	case int64:
		b.WriteString("n" + literalText(v))
	case *big.Int:
		e.spend(v.BitLen() / 8)
		b.WriteString("n" + literalText(v))
	case float64:
		b.WriteString("n" + floatIdentity(v))
	case string:
		e.spend(len(v) / 16)
		b.WriteString("s" + strconv.Itoa(len(v)) + ":" + v)
	case *list:
		if v.raw {
			fail("a list that was made by splitting or grouping cannot be a key or an element of a set")
		}
		b.WriteByte('(')
		for _, item := range v.items {
			e.hash(b, item)
			b.WriteByte(',')
		}
		b.WriteByte(')')
	case *dict:
		if v.raw {
			fail("a map that was made by a function cannot be a key or an element of a set")
		}
		e.hashDict(b, v)
	case *set:
		// The copy keeps the order of the set's elements.
		writeSorted(b, "{", append([]string(nil), v.ids...))
	case *view:
		// In Python, a view of values equals only itself and is hashable, unlike the others.
		if v.part == valuesView {
			b.WriteString(pointer(e, v))
			return
		}
		fail("a view of a map cannot be a key or an element of a set")
	case datetime:
		b.WriteString("d" + strconv.FormatInt(v.local-v.offset, 10))
	case timespan:
		b.WriteString("t" + v.us.String())
	case *regex:
		b.WriteString("r" + v.repr())
	default:
		kindOf(v)
		b.WriteString(pointer(e, v))
	}
}

// floatIdentity returns a string that is equal for equal numbers. A whole float has the identity of
// the integer, whatever its size.
func floatIdentity(f float64) string {
	if f == math.Trunc(f) && !math.IsInf(f, 0) {
		i, _ := big.NewFloat(f).Int(nil)
		return i.String()
	}
	return python.FloatText(f)
}

// pointer returns a string that is unique to an object. It replaces the address that Python would
// use, which differs between runs.
func pointer(e *evaluator, v Value) string {
	if e.objects == nil {
		e.objects = map[Value]int{}
	}
	if _, ok := e.objects[v]; !ok {
		e.objects[v] = len(e.objects)
	}
	return "@" + strconv.Itoa(e.objects[v])
}

// hashDict writes the identity of a map, in which the order of the keys does not matter.
func (e *evaluator) hashDict(b *strings.Builder, d *dict) {
	parts := make([]string, len(d.ids))
	for i, id := range d.ids {
		var part strings.Builder
		part.WriteString(id + "=")
		e.hash(&part, d.values[i])
		parts[i] = part.String()
	}
	writeSorted(b, "[", parts)
}

// writeSorted writes the identities of unordered elements in sorted order.
func writeSorted(b *strings.Builder, open string, parts []string) {
	sort.Strings(parts)
	b.WriteString(open)
	for _, p := range parts {
		b.WriteString(strconv.Itoa(len(p)) + ":" + p + ",")
	}
	b.WriteByte(']')
}

// put adds a key to a map under construction, or replaces its value. If an equal key is present,
// the map keeps that one: {true => a, 1 => b} has the key true and the value b (1).
func (e *evaluator) put(d *dict, key, v Value) {
	id := e.identify(key)
	if i, ok := d.at(id); ok {
		d.values[i] = v
		return
	}
	d.add(id)
	d.keys = append(d.keys, key)
	d.values = append(d.values, v)
}

// find returns the value of a key, and whether the map has it.
func (e *evaluator) find(d *dict, key Value) (Value, bool) {
	if i, ok := d.at(e.identify(key)); ok {
		return d.values[i], true
	}
	return nil, false
}

// copyDict returns a copy of a map that put may modify. Values never change, so functions that
// return a changed map work on a copy.
func (e *evaluator) copyDict(d *dict, raw bool) *dict {
	e.spend(len(d.keys))
	out := &dict{raw: raw}
	out.keys = append(out.keys, d.keys...)
	out.values = append(out.values, d.values...)
	for _, id := range d.ids {
		out.add(id)
	}
	return out
}

// addToSet adds an element to a set under construction.
func (e *evaluator) addToSet(s *set, v Value) {
	id := e.identify(v)
	if _, ok := s.at(id); ok {
		return
	}
	s.add(id)
	s.items = append(s.items, v)
}

// setOf returns a set of the given values. Of equal values, it contains the first.
func (e *evaluator) setOf(items []Value) *set {
	s := &set{}
	for _, v := range items {
		e.addToSet(s, v)
	}
	return s
}

// asSet returns a set, or a view of keys or items as a set. For a view of items all values of the
// map must be hashable.
func (e *evaluator) asSet(v Value) *set {
	if s, ok := v.(*set); ok {
		return s
	}
	e.spend(sizeOf(v))
	return e.setOf(v.(*view).items())
}

// subset reports whether all elements of a are in b. It implements <= for sets.
func subset(a, b *set) bool {
	for _, id := range a.ids {
		if _, ok := b.at(id); !ok {
			return false
		}
	}
	return true
}
