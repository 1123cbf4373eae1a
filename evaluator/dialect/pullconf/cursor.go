package pullconf

import (
	"strings"

	"pantograph/evaluator/bind"
)

// The cursor's position is found by indentation alone, since a document is hardly ever complete
// while it is being typed.

// A row is a line of a document, with the information that the line alone contains.
type row struct {
	dashes  []int  // the columns of its leading dashes
	column  int    // of the text after the dashes
	isKey   bool   // it has a key with a colon
	key     string // the key, or the whole rest of a line that has none
	written string // the key with its quotes
	value   string // the text after the colon
	blank   bool
}

// readRow reads a line. It takes everything up to the first colon followed by a blank as the key,
// even if these are in quotes.
func readRow(line string) row {
	line = strings.TrimRight(line, "\r")
	rest := strings.TrimLeft(line, " ")
	r := row{column: len(line) - len(rest)}
	for rest == "-" || strings.HasPrefix(rest, "- ") {
		r.dashes = append(r.dashes, r.column)
		inner := strings.TrimLeft(rest[1:], " ")
		r.column += len(rest) - len(inner)
		rest = inner
	}
	r.blank = strings.HasPrefix(rest, "#") || rest == "" && len(r.dashes) == 0
	r.key = rest
	if i := strings.Index(rest+" ", ": "); i >= 0 {
		r.isKey, r.written = true, rest[:i]
		r.key = strings.Trim(strings.TrimRight(rest[:i], " "), `"'`)
		r.value = strings.TrimLeft(rest[i+1:], " ")
	}
	return r
}

// A cursor is the position of an offset in its document: the keys and dashes around it, from the
// outside in.
type cursor struct {
	rows     []row // of the document; the current one is cut off at the offset
	row      int   // index of the current row
	path     []string
	stepRows []int // the row of each step of the path
}

// cursorAt finds the position of the editor's cursor.
func cursorAt(at bind.Cursor) *cursor {
	s := &cursor{}
	first := 0 // line of the document
	for i, line := range strings.Split(at.File.Text[:at.Offset], "\n") {
		if strings.HasPrefix(line, "---") {
			// Another document begins, so earlier rows do not matter.
			s.rows, first = nil, i
			line = ""
		}
		s.rows = append(s.rows, readRow(line))
	}
	s.row = len(s.rows) - 1
	for _, line := range strings.Split(at.File.Text[at.Offset:], "\n")[1:] {
		if strings.HasPrefix(line, "---") {
			break
		}
		s.rows = append(s.rows, readRow(line))
	}
	path := at.BlockPath()
	if s.rows[s.row].isKey && !path.AtKey && len(path.Steps) > 0 {
		path.Steps = path.Steps[:len(path.Steps)-1] // without the key of the row itself
	}
	s.path = path.Keys()
	for _, step := range path.Steps {
		s.stepRows = append(s.stepRows, step.Line-first)
	}
	return s
}

// keysAround returns the keys of the hash that contains a row, with their values, except the row's
// own key. column is the column of the keys. The rows of inner hashes are skipped, and a row further
// left, or a dash left of the keys, ends the hash.
func (s *cursor) keysAround(at, column int) map[string]string {
	keys := map[string]string{}
	add := func(i int) (inside bool) {
		r := s.rows[i]
		if r.blank {
			return true
		}
		if r.isKey && r.column == column && i != at {
			keys[r.key] = r.value
		}
		return r.column >= column
	}
	for i := at; i >= 0 && add(i) && !s.rows[i].begins(column); i-- {
	}
	for i := at + 1; i < len(s.rows) && !s.rows[i].begins(column) && add(i); i++ {
	}
	return keys
}

// begins reports whether this row begins an array entry that is, or contains, a hash whose keys are
// in the given column.
func (r *row) begins(column int) bool { return len(r.dashes) > 0 && r.dashes[0] < column }

// typeAround returns the type of the resource or link that contains a step of the path. It is "" if
// no type is written yet. step is an index of the path.
func (s *cursor) typeAround(step int) string {
	at := s.row
	if step < len(s.stepRows) {
		at = s.stepRows[step]
	}
	return word(s.keysAround(at, s.rows[at].column)["type"])
}

// linked returns the resource type of the link that a path leads into.
func (s *cursor) linked(path []string) string {
	if path[len(path)-3] == "triggers" {
		return "execute"
	}
	return s.typeAround(len(path) - 1)
}

// word returns a value without quotes and comment.
func word(text string) string {
	text, _, _ = strings.Cut(text, " #")
	return strings.Trim(text, " \t\"'")
}
