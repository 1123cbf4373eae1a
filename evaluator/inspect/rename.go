package inspect

import (
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// A Renaming is the set of edits that rename a cell.
type Renaming struct {
	From, To string
	Edits    []diag.Edit
	// Refusal is the reason why there are no edits, or "".
	Refusal string
}

// refused returns a Renaming without edits. why is a sentence for the user, without a full stop.
func refused(why string) Renaming { return Renaming{Refusal: why} }

// Rename returns the edits that rename the cell named at an offset, in every file of the bundle.
// Cells that are named at the same position are renamed together. The caller must evaluate the
// changed files to check that the program has the same result.
func (s *Subject) Rename(f *source.File, offset int, name string) Renaming {
	cells := s.renamed(f, offset)
	switch {
	case len(cells) == 0:
		return refused("there is nothing here that can be renamed")
	case strings.TrimSpace(name) == "":
		return refused("a name cannot be empty")
	case strings.ContainsFunc(name, func(r rune) bool { return r < ' ' }):
		return refused("a name must be on one line")
	}
	out := Renaming{From: s.nameOf(cells[0]), To: name}
	if out.From == name {
		return refused("the name is already " + name)
	}
	// Renaming one cell renames all that are named at the same positions, also at their other
	// positions.
	positions, cells := s.connected(cells)
	for _, c := range cells {
		if why := s.whyFixed(c, name); why != "" {
			return refused(why)
		}
	}
	for _, at := range positions {
		edit, ok := s.rewrite(at, out.From, name)
		if !ok {
			// For example, the name is in a block scalar, or a character of it is escaped.
			return refused(out.From + " is spelled differently in " + Line(at) +
				", where only you can change it")
		}
		out.Edits = append(out.Edits, edit)
	}
	return out
}

// renamed returns the cells that a renaming at an offset affects. In the path of a reference, these
// are the cells that the step mentions, not the cell to which the reference refers.
func (s *Subject) renamed(f *source.File, offset int) []*ir.Cell {
	p := s.At(f, offset)
	if r, ok := p.Node.(*ir.Ref); ok && !p.OnName && !inside(r.NameAt, f, offset) {
		return s.mentioned(f, offset)
	}
	return s.named(f, offset)
}

// whyFixed returns the reason why a cell cannot be renamed to name, or "" if it can.
func (s *Subject) whyFixed(c *ir.Cell, name string) string {
	if why := s.Bound.Assist.Fixed(c); why != "" {
		return why
	}
	if c.NameAt.File() == nil {
		return c.Title() + " has no name in the source"
	}
	for _, other := range s.Bound.Program.Cells {
		if other != c && other.Kind == c.Kind && other.Parent == c.Parent && other.NameAt.File() != nil &&
			s.mustDiffer(c, other) && s.nameOf(other) == name {
			return name + " is already the name of another " + c.Kind
		}
	}
	return ""
}

// mustDiffer reports whether two cells must have different names. If their IDs are paths, they must if
// the paths differ only in the name.
func (s *Subject) mustDiffer(a, b *ir.Cell) bool {
	return strings.TrimSuffix(a.Name, s.nameOf(a)) == strings.TrimSuffix(b.Name, s.nameOf(b))
}

// nameOf returns the name of a cell as it is written in its definition, because the title may
// contain more, such as a path. If the source contains more, as a config key may start with the name
// of the project, nameOf returns the title.
func (s *Subject) nameOf(c *ir.Cell) string {
	text := c.NameAt.Text()
	if n := s.scalar(c.NameAt); n != nil {
		text = n.Value
	}
	if text == "" || strings.HasSuffix(text, ":"+c.Title()) {
		return c.Title()
	}
	return text
}

// scalar returns the YAML scalar with exactly the given span, or nil if there is none.
func (s *Subject) scalar(at source.Span) *yamltree.Node {
	n := s.enclosingScalar(at)
	if n != nil && (n.Span == at || n.Body() == at) {
		return n
	}
	return nil
}

// enclosingScalar returns the YAML scalar that contains the start of a span, or nil if there is none.
func (s *Subject) enclosingScalar(at source.Span) *yamltree.Node {
	doc := s.Bundle.Documents()[at.File()]
	if doc == nil {
		return nil
	}
	nodes := doc.NodeAt(at.Start())
	if len(nodes) == 0 || nodes[len(nodes)-1].Kind != yamltree.Scalar {
		return nil
	}
	return nodes[len(nodes)-1]
}

// rewrite returns the edit that replaces a name at a span and keeps its quotes. If the span contains
// more than the name, such as the name of the project before it, the rest is kept. It returns false
// if the name is spelled differently there, for example with escapes.
func (s *Subject) rewrite(at source.Span, from, to string) (diag.Edit, bool) {
	if n := s.scalar(at); n != nil && n.Value == from {
		switch n.Style {
		case yamltree.Plain:
			return diag.Edit{Span: n.Body(), Text: yamltree.Key(to)}, true
		case yamltree.SingleQuoted, yamltree.DoubleQuoted:
			return diag.Edit{Span: n.Body(), Text: quoteLike(n, to, true)}, true
		default:
			return diag.Edit{}, false
		}
	}
	// A mention ends with the name (bind.Mention), so the last occurrence is the name.
	start := strings.LastIndex(at.Text(), from)
	if start < 0 {
		return diag.Edit{}, false
	}
	start += at.Start()
	text := quoteLike(s.enclosingScalar(at), to, false)
	return diag.Edit{Span: at.File().Span(start, start+len(from)), Text: text}, true
}

// quoteLike escapes a string for use inside the scalar n, which may be nil. If addQuotes is set, it
// adds the quotes of n.
func quoteLike(n *yamltree.Node, text string, addQuotes bool) string {
	quote := ""
	switch {
	case n == nil:
	case n.Style == yamltree.SingleQuoted:
		text, quote = strings.ReplaceAll(text, "'", "''"), "'"
	case n.Style == yamltree.DoubleQuoted:
		text, quote = strings.TrimSuffix(value.Quote(text)[1:], `"`), `"`
	}
	if addQuotes {
		return quote + text + quote
	}
	return text
}

// Line formats the file and line of a span for a message: "env.yaml, line 3".
func Line(at source.Span) string {
	return at.File().Name + ", line " + strconv.Itoa(at.File().Position(at.Start()).Line)
}

// connected returns cells and, transitively, all cells that are named at the same positions, and
// these positions. The positions of a cell start with its definition.
func (s *Subject) connected(cells []*ir.Cell) (positions []source.Span, all []*ir.Cell) {
	// Cells and positions form a bipartite graph. The result is the component that contains the
	// given cells.
	named := map[source.Span][]*ir.Cell{}
	at := map[*ir.Cell][]source.Span{}
	add := func(c *ir.Cell, span source.Span) {
		if span.File() != nil {
			named[span] = append(named[span], c)
			at[c] = append(at[c], span)
		}
	}
	for _, c := range s.Bound.Program.Cells {
		add(c, c.NameAt)
	}
	for _, r := range s.refs() {
		add(r.Cell, r.NameAt)
	}
	for _, m := range s.mentions() {
		add(m.Cell, m.At)
	}
	seen, taken := map[*ir.Cell]bool{}, map[source.Span]bool{}
	for len(cells) > 0 {
		c := cells[0]
		cells = cells[1:]
		if seen[c] {
			continue
		}
		seen[c] = true
		all = append(all, c)
		for _, span := range at[c] {
			if !taken[span] {
				taken[span] = true
				positions = append(positions, span)
				cells = append(cells, named[span]...)
			}
		}
	}
	return positions, all
}
