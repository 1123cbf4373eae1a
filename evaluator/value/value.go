// Package value defines the values that every dialect evaluates to.
//
// A Value has immutable data, marks, and an origin, the range of the source that it comes from.
//
//	Null      nothing
//	Bool      true or false
//	Number    exact decimal digits; dialects convert when they compute
//	String    text
//	*List     values in order
//	*Object   named values, in the dialect's order
//	*Tagged   a value that only its dialect understands: a resource, an asset
//	Unknown   a value that is not known before a deployment, with the reason why
//
// Unknown is data, so lists and objects with an unknown part keep their other parts. Failure is a
// mark: a problem has been reported for the value, so expressions that depend on it report nothing.
// Lists and objects store the union of the marks of their contents, so that HasUnknown, HasSecret
// and HasFailed take constant time.
package value

import (
	"sort"

	"pantograph/evaluator/source"
)

// Marks propagate from a value to everything that is computed from it.
type Marks uint16

// The marks.
const (
	Secret Marks = 1 << iota // must be masked when shown
	Failed                   // a problem has been reported for it
	Mocked                   // supplied by the user in inputs.yaml instead of by a deployment
	Locked                   // cannot be overridden by a value merged over it

	// hasUnknown occurs only in summaries: see Value.Summary.
	hasUnknown

	// Covered is set in addition to Secret for an object that is not secret itself but has keys that
	// come from a secret. It is shown like a secret, unless secrets are revealed. The marks between
	// hasUnknown and Covered belong to the dialects.
	Covered Marks = 1 << 15
)

// A Value is data with its marks and origin. The zero Value, whose Data is nil, means that there is no
// value, which is different from null.
type Value struct {
	Data   Data
	Marks  Marks
	Origin source.Span
}

// Data is one of Null, Bool, Number, String, *List, *Object, *Tagged, Unknown.
type Data interface{ isData() }

type (
	// Null is the absence of a value. Type is empty except in dialects with typed nulls.
	Null struct{ Type string }
	// Bool is a boolean.
	Bool bool
	// Number is the text of a number: decimal digits with an optional sign, fraction and exponent,
	// or NaN, +Inf or -Inf.
	Number string
	// String is a string.
	String string
	// Unknown is a value that only a deployment knows. Why is the reason, and Type describes the
	// value for the dialect; it may be nil.
	Unknown struct {
		Why  string
		Type any
	}
	// Tagged is a value that only its dialect understands. In the result document it is {Tag:
	// Body}; Handle belongs to the dialect.
	Tagged struct {
		Tag    string
		Body   Value
		Handle any
	}
	// List holds values in order. Type is empty except in dialects that distinguish tuples, lists
	// and sets.
	List struct {
		Items []Value
		Type  string
		bits  Marks
		depth int32
		size  int64
	}
	// Object holds named values. Type is empty except in dialects that distinguish objects and
	// maps; Handle belongs to the dialect.
	Object struct {
		Fields []Field
		Type   string
		Handle any
		bits   Marks
		depth  int32
		size   int64
		index  map[string]int32
		sorted bool // the keys are in ascending order, so no index is needed
	}
)

// A Field is one named value of an object.
type Field struct {
	Key   string
	Value Value
	KeyAt source.Span // where the key is written; zero if it is not in the source
}

func (Null) isData()    {}
func (Bool) isData()    {}
func (Number) isData()  {}
func (String) isData()  {}
func (*List) isData()   {}
func (*Object) isData() {}
func (*Tagged) isData() {}
func (Unknown) isData() {}

// NewList returns a list of items, of which it takes ownership.
func NewList(items []Value) *List { return new(List).Init(items) }

// Init sets the items of l, which must be empty, as NewList does, and returns l.
func (l *List) Init(items []Value) *List {
	l.Items = items
	for i := range items {
		l.bits |= items[i].Summary()
		l.depth = max(l.depth, int32(items[i].Depth()))
		l.size += items[i].Size()
	}
	l.depth++
	return l
}

// minIndexed is the smallest number of fields for which an object does not search its keys linearly.
const minIndexed = 12

// NewObject returns an object with fields, of which it takes ownership. Keys must be distinct.
func NewObject(fields []Field) *Object { return new(Object).Init(fields) }

// Init sets the fields of o, which must be empty, as NewObject does, and returns o.
func (o *Object) Init(fields []Field) *Object {
	o.Fields = fields
	for i := range fields {
		o.bits |= fields[i].Value.Summary()
		o.depth = max(o.depth, int32(fields[i].Value.Depth()))
		o.size += fields[i].Value.Size() + int64(len(fields[i].Key))
	}
	o.depth++
	if o.sorted = ascending(fields); !o.sorted && len(fields) >= minIndexed {
		o.index = make(map[string]int32, len(fields))
		for i := range fields {
			o.index[fields[i].Key] = int32(i)
		}
	}
	return o
}

// Get returns the value of a key, or false if o does not have the key. O may be nil, as Value.Object
// returns for values that are not objects.
func (o *Object) Get(key string) (Value, bool) {
	if o == nil {
		return Value{}, false
	}
	if o.sorted && len(o.Fields) >= minIndexed {
		i := sort.Search(len(o.Fields), func(i int) bool { return o.Fields[i].Key >= key })
		if i < len(o.Fields) && o.Fields[i].Key == key {
			return o.Fields[i].Value, true
		}
		return Value{}, false
	}
	if o.index != nil {
		if i, ok := o.index[key]; ok {
			return o.Fields[i].Value, true
		}
		return Value{}, false
	}
	for i := range o.Fields {
		if o.Fields[i].Key == key {
			return o.Fields[i].Value, true
		}
	}
	return Value{}, false
}

// Keys returns the keys in the object's order.
func (o *Object) Keys() []string {
	keys := make([]string, len(o.Fields))
	for i := range o.Fields {
		keys[i] = o.Fields[i].Key
	}
	return keys
}

// Summary returns the union of the marks of v and of all values inside it.
func (v Value) Summary() Marks {
	switch d := v.Data.(type) {
	case Unknown:
		return v.Marks | hasUnknown
	case *List:
		return v.Marks | d.bits
	case *Object:
		return v.Marks | d.bits
	case *Tagged:
		return v.Marks | d.Body.Summary()
	}
	return v.Marks
}

// MaxDepth is the maximum depth of a value. Functions that walk a value are recursive, which takes
// memory for each level, so evaluation reports a problem for a deeper value.
const MaxDepth = 1000

// Depth returns how many lists, objects and tagged values are nested in v: 0 for a scalar.
func (v Value) Depth() int {
	switch d := v.Data.(type) {
	case *List:
		return int(d.depth)
	case *Object:
		return int(d.depth)
	case *Tagged:
		return 1 + d.Body.Depth()
	}
	return 0
}

// Size returns the approximate number of bytes that v takes when it is written out. Values can share
// parts, so a small program can build a value that is enormous when written out; evaluation limits
// this size. Size does not overflow, because evaluation stops long before that.
func (v Value) Size() int64 {
	const each = 24 // for a value's punctuation and, above all, the memory to display it
	switch d := v.Data.(type) {
	case String:
		return each + int64(len(d))
	case Number:
		return each + int64(len(d))
	case *List:
		return each + d.size
	case *Object:
		return each + d.size
	case *Tagged:
		return each + d.Body.Size()
	}
	return each
}

// IsUnknown reports whether v itself is unknown.
func (v Value) IsUnknown() bool { _, ok := v.Data.(Unknown); return ok }

// HasUnknown reports whether v or anything inside it is unknown.
func (v Value) HasUnknown() bool { return v.Summary()&hasUnknown != 0 }

// HasSecret reports whether v or anything inside it is secret.
func (v Value) HasSecret() bool { return v.Summary()&Secret != 0 }

// HasFailed reports whether v or anything inside it failed.
func (v Value) HasFailed() bool { return v.Summary()&Failed != 0 }

// HasMocked reports whether v or anything inside it was supplied by the user.
func (v Value) HasMocked() bool { return v.Summary()&Mocked != 0 }

// IsSecret reports whether v itself is marked secret.
func (v Value) IsSecret() bool { return v.Marks&Secret != 0 }

// IsSecretIn is like IsSecret, except that a Covered object is not secret in output that reveals
// secrets.
func (v Value) IsSecretIn(revealed bool) bool {
	return v.IsSecret() && !(revealed && v.Marks&Covered != 0)
}

// IsFailed reports whether v itself failed.
func (v Value) IsFailed() bool { return v.Marks&Failed != 0 }

// IsNull reports whether v is null.
func (v Value) IsNull() bool { _, ok := v.Data.(Null); return ok }

// With returns v with additional marks.
func (v Value) With(m Marks) Value { v.Marks |= m &^ hasUnknown; return v }

// Without returns v without the marks m.
func (v Value) Without(m Marks) Value { v.Marks &^= m; return v }

// At returns v with its origin set to span.
func (v Value) At(span source.Span) Value { v.Origin = span; return v }

// Text returns the string in v, or false if v is not a string.
func (v Value) Text() (string, bool) { s, ok := v.Data.(String); return string(s), ok }

// Object returns the object in v, or nil if v is not an object.
func (v Value) Object() *Object { o, _ := v.Data.(*Object); return o }

// List returns the list in v, or nil if v is not a list.
func (v Value) List() *List { l, _ := v.Data.(*List); return l }

// Of returns a value with the given data, without marks and origin.
func Of(d Data) Value { return Value{Data: d} }

// Str returns a string value.
func Str(s string) Value { return Value{Data: String(s)} }

// Flag returns a boolean value.
func Flag(b bool) Value { return Value{Data: Bool(b)} }

// Nothing returns null.
func Nothing() Value { return Value{Data: Null{}} }

// NotKnown returns an unknown value with a reason.
func NotKnown(why string) Value { return Value{Data: Unknown{Why: why}} }

// Failure returns a failed value. The caller must have reported a problem.
func Failure(why string) Value { return Value{Data: Unknown{Why: why}, Marks: Failed} }

// ListOf returns a list value.
func ListOf(items ...Value) Value { return Value{Data: NewList(items)} }

// ObjectOf returns an object value.
func ObjectOf(fields ...Field) Value { return Value{Data: NewObject(fields)} }

// Kind returns the name of the type of v for messages: "string".
func (v Value) Kind() string {
	switch v.Data.(type) {
	case Null:
		return "null"
	case Bool:
		return "boolean"
	case Number:
		return "number"
	case String:
		return "string"
	case *List:
		return "list"
	case *Object:
		return "object"
	case *Tagged:
		return "resource or asset"
	}
	return "unknown"
}
