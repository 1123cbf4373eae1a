package ir

import "pantograph/evaluator/value"

// Adopt gives the nodes of a new expression the IDs of those of an old one, and its references their cells. It returns
// false if the two differ in more than their positions and the values of literals: the new one is then unusable.
// Data of calls is not compared. References with Data cannot be adopted.
func Adopt(old, next Node) bool {
	if old == nil || next == nil {
		return old == nil && next == nil
	}
	next.Info().ID, next.Info().Constant = old.Info().ID, old.Info().Constant
	switch next := next.(type) {
	case *Lit:
		old, ok := old.(*Lit)
		return ok && SameKind(old.Value, next.Value)
	case *List:
		old, ok := old.(*List)
		return ok && adoptAll(old.Items, next.Items)
	case *Object:
		old, ok := old.(*Object)
		if !ok || len(old.Fields) != len(next.Fields) {
			return false
		}
		next.IsDistinct = old.IsDistinct
		for i := range next.Fields {
			a, b := &old.Fields[i], &next.Fields[i]
			if a.Key != b.Key || !Adopt(a.KeyExpr, b.KeyExpr) || !Adopt(a.Value, b.Value) {
				return false
			}
		}
		return true
	case *Merge:
		old, ok := old.(*Merge)
		return ok && Adopt(old.Base, next.Base) && Adopt(old.Over, next.Over)
	case *Ref:
		old, ok := old.(*Ref)
		if !ok || !isLike(old, next) {
			return false
		}
		next.Cell = old.Cell
		return true
	case *Interp:
		old, ok := old.(*Interp)
		return ok && adoptAll(old.Parts, next.Parts)
	case *Call:
		old, ok := old.(*Call)
		return ok && old.Fn == next.Fn && adoptAll(old.Args, next.Args)
	}
	return false // a cell of its own, or a problem
}

func adoptAll(old, next []Node) bool {
	if len(old) != len(next) {
		return false
	}
	for i := range next {
		if !Adopt(old[i], next[i]) {
			return false
		}
	}
	return true
}

// isLike reports whether two references differ in nothing but their positions and cells. Data cannot be compared.
func isLike(a, b *Ref) bool {
	if a.Name != b.Name || a.Explicit != b.Explicit || a.Data != nil || b.Data != nil || len(a.Path) != len(b.Path) {
		return false
	}
	for i, s := range a.Path {
		if t := b.Path[i]; s.Key != t.Key || s.Index != t.Index || s.IsKey != t.IsKey {
			return false
		}
	}
	return true
}

// SameKind reports whether two constants are of the same kind: two strings or two numbers, or equal.
func SameKind(a, b value.Data) bool {
	switch a.(type) {
	case value.String:
		_, ok := b.(value.String)
		return ok
	case value.Number:
		_, ok := b.(value.Number)
		return ok
	case value.Bool, value.Null:
		return a == b
	}
	return false
}
