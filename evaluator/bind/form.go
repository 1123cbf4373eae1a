package bind

import (
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A FormGroup is a group of fields in the form for a program's inputs.
type FormGroup struct {
	Label, Description string
	Head               bool // its fields select what is evaluated: a stack, a client
	Fields             []*FormField
}

// A Form is the form for a program's inputs, in groups.
type Form []FormGroup

// Choose adds a field to the head of a form, which comes first.
func (f *Form) Choose(field *FormField) {
	if len(*f) == 0 {
		*f = Form{{Head: true}}
	}
	(*f)[0].Fields = append((*f)[0].Fields, field)
}

// Add adds a field to the group with a label.
func (f *Form) Add(label string, field *FormField) {
	for i := range *f {
		if g := &(*f)[i]; g.Label == label && !g.Head {
			g.Fields = append(g.Fields, field)
			return
		}
	}
	*f = append(*f, FormGroup{Label: label, Fields: []*FormField{field}})
}

// An Input is the kind of form control for a value. The zero Input is for strings.
type Input string

// The other kinds of form controls.
const (
	InputNumber  Input = "number"
	InputBoolean Input = "boolean"
	InputList    Input = "list" // of the field's choices, if there are any
	InputData    Input = "data" // JSON, or YAML in brackets
)

// A FormField is one input.
type FormField struct {
	Name        string
	Path        []string // path of keys in inputs.yaml
	Label       string
	Description string
	Type        string // in the dialect's words
	Input       Input
	Default     value.Value // Data is nil if there is none
	Value       value.Value // the current value; failed if there is none
	Cell        *ir.Cell    // the cell with the value; nil if there is none
	Text        bool        // accepts any string as it is; otherwise JSON is parsed
	Optional    bool        // the program works without it
	Secret      bool        // masked while typing
	Wrap        string      // the key under which inputs.yaml has a secret: {secret: v}
	// Around is written together with the value if inputs.yaml lacks the first key of Path.
	// Clearing the field writes the value that Around has at Path.
	Around      []FormText
	Immutable   bool // must not change once deployed
	Tags        []string
	Constraints []FormConstraint
	NameAt      source.Span // where it is declared, if known
}

// Field returns a field for a value at a path of inputs.yaml; its name is the last key.
func Field(path []string, v value.Value, c *ir.Cell, nameAt source.Span) *FormField {
	name := path[len(path)-1]
	return &FormField{Name: name, Label: name, Path: path, Value: v, Cell: c, NameAt: nameAt}
}

// Choice returns a field for the head of a form: a key of inputs.yaml that takes one of some
// names, or any string if there are none.
func Choice(key, label, otherwise string, names ...string) *FormField {
	f := Field([]string{key}, value.Value{}, nil, source.Span{})
	f.Label, f.Text, f.Default = label, true, value.Str(otherwise)
	if len(names) > 0 {
		f.Constraints = []FormConstraint{{}}
	}
	for _, name := range names {
		f.Constraints[0].Choices = append(f.Constraints[0].Choices, value.Str(name))
	}
	return f
}

// A FormText is a string at a path of inputs.yaml.
type FormText struct {
	Path []string
	Text string
}

// A FormConstraint is a rule for a value. Fields that its kind does not need are empty.
type FormConstraint struct {
	Kind         string // in the dialect's words
	Text         string // the message if it is violated; "" leaves that to the form
	Choices      []value.Value
	Min, Max     value.Value // Data is nil without a bound
	Step, Offset int
	Pattern      string
	Name         string // name of a rule that only the dialect can check
}
