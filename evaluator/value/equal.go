package value

// Equal reports whether two known values have the same structure and the same scalars. Marks and
// origins are ignored. The function numbers compares numbers with different spellings, because the
// original tools compare them with different precision.
func Equal(a, b Value, numbers func(a, b Value) bool) bool {
	switch x := a.Data.(type) {
	case Null:
		return b.IsNull()
	case Bool, String:
		return a.Data == b.Data
	case Number:
		y, ok := b.Data.(Number)
		return ok && (x == y || numbers(a, b))
	case *List:
		y := b.List()
		if y == nil || len(x.Items) != len(y.Items) {
			return false
		}
		for i := range x.Items {
			if !Equal(x.Items[i], y.Items[i], numbers) {
				return false
			}
		}
		return true
	case *Object:
		y := b.Object()
		if y == nil || len(x.Fields) != len(y.Fields) {
			return false
		}
		for i := range x.Fields {
			other, ok := y.Get(x.Fields[i].Key)
			if !ok || !Equal(x.Fields[i].Value, other, numbers) {
				return false
			}
		}
		return true
	}
	return false
}
