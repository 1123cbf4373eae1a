package evaluator

import (
	"slices"
	"strconv"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/inspect"
	"pantograph/evaluator/protocol"
	"pantograph/evaluator/render"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// form gives the form of the program's inputs as the page shows it.
func (s *Snapshot) form() []protocol.FormGroup {
	var out []protocol.FormGroup
	for _, g := range s.Outcome.Form {
		group := protocol.FormGroup{Label: g.Label, Description: g.Description}
		for i := range g.Fields {
			group.Fields = append(group.Fields, s.field(&g.Fields[i]))
		}
		out = append(out, group)
	}
	return out
}

func (s *Snapshot) field(f *bind.FormField) protocol.FormField {
	out := protocol.FormField{Path: strings.Join(f.Path, "\x00"), Name: f.Name, Label: f.Label, Description: f.Description, Type: f.Type,
		Secret: f.Secret, Immutable: f.Immutable, Tags: f.Tags, Range: place(f.NameAt)}
	out.Given, out.IsGiven = s.given(f.Path)
	if f.Secret {
		out.Given = ""
	}
	if n := s.inputAt(f.Path); n != nil {
		out.Wrong = s.wrongAt(n.Body)
	}
	otherwise := f.Default
	if f.Default.Data != nil {
		out.From = "default"
	}
	if at := f.Value.Origin.File; !out.IsGiven && !f.Value.IsFailed() && at != nil && at != f.NameAt.File {
		otherwise, out.From = f.Value, at.Name
	}
	if otherwise.Data != nil {
		out.Otherwise = inspect.Brief(otherwise)
	}
	for _, c := range f.Constraints {
		for _, v := range c.Choices {
			out.Choices = append(out.Choices, typed(v))
		}
		if rule := ruleOf(c); rule != "" {
			out.Rules = append(out.Rules, rule)
		}
	}
	return out
}

// given gives what stands in inputs.yaml at a path, as one would type it.
func (s *Snapshot) given(path []string) (string, bool) {
	switch n := s.inputAt(path); {
	case n == nil || n.Kind == yamltree.Scalar && n.Value == "" && n.Style == yamltree.Plain:
		return "", false
	case n.Kind == yamltree.Scalar:
		return n.Value, true
	default:
		return n.Body.Text(), true
	}
}

// inputAt returns the node of inputs.yaml at a path, nil when there is none.
func (s *Snapshot) inputAt(path []string) *yamltree.Node {
	f := s.bundle.File(bind.InputsFile)
	if f == nil {
		return nil
	}
	n := s.bundle.Parse(f).Root
	for _, key := range path {
		if n != nil {
			n = n.Get(key)
		}
	}
	return n
}

// wrongAt is the first error inside a span, "" when there is none.
func (s *Snapshot) wrongAt(span source.Span) string {
	for _, p := range s.Problems {
		if p.Severity == diag.Error && p.Span.File == span.File && span.Covers(p.Span) {
			return p.Message
		}
	}
	return ""
}

// typed is how one types a value.
func typed(v value.Value) string {
	if text, ok := v.Text(); ok {
		return text
	}
	return value.JSON(v, value.JSONStyle{})
}

// ruleOf says what a constraint asks for: in its author's words, if there are any.
func ruleOf(c bind.FormConstraint) string {
	switch {
	case c.Text != "":
		return c.Text
	case c.Min.Data != nil && c.Max.Data != nil:
		return c.Kind + " " + typed(c.Min) + " to " + typed(c.Max)
	case c.Min.Data != nil:
		return c.Kind + " from " + typed(c.Min)
	case c.Max.Data != nil:
		return c.Kind + " up to " + typed(c.Max)
	case c.Step != 0:
		return "a multiple of " + strconv.Itoa(c.Step) + offset(c.Offset)
	case c.Pattern != "":
		return "matches " + c.Pattern
	}
	return c.Name
}

func offset(n int) string {
	if n == 0 {
		return ""
	}
	return " plus " + strconv.Itoa(n)
}

// input gives inputs.yaml with what was typed into a field.
func (s *Snapshot) input(p *protocol.InputRequest) *protocol.InputText {
	path := strings.Split(p.Path, "\x00")
	text, ok := yamltree.Set(p.Text, path, s.written(path, p.Value))
	if !ok {
		return &protocol.InputText{Text: p.Text, Error: bind.InputsFile + " cannot be changed from here: mend it first"}
	}
	return &protocol.InputText{Text: text}
}

// written is what was typed, as YAML: a number, true, false, or a list or map in brackets
// when the field takes such, else a text.
func (s *Snapshot) written(path []string, typed string) string {
	if typed == "" {
		return ""
	}
	old := s.inputAt(path)
	isPart := old != nil && (old.Kind == yamltree.Sequence || old.Kind == yamltree.Mapping)
	if (isPart || !s.takesText(path)) && isData(typed) {
		return typed
	}
	return render.Scalar(typed)
}

// isData reports whether a text is JSON, or a list or map of YAML in brackets, on one line.
func isData(text string) bool {
	if strings.ContainsAny(text, "\r\n\t") {
		return false
	}
	if _, err := value.ParseWholeJSON(text); err == nil {
		return true
	}
	doc := yamltree.Parse(source.NewFile("", text), yamltree.Options{AllDocuments: true, NoReferences: true})
	return strings.IndexByte("[{", text[0]) >= 0 && len(doc.Problems) == 0 && doc.Root.Span.End == int32(len(text))
}

// takesText reports whether the field at a path holds any text as it is.
func (s *Snapshot) takesText(path []string) bool {
	for _, g := range s.Outcome.Form {
		for _, f := range g.Fields {
			if slices.Equal(f.Path, path) {
				return f.Text
			}
		}
	}
	return true
}
