package yaql

import (
	"pantograph/evaluator/diag"
	"pantograph/evaluator/value"
)

// An evaluator evaluates one expression.
type evaluator struct {
	library    *Library
	budget     func(steps int) bool
	depth      int
	at         *node // the call being evaluated
	defines    bool  // a function was defined, which may shadow a library function
	explaining bool  // a value is being rendered for a message
	secret     bool  // messages must not show any data
	// objects numbers the values that are equal only to themselves, for pointer.
	objects map[Value]int
	// budget, key and secret come from the Environment.
	key        func(f value.Field) value.Data
	unwritable bool // the result contains something that cannot be written
}

// maxDepth limits recursion in an evaluation. Python's stack overflows long before that.
const maxDepth = 1500

// enter counts one step and one level of recursion. It must be followed by leave, except when a
// failure ends the evaluation.
func (e *evaluator) enter() {
	e.spend(1)
	if e.depth++; e.depth > maxDepth {
		panic(&failure{cause: onDepth, message: "this is nested too deeply, or recurses forever"})
	}
}

// leave ends the level that enter began.
func (e *evaluator) leave() { e.depth-- }

// spend counts steps against the budget of the whole program's evaluation.
func (e *evaluator) spend(steps int) {
	if !e.budget(steps) {
		panic(&failure{cause: onExhausted})
	}
}

// eval returns the value of a node, which is never unknown: evaluating a node reads its value.
// After a failure, e.at remains at the innermost node that was being evaluated, which is where the
// problem is marked. That is why neither at nor depth is restored by defer.
func (e *evaluator) eval(n *node, c *context) Value {
	e.enter()
	was := e.at
	e.at = n
	v := e.value(n, c)
	if u, ok := v.(unknown); ok {
		kindOf(u)
	}
	e.at = was
	e.depth--
	return v
}

// value evaluates a node. Operators, lists, maps and indices are calls of functions, whose names
// begin with #, as in the original.
func (e *evaluator) value(n *node, c *context) Value {
	switch n.kind {
	case constantNode, wordNode:
		return n.literal()
	case variableNode:
		return e.variable(c, n.name)
	case callNode:
		return e.invoke(n.name, nil, arguments(n.args), n.named, c)
	case operatorNode, listNode, mapNode, indexNode:
		return e.invoke(n.name, nil, arguments(n.args), n.named, c)
	case dotNode:
		if !isMember(n.args[1]) {
			noFunction("#operator_.")
		}
		return e.member(e.eval(n.args[0], c), n.args[1], c)
	case guardNode:
		// ?. guards a single step: null?.a.b fails at .b, which has null before it (4).
		v := e.eval(n.args[0], c)
		if v == nil {
			return nil
		}
		if !isMember(n.args[1]) {
			noFunction("#operator_.")
		}
		return e.member(v, n.args[1], c)
	}
	panic("yaql: unknown kind of node")
}

// isMember reports whether a node may follow a dot: only words and calls may. The grammar allows
// anything there, so $.data.'a' is not a syntax error: it fails only when it is evaluated (4).
func isMember(n *node) bool {
	return (n.kind == wordNode || n.kind == callNode) && !n.wrapped
}

// member returns receiver.word or receiver.name(args).
func (e *evaluator) member(receiver Value, n *node, c *context) Value {
	e.at = n
	if n.kind == callNode {
		// The receiver is the first argument. It has been evaluated already, before the name is
		// looked up (4).
		args := append([]argument{{value: receiver, given: true}}, arguments(n.args)...)
		return e.invoke(n.name, receiver, args, n.named, c, method)
	}
	return e.property(receiver, n.name)
}

// property returns receiver.word: the value of a key, or for a sequence the property of each
// element. The original implements it as functions, so the limits on arguments and results apply
// (5). The property of a sequence is lazy: a missing key in an element matters only if that element
// is read.
func (e *evaluator) property(receiver Value, name string) Value {
	e.spend(1)
	e.fits(receiver)
	if d, ok := receiver.(*dict); ok {
		v, ok := e.find(d, name)
		if !ok {
			e.noKey(d, name)
		}
		e.fits(v)
		return v
	}
	if is(receiver, iterableKind) {
		return e.each(e.open(receiver), "map", func(v Value) Value { return e.property(v, name) })
	}
	if v, ok := timeProperty(receiver, name); ok {
		return v
	}
	// The original has a function for each property of dates and spans, so their names are known,
	// and a value that has no such property is a failed match. All other names are unknown
	// functions (4).
	if isTimeProperty(name) {
		noFunction("#property#" + name)
	}
	panic(&failure{cause: inCall, text: `Unknown function "#property#` + name + `"`,
		message: "only a map has keys such as " + quoted(name) + ", and a list of maps; this is " + noun(receiver)})
}

// noKey reports that a map lacks a key. The original reports a bare Python error, so the message is
// ours: it suggests a similar key, unless that would reveal secret data.
func (e *evaluator) noKey(d *dict, name string) {
	message := "the map has no key " + quoted(name)
	const longest = 64
	if !e.secret && len(name) <= longest {
		e.spend(len(d.keys))
		var keys []string
		for _, k := range d.keys {
			if s, ok := k.(string); ok && len(keys) < maxElements {
				keys = append(keys, s)
			}
		}
		if near := diag.DidYouMean(name, keys); near != "" {
			fail(message + near)
		}
	}
	fail(message + "; get(" + name + ") would be null")
}

// noun returns the kind of a value for messages, with its article. An unknown value ends the
// evaluation here, as everywhere.
func noun(v Value) string {
	switch kindOf(v) {
	case nullKind:
		return "null"
	case boolKind:
		return "a boolean"
	case intKind, floatKind:
		return "a number"
	case textKind:
		return "a string"
	case listKind, rawListKind:
		return "a list"
	case mapKind:
		return "a map"
	case setKind:
		return "a set"
	case keysKind, valuesKind, memorizedKind:
		return "a view of a map"
	case iteratorKind, orderingKind:
		return "a sequence"
	case regexKind:
		return "a regular expression"
	case datetimeKind:
		return "a date"
	case timespanKind:
		return "a timespan"
	case contextKind:
		return "a context"
	}
	// The only opaque values are those that pow returns for a negative base and a fraction.
	return "a complex number"
}

func quoted(s string) string { return `"` + s + `"` }
