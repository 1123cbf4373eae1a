package ir

// Refresh gives the nodes of an expression the positions and the literals of its next version. It returns false if the
// two differ in anything else: the old one is then unusable. Unlike Adopt, which prepares the next version for use, it
// keeps all pointers to the nodes valid. Cells of their own are not looked into.
//
// For references and calls, own compares and refreshes what belongs to the dialect, including the paths of references.
// If own is nil, references must lead to the same parts of the same cells, and Data of calls is not compared.
func Refresh(old, next Node, own func(old, next Node) bool) bool {
	if old == nil || next == nil {
		return old == nil && next == nil
	}
	if own == nil {
		own = refreshPlain
	}
	old.Info().Span = next.Info().Span
	switch old := old.(type) {
	case *Lit:
		next, ok := next.(*Lit)
		if !ok || !SameKind(old.Value, next.Value) {
			return false
		}
		old.Value = next.Value
		return true
	case *List:
		next, ok := next.(*List)
		return ok && refreshAll(old.Items, next.Items, own)
	case *Object:
		next, ok := next.(*Object)
		return ok && old.refresh(next, own)
	case *Sub:
		_, ok := next.(*Sub)
		return ok
	case *Ref:
		next, ok := next.(*Ref)
		return ok && own(old, next)
	case *Interp:
		next, ok := next.(*Interp)
		return ok && refreshAll(old.Parts, next.Parts, own)
	case *Call:
		next, ok := next.(*Call)
		if !ok || old.Fn != next.Fn {
			return false
		}
		old.NameAt = next.NameAt
		return refreshAll(old.Args, next.Args, own) && own(old, next)
	}
	return false // a merge, whose base the dialect has made up, or a problem
}

func (n *Object) refresh(next *Object, own func(old, next Node) bool) bool {
	if len(n.Fields) != len(next.Fields) {
		return false
	}
	for i := range n.Fields {
		a, b := &n.Fields[i], &next.Fields[i]
		if a.Key != b.Key || !Refresh(a.KeyExpr, b.KeyExpr, own) || !Refresh(a.Value, b.Value, own) {
			return false
		}
		a.KeyAt = b.KeyAt
	}
	return true
}

func refreshAll(old, next []Node, own func(old, next Node) bool) bool {
	if len(old) != len(next) {
		return false
	}
	for i := range old {
		if !Refresh(old[i], next[i], own) {
			return false
		}
	}
	return true
}

// refreshPlain refreshes a reference or a call of a dialect that adds nothing to them.
func refreshPlain(old, next Node) bool {
	r, ok := old.(*Ref)
	if !ok {
		return true
	}
	to := next.(*Ref)
	if r.Cell != to.Cell || !isLike(r, to) {
		return false
	}
	r.NameAt = to.NameAt
	copy(r.Path, to.Path)
	return true
}
