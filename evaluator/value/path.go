package value

import "strconv"

// A Path is the path to a part of a value, as in the result document: names follow a dot, other
// keys are JSON strings in brackets, and indices are numbers in brackets, as in a.b["c d"][0].
type Path string

// Key returns the path p extended by a key.
func (p Path) Key(key string) Path {
	if !IsName(key) {
		return p + Path("["+Quote(key)+"]")
	}
	if p == "" {
		return Path(key)
	}
	return p + "." + Path(key)
}

// Join returns p followed by rest.
func (p Path) Join(rest Path) Path {
	if p == "" || rest == "" || rest[0] == '[' {
		return p + rest
	}
	return p + "." + rest
}

// AppendKey appends a key to a path.
func AppendKey(path []byte, key string) []byte {
	if !IsName(key) {
		return append(append(append(path, '['), Quote(key)...), ']')
	}
	if len(path) > 0 {
		path = append(path, '.')
	}
	return append(path, key...)
}

// Index returns the path p extended by an index.
func (p Path) Index(i int) Path { return p + Path("["+strconv.Itoa(i)+"]") }

// AppendIndex appends an index to a path.
func AppendIndex(path []byte, i int) []byte {
	return append(strconv.AppendInt(append(path, '['), int64(i), 10), ']')
}

// IsName reports whether a key needs no quotes in a path: [A-Za-z_][A-Za-z0-9_-]*.
func IsName(key string) bool {
	for i := 0; i < len(key); i++ {
		c := key[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', c == '_':
		case i > 0 && ('0' <= c && c <= '9' || c == '-'):
		default:
			return false
		}
	}
	return key != ""
}

// Secrets returns the paths of all values in v that are marked secret, parents first. Unless they
// are revealed, it descends within a secret only into fields for which mayShow returns true, because
// the paths show their keys. It stops when their total length is more than limit bytes: a long key
// around many secrets is part of all of their paths.
func Secrets(v Value, revealed bool, mayShow func(f *Field) bool, limit int) []string {
	if !v.HasSecret() {
		return nil
	}
	l := secretLister{revealed: revealed, mayShow: mayShow, room: limit}
	l.list("", v, false)
	return l.paths
}

type secretLister struct {
	revealed bool
	mayShow  func(f *Field) bool
	paths    []string
	room     int // how many more bytes of paths may be listed
}

func (l *secretLister) list(at Path, v Value, inside bool) {
	if !v.HasSecret() || l.room < 0 {
		return
	}
	if v.IsSecretIn(l.revealed) {
		l.paths, inside = append(l.paths, string(at)), true
		l.room -= len(at)
	}
	switch d := v.Data.(type) {
	case *List:
		for i, c := range d.Items {
			if c.HasSecret() && l.room >= 0 {
				l.list(at.Index(i), c, inside)
			}
		}
	case *Object:
		for i := range d.Fields {
			if l.room < 0 || !d.Fields[i].Value.HasSecret() {
				continue
			}
			if inside && !l.revealed && !l.mayShow(&d.Fields[i]) {
				continue
			}
			l.list(at.Key(d.Fields[i].Key), d.Fields[i].Value, inside)
		}
	case *Tagged:
		l.list(at.Key(d.Tag), d.Body, inside)
	}
}
