package yaql

import "slices"

// queries are the functions about sequences.
var queries = []entry{
	{"m where|filter(collection:iterable, predicate:fn)", "The elements for which a condition holds: where($ > 1).", func(c *call) Value {
		it := c.open(0)
		return &iterator{"filter", func() (Value, bool) {
			for {
				v, ok := c.next(it)
				if !ok || truth(c.lambda(1).call(c.evaluator, v)) {
					return v, ok
				}
			}
		}}
	}},
	{"m select|map(collection:iterable, selector:fn)", "What a function makes of each element: select($ * 2).", func(c *call) Value {
		return c.each(c.open(0), "map", func(v Value) Value { return c.lambda(1).call(c.evaluator, v) })
	}},
	{"m selectMany(collection:iterable, selector:fn)", "The elements of the lists that a function makes of each element.", selectMany},
	{"m skip(collection:iterable, count:int)", "The elements but the first ones.", func(c *call) Value {
		left := c.notNegative(1)
		it := c.open(0)
		return &iterator{"islice", func() (Value, bool) {
			for ; left > 0; left-- {
				if _, ok := c.next(it); !ok {
					return nil, false
				}
			}
			return c.next(it)
		}}
	}},
	{"m limit|take(collection:iterable, count:int)", "The first elements.", func(c *call) Value { return c.first(c.open(0), c.notNegative(1)) }},
	{"mf append(collection:iterable, values...:any)", "The elements, then the values.", func(c *call) Value { return c.chained(c.open(0), iterate(c.rest)) }},
	{"mf concat(:iterable, collections...:iterable)", "The elements of several lists, one after the other.", func(c *call) Value {
		all := append([]Value{c.args[0]}, c.rest...)
		i := 0
		return c.chain(func() (*iterator, bool) {
			if i == len(all) {
				return nil, false
			}
			i++
			return c.evaluator.open(all[i-1]), true
		})
	}},
	{"mf distinct(collection:iterable, keySelector:fn=null)", "The first of equal elements.", func(c *call) Value {
		seen := &set{}
		it := c.open(0)
		return &iterator{"generator", func() (Value, bool) {
			for {
				v, ok := c.next(it)
				if !ok {
					return nil, false
				}
				n := len(seen.items)
				if c.join(seen, c.keyOf(1, v)); len(seen.items) > n {
					return v, true
				}
			}
		}}
	}},
	{"mf enumerate(collection:iterable, start:int=0)", "Pairs of an index and an element.", func(c *call) Value {
		i := integer(bigInt(c.args[1]))
		return c.each(c.open(0), "generator", func(v Value) Value {
			p := rawList([]Value{i, v})
			i = addNumbers(i, int64(1))
			return p
		})
	}},
	{"m zip(collection:iterable, collections...:iterable)", "Lists of the elements at the same index, as long as all have one.", func(c *call) Value {
		its := c.opened()
		return &iterator{"zip", func() (Value, bool) {
			items := make([]Value, len(its))
			for i, it := range its {
				v, ok := c.next(it)
				if !ok {
					return nil, false
				}
				items[i] = v
			}
			return tuple(items...), true
		}}
	}},
	{"m zipLongest(collection:iterable, collections...:iterable, **:any)", "As zip, to the end of the longest; the default stands for what is missing.", zipLongest},
	{"m join(collection1:iterable, collection2:iterable, predicate:fn, selector:fn)", "What a function makes of the pairs for which a condition holds.", joinLists},
	{"m takeWhile(collection:iterable, predicate:fn)", "The first elements, as long as a condition holds.", func(c *call) Value {
		it, done := c.open(0), false
		return &iterator{"takewhile", func() (Value, bool) {
			if done {
				return nil, false
			}
			v, ok := c.next(it)
			if done = !ok || !truth(c.lambda(1).call(c.evaluator, v)); done {
				return nil, false
			}
			return v, true
		}}
	}},
	{"m skipWhile(collection:iterable, predicate:fn)", "The elements from the first on for which a condition does not hold.", func(c *call) Value {
		it, found := c.open(0), false
		return &iterator{"dropwhile", func() (Value, bool) {
			for {
				v, ok := c.next(it)
				if found = found || !ok || !truth(c.lambda(1).call(c.evaluator, v)); found {
					return v, ok
				}
			}
		}}
	}},
	{"m slice(collection:iterable, length:int)", "Lists of so many elements.", func(c *call) Value {
		it := c.open(0)
		return &iterator{"generator", func() (Value, bool) {
			items := c.evaluator.rest(c.first(it, c.notNegative(1)))
			return tuple(items...), len(items) > 0
		}}
	}},
	{"m splitWhere(collection:iterable, predicate:fn)", "Lists of the elements between those for which a condition holds.", splitWhere},
	{"m sliceWhere(collection:iterable, predicate:fn)", "Lists of neighbours for which a function gives the same.", sliceWhere},
	{"m splitAt(collection:iterable, index:int)", "Two lists: the elements before an index, and the others.", func(c *call) Value {
		items, at := c.all(0), c.int(1)
		if at < 0 {
			at += len(items)
		}
		at = min(max(at, 0), len(items))
		return rawList([]Value{rawList(items[:at:at]), rawList(items[at:])})
	}},
	{"m reverse(collection:iterable)", "The elements from the last to the first.", func(c *call) Value {
		items := slices.Clone(c.all(0))
		slices.Reverse(items)
		return iterate(items)
	}},
	{"m cycle(collection:iterable)", "The elements again and again.", func(c *call) Value {
		it := c.open(0)
		var items []Value
		i := 0
		return &iterator{"cycle", func() (Value, bool) {
			if it != nil {
				if v, ok := c.next(it); ok {
					items = append(items, v)
					return v, true
				}
				it = nil
			}
			if len(items) == 0 {
				return nil, false
			}
			i++
			return items[(i-1)%len(items)], true
		}}
	}},
	{"m repeat(value:any, times:int=-1)", "A value again and again, or so many times.", func(c *call) Value {
		left := c.int(1)
		return &iterator{"repeat", func() (Value, bool) {
			left--
			return c.args[0], left >= 0 || c.int(1) < 0
		}}
	}},
	{"m accumulate(collection:iterable, selector:fn, seed:any=-)", "Each result on the way of reduce.", accumulate},
	{"m memorize(collection:iterable)", "The elements, to be read more than once.", func(c *call) Value {
		if it, ok := c.args[0].(*iterator); ok {
			return &memorized{from: c.evaluator.open(it)}
		}
		return c.args[0]
	}},
	{"m defaultIfEmpty(collection:iterable, default:iterable)", "The elements, or those of another list when there are none.", func(c *call) Value {
		it := c.open(0)
		first, ok := c.next(it)
		if !ok {
			return c.args[1]
		}
		return c.chained(iterate([]Value{first}), it)
	}},

	{"mf any(collection:iterable, predicate:fn=null)", "Says whether a condition holds for any element, or whether there are any.", func(c *call) Value {
		return c.position(c.open(0), func(v Value) bool { return c.lambda(1) == nil || truth(c.lambda(1).call(c.evaluator, v)) }) >= 0
	}},
	{"mf all(collection:iterable, predicate:fn=null)", "Says whether a condition holds for all elements, or whether all count as true.", func(c *call) Value {
		return c.position(c.open(0), func(v Value) bool { return !truth(c.keyOf(1, v)) }) < 0
	}},
	{"m first(collection:iterable, default:any=-)", "The first element, or the default when there is none.", func(c *call) Value {
		v, ok := c.next(c.open(0))
		return c.orDefault(v, ok)
	}},
	{"m last(collection:iterable, default:any=-)", "The last element, or the default when there is none.", func(c *call) Value {
		items := c.all(0)
		if len(items) == 0 {
			return c.orDefault(nil, false)
		}
		return items[len(items)-1]
	}},
	{"m single(collection:iterable)", "The only element.", func(c *call) Value {
		it := c.open(0)
		v, ok := c.next(it)
		if _, more := c.next(it); !ok || more {
			fail("single() is for lists of exactly one element")
		}
		return v
	}},
	{"m sum(collection:iterable, initial:any=-)", "The sum of the elements, by the operator +.", func(c *call) Value {
		return c.fold(1, func(a, b Value) Value { return c.function("#operator_+", a, b) })
	}},
	{"m min(collection:iterable, initial:any=-)", "The smallest element.", func(c *call) Value { return c.fold(1, c.smaller) }},
	{"m max(collection:iterable, initial:any=-)", "The largest element.", func(c *call) Value { return c.fold(1, c.larger) }},
	{"m reduce|aggregate(collection:iterable, selector:fn, seed:any=-)", "What a function makes of the elements, one after the other: reduce($1 + $2).", func(c *call) Value {
		return c.fold(2, func(a, b Value) Value { return c.lambda(1).call(c.evaluator, a, b) })
	}},
	{"m indexOf(collection:iterable, item:any)", "The index of a value, -1 when it is not there.", func(c *call) Value {
		return int64(c.position(c.open(0), func(v Value) bool { return c.equal(v, c.args[1]) }))
	}},
	{"m lastIndexOf(collection:iterable, item:any)", "The last index of a value, -1 when it is not there.", func(c *call) Value {
		return c.lastPosition(func(v Value) bool { return c.equal(v, c.args[1]) })
	}},
	{"m indexWhere(collection:iterable, predicate:fn)", "The index of the first element for which a condition holds, -1 when there is none.", func(c *call) Value {
		return int64(c.position(c.open(0), func(v Value) bool { return truth(c.lambda(1).call(c.evaluator, v)) }))
	}},
	{"m lastIndexWhere(collection:iterable, predicate:fn)", "The index of the last element for which a condition holds, -1 when there is none.", func(c *call) Value {
		return c.lastPosition(func(v Value) bool { return truth(c.lambda(1).call(c.evaluator, v)) })
	}},

	{"m orderBy(collection:iterable, selector:fn)", "The elements, sorted by what a function makes of them.", func(c *call) Value {
		return &ordering{from: c.args[0], keys: []orderKey{{c.lambda(1), false}}}
	}},
	{"m orderByDescending(collection:iterable, selector:fn)", "The elements, sorted from the largest to the smallest.", func(c *call) Value {
		return &ordering{from: c.args[0], keys: []orderKey{{c.lambda(1), true}}}
	}},
	{"m thenBy(collection:ordering, selector:fn)", "Sorts equal elements by something else.", func(c *call) Value { return c.then(false) }},
	{"m thenByDescending(collection:ordering, selector:fn)", "Sorts equal elements by something else, the largest first.", func(c *call) Value { return c.then(true) }},
	{"m groupBy(collection:iterable, keySelector:fn, valueSelector:fn=null, aggregator:fn=null)", "Pairs of a key and the list of the elements that have it.", groupBy},

	{"f range(stop:int)", "The whole numbers from 0 up to a number, which is not one of them.", func(c *call) Value { return c.numbersUpTo(int64(0), c.args[0], int64(1)) }},
	{"f range(start:int, stop:int, step:int=1)", "The whole numbers from one up to another, which is not one of them.", func(c *call) Value {
		return c.numbersUpTo(c.args[0], c.args[1], c.args[2])
	}},
	{"f sequence(start:number=0, step:number=1)", "Numbers without an end.", func(c *call) Value {
		n := c.args[0]
		return &iterator{"count", func() (Value, bool) {
			v := n
			n = addNumbers(n, c.args[1])
			return v, true
		}}
	}},
	{"f generate(initial:any, predicate:fn, producer:fn, selector:fn=null, decycle:bool=false)", "A first value, what a function makes of it, and so on as long as a condition holds.", generate},
	{"f generateMany(initial:any, producer:fn, selector:fn=null, decycle:bool=false, depthFirst:bool=false)", "A first value, the values that a function makes of it, and so on.", generateMany},
}

// memorized is a sequence that is read once and remembered.
type memorized struct {
	from  *iterator
	items []Value
}

// replay reads what is remembered, then what is not yet.
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

// missing stands for an argument that was left out where null would be another thing.
type missing struct{}

// notNegative returns the number at a position.
func (c *call) notNegative(i int) int {
	n := c.int(i)
	if n < 0 {
		fail("a number of elements cannot be negative")
	}
	return n
}

// first reads no more than n elements.
func (c *call) first(it *iterator, n int) *iterator {
	return &iterator{"islice", func() (Value, bool) {
		if n == 0 {
			return nil, false
		}
		n--
		return c.next(it)
	}}
}

// keyOf returns what the function at a position makes of an element, which is the element
// when there is no function.
func (c *call) keyOf(i int, v Value) Value {
	if l := c.lambda(i); l != nil {
		return l.call(c.evaluator, v)
	}
	return v
}

// opened opens the collection and the further ones.
func (c *call) opened() []*iterator {
	its := []*iterator{c.open(0)}
	for _, v := range c.rest {
		its = append(its, c.evaluator.open(v))
	}
	return its
}

func zipLongest(c *call) Value {
	its := c.opened()
	var filler Value
	for _, o := range c.others {
		if o.name == "default" {
			filler = o.value
		}
	}
	return &iterator{"zip_longest", func() (Value, bool) {
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

func selectMany(c *call) Value {
	it := c.open(0)
	return c.chain(func() (*iterator, bool) {
		v, ok := c.next(it)
		if !ok {
			return nil, false
		}
		inner := c.lambda(1).call(c.evaluator, v)
		if is(inner, iterableKind) {
			return c.evaluator.open(inner), true
		}
		return iterate([]Value{inner}), true
	})
}

func joinLists(c *call) Value {
	it := c.open(0)
	var others []Value
	read := false
	return c.chain(func() (*iterator, bool) {
		left, ok := c.next(it)
		if !ok {
			return nil, false
		}
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

func splitWhere(c *call) Value {
	return &iterator{"generator", lazily(func() (parts []Value) {
		items, start := c.all(0), 0
		for i, v := range items {
			if truth(c.lambda(1).call(c.evaluator, v)) {
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

func sliceWhere(c *call) Value {
	return &iterator{"generator", lazily(func() (parts []Value) {
		items, start := c.all(0), 0
		var last Value
		for i, v := range items {
			now := c.lambda(1).call(c.evaluator, v)
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
			total, ok = c.next(it)
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

// fold puts all elements together, beginning with the argument at a position or, without
// it, with the first element.
func (c *call) fold(seed int, with func(a, b Value) Value) Value {
	it := c.open(0)
	total := c.args[seed]
	if total == (missing{}) {
		var ok bool
		if total, ok = c.next(it); !ok {
			fail("there are no elements here, and no value to begin with")
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

// position returns the index of the first element that a test accepts, -1 without one.
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

func (c *call) lastPosition(accepts func(Value) bool) Value {
	last := -1
	for i, v := range c.all(0) {
		if accepts(v) {
			last = i
		}
	}
	return int64(last)
}

// orDefault returns an element or, when there is none, the default.
func (c *call) orDefault(v Value, ok bool) Value {
	if ok {
		return v
	}
	if c.args[1] == (missing{}) {
		fail("there are no elements here, and no default")
	}
	return c.args[1]
}

func (c *call) then(descending bool) Value {
	o := c.args[0].(*ordering)
	return &ordering{from: o.from, keys: append(slices.Clip(o.keys), orderKey{c.lambda(1), descending})}
}

// numbersUpTo counts from start, which must not change, to stop.
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
		n = addNumbers(n, by)
		return v, true
	}}
}

func generate(c *call) Value {
	current, past, started, ended := c.args[0], &set{}, false, false
	return &iterator{"generator", func() (Value, bool) {
		if started && !ended {
			current = c.lambda(2).call(c.evaluator, current)
		}
		started = true
		ended = ended || !truth(c.lambda(1).call(c.evaluator, current)) || c.args[4] == true && c.repeats(past, current)
		if ended {
			return nil, false
		}
		return c.keyOf(3, current), true
	}}
}

// repeats reports whether a value was seen before, and remembers it.
func (c *call) repeats(past *set, v Value) bool {
	n := len(past.items)
	c.join(past, v)
	return len(past.items) == n
}

func generateMany(c *call) Value {
	queue, past := []Value{c.args[0]}, &set{}
	return &iterator{"generator", func() (Value, bool) {
		for len(queue) > 0 {
			current := queue[0]
			queue = queue[1:]
			if c.args[3] == true && c.repeats(past, current) {
				continue
			}
			made := c.lambda(1).call(c.evaluator, current)
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

// A group is a key and the values that have it.
type group struct {
	key    Value
	values []Value
}

func groupBy(c *call) Value {
	return &iterator{"generator", lazily(func() []Value {
		groups := c.grouped()
		a := aggregation{call: c, open: true}
		pairs := make([]Value, len(groups))
		for i, g := range groups {
			pairs[i] = a.pair(g)
		}
		return pairs
	}).next}
}

func (c *call) grouped() (groups []*group) {
	index := map[string]*group{}
	it := c.open(0)
	for {
		v, ok := c.next(it)
		if !ok {
			return groups
		}
		key := c.lambda(1).call(c.evaluator, v)
		id := c.identify(key)
		g := index[id]
		if g == nil {
			g = &group{key: key}
			index[id] = g
			groups = append(groups, g)
		}
		g.values = append(g.values, c.keyOf(2, v))
	}
}

// An aggregation calls the aggregator of groupBy, which older expressions wrote for the
// pair of a key and a list: the original finds out by trying.
type aggregation struct {
	*call
	old  bool // it takes the pair
	open bool // it may still turn out to take the pair
}

func (a *aggregation) pair(g *group) Value {
	values := rawList(g.values)
	if a.lambda(3) == nil {
		return tuple(g.key, values)
	}
	if a.old {
		return a.oldPair(g)
	}
	var result Value
	depth, at := a.depth, a.at
	failed := caught(func() { result = a.lambda(3).call(a.evaluator, values) })
	if failed == nil {
		l, ok := result.(*list)
		a.open = a.open && ok && len(g.values) == 2 && len(l.items) == 2 && a.equal(l.items[0], g.values[0])
		return tuple(g.key, result)
	}
	if !a.open || failed.cause != inCall && failed.cause != inIndex {
		panic(failed)
	}
	place := a.at
	a.depth, a.at = depth, at
	var pair Value
	if again := caught(func() { pair = a.oldPair(g) }); again != nil {
		if again.cause == onUnknown || again.cause == onExhausted {
			panic(again)
		}
		a.depth, a.at = depth, place
		panic(failed)
	}
	a.old = true
	return pair
}

// oldPair gives the aggregator the pair; what it makes of it takes the place of the pair.
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
