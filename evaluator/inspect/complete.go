package inspect

import (
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// An Item is a completion.
type Item = bind.Item

// Complete returns the completions at an offset. In a reference, these are the names to which it can
// refer and, after a dot, the fields of the value there. Elsewhere, they are the dialect's
// completions and, unless the dialect says that there are no others, the functions whose names start
// with the word before the cursor.
func (s *Subject) Complete(f *source.File, offset int) []Item {
	at := bind.Cursor{File: f, Offset: offset}
	if typed, ok := s.Bound.Assist.Reference(at); ok {
		return s.completeAccess(at, typed)
	}
	items, all := s.Bound.Assist.Complete(at)
	items = withDetails(items)
	word := at.Word()
	if all || word == "" {
		return items
	}
	for _, fn := range s.Dialect.Funcs {
		if strings.HasPrefix(strings.ToLower(fn.Name), strings.ToLower(word)) {
			items = append(items, Item{Label: fn.Name, Kind: "function", Detail: fn.Signature(),
				Doc: fn.Documentation(), Insert: fn.Name + ": ", Span: at.Last(len(word))})
		}
	}
	return items
}

// withDetails sets the missing details of items to summaries of their values.
func withDetails(items []Item) []Item {
	for i := range items {
		if items[i].Detail == "" && items[i].Value.Data != nil {
			items[i].Detail = Summary(items[i].Value)
		}
	}
	return items
}

// completeAccess returns the completions of a reference; path is its part before the cursor. They are
// the names of cells if path has no dot, otherwise the fields of the value at the path before the last
// dot. For `bucket.website.en` these are the fields of bucket.website, each of which replaces `en`.
func (s *Subject) completeAccess(at bind.Cursor, path string) []Item {
	dot := strings.LastIndexByte(path, '.')
	if dot < 0 {
		return s.completeNames(at.Last(len(path)))
	}
	span := at.Last(len(path) - dot - 1)
	root, rest, _ := strings.Cut(path[:dot], ".")
	for _, c := range s.Bound.Program.Cells {
		if c.Title() != root || c.Hidden {
			continue
		}
		v := s.Evaluator.Value(c)
		if members := s.Bound.Assist.Members(c, rest); members != nil {
			return propertyItems(members, span)
		}
		if found, ok := value.Find(v, value.Path(rest)); ok && found.Object() != nil {
			return propertyItems(bind.VisibleFields(found), span)
		}
	}
	return nil
}

// propertyItems returns the completions for fields. It omits keys that are not names, because they
// cannot be written after a dot.
func propertyItems(fields []value.Field, span source.Span) []Item {
	var items []Item
	for _, f := range fields {
		if value.IsName(f.Key) {
			items = append(items, Item{Label: f.Key, Kind: "property", Detail: Summary(f.Value), Insert: f.Key,
				Span: span})
		}
	}
	return items
}

// completeNames returns a completion for each cell that a reference can name. The editor filters
// them by the text before the cursor.
func (s *Subject) completeNames(span source.Span) []Item {
	var items []Item
	for _, c := range s.Bound.Program.Cells {
		if c.Hidden || !s.Bound.Assist.CanName(c) {
			continue
		}
		items = append(items, Item{Label: c.Title(), Kind: c.Kind, Detail: Summary(s.Evaluator.Value(c)),
			Insert: c.Title(), Span: span})
	}
	return items
}
