package bind

import (
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A FormGroup is a part of the form that asks for a program's inputs, in order.
type FormGroup struct {
	Label, Description string
	Head               bool // its fields choose what is evaluated: a stack, a client
	Fields             []*FormField
}

// A Form asks for a program's inputs, in groups.
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

// An Input is how a value is typed. The zero one is for texts.
type Input string

// The other ways of typing.
const (
	InputNumber  Input = "number"
	InputBoolean Input = "boolean"
	InputList    Input = "list" // of its choices, if there are any
	InputData    Input = "data" // JSON, or YAML in brackets
)

// A FormField is one input.
type FormField struct {
	Name        string
	Path        []string // keys in inputs.yaml
	Label       string
	Description string
	Type        string // in the dialect's words
	Input       Input
	Default     value.Value // Data is nil when there is none
	Value       value.Value // what it has now; failed when it has none
	Cell        *ir.Cell    // whose value it is; nil when of none
	Text        bool        // it takes any text as it is; else JSON is what it stands for
	Optional    bool        // the program goes on without it
	Secret      bool        // to be typed unseen
	Wrap        string      // the key under which inputs.yaml has a secret: {secret: v}
	// Around is what is written along as long as inputs.yaml does not have the first key of Path, and
	// the value written at Path when the field is cleared.
	Around      []FormText
	Immutable   bool // may not change once deployed
	Tags        []string
	Constraints []FormConstraint
	NameAt      source.Span // where it is declared, if anywhere
}

// Field makes a field for a value at a path of inputs.yaml; its name is the last key.
func Field(path []string, v value.Value, c *ir.Cell, nameAt source.Span) *FormField {
	name := path[len(path)-1]
	return &FormField{Name: name, Label: name, Path: path, Value: v, Cell: c, NameAt: nameAt}
}

// Choice makes a field for the head of a form: a key of inputs.yaml that takes one of some
// names, or any text when there are none.
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

// A FormText is a text at a path of inputs.yaml.
type FormText struct {
	Path []string
	Text string
}

// A FormConstraint is a rule that a value must keep to. What its kind does not need is empty.
type FormConstraint struct {
	Kind         string // in the dialect's words
	Text         string // what to say when it is broken; "" leaves that to the form
	Choices      []value.Value
	Min, Max     value.Value // Data is nil without a bound
	Step, Offset int
	Pattern      string
	Name         string // of a rule that only the dialect knows
}
