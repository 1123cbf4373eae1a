package esc

import (
	"slices"
	"sort"
	"strings"

	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A property is an entry of `values`, an entry of an object within it, or an element of a list
// within it. The root property of an environment is its `values`.
type property struct {
	env    *environment
	cell   *ir.Cell
	sub    ir.Sub // the node for it in the parent's expression; unused in a root
	parent *property
	key    string
	shape  shape
	inList bool // it or a property that contains it is an element of a list, so it has no layers below
	*children
}

// children holds the entries of an object or the elements of a list.
type children struct {
	items []*property // in source order
	byKey []*property // of an object: sorted by key
}

// noChildren is shared by all properties that have neither entries nor elements.
var noChildren = &children{}

// path returns the path of a property, relative to values.
func (p *property) path() value.Path { return value.Path(p.cell.Label) }

// originalPath returns the path of a property in the original's notation: the first name is not
// quoted, other names with hyphens are, and only quotes are escaped in them.
func (p *property) originalPath() string {
	if p.parent.parent == nil {
		return p.key
	}
	above := value.Path(p.parent.originalPath())
	if p.parent.shape == list {
		return string(above.Index(p.index()))
	}
	return string(documentKey(above, p.key))
}

// A shape says whether a path can continue through a property without evaluating it.
type shape uint8

const (
	opaque     shape = iota // it has to be evaluated
	object                  // a path can continue through it
	list                    // a path can continue through it
	ciphertext              // an encrypted secret: a path ends with an error
)

// A place is the position of an expression: in a property's own literal or, with an argument,
// inside the argument of a function.
type place struct {
	owner    *property
	argument *argument
}

// An argument is a position inside the argument of a function. If the property's expression is the
// call itself, parent is nil.
type argument struct {
	parent  *argument
	key     string
	index   int
	isIndex bool
}

// child returns the place of an entry of an argument.
func (r *reader) child(at place, key string) place {
	a := r.slabs.arguments.New()
	a.parent, a.key = at.argument, key
	return place{at.owner, a}
}

// element returns the place of an element of an argument.
func (r *reader) element(at place, i int) place {
	a := r.slabs.arguments.New()
	a.parent, a.index, a.isIndex = at.argument, i, true
	return place{at.owner, a}
}

// documentPath returns the path of a place in the document, as Pulumi ESC reports it.
func (at place) documentPath() value.Path {
	if a := at.argument; a != nil {
		above := place{at.owner, a.parent}.documentPath()
		if a.isIndex {
			return above.Index(a.index)
		}
		return documentKey(above, a.key)
	}
	return at.owner.documentPath()
}

// documentPath returns the path of a property from the root of the document, as in `values.a[0]`.
func (p *property) documentPath() value.Path {
	if p.parent == nil {
		return "values"
	}
	above := p.parent.documentPath()
	if p.parent.shape == list {
		return above.Index(p.index())
	}
	return documentKey(above, p.key)
}

// documentKey extends a path of the document: names with hyphens are quoted there, and only quotes
// are escaped in them.
func documentKey(above value.Path, key string) value.Path {
	if value.IsName(key) && strings.IndexByte(key, '-') < 0 {
		return above.Key(key)
	}
	return above + value.Path(`["`+strings.ReplaceAll(key, `"`, `\"`)+`"]`)
}

// index returns the index of a property in its list.
func (p *property) index() int {
	for i, item := range p.parent.items {
		if item == p {
			return i
		}
	}
	panic("an element that is not in its list")
}

// childPath returns the common prefix of the paths of a property's children.
func childPath(p *property) value.Path {
	if p.parent == nil {
		return ""
	}
	return p.path()
}

// An ownProperty is a property with its cell, which are always created together.
type ownProperty struct {
	property property
	cell     ir.Cell
}

// newProperty returns a property without an expression.
func (r *reader) newProperty(p property) *property {
	s := r.slabs.properties.New()
	s.property = p
	s.property.children = noChildren
	s.property.cell, s.property.sub.Cell = &s.cell, &s.cell
	return &s.property
}

// field returns the entry with the given key, or nil.
func (p *property) field(key string) *property {
	i := sort.Search(len(p.byKey), func(i int) bool { return p.byKey[i].key >= key })
	if i < len(p.byKey) && p.byKey[i].key == key {
		return p.byKey[i]
	}
	return nil
}

// sort puts the entries in the order in which they are evaluated.
func (p *property) sort() {
	// Entries that are in order already need no second slice.
	p.byKey = p.items
	for i := 1; i < len(p.items); i++ {
		if p.items[i].key < p.items[i-1].key {
			p.byKey = append([]*property(nil), p.items...)
			sort.SliceStable(p.byKey, func(i, j int) bool { return p.byKey[i].key < p.byKey[j].key })
			return
		}
	}
}

// keys returns the keys of an object, sorted.
func (p *property) keys() []string {
	out := make([]string, len(p.byKey))
	for i, child := range p.byKey {
		out[i] = child.key
	}
	return out
}

// object returns the node of the entries, in the order of their keys.
func (p *property) object(in *slabs, at source.Span) *ir.Object {
	o := in.Objects.New()
	o.Span, o.Fields = at, in.Fields.Slice(len(p.byKey))
	for _, child := range p.byKey {
		o.Fields = append(o.Fields, ir.Field{Key: child.key, KeyAt: child.cell.NameAt, Value: &child.sub})
	}
	return o
}

// A keySet detects repeated keys while an object is read. It needs a map only for many keys that do not
// ascend.
type keySet struct {
	keys       []string
	descending bool            // a key was not greater than the one before it
	seen       map[string]bool // of all keys, once there are more than mostCompared
}

// mostCompared is the number of keys up to which comparing a key with all others is faster than a map.
const mostCompared = 16

// add adds a key and reports whether it is new.
func (s *keySet) add(key string) bool {
	n := len(s.keys)
	s.descending = s.descending || n > 0 && s.keys[n-1] >= key
	switch {
	case !s.descending:
	case n <= mostCompared:
		if slices.Contains(s.keys, key) {
			return false
		}
	case s.seen == nil:
		s.seen = make(map[string]bool, 2*cap(s.keys))
		for _, k := range s.keys {
			s.seen[k] = true
		}
		fallthrough
	default:
		isNew := !s.seen[key]
		s.seen[key] = true
		return isNew
	}
	s.keys = append(s.keys, key)
	return true
}
