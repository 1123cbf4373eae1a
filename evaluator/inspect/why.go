package inspect

import (
	"slices"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A Step is a step of a derivation: a value, where it is written, and the steps from which it was
// made, which are computed on demand from cells, nodes and their values. Evaluation records nothing
// for them.
type Step struct {
	Kind          StepKind
	Role          string // the parameter, key or index that it has in its parent step; may be empty
	Label         string
	Value         value.Value
	Span          source.Span
	Overridden    bool     // another value is used instead
	BecomesSecret bool     // the value is secret, but none of Steps is; set by Steps
	Note          string   // an additional remark, as a sentence
	Supply        []string // the path in inputs.yaml that could supply it, if it is unknown

	Node ir.Node // the node with this value, if any

	next func() []Step // returns Steps; nil if there are none
	up   *lineage      // the cells of the steps above
	echo bool          // its value equals that of its parent step
}

// Title returns the title of a step for display. For a string with expressions in it, that is its
// source, unless the string is secret; for other steps it is the label.
func (st *Step) Title() string {
	if st.Kind == StepText && !st.Value.IsSecret() {
		return cut(st.Span.Text())
	}
	return st.Label
}

// StepKind is the kind of a step.
type StepKind string

// The kinds of steps. A step of one of the last six kinds has no steps below it.
const (
	StepValue     StepKind = "value"     // the value of a cell, or a part of it
	StepResult    StepKind = "result"    // a value of the result that differs from that of its cell
	StepPart      StepKind = "part"      // a list or an object made from parts
	StepReference StepKind = "reference" // a reference to a cell
	StepFunction  StepKind = "function"  // the result of a function
	StepText      StepKind = "text"      // a string with expressions in it
	StepLayer     StepKind = "layer"     // one of several values, of which the first is used
	StepLiteral   StepKind = "literal"   // written in the source
	StepInput     StepKind = "input"     // supplied by inputs.yaml
	StepMock      StepKind = "mock"      // supplied by inputs.yaml instead of by a deployment
	StepBuiltin   StepKind = "builtin"   // predefined by the dialect
	StepUnknown   StepKind = "unknown"   // known only to a deployment
	StepProblem   StepKind = "problem"   // the problem that is the reason for a failed value
)

// Needs is the role of a step on which its parent step depends, but whose value need not be a part
// of the parent's value.
const Needs = "needs"

// lineage is the list of cells through which a step was reached, the nearest first. cellStep uses it
// to detect cycles.
type lineage struct {
	cell *ir.Cell
	up   *lineage
}

// Steps returns the steps from which the value was made, and sets BecomesSecret. If no step explains
// why the value is secret, all their values become secret, too.
func (st *Step) Steps() []Step {
	if st.next == nil {
		return nil
	}
	steps := st.next()
	usesSecret := slices.ContainsFunc(steps,
		func(s Step) bool { return !s.Overridden && !s.echo && s.Value.HasSecret() })
	if st.Value.IsSecret() && !usesSecret {
		st.BecomesSecret = true
		for i := range steps {
			steps[i].Value = steps[i].Value.With(value.Secret)
		}
	}
	return steps
}

// A Target identifies the value whose derivation is requested, by one of: an offset in a file, the
// ID of a graph node, a path in the result.
type Target struct {
	File   *source.File
	Offset int
	Path   value.Path
	Node   string
}

// Why returns the derivation of a value, or false if the target has no value.
func (s *Subject) Why(t Target) (Step, bool) {
	switch {
	case t.File != nil:
		return s.whyAt(t.File, t.Offset)
	case t.Node != "":
		return s.whyNode(t.Node)
	}
	return s.whyPath(t.Path)
}

// whyNode derives the value of a graph node: the value of its cell or, if the dialect added the
// node, the node's value. It returns false for the node of a missing name.
func (s *Subject) whyNode(id string) (Step, bool) {
	for _, c := range s.Bound.Program.Cells {
		if c.Name == id && !c.Hidden {
			return s.cellStep(c, "", s.valueOf(c), nil), true
		}
	}
	for _, n := range s.Outcome.Nodes {
		if n.ID == id && n.Value.Data != nil {
			return s.endStep(n.Value, n.Span, n.Kind+" "+n.Label), true
		}
	}
	return Step{}, false
}

// whyAt derives the value at an offset. A constant is derived as a part of its cell, because another
// value may override it.
func (s *Subject) whyAt(f *source.File, offset int) (Step, bool) {
	p := s.At(f, offset)
	if p.Cell == nil {
		if path, _, ok := s.PathAt(f, offset); ok {
			return s.whyPath(path)
		}
		return Step{}, false
	}
	switch n := p.Node.(type) {
	case *ir.Ref, *ir.Interp, *ir.Call:
		// The value of a computed expression is recorded, so its own value is derived, not a part of
		// its cell's.
		if c, isCall := n.(*ir.Call); !p.OnName && (!isCall || isNamed(c, p.Cell)) {
			return s.childStep("", n, p.Cell, nil), true
		}
	}
	if path, _, ok := s.PathAt(f, offset); ok && !p.OnName {
		return s.whyPath(path)
	}
	path := value.Path("")
	if n := p.Node; n != nil && n != p.Cell.Expr && !p.OnName {
		path = structure(p.Cell.Expr, f.Span(offset, offset), "")
	}
	v, ok := value.Find(s.valueOf(p.Cell), path)
	if !ok {
		path, v = "", s.valueOf(p.Cell)
	}
	return s.cellStep(p.Cell, path, v, nil), true
}

// whyPath derives a value of the result.
func (s *Subject) whyPath(path value.Path) (Step, bool) {
	shown, ok := value.Find(s.Outcome.Value, path)
	if !ok || shown.Data == nil {
		return Step{}, false
	}
	step := s.whySite(path, shown)
	step.Value = step.Value.With(shown.Marks & value.Secret)
	return step, true
}

// whySite derives a value of the result from the part of the program that Bound.Site returns for its
// path or, if there is none, from the expression at the value's origin. Without either, the value is
// a literal.
func (s *Subject) whySite(path value.Path, shown value.Value) Step {
	if s.Bound.Site != nil {
		if at, ok := s.Bound.Site(path); ok && at.Cell != nil {
			return s.siteStep(at, shown)
		}
	}
	if shown.Origin.IsZero() {
		shown.Origin = s.enclosingOrigin(path)
	}
	if at := s.At(shown.Origin.File(), shown.Origin.Start()); at.Cell != nil && !at.OnName {
		switch at.Node.(type) {
		case *ir.Ref, *ir.Interp, *ir.Call:
			step := s.endStep(shown, shown.Origin, string(path))
			step.Kind, step.next = StepResult, func() []Step { return []Step{s.childStep("", at.Node, at.Cell, nil)} }
			return step
		}
	}
	if path == "" {
		path = "the result"
	}
	return s.endStep(shown, shown.Origin, string(path))
}

// siteStep derives a value of the result from its cell or node.
func (s *Subject) siteStep(at bind.Site, shown value.Value) Step {
	if at.Node == nil {
		v, ok := value.Find(s.valueOf(at.Cell), at.Path)
		if ok && isEqual(v, shown) || v.IsFailed() && shown.IsNull() {
			return s.cellStep(at.Cell, at.Path, v, nil)
		}
		// The result differs from the cell's value, which is then the only step below.
		step := s.endStep(shown, nameAt(at.Cell), at.Cell.Title())
		step.Kind, step.next = StepResult, func() []Step { return []Step{s.cellStep(at.Cell, at.Path, v, nil)} }
		if !ok {
			step.next = func() []Step { return []Step{s.cellStep(at.Cell, "", s.valueOf(at.Cell), nil)} }
		}
		return step
	}
	step := Step{Kind: StepValue, Label: labelOf(at.Cell, at.Path), Value: shown, Span: nameAt(at.Cell)}
	up := &lineage{at.Cell, nil}
	step.next = func() []Step { return s.withCause(&step, s.stepsOf(at.Node, at.Path, shown, at.Cell, up)) }
	return step
}

// isEqual reports whether two values are equal. Two unknown values, two lists and two objects always
// count as equal.
func isEqual(a, b value.Value) bool {
	if a.Data == nil || a.IsUnknown() || b.IsUnknown() || a.Kind() != b.Kind() {
		return a.IsUnknown() && b.IsUnknown()
	}
	return a.List() != nil || a.Object() != nil || a.Data == b.Data
}

// enclosingOrigin returns the position of the innermost key or value along a path of the result that
// has a position. Some values have none, because a dialect may compute an object around values that
// are written in the source.
func (s *Subject) enclosingOrigin(path value.Path) source.Span {
	v, at := s.Outcome.Value, source.Span{}
	for path != "" {
		key, index, isKey, rest, ok := path.Cut()
		if !ok {
			break
		}
		switch {
		case isKey && v.Object() != nil:
			for _, f := range v.Object().Fields {
				if f.Key == key {
					v = f.Value
					if f.KeyAt.File() != nil {
						at = f.KeyAt
					}
				}
			}
		case !isKey && v.List() != nil && index < len(v.List().Items):
			v = v.List().Items[index]
		}
		if v.Origin.File() != nil {
			at = v.Origin
		}
		path = rest
	}
	return at
}

// valueOf returns the value of a cell, or the zero Value if the cell was not evaluated.
func (s *Subject) valueOf(c *ir.Cell) value.Value {
	v, _ := s.Evaluator.Known(c)
	return v
}

// cellStep returns the step for v, the value of a cell or, with a path, a part of it.
func (s *Subject) cellStep(c *ir.Cell, path value.Path, v value.Value, up *lineage) Step {
	v = v.With(s.valueOf(c).Marks & value.Secret)
	step := Step{Kind: StepValue, Label: labelOf(c, path), Value: v, Span: nameAt(c), up: up}
	if v.Data == nil {
		step.Note = "Its value was not needed, so it was not computed."
		return step
	}
	// The cells of a cycle have failed values. Without this check, its steps would be endless.
	if v.IsFailed() {
		for above := up; above != nil; above = above.up {
			if above.cell == c {
				step.Note = "It depends on its own value."
				return step
			}
		}
	}
	up = &lineage{c, up}
	step.next = func() []Step {
		// A cell may be given several values, such as a default and one in inputs.yaml. Its
		// expression computes only one of them.
		if s.Bound.Layers != nil {
			if layers := s.Bound.Layers(c, path); len(layers) > 0 {
				return s.withCause(&step, s.layers(c, layers, v, up))
			}
		}
		return s.withCause(&step, s.stepsOf(c.Expr, path, v, c, up))
	}
	return step
}

// labelOf returns the label of a part of a cell, such as "variable config.port". Users do not know hidden
// cells, so the label of a part of one is only the path.
func labelOf(c *ir.Cell, path value.Path) string {
	if c.Hidden && path != "" {
		return string(path)
	}
	return c.Kind + " " + string(value.Path(c.Title()).Join(path))
}

// nameAt returns the position of a cell's name or, if it has none, of its entry. A builtin has
// neither, so its span is zero.
func nameAt(c *ir.Cell) source.Span {
	if c.NameAt.File() != nil {
		return c.NameAt
	}
	return c.Span
}

// layers returns the steps for the values given for a cell. All but the first are overridden.
func (s *Subject) layers(c *ir.Cell, layers []bind.Layer, v value.Value, up *lineage) []Step {
	var out []Step
	for i, l := range layers {
		given := l.Value.With(v.Marks & value.Secret)
		step := Step{Kind: StepLayer, Label: l.Label, Value: given, Span: given.Origin, Overridden: i > 0}
		switch {
		case l.Node != nil:
			step.Kind = StepLayer
			step.next = func() []Step { return s.withCause(&step, s.stepsOf(l.Node, "", given, c, up)) }
		case given.Marks&value.Mocked != 0:
			step.Kind = StepMock
		case isInput(given.Origin):
			step.Kind = StepInput
		}
		out = append(out, step)
	}
	return out
}

// isInput reports whether a span is in inputs.yaml.
func isInput(at source.Span) bool { return at.File() != nil && at.File().Name == bind.InputsFile }

// withCause returns the steps below st. If the value of st is unknown or failed but none of its steps
// explains that, it adds a step with the reason in front.
func (s *Subject) withCause(st *Step, steps []Step) []Step {
	v := st.Value
	isExplained := func(has func(value.Value) bool) bool {
		return slices.ContainsFunc(steps, func(c Step) bool {
			// An input of a resource can be unknown for a different reason than the resource's outputs.
			isUnrelated := c.Role == Needs && !v.IsFailed() && value.Why(c.Value) != value.Why(v)
			return !c.Overridden && (c.Kind == StepProblem || c.Kind == StepUnknown || has(c.Value) && !isUnrelated)
		})
	}
	switch {
	case v.IsFailed() && !isExplained(value.Value.HasFailed):
		return append([]Step{s.problemStep(st.span())}, steps...)
	case v.IsUnknown() && !v.IsFailed() && !isExplained(value.Value.HasUnknown):
		return append([]Step{s.endStep(v, st.span(), "")}, steps...)
	}
	return steps
}

// span returns the position at which to look for the problem of a step: that of its node, of the
// step itself or, if both are zero, of its cell.
func (st *Step) span() source.Span {
	if st.Node != nil && st.Node.Info().Span.File() != nil {
		return st.Node.Info().Span
	}
	if st.up != nil && st.Span.IsZero() {
		return st.up.cell.Span
	}
	return st.Span
}

// problemStep returns the step for the first error inside a span or, if there is none, for the first
// error whose span contains it.
func (s *Subject) problemStep(at source.Span) Step {
	var best *diag.Problem
	for i := range s.Problems {
		p := &s.Problems[i]
		if p.Severity != diag.Error || at.File() == nil {
			continue
		}
		// An error around the span may concern something else, so one inside it is preferred.
		if at.Covers(p.Span) {
			best = p
			break
		}
		if best == nil && p.Span.Covers(at) {
			best = p
		}
	}
	failed := value.Failure("error")
	if best == nil {
		return Step{Kind: StepProblem, Label: "There is no value.", Value: failed, Span: at}
	}
	return Step{Kind: StepProblem, Label: best.Message, Value: failed, Span: best.Span}
}

// endStep returns the last step of a derivation: a value that was not made from others. Its position
// is the value's origin or, if that is zero, at. Its label is name, which may be empty.
func (s *Subject) endStep(v value.Value, at source.Span, name string) Step {
	step := Step{Kind: StepLiteral, Label: name, Value: v, Span: v.Origin}
	if step.Span.File() == nil {
		step.Span = at
	}
	// The marks come first: a value in inputs.yaml is a mock if it replaces one from a deployment.
	switch {
	case v.IsFailed():
		return s.problemStep(step.Span)
	case v.IsUnknown():
		step.Kind, step.Label = StepUnknown, value.Why(v)
		step.Supply = s.Supply(v)
	case v.Marks&value.Mocked != 0:
		step.Kind = StepMock
	case isInput(v.Origin):
		step.Kind = StepInput
	case step.Span.File() == nil:
		step.Kind = StepBuiltin
	}
	if step.Label == "" {
		step.Label = "written here"
	}
	return step
}
