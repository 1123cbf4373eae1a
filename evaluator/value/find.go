package value

import (
	"strconv"
	"strings"
)

// Find returns the value at a path inside v, and whether there is one. A secret on the
// way makes what is found secret.
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

// Cut takes the first step off a path: a key or an index. False means that there is none.
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
