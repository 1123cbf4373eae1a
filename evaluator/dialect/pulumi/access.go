package pulumi

import (
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/yamltree"
)

// A part is a piece of a string: literal text, or an access ${...}. For literal text, end is 0.
type part struct {
	text       string
	steps      []rawStep // nil for literal text
	start, end int       // span of the access in the decoded string, including ${ and }
}

// A rawStep is one element of a path, with its position in the decoded string. A name and a key in
// quotes have isKey set; [0] has an index instead.
type rawStep struct {
	key        string
	index      int
	isKey      bool
	start, end int
}

// A syntaxError is an error inside ${...}. The original reports it for the whole scalar (4.2);
// here the span covers only the wrong part.
type syntaxError struct {
	code       diag.Code
	message    string
	reference  string
	start, end int // span in the decoded string
}

// A scanner splits strings into parts. Its results are valid until the next scan: it reuses its
// slices, because a program has many strings and few of them need the parts for long.
type scanner struct {
	parts []part
	steps []rawStep
	errs  []syntaxError
}

// scan splits a string into literals and accesses. It reads $$ as a dollar sign anywhere in the string (4.1). It
// continues after an error, so that all errors in a string are reported.
func (s *scanner) scan(text string) ([]part, []syntaxError) {
	s.parts, s.steps, s.errs = s.parts[:0], s.steps[:0], s.errs[:0]
	from := 0
	literal := func(to int) {
		if from < to {
			s.parts = append(s.parts, part{text: strings.ReplaceAll(text[from:to], "$$", "$")})
		}
	}
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] != '$' || i+1 >= len(text):
		// Both dollar signs are skipped, so that $${ does not open an access.
		case text[i+1] == '$':
			i++
		case text[i+1] == '{':
			literal(i)
			first := len(s.steps)
			end, err := s.path(text, i+2)
			if err != nil {
				s.errs = append(s.errs, *err)
			}
			s.parts = append(s.parts, part{steps: s.steps[first:len(s.steps):len(s.steps)], start: i, end: end})
			from, i = end, end-1
		}
	}
	literal(len(text))
	return s.parts, s.errs
}

// path reads a path up to its closing brace and returns the position after the brace (4.2). It appends the steps
// to s.steps: `a.b[0]}` becomes "a", "b" and 0. i is the position after ${.
func (s *scanner) path(text string, i int) (int, *syntaxError) {
	open, first := i-2, len(s.steps)
	for i < len(text) {
		switch text[i] {
		case '}':
			if len(s.steps) == first {
				return i + 1, &syntaxError{"empty-access", "there is no name between ${ and }",
					"Property access expressions cannot be empty", open, i + 1}
			}
			return i + 1, nil
		// The original skips dots wherever they are, so ${..a...b.} is a.b.
		case '.':
			i++
		case '[':
			step, end, err := scanSubscript(text, i, len(s.steps) == first)
			if err != nil {
				return recoverAt(text, i), err
			}
			s.steps, i = append(s.steps, step), end
		// A name ends only at a dot, an opening bracket or a closing brace. It may contain blanks, hyphens,
		// colons and even quotes, and blanks around it are part of it.
		default:
			end := i
			for end < len(text) && text[end] != '.' && text[end] != '[' && text[end] != '}' {
				end++
			}
			s.steps, i = append(s.steps, rawStep{key: text[i:end], isKey: true, start: i, end: end}), end
		}
	}
	return len(text), &syntaxError{"unterminated-access",
		"this ${ is never closed with }; write $${ for a literal ${", "unterminated interpolation",
		open, len(text)}
}

// recoverAt returns the position after the brace that closes a broken access, or the end of the
// text. Scanning continues there.
func recoverAt(text string, i int) int {
	if end := strings.IndexByte(text[i:], '}'); end >= 0 {
		return i + end + 1
	}
	return len(text)
}

// scanSubscript reads ["key"] or [0] at i and returns the position after it. root is set for the first step of a
// path, which must not be an index. An index may have a sign, as in the original: -1 is only rejected at
// evaluation, since no list has that element (4.2).
func scanSubscript(text string, i int, root bool) (rawStep, int, *syntaxError) {
	if strings.HasPrefix(text[i:], `["`) {
		return scanQuoted(text, i)
	}
	end := strings.IndexByte(text[i:], ']')
	if end < 0 {
		return rawStep{}, i, &syntaxError{"access-bracket", "this [ is never closed with ]",
			"missing closing bracket in list index", i, recoverAt(text, i)}
	}
	end += i
	index, err := strconv.ParseInt(text[i+1:end], 10, 64)
	if err != nil {
		return rawStep{}, i, &syntaxError{"list-index",
			"a list index is an integer like [0]; a key needs double quotes like [\"key\"]", "invalid list index",
			i, end + 1}
	}
	if root {
		return rawStep{}, i, &syntaxError{"access-root", "a property access begins with a name, not with a list index",
			"the root property must be a string subscript or a name", i, end + 1}
	}
	return rawStep{index: int(index), start: i, end: end + 1}, end + 1, nil
}

// scanQuoted reads ["key"] at i. A backslash escapes only a quote; before any other character it is
// part of the key (4.2).
func scanQuoted(text string, i int) (rawStep, int, *syntaxError) {
	var key strings.Builder
	for j := i + 2; j < len(text); j++ {
		switch {
		case strings.HasPrefix(text[j:], `\"`):
			key.WriteByte('"')
			j++
		case text[j] == '"':
			if j+1 >= len(text) || text[j+1] != ']' {
				return rawStep{}, i, &syntaxError{"access-bracket", "a closing ] is missing after this key",
					"missing closing bracket in property access", i, j + 1}
			}
			return rawStep{key: key.String(), isKey: true, start: i, end: j + 2}, j + 2, nil
		default:
			key.WriteByte(text[j])
		}
	}
	return rawStep{}, i, &syntaxError{"access-quote", "the quote that opens this key is never closed",
		"missing closing quote in property name", i, len(text)}
}

// hasAccess reports whether a string contains an access.
func hasAccess(text string) bool {
	parts, _ := new(scanner).scan(text)
	for _, p := range parts {
		if p.end > 0 {
			return true
		}
	}
	return false
}

// unescape replaces $$ with $ in a string without accesses, as scan does for literal parts. It is for strings
// that cannot contain expressions, such as names and type tokens.
func unescape(text string) string {
	if !strings.Contains(text, "$") {
		return text
	}
	return strings.ReplaceAll(text, "$$", "$")
}

// A scope determines how the names in an expression are looked up and reported.
type scope struct {
	late bool // the original reports missing names at evaluation
	// config is the entry whose default is being bound: at that time only the entries above it have values.
	config *ir.Cell
	unread bool // the expression is never evaluated, so its names are not looked up
	// isUnused marks the default of an input that has a value: it is only checked, and a missing name is not an
	// error.
	isUnused bool
}

// ref returns the reference node for an access. Its name is looked up later, by resolve, because a
// program may use a name above its declaration.
func (b *binder) ref(n *yamltree.Node, p part, s scope) ir.Node {
	span := n.Range(p.start, p.end)
	if len(p.steps) == 0 {
		return &ir.Bad{Meta: ir.Meta{Span: span}}
	}
	root := p.steps[0]
	r := b.slabs.Refs.New()
	r.Span, r.Name, r.NameAt = span, root.key, n.Range(root.start, root.end)
	if len(p.steps) > 1 {
		r.Path = b.slabs.Steps.Slice(len(p.steps) - 1)
	}
	for _, step := range p.steps[1:] {
		r.Path = append(r.Path, ir.Step{Key: step.key, Index: step.index, IsKey: step.isKey,
			Span: n.Range(step.start, step.end)})
	}
	if !s.unread {
		b.pending = append(b.pending, pendingRef{r, s.late, s.config, s.isUnused})
	}
	return r
}
