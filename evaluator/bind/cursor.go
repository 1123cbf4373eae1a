package bind

import (
	"strings"

	"pantograph/evaluator/source"
)

// A Cursor is the position of the editor's cursor in a file. Its methods scan the text, not the
// parsed tree, because a document that is being edited often does not parse.
type Cursor struct {
	File   *source.File
	Offset int
}

// Line returns the text of the line up to the cursor.
func (c Cursor) Line() string {
	return c.File.Text[c.File.LineStart(c.File.Position(c.Offset).Line):c.Offset]
}

// Word returns the text before the cursor, back to the last space, quote or bracket in the line.
func (c Cursor) Word() string {
	line := c.Line()
	return line[strings.LastIndexAny(line, " \t{,[\"'")+1:]
}

// Last returns the span of the last n bytes before the cursor.
func (c Cursor) Last(n int) source.Span { return c.File.Span(c.Offset-n, c.Offset) }

// Inside returns the text between the last opening delimiter in the line and the cursor. It returns
// false if the line has no such delimiter, or if a closing one follows it.
func (c Cursor) Inside(opening, closing string) (typed string, ok bool) {
	line := c.Line()
	at := strings.LastIndex(line, opening)
	if at < 0 || strings.Contains(line[at:], closing) {
		return "", false
	}
	return line[at+len(opening):], true
}

// ItemStep is the key of a Step that is an item of a list.
const ItemStep = "-"

// A Path is the path from the root of a document to a cursor in it.
type Path struct {
	Steps []Step
	AtKey bool // the word at the cursor, which may be empty, is in the position of a key
	Flow  bool // the cursor is inside braces or brackets
}

// A Step is a key or a list item that encloses a cursor.
type Step struct {
	Key   string // ItemStep for an item
	Index int    // of an item
	First string // for the second and later items in brackets: the first item, if it is a word
	Line  int    // counted from 0

	indent int
	open   byte // '{' or '[' for a flow collection, ':' for a key in one, 0 outside them
}

// Keys returns the keys of the steps.
func (p *Path) Keys() []string {
	keys := make([]string, len(p.Steps))
	for i := range p.Steps {
		keys[i] = p.Steps[i].Key
	}
	return keys
}

// Path returns the path to the cursor in its document.
func (c Cursor) Path() Path { return c.path(true) }

// BlockPath is like Path, for languages in which brackets and braces have no meaning.
func (c Cursor) BlockPath() Path { return c.path(false) }

func (c Cursor) path(hasFlow bool) Path {
	r := &pathReader{hasFlow: hasFlow, scalar: -1}
	text, line, isLast := c.File.Text[:c.Offset], "", false
	for ; !isLast; r.line++ {
		line, text, isLast = strings.Cut(text, "\n")
		isLast = !isLast
		if r.isInFlow() && r.leavesFlow(line) {
			r.dropFlow()
		}
		switch {
		case r.isInFlow():
			r.flow(line)
		case isLast || strings.TrimSpace(line) != "":
			r.block(strings.TrimRight(line, "\r"))
		}
	}
	p := Path{AtKey: r.atKey, Flow: r.isInFlow()}
	for _, s := range r.steps {
		if s.Key != "" || s.open != '{' {
			p.Steps = append(p.Steps, s)
		}
	}
	return p
}

// A pathReader reads a document line by line. Its steps are those that enclose the end of the text
// that it has read so far.
type pathReader struct {
	steps   []Step
	line    int
	atKey   bool
	hasFlow bool
	scalar  int // indentation of the key of the current block scalar, or -1 outside one
}

func (r *pathReader) top() *Step {
	if len(r.steps) == 0 {
		return &Step{}
	}
	return &r.steps[len(r.steps)-1]
}

func (r *pathReader) pop() { r.steps = r.steps[:len(r.steps)-1] }

func (r *pathReader) push(s Step) {
	s.Line = r.line
	r.steps = append(r.steps, s)
}

func (r *pathReader) isInFlow() bool { return r.top().open != 0 }

// leavesFlow reports whether a line cannot be inside the open brackets before it, because it is not
// indented more than the key with the brackets. This happens while the line with the brackets is
// being typed.
func (r *pathReader) leavesFlow(line string) bool {
	rest := strings.TrimLeft(line, " ")
	for i := len(r.steps) - 1; i >= 0; i-- {
		if s := &r.steps[i]; s.open == 0 {
			return rest != "" && rest[0] != '}' && rest[0] != ']' && len(line)-len(rest) <= s.indent
		}
	}
	return false
}

func (r *pathReader) dropFlow() {
	for r.isInFlow() {
		r.pop()
	}
}

// block reads a line outside flow collections.
func (r *pathReader) block(line string) {
	rest := strings.TrimLeft(line, " ")
	indent := len(line) - len(rest)
	r.atKey = false
	switch {
	case r.scalar >= 0 && indent > r.scalar, strings.HasPrefix(rest, "#"):
		return
	case strings.HasPrefix(line, "---"):
		r.steps, r.scalar, r.atKey = nil, -1, true
		return
	}
	r.scalar = -1
	for rest == "-" || strings.HasPrefix(rest, "- ") {
		index := 0
		for top := r.top(); len(r.steps) > 0 &&
			(top.indent > indent || top.indent == indent && top.Key == ItemStep); top = r.top() {
			if index = 0; top.indent == indent {
				index = top.Index + 1
			}
			r.pop()
		}
		r.push(Step{Key: ItemStep, Index: index, indent: indent})
		after := strings.TrimLeft(rest[1:], " ")
		indent, rest = indent+len(rest)-len(after), after
	}
	for len(r.steps) > 0 && r.top().indent >= indent {
		r.pop()
	}
	if key, after, ok := lineKey(rest); ok {
		r.push(Step{Key: key, indent: indent})
		rest = strings.TrimLeft(after, " \t")
	} else {
		r.atKey = !strings.ContainsAny(rest, " {[")
	}
	r.value(rest)
}

// value reads the value in a block line. Only flow collections and the headers of block scalars
// affect the path.
func (r *pathReader) value(text string) {
	for text != "" && (text[0] == '!' || text[0] == '&') {
		_, text, _ = strings.Cut(text, " ")
	}
	switch {
	case text == "":
	case text[0] == '|' || text[0] == '>':
		r.scalar, r.atKey = r.top().indent, false
	case r.hasFlow && (text[0] == '{' || text[0] == '['):
		r.flow(text)
	}
}

// flow reads a line, or the rest of one, that is inside a flow collection or starts one.
func (r *pathReader) flow(text string) {
	word := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '"', '\'':
			if end := strings.IndexByte(text[i+1:], c); end >= 0 {
				i += end + 1
			}
		case '{', '[':
			s := Step{open: c}
			if c == '[' {
				s.Key = ItemStep
			}
			r.push(s)
			word, r.atKey = i+1, c == '{'
		case ':':
			if r.atKey && r.isInFlow() && (i+1 == len(text) || text[i+1] == ' ') {
				r.push(Step{Key: strings.Trim(text[word:i], `"' `), open: ':'})
				r.atKey = false
			}
		case ',', '}', ']':
			r.end(c, strings.Trim(text[word:i], `"' `))
			word = i + 1
		}
	}
}

// end handles a comma or closing bracket; word is the text before it.
func (r *pathReader) end(c byte, word string) {
	if r.top().open == ':' {
		r.pop()
	}
	top := r.top()
	switch r.atKey = false; {
	case c != ',':
		if top.open != 0 {
			r.pop()
		}
	case top.open == '{':
		r.atKey = true
	case top.open == '[':
		if top.Index == 0 {
			top.First = word
		}
		top.Index++
	}
}
