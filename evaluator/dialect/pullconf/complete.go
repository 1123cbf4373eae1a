package pullconf

import (
	"sort"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// An assist implements bind.Assist: completions, descriptions and mentions for the editor.
type assist struct {
	bind.NoAssist
	*binder
}

// Complete returns the completions at a cursor: variables after ${, otherwise keys, or the values
// that are valid there.
func (b *assist) Complete(at bind.Cursor) ([]bind.Item, bool) {
	if typed, ok := at.Inside("${", "}"); ok {
		return b.completeVariables(at.File, at.Offset-len(typed)-len("${"), at.Offset), true
	}
	s := cursorAt(at)
	r := s.rows[s.row]
	typed := r.key
	if strings.HasPrefix(typed, "#") {
		return nil, true
	}
	// After a key and its colon, the value is being typed.
	if r.isKey {
		typed = r.value
	}
	items := b.choices(at.File, at.Offset, s)
	if of := b.typeAt(s, s.path); !r.isKey && of != nil && of.shape == aHash {
		items = b.keys(s, of)
	}
	for i := range items {
		items[i].Span = at.Last(len(typed))
	}
	return items, true
}

// keys proposes the keys of a hash that are not given yet.
func (b *binder) keys(s *cursor, of *valueType) []bind.Item {
	given := s.keysAround(s.row, s.rows[s.row].column)
	items := []bind.Item{}
	for _, p := range b.fieldsOf(s, s.path, of) {
		if _, ok := given[p.name]; ok {
			continue
		}
		insert := p.name + ":"
		// A string follows on the same line; arrays and hashes begin on the next one.
		if p.of.shape == aText {
			insert += " "
		}
		items = append(items, bind.Item{Label: p.name, Kind: "key", Detail: p.detail(), Doc: p.doc, Insert: insert})
	}
	return items
}

// detail describes the type of a parameter, and whether it is required.
func (p *parameter) detail() string {
	if p.required {
		return p.words() + ", required"
	}
	return p.words()
}

// choices proposes the values that are valid at the cursor.
func (b *binder) choices(f *source.File, offset int, s *cursor) []bind.Item {
	path := s.path
	if r := s.rows[s.row]; r.isKey {
		path = append(path[:len(path):len(path)], r.key)
	}
	of := b.typeAt(s, path)
	items := []bind.Item{}
	add := func(word, kind, doc string) {
		items = append(items, bind.Item{Label: word, Kind: kind, Insert: word, Doc: doc})
	}
	switch n := len(path); {
	case of == nil || of.shape != aText:
	case of == &tType:
		for _, t := range types {
			add(t.name, "resource", t.doc)
		}
	case of == &tMembership:
		for _, g := range b.groupList {
			add(g.name, "resource", "")
		}
	// The path ends with requires or triggers, an index, and the key of the name.
	case n > 2 && oneOf(path[n-3], "requires", "triggers"):
		for _, name := range b.resourcesNamed(f, offset, s.linked(path)) {
			add(name, "resource", "")
		}
	// The words are "user name" and "group name", which begin with the type of the resource.
	case of == &tUser || of == &tGroup:
		for _, name := range b.resourcesNamed(f, offset, of.word[:len(of.word)-len(" name")]) {
			add(name, "resource", "")
		}
	}
	if of != nil {
		for _, word := range of.choices {
			add(word, "value", "")
		}
	}
	return items
}

// resourcesNamed lists the names of the resources of a type in the clients at an offset. The names
// come from the last evaluation, with variables replaced.
func (b *binder) resourcesNamed(f *source.File, offset int, kind string) []string {
	seen := map[string]bool{}
	var out []string
	for _, c := range b.clientsAt(f, offset) {
		for _, r := range c.all {
			if r.doc.typ.name == kind && r.named && !seen[r.name] {
				seen[r.name] = true
				out = append(out, r.name)
			}
		}
	}
	sort.Strings(out)
	return out
}

// Describe explains the key at a cursor.
func (b *assist) Describe(cursor bind.Cursor) (bind.Item, bool) {
	f, offset := cursor.File, cursor.Offset
	start := f.LineStart(f.Position(offset).Line)
	end := start
	for end < len(f.Text) && f.Text[end] != '\n' && f.Text[end] != '\r' {
		end++
	}
	// The row is read to the end of the line, since the cursor would cut it off.
	s := cursorAt(bind.Cursor{File: f, Offset: end})
	r := s.rows[s.row]
	at := f.Span(start+r.column, start+r.column+len(r.written))
	if !r.isKey || offset < at.Start() || offset > at.End() {
		return bind.Item{}, false
	}
	of := b.typeAt(s, s.path)
	if of == nil {
		return bind.Item{}, false
	}
	for _, p := range b.fieldsOf(s, s.path, of) {
		if p.name == r.key {
			return bind.Item{Label: p.name, Detail: p.detail(), Doc: p.doc, Span: at}, true
		}
	}
	return bind.Item{}, false
}

// completeVariables proposes the variables of the clients at the cursor. The items include the
// prefix ${pullconf:: unless it has been typed completely. open is the offset of the ${ before the
// cursor.
func (b *binder) completeVariables(f *source.File, open, offset int) []bind.Item {
	before, behind := opening, "}"
	if strings.HasPrefix(f.Text[open:offset], opening) {
		before, open = "", open+len(opening)
	}
	if strings.HasPrefix(f.Text[offset:], "}") {
		behind = "" // the editor has inserted the closing brace
	}
	var items []bind.Item
	seen := map[string]bool{}
	for _, c := range b.clientsAt(f, offset) {
		for _, v := range c.variables {
			if seen[v.name] {
				continue
			}
			seen[v.name] = true
			items = append(items, bind.Item{
				Label: before + v.name, Kind: "variable", Detail: b.summary(v.cell),
				Insert: before + v.name + behind, Span: f.Span(open, offset),
			})
		}
	}
	return items
}

// summary returns the value of a variable if it is a string, otherwise its shape.
func (b *binder) summary(c *ir.Cell) string {
	switch d := b.results.Value(c).Data.(type) {
	case value.String:
		return string(d)
	case *value.List:
		return "array"
	case *value.Object:
		return "hash"
	}
	return ""
}

// clientsAt returns the client whose document contains an offset or, if the document is a group,
// the clients of that group.
func (b *binder) clientsAt(f *source.File, offset int) []*client {
	for _, c := range b.shown {
		if b.around(c.doc, f, offset) {
			return []*client{c}
		}
	}
	var out []*client
	for _, g := range b.groupList {
		if b.around(g.doc, f, offset) {
			for _, c := range g.users {
				if c.cell != nil {
					out = append(out, c)
				}
			}
		}
	}
	return out
}

// around reports whether an offset is in a document, or after it but before the next one. A document
// ends at its last value, but users often type in the empty lines after it.
func (b *binder) around(d *document, f *source.File, offset int) bool {
	if d.span.File() != f || offset < d.span.Start() {
		return false
	}
	return offset <= d.span.End() || !strings.Contains("\n"+f.Text[d.span.End():offset], "\n---")
}
