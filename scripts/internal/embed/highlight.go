package embed

import (
	"html"
	"regexp"
	"strings"
	"unicode/utf16"

	"pantograph/evaluator/protocol"
)

// A run is a piece of a line. The kind becomes the class; that of plain text is "".
type run struct{ kind, text string }

// documentMarker matches a line that starts or ends a YAML document.
var documentMarker = regexp.MustCompile(`^(---|\.\.\.)(\s|$)`)

// Highlight renders YAML with highlighting, line by line, as web/src/embed/highlight.ts does.
func Highlight(text string) string {
	var out strings.Builder
	for _, line := range strings.SplitAfter(text, "\n") {
		body := strings.TrimSuffix(line, "\n")
		for _, r := range highlight(body) {
			writeRun(&out, r.kind, r.text)
		}
		out.WriteString(line[len(body):])
	}
	return out.String()
}

// writeRun writes a piece of text with the class of its kind.
func writeRun(out *strings.Builder, kind, text string) {
	if kind == "" {
		out.WriteString(html.EscapeString(text))
		return
	}
	out.WriteString(`<span class="pg-` + kind + `">` + html.EscapeString(text) + `</span>`)
}

// highlight splits a line into runs.
func highlight(line string) []run {
	if documentMarker.MatchString(line) {
		return []run{{"mark", line}}
	}
	s := &scanner{line: line}
	s.rest = s.key()
	for at := s.rest; at < len(line); {
		at = s.token(at)
	}
	s.emit("", len(line), len(line))
	return s.runs
}

// A scanner highlights one line.
type scanner struct {
	line  string
	rest  int // offset of the text after the key, or 0 if the line has no key
	plain int // offset of the first byte that was not emitted yet
	runs  []run
}

// emit emits the plain text before a piece, then the piece. Both may be empty.
func (s *scanner) emit(kind string, from, to int) {
	if from > s.plain {
		s.runs = append(s.runs, run{"", s.line[s.plain:from]})
	}
	if to > from {
		s.runs = append(s.runs, run{kind, s.line[from:to]})
	}
	s.plain = to
}

// at returns the byte at an offset, or, after the end of the line, a line break.
func (s *scanner) at(offset int) byte {
	if offset < len(s.line) {
		return s.line[offset]
	}
	return '\n'
}

// isBlank and isEdge report whether a byte separates tokens in YAML. The end of a line is an edge.
func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }
func isEdge(c byte) bool  { return c == '\n' || isBlank(c) }

// key scans indentation, dashes, a key and its colon, and returns the offset after them. It returns
// 0 if the line has no key.
func (s *scanner) key() int {
	start := 0
	for isBlank(s.at(start)) {
		start++
	}
	indent := start
	for s.at(start) == '-' && s.at(start+1) == ' ' {
		for start++; s.at(start) == ' '; {
			start++
		}
	}
	end := s.keyEnd(start)
	if end <= start {
		return 0
	}
	colon := end
	for isBlank(s.at(colon)) {
		colon++
	}
	if s.at(colon) != ':' || !isEdge(s.at(colon+1)) {
		return 0
	}
	// A key in the first column is a section of the file.
	kind := "section"
	if start > 0 {
		kind = "key"
	}
	s.emit("mark", indent, start)
	s.emit(kind, start, end)
	s.emit("mark", end, colon+1)
	return colon + 1
}

// keyEnd returns the end of the key that starts at start: of a quoted string, or of plain text before
// a colon, without the blanks between them. It returns start if there is no key.
func (s *scanner) keyEnd(start int) int {
	switch first := s.at(start); {
	case isEdge(first) || strings.IndexByte("#{}[],&*!|>%@`", first) >= 0:
		return start
	case first == '"' || first == '\'':
		if length := strings.IndexByte(s.line[start+1:], first); length >= 0 {
			return start + 1 + length + 1
		}
		return start
	// A dash that no blank follows can start a key, which then contains no blanks.
	case first == '-':
		end := start + 1
		for !isEdge(s.at(end)) && s.at(end) != ':' {
			end++
		}
		if end == start+1 {
			return start
		}
		return end
	}
	for at, end := start+1, start+1; at < len(s.line) && strings.IndexByte("#{}[],$\"'", s.line[at]) < 0; at++ {
		if s.line[at] == ':' && isEdge(s.at(at+1)) {
			return end
		}
		if !isBlank(s.line[at]) {
			end = at + 1
		}
	}
	return start
}

// token emits the token that starts at an offset, unless it is plain text, and returns the offset
// after it.
func (s *scanner) token(at int) int {
	// Some characters are indicators only after a blank, or right after the colon of a key.
	before := byte(' ')
	if at > s.rest {
		before = s.line[at-1]
	}
	kind, end := "", at+1
	switch s.line[at] {
	case '#':
		if isBlank(before) {
			kind, end = "comment", len(s.line)
		}
	case '$':
		if strings.HasPrefix(s.line[at:], "$${") {
			return s.braceEnd(at) // an escape is plain text
		}
		if s.at(at+1) == '{' {
			kind, end = "ref", s.braceEnd(at)
		}
	case '&', '*', '!':
		if isBlank(before) || strings.IndexByte(",[{", before) >= 0 {
			for !isEdge(s.at(end)) && strings.IndexByte(",]}", s.at(end)) < 0 {
				end++
			}
			if end > at+1 {
				kind = "anchor"
			}
		}
	case '{', '}', '[', ']', ',':
		kind = "mark"
	case '-':
		if isBlank(before) && isEdge(s.at(end)) {
			kind = "mark"
		}
	case '|', '>':
		if block := s.blockHeaderEnd(at); isBlank(before) && isEdge(s.at(block)) {
			kind, end = "mark", block
		}
	}
	if kind != "" {
		s.emit(kind, at, end)
	}
	return end
}

// blockHeaderEnd returns the end of a block scalar's header, such as |+2.
func (s *scanner) blockHeaderEnd(at int) int {
	end := at + 1
	if s.at(end) == '+' || s.at(end) == '-' {
		end++
	}
	if c := s.at(end); c >= '0' && c <= '9' {
		end++
	}
	return end
}

// braceEnd returns the offset after the next closing brace, or the end of the line.
func (s *scanner) braceEnd(from int) int {
	if length := strings.IndexByte(s.line[from:], '}'); length >= 0 {
		return from + length + 1
	}
	return len(s.line)
}

// marked renders a result as HTML, with the states of its values as classes.
func marked(r protocol.Rendered) string {
	type piece struct {
		from, to int
		kind     string
	}
	lines := strings.Split(r.Text, "\n")
	pieces := make([][]piece, len(lines))
	// Each mark is a group of numbers: line, column, end column, state, and the origin of the value.
	for i := 0; i+protocol.MarkStride <= len(r.Marks); i += protocol.MarkStride {
		m := r.Marks[i:]
		if kind := protocol.MarkStates[m[3]]; kind != "known" && int(m[0]) <= len(lines) {
			pieces[m[0]-1] = append(pieces[m[0]-1], piece{int(m[1]) - 1, int(m[2]) - 1, kind})
		}
	}
	var out strings.Builder
	for i, line := range lines {
		// The columns of marks count UTF-16 code units.
		units := utf16.Encode([]rune(line))
		cut := func(from, to int) string { return string(utf16.Decode(units[from:max(from, min(to, len(units)))])) }
		at := 0
		for _, p := range pieces[i] {
			if p.from < at || p.from > len(units) {
				continue
			}
			writeRun(&out, "", cut(at, p.from))
			writeRun(&out, p.kind, cut(p.from, p.to))
			at = min(p.to, len(units))
		}
		writeRun(&out, "", cut(at, len(units)))
		if i+1 < len(lines) {
			out.WriteByte('\n')
		}
	}
	return out.String()
}
