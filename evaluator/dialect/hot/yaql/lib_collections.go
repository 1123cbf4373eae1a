package yaql

// collections are the functions on lists, maps and sets. Collections never change, so functions
// such as set and insert return changed copies.
var collections = []entry{
	{"f list(args...:any)",
		"A list of the arguments; an iterator contributes its elements.",
		func(c *call) Value { return tuple(c.flattenedRest()...) }},
	{"m toList(collection:iterable)", "The elements as a list.", func(c *call) Value { return tuple(c.all(0)...) }},
	{"m flatten(collection:iterable)",
		"The elements, with nested lists replaced by their elements at every depth.",
		func(c *call) Value { return c.flat(c.open(0)) }},
	// An ordering and values() have count() but no len (6.7). The limit of 200 elements does not
	// apply to len (5).
	{"mf len(sequence:list)",
		"The number of elements in a list.",
		func(c *call) Value { return int64(len(c.list(0).items)) }},
	{"mf len(dict:map)",
		"The number of keys in a map.",
		func(c *call) Value { return int64(len(c.dict(0).keys)) }},
	{"mf len(set:set)", "The number of elements in a set.", func(c *call) Value { return int64(sizeOf(c.args[0])) }},
	{"mf len(collection:iterator)", "The number of elements in an iterator, which is consumed.",
		func(c *call) Value { return c.countRest(c.args[0].(*iterator)) }},
	{"mf len(collection:memorized)", "The number of elements in a sequence.",
		func(c *call) Value { return c.countRest(c.evaluator.replay(c.args[0].(*memorized))) }},
	{"m count(collection:iterable)",
		"The number of elements.",
		func(c *call) Value { return int64(len(c.all(0))) }},
	{"m contains(collection:iterable, value:any)",
		"Reports whether an element equals a value.",
		func(c *call) Value { return c.in(c.args[1], c.args[0]) }},

	{"f dict(=>:any)", "A map: dict(a => 1).", makeDict},
	{"f dict(items:iterable)", "A map made of pairs, each of a key and a value.", dictOfPairs},
	{"m toDict(collection:iterable, keySelector:fn, valueSelector:fn=null)",
		"A map with a key, and a value, for each element.",
		toDict},
	{"m get(dict:map, key:any, default:any=null)",
		"The value of a key, or else the default or null.",
		getKey},
	{"m set(dict:map, key:any, value:any)", "The map with the value of a key replaced.", func(c *call) Value {
		out := c.copyDict(c.dict(0), false)
		c.put(out, c.args[1], c.args[2])
		return out
	}},
	{"m set(dict:map, replacements:map)", "The map with the keys and values of another one added.", addMaps},
	{"m set(dict:map, =>:any)", "The map with the values of some keys replaced.", func(c *call) Value {
		out := c.copyDict(c.dict(0), false)
		for _, p := range c.pairs {
			c.put(out, p[0], p[1])
		}
		return out
	}},
	{"m keys(dict:map)", "The keys of a map.", func(c *call) Value { return &view{c.dict(0), keysView} }},
	{"m values(dict:map)",
		"The values of a map.",
		func(c *call) Value { return &view{c.dict(0), valuesView} }},
	{"m items(dict:map)",
		"The entries of a map, as pairs of a key and a value.",
		func(c *call) Value { return &view{c.dict(0), itemsView} }},
	{"m containsKey(dict:map, key:any)", "Reports whether a map has a key.", func(c *call) Value {
		_, ok := c.find(c.dict(0), c.args[1])
		return ok
	}},
	{"m containsValue(dict:map, value:any)", "Reports whether a map has a value.", func(c *call) Value {
		for _, v := range c.dict(0).values {
			if c.equal(v, c.args[1]) {
				return true
			}
		}
		return false
	}},
	{"m delete(dict:map, keys...:any)",
		"The map without the given keys.",
		func(c *call) Value { return c.without(c.rest) }},
	{"m deleteAll(dict:map, keys:iterable)",
		"The map without the keys of a list.",
		func(c *call) Value { return c.without(c.all(1)) }},
	{"m mergeWith(dict:map, another:map, listMerger:fn=null, itemMerger:fn=null, maxLevels:int=0)",
		"Merges two maps recursively; lists are concatenated, and of other values the second wins.",
		func(c *call) Value {
			return c.merge(c.dict(0), c.dict(1), c.int(4))
		}},

	{"f set(args...:any)",
		"A set of the arguments; an iterator contributes its elements.",
		func(c *call) Value { return c.setOf(c.flattenedRest()) }},
	{"m toSet(collection:iterable)", "The elements as a set.", func(c *call) Value { return c.setOf(c.all(0)) }},
	{"m union(left:set, right:set)", "The elements of either set.", union},
	{"m intersect(left:set, right:set)",
		"The elements of both sets.",
		intersect},
	{"m difference(left:set, right:set)", "The elements of this set that are not in the other.", difference},
	{"m symmetricDifference(left:set, right:set)",
		"The elements that are in exactly one of two sets.",
		func(c *call) Value { return c.choose(true, false, true) }},
	// Views count as sets when a form is chosen, but Python's views have no such methods: plainSet
	// refuses them.
	{"m add(set:set, values...:any)", "The set with elements added.", func(c *call) Value {
		return c.setOf(append(append([]Value(nil), c.plainSet(0).items...), c.rest...))
	}},
	{"m remove(set:set, values...:any)", "The set without the given elements.", func(c *call) Value {
		gone := c.setOf(c.rest)
		out := &set{}
		for i, v := range c.plainSet(0).items {
			if _, ok := gone.at(c.args[0].(*set).ids[i]); !ok {
				c.addToSet(out, v)
			}
		}
		return out
	}},

	// On a list, insert counts negative positions from the end and returns a raw list; on an
	// iterator, it is lazy, and a negative position inserts nothing (6.7).
	{"m insert(collection:list, position:int, value:any)",
		"The list with a value inserted at a position.",
		func(c *call) Value {
			items := c.list(0).items
			at := c.int(1)
			if at < 0 {
				at += len(items)
			}
			at = min(max(at, 0), len(items))
			c.spend(len(items))
			out := append(append([]Value(nil), items[:at]...), c.args[2])
			return rawList(append(out, items[at:]...))
		}},
	{"m insert(collection:iterator, position:int, value:any)",
		"The elements with a value inserted at a position.",
		func(c *call) Value {
			if c.int(1) < 0 {
				return c.open(0)
			}
			return c.inserted(c.open(0), c.int(1), func() *iterator { return iterate(c.args[2:3]) })
		}},
	{"m insertMany(collection:iterable, position:int, values:iterable)",
		"The elements with others inserted at a position.",
		func(c *call) Value {
			return c.inserted(c.open(0), max(c.int(1), 0), func() *iterator { return c.open(2) })
		}},
	{"m delete(collection:iterable, position:int, count:int=1)",
		"The elements without those at a position.",
		func(c *call) Value {
			return c.replaced(c.int(1), c.int(2), iterate(nil))
		}},
	{"m replace(collection:iterable, position:int, value:any, count:int=1)",
		"The elements with those at a position replaced by a value.",
		func(c *call) Value {
			return c.replaced(c.int(1), c.int(3), iterate(c.args[2:3]))
		}},
	{"m replaceMany(collection:iterable, position:int, values:iterable, count:int=1)",
		"The elements with those at a position replaced by others.",
		func(c *call) Value {
			return c.replaced(c.int(1), c.int(3), c.open(2))
		}},
}

// flattenedRest returns the rest arguments, with iterators replaced by their elements. Lists stay as they
// are: list([1]) is [[1]] (6.7).
func (c *call) flattenedRest() (items []Value) {
	var add func(v Value)
	add = func(v Value) {
		it, ok := v.(*iterator)
		if !ok {
			items = append(items, v)
			return
		}
		c.enter()
		for _, inner := range c.evaluator.all(it) {
			add(inner)
		}
		c.leave()
	}
	for _, v := range c.rest {
		add(v)
	}
	return items
}

// flat flattens lists and sequences at all depths. stack holds the iterators that are being read,
// the innermost last.
func (c *call) flat(it *iterator) *iterator {
	stack := []*iterator{it}
	return &iterator{"generator", func() (Value, bool) {
		for len(stack) > 0 {
			v, ok := c.next(stack[len(stack)-1])
			switch {
			case !ok:
				stack = stack[:len(stack)-1]
			case is(v, iterableKind):
				stack = append(stack, c.evaluator.open(v))
			default:
				return v, true
			}
		}
		return nil, false
	}}
}

// in reports whether a value is among the elements of a collection. It reads no more of it
// than necessary.
func (e *evaluator) in(v Value, collection Value) bool {
	if is(collection, anySet) {
		e.identify(v) // Python would hash it
	}
	it := e.open(collection)
	for {
		item, ok := e.next(it)
		if !ok {
			return false
		}
		if e.equal(item, v) {
			return true
		}
	}
}

// makeDict implements {key => value, ...} and dict with pairs. If keys are equal, the last value
// wins.
func makeDict(c *call) Value {
	c.fitsSize(48 * len(c.pairs))
	out := &dict{}
	for _, p := range c.pairs {
		c.put(out, p[0], p[1])
	}
	return out
}

// dictOfPairs implements dict with a list of pairs.
func dictOfPairs(c *call) Value {
	out := &dict{}
	it := c.open(0)
	for {
		p, ok := c.next(it)
		if !ok {
			return out
		}
		key, v := c.twoOf(p)
		c.put(out, key, v)
	}
}

// twoOf returns the first two elements of a value.
func (c *call) twoOf(p Value) (Value, Value) {
	if !is(p, iterableKind) && !is(p, textKind|mapKind) {
		fail("a map is made of pairs of a key and a value; this is " + noun(p))
	}
	var it *iterator
	switch p := p.(type) {
	case string: // Python iterates over the characters of a string and the keys of a map
		var letters []Value
		for _, r := range p {
			letters = append(letters, string(r))
		}
		it = iterate(letters)
	case *dict:
		it = iterate(p.keys)
	default:
		it = c.evaluator.iterate(p)
	}
	first, ok := c.next(it)
	second, also := c.next(it)
	if !ok || !also {
		fail("a map is made of pairs of a key and a value; this has fewer than two elements")
	}
	return first, second
}

// toDict returns a raw map. Without a value selector, the elements are the values.
func toDict(c *call) Value {
	out := &dict{raw: true}
	it := c.open(0)
	for {
		item, ok := c.next(it)
		if !ok {
			return out
		}
		key, v := c.apply(1, item), item
		if l := c.lambda(2); l != nil {
			v = l.call(c.evaluator, item)
		}
		c.put(out, key, v)
	}
}

// getKey implements get, and an index with a default: m[key, default].
func getKey(c *call) Value {
	if v, ok := c.find(c.dict(0), c.args[1]); ok {
		return v
	}
	return c.args[2]
}

// without returns a raw map; keys that the map lacks are ignored.
func (c *call) without(keys []Value) Value {
	d := c.dict(0)
	gone := c.setOf(keys)
	out := &dict{raw: true}
	for i, k := range d.keys {
		if _, ok := gone.at(d.ids[i]); !ok {
			c.put(out, k, d.values[i])
		}
	}
	return out
}

// merge implements mergeWith. levels counts down to 1, where values are no longer merged; 0 means
// no limit. The keys of the right map that are new come at the end (6.7).
func (c *call) merge(a, b *dict, levels int) *dict {
	c.enter()
	defer c.leave()
	out := c.copyDict(a, true)
	for i, k := range b.keys {
		if left, ok := a.at(b.ids[i]); ok {
			c.put(out, k, c.mergeValues(a.values[left], b.values[i], levels))
		} else {
			c.put(out, k, b.values[i])
		}
	}
	return out
}

// mergeValues merges the two values of a key. It merges a map with a map and a list with a list;
// levels is as in merge.
func (c *call) mergeValues(left, right Value, levels int) Value {
	kl, kr := kindOf(left), kindOf(right)
	if levels != 1 && kr&(mapKind|anyList) != 0 {
		switch {
		case kr == mapKind && kl == mapKind:
			return c.merge(left.(*dict), right.(*dict), max(levels-1, 0))
		case kr&anyList != 0 && kl&anyList != 0 && (c.lambda(2) != nil || kl == kr):
			return c.mergeLists(left.(*list), right.(*list))
		}
		// The original cannot merge a list or a map with another kind of value, nor a raw list with
		// an ordinary one unless there is a listMerger.
		fail("mergeWith cannot merge " + noun(left) + " with " + noun(right))
	}
	if l := c.lambda(3); l != nil {
		return l.call(c.evaluator, left, right)
	}
	return right
}

// mergeLists joins two lists and removes what occurs twice, unless a listMerger says otherwise.
func (c *call) mergeLists(left, right *list) Value {
	if l := c.lambda(2); l != nil {
		return l.call(c.evaluator, left, right)
	}
	return tuple(c.setOf(append(append([]Value(nil), left.items...), right.items...)).items...)
}

// plainSet returns argument i, a set, and fails for a view.
func (c *call) plainSet(i int) *set {
	s, ok := c.args[i].(*set)
	if !ok {
		fail("a view of a map has no such method; toSet() makes a set of it")
	}
	return s
}

// choose returns the set of the elements that only the left set has, that both have, or that only
// the right one has. The right side may be a view.
func (c *call) choose(left, both, right bool) Value {
	a, b := c.plainSet(0), c.asSet(c.args[1])
	out := &set{}
	for i, v := range a.items {
		if _, shared := b.at(a.ids[i]); shared && both || !shared && left {
			c.addToSet(out, v)
		}
	}
	for i, v := range b.items {
		if _, ok := a.at(b.ids[i]); !ok && right {
			c.addToSet(out, v)
		}
	}
	return out
}

// countRest reads an iterator to its end, and returns the number of its elements.
func (c *call) countRest(it *iterator) Value {
	n := int64(0)
	for {
		if _, ok := c.next(it); !ok {
			return n
		}
		n++
	}
}

// intersect takes equal elements, such as 1 and true, from the smaller set, or from the second
// if they have the same size, as Python does.
func intersect(c *call) Value {
	a, b := c.plainSet(0), c.asSet(c.args[1])
	if len(b.items) > len(a.items) {
		a, b = b, a
	}
	out := &set{}
	for i, v := range b.items {
		if _, shared := a.at(b.ids[i]); shared {
			c.addToSet(out, v)
		}
	}
	return out
}

// union implements + and union for sets.
func union(c *call) Value { return c.choose(true, true, true) }

// difference implements - and difference for sets.
func difference(c *call) Value { return c.choose(true, false, false) }

// inserted inserts the elements of one iterator into another, before a position or else at the end.
// values is called only when the position is reached.
func (c *call) inserted(it *iterator, at int, values func() *iterator) *iterator {
	taken := 0
	head := &iterator{"generator", func() (Value, bool) {
		if taken == at {
			return nil, false
		}
		taken++
		return c.next(it)
	}}
	parts := []func() *iterator{func() *iterator { return head }, values, func() *iterator { return it }}
	return c.chain(func() (*iterator, bool) {
		if len(parts) == 0 {
			return nil, false
		}
		part := parts[0]
		parts = parts[1:]
		return part(), true
	})
}

// replaced replaces count elements from a position on, or all of them, with others. The new values
// appear once, before the first element that is removed; if none is removed, they do not appear
// (6.7). Position -1 with a count of 2 means the positions -1 and 0, so one element is removed.
func (c *call) replaced(at, count int, values *iterator) *iterator {
	it, i := c.open(0), -1
	var putting, put bool
	return &iterator{"generator", func() (Value, bool) {
		for {
			if putting {
				if v, ok := c.next(values); ok {
					return v, true
				}
				putting = false
			}
			v, ok := c.next(it)
			if !ok {
				return nil, false
			}
			if i++; i < at || count >= 0 && i >= at+count {
				return v, true
			}
			putting, put = !put, true
		}
	}}
}
