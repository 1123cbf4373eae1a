// Package types implements Terraform's type system on the core's values: the types of values,
// conversion, unification, and exact numbers.
//
// The core's data names the type only if the data alone does not determine it: a List is a tuple
// unless its Type says list(...) or set(...), an Object is an object unless its Type says
// map(...), and a Null has no type unless it names one. Of returns the type of a value.
//
//	type.go     types and their notation
//	convert.go  conversion of values, and messages if it is impossible
//	unify.go    the common type of several types
//	number.go   numbers with 512 bits of precision
//	equal.go    equality and the order of sets
package types

import (
	"sort"
	"strconv"
	"strings"

	"pantograph/evaluator/stdlib"
	"pantograph/evaluator/value"
)

// Kind is the kind of a type.
type Kind uint8

// The kinds of types. Dynamic is the type of an untyped null.
const (
	// The names in words have the same order.
	Dynamic Kind = iota
	String
	Number
	Bool
	List
	Set
	Map
	Tuple
	Object
	Meta // the result of the function type()
)

// A Type is one of Terraform's types. Types are never changed once made. Fields that a kind does
// not use are zero.
type Type struct {
	Kind  Kind
	Elem  *Type    // of List, Set, Map
	Names []string // attributes of Object, sorted
	// Begin and MayBeNull do not distinguish types: Equal and String ignore them.
	Begin     string  // of String: the known prefix of an unknown string
	MayBeNull bool    // the unknown value may turn out to be null
	Types     []*Type // of Tuple elements, or of Object attributes in the order of Names
}

// The types without parameters.
var (
	DynamicType = &Type{Kind: Dynamic}
	StringType  = &Type{Kind: String}
	NumberType  = &Type{Kind: Number}
	BoolType    = &Type{Kind: Bool}
	MetaType    = &Type{Kind: Meta}
)

// ListOf makes the type of a list.
func ListOf(elem *Type) *Type { return &Type{Kind: List, Elem: elem} }

// SetOf makes the type of a set.
func SetOf(elem *Type) *Type { return &Type{Kind: Set, Elem: elem} }

// MapOf makes the type of a map.
func MapOf(elem *Type) *Type { return &Type{Kind: Map, Elem: elem} }

// IsPrimitive reports whether t is string, number or bool.
func (t *Type) IsPrimitive() bool { return t.Kind == String || t.Kind == Number || t.Kind == Bool }

// IsCollection reports whether t is a list, set or map.
func (t *Type) IsCollection() bool { return t.Kind == List || t.Kind == Set || t.Kind == Map }

// Attribute returns the type of an attribute of an object type, or nil.
func (t *Type) Attribute(name string) *Type {
	i := sort.SearchStrings(t.Names, name)
	if i < len(t.Names) && t.Names[i] == name {
		return t.Types[i]
	}
	return nil
}

// Equal reports whether two types are the same: of one kind, with equal elements, and objects also
// with the same attribute names.
func (t *Type) Equal(u *Type) bool {
	if t == u {
		return true
	}
	// Kinds without parts are equal if the kinds are.
	if t.Kind != u.Kind || t.Kind != Object && t.Kind != Tuple && t.Elem == nil {
		return t.Kind == u.Kind
	}
	if len(t.Types) != len(u.Types) {
		return false
	}
	if t.Elem != nil {
		return t.Elem.Equal(u.Elem)
	}
	for i := range t.Types {
		if t.Kind == Object && t.Names[i] != u.Names[i] || !t.Types[i].Equal(u.Types[i]) {
			return false
		}
	}
	return true
}

// words are the names of the kinds, in messages and in the notation of String.
var words = [...]string{"dynamic", "string", "number", "bool", "list", "set", "map", "tuple", "object", "type"}

// Name returns the type as Terraform's messages name it: "list of string", "tuple". The attributes
// of objects and the elements of tuples are never named (4.2).
func (t *Type) Name() string {
	if t.IsCollection() {
		return words[t.Kind] + " of " + t.Elem.Name()
	}
	return words[t.Kind]
}

// Demand returns the type as messages name one that is required. An open element type is "any
// single type" there, since all elements may have any one type: "list of any single type required"
// (4.2).
func (t *Type) Demand() string {
	switch {
	case t.Kind == Dynamic:
		return "any type"
	case t.IsCollection() && t.Elem.Kind == Dynamic:
		return words[t.Kind] + " of any single type"
	case t.IsCollection():
		return words[t.Kind] + " of " + t.Elem.Demand()
	}
	return words[t.Kind]
}

// String returns the type in a one-line form that Parse reads and that the core's values contain,
// as in list(object("a"=number)). console.go formats types for people.
func (t *Type) String() string { return string(t.appendTo(nil)) }

// appendTo appends the form of String. Names of attributes may be any text, so they are quoted.
func (t *Type) appendTo(b []byte) []byte {
	b = append(b, words[t.Kind]...)
	switch t.Kind {
	case List, Set, Map:
		b = append(b, '(')
		b = t.Elem.appendTo(b)
		b = append(b, ')')
	case Tuple, Object:
		b = append(b, '(')
		for i, u := range t.Types {
			if i > 0 {
				b = append(b, ',')
			}
			if t.Kind == Object {
				b = strconv.AppendQuote(b, t.Names[i])
				b = append(b, '=')
			}
			b = u.appendTo(b)
		}
		b = append(b, ')')
	}
	return b
}

// Parse parses the output of String. It does not check its argument.
func Parse(s string) *Type {
	p := typeParser{s}
	return p.read()
}

// A typeParser reads a type from the start of rest, and leaves the text after it.
type typeParser struct{ rest string }

func (p *typeParser) read() *Type {
	for k := len(words) - 1; k >= 0; k-- {
		if !strings.HasPrefix(p.rest, words[k]) {
			continue
		}
		p.rest = p.rest[len(words[k]):]
		t := &Type{Kind: Kind(k)}
		switch t.Kind {
		case List, Set, Map:
			p.rest = p.rest[1:]
			t.Elem = p.read()
			p.rest = p.rest[1:]
		case Tuple, Object:
			p.rest = p.rest[1:]
			for p.rest[0] != ')' {
				if p.rest[0] == ',' {
					p.rest = p.rest[1:]
				}
				if t.Kind == Object {
					quoted, _ := strconv.QuotedPrefix(p.rest)
					name, _ := strconv.Unquote(quoted)
					t.Names = append(t.Names, name)
					p.rest = p.rest[len(quoted)+1:]
				}
				t.Types = append(t.Types, p.read())
			}
			p.rest = p.rest[1:]
		}
		return t
	}
	return DynamicType
}

// Of returns the type of a value. For a tuple or an object it walks all elements; KindOf is enough
// for most decisions. A failed or unknown value without a type is dynamic.
func Of(v value.Value) *Type {
	switch d := v.Data.(type) {
	case value.Bool:
		return BoolType
	case value.Number:
		return NumberType
	case value.String:
		return StringType
	case value.Null:
		if d.Type != "" {
			return Parse(d.Type)
		}
	case *value.Tagged:
		return MetaType
	case value.Unknown:
		if t, ok := d.Type.(*Type); ok {
			return t
		}
	case *value.List:
		if d.Type != "" {
			return Parse(d.Type)
		}
		t := &Type{Kind: Tuple, Types: make([]*Type, len(d.Items))}
		for i := range d.Items {
			t.Types[i] = Of(d.Items[i])
		}
		return t
	case *value.Object:
		if d.Type != "" {
			return Parse(d.Type)
		}
		fields := value.Sorted(d.Fields)
		t := &Type{Kind: Object, Names: make([]string, len(fields)), Types: make([]*Type, len(fields))}
		for i := range fields {
			t.Names[i], t.Types[i] = fields[i].Key, Of(fields[i].Value)
		}
		return t
	}
	return DynamicType
}

// KindOf returns the kind of a value's type without looking inside the value.
func KindOf(v value.Value) Kind {
	switch d := v.Data.(type) {
	case value.Bool:
		return Bool
	case value.Number:
		return Number
	case value.String:
		return String
	case value.Null:
		if d.Type != "" {
			return Parse(d.Type).Kind
		}
	case *value.Tagged:
		return Meta
	case value.Unknown:
		return Of(v).Kind
	case *value.List:
		switch {
		case d.Type == "":
			return Tuple
		case strings.HasPrefix(d.Type, "set("):
			return Set
		}
		return List
	case *value.Object:
		if d.Type == "" {
			return Object
		}
		return Map
	}
	return Dynamic
}

// NameOf returns the name of a value's type as messages use it. For tuples and objects, it does not
// look at their elements.
func NameOf(v value.Value) string {
	if k := KindOf(v); k != List && k != Set && k != Map {
		return words[k]
	}
	return Of(v).Name()
}

// The marks of this dialect besides Secret, and all that propagate from an operand to a result.
const (
	// The lower bits are the core's.
	Ephemeral value.Marks = 1 << 5 // may differ in another run, and is not shown
	HasType   value.Marks = 1 << 6 // contains a result of type(), which cannot be part of a printed result
	Kept                  = value.Secret | Ephemeral | HasType
)

// maxPrefix limits the known prefix of an unknown string, in bytes.
const maxPrefix = 128

// StringFrom returns the type of an unknown string whose prefix is known.
func StringFrom(prefix string) *Type {
	return &Type{Kind: String, Begin: SafePrefix(prefix[:min(len(prefix), maxPrefix)])}
}

// SafePrefix returns a text without its last character, unless the character is a delimiter: what follows may
// combine with the character.
func SafePrefix(text string) string {
	last := ""
	stdlib.Characters(text, func(character string) bool {
		last = character
		return true
	})
	if len(last) == 1 && strings.Contains("-_:;/\\,.(){}[]|?!~ \t@#$%^&*+\"'", last) {
		return text
	}
	return strings.TrimSuffix(text, last)
}

// Failed represents a value that could not be computed. It has a type, so that further errors can be
// found.
func Failed(t *Type) value.Value {
	return value.Value{Data: value.Unknown{Why: "error", Type: t}, Marks: value.Failed}
}

// NotKnown returns an unknown value of a type.
func NotKnown(t *Type, why string) value.Value {
	return value.Of(value.Unknown{Why: why, Type: t})
}

// Like returns a value of type t computed from an unknown or failed value: unknown or failed like
// v, and as secret. The marks of all parts of v count.
func Like(v value.Value, t *Type) value.Value {
	if v.HasFailed() {
		return Failed(t).With(v.Summary() & Kept)
	}
	return NotKnown(t, value.Why(v)).With(v.Summary() & Kept)
}

// FromType returns the result of type(): a type as a value.
func FromType(t *Type) value.Value {
	return value.Of(&value.Tagged{Tag: "type", Body: value.Str(t.String()), Handle: t}).With(HasType)
}

// Shape returns a value with the elements that an unknown or failed tuple or object would have; it
// returns any other value unchanged. So `.a` of a failed object finds its attribute, or reports
// that there is none.
func Shape(v value.Value) value.Value {
	t := Of(v)
	if !v.IsUnknown() || t.Kind != Tuple && t.Kind != Object {
		return v
	}
	parts := make([]value.Value, len(t.Types))
	fields := make([]value.Field, len(t.Names))
	for i := range parts {
		parts[i] = Like(v, t.Types[i])
		if t.Kind == Object {
			fields[i] = value.Field{Key: t.Names[i], Value: parts[i]}
		}
	}
	if t.Kind == Object {
		return NewObject(fields).With(v.Marks)
	}
	return NewTuple(parts).With(v.Marks)
}

// Null returns a null of a type.
func Null(t *Type) value.Value {
	if t.Kind == Dynamic {
		return value.Nothing()
	}
	return value.Of(value.Null{Type: t.String()})
}

// NewTuple returns a tuple of items, which it keeps.
func NewTuple(items []value.Value) value.Value { return value.Of(value.NewList(items)) }

// NewList returns a list of items that all have the type elem.
func NewList(elem *Type, items []value.Value) value.Value {
	l := value.NewList(items)
	l.Type = ListOf(elem).String()
	return value.Of(l)
}

// NewSet returns a set of items that all have the type elem, sorted and without duplicates. Marks
// of the items are marks of the set, because a set cannot mark individual elements. Two elements
// that differ only in marks are one.
func NewSet(elem *Type, items []value.Value) value.Value {
	marks := value.Marks(0)
	plain := make([]value.Value, len(items))
	for i := range items {
		marks |= items[i].Summary() & Kept
		plain[i] = Unmark(items[i])
	}
	l := value.NewList(sortSet(elem, plain))
	l.Type = SetOf(elem).String()
	return value.Of(l).With(marks)
}

// NewObject returns an object of distinct fields, which it sorts.
func NewObject(fields []value.Field) value.Value {
	return value.Of(value.NewObject(value.Sorted(fields)))
}

// NewMap returns a map of distinct fields whose values all have the type elem.
func NewMap(elem *Type, fields []value.Field) value.Value {
	o := value.NewObject(value.Sorted(fields))
	o.Type = MapOf(elem).String()
	return value.Of(o)
}

// Unmark returns v without secrecy and other marks, in all its parts. Parts without marks are
// shared with v.
func Unmark(v value.Value) value.Value {
	if v.Summary()&Kept == 0 {
		return v
	}
	v = v.Without(Kept)
	switch d := v.Data.(type) {
	case *value.List:
		items := make([]value.Value, len(d.Items))
		for i := range items {
			items[i] = Unmark(d.Items[i])
		}
		l := value.NewList(items)
		l.Type = d.Type
		v.Data = l
	case *value.Object:
		fields := append([]value.Field(nil), d.Fields...)
		for i := range fields {
			fields[i].Value = Unmark(fields[i].Value)
		}
		o := value.NewObject(fields)
		o.Type = d.Type
		v.Data = o
	}
	return v
}
