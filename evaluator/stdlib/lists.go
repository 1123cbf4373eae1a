package stdlib

import "pantograph/evaluator/value"

// Element returns an element of a list, which must not be empty. An index outside the list wraps
// around.
func Element(items []value.Value, index int) value.Value {
	return items[(index%len(items)+len(items))%len(items)]
}

// Flatten replaces the lists in a list with their elements, at any depth. It also returns the marks of
// the lists that it replaced. Before it adds items, it calls spend with their number; if spend
// returns false, so does Flatten.
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

// Texts converts strings to values.
func Texts(texts []string) []value.Value {
	items := make([]value.Value, len(texts))
	for i, s := range texts {
		items[i] = value.Str(s)
	}
	return items
}

// Zip returns fields with the given keys and values, whose numbers must be equal. If a key is
// repeated, its last value is used.
func Zip(keys []string, values []value.Value) []value.Field {
	fields := make([]value.Field, len(keys))
	for i, key := range keys {
		fields[i] = value.Field{Key: key, Value: values[i]}
	}
	return value.Distinct(fields)
}

// Values returns the values of fields, sorted by key.
func Values(fields []value.Field) []value.Value {
	items := make([]value.Value, 0, len(fields))
	for _, f := range value.Sorted(fields) {
		items = append(items, f.Value)
	}
	return items
}

// Transpose inverts a map of lists of strings: every string becomes a key, whose value is the sorted
// list of the keys whose lists contain the string. The function list converts that list to a value.
func Transpose(fields []value.Field, list func(texts []value.Value) value.Value) []value.Field {
	var inverted []value.Field
	var lists [][]value.Value
	at := map[string]int{}
	for _, f := range value.Sorted(fields) {
		for _, v := range f.Value.List().Items {
			key, _ := v.Text()
			i, known := at[key]
			if !known {
				i, at[key] = len(inverted), len(inverted)
				inverted, lists = append(inverted, value.Field{Key: key}), append(lists, nil)
			}
			lists[i] = append(lists[i], value.Str(f.Key))
		}
	}
	for i := range inverted {
		inverted[i].Value = list(lists[i])
	}
	return inverted
}
