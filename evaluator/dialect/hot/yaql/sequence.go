package yaql

import "sort"

// maxElements limits the size of a collection that is read as an argument, and of one in the
// result.
const maxElements = 200

type (
	// An iterator yields its elements once. All readers share its position.
	iterator struct {
		name string // the name of its class in Python
		next func() (Value, bool)
	}
	// An ordering is a sequence that is sorted when it is first read.
	ordering struct {
		// from is the collection to sort; the orderings that thenBy derives from this one share it.
		from Value
		// keys are the selectors of orderBy and of each thenBy after it.
		keys   []orderKey
		sorted []Value
		done   bool
	}
	orderKey struct {
		selector   *lambda
		descending bool
	}
)

// next returns the next element of an iterator. Iterators read from one another, so each
// counts as a level of recursion.
func (e *evaluator) next(it *iterator) (Value, bool) {
	e.enter()
	defer e.leave()
	return it.next()
}

// iterate returns an iterator over elements that are known.
func iterate(items []Value) *iterator {
	i := 0
	return &iterator{"generator", func() (Value, bool) {
		if i == len(items) {
			return nil, false
		}
		i++
		return items[i-1], true
	}}
}

// tooLong fails because a collection exceeds maxElements.
func tooLong() {
	failText("a collection may have 200 elements here, and this one has more", "Collection length exceeds 200 elements")
}

// sized returns the elements of a collection that has them in memory. The result is the
// collection's own slice: callers must not change it.
func (e *evaluator) sized(v Value) []Value {
	switch v := v.(type) {
	case *list:
		return v.items
	case *set:
		return v.items
	case *view:
		return v.items()
	}
	return nil
}

// sizeOf returns the number of elements that sized would return, or -1 if that is unknown.
func sizeOf(v Value) int {
	switch v := v.(type) {
	case *list:
		return len(v.items)
	case *set:
		return len(v.items)
	case *view:
		return len(v.of.keys)
	}
	return -1
}

// iterate reads a collection without a limit. Most functions use open, which has the limit of 200
// elements.
func (e *evaluator) iterate(v Value) *iterator {
	switch v := v.(type) {
	case *iterator:
		return v
	case *ordering:
		return &iterator{"generator", e.sorting(v)}
	case *memorized:
		return e.replay(v)
	}
	items := e.sized(v)
	return iterate(items)
}

// open reads a collection as functions do: it fails after 200 elements. A collection of known
// length fails at once, an iterator only if its 201st element is requested: range(300).take(200) is
// valid (5).
func (e *evaluator) open(v Value) *iterator {
	if n := sizeOf(v); n >= 0 {
		if n > maxElements {
			tooLong()
		}
		return e.iterate(v)
	}
	from, taken := e.iterate(v), 0
	return &iterator{"generator", func() (Value, bool) {
		item, ok := e.next(from)
		if ok {
			if taken++; taken > maxElements {
				tooLong()
			}
		}
		return item, ok
	}}
}

// all reads a collection to its end. As for sized, the result must not be changed.
func (e *evaluator) all(v Value) []Value {
	if n := sizeOf(v); n >= 0 {
		if n > maxElements {
			tooLong()
		}
		e.spend(n)
		items := e.sized(v)
		return items
	}
	return e.rest(e.open(v))
}

// rest reads an iterator to its end. The caller must have limited the iterator, or it may never
// end.
func (e *evaluator) rest(it *iterator) (items []Value) {
	for {
		v, ok := e.next(it)
		if !ok {
			return items
		}
		items = append(items, v)
	}
}

// each returns an iterator that applies a function to each element of another. It is lazy: f is
// called for an element when that is read, so an error in an element that is never read does not
// occur (4). name is the name of Python's class.
func (e *evaluator) each(from *iterator, name string, f func(Value) Value) *iterator {
	return &iterator{name, func() (Value, bool) {
		v, ok := e.next(from)
		if !ok {
			return nil, false
		}
		return f(v), true
	}}
}

// chain returns an iterator that reads several in turn, opening each when it is needed.
func (e *evaluator) chain(next func() (*iterator, bool)) *iterator {
	var current *iterator
	return &iterator{"generator", func() (Value, bool) {
		for {
			if current != nil {
				if v, ok := e.next(current); ok {
					return v, true
				}
			}
			var more bool
			if current, more = next(); !more {
				current = iterate(nil)
				return nil, false
			}
			// An endless series of empty parts must cost steps, or it would never end.
			e.spend(1)
		}
	}}
}

// chained reads iterators one after another.
func (e *evaluator) chained(its ...*iterator) *iterator {
	i := 0
	return e.chain(func() (*iterator, bool) {
		if i == len(its) {
			return nil, false
		}
		i++
		return its[i-1], true
	})
}

// lazily returns an iterator whose elements are computed when the first is requested. Functions
// that need all elements at once, such as groupBy, are as lazy as the others in this way: they read
// nothing before their result is read.
func lazily(find func() []Value) *iterator {
	var from *iterator
	return &iterator{"generator", func() (Value, bool) {
		if from == nil {
			from = iterate(find())
		}
		return from.next()
	}}
}

// sorting returns a function that yields the elements of an ordering. The elements are sorted once,
// however often the ordering is read.
func (e *evaluator) sorting(o *ordering) func() (Value, bool) {
	return lazily(func() []Value {
		if !o.done {
			o.sorted, o.done = e.sort(o), true
		}
		return o.sorted
	}).next
}

// sort sorts by the keys of an ordering. A key is computed when it is first compared, so
// never for a single element.
func (e *evaluator) sort(o *ordering) []Value {
	// keys are those computed so far, in the order of o.keys: the second key is needed only for
	// elements whose first keys are equal.
	type element struct {
		value Value
		keys  []Value
	}
	var elements []*element
	for _, v := range e.all(o.from) {
		elements = append(elements, &element{value: v})
	}
	key := func(el *element, i int) Value {
		for len(el.keys) <= i {
			el.keys = append(el.keys, o.keys[len(el.keys)].selector.call(e, el.value))
		}
		return el.keys[i]
	}
	sort.SliceStable(elements, func(i, j int) bool {
		for k, by := range o.keys {
			x, y := key(elements[i], k), key(elements[j], k)
			switch {
			// The operators of the library decide, so that values without an order, such as
			// booleans, fail here, and null comes before everything (6.1).
			case e.less(x, y):
				return !by.descending
			case e.greater(x, y):
				return by.descending
			}
		}
		return false
	})
	sorted := make([]Value, len(elements))
	for i, el := range elements {
		sorted[i] = el.value
	}
	return sorted
}

// less is the operator <.
func (e *evaluator) less(a, b Value) bool { return truth(e.function("#operator_<", a, b)) }

// greater is the operator >.
func (e *evaluator) greater(a, b Value) bool { return truth(e.function("#operator_>", a, b)) }
