package types

// Unify returns a type that all the given types convert to, or nil (5.1). Objects with different
// attributes become maps, tuples of different lengths lists. A dynamic result means that nothing is
// converted.
func Unify(types []*Type) *Type {
	var count [Meta + 1]int
	for _, t := range types {
		count[t.Kind]++
	}
	n, dynamic := len(types), count[Dynamic]
	only := func(k Kind) bool { return count[k] > 0 && count[k]+dynamic == n }
	switch {
	case n == 0:
		return nil
	// An untyped null beside collections, objects or tuples leaves the type open.
	case (only(Map) || only(List) || only(Set) || only(Object) || only(Tuple)) && dynamic > 0:
		return DynamicType
	case only(Map), only(List), only(Set):
		return unifyCollections(types)
	case only(Object):
		return unifyObjects(types)
	case only(Tuple):
		return unifyTuples(types)
	case count[Map] > 0 && count[Map]+count[Object]+dynamic == n:
		return unifyInside(types, Map)
	case count[List] > 0 && count[List]+count[Tuple]+dynamic == n:
		return unifyInside(types, List)
	case count[Object] > 0 && count[Tuple] > 0:
		return nil
	}
	// For all other combinations, the result must be one of the types.
	for _, want := range preferred(types) {
		if all(types, func(t *Type) bool { return Convertible(t, want) }) {
			return want
		}
	}
	return nil
}

// preferred puts string before the other primitive types and untyped null last.
func preferred(types []*Type) []*Type {
	var out, last []*Type
	for _, t := range types {
		switch t.Kind {
		case String:
			out = append([]*Type{t}, out...)
		case Dynamic:
			last = append(last, t)
		default:
			out = append(out, t)
		}
	}
	return append(out, last...)
}

// all reports whether a condition is true of all types.
func all(types []*Type, holds func(*Type) bool) bool {
	for _, t := range types {
		if !holds(t) {
			return false
		}
	}
	return true
}

// unifyCollections unifies collections of one kind by their element types.
func unifyCollections(types []*Type) *Type {
	elems := make([]*Type, len(types))
	for i, t := range types {
		elems[i] = t.Elem
	}
	if elem := Unify(elems); elem != nil {
		return &Type{Kind: types[0].Kind, Elem: elem}
	}
	return nil
}

// unifyInside unifies everything inside the types to the element type of one collection. It is for
// collections with objects or tuples among them, and for objects or tuples that do not match.
// Without any element the element type is open.
func unifyInside(types []*Type, kind Kind) *Type {
	var inside []*Type
	for _, t := range types {
		if t.Elem != nil {
			inside = append(inside, t.Elem)
		}
		if isMixed(t.Types) {
			return nil
		}
		inside = append(inside, t.Types...)
	}
	if len(inside) == 0 {
		return &Type{Kind: kind, Elem: DynamicType}
	}
	// An untyped null does not make types compatible that have nothing in common.
	if elem := Unify(inside); elem != nil && UnifyElements(inside) != nil {
		return &Type{Kind: kind, Elem: elem}
	}
	return nil
}

// isMixed reports whether there are dynamic types beside objects, tuples or collections: whether
// they can be converted together depends on their values.
func isMixed(types []*Type) bool {
	open, inside := 0, 0
	for _, t := range types {
		switch {
		case t.Kind == Dynamic:
			open++
		case !t.IsPrimitive():
			inside++
		}
	}
	return open > 0 && inside > 0
}

// UnifyElements is Unify for the elements of a collection: untyped nulls take the type of the
// others.
func UnifyElements(types []*Type) *Type {
	var typed []*Type
	for _, t := range types {
		if t.Kind != Dynamic {
			typed = append(typed, t)
		}
	}
	if len(typed) == 0 {
		return DynamicType
	}
	return Unify(typed)
}

// unifyObjects returns an object if all types have the same attributes, otherwise a map.
func unifyObjects(types []*Type) *Type {
	first := types[0]
	for _, t := range types[1:] {
		if len(t.Names) != len(first.Names) {
			return unifyInside(types, Map)
		}
		for i := range t.Names {
			if t.Names[i] != first.Names[i] {
				return unifyInside(types, Map)
			}
		}
	}
	return unifyAcross(types, &Type{Kind: Object, Names: first.Names})
}

// unifyTuples returns a tuple if all types have the same length, otherwise a list.
func unifyTuples(types []*Type) *Type {
	for _, t := range types[1:] {
		if len(t.Types) != len(types[0].Types) {
			return unifyInside(types, List)
		}
	}
	return unifyAcross(types, &Type{Kind: Tuple})
}

// unifyAcross unifies position by position into out, or returns nil if one position fails: it does
// not resort to a list or a map then (5.1).
func unifyAcross(types []*Type, out *Type) *Type {
	out.Types = make([]*Type, len(types[0].Types))
	across := make([]*Type, len(types))
	for i := range out.Types {
		for k, t := range types {
			across[k] = t.Types[i]
		}
		if out.Types[i] = Unify(across); out.Types[i] == nil {
			return nil
		}
	}
	return out
}
