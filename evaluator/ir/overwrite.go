package ir

// Overwrite gives an expression the positions and the literals of its next version. It returns false if the two differ
// in anything else: the expression is then unusable. Data of calls is neither compared nor changed.
//
// Unlike Adopt, which prepares the next version for use, it keeps all pointers to the nodes valid.
func Overwrite(n, next Node) bool {
	if n == nil || next == nil {
		return n == nil && next == nil
	}
	n.Info().Span = next.Info().Span
	switch n := n.(type) {
	case *Lit:
		next, ok := next.(*Lit)
		if !ok || !SameKind(n.Value, next.Value) {
			return false
		}
		n.Value = next.Value
		return true
	case *List:
		next, ok := next.(*List)
		return ok && overwriteAll(n.Items, next.Items)
	case *Object:
		next, ok := next.(*Object)
		return ok && overwriteFields(n.Fields, next.Fields)
	case *Ref:
		next, ok := next.(*Ref)
		if !ok || n.Cell != next.Cell || !isLike(n, next) {
			return false
		}
		n.NameAt = next.NameAt
		copy(n.Path, next.Path)
		return true
	case *Call:
		next, ok := next.(*Call)
		if !ok || n.Fn != next.Fn {
			return false
		}
		n.NameAt = next.NameAt
		return overwriteAll(n.Args, next.Args)
	}
	return false // no dialect needs the others
}

func overwriteAll(nodes, next []Node) bool {
	if len(nodes) != len(next) {
		return false
	}
	for i := range nodes {
		if !Overwrite(nodes[i], next[i]) {
			return false
		}
	}
	return true
}

func overwriteFields(fields, next []Field) bool {
	if len(fields) != len(next) {
		return false
	}
	for i := range fields {
		f, g := &fields[i], &next[i]
		if f.Key != g.Key || !Overwrite(f.KeyExpr, g.KeyExpr) || !Overwrite(f.Value, g.Value) {
			return false
		}
		f.KeyAt = g.KeyAt
	}
	return true
}
