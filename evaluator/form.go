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

// form returns the form for the program's inputs, as the page shows it.
func (s *Snapshot) form() []protocol.FormGroup {
	var out []protocol.FormGroup
	root := s.bundle.Root(bind.InputsFile)
	for _, g := range s.Outcome.Form {
		group := protocol.FormGroup{Label: g.Label, Description: g.Description, Head: g.Head}
		group.Fields = make([]protocol.FormField, len(g.Fields))
		for i, f := range g.Fields {
			s.fillField(f, root, &group.Fields[i])
		}
		out = append(out, group)
	}
	return out
}

func (s *Snapshot) fillField(f *bind.FormField, root *yamltree.Node, out *protocol.FormField) {
	*out = protocol.FormField{Path: strings.Join(f.Path, "\x00"), Name: f.Name, Label: f.Label,
		Description: f.Description, Type: f.Type, Input: string(f.Input),
		Secret: f.Secret, Immutable: f.Immutable, Tags: f.Tags, Range: pageRange(f.NameAt),
		Source: pageRange(f.Value.Origin)}
	n := fieldNode(f, root)
	out.Given, out.IsGiven = givenText(n)
	// The program can declare an input as secret, and inputs.yaml can wrap its value as a secret.
	if out.Secret = f.Secret || n != bind.At(root, f.Path...); out.Secret {
		out.Given = ""
	}
	if n != nil {
		out.At, out.Wrong = pageRange(n.Body()), s.errorWithin(n.Body())
	}
	if f.Cell != nil {
		out.Node = f.Cell.Name
		s.fillLayers(f, out)
	}
	fallback := f.Default
	if f.Default.Data != nil {
		out.From = "default"
	}
	if at := f.Value.Origin.File(); !out.IsGiven && !f.Optional && !f.Value.IsFailed() && at != nil &&
		(at != f.NameAt.File() || f.Default.Data == nil) {
		fallback, out.From = f.Value, at.Name
	}
	if fallback.Data != nil {
		out.Fallback = inspect.Summary(fallback)
		if text, ok := fallback.Text(); ok && !f.Secret {
			out.Fallback = text
		}
	}
	out.Missing = !out.IsGiven && out.From == "" && !f.Optional
	for _, c := range f.Constraints {
		for _, v := range c.Choices {
			out.Choices = append(out.Choices, inputText(v))
		}
		if rule := ruleText(c); rule != "" {
			out.Rules = append(out.Rules, rule)
		}
	}
}

// fillLayers lists the values that several sources set for a field.
func (s *Snapshot) fillLayers(f *bind.FormField, to *protocol.FormField) {
	if s.bound.Layers == nil {
		return
	}
	for _, l := range s.bound.Layers(f.Cell, "") {
		if f.Secret {
			l.Value = l.Value.With(value.Secret)
		}
		to.Layers = append(to.Layers, protocol.FormLayer{Label: l.Label, Value: inspect.Summary(l.Value),
			Range: pageRange(l.Value.Origin)})
	}
}

// inputAt returns the node at a path of inputs.yaml, or nil.
func (s *Snapshot) inputAt(path []string) *yamltree.Node {
	return bind.At(s.bundle.Root(bind.InputsFile), path...)
}

// fieldNode returns the node of inputs.yaml that contains the value of a field, without the key that
// marks it as secret. It returns nil if there is no value.
func fieldNode(f *bind.FormField, root *yamltree.Node) *yamltree.Node {
	n := bind.At(root, f.Path...)
	if n != nil && f.Wrap != "" && n.Get(f.Wrap) != nil {
		return n.Get(f.Wrap)
	}
	return n
}

// givenText returns a value of inputs.yaml as a user would type it, and whether there is a value.
// Only a multi-line string takes more than one line.
func givenText(n *yamltree.Node) (string, bool) {
	switch {
	case n == nil || n.IsMissing():
		return "", false
	case n.Kind == yamltree.Scalar:
		return n.Value, true
	}
	if text := n.Body().Text(); !strings.Contains(text, "\n") {
		return text, true
	}
	return value.JSON(bind.Data(n), value.JSONStyle{}), true
}

// errorWithin returns the message of the first error within a span, or "".
func (s *Snapshot) errorWithin(span source.Span) string {
	for _, p := range s.Problems {
		if p.Severity == diag.Error && p.Span.File() == span.File() && span.Covers(p.Span) {
			return p.Message
		}
	}
	return ""
}

// inputText returns a value as a user would type it: a string as it is, any other value as JSON.
func inputText(v value.Value) string {
	if text, ok := v.Text(); ok {
		return text
	}
	return value.JSON(v, value.JSONStyle{})
}

// ruleText describes a constraint, in the words of the template's author if it has a description.
func ruleText(c bind.FormConstraint) string {
	switch {
	case c.Text != "":
		return c.Text
	case c.Min.Data != nil && c.Max.Data != nil:
		return c.Kind + " " + inputText(c.Min) + " to " + inputText(c.Max)
	case c.Min.Data != nil:
		return c.Kind + " from " + inputText(c.Min)
	case c.Max.Data != nil:
		return c.Kind + " up to " + inputText(c.Max)
	case c.Step != 0:
		return "a multiple of " + strconv.Itoa(c.Step) + offsetText(c.Offset)
	case c.Pattern != "":
		return "matches " + c.Pattern
	}
	return c.Name
}

// offsetText describes the offset of a constraint on multiples, or returns "" for 0.
func offsetText(n int) string {
	if n == 0 {
		return ""
	}
	return " plus " + strconv.Itoa(n)
}

// cannotEdit is the error if yamltree.Set or yamltree.SetAll cannot change inputs.yaml.
const cannotEdit = bind.InputsFile + " cannot be edited here until its errors are fixed"

// input returns the text of inputs.yaml after a value has been typed into a field of the form.
func (s *Snapshot) input(p *protocol.InputRequest) *protocol.InputText {
	f := s.fieldOf(p.Path)
	root := yamltree.Parse(source.NewFile("", p.Text), yamltree.Options{}).Root
	path, text, ok := f.Path, p.Text, true
	typed := yamlInput(f, p.Value, fieldNode(f, root))
	if f.Wrap != "" && typed != "" {
		if old := bind.At(root, path...); old != nil && old.Get(f.Wrap) != nil {
			path = append(slices.Clone(path), f.Wrap)
		} else {
			typed = "{" + f.Wrap + ": " + typed + "}"
		}
	}
	for _, other := range f.Around {
		if typed == "" && slices.Equal(other.Path, path) {
			typed = render.Scalar(other.Text)
		} else if p.Value != "" && bind.At(root, path[0]) == nil {
			text, _ = yamltree.Set(text, other.Path, render.Scalar(other.Text))
		}
	}
	if text, ok = yamltree.Set(text, path, typed); !ok {
		return &protocol.InputText{Text: p.Text, Error: cannotEdit}
	}
	return &protocol.InputText{Text: text}
}

// fieldOf returns the form's field with the given path. If there is no such field, it returns a new one
// that accepts strings.
func (s *Snapshot) fieldOf(path string) *bind.FormField {
	keys := strings.Split(path, "\x00")
	for _, g := range s.Outcome.Form {
		for _, f := range g.Fields {
			if slices.Equal(f.Path, keys) {
				return f
			}
		}
	}
	return &bind.FormField{Path: keys, Text: true}
}

// yamlInput converts the value typed into a field to YAML. If the field accepts it, the result is a
// number, true, false, null, or a list or map in brackets; otherwise it is a string. The brackets
// of a list are optional.
func yamlInput(f *bind.FormField, typed string, old *yamltree.Node) string {
	isPart := old != nil && (old.Kind == yamltree.Sequence || old.Kind == yamltree.Mapping)
	switch {
	case typed == "":
		return ""
	case (isPart || !f.Text) && isData(typed):
		return typed
	case f.Input == bind.InputList && !f.Text && strings.IndexByte("[{", typed[0]) < 0:
		items := strings.Split(typed, ",")
		for i, item := range items {
			if item = strings.TrimSpace(item); item == "" || !isData(item) {
				item = render.Scalar(item)
			}
			items[i] = item
		}
		return "[" + strings.Join(items, ", ") + "]"
	}
	return render.Scalar(typed)
}

// isData reports whether a string is JSON, or a YAML list or map in brackets, on one line.
func isData(text string) bool {
	if strings.ContainsAny(text, "\r\n\t") {
		return false
	}
	if _, err := value.ParseWholeJSON(text); err == nil {
		return true
	}
	doc := yamltree.Parse(source.NewFile("", text), yamltree.Options{AllDocuments: true, NoReferences: true})
	return strings.IndexByte("[{", text[0]) >= 0 && len(doc.Problems) == 0 && doc.Root.Span.End() == len(text)
}
