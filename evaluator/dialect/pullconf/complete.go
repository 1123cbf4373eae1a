package pullconf

import (
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// complete proposes what could be written at an offset: behind ${ the variables, and else
// keys and words that have a meaning where the line stands.
func (b *binder) complete(f *source.File, offset int) []bind.Item {
	if items := b.proposals(f, offset); items != nil {
		return items
	}
	return []bind.Item{} // there is nothing else
}

func (b *binder) proposals(f *source.File, offset int) []bind.Item {
	start := f.LineStart(f.Position(offset).Line)
	line := f.Text[start:offset]
	if i := strings.LastIndex(line, "${"); i >= 0 && !strings.Contains(line[i:], "}") {
		return b.completeVariables(f, start+i, offset)
	}
	entry := strings.TrimLeft(line, " -")
	if key, word, isValue := strings.Cut(entry, ":"); isValue {
		typed := strings.TrimLeft(word, " ")
		return words(b.valuesOf(f, offset, key), f.Span(offset-len(typed), offset))
	}
	span := f.Span(offset-len(entry), offset)
	items := b.keysAt(f, offset)
	for i := range items {
		items[i].Span = span
		items[i].Insert = items[i].Label + ": "
	}
	return items
}

// completeVariables proposes the variables of the clients whose resources stand here: their
// names behind the prefix or, as long as that is not complete, with it.
func (b *binder) completeVariables(f *source.File, open, offset int) []bind.Item {
	before, behind := opening, "}"
	if strings.HasPrefix(f.Text[open:offset], opening) {
		before, open = "", open+len(opening)
	}
	if strings.HasPrefix(f.Text[offset:], "}") {
		behind = "" // the editor has closed the brace
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
				Label: before + v.name, Kind: "variable", Detail: b.brief(v.cell),
				Insert: before + v.name + behind, Span: f.Span(open, offset),
			})
		}
	}
	return items
}

// brief is the value of a variable, when it is text; otherwise its shape.
func (b *binder) brief(c *ir.Cell) string {
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

// clientsAt returns the client whose document is around an offset, or the clients of the
// group whose document is.
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

// around reports whether an offset is in a document or behind it, before the next.
func (b *binder) around(d *document, f *source.File, offset int) bool {
	if d.span.File != f || offset < int(d.span.Start) {
		return false
	}
	return offset <= int(d.span.End) || !strings.Contains("\n"+f.Text[d.span.End:offset], "\n---")
}

// words proposes words for a value.
func words(list []string, span source.Span) []bind.Item {
	var items []bind.Item
	for _, w := range list {
		items = append(items, bind.Item{Label: w, Kind: "value", Insert: w, Span: span})
	}
	return items
}

// valuesOf lists the words that the value of a key can be.
func (b *binder) valuesOf(f *source.File, offset int, key string) []string {
	r := b.resourceAt(f, offset)
	switch {
	case key == "type" && r == nil && !b.insideResources(f, offset):
		return []string{"client", "group"}
	case key == "type":
		return typeNames
	case r == nil:
		return nil
	}
	if i := r.typ.find(key); i >= 0 {
		switch of := r.typ.parameters[i].of; {
		case of == &tBoolean:
			return []string{"true", "false"}
		case key == "ensure" && r.typ.name == "apt::package":
			return []string{"present", "absent", "purged"}
		case key == "ensure":
			return []string{"present", "absent"}
		}
	}
	return nil
}

// keysAt lists the keys that have a meaning on a line, by its indentation.
func (b *binder) keysAt(f *source.File, offset int) []bind.Item {
	r := b.resourceAt(f, offset)
	column := f.Position(offset).Column - 1 - len(strings.TrimLeft(lineBefore(f, offset), " -"))
	switch {
	case column == 0:
		return keyItems(clientKeys)
	case r == nil:
		return nil
	case r.parameters != nil && len(r.parameters.Pairs) > 0 && column == f.Position(int(r.parameters.Pairs[0].Key.Span.Start)).Column-1:
		return parameterItems(r)
	case column == f.Position(int(r.node.Span.Start)).Column-1:
		return keyItems(resourceKeys)
	}
	return nil
}

func lineBefore(f *source.File, offset int) string {
	return f.Text[f.LineStart(f.Position(offset).Line):offset]
}

func keyItems(keys []string) []bind.Item {
	var items []bind.Item
	for _, k := range keys {
		items = append(items, bind.Item{Label: k, Kind: "property"})
	}
	return items
}

// parameterItems proposes the parameters of a resource that are not given yet.
func parameterItems(r *resourceDoc) []bind.Item {
	var items []bind.Item
	for _, p := range r.typ.parameters {
		if r.parameters.Get(p.name) == nil {
			items = append(items, bind.Item{Label: p.name, Kind: "property", Detail: p.of.words(), Doc: p.doc})
		}
	}
	return items
}

// resourceAt returns the resource that an offset is in, or the last one before it in its
// array.
func (b *binder) resourceAt(f *source.File, offset int) *resourceDoc {
	var found *resourceDoc
	look := func(d *document, list []*resourceDoc) {
		if !b.around(d, f, offset) {
			return
		}
		for _, r := range list {
			if int(r.node.Span.Start) <= offset {
				found = r
			}
		}
	}
	for _, c := range b.clients {
		look(c.doc, c.resources)
	}
	for _, g := range b.groupList {
		look(g.doc, g.resources)
	}
	return found
}

// insideResources reports whether a line is deeper than the keys of its document.
func (b *binder) insideResources(f *source.File, offset int) bool {
	line := lineBefore(f, offset)
	return strings.HasPrefix(line, " ") || strings.HasPrefix(line, "-")
}
