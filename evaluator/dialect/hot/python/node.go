package python

import (
	"strings"

	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// A Node is a node of a document as Python sees it after loading: scalars have values, aliases are
// followed, merge keys are merged, and duplicate keys are dropped.
type Node struct {
	Kind  nodeKind
	Data  value.Data // value of a scalar
	Pairs []Pair
	Items []*Node
	Span  source.Span
}

type nodeKind uint8

// The kinds of nodes.
const (
	Scalar nodeKind = iota
	List
	Map
	broken // could not be read; a problem says why
)

// A Pair is an entry of a map. KeyAt is the position of the key as it was written, from which
// KeyData recovers its type.
type Pair struct {
	Key   string
	KeyAt source.Span
	Value *Node
}

// Get returns the value of a key, or nil.
func (n *Node) Get(key string) *Node {
	if n == nil {
		return nil
	}
	for i := range n.Pairs {
		if n.Pairs[i].Key == key {
			return n.Pairs[i].Value
		}
	}
	return nil
}

// PairOf returns the entry with the given key, or nil.
func (n *Node) PairOf(key string) *Pair {
	for i := range n.Pairs {
		if n.Pairs[i].Key == key {
			return &n.Pairs[i]
		}
	}
	return nil
}

// Text returns the value of a string scalar.
func (n *Node) Text() (string, bool) {
	if n == nil || n.Kind != Scalar {
		return "", false
	}
	s, ok := n.Data.(value.String)
	return string(s), ok
}

// IsNull reports whether n exists and is null.
func (n *Node) IsNull() bool {
	if n == nil || n.Kind != Scalar {
		return false
	}
	_, ok := n.Data.(value.Null)
	return ok
}

// IsBroken reports whether n exists but could not be read.
func (n *Node) IsBroken() bool { return n != nil && n.Kind == broken }

// IsBlank reports whether Heat treats the section n as empty, because Python considers it
// false. Broken and missing nodes are blank too.
func (n *Node) IsBlank() bool {
	switch {
	case n == nil || n.IsBroken():
		return true
	case n.Kind == Scalar:
		return !IsTrue(n.Value())
	}
	return len(n.Items) == 0 && len(n.Pairs) == 0
}

// Value returns n as data, without interpreting functions.
func (n *Node) Value() value.Value {
	v := value.Nothing()
	switch {
	case n == nil:
		return v
	case n.Kind == Scalar:
		v.Data = n.Data
	case n.Kind == List:
		items := make([]value.Value, len(n.Items))
		for i, c := range n.Items {
			items[i] = c.Value()
		}
		v.Data = value.NewList(items)
	case n.Kind == Map:
		fields := make([]value.Field, len(n.Pairs))
		for i, p := range n.Pairs {
			fields[i] = value.Field{Key: p.Key, Value: p.Value.Value(), KeyAt: p.KeyAt}
		}
		v.Data = value.NewObject(fields)
	default:
		v = value.Failure("syntax error")
	}
	return v.At(n.Span)
}

// FromValue converts a JSON value to nodes. All nodes get the position at, since the parts of the
// text are not known.
func FromValue(v value.Value, at source.Span) *Node {
	switch d := JSONNumbers(v).Data.(type) {
	case *value.List:
		n := &Node{Kind: List, Span: at}
		for _, c := range d.Items {
			n.Items = append(n.Items, FromValue(c, at))
		}
		return n
	case *value.Object:
		n := &Node{Kind: Map, Span: at}
		for _, f := range d.Fields {
			n.Pairs = append(n.Pairs, Pair{f.Key, at, FromValue(f.Value, at)})
		}
		return n
	default:
		return &Node{Data: d, Span: at}
	}
}

// JSONNumbers converts the numbers of a JSON value to their Python form: one with a dot or an
// exponent is a float.
func JSONNumbers(v value.Value) value.Value {
	switch d := v.Data.(type) {
	case value.Number:
		if IsFloat(d) {
			v.Data = float(d.Float())
		} else if d == "-0" {
			// Python's int has no negative zero.
			v.Data = value.Number("0")
		}
	case *value.List:
		items := make([]value.Value, len(d.Items))
		for i, c := range d.Items {
			items[i] = JSONNumbers(c)
		}
		v.Data = value.NewList(items)
	case *value.Object:
		fields := make([]value.Field, len(d.Fields))
		for i, f := range d.Fields {
			fields[i] = value.Field{Key: f.Key, Value: JSONNumbers(f.Value), KeyAt: f.KeyAt}
		}
		v.Data = value.NewObject(fields)
	}
	return v
}

// Shown returns the key as Python prints it: on as True, ~ as None.
func (p *Pair) Shown() string {
	if IsTextKey(p.Key) {
		return p.Key
	}
	return Str(value.Of(p.Data()))
}

// Data returns the key as the scalar that was written.
func (p *Pair) Data() value.Data { return KeyData(value.Field{Key: p.Key, KeyAt: p.KeyAt}) }

// IsTextKey reports whether a key is certainly a string, however it was written. The result is also
// false for a string in quotes that looks like a number or a constant; KeyData distinguishes these.
func IsTextKey(key string) bool {
	switch {
	case key == "null" || key == "true" || key == "false" || key == "NaN" || strings.HasSuffix(key, "Infinity"):
		return false
	}
	return key == "" || !IsDigit(key[0]) && key[0] != '-'
}

// IsKeyText reports whether a key is a string.
func IsKeyText(f *value.Field) bool {
	if f.KeyAt.IsZero() || IsTextKey(f.Key) {
		return true
	}
	_, isText := KeyData(*f).(value.String)
	return isText
}

// KeyData returns a key as the scalar that was written: an unquoted 1 is the number 1. This
// matters in the few places where Heat compares keys with values.
func KeyData(f value.Field) value.Data {
	if f.KeyAt.IsZero() || IsTextKey(f.Key) {
		return value.String(f.Key)
	}
	text := f.KeyAt.Text()
	tag, rest, tagged := strings.Cut(text, " ")
	switch {
	case tag == "!!null":
		return value.Null{}
	case tag == "!!int" || tag == "!!float" || tag == "!!bool":
		text = strings.Trim(rest, `"'`)
	case text == "" || text[0] == '\'' || text[0] == '"' || tagged && text[0] == '!':
		return value.String(f.Key)
	}
	if d, ok := scalarData(&yamltree.Node{Value: text}, false); ok {
		return d
	}
	return value.String(f.Key)
}
