// Package value defines the values that every dialect evaluates to.
//
// A Value is immutable data, marks, and the place in the source that it came from.
//
//	Null      nothing
//	Bool      true or false
//	Number    exact decimal digits; dialects convert when they compute
//	String    text
//	*List     values in order
//	*Object   named values, in the dialect's order
//	*Tagged   something only its dialect understands: a resource, an asset
//	Unknown   not known before a deployment, with the reason why
//
// Unknown is data: structures around an unknown stay visible. A failure is a mark: a problem has
// been reported already, so whatever depends on the value reports nothing more. Composites keep
// summary bits of their contents, so it costs nothing to ask whether any part is unknown, secret or
// failed.
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
	Failed                   // a problem has been reported already: report nothing more
	Mocked                   // supplied by the user in inputs.yaml instead of a deployment
	Locked                   // not overridden by a value merged over it, in dialects with such values

	// hasUnknown occurs only in summaries.
	hasUnknown
)

// A Value is data with its marks and the place it came from. The zero Value has nil Data and means
// "no value at all".
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
	// Number is a number in text form: decimal digits with an optional sign, fraction and exponent,
	// or one of NaN, +Inf, -Inf.
	Number string
	// String is a string.
	String string
	// Unknown is a value that only a deployment knows. Type is the dialect's description of the
	// value, if it has one.
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
		sorted bool // the keys ascend, so no index is needed
	}
)

// A Field is one named value of an object.
type Field struct {
	Key   string
	Value Value
	KeyAt source.Span // where the key is; zero if it is not in the source
}

func (Null) isData()    {}
func (Bool) isData()    {}
func (Number) isData()  {}
func (String) isData()  {}
func (*List) isData()   {}
func (*Object) isData() {}
func (*Tagged) isData() {}
func (Unknown) isData() {}

// NewList returns a list that takes ownership of items.
func NewList(items []Value) *List { return new(List).Init(items) }

// Init makes l, an empty list allocated by the caller, the list that NewList would return.
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

// indexFrom is the number of fields from which on an object has an index of its keys.
const indexFrom = 12

// NewObject returns an object that takes ownership of fields. Keys must be distinct.
func NewObject(fields []Field) *Object { return new(Object).Init(fields) }

// Init initializes o, which must be empty, as NewObject would, and returns it.
func (o *Object) Init(fields []Field) *Object {
	o.Fields = fields
	for i := range fields {
		o.bits |= fields[i].Value.Summary()
		o.depth = max(o.depth, int32(fields[i].Value.Depth()))
		o.size += fields[i].Value.Size() + int64(len(fields[i].Key))
	}
	o.depth++
	if o.sorted = ascending(fields); !o.sorted && len(fields) >= indexFrom {
		o.index = make(map[string]int32, len(fields))
		for i := range fields {
			o.index[fields[i].Key] = int32(i)
		}
	}
	return o
}

// Get returns the value of a key. A nil object, as Value.Object returns for other values, has no
// keys.
func (o *Object) Get(key string) (Value, bool) {
	if o == nil {
		return Value{}, false
	}
	if o.sorted && len(o.Fields) >= indexFrom {
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

// Summary returns the marks of v and of everything inside it.
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

// MaxDepth limits how deeply values can be nested. Everything that walks a value recurses, which
// takes memory for each level, so deeper nesting is a problem.
const MaxDepth = 1000

// Depth returns how deeply lists and objects are nested in v: 0 for a scalar.
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

// Size returns roughly how many bytes v takes when it is written out. Values share parts, so a
// small program can make a value that is enormous in writing, which is what the budget limits. It
// cannot overflow, because evaluation stops long before.
func (v Value) Size() int64 {
	const each = 24 // what a value costs beside its text: punctuation, and above all the memory to show it
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

// IsFailed reports whether v itself failed.
func (v Value) IsFailed() bool { return v.Marks&Failed != 0 }

// IsNull reports whether v is null.
func (v Value) IsNull() bool { _, ok := v.Data.(Null); return ok }

// With returns v with additional marks.
func (v Value) With(m Marks) Value { v.Marks |= m &^ hasUnknown; return v }

// Without returns v without the marks m.
func (v Value) Without(m Marks) Value { v.Marks &^= m; return v }

// At returns v with another origin.
func (v Value) At(span source.Span) Value { v.Origin = span; return v }

// Text returns the string of v, and whether v is one.
func (v Value) Text() (string, bool) { s, ok := v.Data.(String); return string(s), ok }

// Object returns the object v holds, or nil.
func (v Value) Object() *Object { o, _ := v.Data.(*Object); return o }

// List returns the list v holds, or nil.
func (v Value) List() *List { l, _ := v.Data.(*List); return l }

// Shorthands that dialects and tests use to build values.

// Of returns a value with data, but without marks and origin.
func Of(d Data) Value { return Value{Data: d} }

// Str returns a string value.
func Str(s string) Value { return Value{Data: String(s)} }

// Flag returns a boolean value.
func Flag(b bool) Value { return Value{Data: Bool(b)} }

// Nothing returns null.
func Nothing() Value { return Value{Data: Null{}} }

// NotKnown returns an unknown value with a reason.
func NotKnown(why string) Value { return Value{Data: Unknown{Why: why}} }

// Failure returns a failed value, for which a problem has been reported.
func Failure(why string) Value { return Value{Data: Unknown{Why: why}, Marks: Failed} }

// ListOf returns a list value.
func ListOf(items ...Value) Value { return Value{Data: NewList(items)} }

// ObjectOf returns an object value.
func ObjectOf(fields ...Field) Value { return Value{Data: NewObject(fields)} }

// Kind returns the English noun for the data of v, for use in messages.
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
