package render

import (
	"strings"

	"pantograph/evaluator/value"
)

// PathAt returns the path of the value or key at a position in a rendered value. It returns false
// if there is neither. Since the writers add marks in the order in which they walk the value,
// PathAt finds the path by counting marks.
func PathAt(v value.Value, isJSON, reveal bool, line, column int) (value.Path, bool) {
	text := Text{}
	if isJSON {
		text = JSON(v, reveal)
	} else {
		text = YAML(v, reveal)
	}
	for i, m := range text.Marks {
		if int(m.Line) == line && int(m.Column) <= column && column <= int(m.EndColumn) {
			c := markCounter{left: i, isJSON: isJSON, reveal: reveal}
			return c.walk(v, "")
		}
	}
	return "", false
}

// A markCounter walks a value as the writers do, until it has passed a number of marks.
type markCounter struct {
	left           int // how many marks are before the one that is wanted
	isJSON, reveal bool
}

// passes counts a number of marks, and reports whether the one that is wanted is among them.
func (c *markCounter) passes(marks int) bool {
	c.left -= marks
	return c.left < 0
}

// walk returns the path of the value or key that has the wanted mark. It returns false if the mark
// is not in v. It must count each piece that the writers mark, in the same order.
func (c *markCounter) walk(v value.Value, path value.Path) (value.Path, bool) {
	if v.IsSecret() && !c.reveal || v.IsUnknown() {
		return path, c.passes(1)
	}
	switch d := v.Data.(type) {
	case *value.Object:
		for i := range d.Fields {
			at := path.Key(d.Fields[i].Key)
			if c.passes(1) {
				return at, true
			}
			if found, ok := c.walk(d.Fields[i].Value, at); ok {
				return found, true
			}
		}
		return "", false
	case *value.List:
		for i := range d.Items {
			if found, ok := c.walk(d.Items[i], path.Index(i)); ok {
				return found, true
			}
		}
		return "", false
	case *value.Tagged:
		at := path.Key(d.Tag)
		if c.passes(1) {
			return at, true
		}
		return c.walk(d.Body.With(v.Marks), at)
	case value.String:
		if _, isBlock := blockHeader(string(d)); isBlock && !c.isJSON {
			// A literal block has a mark for its header and one for each line that is not empty.
			lines := strings.Split(strings.TrimSuffix(string(d), "\n"), "\n")
			marks := 1
			for _, line := range lines {
				if line != "" {
					marks++
				}
			}
			return path, c.passes(marks)
		}
	}
	return path, c.passes(1)
}
