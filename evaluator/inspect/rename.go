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

// A Renaming is the set of edits that rename a thing.
type Renaming struct {
	From, To string
	Edits    []diag.Edit
	// Refusal is the reason why there are no edits.
	Refusal string
}

// refused returns a Renaming without edits. why is a sentence without its full stop, for the user.
func refused(why string) Renaming { return Renaming{Refusal: why} }

// Rename returns the edits that rename the thing named at an offset in every file of the
// bundle. Things named at the same place keep a common name. The caller must check that the
// program's meaning is unchanged, as only evaluating the changed files can tell.
func (s *Subject) Rename(f *source.File, offset int, name string) Renaming {
	cells := s.renamed(f, offset)
	switch {
	case len(cells) == 0:
		return refused("there is nothing here that can be renamed")
	case strings.TrimSpace(name) == "":
		return refused("a name cannot be empty")
	case strings.ContainsFunc(name, func(r rune) bool { return r < ' ' }):
		return refused("a name is on one line")
	}
	out := Renaming{From: s.nameOf(cells[0]), To: name}
	if out.From == name {
		return refused(name + " is the name already")
	}
	// Renaming one cell renames all that share a place with it, and their other places.
	places, cells := s.together(cells)
	for _, c := range cells {
		if why := s.fixed(c, name); why != "" {
			return refused(why)
		}
	}
	for _, at := range places {
		edit, ok := s.rewrite(at, out.From, name)
		if !ok {
			// For example, a block scalar, or an escape in place of a character.
			return refused(out.From + " is written in another way in " + Line(at) +
				", which can only be changed by hand")
		}
		out.Edits = append(out.Edits, edit)
	}
	return out
}

// renamed returns the cells whose name is at an offset. A place inside a reference's path
// names whatever the path leads to, or nothing that can be renamed.
func (s *Subject) renamed(f *source.File, offset int) []*ir.Cell {
	p := s.At(f, offset)
	if r, ok := p.Node.(*ir.Ref); ok && !p.OnName && !inside(r.NameAt, f, int32(offset)) {
		return s.mentioned(f, offset)
	}
	return s.named(f, offset)
}

// fixed returns the reason why a cell cannot get a name, "" if it can.
func (s *Subject) fixed(c *ir.Cell, name string) string {
	if why := s.Bound.Assist.Fixed(c); why != "" {
		return why
	}
	if c.NameAt.File == nil {
		return c.Title() + " has no name in the text"
	}
	for _, other := range s.Bound.Program.Cells {
		if other != c && other.Kind == c.Kind && other.Parent == c.Parent && other.NameAt.File != nil &&
			s.siblings(c, other) && s.nameOf(other) == name {
			return name + " is already the name of another " + c.Kind
		}
	}
	return ""
}

// siblings reports whether two cells of one kind share a scope for names: if their IDs are
// paths, these have the same beginning.
func (s *Subject) siblings(a, b *ir.Cell) bool {
	return strings.TrimSuffix(a.Name, s.nameOf(a)) == strings.TrimSuffix(b.Name, s.nameOf(b))
}

// nameOf returns the name of a cell as written at its definition. The title may contain more,
// such as the path to it, and so may the source: a config key may begin with the project.
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

// scalar returns the YAML scalar written exactly at a place, nil if there is none.
func (s *Subject) scalar(at source.Span) *yamltree.Node {
	n := s.around(at)
	if n != nil && (n.Span == at || n.Body == at) {
		return n
	}
	return nil
}

// around returns the YAML scalar that contains a place.
func (s *Subject) around(at source.Span) *yamltree.Node {
	doc := s.Bundle.Documents()[at.File]
	if doc == nil {
		return nil
	}
	nodes := doc.NodeAt(int(at.Start))
	if len(nodes) == 0 || nodes[len(nodes)-1].Kind != yamltree.Scalar {
		return nil
	}
	return nodes[len(nodes)-1]
}

// rewrite returns the edit that writes another name at a place, keeping its quotes. If the place
// contains more than the name, such as the project's name before it, the rest is kept. It returns
// false if the name is written differently there.
func (s *Subject) rewrite(at source.Span, from, to string) (diag.Edit, bool) {
	if n := s.scalar(at); n != nil && n.Value == from {
		switch n.Style {
		case yamltree.Plain:
			return diag.Edit{Span: n.Body, Text: yamltree.Key(to)}, true
		case yamltree.SingleQuoted, yamltree.DoubleQuoted:
			return diag.Edit{Span: n.Body, Text: quoteLike(n, to, true)}, true
		default:
			return diag.Edit{}, false
		}
	}
	// A mention ends with the name (bind.Mention), so its last occurrence is the name itself.
	start := strings.LastIndex(at.Text(), from)
	if start < 0 {
		return diag.Edit{}, false
	}
	start += int(at.Start)
	return diag.Edit{Span: at.File.Span(start, start+len(from)), Text: quoteLike(s.around(at), to, false)}, true
}

// quoteLike escapes a string for use inside a scalar, optionally adding the quotes.
func quoteLike(n *yamltree.Node, text string, whole bool) string {
	quote := ""
	switch {
	case n == nil:
	case n.Style == yamltree.SingleQuoted:
		text, quote = strings.ReplaceAll(text, "'", "''"), "'"
	case n.Style == yamltree.DoubleQuoted:
		text, quote = strings.TrimSuffix(value.Quote(text)[1:], `"`), `"`
	}
	if whole {
		return quote + text + quote
	}
	return text
}

// Line returns the file and line of a place.
func Line(at source.Span) string {
	return at.File.Name + ", line " + strconv.Itoa(at.File.Position(int(at.Start)).Line)
}

// together returns cells with all others that are named at the same places, and these places,
// definitions first.
func (s *Subject) together(cells []*ir.Cell) (places []source.Span, all []*ir.Cell) {
	// Cells and places are a graph with two kinds of nodes. The result is the component that
	// contains the given cells.
	named := map[source.Span][]*ir.Cell{}
	at := map[*ir.Cell][]source.Span{}
	add := func(c *ir.Cell, place source.Span) {
		if place.File != nil {
			named[place] = append(named[place], c)
			at[c] = append(at[c], place)
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
		for _, place := range at[c] {
			if !taken[place] {
				taken[place] = true
				places = append(places, place)
				cells = append(cells, named[place]...)
			}
		}
	}
	return places, all
}
