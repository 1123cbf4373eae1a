package yaql

import "slices"

// memorized is a sequence that is read once and cached. All its readers share the elements, each at
// its own position.
type memorized struct {
	from  *iterator
	items []Value
}

// replay reads the cached elements, then the remaining ones. It reads no further than its reader
// does, so even an endless sequence can be memorized.
func (e *evaluator) replay(m *memorized) *iterator {
	i := 0
	return &iterator{"generator", func() (Value, bool) {
		if i == len(m.items) {
			v, ok := e.next(m.from)
			if !ok {
				return nil, false
			}
			m.items = append(m.items, v)
		}
		i++
		return m.items[i-1], true
	}}
}

// missing marks an argument that was left out where null would mean something else. first(null) has
// a default, and first() has none.
type missing struct{}

// notNegative returns argument i, an integer, and fails if it is negative.
func (c *call) notNegative(i int) int {
	n := c.int(i)
	if n < 0 {
		fail("a number of elements cannot be negative")
	}
	return n
}

// first reads at most n elements, and none beyond them.
func (c *call) first(it *iterator, n int) *iterator {
	return &iterator{"itertools.islice", func() (Value, bool) {
		if n == 0 {
			return nil, false
		}
		n--
		return c.next(it)
	}}
}

// keyOf applies argument i, a function, to an element, or returns the element if the argument was
// left out.
func (c *call) keyOf(i int, v Value) Value {
	if l := c.lambda(i); l != nil {
		return l.call(c.evaluator, v)
	}
	return v
}

// opened opens the collection and the rest arguments.
func (c *call) opened() []*iterator {
	its := []*iterator{c.open(0)}
	for _, v := range c.rest {
		its = append(its, c.evaluator.open(v))
	}
	return its
}

// zipLongest goes on until all lists end, and fills in the argument default, or null, for those
// that ended earlier.
func zipLongest(c *call) Value {
	its := c.opened()
	var filler Value
	for _, o := range c.others {
		if o.name == "default" {
			filler = o.value
		}
	}
	return &iterator{"itertools.zip_longest", func() (Value, bool) {
		items, any := make([]Value, len(its)), false
		for i, it := range its {
			v, ok := c.next(it)
			if !ok {
				v = filler
			}
			items[i] = v
			any = any || ok
		}
		return tuple(items...), any
	}}
}

// selectMany flattens one level: a value that is not a list counts as a list with that element.
func selectMany(c *call) Value {
	it := c.open(0)
	return c.chain(func() (*iterator, bool) {
		v, ok := c.next(it)
		if !ok {
			return nil, false
		}
		inner := c.apply(1, v)
		if is(inner, iterableKind) {
			return c.evaluator.open(inner), true
		}
		return iterate([]Value{inner}), true
	})
}

// joinLists pairs every element of one list with every element of another and keeps those that the
// predicate accepts. The second list is read once, and only if the first one has an element.
func joinLists(c *call) Value {
	it := c.open(0)
	var others []Value
	read := false
	return c.chain(func() (*iterator, bool) {
		left, ok := c.next(it)
		if !ok {
			return nil, false
		}
		// The second list may be an iterator, which cannot be read again for the next element of
		// the first.
		if !read {
			others, read = c.all(1), true
		}
		from := iterate(others)
		return &iterator{"generator", func() (Value, bool) {
			for {
				right, ok := c.next(from)
				if !ok {
					return nil, false
				}
				if truth(c.lambda(2).call(c.evaluator, left, right)) {
					return c.lambda(3).call(c.evaluator, left, right), true
				}
			}
		}}, true
	})
}

// splitWhere leaves out the elements that separate the parts. A last part that is empty does not
// appear.
func splitWhere(c *call) Value {
	return &iterator{"generator", lazily(func() (parts []Value) {
		items, start := c.all(0), 0
		for i, v := range items {
			if c.test(1, v) {
				parts = append(parts, tuple(items[start:i]...))
				start = i + 1
			}
		}
		if start < len(items) {
			parts = append(parts, tuple(items[start:]...))
		}
		return parts
	}).next}
}

// sliceWhere begins a new part where the result of the predicate changes, not where it is true.
func sliceWhere(c *call) Value {
	return &iterator{"generator", lazily(func() (parts []Value) {
		items, start := c.all(0), 0
		var last Value
		for i, v := range items {
			now := c.apply(1, v)
			if i > 0 && !c.equal(now, last) {
				parts = append(parts, tuple(items[start:i]...))
				start = i
			}
			last = now
		}
		if start < len(items) {
			parts = append(parts, tuple(items[start:]...))
		}
		return parts
	}).next}
}

// accumulate returns every intermediate result, beginning with the seed, or with the first element.
// It is as lazy as its list.
func accumulate(c *call) Value {
	it := c.open(0)
	started := false
	total := c.args[2]
	return &iterator{"generator", func() (Value, bool) {
		if !started {
			started = true
			if total != (missing{}) {
				return total, true
			}
			var ok bool
			if total, ok = c.next(it); !ok {
				fail("there is nothing to accumulate; give a seed, which is the result for an empty list")
			}
			return total, ok
		}
		v, ok := c.next(it)
		if !ok {
			return nil, false
		}
		total = c.lambda(1).call(c.evaluator, total, v)
		return total, true
	}}
}

// fold combines all elements, starting with the argument whose index is seed or, without it, with the
// first element. It serves sum, min, max and reduce; without any elements and without an initial
// value it fails, as in Python.
func (c *call) fold(seed int, with func(a, b Value) Value) Value {
	it := c.open(0)
	total := c.args[seed]
	if total == (missing{}) {
		var ok bool
		if total, ok = c.next(it); !ok {
			fail("there are no elements and no initial value")
		}
	}
	for {
		v, ok := c.next(it)
		if !ok {
			return total
		}
		total = with(total, v)
	}
}

// position returns the index of the first element that is accepted, or -1. It reads
// no further, so the whole list may exceed the limit of 200 elements.
func (c *call) position(it *iterator, accepts func(Value) bool) int {
	for i := 0; ; i++ {
		v, ok := c.next(it)
		if !ok {
			return -1
		}
		if accepts(v) {
			return i
		}
	}
}

// lastPosition returns the last position of an element that is accepted, or -1. It has to read to
// the end.
func (c *call) lastPosition(accepts func(Value) bool) Value {
	last := -1
	for i, v := range c.all(0) {
		if accepts(v) {
			last = i
		}
	}
	return int64(last)
}

// orDefault returns an element or, if ok is false, the default, which is argument 1.
func (c *call) orDefault(v Value, ok bool) Value {
	if ok {
		return v
	}
	if c.args[1] == (missing{}) {
		fail("there are no elements and no default")
	}
	return c.args[1]
}

// then returns a new ordering with another key. Clip ensures that the old one remains as it was:
// without it, two orderings made from the same one could share the memory of their keys.
func (c *call) then(descending bool) Value {
	o := c.args[0].(*ordering)
	return &ordering{from: o.from, keys: append(slices.Clip(o.keys), orderKey{c.lambda(1), descending})}
}

// numbersUpTo counts from start to stop, exclusive. With a negative step it counts down. Integers
// may have any size.
func (c *call) numbersUpTo(start, stop, step Value) Value {
	n, end, by := integer(bigInt(start)), integer(bigInt(stop)), integer(bigInt(step))
	direction, _ := compareNumbers(by, int64(0))
	if direction == 0 {
		fail("the step of range cannot be zero")
	}
	return &iterator{"range_iterator", func() (Value, bool) {
		if sign, _ := compareNumbers(n, end); sign*direction >= 0 {
			return nil, false
		}
		v := n
		n = c.addNumbers(n, by)
		return v, true
	}}
}

// generate applies a function to its own result again and again, while the predicate holds. With
// decycle, it also ends at the first value that occurred before. The selector changes the returned
// elements, not the values passed to the function.
func generate(c *call) Value {
	current, past, started, ended := c.args[0], &set{}, false, false
	return &iterator{"generator", func() (Value, bool) {
		// The producer is called as late as possible: for the element that is read, not for the one
		// after it.
		if started && !ended {
			current = c.apply(2, current)
		}
		started = true
		ended = ended || !c.test(1, current) || c.args[4] == true && c.repeats(past, current)
		if ended {
			return nil, false
		}
		return c.keyOf(3, current), true
	}}
}

// repeats reports whether a value was seen before, and records it.
func (c *call) repeats(past *set, v Value) bool {
	n := len(past.items)
	c.addToSet(past, v)
	return len(past.items) == n
}

// generateMany walks a tree whose children the function returns: breadth first or, with depthFirst,
// depth first. Like generate, it has a selector for the returned elements; decycle leaves out
// values that occurred before.
func generateMany(c *call) Value {
	queue, past := []Value{c.args[0]}, &set{}
	return &iterator{"generator", func() (Value, bool) {
		for len(queue) > 0 {
			current := queue[0]
			queue = queue[1:]
			if c.args[3] == true && c.repeats(past, current) {
				continue
			}
			// The children are determined when their parent is read, so an error in the producer
			// prevents even the first element.
			made := c.apply(1, current)
			if !is(made, iterableKind) {
				fail("the function of generateMany must return a list; this is " + noun(made))
			}
			more := c.evaluator.all(made)
			if c.args[4] == true {
				queue = append(slices.Clone(more), queue...)
				c.spend(len(queue))
			} else {
				queue = append(queue, more...)
			}
			return c.keyOf(2, current), true
		}
		return nil, false
	}}
}

// A group is a key and its values.
type group struct {
	key Value
	// values are the results of the value selector, or the elements.
	values []Value
}

// groupBy groups at once, but calls the aggregator only when its result is read.
func groupBy(c *call) Value {
	groups := c.grouped()
	return &iterator{"map", lazily(func() []Value {
		a := aggregation{call: c, open: true}
		pairs := make([]Value, len(groups))
		for i, g := range groups {
			pairs[i] = a.pair(g)
		}
		return pairs
	}).next}
}

// grouped collects the elements by key, in the order in which the keys occur first. Keys are
// compared like keys of maps, so raw lists and views cannot be keys (4).
func (c *call) grouped() (groups []*group) {
	index := map[string]*group{}
	it := c.open(0)
	for {
		v, ok := c.next(it)
		if !ok {
			return groups
		}
		// The value is computed before the key, so its problem is reported first.
		kept := c.keyOf(2, v)
		key := c.apply(1, v)
		id := c.identify(key)
		g := index[id]
		if g == nil {
			g = &group{key: key}
			index[id] = g
			groups = append(groups, g)
		}
		g.values = append(g.values, kept)
	}
}

// An aggregation calls the aggregator of groupBy. Older expressions expect it to receive a
// pair of a key and a list; the original tries both.
type aggregation struct {
	*call
	old  bool // it takes a pair
	open bool // it is not known yet whether it takes a pair
}

// pair returns a key with the aggregate of its values. Older versions gave the aggregator the pair
// of key and values; if it fails on the values alone, the original tries that, and stays with it.
// Section 6.8 has the rules.
func (a *aggregation) pair(g *group) Value {
	values := rawList(g.values)
	if a.lambda(3) == nil {
		return tuple(g.key, values)
	}
	if a.old {
		return a.oldPair(g)
	}
	var result Value
	// A failure does not restore depth and at, and the second attempt must begin with the same
	// ones.
	depth, at := a.depth, a.at
	failed := caught(func() { result = a.lambda(3).call(a.evaluator, values) })
	if failed == nil {
		// After a success the old form is ruled out, with one exception: a list of two
		// values whose result is a pair that begins with the first of them. An aggregator of the
		// old form, such as [$[0], $[1].flatten()], can do that to a list of two values.
		l, ok := result.(*list)
		a.open = a.open && ok && len(g.values) == 2 && len(l.items) == 2 && a.equal(l.items[0], g.values[0])
		return tuple(g.key, result)
	}
	// Only a call that no function fits, or an index beyond the end, suggests that the aggregator
	// expected a pair.
	if !a.open || failed.cause != inCall && failed.cause != inIndex {
		panic(failed)
	}
	place := a.at
	a.depth, a.at = depth, at
	var pair Value
	if again := caught(func() { pair = a.oldPair(g) }); again != nil {
		// If both attempts fail, the first failure is reported. But an attempt that depends on
		// unknown data, or has exhausted the budget, is not known to fail.
		if again.cause == onUnknown || again.cause == onExhausted {
			panic(again)
		}
		a.depth, a.at = depth, place
		panic(failed)
	}
	a.old = true
	return pair
}

// oldPair calls the aggregator with the pair; its result replaces the pair. It may be any sequence
// of two elements.
func (a *aggregation) oldPair(g *group) Value {
	result := a.lambda(3).call(a.evaluator, tuple(g.key, rawList(g.values)))
	if !is(result, iterableKind) {
		fail("the aggregator of groupBy must return a pair here; this is " + noun(result))
	}
	items := a.evaluator.all(result)
	if len(items) != 2 {
		fail("the aggregator of groupBy must return a pair here")
	}
	return tuple(items...)
}
