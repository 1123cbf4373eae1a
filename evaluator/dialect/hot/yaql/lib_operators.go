package yaql

import (
	"math"
	"math/big"
)

// operators are the functions called by operators, indexes, lists and maps. They have no
// documentation because users do not call them by name. The first form that fits is called, so the
// forms for more specific kinds come first: + is union for two sets, and chaining for other
// collections (6.1).
var operators = []entry{
	{"f #operator_+(left:number, right:number)", "", add},
	{"f #operator_+(left:text, right:text)", "", func(c *call) Value { return c.made(c.text(0) + c.text(1)) }},
	{"f #operator_+(left:tuple, right:tuple)", "", addLists},
	{"f #operator_+(left:pureset, right:pureset)", "", union},
	// This overload also takes views and raw lists: their sum is an iterator.
	{"f #operator_+(left:iterable, right:iterable)", "",
		func(c *call) Value { return c.chained(c.open(0), c.open(1)) }},
	{"f #operator_+(left:map, right:map)", "", addMaps},
	{"f #operator_+(left:datetime, right:timespan)", "",
		func(c *call) Value { return c.date(0).plus(c.span(1), 1) }},
	{"f #operator_+(left:timespan, right:datetime)", "",
		func(c *call) Value { return c.date(1).plus(c.span(0), 1) }},
	{"f #operator_+(left:timespan, right:timespan)", "",
		func(c *call) Value { return span(new(big.Int).Add(c.span(0), c.span(1))) }},

	{"f #operator_-(left:number, right:number)", "", subtract},
	// difference refuses a view on the left.
	{"f #operator_-(left:set, right:set)", "", difference},
	{"f #operator_-(left:datetime, right:timespan)", "",
		func(c *call) Value { return c.date(0).plus(c.span(1), -1) }},
	{"f #operator_-(left:datetime, right:datetime)", "", func(c *call) Value {
		return span(new(big.Int).Sub(c.date(0).utc(), c.date(1).utc()))
	}},
	{"f #operator_-(left:timespan, right:timespan)", "",
		func(c *call) Value { return span(new(big.Int).Sub(c.span(0), c.span(1))) }},

	{"f #operator_*(left:number, right:number)", "", multiply},
	{"f #operator_*(left:text, right:int)", "", func(c *call) Value { return c.repeatText(0, 1) }},
	{"f #operator_*(left:int, right:text)", "", func(c *call) Value { return c.repeatText(1, 0) }},
	{"f #operator_*(left:list, right:int)", "", func(c *call) Value { return c.repeatList(0, 1) }},
	{"f #operator_*(left:int, right:list)", "", func(c *call) Value { return c.repeatList(1, 0) }},
	{"f #operator_*(left:timespan, right:number)", "",
		func(c *call) Value { return scale(c.span(0), c.args[1], false) }},
	{"f #operator_*(left:number, right:timespan)", "",
		func(c *call) Value { return scale(c.span(1), c.args[0], false) }},

	{"f #operator_/(left:number, right:number)", "", divide},
	{"f #operator_/(left:timespan, right:number)", "",
		func(c *call) Value { return scale(c.span(0), c.args[1], true) }},
	{"f #operator_/(left:timespan, right:timespan)", "", func(c *call) Value {
		if c.span(1).Sign() == 0 {
			fail("a timespan cannot be divided by one of zero length")
		}
		return ratio(c.span(0), c.span(1))
	}},
	{"f #operator_mod(left:number, right:number)", "", modulo},

	{"f #unary_operator_-(right:number)", "", func(c *call) Value { return negate(c.args[0]) }},
	{"f #unary_operator_-(right:timespan)", "", func(c *call) Value { return span(new(big.Int).Neg(c.span(0))) }},
	{"f #unary_operator_+(right:number)", "", func(c *call) Value { return c.args[0] }},
	{"f #unary_operator_+(right:timespan)", "", func(c *call) Value { return c.args[0] }},

	{"f #operator_=(left:any, right:any)", "", func(c *call) Value { return c.equal(c.args[0], c.args[1]) }},
	{"f #operator_!=(left:any, right:any)", "", func(c *call) Value { return !c.equal(c.args[0], c.args[1]) }},
	{"f #operator_<(left:any, right:any)", "",
		func(c *call) Value { return c.compare("#operator_<", relation{less: true}) }},
	{"f #operator_<=(left:any, right:any)", "",
		func(c *call) Value { return c.compare("#operator_<=", relation{less: true, same: true}) }},
	{"f #operator_>(left:any, right:any)", "",
		func(c *call) Value { return c.compare("#operator_>", relation{more: true}) }},
	{"f #operator_>=(left:any, right:any)", "",
		func(c *call) Value { return c.compare("#operator_>=", relation{more: true, same: true}) }},
	// A map has no form, so `a in {a => 1}` does not match.
	{"f #operator_in(left:text, right:text)", "", textIn},
	{"f #operator_in(left:any, right:iterable)", "", func(c *call) Value { return c.in(c.args[0], c.args[1]) }},

	// The result of and and or is the deciding operand, not a boolean: 1 and 2 is 2. The right side
	// is evaluated only if needed.
	{"f #operator_and(left:fn, right:fn)", "", func(c *call) Value {
		if v := c.lambda(0).call(c.evaluator); !truth(v) {
			return v
		}
		return c.lambda(1).call(c.evaluator)
	}},
	{"f #operator_or(left:fn, right:fn)", "", func(c *call) Value {
		if v := c.lambda(0).call(c.evaluator); truth(v) {
			return v
		}
		return c.lambda(1).call(c.evaluator)
	}},
	{"f #unary_operator_not(arg:any)", "", func(c *call) Value { return !truth(c.args[0]) }},
	{"f #operator_=~(left:text, right:regex)", "",
		func(c *call) Value { return c.hasMatch(c.regex(1), c.text(0)) }},
	{"f #operator_=~(left:text, right:text)", "",
		func(c *call) Value { return c.hasMatch(c.compile(c.text(1)), c.text(0)) }},
	{"f #operator_!~(left:text, right:regex)", "",
		func(c *call) Value { return !c.hasMatch(c.regex(1), c.text(0)) }},
	{"f #operator_!~(left:text, right:text)", "",
		func(c *call) Value { return !c.hasMatch(c.compile(c.text(1)), c.text(0)) }},
	// The right side is evaluated in the context on the left, not in that of the caller.
	{"f #operator_->(left:context, right:fn)", "", func(c *call) Value {
		l := c.lambda(1)
		if l.node == nil {
			return l.value
		}
		return c.eval(l.node, c.args[0].(*context))
	}},

	// The original counts the sizes of all elements together (5).
	{"f #list(args...:any)", "", func(c *call) Value {
		c.fits(c.rest...)
		return tuple(c.rest...)
	}},
	{"f #map(=>:any)", "", makeDict},
	{"f #indexer(left:list, right:int)", "", func(c *call) Value {
		items := c.list(0).items
		i := c.int(1)
		if i < 0 {
			i += len(items)
		}
		if i < 0 || i >= len(items) {
			// This cause lets groupBy recognise the error (6.8).
			panic(&failure{cause: inIndex, message: "the list has no element " + literalText(bigInt(c.args[1]))})
		}
		return items[i]
	}},
	{"f #indexer(left:map, right:any)", "", func(c *call) Value {
		v, ok := c.find(c.dict(0), c.args[1])
		if !ok {
			fail("the map has no key " + c.explained(c.args[1]) +
				"; a second argument in the brackets would be the default")
		}
		return v
	}},
	{"f #indexer(left:map, right:any, default:any)", "", getKey},
}

// arithmetic computes with integers or, if one number is a float, with floats. exact computes with
// integers, near with floats.
func (e *evaluator) arithmetic(a, b Value, exact func(x, y *big.Int) *big.Int, near func(x, y float64) float64) Value {
	_, af := a.(float64)
	_, bf := b.(float64)
	if af || bf {
		return near(toFloat(a), toFloat(b))
	}
	x, y := bigInt(a), bigInt(b)
	e.spend(x.BitLen() / 64 * y.BitLen() / 64 / 256) // roughly the cost of multiplying them
	return integer(exact(x, y))
}

// toFloat converts a number or a boolean to a float.
func toFloat(v Value) float64 {
	switch v := v.(type) {
	case float64:
		return v
	case int64:
		return float64(v)
	}
	f, _ := new(big.Float).SetInt(bigInt(v)).Float64()
	if math.IsInf(f, 0) {
		fail("this integer is too large for a float")
	}
	return f
}

// small returns two integers if they are so small that no operation on them overflows.
func small(a, b Value) (x, y int64, ok bool) {
	const far = 1 << 31
	x, xok := a.(int64)
	y, yok := b.(int64)
	return x, y, xok && yok && x < far && x > -far && y < far && y > -far
}

// addNumbers adds two numbers. It avoids big.Int for small integers, the usual case.
func (e *evaluator) addNumbers(a, b Value) Value {
	if x, y, ok := small(a, b); ok {
		return x + y
	}
	return e.arithmetic(a, b, func(x, y *big.Int) *big.Int { return new(big.Int).Add(x, y) },
		func(x, y float64) float64 { return x + y })
}

func add(c *call) Value { return c.addNumbers(c.args[0], c.args[1]) }

func subtract(c *call) Value {
	if x, y, ok := small(c.args[0], c.args[1]); ok {
		return x - y
	}
	return c.arithmetic(c.args[0], c.args[1], func(x, y *big.Int) *big.Int { return new(big.Int).Sub(x, y) },
		func(x, y float64) float64 { return x - y })
}

func multiply(c *call) Value {
	if x, y, ok := small(c.args[0], c.args[1]); ok {
		return x * y
	}
	return c.arithmetic(c.args[0], c.args[1], func(x, y *big.Int) *big.Int { return new(big.Int).Mul(x, y) },
		func(x, y float64) float64 { return x * y })
}

// negate changes the sign of a number.
func negate(v Value) Value {
	if f, ok := v.(float64); ok {
		return -f
	}
	return integer(new(big.Int).Neg(bigInt(v)))
}

// byZero rejects zero as a divisor.
func byZero(v Value) {
	if sign, ok := compareNumbers(v, int64(0)); ok && sign == 0 {
		fail("division by zero")
	}
}

// divide rounds the quotient of two integers down, like Python's //. Floats are divided as
// usual.
func divide(c *call) Value {
	byZero(c.args[1])
	return c.arithmetic(c.args[0], c.args[1], func(x, y *big.Int) *big.Int {
		q, m := new(big.Int).QuoRem(x, y, new(big.Int))
		if m.Sign() != 0 && m.Sign() != y.Sign() {
			q.Sub(q, big.NewInt(1))
		}
		return q
	}, func(x, y float64) float64 { return x / y })
}

// modulo returns the remainder with the sign of the divisor, as in Python.
func modulo(c *call) Value {
	byZero(c.args[1])
	return c.arithmetic(c.args[0], c.args[1], floorMod, func(x, y float64) float64 {
		m := math.Mod(x, y)
		if m != 0 && (m < 0) != (y < 0) {
			m += y
		}
		if m == 0 {
			m = math.Copysign(0, y)
		}
		return m
	})
}

// floorMod is Python's % for integers: the result has the sign of y.
func floorMod(x, y *big.Int) *big.Int {
	m := new(big.Int).Rem(x, y)
	if m.Sign() != 0 && m.Sign() != y.Sign() {
		m.Add(m, y)
	}
	return m
}

// addLists joins two lists that are not raw.
func addLists(c *call) Value {
	c.fits(c.args...)
	a, b := c.list(0), c.list(1)
	c.spend(len(a.items) + len(b.items))
	return tuple(append(append([]Value(nil), a.items...), b.items...)...)
}

// addMaps implements map + map and map.set(map): keys of the right map win, and nothing inside the
// values is merged (6.1).
func addMaps(c *call) Value {
	c.fits(c.args...)
	out, over := c.copyDict(c.dict(0), false), c.dict(1)
	for i, k := range over.keys {
		c.put(out, k, over.values[i])
	}
	return out
}

// repeatText repeats the string at one position by the number at the other.
func (c *call) repeatText(text, times int) Value {
	s, n := c.text(text), max(c.int(times), 0)
	c.fitsSize(49*(1-n) + n*memory(s)) // the original's estimate, made before it builds the string
	if n > maxMemory {
		n = 0 // only the empty string fits
	}
	out := make([]byte, 0, n*len(s))
	for range n {
		out = append(out, s...)
	}
	return c.made(string(out))
}

// repeatList repeats a list. The result is a raw list.
func (c *call) repeatList(from, times int) Value {
	l, n := c.args[from].(*list), max(c.int(times), 0)
	// As in repeatText, this is the original's estimate (5).
	c.fitsSize(56*(1-n) + n*memory(l))
	// An empty list can be repeated any number of times, so the loop below must not count them.
	if len(l.items) == 0 {
		n = 0
	}
	// The estimate can be far too small. This check prevents building a list that would be refused
	// anyway.
	c.fitsSize(min(n, maxMemory) * len(l.items) * 8)
	out := make([]Value, 0, n*len(l.items))
	for range n {
		out = append(out, l.items...)
	}
	c.spend(len(out))
	if l.raw {
		return rawList(out)
	}
	return tuple(out...)
}

// A relation lists the comparison results for which an operator is true.
type relation struct{ less, same, more bool }

// holds reports whether the operator is true for values whose comparison has this sign.
func (r relation) holds(sign int) bool {
	return sign < 0 && r.less || sign == 0 && r.same || sign > 0 && r.more
}

// compare implements the comparison operators: for two numbers, strings, sets, dates or spans. Null
// is less than everything else. name is the operator's name, for the message.
func (c *call) compare(name string, wanted relation) Value {
	a, b := c.args[0], c.args[1]
	ka, kb := kindOf(a), kindOf(b)
	switch {
	case ka == nullKind || kb == nullKind:
		return wanted.holds(order(toInt(a != nil), toInt(b != nil)))
	case ka&numberKind != 0 && kb&numberKind != 0:
		sign, ok := compareNumbers(a, b)
		return ok && wanted.holds(sign)
	// For sets, < means a proper subset. Two different sets can be such that neither is less than
	// the other.
	case ka&anySet != 0 && kb&anySet != 0:
		x, y := c.asSet(a), c.asSet(b)
		if wanted.more {
			x, y = y, x
		}
		return subset(x, y) && (wanted.same || len(x.items) < len(y.items))
	case ka != kb:
	case ka == textKind:
		return wanted.holds(order(a.(string), b.(string)))
	case ka == datetimeKind:
		return wanted.holds(a.(datetime).compare(b.(datetime)))
	case ka == timespanKind:
		return wanted.holds(a.(timespan).us.Cmp(b.(timespan).us))
	}
	noFunction(name)
	return nil
}
