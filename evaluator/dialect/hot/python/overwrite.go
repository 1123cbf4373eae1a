package python

import (
	"strings"

	"pantograph/evaluator/ir"
	"pantograph/evaluator/yamltree"
)

// Reload gives an entry of a map the positions and the values of its next version. It returns false if the two differ
// in anything but positions, strings and numbers, or if loading the next one reports a problem: the entry is then
// unusable. The document must not be JSON.
func (p *Pair) Reload(next yamltree.Pair) bool {
	if !p.IsOf(next.Key) {
		return false
	}
	value, problems := Load(next.Value, false)
	return len(problems) == 0 && p.overwrite(&Pair{next.Key.Value, next.Key.Body(), value})
}

// IsOf reports whether an entry was certainly loaded from a key with this text.
func (p *Pair) IsOf(key *yamltree.Node) bool {
	return key.Kind == yamltree.Scalar && key.Tag() == "" && key.Value == p.Key && !isMergeKey(key) &&
		!strings.HasSuffix(key.Value, ":")
}

func (p *Pair) overwrite(next *Pair) bool {
	if p.Key != next.Key || p.Data() != next.Data() || !p.Value.overwrite(next.Value) {
		return false
	}
	p.Key, p.KeyAt = next.Key, next.KeyAt
	return true
}

func (n *Node) overwrite(next *Node) bool {
	if n.Kind != next.Kind || n.Kind == broken || len(n.Pairs) != len(next.Pairs) || len(n.Items) != len(next.Items) ||
		n.Kind == Scalar && !ir.SameKind(n.Data, next.Data) {
		return false
	}
	n.Span, n.Data = next.Span, next.Data
	for i := range n.Pairs {
		if !n.Pairs[i].overwrite(&next.Pairs[i]) {
			return false
		}
	}
	for i := range n.Items {
		if !n.Items[i].overwrite(next.Items[i]) {
			return false
		}
	}
	return true
}
