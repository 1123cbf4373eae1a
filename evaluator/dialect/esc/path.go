package esc

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// A piece of a string is either literal text or a property path.
type piece struct {
	text string
	path []accessor // nil for text
	// start and end are byte offsets in the decoded string, including `${` and `}`.
	start, end int
}

// An accessor is one step of a property path, with its span in the decoded string: `.name`
// including the dot, `[...]` including both brackets, or a first name alone.
type accessor struct {
	key        string
	index      int
	isIndex    bool
	start, end int
}

// A pathProblem is an error in a path, with byte offsets in the decoded string.
type pathProblem struct {
	code       diag.Code
	text       string // the message of Pulumi ESC
	message    string
	start, end int
}

// A pathScanner splits a string into pieces. It accepts exactly what the original accepts, byte by
// byte, and after an error it continues where the original does: it keeps the path up to the
// error, and treats what follows as text.
type pathScanner struct {
	text      string
	pos       int
	problems  []pathProblem
	pieces    []piece // the result of the last scan; the next one uses its memory
	accessors ir.Slab[accessor]
}

// scan splits the decoded value of a scalar into text and paths, and finds the problems of the paths. A string
// without paths is at most one piece. The pieces are valid until the next scan, their paths are for longer.
func (s *pathScanner) scan(text string) []piece {
	s.text, s.pos, s.problems, s.pieces = text, 0, nil, s.pieces[:0]
	for s.pos < len(text) {
		if p := s.literal(); p.text != "" {
			s.pieces = append(s.pieces, p)
		}
		if from := s.pos; from < len(text) {
			s.pos += len("${")
			path := s.path()
			s.pieces = append(s.pieces, piece{path: path, start: from, end: s.pos})
		}
	}
	return s.pieces
}

// readPath parses a path written without ${}. It returns the first problem, if there is one.
func readPath(text string) ([]accessor, *pathProblem) {
	if text == "" {
		return nil, nil
	}
	// The scanner expects the brace that ends a path in a string.
	s := &pathScanner{text: text + "}"}
	path := s.path()
	switch {
	case s.pos <= len(text): // a blank or a brace ended the path
		return path, &pathProblem{code: "path-brace",
			message: "a name with spaces or braces must be in brackets and double quotes"}
	case len(s.problems) > 0:
		return path, &s.problems[0]
	}
	return path, nil
}

// valuePath converts a path to the notation of the result document.
func valuePath(path []accessor) (out value.Path) {
	for _, a := range path {
		if a.isIndex {
			out = out.Index(a.index)
		} else {
			out = out.Key(a.key)
		}
	}
	return out
}

// literal reads text up to the next path. Two dollars become one.
func (s *pathScanner) literal() piece {
	start, from := s.pos, s.pos
	var joined []byte
	for s.pos < len(s.text) {
		i := strings.IndexByte(s.text[s.pos:], '$')
		if i < 0 {
			s.pos = len(s.text)
			break
		}
		s.pos += i
		rest := s.text[s.pos+1:]
		if strings.HasPrefix(rest, "{") {
			break
		}
		s.pos++
		// The second dollar belongs to the first, so no path begins in `$${a}`.
		if strings.HasPrefix(rest, "$") {
			joined = append(joined, s.text[from:s.pos]...)
			s.pos++
			from = s.pos
		}
	}
	text := s.text[from:s.pos]
	if joined != nil {
		text = string(append(joined, text...))
	}
	return piece{text: text, start: start, end: s.pos}
}

// problem adds an error; text is the original's message.
func (s *pathScanner) problem(code diag.Code, start, end int, text, message string) {
	s.problems = append(s.problems, pathProblem{code, text, message, start, end})
}

// path reads accessors up to the closing brace. It returns at least one.
func (s *pathScanner) path() []accessor {
	begin := s.pos
	path := s.accessors.Slice(2)
	for {
		if s.pos >= len(s.text) || s.atBlank() {
			s.problem("path-brace", s.pos, s.pos, "missing closing brace '}' in interpolation",
				"the closing brace is missing: a path ends with }, and it cannot contain spaces")
			break
		}
		c := s.text[s.pos]
		if c == '}' {
			s.pos++
			break
		}
		start := s.pos
		switch c {
		case '[':
			path = append(path, s.subscript(len(path) == 0))
		case '.':
			s.pos++
			name := s.name()
			if name == "" {
				s.problem("path-name", start, start+1, "property name must not be empty",
					"a property name is missing after the dot")
			}
			path = append(path, accessor{key: name, start: start, end: s.pos})
		default:
			// A name needs no dot after a bracket: ${a["b"]c} is ${a["b"].c} (3).
			name := s.name()
			path = append(path, accessor{key: name, start: start, end: s.pos})
		}
	}
	if len(path) == 0 {
		// `${}` is a path to the property "", which fails at evaluation (3).
		return []accessor{{start: begin, end: begin}}
	}
	return path
}

// atBlank reports whether there is a blank at the current position. The original tests bytes, and
// so mistakes the second byte of "à" for a blank; this function tests characters.
func (s *pathScanner) atBlank() bool {
	if c := s.text[s.pos]; c < utf8.RuneSelf {
		return c == ' ' || '\t' <= c && c <= '\r'
	}
	r, _ := utf8.DecodeRuneInString(s.text[s.pos:])
	return unicode.IsSpace(r)
}

// name reads everything up to a dot, bracket, brace or blank.
func (s *pathScanner) name() string {
	start := s.pos
	for s.pos < len(s.text) && strings.IndexByte(".[}", s.text[s.pos]) < 0 && !s.atBlank() {
		s.pos++
		// atBlank needs the beginning of a character.
		for s.pos < len(s.text) && !utf8.RuneStart(s.text[s.pos]) {
			s.pos++
		}
	}
	return s.text[start:s.pos]
}

// subscript reads `["key"]` or `[index]`.
func (s *pathScanner) subscript(isFirst bool) accessor {
	a := accessor{start: s.pos}
	s.pos++
	if s.pos < len(s.text) && s.text[s.pos] == '"' {
		a.key = s.quoted()
	} else {
		s.number(&a)
	}
	if s.pos < len(s.text) && s.text[s.pos] == ']' {
		s.pos++
	} else {
		s.problem("path-bracket", a.start, s.pos, "subscript is missing closing bracket ']'",
			"the closing bracket ] of this subscript is missing")
	}
	a.end = s.pos
	if isFirst && a.isIndex {
		s.problem("path-first", a.start, a.end,
			"the first accessor must be a property name or key subscript, not a numeric subscript",
			"a path begins with the name of a property, not with an index")
	}
	return a
}

// quoted reads a key in quotes, in which \" is the only escape.
func (s *pathScanner) quoted() string {
	start := s.pos
	s.pos++
	var key []byte
	closed := false
	for s.pos < len(s.text) && !closed {
		switch c := s.text[s.pos]; {
		case c == '"':
			closed = true
		case c == '\\' && s.pos+1 < len(s.text) && s.text[s.pos+1] == '"':
			key = append(key, '"')
			s.pos++
		default:
			key = append(key, c)
		}
		s.pos++
	}
	switch {
	case !closed:
		s.problem("path-quote", start, s.pos, `key subscript is missing closing quote '"'`,
			`the closing quote " of this key is missing`)
	case len(key) == 0:
		s.problem("path-key", start, s.pos, "key subscript must not be empty", "a key is missing between the quotes")
	}
	return string(key)
}

// number reads an index. Anything else is kept as a key. At the end of the text it reads nothing,
// so that only the missing bracket is reported.
func (s *pathScanner) number(a *accessor) {
	start := s.pos
	if start == len(s.text) {
		return
	}
	for s.pos < len(s.text) && strings.IndexByte(".[]}", s.text[s.pos]) < 0 && !s.atBlank() {
		s.pos++
	}
	text := s.text[start:s.pos]
	// This accepts +1, 01 and -1, as the original does; a negative index fails at evaluation (3).
	i, err := strconv.ParseInt(text, 10, strconv.IntSize)
	if err != nil {
		a.key = text
		s.problem("path-index", start, s.pos, "numeric subscript must be a positive base-10 integer",
			`an index is an integer in decimal digits; a key is in double quotes, as in ["key"]`)
		return
	}
	a.index, a.isIndex = int(i), true
}
