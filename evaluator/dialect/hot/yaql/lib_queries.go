package yaql

import "slices"

// queries are the functions on sequences. Most of them are lazy: an error in an element appears
// only when the element is read (4).
var queries = []entry{
	{"m where|filter(collection:iterable, predicate:fn)",
		"The elements that satisfy a condition: where($ > 1).",
		func(c *call) Value {
			it := c.open(0)
			return &iterator{"filter", func() (Value, bool) {
				for {
					v, ok := c.next(it)
					if !ok || c.test(1, v) {
						return v, ok
					}
				}
			}}
		}},
	{"m select|map(collection:iterable, selector:fn)",
		"The results of a function for each element: select($ * 2).",
		func(c *call) Value {
			return c.each(c.open(0), "map", func(v Value) Value { return c.apply(1, v) })
		}},
	{"m selectMany(collection:iterable, selector:fn)",
		"The elements of the lists that a function returns for each element.",
		selectMany},
	{"m skip(collection:iterable, count:int)", "All but the first elements.", func(c *call) Value {
		left := c.notNegative(1)
		it := c.open(0)
		return &iterator{"itertools.islice", func() (Value, bool) {
			for ; left > 0; left-- {
				if _, ok := c.next(it); !ok {
					return nil, false
				}
			}
			return c.next(it)
		}}
	}},
	{"m limit|take(collection:iterable, count:int)",
		"The first elements, up to a count.",
		func(c *call) Value { return c.first(c.open(0), c.notNegative(1)) }},
	{"mf append(collection:iterable, values...:any)",
		"The elements, then the values.",
		func(c *call) Value { return c.chained(c.open(0), iterate(c.rest)) }},
	// The concat of strings is in lib_text.go. This one opens each collection only when the
	// previous one has ended.
	{"mf concat(:iterable, collections...:iterable)",
		"The elements of several lists, concatenated.",
		func(c *call) Value {
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
	{"mf distinct(collection:iterable, keySelector:fn=null)", "The elements without duplicates.", func(c *call) Value {
		seen := &set{}
		it := c.open(0)
		return &iterator{"generator", func() (Value, bool) {
			for {
				v, ok := c.next(it)
				if !ok {
					return nil, false
				}
				n := len(seen.items)
				if c.addToSet(seen, c.keyOf(1, v)); len(seen.items) > n {
					return v, true
				}
			}
		}}
	}},
	{"mf enumerate(collection:iterable, start:int=0)", "Pairs of an index and an element.", func(c *call) Value {
		i := integer(bigInt(c.args[1]))
		return c.each(c.open(0), "generator", func(v Value) Value {
			p := rawList([]Value{i, v})
			i = c.addNumbers(i, int64(1))
			return p
		})
	}},
	{"m zip(collection:iterable, collections...:iterable)",
		"Lists of the elements at the same index, up to the end of the shortest list.",
		func(c *call) Value {
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
	{"m zipLongest(collection:iterable, collections...:iterable, **:any)",
		"Like zip, up to the end of the longest list; the default replaces missing elements.",
		zipLongest},
	{"m join(collection1:iterable, collection2:iterable, predicate:fn, selector:fn)",
		"The results of a function for the pairs that satisfy a condition.",
		joinLists},
	{"m takeWhile(collection:iterable, predicate:fn)",
		"The elements before the first one that does not satisfy a condition.",
		func(c *call) Value {
			it, done := c.open(0), false
			return &iterator{"itertools.takewhile", func() (Value, bool) {
				if done {
					return nil, false
				}
				v, ok := c.next(it)
				if done = !ok || !c.test(1, v); done {
					return nil, false
				}
				return v, true
			}}
		}},
	{"m skipWhile(collection:iterable, predicate:fn)",
		"The elements starting with the first that does not satisfy a condition.",
		func(c *call) Value {
			it, found := c.open(0), false
			return &iterator{"itertools.dropwhile", func() (Value, bool) {
				for {
					v, ok := c.next(it)
					if found = found || !ok || !c.test(1, v); found {
						return v, ok
					}
				}
			}}
		}},
	{"m slice(collection:iterable, length:int)", "Splits the elements into lists of a given " +
		"length.", func(c *call) Value {
		it := c.open(0)
		return &iterator{"generator", func() (Value, bool) {
			items := c.evaluator.rest(c.first(it, c.notNegative(1)))
			return tuple(items...), len(items) > 0
		}}
	}},
	{"m splitWhere(collection:iterable, predicate:fn)",
		"Splits the elements at those that satisfy a condition.",
		splitWhere},
	{"m sliceWhere(collection:iterable, predicate:fn)",
		"Splits the elements where the result of a function changes.",
		sliceWhere},
	{"m splitAt(collection:iterable, index:int)",
		"Splits the elements at an index into two lists.",
		func(c *call) Value {
			items, at := c.all(0), c.int(1)
			if at < 0 {
				at += len(items)
			}
			at = min(max(at, 0), len(items))
			return rawList([]Value{tuple(items[:at:at]...), tuple(items[at:]...)})
		}},
	{"m reverse(collection:iterable)", "The elements in reverse order.", func(c *call) Value {
		items := slices.Clone(c.all(0))
		slices.Reverse(items)
		return iterate(items)
	}},
	{"m cycle(collection:iterable)", "The elements, repeated endlessly.", func(c *call) Value {
		it := c.open(0)
		var items []Value
		i := 0
		return &iterator{"itertools.cycle", func() (Value, bool) {
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
	{"m repeat(value:any, times:int=-1)", "A value, repeated endlessly or a number of times.", func(c *call) Value {
		left := c.int(1)
		return &iterator{"itertools.repeat", func() (Value, bool) {
			left--
			return c.args[0], left >= 0 || c.int(1) < 0
		}}
	}},
	{"m accumulate(collection:iterable, selector:fn, seed:any=-)", "All intermediate results of reduce.", accumulate},
	// Only an iterator needs this: all other collections can be read more than once anyway.
	{"m memorize(collection:iterable)", "The elements, which can then be iterated more than " +
		"once.", func(c *call) Value {
		if it, ok := c.args[0].(*iterator); ok {
			return &memorized{from: c.evaluator.open(it)}
		}
		return c.args[0]
	}},
	{"m defaultIfEmpty(collection:iterable, default:iterable)",
		"The elements, or those of another list if there are none.",
		func(c *call) Value {
			it := c.open(0)
			first, ok := c.next(it)
			if !ok {
				return c.args[1]
			}
			return c.chained(iterate([]Value{first}), it)
		}},

	// Without a condition, any reports whether there is an element, even a false one, and all
	// whether every element is true.
	{"mf any(collection:iterable, predicate:fn=null)",
		"Reports whether any element satisfies a condition, or whether there are any elements.",
		func(c *call) Value {
			return c.position(c.open(0), func(v Value) bool {
				return c.lambda(1) == nil || c.test(1, v)
			}) >= 0
		}},
	{"mf all(collection:iterable, predicate:fn=null)",
		"Reports whether all elements satisfy a condition, or whether all count as true.",
		func(c *call) Value {
			return c.position(c.open(0), func(v Value) bool { return !truth(c.keyOf(1, v)) }) < 0
		}},
	{"m first(collection:iterable, default:any=-)",
		"The first element, or else the default.",
		func(c *call) Value {
			v, ok := c.next(c.open(0))
			return c.orDefault(v, ok)
		}},
	{"m last(collection:iterable, default:any=-)",
		"The last element, or else the default.",
		func(c *call) Value {
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
	{"m sum(collection:iterable, initial:any=-)", "The sum of the elements, computed with the operator " +
		"+.", func(c *call) Value {
		return c.fold(1, func(a, b Value) Value { return c.function("#operator_+", a, b) })
	}},
	{"m min(collection:iterable, initial:any=-)",
		"The smallest element.",
		func(c *call) Value { return c.fold(1, c.smaller) }},
	{"m max(collection:iterable, initial:any=-)",
		"The largest element.",
		func(c *call) Value { return c.fold(1, c.larger) }},
	{"m reduce|aggregate(collection:iterable, selector:fn, seed:any=-)",
		"Combines the elements with a function, one by one: reduce($1 + $2).",
		func(c *call) Value {
			return c.fold(2, func(a, b Value) Value { return c.lambda(1).call(c.evaluator, a, b) })
		}},
	{"m indexOf(collection:iterable, item:any)",
		"The index of a value, or -1.",
		func(c *call) Value {
			return int64(c.position(c.open(0), func(v Value) bool { return c.equal(v, c.args[1]) }))
		}},
	{"m lastIndexOf(collection:iterable, item:any)",
		"The last index of a value, or -1.",
		func(c *call) Value {
			return c.lastPosition(func(v Value) bool { return c.equal(v, c.args[1]) })
		}},
	{"m indexWhere(collection:iterable, predicate:fn)",
		"The index of the first element that satisfies a condition, or -1.",
		func(c *call) Value {
			return int64(c.position(c.open(0), func(v Value) bool { return c.test(1, v) }))
		}},
	{"m lastIndexWhere(collection:iterable, predicate:fn)",
		"The index of the last element that satisfies a condition, or -1.",
		func(c *call) Value {
			return c.lastPosition(func(v Value) bool { return c.test(1, v) })
		}},

	// The keys are compared by the operators < and >, so they can be numbers, strings or dates, but
	// not booleans or lists (6.1).
	{"m orderBy(collection:iterable, selector:fn)",
		"The elements, sorted by the results of a function.",
		func(c *call) Value {
			return &ordering{from: c.args[0], keys: []orderKey{{c.lambda(1), false}}}
		}},
	{"m orderByDescending(collection:iterable, selector:fn)",
		"The elements, sorted from the largest to the smallest.",
		func(c *call) Value {
			return &ordering{from: c.args[0], keys: []orderKey{{c.lambda(1), true}}}
		}},
	{"m thenBy(collection:ordering, selector:fn)",
		"Sorts elements with equal keys by another key.",
		func(c *call) Value { return c.then(false) }},
	{"m thenByDescending(collection:ordering, selector:fn)",
		"Sorts elements with equal keys by another key, the largest first.",
		func(c *call) Value { return c.then(true) }},
	{"m groupBy(collection:iterable, keySelector:fn, valueSelector:fn=null, aggregator:fn=null)",
		"Pairs of a key and the list of the elements that have it.",
		groupBy},

	{"f range(stop:int)",
		"The integers from 0 up to, but not including, a number.",
		func(c *call) Value { return c.numbersUpTo(int64(0), c.args[0], int64(1)) }},
	{"f range(start:int, stop:int, step:int=1)",
		"The integers from one up to, but not including, another.",
		func(c *call) Value {
			return c.numbersUpTo(c.args[0], c.args[1], c.args[2])
		}},
	// Only a function that stops reading, such as take, can use it.
	{"f sequence(start:int=0, step:int=1)", "An endless sequence of numbers.", func(c *call) Value {
		n := c.addNumbers(int64(0), c.args[0]) // true counts as 1
		return &iterator{"itertools.count", func() (Value, bool) {
			v := n
			n = c.addNumbers(n, c.args[1])
			return v, true
		}}
	}},
	{"f generate(initial:any, predicate:fn, producer:fn, selector:fn=null, decycle:bool=false)",
		"A first value, the result of a function for it, and so on as long as a condition is true.",
		generate},
	{"f generateMany(initial:any, producer:fn, selector:fn=null, decycle:bool=false, depthFirst:bool=false)",
		"A first value, the values that a function returns for it, those for each of these, and so on: a tree, " +
			"breadth first unless depthFirst is true.",
		generateMany},
}
