package esc

import (
	"pantograph/evaluator/bind"
	"pantograph/evaluator/value"
)

// site finds the innermost property of the root environment that contains a path of the result.
func (b *binder) site(path value.Path) (bind.Site, bool) {
	if len(b.order) == 0 {
		return bind.Site{}, false
	}
	p := b.order[0].values
	for p.shape == object || p.shape == list {
		key, index, isKey, rest, ok := path.Cut()
		next := p.field(key)
		if !isKey && index < len(p.items) && p.shape == list {
			next = p.items[index]
		}
		// The rest of the path is inside a value that a function or an import supplies.
		if !ok || next == nil {
			break
		}
		p, path = next, rest
	}
	return bind.Site{Cell: p.cell, Path: path}, true
}
