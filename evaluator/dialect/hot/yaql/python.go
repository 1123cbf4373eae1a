package yaql

import (
	"math"
	"math/big"
	"sort"
	"strconv"
	"strings"
	"unicode"
)

// Texts, truth, equality and hashing are Python's. This file holds those rules. What walks
// into a value counts each step and each level, because values share their parts: a short
// expression can make one that would be enormous when it is written out.

// floatText returns f as Python's repr writes it.
func floatText(f float64) string {
	switch {
	case math.IsNaN(f):
		return "nan"
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	}
	format := byte('f')
	if a := math.Abs(f); a != 0 && (a < 1e-4 || a >= 1e16) {
		format = 'e'
	}
	s := strconv.FormatFloat(f, format, -1, 64)
	if format == 'f' && !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

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
		return floatText(v)
	}
	panic("yaql: not a scalar")
}

// text is the function str: Python's str but for null, true and false.
func (e *evaluator) text(v Value) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(v)
	}
	return e.python(v)
}

// python is Python's str.
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

// maxRepr bounds a text that is being made of a value: nothing longer can be a value.
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
		quote(b, v)
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
		kindOf(v)
	default:
		b.WriteString(literalText(v))
	}
}

// address writes a value that Python shows by where it is in memory. In the text of a
// problem that does not matter; a value that depends on it is unknown.
func (e *evaluator) address(b *strings.Builder, name string) {
	if !e.explaining {
		panic(&failure{cause: onChance, message: "the address of an object in memory"})
	}
	b.WriteString("<" + name + " object at ADDRESS>")
}

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

// quote writes a text in single quotes, or in double ones if it holds single quotes only.
func quote(b *strings.Builder, s string) {
	mark := byte('\'')
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		mark = '"'
	}
	b.WriteByte(mark)
	for _, r := range s {
		switch {
		case r == rune(mark) || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r < 0x100:
			hexDigits(b, `\x`, r, 2)
		case r < 0x10000:
			hexDigits(b, `\u`, r, 4)
		default:
			hexDigits(b, `\U`, r, 8)
		}
	}
	b.WriteByte(mark)
}

func hexDigits(b *strings.Builder, prefix string, r rune, digits int) {
	s := strconv.FormatInt(int64(r), 16)
	b.WriteString(prefix + strings.Repeat("0", digits-len(s)) + s)
}

// truth reports whether Python counts a value as true.
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
	kindOf(v)
	return true
}

// compareNumbers orders two numbers, booleans among them. An integer and a float compare
// exactly. False means that one of them is not a number at all.
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

func order[T int64 | float64 | string](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// equal is Python's ==.
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
	return a == b // iterators and the like are equal only to themselves
}

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

func (e *evaluator) equalDicts(a, b *dict) bool {
	if len(a.keys) != len(b.keys) {
		return false
	}
	for i, id := range a.ids {
		j, ok := b.index[id]
		if !ok || !e.equal(a.values[i], b.values[j]) {
			return false
		}
	}
	return true
}

// identify returns a text that is the same for values that are equal, and fails for those
// that Python cannot hash.
func (e *evaluator) identify(v Value) string {
	switch v := v.(type) { // without a builder for what nearly all keys are
	case string:
		return "s" + v
	case int64:
		return "n" + strconv.FormatInt(v, 10)
	}
	var b strings.Builder
	e.hash(&b, v)
	return b.String()
}

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
		b.WriteString("n" + strconv.FormatInt(toInt(v), 10))
	case int64, *big.Int:
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
		writeSorted(b, "{", append([]string(nil), v.ids...))
	case *view:
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

// floatIdentity returns a text that is the same for equal numbers.
func floatIdentity(f float64) string {
	if f == math.Trunc(f) && !math.IsInf(f, 0) {
		i, _ := big.NewFloat(f).Int(nil)
		return i.String()
	}
	return floatText(f)
}

// pointer returns a text that only the same object has.
func pointer(e *evaluator, v Value) string {
	if e.objects == nil {
		e.objects = map[Value]int{}
	}
	if _, ok := e.objects[v]; !ok {
		e.objects[v] = len(e.objects)
	}
	return "@" + strconv.Itoa(e.objects[v])
}

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

// writeSorted writes the identities of what has no order, which sorts them.
func writeSorted(b *strings.Builder, open string, parts []string) {
	sort.Strings(parts)
	b.WriteString(open)
	for _, p := range parts {
		b.WriteString(strconv.Itoa(len(p)) + ":" + p + ",")
	}
	b.WriteByte(']')
}

// put adds a key to a map that is being made, or changes its value.
func (e *evaluator) put(d *dict, key, v Value) {
	id := e.identify(key)
	if i, ok := d.index[id]; ok {
		d.values[i] = v
		return
	}
	if d.index == nil {
		d.index = map[string]int{}
	}
	d.index[id] = len(d.keys)
	d.ids = append(d.ids, id)
	d.keys = append(d.keys, key)
	d.values = append(d.values, v)
}

// find returns the value of a key.
func (e *evaluator) find(d *dict, key Value) (Value, bool) {
	if i, ok := d.index[e.identify(key)]; ok {
		return d.values[i], true
	}
	return nil, false
}

// copyDict returns a copy of a map, which put may change.
func (e *evaluator) copyDict(d *dict, raw bool) *dict {
	e.spend(len(d.keys))
	out := &dict{index: make(map[string]int, len(d.index)), raw: raw}
	out.keys = append(out.keys, d.keys...)
	out.values = append(out.values, d.values...)
	out.ids = append(out.ids, d.ids...)
	for i, id := range d.ids {
		out.index[id] = i
	}
	return out
}

// join adds an element to a set that is being made.
func (e *evaluator) join(s *set, v Value) {
	id := e.identify(v)
	if _, ok := s.index[id]; ok {
		return
	}
	if s.index == nil {
		s.index = map[string]int{}
	}
	s.index[id] = len(s.items)
	s.ids = append(s.ids, id)
	s.items = append(s.items, v)
}

func (e *evaluator) setOf(items []Value) *set {
	s := &set{}
	for _, v := range items {
		e.join(s, v)
	}
	return s
}

// asSet returns a set, or the set that a view of keys or items is like.
func (e *evaluator) asSet(v Value) *set {
	if s, ok := v.(*set); ok {
		return s
	}
	items := v.(*view).items()
	e.spend(len(items))
	return e.setOf(items)
}

// subset reports whether all elements of a are in b.
func subset(a, b *set) bool {
	for _, id := range a.ids {
		if _, ok := b.index[id]; !ok {
			return false
		}
	}
	return true
}
