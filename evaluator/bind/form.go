package bind

import (
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A FormGroup is a part of the form that asks for a program's inputs, in order.
type FormGroup struct {
	Label, Description string
	Fields             []FormField
}

// A FormField is one input.
type FormField struct {
	Name        string
	Path        []string // keys in inputs.yaml
	Label       string
	Description string
	Type        string      // in the dialect's words
	Default     value.Value // Data is nil when there is none
	Value       value.Value // what it has now; failed when it has none
	Text        bool        // it takes any text as it is; else JSON is what it stands for
	Secret      bool        // to be typed unseen
	Immutable   bool        // may not change once deployed
	Tags        []string
	Constraints []FormConstraint
	NameAt      source.Span // where it is declared
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
