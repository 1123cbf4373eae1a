package value

import "strings"

// EachText calls visit with every string in a secret of v, and with the digits of every number
// there. It also calls visit with each key of a secret object that is not written in the source,
// since such a key may have been computed from a secret.
func (v Value) EachText(visit func(text string)) { eachText(v, false, map[Data]bool{}, visit) }

// eachText visits a list or an object in a secret only once, because values can share it.
func eachText(v Value, inside bool, seen map[Data]bool, visit func(string)) {
	if !inside && !v.HasSecret() {
		return
	}
	inside = inside || v.IsSecret()
	switch d := v.Data.(type) {
	case String:
		if inside {
			visit(string(d))
		}
		return
	case Number:
		if inside {
			visit(string(d))
		}
		return
	case nil, Null, Bool, Unknown:
		return
	}
	if inside {
		if seen[v.Data] {
			return
		}
		seen[v.Data] = true
	}
	switch d := v.Data.(type) {
	case *List:
		for i := range d.Items {
			eachText(d.Items[i], inside, seen, visit)
		}
	case *Object:
		for i := range d.Fields {
			if f := &d.Fields[i]; inside && !strings.Contains(f.KeyAt.Text(), f.Key) {
				visit(f.Key)
			}
			eachText(d.Fields[i].Value, inside, seen, visit)
		}
	case *Tagged:
		eachText(d.Body, inside, seen, visit)
	}
}
