package inspect

import (
	"slices"
	"strings"

	"pantograph/evaluator/value"
)

// A Difference is the first difference between two values.
type Difference struct {
	Path          value.Path
	Before, After value.Value // the parts at Path; zero for a missing part
}

// String describes the difference, with secrets masked.
func (d *Difference) String() string {
	where := string(d.Path)
	if where == "" {
		where = "it"
	}
	switch {
	case d.After.Data == nil:
		return where + " would be missing"
	case d.Before.Data == nil:
		return where + " would be added"
	case Summary(d.Before) == Summary(d.After):
		return where + " would have a different value"
	}
	return where + " would be " + Summary(d.After) + " instead of " + Summary(d.Before)
}

// Differ returns the first difference between two values, or nil if they are equal. Differences that
// renaming oldName to newName causes are ignored. Unknown values are equal to each other, because their
// reasons contain names.
func Differ(before, after value.Value, oldName, newName string) *Difference {
	d := &differ{oldName, newName}
	return d.value("", before, after)
}

// A differ compares two values and ignores the renaming of oldName to newName.
type differ struct{ oldName, newName string }

// comparedMarks are the marks that users see. Differences in other marks are ignored.
const comparedMarks = value.Secret | value.Failed | value.Mocked

// value compares two values. If they differ inside a secret, it returns the entire secret as the
// difference.
func (d *differ) value(at value.Path, a, b value.Value) *Difference {
	found := d.inside(at, a, b)
	if found != nil && (a.IsSecret() || b.IsSecret()) {
		return &Difference{at, a.With(value.Secret), b.With(value.Secret)}
	}
	return found
}

// inside compares the marks and the data of two values. Numbers are equal if their digits are. The
// difference that it returns may be inside a secret.
func (d *differ) inside(at value.Path, a, b value.Value) *Difference {
	found := &Difference{at, a, b}
	if a.Marks&comparedMarks != b.Marks&comparedMarks {
		return found
	}
	switch x := a.Data.(type) {
	case *value.Object:
		if y := b.Object(); y != nil && x.Type == y.Type {
			return d.object(at, x, y)
		}
	case *value.List:
		if y := b.List(); y != nil && x.Type == y.Type {
			return d.list(at, found, x, y)
		}
	case *value.Tagged:
		if y, ok := b.Data.(*value.Tagged); ok && d.same(x.Tag, y.Tag) {
			return d.value(at.Key(x.Tag), x.Body, y.Body)
		}
	case value.Unknown:
		if b.IsUnknown() {
			return nil
		}
	case value.String:
		if y, ok := b.Text(); ok && d.same(string(x), y) {
			return nil
		}
	default:
		if a.Data == b.Data {
			return nil
		}
	}
	return found
}

// object compares two objects. Each field of a is compared with the field of b that has the same key
// or, if there is none, the renamed key.
func (d *differ) object(at value.Path, a, b *value.Object) *Difference {
	taken := make(map[string]bool, len(b.Fields))
	for i := range a.Fields {
		f := &a.Fields[i]
		key, ok := f.Key, true
		// The same key is tried first, because not everything that contains the name is renamed.
		other, found := b.Get(key)
		if !found {
			if key, ok = d.key(f.Key, b, taken); !ok {
				return &Difference{at.Key(f.Key), f.Value, value.Value{}}
			}
			other, _ = b.Get(key)
		}
		taken[key] = true
		if found := d.value(at.Key(key), f.Value, other); found != nil {
			return found
		}
	}
	// A field of b that corresponds to no field of a was added.
	for i := range b.Fields {
		if f := &b.Fields[i]; !taken[f.Key] {
			return &Difference{at.Key(f.Key), value.Value{}, f.Value}
		}
	}
	return nil
}

// key returns the renamed form of a key among the keys of an object that are not in taken, or false
// if there is none.
func (d *differ) key(key string, o *value.Object, taken map[string]bool) (string, bool) {
	if !strings.Contains(key, d.oldName) {
		return "", false
	}
	// Usually all occurrences of the name are replaced. Otherwise, every key must be tried.
	if plain := strings.ReplaceAll(key, d.oldName, d.newName); !taken[plain] {
		if _, ok := o.Get(plain); ok {
			return plain, true
		}
	}
	for i := range o.Fields {
		if k := o.Fields[i].Key; !taken[k] && d.same(key, k) {
			return k, true
		}
	}
	return "", false
}

// list compares two lists item by item, but sorted lists of strings as sets. If the lengths or the
// sets differ, it returns found, the difference between the entire lists.
func (d *differ) list(at value.Path, found *Difference, a, b *value.List) *Difference {
	if len(a.Items) != len(b.Items) {
		return found
	}
	was, is := names(a), names(b)
	if was != nil && is != nil && slices.IsSorted(was) && slices.IsSorted(is) {
		return d.sorted(found, was, is)
	}
	for i := range a.Items {
		if found := d.value(at.Index(i), a.Items[i], b.Items[i]); found != nil {
			return found
		}
	}
	return nil
}

// sorted compares two lists of strings in alphabetical order, in which the renamed string may have
// another position. It returns found if they differ.
func (d *differ) sorted(found *Difference, a, b []string) *Difference {
	rest := slices.Clone(b)
	for _, name := range a {
		i := slices.Index(rest, name)
		if i < 0 {
			i = slices.IndexFunc(rest, func(other string) bool { return d.same(name, other) })
		}
		if i < 0 {
			return found
		}
		rest = slices.Delete(rest, i, i+1)
	}
	return nil
}

// names returns the items of a list of strings without compared marks, or nil for any other list.
func names(l *value.List) []string {
	out := make([]string, 0, len(l.Items))
	for i := range l.Items {
		text, ok := l.Items[i].Text()
		if !ok || l.Items[i].Marks&comparedMarks != 0 {
			return nil
		}
		out = append(out, text)
	}
	return out
}

// same reports whether a becomes b if some, all or none of the occurrences of the name in a are
// replaced.
func (d *differ) same(a, b string) bool {
	if a == b {
		return true
	}
	return strings.Contains(a, d.oldName) && strings.Contains(b, d.newName) && d.becomes(a, b)
}

// becomes reports whether a becomes b if each occurrence of the name is either replaced or kept.
func (d *differ) becomes(a, b string) bool {
	// The offsets in b that can correspond to offset i in a.
	reached := map[int]bool{0: true}
	// The same for later offsets in a, which follow a replaced occurrence.
	ahead := map[int]map[int]bool{}
	for i := 0; ; i++ {
		for j := range ahead[i] {
			reached[j] = true
		}
		delete(ahead, i)
		if i == len(a) {
			return reached[len(b)]
		}
		// At each offset, the byte can be kept, or an occurrence that starts here can be replaced.
		next := map[int]bool{}
		for j := range reached {
			if j < len(b) && a[i] == b[j] {
				next[j+1] = true
			}
			if strings.HasPrefix(a[i:], d.oldName) && strings.HasPrefix(b[j:], d.newName) {
				end := i + len(d.oldName)
				if ahead[end] == nil {
					ahead[end] = map[int]bool{}
				}
				ahead[end][j+len(d.newName)] = true
			}
		}
		if len(next) == 0 && len(ahead) == 0 {
			return false
		}
		reached = next
	}
}
