package yaql

import "strconv"

// A context holds the variables and functions that an expression may use; up is the enclosing
// context.
type context struct {
	up       *context
	position []Value // $1, $2, ...; $ is $1
	names    []string
	values   []Value
	function string // the name of a function defined by def, or "" if none
	body     *lambda
}

// variable returns the value of a variable; an unknown one is null. Contexts can form a long chain,
// so the search costs a step for every 16 of them.
func (e *evaluator) variable(c *context, name string) Value {
	number := positionOf(name)
	for hops := 0; c != nil; c = c.up {
		if hops++; hops%16 == 0 {
			e.spend(1)
		}
		// A context with too few positions does not hide those outside: a lambda of one argument
		// can still read the $2 of its surroundings.
		if number > 0 && number <= len(c.position) {
			return c.position[number-1]
		}
		// unpack can assign a name twice; the last one wins.
		for i := len(c.names) - 1; i >= 0; i-- {
			if c.names[i] == name {
				return c.values[i]
			}
		}
	}
	return nil
}

// positionOf returns n for the name of $n, 1 for that of $ and 0 for all others. A number with
// leading zeros, as in $01, is an ordinary name.
func positionOf(name string) int {
	if name == "" {
		return 1
	}
	if n, err := strconv.Atoi(name); err == nil && n > 0 && n < 1<<20 && name[0] != '0' && name[0] != '+' {
		return n
	}
	return 0
}

// defined returns the function that def bound to a name, or nil if there is none. As most expressions
// define no function, the search through the contexts happens only if defines is set.
func (e *evaluator) defined(c *context, name string) *lambda {
	for hops := 0; e.defines && c != nil; c = c.up {
		if hops++; hops%16 == 0 {
			e.spend(1)
		}
		if c.body != nil && c.function == name {
			return c.body
		}
	}
	return nil
}

// A lambda is an expression that a function evaluates itself, or a value passed instead of
// one.
type lambda struct {
	node *node
	// context is the one in which the expression was written. The expression sees its variables,
	// not those of the function that calls the lambda.
	context *context
	value   Value // used when node is nil
}

// call evaluates a lambda with arguments. Without any, $ keeps its meaning.
func (l *lambda) call(e *evaluator, args ...Value) Value {
	return l.with(e, &context{position: args})
}

// with evaluates a lambda in a context, whose parent becomes the lambda's own. The context must be
// new, because this changes it.
func (l *lambda) with(e *evaluator, c *context) Value {
	// A value that is passed instead of an expression is the result for all arguments (6.2).
	if l.node == nil {
		return l.value
	}
	c.up = l.context
	return e.eval(l.node, c)
}
