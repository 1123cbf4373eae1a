package terraform

import (
	"slices"
	"strconv"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"

	"pantograph/evaluator/dialect/terraform/types"
)

// finish builds the result: for each line its text on the console and its JSON (section 1). The
// result of a session is a list, in which a failed line keeps its place. Any other result is the
// answer of the only line, or nothing if it failed.
func (s *session) finish(r bind.Results, isSession bool) bind.Outcome {
	out := bind.Outcome{Value: value.Nothing()}
	answers := make([]answer, len(s.lines))
	for i, l := range s.lines {
		answers[i] = l.answer(r.Value(l.cell))
		a := &answers[i]
		// An expression may pass a result of type() on, but only a bare result can be printed (section 3).
		// The original finds this when it prints, so the problem has no position.
		if _, isType := metaType(a.value); !a.failed && !isType && a.value.Summary()&types.HasType != 0 {
			a.failed = true
			out.Problems = append(out.Problems, problem(source.Span{}, "expression-type",
				"type() must be the whole expression: its result can only be printed",
				"Invalid use of type function",
				"The console-only \"type\" function cannot be used as part of an expression."))
		}
		var isPrintable bool
		if a.size, isPrintable = measured(a.value); !a.failed && !isPrintable {
			a.failed = true
			out.Problems = append(out.Problems, problem(l.cell.Span, "budget-output", tooLong, "", ""))
		}
	}
	text := s.printed(answers, isSession)
	// The expressions are part of the result only if there may be several.
	if isSession {
		items := make([]value.Value, len(answers))
		for i, a := range answers {
			items[i] = a.document(s.lines[i].text)
		}
		out.Value = value.ListOf(items...)
	} else if len(answers) == 1 && !answers[0].failed {
		out.Value = answers[0].document("")
	}
	out.Console = consoleAnswers(answers)
	out.Views = views(answers, isSession, text)
	out.Edges = s.edges
	return out
}

// consoleAnswers returns the answers one by one, each with its position in inputs.yaml. Nothing
// secret is in their text.
func consoleAnswers(answers []answer) []bind.Answer {
	var out []bind.Answer
	for _, a := range answers {
		entry := bind.Answer{Expression: a.line.text, Failed: a.failed, File: a.line.cell.Name, Span: a.line.at}
		if !a.failed {
			entry.Text = a.shown(false)
		}
		out = append(out, entry)
	}
	return out
}

// An answer is the console's answer to a line.
type answer struct {
	line   *line
	value  value.Value
	failed bool // there is nothing to print, and a problem says why
	size   measure
	text   string
	// start and end are where the answer is in the console's text, unless it is a type.
	start, end int
}

// answer returns the answer with a value. If a part of the value has failed, so has the answer.
func (l *line) answer(v value.Value) answer {
	return answer{line: l, value: v, failed: v.HasFailed() || v.Data == nil}
}

// console returns the text printed by the console, which the function printed has stored unless it is a type.
func (a answer) console() string {
	if t, ok := metaType(a.value); ok {
		return typeText(t)
	}
	return a.text
}

// shown returns the printed text, hiding a type with names that came from a secret unless reveal is
// set. Values hide their secrets themselves.
func (a answer) shown(reveal bool) string {
	if a.hidesNames() && !reveal {
		return hidden
	}
	return a.console()
}

// hidesNames reports whether the answer is a type with names that came from a secret.
func (a answer) hidesNames() bool {
	_, ok := metaType(a.value)
	return ok && a.value.IsSecret()
}

// document returns the answer in the result document, with the expression only in a session. The
// JSON is omitted if jsonencode cannot write the value.
func (a answer) document(expression string) value.Value {
	var fields []value.Field
	if expression != "" {
		fields = append(fields, value.Field{Key: "expression", Value: value.Str(expression)})
	}
	if a.failed {
		return value.ObjectOf(fields...)
	}
	if a.hasJSON() {
		fields = append(fields, value.Field{Key: "json", Value: types.Shown(a.value)})
	}
	fields = append(fields, value.Field{Key: "console", Value: a.printed()})
	return value.ObjectOf(fields...)
}

// printed returns the text of the console as a value, which is secret if names in it are.
func (a answer) printed() value.Value {
	v := value.Str(a.console())
	if a.hidesNames() {
		v = v.With(value.Secret)
	}
	return v
}

// hasJSON reports whether jsonencode can write the value: nothing in it is sensitive, ephemeral or
// a type, and no number is infinite (section 1).
func (a answer) hasJSON() bool {
	return a.value.Summary()&types.Kept == 0 && !a.size.isInfinite
}

// lines writes all lines one after another, with the expressions before them if there are several.
func (w *consoleWriter) lines(answers []answer, isSession bool, write func(a *answer, path value.Path)) {
	for i := range answers {
		if i > 0 {
			w.out = append(w.out, '\n')
		}
		path := value.Path("")
		if isSession {
			path = path.Index(i) // even for a single line
		}
		if len(answers) > 1 {
			w.out = append(w.out, "> "+answers[i].line.text+"\n"...)
		}
		if !answers[i].failed {
			write(&answers[i], path)
		}
		if n := len(w.out); n > 0 && w.out[n-1] != '\n' {
			w.out = append(w.out, '\n')
		}
	}
}

// print writes what the console prints.
func (w *consoleWriter) print(answers []answer, isSession, reveal bool) {
	w.lines(answers, isSession, func(a *answer, path value.Path) {
		if _, ok := metaType(a.value); ok {
			w.out = append(w.out, a.shown(reveal)...)
			return
		}
		// Without JSON, the result contains only the text.
		w.isText = !a.hasJSON()
		section := "json"
		if w.isText {
			section = "console"
		}
		start, v := len(w.out), types.Shown(a.value)
		w.write(&v, 0, path.Key(section))
		a.start, a.end = start, len(w.out)
	})
}

// printed returns what the console prints if nothing is revealed, and stores the text of each answer.
func (s *session) printed(answers []answer, isSession bool) *bind.Written {
	bytes, pieces := 0, 0
	for i := range answers {
		if m := &answers[i].size; !answers[i].failed {
			bytes, pieces = bytes+m.bytes+m.bytes/4+2*m.pieces, pieces+m.pieces
		}
	}
	w := consoleWriter{out: make([]byte, 0, bytes), pieces: make([]bind.TextPiece, 0, pieces)}
	main := s.documents[s.bundle.File(mainFile)]
	if main != nil {
		w.past, main.before = main.before, nil
	}
	w.print(answers, isSession, false)
	text := string(w.out)
	for i := range answers {
		a := &answers[i]
		a.text = text[a.start:a.end]
	}
	written := &bind.Written{Text: text, Pieces: w.pieces, Entries: w.entries}
	if main != nil {
		main.printed = &consoleText{written, w.indents}
	}
	return written
}

// views returns the representations of the answers: the console's text, YAML, JSON and types. text is the console's
// text if nothing is revealed.
func views(answers []answer, isSession bool, text *bind.Written) []bind.View {
	// plain creates a view of a text in which no positions are known.
	plain := func(of func(a *answer, reveal bool) string) func(bool, func(bind.Piece)) string {
		return func(reveal bool, _ func(bind.Piece)) string {
			w := consoleWriter{}
			w.lines(answers, isSession, func(a *answer, _ value.Path) { w.out = append(w.out, of(a, reveal)...) })
			return string(w.out)
		}
	}
	typed := func(a *answer, reveal bool) string {
		if !reveal && hidesNames(a.value, false) {
			return hidden
		}
		return typeText(types.Of(a.value))
	}
	written := func(reveal bool) *bind.Written {
		if !reveal || !slices.ContainsFunc(answers, answer.hidesNames) {
			return text
		}
		w := consoleWriter{}
		w.print(answers, isSession, reveal)
		return &bind.Written{Text: string(w.out), Pieces: w.pieces, Entries: w.entries}
	}
	console := func(reveal bool, tell func(bind.Piece)) string {
		if tell == nil {
			return written(reveal).Text
		}
		w := consoleWriter{hasPaths: true}
		w.print(answers, isSession, reveal)
		for i, p := range w.pieces {
			piece := bind.Piece{Start: int(p.Start), End: int(p.End), Path: w.paths[i], Value: *p.Value,
				IsKey: p.Key != nil}
			if piece.IsKey {
				piece.KeyAt = p.Key.KeyAt
			}
			tell(piece)
		}
		return string(w.out)
	}
	return []bind.View{
		{ID: "hcl", Title: "Console", Language: "hcl", First: true, Text: console, Written: written},
		{ID: "yamlencode", Title: "YAML again", Language: "yaml", Text: plain((*answer).yaml)},
		{ID: "jsonencode", Title: "jsonencode", Language: "json", Text: plain((*answer).json)},
		{ID: "type", Title: "Type", Language: "hcl", Text: plain(typed)},
	}
}

// hidesNames reports whether the type of a value contains names that may come from a secret: those
// of its elements, or those of the element type of an empty list. inside means that v is part of a
// secret. Names that are written in the source are not secret.
func hidesNames(v value.Value, inside bool) bool {
	inside = inside || v.IsSecret()
	l, o := v.List(), v.Object()
	switch {
	case !v.HasSecret() && !inside:
		return false
	case l != nil && len(l.Items) > 0:
		for _, item := range l.Items {
			if hidesNames(item, inside) {
				return true
			}
		}
		return false
	case o != nil && len(o.Fields) > 0:
		for i := range o.Fields {
			if f := &o.Fields[i]; inside && !bind.IsWritten(f) || hidesNames(f.Value, inside) {
				return true
			}
		}
		return false
	}
	// A secret without elements can still have a type with names: tolist([]) of objects, or null.
	return inside && strings.Contains(types.Of(v).String(), "object(")
}

// metaType returns the type if a value is a result of type().
func metaType(v value.Value) (*types.Type, bool) {
	tagged, ok := v.Data.(*value.Tagged)
	if !ok {
		return nil, false
	}
	return tagged.Handle.(*types.Type), true
}

// hidden is the console's text for a sensitive value.
const hidden = "(sensitive value)"

// yaml returns the result of yamlencode for the answer. In the original the whole text is sensitive
// if a part of the value is.
func (a *answer) yaml(bool) string {
	if a.value.Summary()&types.Kept != 0 {
		return hidden
	}
	return yamlText(a.value)
}

// json returns the result of jsonencode for the answer, or the reason why it fails.
func (a *answer) json(bool) string {
	if a.value.Summary()&types.Kept != 0 {
		return hidden
	}
	text, ok := jsonText(a.value)
	if !ok {
		return "JSON cannot represent infinity"
	}
	return text
}

// document adds the contents of main.yaml itself: cells for its anchors and aliases, warnings
// about its scalars and, if no expression reads it, its error.
func (s *session) document() {
	f := s.bundle.File(mainFile)
	if f == nil {
		return
	}
	d := s.decode(f)
	s.problems = append(s.problems, d.warnings()...)
	if d.err != nil && !s.reads(f) {
		s.problems = append(s.problems, d.err.problem(f, "yamldecode"))
	}
	s.cells(d)
}

// reads reports whether a line may read a file, because it calls the function file with the file's
// name, or with a computed name, which may be that of any file. Such a line reports the file's
// error itself.
func (s *session) reads(f *source.File) bool {
	found := false
	for _, l := range s.lines {
		ir.Walk(l.cell.Expr, func(n ir.Node) {
			c, ok := n.(*ir.Call)
			if !ok || c.Fn.Name != "file" || len(c.Args) != 1 {
				return
			}
			lit, ok := c.Args[0].(*ir.Lit)
			name, _ := value.Value{Data: litData(lit, ok)}.Text()
			found = found || !ok || name == f.Name || name == "./"+f.Name
		})
	}
	return found
}

// litData returns the data of a literal, or nil if the node is not one.
func litData(lit *ir.Lit, ok bool) value.Data {
	if !ok {
		return nil
	}
	return lit.Value
}

// cells creates a cell for every anchor and alias: aliases refer to anchors, and anchors need the
// aliases inside them. Nothing in the console depends on them: they exist for the graph, and for
// navigation from an alias to its anchor.
func (s *session) cells(d *decoded) {
	cells := make([]*ir.Cell, len(d.anchors))
	var nodes ir.Nodes
	add := func(kind string, sign byte, n *named) *ir.Cell {
		c := nodes.Cells.New()
		*c = ir.Cell{Name: n.id(sign), Kind: kind, Label: n.at.Text()[n.sign : n.sign+1+len(n.name)], Span: n.at,
			NameAt: n.nameAt()}
		return s.program.Add(c)
	}
	s.program.Cells = slices.Grow(s.program.Cells, len(d.anchors)+len(d.aliases))
	for i, a := range d.anchors {
		cells[i] = add("anchor", '&', &a.named)
	}
	for _, a := range d.aliases {
		cell := add("alias", '*', &a.named)
		ref := nodes.Refs.New()
		*ref = ir.Ref{Meta: ir.Meta{Span: a.at}, Name: a.name, NameAt: a.nameAt()}
		if a.target != nil {
			ref.Cell = cells[a.target.index]
		}
		cell.Detail, cell.Expr = a.detail(), ref
		// The anchor's cell has no expression that refers to the alias, so the edge is added.
		if a.inside != nil {
			s.edges = append(s.edges, bind.Edge{From: cells[a.inside.index].Name, To: cell.Name, Span: a.at})
		}
	}
	for i, a := range d.anchors {
		cells[i].Expr = &ir.Call{Meta: ir.Meta{Span: a.at}, Fn: anchorFunc, Data: a}
	}
}

// anchorFunc returns the value of an anchor, which is already known.
var anchorFunc = &ir.Func{Name: "anchor", Doc: "A named node of the document.",
	Lazy: func(_ ir.Frame, c *ir.Call) value.Value {
		if v := c.Data.(*anchor).value; v.Data != nil {
			return v
		}
		return value.Failure("YAML")
	}}

// id returns the ID of an anchor or alias in the graph. It includes the position because names may be reused.
func (n *named) id(sign byte) string {
	at := n.at.File().Position(n.at.Start() + n.sign)
	id := append(make([]byte, 0, 64), sign)
	id = strconv.AppendInt(append(append(id, n.name...), '@'), int64(at.Line), 10)
	return string(strconv.AppendInt(append(id, ':'), int64(at.Column), 10))
}

// nameAt returns the position of the name of an anchor or alias, without its sign.
func (n *named) nameAt() source.Span { return n.at.Slice(n.sign+1, n.sign+1+len(n.name)) }
