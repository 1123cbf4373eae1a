package stdlib

import "pantograph/evaluator/value"

// Element returns an element of a list that is not empty. Indices outside of the list wrap around.
func Element(items []value.Value, index int) value.Value {
	return items[(index%len(items)+len(items))%len(items)]
}

// Flatten replaces the lists in a list by their elements, at every depth. It also returns the marks
// of the lists that are gone. spend is asked before items are added; ok is false once it refuses.
func Flatten(items []value.Value, spend func(items int) bool) (flat []value.Value, marks value.Marks, ok bool) {
	flat, ok = []value.Value{}, true
	var add func(items []value.Value)
	add = func(items []value.Value) {
		if ok = ok && spend(len(items)); !ok {
			return
		}
		for _, v := range items {
			l := v.List()
			if l == nil {
				flat = append(flat, v)
				continue
			}
			marks |= v.Marks
			add(l.Items)
		}
	}
	add(items)
	return flat, marks, ok
}

// Texts returns a list of strings.
func Texts(texts []string) []value.Value {
	items := make([]value.Value, len(texts))
	for i, s := range texts {
		items[i] = value.Str(s)
	}
	return items
}

// Zip returns fields with the given keys and values, of which there must be equally many. If a key
// repeats, its last value counts.
func Zip(keys []string, values []value.Value) []value.Field {
	fields := make([]value.Field, len(keys))
	for i, key := range keys {
		fields[i] = value.Field{Key: key, Value: values[i]}
	}
	return value.Distinct(fields)
}

// Values returns the values of fields in the order of their sorted keys.
func Values(fields []value.Field) []value.Value {
	items := make([]value.Value, 0, len(fields))
	for _, f := range value.Sorted(fields) {
		items = append(items, f.Value)
	}
	return items
}

// Transpose turns a map of lists of strings around: every string becomes a key, with the sorted keys
// of the lists that contained it. list makes a value of these.
func Transpose(fields []value.Field, list func(texts []value.Value) value.Value) []value.Field {
	var turned []value.Field
	var lists [][]value.Value
	at := map[string]int{}
	for _, f := range value.Sorted(fields) {
		for _, v := range f.Value.List().Items {
			key, _ := v.Text()
			i, known := at[key]
			if !known {
				i, at[key] = len(turned), len(turned)
				turned, lists = append(turned, value.Field{Key: key}), append(lists, nil)
			}
			lists[i] = append(lists[i], value.Str(f.Key))
		}
	}
	for i := range turned {
		turned[i].Value = list(lists[i])
	}
	return turned
}
