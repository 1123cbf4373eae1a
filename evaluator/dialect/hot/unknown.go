package hot

import (
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// Values that only a deployment knows, and that inputs.yaml may supply, are recorded when they are
// used; so the list contains the values that the evaluation needed. finish reports it.

// A want is a use of a value that only a deployment knows, in a cell.
type want struct {
	call    *ir.Call
	at      source.Span // of the call
	path    []string    // of the value in inputs.yaml
	value   value.Value // what the use gets; without Data if that depends on the path that the template takes
	unknown *bind.Unknown
}

// A wanted has the uses of unknown values in a cell, in order. In an update, before has those of the last evaluation.
type wanted struct{ before, now []want }

// wantedIn returns the uses in a cell, which may be nil outside of evaluations.
func (b *binder) wantedIn(c *ir.Cell) *wanted {
	if c == nil {
		return &wanted{}
	}
	if missing := int(c.ID) + 1 - len(b.wants); missing > 0 {
		b.wants = append(b.wants, make([]wanted, missing)...)
	}
	return &b.wants[c.ID]
}

// again returns the use that is at the same place in the last evaluation if it is of the same value, otherwise nil.
func (w *wanted) again(call *ir.Call, section, key, attribute string) *want {
	if len(w.now) >= len(w.before) {
		return nil
	}
	was := &w.before[len(w.now)]
	if was.call != call || was.value.Data == nil || was.path[0] != section || was.path[1] != key {
		return nil
	}
	if named := len(was.path) > 2; named != (attribute != "") || named && was.path[2] != attribute {
		return nil
	}
	return was
}

// want records that inputs.yaml supplies or could supply a value, and returns the unknown for it.
// section is attributes or ids. attribute is "" for all attributes, and path contains the steps
// that the template takes into the attribute. running is the call that needs the value.
func (r *resource) want(running *run, section, attribute string, path []value.Value) value.Value {
	if r.cell.Hidden { // only inputs.yaml can supply it, since the page must not show the key
		return value.NotKnown("the members of " + r.shown().key())
	}
	key := r.key()
	b, at, wanted := r.stack.b, running.call.Span, r.stack.b.wantedIn(running.Cell())
	if was := wanted.again(running.call, section, key, attribute); was != nil && len(path) == 0 {
		again := *was
		again.at, again.unknown = at, nil
		wanted.now = append(wanted.now, again)
		return was.value
	}
	var u bind.Unknown
	keys := 2
	switch {
	case section == "ids":
		u.Label, u.Type = "the id of "+key, "string"
	case attribute == "":
		u.Label = "the " + section + " of " + key
	default:
		keys, u.Label = 3, string(value.Path(key).Key(attribute))
		if d := r.kind.declared; d != nil {
			if a := d.AttributeNamed(attribute); a != nil {
				u.Type = a.Type
			}
		}
	}
	// The reason names the exact part, so that the page can tell which parts of the value are
	// needed.
	why := u.Label
	for _, step := range path {
		if text, ok := step.Text(); ok {
			why = value.ExtendReason(why, value.Path("").Key(text))
		} else if n, ok := step.Data.(value.Number); ok {
			why = value.ExtendReason(why, "["+value.Path(n)+"]")
		}
	}
	texts := []string{section, key, attribute, u.Label}
	u.Path, u.Why, u.Used = texts[:keys:keys], texts[3:], []source.Span{at}
	w, v := want{call: running.call, at: at, path: u.Path}, value.NotKnown(why)
	if len(path) == 0 {
		w.value = v
	}
	if b.updating == nil {
		w.unknown = b.unknowns.Add(u)
	}
	wanted.now = append(wanted.now, w)
	return v
}

// shown returns the innermost resource around r that the graph shows: r, or a group with a secret size.
func (r *resource) shown() *resource {
	for r.cell.Hidden {
		r = r.stack.owner
	}
	return r
}

// ask records a parameter of the root that has no default. given is the value that is used instead,
// if any: the page asks only for missing ones.
func (p *parameter) ask(given value.Value) {
	if p.fallback != nil || p.typ == "" {
		return
	}
	p.stack.b.unknowns.Add(bind.Unknown{Path: []string{"parameters", p.name}, Label: p.name, Type: p.typ,
		Sample: p.sample(), Secret: p.hidden,
		Required: true, Given: given.Data != nil, Used: []source.Span{p.nameAt},
		Problems: []bind.ProblemRef{{At: p.nameAt, Code: "parameter-missing"}}})
}

// A pseudo is the Data of a call that returns a pseudo parameter.
type pseudo struct {
	stack *stack
	name  string
}

// pseudoParameter returns the root's value from inputs.yaml, and unknown for nested stacks. In
// inputs.yaml, OS::stack_name is the key name of stack, OS::stack_id is id and OS::project_id is
// project_id.
var pseudoParameter = &ir.Func{Name: "parameter", Lazy: func(_ ir.Frame, c *ir.Call) value.Value {
	p := c.Data.(*pseudo)
	if p.stack.owner != nil {
		return value.NotKnown(p.name + " of the stack in " + p.stack.owner.shown().key())
	}
	key := strings.TrimPrefix(strings.TrimPrefix(p.name, "OS::"), "stack_")
	p.stack.b.unknowns.Add(bind.Unknown{Why: []string{p.name}, Path: []string{"stack", key}, Label: p.name,
		Type: "string"})
	if v, ok := p.stack.b.stack.Get(key); ok && !v.IsNull() {
		return value.Str(python.Str(v)).At(v.Origin).With(value.Mocked)
	}
	return value.NotKnown(p.name)
}}
