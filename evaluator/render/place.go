package render

import (
	"strings"

	"pantograph/evaluator/value"
)

// PathAt returns the path of the value, or of the key, at a position in a rendered value. Marks are
// in the order in which a value is walked, so the path is found by counting them.
func PathAt(v value.Value, isJSON, reveal bool, line, column int) (value.Path, bool) {
	text := Text{}
	if isJSON {
		text = JSON(v, reveal)
	} else {
		text = YAML(v, reveal)
	}
	for i, m := range text.Marks {
		if int(m.Line) == line && int(m.Column) <= column && column <= int(m.EndColumn) {
			c := counter{left: i, isJSON: isJSON, reveal: reveal}
			return c.walk(v, "")
		}
	}
	return "", false
}

// A counter walks a value as the writers do, until it has passed a number of marks.
type counter struct {
	left           int
	isJSON, reveal bool
}

// passes counts the marks of a part, and reports whether the one wanted is among them.
func (c *counter) passes(marks int) bool {
	c.left -= marks
	return c.left < 0
}

// walk returns the path of the value or key with the mark wanted, false if the mark is after v. Its
// cases are those of the writers: each piece that they mark is counted, in the same order.
func (c *counter) walk(v value.Value, path value.Path) (value.Path, bool) {
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
