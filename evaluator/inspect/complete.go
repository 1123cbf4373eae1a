package inspect

import (
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// An Item is a completion.
type Item = bind.Item

// Complete returns the completions at an offset: those of the dialect, unless they are nil.
// Otherwise these are, inside ${, the names that can be referred to and, after a dot, the
// contents of the value there; elsewhere the dialect's words and the functions.
func (s *Subject) Complete(f *source.File, offset int) []Item {
	if s.Bound.Complete != nil {
		if items := s.Bound.Complete(f, offset); items != nil {
			return withDetails(items)
		}
	}
	line := f.Text[f.LineStart(f.Position(offset).Line):offset]
	if open := strings.LastIndex(line, "${"); open >= 0 && !strings.Contains(line[open:], "}") {
		return s.completeAccess(f, offset, line[open+2:])
	}
	var items []Item
	if s.Bound.Words != nil {
		items = s.Bound.Words(f, offset)
	}
	word := line[strings.LastIndexAny(line, " \t{,[\"'")+1:]
	for _, fn := range s.Dialect.Funcs {
		if strings.HasPrefix(strings.ToLower(fn.Name), strings.ToLower(word)) && word != "" {
			items = append(items, Item{Label: fn.Name, Kind: "function", Detail: fn.Signature(), Doc: fn.Documentation(), Insert: fn.Name + ": ", Span: f.Span(offset-len(word), offset)})
		}
	}
	return items
}

// withDetails adds short renderings of the items' values.
func withDetails(items []Item) []Item {
	for i := range items {
		if items[i].Detail == "" && items[i].Value.Data != nil {
			items[i].Detail = Summary(items[i].Value)
		}
	}
	return items
}

func (s *Subject) completeAccess(f *source.File, offset int, path string) []Item {
	dot := strings.LastIndexByte(path, '.')
	if dot < 0 {
		return s.completeNames(f.Span(offset-len(path), offset))
	}
	span := f.Span(offset-len(path)+dot+1, offset)
	root, rest, _ := strings.Cut(path[:dot], ".")
	for _, c := range s.Bound.Program.Cells {
		if c.Title() != root || c.Hidden {
			continue
		}
		v := s.Evaluator.Value(c)
		if s.Bound.Members != nil {
			if members := s.Bound.Members(c, rest); members != nil {
				return propertyItems(members, span)
			}
		}
		if found, ok := value.Find(v, value.Path(rest)); ok && found.Object() != nil {
			return propertyItems(bind.Nameable(found), span)
		}
	}
	return nil
}

func propertyItems(fields []value.Field, span source.Span) []Item {
	var items []Item
	for _, f := range fields {
		if value.IsName(f.Key) {
			items = append(items, Item{Label: f.Key, Kind: "property", Detail: Summary(f.Value), Insert: f.Key, Span: span})
		}
	}
	return items
}

func (s *Subject) completeNames(span source.Span) []Item {
	var items []Item
	for _, c := range s.Bound.Program.Cells {
		if c.Hidden || !s.canName(c) {
			continue
		}
		items = append(items, Item{Label: c.Title(), Kind: c.Kind, Detail: Summary(s.Evaluator.Value(c)), Insert: c.Title(), Span: span})
	}
	return items
}

// canName reports whether a reference can name the cell.
func (s *Subject) canName(c *ir.Cell) bool {
	if s.Bound.CanName != nil {
		return s.Bound.CanName(c)
	}
	return c.Parent == nil || c.Parent.Hidden
}
