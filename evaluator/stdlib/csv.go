package stdlib

import "strings"

// A CSV reads comma-separated values as Go's encoding/csv does, whose code would add 5 KB. It ignores
// blank lines. All records must have as many fields as the first.
type CSV struct {
	rest   string
	line   int // number of the last line that was read
	fields int // number of fields of the first record
}

// NewCSV returns a reader of CSV text.
func NewCSV(text string) *CSV { return &CSV{rest: text} }

// Read returns the next record, or nil at the end. why is the error message, if any, and at the line
// of the record or error, counted from 1.
func (r *CSV) Read() (record []string, why string, at int) {
	line, ok := r.next()
	for ok && strings.TrimSuffix(line, "\n") == "" {
		line, ok = r.next()
	}
	if !ok {
		return nil, "", 0
	}
	start := r.line
	for {
		var field string
		var more bool
		if strings.HasPrefix(line, `"`) {
			field, line, more, ok = r.quoted(line[1:])
			if !ok {
				return nil, `extraneous or missing " in quoted-field`, r.line
			}
		} else {
			field, line, more = strings.Cut(line, ",")
			field = strings.TrimSuffix(field, "\n")
			if strings.Contains(field, `"`) {
				return nil, `bare " in non-quoted-field`, r.line
			}
		}
		if record = append(record, field); !more {
			break
		}
	}
	if r.fields == 0 {
		r.fields = len(record)
	}
	if len(record) != r.fields {
		return nil, "wrong number of fields", start
	}
	return record, "", start
}

// quoted reads the rest of a field after its opening quote. more means that a comma follows it, and
// ok is false if the closing quote is missing or other text follows it.
func (r *CSV) quoted(line string) (field, rest string, more, ok bool) {
	for {
		text, after, found := strings.Cut(line, `"`)
		field += text
		switch {
		case !found:
			if line, ok = r.next(); !ok {
				return "", "", false, false
			}
			continue
		case strings.HasPrefix(after, `"`):
			field += `"`
			line = after[1:]
			continue
		case strings.HasPrefix(after, ","):
			return field, after[1:], true, true
		}
		return field, "", false, after == "" || after == "\n"
	}
}

// next reads a line with its line break, which it converts to \n. It returns false at the end.
func (r *CSV) next() (string, bool) {
	if r.rest == "" {
		return "", false
	}
	line, rest, ended := strings.Cut(r.rest, "\n")
	r.rest = rest
	line = strings.TrimSuffix(line, "\r")
	if ended {
		line += "\n"
	}
	if line != "" { // empty only for a carriage return at the very end
		r.line++
	}
	return line, true
}
