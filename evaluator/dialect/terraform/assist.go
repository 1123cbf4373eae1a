package terraform

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"

	"pantograph/evaluator/dialect/terraform/hcl"
	"pantograph/evaluator/dialect/terraform/types"
)

// An assist implements bind.Assist: completions, descriptions and mentions for the editor.
type assist struct {
	bind.NoAssist
	*session
}

// Outline returns no symbols if only the default expression is evaluated, without a document.
func (s *assist) Outline() []bind.Symbol {
	if s.bundle.File(mainFile) == nil && len(s.lines) == 1 && s.lines[0].text == defaultExpression {
		return []bind.Symbol{}
	}
	return nil
}

// A partialExpr is the part of an expression before a position, such as the cursor. It may be incomplete.
// It records the brackets and quotes that are open at its end, and the pairs of those that are closed.
type partialExpr struct {
	text  string
	open  []int       // offsets of brackets and quotes still open at the end
	match map[int]int // the offset of the opening bracket or quote of each closing one
}

// scanPartial scans an expression to its end, including quoted templates. It does not recognise comments and heredocs.
func scanPartial(text string) *partialExpr {
	w := &partialExpr{text: text, match: map[int]int{}}
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		// In quotes only three tokens matter: an escape, whose second character is skipped; the
		// closing quote; and ${ or %{, where an expression begins.
		case w.inQuotes():
			switch {
			case c == '\\':
				i++
			case c == '"':
				w.close(i)
			case (c == '$' || c == '%') && strings.HasPrefix(text[i+1:], "{"):
				i++
				w.open = append(w.open, i)
			}
		case strings.IndexByte(`([{"`, c) >= 0:
			w.open = append(w.open, i)
		case strings.IndexByte(")]}", c) >= 0:
			w.close(i)
		}
	}
	return w
}

// inQuotes reports whether the expression ends in the text of a quoted template: in its quotes, but
// not in an interpolation inside them.
func (w *partialExpr) inQuotes() bool {
	n := len(w.open)
	return n > 0 && w.text[w.open[n-1]] == '"'
}

// close matches the closing bracket or quote at an offset with the innermost open one, whatever its
// kind. A closing one without an opening one is ignored.
func (w *partialExpr) close(at int) {
	if n := len(w.open); n > 0 {
		w.match[at] = w.open[n-1]
		w.open = w.open[:n-1]
	}
}

// wordBefore returns the start of the name that ends at an offset. It returns end if there is no
// name.
func (w *partialExpr) wordBefore(end int) int {
	for end > 0 {
		r, n := utf8.DecodeLastRuneInString(w.text[:end])
		if r != '_' && r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			break
		}
		end -= n
	}
	return end
}

// termBefore returns the start of the term that ends at an offset: a name, a call, an object or the
// like, including the steps after it. For `1 + a.b["c"]`, this is the start of a.
func (w *partialExpr) termBefore(end int) int {
	for end > 0 {
		open, closes := w.match[end-1]
		switch c := w.text[end-1]; {
		case closes && c == ')':
			return w.wordBefore(open)
		// An index belongs to the term before it. Brackets with nothing before them are a tuple,
		// with which the term begins.
		case closes && c == ']' && open > 0 && (w.match[open-1] > 0 || w.wordBefore(open) < open ||
			w.text[open-1] == ')'):
			end = open
		case closes:
			return open
		default:
			start := w.wordBefore(end)
			if start == end || start == 0 || w.text[start-1] != '.' {
				return start
			}
			end = start - 1
		}
	}
	return end
}

// isName reports whether a key can be written after a dot.
func isName(key string) bool {
	first, _ := utf8.DecodeRuneInString(key)
	return (unicode.IsLetter(first) || first == '_') && (&partialExpr{text: key}).wordBefore(len(key)) == 0
}

// caller returns the name of the function in whose arguments the expression ends, or "" if it does
// not end in a call.
func (w *partialExpr) caller() string {
	for i := len(w.open) - 1; i >= 0; i-- {
		if at := w.open[i]; w.text[at] == '(' {
			return w.text[w.wordBefore(at):at]
		}
	}
	return ""
}

// valueOf evaluates an expression that is not part of the program, such as the term before the
// cursor. It returns false if the expression is incomplete or fails, or if the program has not been
// evaluated yet.
func (s *session) valueOf(text string) (value.Value, bool) {
	tree, diags := hcl.Parse(source.NewFile("", text))
	if len(diags) > 0 || s.results == nil {
		return value.Value{}, false
	}
	s.unresolved = nil
	node := (&binder{session: s}).node(tree)
	if len(s.unresolved) > 0 {
		return value.Value{}, false
	}
	v, problems := s.results.Frame().Try(node)
	return v, len(problems) == 0 && !v.IsFailed() && v.Data != nil
}

// Describe describes the word at the cursor in a line of the console: a function, or the expression
// that ends with this word, and its value. For any other word it describes the function whose
// arguments contain the cursor.
func (s *assist) Describe(at bind.Cursor) (bind.Item, bool) {
	line, offset := at.File, at.Offset
	if line.Name != "" {
		return bind.Item{}, false
	}
	whole := &partialExpr{text: line.Text}
	// The cursor may be inside the word, so the word is extended to its end.
	end := offset
	for end < len(line.Text) && whole.wordBefore(end+1) <= end {
		end++
	}
	w := scanPartial(line.Text[:end])
	start := w.wordBefore(end)
	word := line.Text[start:end]
	if w.inQuotes() {
		word = ""
	}
	// A word before a parenthesis is a function even if a value has the same name.
	if word != "" && !strings.HasPrefix(line.Text[end:], "(") {
		if v, ok := s.valueOf(line.Text[w.termBefore(end):end]); ok {
			return bind.Item{Span: line.Span(start, end), Label: word, Detail: types.NameOf(v), Value: v}, true
		}
	}
	if s.functions[word] == nil {
		start, end, word = offset, offset, scanPartial(line.Text[:offset]).caller()
	}
	if fn := s.functions[word]; fn != nil {
		return bind.Item{Span: line.Span(start, end), Label: fn.Signature(), Detail: fn.Result,
			Doc: fn.Documentation()}, true
	}
	return bind.Item{}, false
}

// Complete returns the completions at a cursor: in an expression in inputs.yaml or a line of the
// console, or in a document.
func (s *assist) Complete(at bind.Cursor) ([]bind.Item, bool) {
	return s.proposals(at.File, at.Offset), true
}

// proposals chooses the completions by the file. A line of the console, which is not a file of the
// bundle, contains only an expression. In inputs.yaml, an expression follows `expression:` or the
// dash of a list item. Any other file is a document.
func (s *session) proposals(f *source.File, offset int) []bind.Item {
	switch {
	case s.bundle.File(f.Name) != f:
		return s.completeExpression(f, 0, offset)
	case f.Name != bind.InputsFile:
		return s.completeDocument(f, offset)
	}
	start := f.LineStart(f.Position(offset).Line)
	line := f.Text[start:offset]
	entry := strings.TrimLeft(strings.TrimPrefix(line, "expression:"), " -")
	if entry == line {
		return nil
	}
	entry = strings.TrimPrefix(entry, "'")
	return s.completeExpression(f, offset-len(entry), offset)
}

// completeExpression proposes the contents of the value before a dot, and functions elsewhere. The
// expression begins at begin. Nothing is proposed for a secret value, since its keys may also be
// secret.
func (s *session) completeExpression(f *source.File, begin, offset int) []bind.Item {
	w := scanPartial(f.Text[begin:offset])
	end := offset - begin
	if w.inQuotes() {
		return s.completeText(f, begin, offset, w)
	}
	start := w.wordBefore(end)
	if start == 0 || w.text[start-1] != '.' {
		return s.completeFunctions(f.Span(begin+start, offset), w.text[start:])
	}
	v, ok := s.valueOf(w.text[w.termBefore(start-1) : start-1])
	if !ok || v.Object() == nil || v.IsSecret() {
		return nil
	}
	var items []bind.Item
	for _, field := range v.Object().Fields {
		item := bind.Item{Label: field.Key, Kind: "property", Value: field.Value, Insert: field.Key,
			Span: f.Span(begin+start, offset)}
		// `.two words` is not an expression; `["two words"]` is, and replaces the dot as well.
		if !isName(field.Key) {
			item.Insert = "[" + value.JSON(value.Str(field.Key), value.JSONStyle{}) + "]"
			item.Span = f.Span(begin+start-1, offset)
		}
		items = append(items, item)
	}
	return items
}

// completeText proposes keys in quotes after a bracket, and files for file().
func (s *session) completeText(f *source.File, begin, offset int, w *partialExpr) []bind.Item {
	quote := w.open[len(w.open)-1]
	span := f.Span(begin+quote+1, offset)
	var items []bind.Item
	switch before := strings.TrimSuffix(w.text[:quote], " "); {
	case w.caller() == "file" && strings.HasSuffix(before, "("):
		for _, name := range s.fileNames() {
			items = append(items, bind.Item{Label: name, Kind: "value", Insert: name, Span: span})
		}
	// The quote begins a key in brackets, and the value whose keys are proposed is before them.
	case strings.HasSuffix(before, "["):
		at := len(before) - 1
		v, ok := s.valueOf(before[w.termBefore(at):at])
		if !ok || v.Object() == nil || v.IsSecret() {
			return nil
		}
		for _, field := range v.Object().Fields {
			items = append(items, bind.Item{Label: field.Key, Kind: "property", Value: field.Value, Insert: field.Key,
				Span: span})
		}
	}
	return items
}

// completeFunctions proposes the functions whose names begin with a word, which is at span.
func (s *session) completeFunctions(span source.Span, word string) []bind.Item {
	var items []bind.Item
	for _, fn := range functions {
		if strings.HasPrefix(fn.Name, word) {
			items = append(items, bind.Item{Label: fn.Name, Kind: "function", Detail: fn.Signature(),
				Doc: fn.Documentation(), Insert: fn.Name + "(", Span: span})
		}
	}
	return items
}

// completeDocument proposes anchors after an asterisk, and tags.
func (s *session) completeDocument(f *source.File, offset int) []bind.Item {
	word := f.Text[f.LineStart(f.Position(offset).Line):offset]
	// The word before the cursor begins after a blank or an indicator of a flow collection.
	word = word[strings.LastIndexAny(word, " \t[,{")+1:]
	span := f.Span(offset-len(word), offset)
	var items []bind.Item
	switch {
	case strings.HasPrefix(word, "*"):
		// An anchor can be used only after its node has ended. Of several anchors with the same name,
		// the one whose node ended last counts (2.4), so the loop runs backwards and proposes each name
		// once.
		seen := map[string]bool{}
		anchors := s.decode(f).anchors
		for i := len(anchors) - 1; i >= 0; i-- {
			name := anchors[i].name
			if anchors[i].at.End() < offset && !seen[name] {
				seen[name] = true
				items = append(items, bind.Item{Label: "*" + name, Kind: "variable", Value: anchors[i].value,
					Insert: "*" + name, Span: span})
			}
		}
	case strings.HasPrefix(word, "!"):
		for _, tag := range []string{tagStr, tagInt, tagFloat, tagBool, tagNull, tagTimestamp, tagBinary,
			tagMap, tagSeq} {
			items = append(items, bind.Item{Label: shortTag(tag), Kind: "value", Insert: shortTag(tag) + " ",
				Span: span})
		}
	}
	return items
}
