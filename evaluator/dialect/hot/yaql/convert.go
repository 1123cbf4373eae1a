package yaql

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/value"
)

// fromValue converts data to the values of an expression. Unknown parts stay as they are until the
// expression reads them (1).
func (e *evaluator) fromValue(v value.Value) Value {
	e.enter()
	defer e.leave()
	switch d := v.Data.(type) {
	case value.Bool:
		return bool(d)
	case value.Number:
		return number(d)
	case value.String:
		return string(d)
	case *value.List:
		items := make([]Value, len(d.Items))
		for i, item := range d.Items {
			items[i] = e.fromValue(item)
		}
		return tuple(items...)
	case *value.Object:
		n := len(d.Fields)
		out := &dict{keys: make([]Value, 0, n), values: make([]Value, 0, n)}
		out.ids = make([]string, 0, n)
		for _, f := range d.Fields {
			// Keys of different kinds can be the same key here: true and 1 (1). The field has only
			// the text of the key, so the environment provides its kind.
			e.put(out, scalar(e.key(f)), e.fromValue(f.Value))
		}
		return out
	case value.Unknown:
		return unknown{d.Why}
	}
	return nil
}

// scalar converts a key to a value of an expression.
func scalar(d value.Data) Value {
	switch d := d.(type) {
	case value.Bool:
		return bool(d)
	case value.Number:
		return number(d)
	case value.String:
		return string(d)
	}
	return nil
}

// number returns Python's form of a number: an int of any size, or a float if it is written with a
// point or an exponent.
func number(n value.Number) Value {
	// The letters n and N occur only in NaN and +Inf.
	if strings.ContainsAny(string(n), ".eEnN") {
		f, err := strconv.ParseFloat(string(n), 64)
		if err != nil && !math.IsInf(f, 0) {
			return math.NaN()
		}
		return f
	}
	if i, err := strconv.ParseInt(string(n), 10, 64); err == nil {
		return i
	}
	i, ok := new(big.Int).SetString(string(n), 10)
	if !ok {
		return math.NaN()
	}
	return integer(i)
}

// toValue converts a result to a value. Values that cannot be written become unknown. It reads all
// sequences in it, up to 200 elements each (5).
func (e *evaluator) toValue(v Value) value.Value {
	e.enter()
	defer e.leave()
	if is(v, iterableKind) {
		return e.thawItems(v)
	}
	switch v := v.(type) {
	case nil:
		return value.Nothing()
	case bool:
		return value.Flag(v)
	case string:
		return value.Str(v)
	case float64:
		return value.Of(floatNumber(v))
	case int64, *big.Int:
		return value.Of(value.Number(literalText(v)))
	case *dict:
		return e.thawDict(v)
	// Heat accepts dates and other values that merely have no JSON form, but it refuses a context.
	case *context:
		fail("the result is a context, which only the operator -> can use: let(x => 1) -> $x")
	}
	e.unwritable = true
	return value.NotKnown(noun(v) + " in the result of yaql")
}

// floatNumber writes a float so that it stays distinguishable from an integer.
func floatNumber(f float64) value.Number {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "+Inf"
	case math.IsInf(f, -1):
		return "-Inf"
	}
	return value.Number(python.FloatText(f))
}

// thawItems returns a list. Heat cannot write sets and views that contain collections. So even
// the items() of a map are an error as a result: their elements are pairs (1).
func (e *evaluator) thawItems(v Value) value.Value {
	items := e.all(v)
	out := make([]value.Value, len(items))
	for i, item := range items {
		if is(v, anySet) && is(item, mapKind|iterableKind) {
			fail("Heat cannot write a set or a view that contains " + noun(item) + "; toList() makes a list of it")
		}
		out[i] = e.toValue(item)
	}
	return value.ListOf(out...)
}

// thawDict returns an object. JSON's keys are strings, so other scalars are converted to strings.
// If the strings of two keys are equal, the last one wins.
func (e *evaluator) thawDict(d *dict) value.Value {
	if len(d.keys) > maxElements {
		tooLong()
	}
	fields := make([]value.Field, len(d.keys))
	for i, k := range d.keys {
		if is(k, mapKind|iterableKind) {
			fail("a key of the result cannot be " + noun(k))
		}
		// A map with a date as key cannot be written, so the whole map becomes unknown.
		if !is(k, nullKind|boolKind|numberKind|textKind) {
			return e.toValue(k)
		}
		fields[i] = value.Field{Key: keyText(k), Value: e.toValue(d.values[i])}
	}
	return value.ObjectOf(value.Distinct(fields)...)
}

// keyText writes a key as Python's JSON encoder does. It differs from Python's str in null, true,
// false, NaN and Infinity.
func keyText(k Value) string {
	switch k := k.(type) {
	case string:
		return k
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(k)
	case float64:
		switch {
		case math.IsNaN(k):
			return "NaN"
		case math.IsInf(k, 0):
			return strings.Replace(strings.TrimPrefix(python.FloatText(k), "+"), "inf", "Infinity", 1)
		}
	}
	return literalText(k)
}
