package pulumi

import (
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// semantics returns the rules of evaluation (4.4, 4.5, 8). Settle makes the value of a reference
// secret as a whole if a part of it is.
func (b *binder) semantics() *ir.Semantics {
	return &ir.Semantics{
		Text:   b.textOf,
		Access: b.access,
		Settle: func(r *ir.Ref, v value.Value) value.Value { return v.With(v.Summary() & value.Secret) },
		Cycle:  cycle,
		Key: func(f ir.Frame, v value.Value, at source.Span) (string, bool) {
			if s, ok := v.Text(); ok {
				return s, true
			}
			f.Report(diag.Errorf(at, "key-type", "a key must be a string, not %s", aKind(v)).
				WithReference("object key must evaluate to a string, not a string"))
			return "", false
		},
	}
}

// cycle returns the problem of a cell that needs its own value, at the reference that closes the
// cycle. The message names the cells along the cycle, unlike the original's (8).
func cycle(c *ir.Cell, at ir.Node, path []*ir.Cell) *diag.Problem {
	const most = 8
	var names []string
	for i, p := range path {
		if i == most && len(path) > most+1 {
			names = append(names, "... ("+itoa(len(path)-i)+" more)")
			break
		}
		names = append(names, p.Label)
	}
	span := c.NameAt
	if at != nil {
		span = at.Info().Span
	}
	p := diag.Errorf(span, "cycle", "%s %s depends on itself: %s", c.Kind, c.Label,
		strings.Join(append(names, c.Label), " -> ")).
		WithReference("circular dependency of %s '%s' transitively on itself", c.Kind, c.Label)
	return &p
}

// textOf renders a value inside an interpolation as Go's %v does, and warns if the output is
// unexpected (0.b).
func (b *binder) textOf(f ir.Frame, v value.Value, at source.Span) (string, bool) {
	text := goText(v)
	if advice := printedFormHint(v, text); advice != "" {
		f.Report(diag.Warnf(at, "hint-rendering", "%s", advice))
	}
	return text, true
}

// printedFormHint returns advice about a value whose printed form is unexpected, or "" if it is not. text is that
// form. Numbers are unexpected only with an exponent (0.b).
func printedFormHint(v value.Value, text string) string {
	switch d := v.Data.(type) {
	case value.Null:
		return "null is printed as <nil> here; add a default value or omit the reference"
	case value.Number:
		if strings.Contains(text, "e") {
			return "this number is printed as " + text + "; put it in quotes where it is defined, or use fn::toJSON"
		}
	case *value.List:
		return "a list is printed as " + short(text, v) + " here; use fn::join or fn::toJSON"
	case *value.Object:
		return "a mapping is printed as " + short(text, v) + " here; use fn::toJSON"
	case *value.Tagged:
		if d.Tag == "$resource" {
			return "a whole resource is printed here; use one of its outputs, for example .id"
		}
		return "a whole asset is printed here; use it alone as the value of a property"
	}
	return ""
}

// short truncates a long string and hides a secret one.
func short(text string, v value.Value) string {
	const most = 40
	if v.HasSecret() {
		if v.List() != nil {
			return "[...]"
		}
		return "map[...]"
	}
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "..."
	}
	return text
}

// goText renders a value as Go's %v renders the original's representation: [1 two] or map[a:1] (4.5). For a
// resource, it returns the URN, since the original prints memory addresses.
func goText(v value.Value) string {
	switch d := v.Data.(type) {
	case nil, value.Null:
		return "<nil>"
	case value.Bool:
		return strconv.FormatBool(bool(d))
	case value.Number:
		return goNumber(d)
	case value.String:
		return string(d)
	case *value.List:
		parts := make([]string, len(d.Items))
		for i, c := range d.Items {
			parts[i] = goText(c)
		}
		return "[" + strings.Join(parts, " ") + "]"
	case *value.Object:
		fields := value.Sorted(d.Fields)
		parts := make([]string, len(fields))
		for i := range fields {
			parts[i] = fields[i].Key + ":" + goText(fields[i].Value)
		}
		return "map[" + strings.Join(parts, " ") + "]"
	case *value.Tagged:
		if r, ok := d.Handle.(*resource); ok {
			return r.urn()
		}
		return assetText(d)
	}
	return ""
}

// assetText renders an asset or an archive as Go prints the original's struct (4.5).
func assetText(d *value.Tagged) string {
	body, _ := d.Body.Data.(*value.Object)
	part := func(name string) string {
		if body == nil {
			return ""
		}
		v, _ := body.Get(name)
		if v.Data == nil {
			return ""
		}
		return goText(v)
	}
	if d.Tag == "$asset" {
		return "&{" + part("path") + " " + part("text") + " " + part("uri") + " false}"
	}
	assets := part("assets")
	if assets == "" {
		assets = "map[]"
	}
	return "&{" + assets + " " + part("path") + " " + part("uri") + " false}"
}

// goNumber returns Go's shortest form of a float64: with an exponent from 1e6 on, as the original
// prints it, and below 1e-4.
func goNumber(n value.Number) string {
	return strconv.FormatFloat(n.Float(), 'g', -1, 64)
}

// access reads one step of a path at run time (4.4).
func (b *binder) access(f ir.Frame, r *ir.Ref, v value.Value, s ir.Step) value.Value {
	marks := v.Marks & (value.Secret | value.Mocked)
	switch {
	case v.IsFailed(), b.checker.rejected(r):
		return value.Failure("error").With(marks)
	case v.IsUnknown():
		return value.NotKnown(extendReason(v, s)).With(marks)
	// A part of a plain value is secret if anything in the value is. The outputs of a resource have
	// their own marks.
	case !fromResource(r):
		marks |= v.Summary() & value.Secret
	}
	out, done := b.accessRaw(r, v, s)
	if !done {
		out = b.accessPlain(f, r, v, s)
	}
	return out.With(marks)
}

// accessRaw handles a missing key in a resource's mapping: while a part of the mapping is unknown,
// the key may still exist, so the result is unknown. It returns false if the rules for plain values
// apply.
func (b *binder) accessRaw(r *ir.Ref, v value.Value, s ir.Step) (value.Value, bool) {
	o := v.Object()
	if o == nil || !s.IsKey || !fromResource(r) || !v.HasUnknown() {
		return value.Value{}, false
	}
	if _, ok := o.Get(s.Key); ok {
		return value.Value{}, false
	}
	return value.NotKnown(strings.Trim(r.Span.Text(), "${}")), true
}

// liftMarks makes an argument of a function unknown if a part of it is, and secret if a part of it is: the
// original awaits all parts of a list or mapping before the call. Outside of arguments, the parts of lists and
// mappings stay separate (0.k).
func liftMarks(v value.Value) value.Value {
	if v.HasSecret() {
		v = v.With(value.Secret)
	}
	if !unsettled(v) || v.IsUnknown() {
		return v
	}
	return value.NotKnown(value.Why(v)).With(v.Summary() & (value.Secret | value.Mocked)).At(v.Origin)
}

// unsettled reports whether a part of a value is unknown and none has failed; with a failed part, the others
// remain usable.
func unsettled(v value.Value) bool { return v.HasUnknown() && !v.HasFailed() }

// fromResource reports whether a reference reads from a resource.
func fromResource(r *ir.Ref) bool {
	if r == nil || r.Cell == nil || len(r.Path) == 0 {
		return false
	}
	_, ok := r.Cell.Data.(*resource)
	return ok
}

// accessPlain reads one step of a known value. A missing key of a mapping is null, not an error
// (4.4).
func (b *binder) accessPlain(f ir.Frame, r *ir.Ref, v value.Value, s ir.Step) value.Value {
	switch d := v.Data.(type) {
	case *value.Tagged:
		if res, ok := d.Handle.(*resource); ok {
			return b.output(f, res, s)
		}
	case *value.List:
		if s.IsKey {
			return f.Fail(diag.Errorf(s.Span, "access-kind",
				"this is a list: its elements are read by index, as in [0]").
				WithReference("cannot access a list element using a property name"))
		}
		if s.Index < 0 || s.Index >= len(d.Items) {
			return f.Fail(outOfBounds(s.Span, s.Index, len(d.Items)))
		}
		return d.Items[s.Index]
	case *value.Object:
		if !s.IsKey {
			return f.Fail(diag.Errorf(s.Span, "access-kind",
				"this is a mapping: its values are read by key, as in .name or [\"name\"]").
				WithReference("cannot access an object property using an integer index"))
		}
		if c, ok := d.Get(s.Key); ok {
			return c
		}
		return value.Nothing().At(v.Origin)
	}
	receiver := originalKind(v)
	if _, ok := v.Data.(value.Number); ok && s.Span == r.Path[0].Span && isIntegerCell(r.Cell) {
		receiver = "an integer"
	}
	return f.Fail(diag.Errorf(s.Span, "access-kind", "%s has no properties", aKind(v)).
		WithReference("receiver must be a list or object, not %s", receiver))
}

// extendReason returns the reason for an unknown value, extended by the step that is read from it.
func extendReason(v value.Value, s ir.Step) string {
	if !s.IsKey {
		return value.ExtendReason(value.Why(v), value.Path("").Index(s.Index))
	}
	return value.ExtendReason(value.Why(v), value.Path("").Key(s.Key))
}

// outOfBounds returns the problem for an index that a list of this length does not have.
func outOfBounds(at source.Span, index, length int) diag.Problem {
	return diag.Errorf(at, "list-index", "there is no element %d: the list has %s, counted from 0", index,
		plural(length, "element")).
		WithReference("list index %d out-of-bounds for list of length %d", index, length)
}
