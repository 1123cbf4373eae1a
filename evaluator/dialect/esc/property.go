package esc

import (
	"sort"
	"strings"

	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// A property is an entry of `values`, an entry of an object within it, or an element of a list
// within it. The root property of an environment is its `values`.
type property struct {
	env    *environment
	cell   *ir.Cell
	sub    *ir.Sub // the parent's node for it
	parent *property
	key    string
	shape  shape
	inList bool // it, or a property around it, is an element of a list, so it has no layers below
	*children
}

// children holds the entries of an object or the elements of a list.
type children struct {
	items []*property // in source order
	byKey []*property // of an object: sorted by key
}

// noChildren is the children of all other properties.
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

// shape tells how far a path can follow a property without evaluating it.
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

// An argument is a position inside the argument of a function. Parent is nil directly below the
// property's expression.
type argument struct {
	parent  *argument
	key     string
	index   int
	isIndex bool
}

func (at place) child(key string) place {
	return place{at.owner, &argument{parent: at.argument, key: key}}
}

func (at place) element(i int) place {
	return place{at.owner, &argument{parent: at.argument, index: i, isIndex: true}}
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

// childPath returns the path that is the prefix of a property's children.
func childPath(p *property) value.Path {
	if p.parent == nil {
		return ""
	}
	return p.path()
}

// A slab holds a property with its cell and node, which are always created together.
type slab struct {
	property property
	cell     ir.Cell
	sub      ir.Sub
}

// slabs is how many properties are allocated at a time.
const slabs = 32

// newProperty returns a property without an expression.
func (r *reader) newProperty(p property) *property {
	if len(r.slabs) == 0 {
		r.slabs = make([]slab, slabs)
	}
	s := &r.slabs[0]
	r.slabs = r.slabs[1:]
	s.property = p
	s.property.children = noChildren
	s.property.cell, s.property.sub = &s.cell, &s.sub
	s.sub.Cell = &s.cell
	return &s.property
}

// field returns the entry with a key, or nil.
func (p *property) field(key string) *property {
	i := sort.Search(len(p.byKey), func(i int) bool { return p.byKey[i].key >= key })
	if i < len(p.byKey) && p.byKey[i].key == key {
		return p.byKey[i]
	}
	return nil
}

// sort puts the entries in the order in which they are evaluated.
func (p *property) sort() {
	p.byKey = p.items
	less := func(i, j int) bool { return p.byKey[i].key < p.byKey[j].key }
	if !sort.SliceIsSorted(p.byKey, less) {
		p.byKey = append([]*property(nil), p.items...)
		sort.SliceStable(p.byKey, less)
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
func (p *property) object(meta ir.Meta) *ir.Object {
	o := &ir.Object{Meta: meta, Fields: make([]ir.Field, len(p.byKey))}
	for i, child := range p.byKey {
		o.Fields[i] = ir.Field{Key: child.key, KeyAt: child.cell.NameAt, Value: child.sub}
	}
	return o
}

// A keySet detects repeated keys while an object is read. As long as the keys ascend, it needs no
// map.
type keySet struct {
	keys []string
	seen map[string]bool // nil as long as the keys ascend
}

// add reports whether the key is new.
func (s *keySet) add(key string) bool {
	if n := len(s.keys); s.seen == nil && (n == 0 || s.keys[n-1] < key) {
		s.keys = append(s.keys, key)
		return true
	}
	if s.seen == nil {
		s.seen = make(map[string]bool, 2*cap(s.keys))
		for _, k := range s.keys {
			s.seen[k] = true
		}
	}
	if s.seen[key] {
		return false
	}
	s.seen[key] = true
	return true
}
