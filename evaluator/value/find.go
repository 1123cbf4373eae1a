package value

import (
	"strconv"
	"strings"
)

// Find returns the value at a path inside v, or false if there is no value at that path. If any
// value along the path is secret, so is the result.
func Find(v Value, path Path) (Value, bool) {
	rest := string(path)
	for rest != "" {
		key, index, isKey, next, ok := cutStep(rest)
		if !ok {
			return Value{}, false
		}
		marks := v.Marks & Secret
		switch d := v.Data.(type) {
		case *Object:
			c, found := d.Get(key)
			if !isKey || !found {
				return Value{}, false
			}
			v = c
		case *List:
			if isKey || index < 0 || index >= len(d.Items) {
				return Value{}, false
			}
			v = d.Items[index]
		case *Tagged:
			if !isKey || key != d.Tag {
				return Value{}, false
			}
			v = d.Body
		default:
			return Value{}, false
		}
		v, rest = v.With(marks), next
	}
	return v, true
}

// Cut removes the first step from a path: a key or an index. It returns false for an empty or
// malformed path.
func (p Path) Cut() (key string, index int, isKey bool, rest Path, ok bool) {
	if p == "" {
		return "", 0, false, "", false
	}
	key, index, isKey, next, ok := cutStep(string(p))
	return key, index, isKey, Path(strings.TrimPrefix(next, ".")), ok
}

// cutStep reads the first step of a path: a name, ["key"] or [0].
func cutStep(path string) (key string, index int, isKey bool, rest string, ok bool) {
	path = strings.TrimPrefix(path, ".")
	if strings.HasPrefix(path, `["`) {
		p := &jsonParser{text: path, pos: 1}
		key = p.str()
		if p.err != nil || p.peek() != ']' {
			return "", 0, false, "", false
		}
		return key, 0, true, path[p.pos+1:], true
	}
	if inner, ok := strings.CutPrefix(path, "["); ok {
		digits, rest, found := strings.Cut(inner, "]")
		index, err := strconv.Atoi(digits)
		return "", index, false, rest, found && err == nil
	}
	end := strings.IndexAny(path, ".[")
	if end < 0 {
		end = len(path)
	}
	return path[:end], 0, true, path[end:], end > 0
}

// First returns the first value for which match returns true: v itself, or a value in its lists and
// objects, parents first. It returns false if there is none.
func First(v Value, match func(Value) bool) (Value, bool) {
	if match(v) {
		return v, true
	}
	switch d := v.Data.(type) {
	case *List:
		for i := range d.Items {
			if found, ok := First(d.Items[i], match); ok {
				return found, true
			}
		}
	case *Object:
		for i := range d.Fields {
			if found, ok := First(d.Fields[i].Value, match); ok {
				return found, true
			}
		}
	}
	return Value{}, false
}

// NotFinite returns the first number in v that JSON cannot represent, or "" if v contains only
// numbers that it can.
func NotFinite(v Value) Number {
	found, _ := First(v, func(v Value) bool {
		n, ok := v.Data.(Number)
		return ok && !n.IsFinite()
	})
	n, _ := found.Data.(Number)
	return n
}

// MapElements returns a list or an object in which each element is replaced by the result of each,
// or dropped if each returns false. The key is "" for elements of a list. MapElements returns other
// values unchanged.
func MapElements(v Value, each func(key string, v Value) (Value, bool)) Value {
	var fields []Field
	l, o := v.List(), v.Object()
	switch {
	case o != nil:
		fields = o.Fields
	case l == nil:
		return v
	default:
		fields = make([]Field, len(l.Items))
		for i := range fields {
			fields[i].Value = l.Items[i]
		}
	}
	var items []Value
	var kept []Field
	for i := range fields {
		if inner, ok := each(fields[i].Key, fields[i].Value); !ok {
			continue
		} else if o != nil {
			kept = append(kept, Field{Key: fields[i].Key, Value: inner, KeyAt: fields[i].KeyAt})
		} else {
			items = append(items, inner)
		}
	}
	if v.Data = NewObject(kept); o == nil {
		v.Data = NewList(items)
	}
	return v
}
