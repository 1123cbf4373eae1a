// Package constraint implements the types of parameters and the constraints on their values,
// which also apply to properties of resources (4.2, 4.3).
//
// Convert converts a value to a type (convert.go). A Constraint comes from a template or from a
// property's schema, and checks values (constraint.go). custom.go has the custom constraints;
// cron.go, dnsname.go, isotime.go, network.go and zones.go check those that need no cloud.
package constraint

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A Constraint is a rule for the values of a parameter or property. Kind determines which other
// fields are used. Span is the position of the definition, zero in the schema of a type.
type Constraint struct {
	Kind        string
	Span        source.Span
	Description string
	Min, Max    value.Value // bounds of a range or length; Data is nil if there is none
	Step        int
	Offset      int
	Allowed     []value.Value
	Name        string // name of a custom constraint
	Pattern     string
	compiled    *compiled
}

// Kinds are the kinds of constraints. If a definition has several, the first in this order
// is used.
var Kinds = []string{"modulo", "range", "length", "allowed_values", "allowed_pattern", "custom_constraint"}

// KindTypes maps a kind to Heat's name for it and the parameter types that it applies to. The name
// begins Heat's message for a constraint on a type that it does not apply to (4.3).
var KindTypes = map[string]struct {
	Name  string
	Types string
}{
	"modulo":            {"Modulo", "number"},
	"range":             {"Range", "number"},
	"length":            {"Length", "string comma_delimited_list json"},
	"allowed_values":    {"AllowedValues", "string number boolean comma_delimited_list"},
	"allowed_pattern":   {"AllowedPattern", "string"},
	"custom_constraint": {"CustomConstraint", "string number boolean comma_delimited_list"},
}

// OneOf returns a constraint that allows the given words.
func OneOf(list string) []*Constraint {
	c := &Constraint{Kind: "allowed_values"}
	for _, w := range strings.Fields(list) {
		c.Allowed = append(c.Allowed, value.Str(w))
	}
	return []*Constraint{c}
}

// Between returns a constraint for numbers from low to high, without an upper bound if high
// is less than low.
func Between(low, high int) []*Constraint {
	c := &Constraint{Kind: "range", Min: value.Int(low)}
	if high >= low {
		c.Max = value.Int(high)
	}
	return []*Constraint{c}
}

// A DefinitionError is an error in the definition of a constraint. Text is "" where Heat fails
// with a Python error.
type DefinitionError struct {
	At            source.Span
	Message, Text string
}

// wrongAt returns an error at a node.
func wrongAt(at *python.Node, message, text string) *DefinitionError {
	return &DefinitionError{at.Span, message, text}
}

// A Host connects checks to the evaluation.
type Host struct {
	Answers *value.Object      // answers of inputs.yaml for custom constraints, by name
	Report  func(diag.Problem) // receives hints
}

// Define reads the definition of a constraint. It looks only at the form; the caller checks whether
// the kind applies to the type.
func (c *Constraint) Define(n *python.Node) *DefinitionError {
	switch c.Kind {
	case "range", "length":
		return c.bounds(n)
	case "modulo":
		return c.modulo(n)
	case "allowed_values":
		if n.Kind != python.List {
			return wrongAt(n, "allowed_values must be a list", "AllowedValues must be a list")
		}
		for _, item := range n.Items {
			c.Allowed = append(c.Allowed, item.Value())
		}
	case "allowed_pattern":
		text, ok := n.Text()
		if !ok {
			return wrongAt(n, "allowed_pattern must be a string", "AllowedPattern must be a string")
		}
		c.Pattern = text
	case "custom_constraint":
		c.Name = python.Str(n.Value())
	}
	return nil
}

// keys checks that a definition is a mapping with only the given keys.
func keys(n *python.Node, kind string, known []string) *DefinitionError {
	if n.Kind != python.Map {
		return wrongAt(n, kind+" takes a mapping with "+strings.Join(known, " and "),
			"Invalid "+kind+" constraint, expected a mapping")
	}
	for i := range n.Pairs {
		if key := &n.Pairs[i]; !slices.Contains(known, key.Key) {
			return &DefinitionError{At: key.KeyAt, Message: kind + " has no key " + diag.Constant(`"`+key.Key+`"`) +
				"; its keys are " + strings.Join(known, " and "),
				Text: "Invalid key '" + key.Shown() + "' for " + kind + " constraint"}
		}
	}
	return nil
}

// bounds reads the bounds of a range or a length. Null counts as a missing bound. Numbers may be
// written as strings.
func (c *Constraint) bounds(n *python.Node) *DefinitionError {
	if bad := keys(n, c.Kind, []string{"min", "max"}); bad != nil {
		return bad
	}
	least, most := n.Get("min"), n.Get("max")
	if (least == nil || least.IsNull()) && (most == nil || most.IsNull()) {
		return wrongAt(n, "a "+c.Kind+" needs min, max or both",
			"A "+c.Kind+" constraint must have a min value and/or a max value specified.")
	}
	for _, end := range []struct {
		n  *python.Node
		to *value.Value
	}{{least, &c.Min}, {most, &c.Max}} {
		if end.n == nil || end.n.IsNull() {
			continue
		}
		v, bad := ToNumber(end.n.Value())
		if bad != nil {
			// Heat fails with a Python error on a string that is not a number, so there is no text.
			text := "min/max must be numeric"
			if _, isText := end.n.Text(); isText {
				text = ""
			}
			return wrongAt(end.n, "min and max of a "+c.Kind+" must be numbers", text)
		}
		if number, _ := python.Numeric(v); c.Kind == "length" && python.IsFloat(number) {
			return wrongAt(end.n, "min and max of a length must be integers", "min/max length must be integral")
		}
		*end.to = v
	}
	return nil
}

// modulo reads step and offset. Both are required, and must be whole, though 2.0 counts as whole
// (4.3).
func (c *Constraint) modulo(n *python.Node) *DefinitionError {
	if bad := keys(n, c.Kind, []string{"step", "offset"}); bad != nil {
		return bad
	}
	step, offset := n.Get("step"), n.Get("offset")
	if step == nil || step.IsNull() || offset == nil || offset.IsNull() {
		return wrongAt(n, "modulo needs step and offset",
			"A modulo constraint must have a step value and an offset value specified.")
	}
	for _, part := range []struct {
		n  *python.Node
		to *int
	}{{step, &c.Step}, {offset, &c.Offset}} {
		v, bad := ToNumber(part.n.Value())
		if bad != nil {
			return wrongAt(part.n, "step and offset of modulo must be numbers", "step/offset must be numeric")
		}
		i, whole := python.Index(v)
		if n, _ := python.Numeric(v); n.Float() == math.Trunc(n.Float()) && !whole {
			i, whole = int(n.Float()), n.IsFinite()
		}
		if !whole {
			return wrongAt(part.n, "step and offset of modulo must be integers", "step/offset must be integer")
		}
		*part.to = i
	}
	switch {
	case c.Step == 0:
		return wrongAt(step, "the step of modulo cannot be 0", "step cannot be 0.")
	case max(c.Offset, -c.Offset) >= max(c.Step, -c.Step):
		return wrongAt(offset, "the offset of modulo must be smaller than its step, ignoring signs",
			"offset must be smaller (by absolute value) than step.")
	case c.Step > 0 && c.Offset < 0 || c.Step < 0 && c.Offset > 0:
		return wrongAt(offset, "step and offset of modulo must have the same sign",
			"step and offset must be both positive or both negative.")
	}
	return nil
}

// Check checks a value against a constraint, and returns nil if it is valid. A description replaces
// Heat's message, unless the value cannot be compared. typ is the type of the parameter, given the
// value before its conversion and v after it.
func (c *Constraint) Check(h Host, typ string, given, v value.Value) *Invalid {
	if bad := c.Uncomparable(typ, given, v); bad != nil {
		if c.Description != "" {
			bad.Message = c.Description // only our message: Heat does not show the description here
		}
		return bad
	}
	bad := c.broken(h, typ, given, v)
	if bad != nil && c.Description != "" {
		return &Invalid{c.Description, c.Description}
	}
	return bad
}

// measured returns the value whose length is checked: for strings, Heat measures the value before
// conversion.
func measured(typ string, given, v value.Value) value.Value {
	if typ == "string" {
		return given
	}
	return v
}

// Uncomparable reports why a value cannot be checked against a constraint at all. Heat's text is
// then about the failed comparison rather than the constraint.
func (c *Constraint) Uncomparable(typ string, given, v value.Value) *Invalid {
	if looked := measured(typ, given, v); c.Kind == "length" {
		if _, ok := length(looked); !ok {
			return &Invalid{python.Noun(looked) + " has no length; put it in quotes",
				"object of type '" + python.TypeName(looked) + "' has no len()"}
		}
	}
	if c.Kind == "allowed_values" && v.List() == nil && given.List() == nil {
		for _, a := range c.Allowed {
			if _, bad := Convert(typ, a); bad != nil {
				return &Invalid{"the allowed value " + diag.Any(python.Repr(a)) + " is not a " + typ,
					NotOfType(a, typ)}
			}
		}
	}
	return nil
}

// broken returns the violation of the constraint by a value that can be compared, or nil if there is
// none.
func (c *Constraint) broken(h Host, typ string, given, v value.Value) *Invalid {
	switch c.Kind {
	case "range":
		return c.outOfRange(v, python.Str(given), false)
	case "length":
		n, _ := length(measured(typ, given, v))
		return c.outOfRange(value.Int(n), strconv.Itoa(n), true)
	case "modulo":
		if !c.isMultiple(v) {
			of := " of " + strconv.Itoa(c.Step) + " with an offset of " + strconv.Itoa(c.Offset)
			return &Invalid{diag.Any(python.Str(given)) + " is not a multiple" + of,
				diag.Any(python.Str(given)) + " is not a multiple" + of}
		}
	case "allowed_values":
		return c.notAllowed(typ, given, v)
	case "allowed_pattern":
		return c.matches(h, given)
	case "custom_constraint":
		// A list is checked as converted, anything else as given.
		if v.List() == nil {
			v = given
		}
		return h.custom(c.Name, v)
	}
	return nil
}

// outOfRange returns a problem if v is outside the inclusive bounds, otherwise nil. shown is v as the
// message writes it.
func (c *Constraint) outOfRange(v value.Value, shown string, isLength bool) *Invalid {
	n, _ := python.Numeric(v)
	if (c.Min.Data == nil || !less(n, c.Min)) && (c.Max.Data == nil || !lessThan(c.Max, n)) {
		return nil
	}
	bounds := "(min: " + bound(c.Min) + ", max: " + bound(c.Max) + ")"
	if isLength {
		return &Invalid{"the length " + shown + " is outside the bounds " + bounds,
			"length (" + shown + ") is out of range " + bounds}
	}
	return &Invalid{shown + " is outside the bounds " + bounds, shown + " is out of range " + bounds}
}

// bound writes a bound as Heat does: None if it is missing.
func bound(v value.Value) string {
	if v.Data == nil {
		return "None"
	}
	return python.Str(v)
}

// less reports whether n is less than v.
func less(n value.Number, v value.Value) bool {
	m, _ := python.Numeric(v)
	return compare(n, m) < 0
}

// lessThan reports whether v is less than n.
func lessThan(v value.Value, n value.Number) bool {
	m, _ := python.Numeric(v)
	return compare(m, n) < 0
}

// compare compares two numbers. Whole numbers of any size compare exactly.
func compare(a, b value.Number) int {
	if python.IsFloat(a) || python.IsFloat(b) {
		x, y := a.Float(), b.Float()
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	}
	x, minusX := strings.CutPrefix(string(a), "-")
	y, minusY := strings.CutPrefix(string(b), "-")
	if minusX != minusY {
		if minusX {
			return -1
		}
		return 1
	}
	// Without leading zeros, more digits mean a larger number.
	order := len(x) - len(y)
	if order == 0 {
		order = strings.Compare(x, y)
	}
	if minusX {
		return -order
	}
	return order
}

// length returns what Python's len returns for a value, or false if Python's len refuses the value.
func length(v value.Value) (int, bool) {
	switch d := v.Data.(type) {
	case value.String:
		return len([]rune(string(d))), true
	case *value.List:
		return len(d.Items), true
	case *value.Object:
		return len(d.Fields), true
	}
	return 0, false
}

// isMultiple reports whether a number is a multiple of the step, plus the offset. A float must be
// whole.
func (c *Constraint) isMultiple(v value.Value) bool {
	n, _ := python.Numeric(v)
	if python.IsFloat(n) {
		f := n.Float()
		whole := float64(int64(f))
		return whole == f && (int64(f)-int64(c.Offset))%int64(c.Step) == 0
	}
	return (remainder(string(n), c.Step)-c.Offset)%c.Step == 0
}

// remainder returns the remainder of dividing a whole number of any size, given by its digits.
func remainder(digits string, by int) int {
	digits, negative := strings.CutPrefix(digits, "-")
	r := 0
	for i := range len(digits) {
		r = (r*10 + int(digits[i]-'0')) % by
	}
	if negative {
		return -r
	}
	return r
}

// notAllowed compares a value with the allowed ones, which are converted to its type. Each element
// of a list must be allowed; Heat compares the elements without converting anything (4.3).
func (c *Constraint) notAllowed(typ string, given, v value.Value) *Invalid {
	shown, list := given, v.List()
	if list != nil {
		shown = v
	} else {
		list = given.List() // a list given for a string parameter, which Heat compares unconverted
	}
	ok := list != nil
	if list != nil {
		for _, item := range list.Items {
			ok = ok && python.Contains(c.Allowed, item)
		}
	} else {
		for _, a := range c.Allowed {
			to, _ := Convert(typ, a)
			ok = ok || python.Equal(to, v)
		}
	}
	if ok {
		return nil
	}
	// Heat writes both as JSON, with keys in their own order.
	dumps := func(v value.Value) string { return value.JSON(v, python.OwnOrder) }
	allowed := dumps(value.ListOf(c.Allowed...))
	message := diag.Any(dumps(shown)) + " is not one of " + allowed
	if s, isText := v.Text(); isText {
		var names []string
		for _, a := range c.Allowed {
			names = append(names, python.Str(a))
		}
		message += diag.Guess(diag.DidYouMean(s, names))
	}
	return &Invalid{message, diag.Any(dumps(shown)) + " is not an allowed value " + allowed}
}

// Describe describes the values that a constraint allows. It is for the page: Heat has no such
// text.
func (c *Constraint) Describe() string {
	switch c.Kind {
	case "range", "length":
		return strings.ToUpper(c.Kind[:1]) + c.Kind[1:] + ": " + strings.Trim(bound(c.Min)+" to "+bound(c.Max), " ")
	case "modulo":
		return "A multiple of " + strconv.Itoa(c.Step) + ", plus " + strconv.Itoa(c.Offset)
	case "allowed_values":
		return "One of " + value.JSON(value.ListOf(c.Allowed...), python.OwnOrder)
	case "allowed_pattern":
		return "Pattern: " + c.Pattern
	}
	if words := constraintWords[c.Name]; words != "" {
		return "The value is " + words + "."
	}
	return "It names an object in the cloud (" + c.Name + "), so only the cloud can check it."
}
