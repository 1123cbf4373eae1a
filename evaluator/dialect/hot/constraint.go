package hot

import (
	"math"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A constraint is a rule for the values of a parameter or property.
type constraint struct {
	kind        string
	span        source.Span
	description string
	min, max    value.Value // of a range or length; Data is nil when there is none
	step        int
	offset      int
	allowed     []value.Value
	name        string // of a custom constraint
	pattern     string
	compiled    *compiled
}

// constraintKinds are the kinds, in the order in which one of several is chosen.
var constraintKinds = []string{"modulo", "range", "length", "allowed_values", "allowed_pattern", "custom_constraint"}

// kindTypes are the types that a kind is for, and Heat's name for the kind.
var kindTypes = map[string]struct {
	name  string
	types string
}{
	"modulo":            {"Modulo", "number"},
	"range":             {"Range", "number"},
	"length":            {"Length", "string comma_delimited_list json"},
	"allowed_values":    {"AllowedValues", "string number boolean comma_delimited_list"},
	"allowed_pattern":   {"AllowedPattern", "string"},
	"custom_constraint": {"CustomConstraint", "string number boolean comma_delimited_list"},
}

// readConstraints reads the list of constraints.
func (p *parameter) readConstraints(n *node) {
	switch {
	case n == nil || n.isNull() || n.isBroken():
		return
	case n.kind != listNode:
		p.stack.schemaShape("constraint-definition", n.span, "constraints must be a list", "Invalid parameter constraints for parameter "+p.name+", expected a list")
		return
	}
	for _, c := range n.items {
		if c.kind == mapNode {
			p.readConstraint(c)
		} else if !c.isBroken() {
			p.stack.schemaShape("constraint-definition", c.span, "a constraint is a mapping", "Invalid parameter constraints, expected a mapping")
		}
	}
}

func (p *parameter) readConstraint(n *node) {
	st := p.stack
	for i := range n.pairs {
		if key := &n.pairs[i]; !has(constraintKinds, key.key) && key.key != "description" {
			st.schemaKey("constraint-definition", key, constraintKinds, "there is no constraint "+written(key.key), "Invalid key '"+key.shown()+"' for parameter constraints")
			return
		}
	}
	var found *pair
	for _, kind := range constraintKinds {
		if kind == "modulo" && st.version < v20170224 {
			continue
		}
		if pr := n.pairOf(kind); pr != nil {
			found = pr
			break
		}
	}
	if found == nil {
		m := mistake{code: "constraint-definition", span: n.span, message: "this holds no constraint", text: "No constraint expressed"}
		if n.pairOf("modulo") != nil {
			m.message, m.fix = "modulo "+needs(v20170224), st.raise(v20170224)
		}
		st.schema(m)
		return
	}
	c := &constraint{kind: found.key, span: found.value.span}
	if d := n.get("description"); d != nil && !d.isNull() {
		c.description = str(d.value())
	}
	if bad := c.define(found.value, st.version); bad != nil {
		if !found.value.isBroken() {
			st.schema(*bad)
		}
		return
	}
	if p.typ != "" && !has(strings.Fields(kindTypes[c.kind].types), p.typ) {
		m := mistake{code: "constraint-type", span: found.keyAt, message: "a parameter of type " + p.typ + " cannot have the constraint " + c.kind}
		if st.owner == nil {
			m.text = "Parameter '" + p.name + "' is invalid: " + kindTypes[c.kind].name + " constraint invalid for " + p.typ
		} else {
			m.text = kindTypes[c.kind].name + " constraint invalid for " + string(propertyTypes[p.typ])
		}
		st.schema(m)
		return
	}
	p.constraints = append(p.constraints, c)
}

// define reads the definition of a constraint.
func (c *constraint) define(n *node, v version) *mistake {
	wrong := func(at *node, message, text string) *mistake {
		return &mistake{code: "constraint-definition", span: at.span, message: message, text: text}
	}
	switch c.kind {
	case "range", "length":
		return c.bounds(n, wrong)
	case "modulo":
		return c.modulo(n, wrong)
	case "allowed_values":
		if n.kind != listNode {
			return wrong(n, "allowed_values must be a list", "AllowedValues must be a list")
		}
		for _, item := range n.items {
			c.allowed = append(c.allowed, item.value())
		}
	case "allowed_pattern":
		text, ok := n.text()
		if !ok {
			return wrong(n, "allowed_pattern must be a text", "AllowedPattern must be a string")
		}
		c.pattern = text
	case "custom_constraint":
		c.name = str(n.value())
	}
	return nil
}

type complain func(at *node, message, text string) *mistake

// keys checks that a definition is a mapping with only the given keys.
func keys(n *node, kind string, known []string, wrong complain) *mistake {
	if n.kind != mapNode {
		return wrong(n, kind+" takes a mapping with "+strings.Join(known, " and "), "Invalid "+kind+" constraint, expected a mapping")
	}
	for i := range n.pairs {
		if key := &n.pairs[i]; !has(known, key.key) {
			return &mistake{code: "constraint-definition", span: key.keyAt, message: kind + " has no key " + written(key.key) + "; its keys are " + strings.Join(known, " and "),
				text: "Invalid key '" + key.shown() + "' for " + kind + " constraint"}
		}
	}
	return nil
}

func (c *constraint) bounds(n *node, wrong complain) *mistake {
	if bad := keys(n, c.kind, []string{"min", "max"}, wrong); bad != nil {
		return bad
	}
	least, most := n.get("min"), n.get("max")
	if (least == nil || least.isNull()) && (most == nil || most.isNull()) {
		return wrong(n, "a "+c.kind+" needs min, max or both", "A "+c.kind+" constraint must have a min value and/or a max value specified.")
	}
	for _, end := range []struct {
		n  *node
		to *value.Value
	}{{least, &c.min}, {most, &c.max}} {
		if end.n == nil || end.n.isNull() {
			continue
		}
		v, bad := toNumber(end.n.value())
		if bad != nil {
			text := "min/max must be numeric"
			if _, isText := end.n.text(); isText {
				text = ""
			}
			return wrong(end.n, "min and max of a "+c.kind+" must be numbers", text)
		}
		if number, _ := numeric(v); c.kind == "length" && isFloat(number) {
			return wrong(end.n, "min and max of a length must be whole numbers", "min/max length must be integral")
		}
		*end.to = v
	}
	return nil
}

func (c *constraint) modulo(n *node, wrong complain) *mistake {
	if bad := keys(n, c.kind, []string{"step", "offset"}, wrong); bad != nil {
		return bad
	}
	step, offset := n.get("step"), n.get("offset")
	if step == nil || step.isNull() || offset == nil || offset.isNull() {
		return wrong(n, "modulo needs step and offset", "A modulo constraint must have a step value and an offset value specified.")
	}
	for _, part := range []struct {
		n  *node
		to *int
	}{{step, &c.step}, {offset, &c.offset}} {
		v, bad := toNumber(part.n.value())
		if bad != nil {
			return wrong(part.n, "step and offset of modulo must be numbers", "step/offset must be numeric")
		}
		i, whole := index(v)
		if n, _ := numeric(v); n.Float() == math.Trunc(n.Float()) && !whole {
			i, whole = int(n.Float()), n.IsFinite()
		}
		if !whole {
			return wrong(part.n, "step and offset of modulo must be whole numbers", "step/offset must be integer")
		}
		*part.to = i
	}
	switch {
	case c.step == 0:
		return wrong(step, "the step of modulo cannot be 0", "step cannot be 0.")
	case max(c.offset, -c.offset) >= max(c.step, -c.step):
		return wrong(offset, "the offset of modulo must be smaller than its step, signs aside", "offset must be smaller (by absolute value) than step.")
	case c.step > 0 && c.offset < 0 || c.step < 0 && c.offset > 0:
		return wrong(offset, "step and offset of modulo must have the same sign", "step and offset must be both positive or both negative.")
	}
	return nil
}

// violated returns what the first broken constraint says about a value, as it was given
// and converted. Custom constraints look at values, not at defaults that are not used.
func (p *parameter) violated(given, v value.Value, isGiven, custom bool) *invalid {
	for _, c := range p.constraints {
		if c.kind == "custom_constraint" && !custom {
			continue
		}
		typ := p.typ
		if !custom && typ == "json" {
			typ = "string" // Heat has not read the text of a default yet
		} else if !custom && given.Data == value.String("") && typ == "comma_delimited_list" {
			v = value.ListOf(given) // nor found that it is empty
		}
		if bad := c.check(p.stack, typ, given, v); bad != nil {
			return bad
		}
	}
	return nil
}

// check holds a value against a constraint. A description replaces the text,
// unless they cannot be compared.
func (c *constraint) check(st *stack, typ string, given, v value.Value) *invalid {
	if bad := c.uncomparable(typ, given, v); bad != nil {
		if c.description != "" {
			bad.message = c.description // which Heat does not show here
		}
		return bad
	}
	bad := c.broken(st, typ, given, v)
	if bad != nil && c.description != "" {
		return &invalid{c.description, c.description}
	}
	return bad
}

// measured returns the value whose length counts: of a text Heat looks at what was given.
func measured(typ string, given, v value.Value) value.Value {
	if typ == "string" {
		return given
	}
	return v
}

// uncomparable says why a value cannot be held against a constraint at all.
func (c *constraint) uncomparable(typ string, given, v value.Value) *invalid {
	if looked := measured(typ, given, v); c.kind == "length" {
		if _, ok := length(looked); !ok {
			return &invalid{noun(looked) + " has no length; put it in quotes", "object of type '" + typeName(looked) + "' has no len()"}
		}
	}
	if c.kind == "allowed_values" && v.List() == nil {
		for _, a := range c.allowed {
			if _, bad := (&parameter{typ: typ}).convert(a); bad != nil {
				return &invalid{"of the allowed values, " + diag.Any(repr(a)) + " is no " + typ, notOfType(a, typ)}
			}
		}
	}
	return nil
}

func (c *constraint) broken(st *stack, typ string, given, v value.Value) *invalid {
	switch c.kind {
	case "range":
		return c.outOfRange(v, str(given), "")
	case "length":
		n, _ := length(measured(typ, given, v))
		return c.outOfRange(value.Int(n), itoa(n), "length")
	case "modulo":
		if !c.isMultiple(v) {
			of := " of " + itoa(c.step) + " with an offset of " + itoa(c.offset)
			return &invalid{diag.Any(str(given)) + " is no multiple" + of, diag.Any(str(given)) + " is not a multiple" + of}
		}
	case "allowed_values":
		return c.notAllowed(typ, given, v)
	case "allowed_pattern":
		return c.matches(st, given)
	case "custom_constraint":
		if v.List() == nil {
			v = given
		}
		return st.b.custom(c.name, v)
	}
	return nil
}

func (c *constraint) outOfRange(v value.Value, shown, what string) *invalid {
	n, _ := numeric(v)
	if (c.min.Data == nil || !less(n, c.min)) && (c.max.Data == nil || !lessThan(c.max, n)) {
		return nil
	}
	bounds := "(min: " + bound(c.min) + ", max: " + bound(c.max) + ")"
	if what != "" {
		return &invalid{"the length " + shown + " is outside the bounds " + bounds, "length (" + shown + ") is out of range " + bounds}
	}
	return &invalid{shown + " is outside the bounds " + bounds, shown + " is out of range " + bounds}
}

func bound(v value.Value) string {
	if v.Data == nil {
		return "None"
	}
	return str(v)
}

func less(n value.Number, v value.Value) bool {
	m, _ := numeric(v)
	return compare(n, m) < 0
}

func lessThan(v value.Value, n value.Number) bool {
	m, _ := numeric(v)
	return compare(m, n) < 0
}

// compare orders two numbers, whole ones of any size exactly.
func compare(a, b value.Number) int {
	if isFloat(a) || isFloat(b) {
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
	order := len(x) - len(y)
	if order == 0 {
		order = strings.Compare(x, y)
	}
	if minusX {
		return -order
	}
	return order
}

// length is Python's len.
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

func (c *constraint) isMultiple(v value.Value) bool {
	n, _ := numeric(v)
	if isFloat(n) {
		f := n.Float()
		whole := float64(int64(f))
		return whole == f && (int64(f)-int64(c.offset))%int64(c.step) == 0
	}
	return (remainder(string(n), c.step)-c.offset)%c.step == 0
}

// remainder divides a whole number of any size.
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

func (c *constraint) notAllowed(typ string, given, v value.Value) *invalid {
	shown := given
	ok := false
	if l := v.List(); l != nil {
		shown, ok = v, true
		for _, item := range l.Items {
			ok = ok && contains(c.allowed, item)
		}
	} else {
		for _, a := range c.allowed {
			to, _ := (&parameter{typ: typ}).convert(a)
			ok = ok || equal(to, v)
		}
	}
	if ok {
		return nil
	}
	dumps := func(v value.Value) string { return value.JSON(v, ownOrder) }
	list := dumps(value.ListOf(c.allowed...))
	message := diag.Any(dumps(shown)) + " is not one of " + list
	if s, isText := v.Text(); isText {
		var names []string
		for _, a := range c.allowed {
			names = append(names, str(a))
		}
		message += diag.DidYouMean(s, names)
	}
	return &invalid{message, diag.Any(dumps(shown)) + " is not an allowed value " + list}
}
