package esc

import (
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/yamltree"
)

// Describe explains the key at an offset, unless it names a property: a top-level key, a key of an
// import, or a key in a function's argument.
func (b *assist) Describe(at bind.Cursor) (bind.Item, bool) {
	e := b.environmentOf(at.File)
	if e == nil || e.doc == nil || e.doc.Root == nil {
		return bind.Item{}, false
	}
	path := keysTo(e.doc.Root, at.Offset)
	if len(path) == 0 {
		return bind.Item{}, false
	}
	last := path[len(path)-1]
	item := bind.Item{Label: last.Value, Span: last.Span}
	name := strings.ToLower(last.Value)
	switch {
	case len(path) == 1:
		for _, field := range topLevelKeys {
			if field.key == name {
				item.Doc = field.doc
			}
		}
	case strings.EqualFold(path[0].Value, "imports"):
		if last.Value == "merge" {
			item.Detail, item.Doc = "boolean, by default true", mergeDoc
		}
	default:
		b.describeArgument(&item, path[len(path)-2].Value)
	}
	return item, item.Doc != "" || item.Detail != ""
}

// describeArgument describes a key as a parameter of a function.
func (b *binder) describeArgument(item *bind.Item, function string) {
	for i := range b.functions {
		// The function may be a short form, such as fn::open::aws-login.
		fn := b.functions[i].Func
		if fn.Name != function && !strings.HasPrefix(function, fn.Name+"::") {
			continue
		}
		for _, p := range fn.Params {
			if p.Name == item.Label {
				item.Detail, item.Doc = p.Type, p.Doc
			}
		}
	}
}

// keysTo returns the keys from the root to the one at an offset, or nil if there is no key.
func keysTo(n *yamltree.Node, at int) []*yamltree.Node {
	for _, item := range n.Items {
		if item.Span.Contains(at) {
			return keysTo(item, at)
		}
	}
	for _, p := range n.Pairs {
		if p.Key.Span.Contains(at) {
			return []*yamltree.Node{p.Key}
		}
		if p.Value.Span.Contains(at) {
			if rest := keysTo(p.Value, at); rest != nil {
				return append([]*yamltree.Node{p.Key}, rest...)
			}
		}
	}
	return nil
}
