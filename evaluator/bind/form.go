package bind

import (
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A FormGroup is a group of fields in the form for a program's inputs.
type FormGroup struct {
	Label, Description string
	Head               bool // its fields choose what to evaluate: a stack, a client
	Fields             []*FormField
}

// A Form is the form for a program's inputs, in groups.
type Form []FormGroup

// Choose adds a field to the head group of a form, which is the first group.
func (f *Form) Choose(field *FormField) {
	if len(*f) == 0 {
		*f = Form{{Head: true}}
	}
	(*f)[0].Fields = append((*f)[0].Fields, field)
}

// Add adds a field to the group with the given label, creating the group if necessary.
func (f *Form) Add(label string, field *FormField) {
	for i := range *f {
		if g := &(*f)[i]; g.Label == label && !g.Head {
			g.Fields = append(g.Fields, field)
			return
		}
	}
	*f = append(*f, FormGroup{Label: label, Fields: []*FormField{field}})
}

// An Input is the kind of form control for a value. The zero Input is a control for strings.
type Input string

// The other kinds of form controls.
const (
	InputNumber  Input = "number"
	InputBoolean Input = "boolean"
	InputList    Input = "list" // a list, whose items are among the field's choices if it has any
	InputData    Input = "data" // JSON, or YAML in flow style
)

// A FormField is one input.
type FormField struct {
	Name        string
	Path        []string // path of keys in inputs.yaml
	Label       string
	Description string
	Type        string // in the dialect's words
	Input       Input
	Default     value.Value // Data is nil if the input has no default
	Value       value.Value // the current value; failed if the input has no value
	Cell        *ir.Cell    // the cell with the value; nil if no cell has it
	Text        bool        // what the user types is always a string; otherwise it may be JSON
	Optional    bool        // the program works without the input
	Secret      bool        // masked while typing
	Wrap        string      // the key under which inputs.yaml contains a secret: {secret: v}
	// Around is written together with the value if inputs.yaml lacks the first key of Path.
	// Clearing the field restores the value that Around has at Path.
	Around      []FormText
	Immutable   bool // must not change once deployed
	Tags        []string
	Constraints []FormConstraint
	NameAt      source.Span // where the input is declared, if known
}

// Field returns a field for a value at a path of inputs.yaml. Its name and label are the last key.
func Field(path []string, v value.Value, c *ir.Cell, nameAt source.Span) *FormField {
	name := path[len(path)-1]
	return &FormField{Name: name, Label: name, Path: path, Value: v, Cell: c, NameAt: nameAt}
}

// Choice returns a field for the head of a form: a key of inputs.yaml whose value is one of names,
// or any string if names is empty. The default is otherwise.
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

// A FormConstraint is a rule for a value. Fields that its kind does not need are zero.
type FormConstraint struct {
	Kind         string // in the dialect's words
	Text         string // the rule in the author's words; if "", the form describes it
	Choices      []value.Value
	Min, Max     value.Value // Data is nil if there is no bound
	Step, Offset int         // the value minus Offset is a multiple of Step, unless Step is 0
	Pattern      string
	Name         string // name of a rule that only the dialect can check
}
