package esc

import (
	"errors"
	"strconv"
	"strings"
)

// openPath parses the property path of `esc env open ENV PATH` (12). It is not the grammar of
// references: repeated dots count as one, a path may begin with an index, and a name ends only at a
// dot or an opening bracket. The errors are the original's.
func openPath(text string) ([]accessor, error) {
	var path []accessor
	for rest := text; rest != ""; {
		var a accessor
		var err error
		switch {
		case rest[0] != '.' && rest[0] != '[':
			a.key, rest = cutName(rest)
		case rest[0] == '.' && len(path) == 0:
			return nil, errors.New("expected property path to start with a name or index")
		case rest == ".":
			return nil, errors.New("expected property path to end with a name or index")
		case rest[0] == '.':
			rest = rest[1:]
			continue
		case strings.HasPrefix(rest, `["`):
			a.key, rest, err = cutKey(rest[2:])
		default:
			a, rest, err = cutIndex(rest[1:])
		}
		if err != nil {
			return nil, err
		}
		path = append(path, a)
	}
	return path, nil
}

// cutName returns the name at the beginning of a path, and what follows it.
func cutName(text string) (name, rest string) {
	if end := strings.IndexAny(text, ".["); end >= 0 {
		return text[:end], text[end:]
	}
	return text, ""
}

// cutKey returns the key before a closing quote and bracket, and what follows them. \" is its only
// escape.
func cutKey(text string) (key, rest string, err error) {
	var b strings.Builder
	for {
		end := strings.IndexAny(text, `"\`)
		if end < 0 {
			return "", "", errors.New("missing closing quote in property name")
		}
		b.WriteString(text[:end])
		text = text[end:]
		switch {
		case strings.HasPrefix(text, `\"`):
			b.WriteByte('"')
			text = text[2:]
		case text[0] == '\\':
			b.WriteByte('\\')
			text = text[1:]
		case strings.HasPrefix(text, `"]`):
			return b.String(), text[2:], nil
		default:
			return "", "", errors.New("missing closing bracket in property access")
		}
	}
}

// cutIndex returns the index before a closing bracket, and what follows it. [*] is the key "*".
func cutIndex(text string) (a accessor, rest string, err error) {
	digits, rest, ok := strings.Cut(text, "]")
	switch {
	case !ok:
		return a, "", errors.New("missing closing bracket in array index")
	case digits == "*":
		return accessor{key: digits}, rest, nil
	}
	index, err := strconv.ParseInt(digits, 10, 0)
	if err != nil {
		return a, "", errors.New("invalid array index: " + err.Error())
	}
	return accessor{index: int(index), isIndex: true}, rest, nil
}
