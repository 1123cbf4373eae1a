package hot

import (
	"strings"

	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// A node is a piece of a text as Python would hold it after loading: scalars have their
// values, aliases are followed, merge keys are merged, of equal keys one is left.
type node struct {
	kind  nodeKind
	data  value.Data // of a scalar
	pairs []pair
	items []*node
	span  source.Span
}

type nodeKind uint8

const (
	scalarNode nodeKind = iota
	listNode
	mapNode
	brokenNode // could not be read; a problem says why
)

// A pair is an entry of a map.
type pair struct {
	key   string
	keyAt source.Span
	value *node
}

// get returns the value of a key, or nil.
func (n *node) get(key string) *node {
	if n == nil {
		return nil
	}
	for i := range n.pairs {
		if n.pairs[i].key == key {
			return n.pairs[i].value
		}
	}
	return nil
}

// pairOf returns the entry with a key, or nil.
func (n *node) pairOf(key string) *pair {
	for i := range n.pairs {
		if n.pairs[i].key == key {
			return &n.pairs[i]
		}
	}
	return nil
}

// text returns the text of a string scalar.
func (n *node) text() (string, bool) {
	if n == nil || n.kind != scalarNode {
		return "", false
	}
	s, ok := n.data.(value.String)
	return string(s), ok
}

// isNull reports whether n is there and null.
func (n *node) isNull() bool {
	if n == nil || n.kind != scalarNode {
		return false
	}
	_, ok := n.data.(value.Null)
	return ok
}

// isBroken reports whether n is there and could not be read.
func (n *node) isBroken() bool { return n != nil && n.kind == brokenNode }

// isBlank reports whether Heat takes n, a section, for one without a value: Python counts
// it as false. So is what could not be read, and what is not there.
func (n *node) isBlank() bool {
	switch {
	case n == nil || n.isBroken():
		return true
	case n.kind == scalarNode:
		return !isTrue(n.value())
	}
	return len(n.items) == 0 && len(n.pairs) == 0
}

// keys returns the keys of a map.
func (n *node) keys() []string {
	if n == nil {
		return nil
	}
	out := make([]string, len(n.pairs))
	for i := range n.pairs {
		out[i] = n.pairs[i].key
	}
	return out
}

// value returns n as data, without looking for functions.
func (n *node) value() value.Value {
	v := value.Nothing()
	switch {
	case n == nil:
		return v
	case n.kind == scalarNode:
		v.Data = n.data
	case n.kind == listNode:
		items := make([]value.Value, len(n.items))
		for i, c := range n.items {
			items[i] = c.value()
		}
		v.Data = value.NewList(items)
	case n.kind == mapNode:
		fields := make([]value.Field, len(n.pairs))
		for i, p := range n.pairs {
			fields[i] = value.Field{Key: p.key, Value: p.value.value(), KeyAt: p.keyAt}
		}
		v.Data = value.NewObject(fields)
	default:
		v = value.Failure("syntax error")
	}
	return v.At(n.span)
}

// fromValue makes nodes of a value of JSON.
func fromValue(v value.Value, at source.Span) *node {
	switch d := jsonNumbers(v).Data.(type) {
	case *value.List:
		n := &node{kind: listNode, span: at}
		for _, c := range d.Items {
			n.items = append(n.items, fromValue(c, at))
		}
		return n
	case *value.Object:
		n := &node{kind: mapNode, span: at}
		for _, f := range d.Fields {
			n.pairs = append(n.pairs, pair{f.Key, at, fromValue(f.Value, at)})
		}
		return n
	default:
		return &node{data: d, span: at}
	}
}

// jsonNumbers gives the numbers of a JSON value their Python form: one with a dot or an
// exponent is a float.
func jsonNumbers(v value.Value) value.Value {
	switch d := v.Data.(type) {
	case value.Number:
		if isFloat(d) {
			v.Data = float(d.Float())
		} else if d == "-0" {
			v.Data = value.Number("0")
		}
	case *value.List:
		items := make([]value.Value, len(d.Items))
		for i, c := range d.Items {
			items[i] = jsonNumbers(c)
		}
		v.Data = value.NewList(items)
	case *value.Object:
		fields := make([]value.Field, len(d.Fields))
		for i, f := range d.Fields {
			fields[i] = value.Field{Key: f.Key, Value: jsonNumbers(f.Value), KeyAt: f.KeyAt}
		}
		v.Data = value.NewObject(fields)
	}
	return v
}

// shown returns the key as Python writes it: on as True, ~ as None.
func (p *pair) shown() string {
	if isTextKey(p.key) {
		return p.key
	}
	return str(value.Of(p.data()))
}

// data returns the key as the scalar that it was written as.
func (p *pair) data() value.Data { return keyData(value.Field{Key: p.key, KeyAt: p.keyAt}) }

// isTextKey reports whether a key is text for certain, however it was written.
func isTextKey(key string) bool {
	switch {
	case key == "null" || key == "true" || key == "false" || key == "NaN" || strings.HasSuffix(key, "Infinity"):
		return false
	}
	return key == "" || !isDigit(key[0]) && key[0] != '-'
}

// keyData returns a key as the scalar that it was written as: a key of the text 1 is the
// number 1. Heat compares keys with values in a few places, where this matters.
func keyData(f value.Field) value.Data {
	if f.KeyAt.IsZero() || isTextKey(f.Key) {
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
