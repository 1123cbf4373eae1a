package hot

import (
	"sort"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/dialect/hot/yaql"
	"pantograph/evaluator/source"
	"pantograph/evaluator/yamltree"
)

// An expressionPlace is a position inside a yaql expression. scalar is the node of the expression:
// it converts positions in the text to positions in the file.
type expressionPlace struct {
	*yaql.Place
	scalar *yamltree.Node
}

// assistSteps limits the evaluation of an expression that is being typed.
const assistSteps = 20_000

// expressionAt returns the position in an expression for an offset of a file, or nil if the
// offset is elsewhere.
func (b *binder) expressionAt(f *source.File, offset int) *expressionPlace {
	path := b.bundle.Parse(f).NodeAt(offset)
	n := len(path)
	if n < 3 || !isValueOf(path[n-2], "expression", path[n-1]) || !isValueOf(path[n-3], "yaql", path[n-2]) {
		return nil
	}
	scalar := path[n-1]
	if scalar.Kind != yamltree.Scalar {
		return nil
	}
	b.yaql.prepare()
	at := sort.Search(len(scalar.Value), func(i int) bool { return scalar.At(i) >= offset })
	// The last data that the call received makes it possible to propose the fields of values, not
	// only functions.
	steps := assistSteps
	env := yaql.Environment{Key: python.KeyData, Spend: func(n int) bool { steps -= n; return steps >= 0 }}
	return &expressionPlace{b.yaql.library.At(scalar.Value, at, b.yaql.data[scalar.Span], env), scalar}
}

// isValueOf reports whether a node is the value of a given key in a mapping.
func isValueOf(mapping *yamltree.Node, key string, v *yamltree.Node) bool {
	for i := range mapping.Pairs {
		if p := &mapping.Pairs[i]; p.Value == v {
			return p.Key.Value == key
		}
	}
	return false
}

// proposals returns the completions. The result is never nil, as only YAQL is allowed in an
// expression.
func (x *expressionPlace) proposals() []bind.Item {
	items := []bind.Item{}
	word := strings.ToLower(x.scalar.Value[x.Start:x.End])
	for _, p := range x.Proposals() {
		if strings.Contains(strings.ToLower(p.Label), word) {
			insert := p.Label
			if p.Kind == "function" {
				insert += "("
			}
			items = append(items, bind.Item{Label: p.Label, Kind: p.Kind, Detail: p.Detail, Doc: p.Doc, Insert: insert,
				Span: x.scalar.Range(x.Start, x.End)})
		}
	}
	return items
}

// Describe describes the word of an expression at an offset, or else a type.
func (b *assist) Describe(at bind.Cursor) (bind.Item, bool) {
	f, offset := at.File, at.Offset
	if b.templates[f] == nil {
		return bind.Item{}, false
	}
	x := b.expressionAt(f, offset)
	if x == nil {
		return b.describeType(f, offset)
	}
	title, detail, doc, ok := x.Description()
	return bind.Item{Label: title, Detail: detail, Doc: doc, Span: x.scalar.Range(x.Start, x.End)}, ok
}
