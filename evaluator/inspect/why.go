package inspect

import (
	"slices"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A Step is one step of a derivation: a value, where it is written, and the steps that it was
// made from, which are computed on demand. Evaluation records nothing for it: cells, nodes
// and their values are enough.
type Step struct {
	Kind          StepKind
	Role          string // the parameter, key or index that it has in the step above; may be empty
	Label         string
	Value         value.Value
	Span          source.Span
	Overridden    bool     // another value is used instead
	BecomesSecret bool     // it is secret although no step that it was made from is
	Note          string   // an additional remark, as a sentence
	Give          []string // the path in inputs.yaml that could supply it, if it is unknown

	Node ir.Node // the node with this value, if any

	next func() []Step
	up   *lineage // the cells above it
	echo bool     // its value equals that of the step above
}

// Title returns the label of a step; for a text it is the source, unless it is secret.
func (st *Step) Title() string {
	if st.Kind == StepText && !st.Value.IsSecret() {
		return cut(st.Span.Text())
	}
	return st.Label
}

// StepKind is the kind of a step.
type StepKind string

// Kinds of steps. A derivation ends at the last six, or at a function without arguments.
const (
	StepValue     StepKind = "value"     // a named thing of the program
	StepResult    StepKind = "result"    // something in the result about a named thing, other than its value
	StepPart      StepKind = "part"      // a list or an object made from parts
	StepReference StepKind = "reference" // a use of a named thing
	StepFunction  StepKind = "function"  // the result of a function
	StepText      StepKind = "text"      // a string with expressions in it
	StepLayer     StepKind = "layer"     // one of several values, of which the first is used
	StepLiteral   StepKind = "literal"   // written in the source
	StepInput     StepKind = "input"     // supplied by inputs.yaml
	StepMock      StepKind = "mock"      // supplied by inputs.yaml in place of a deployment
	StepBuiltin   StepKind = "builtin"   // always defined
	StepUnknown   StepKind = "unknown"   // known only to a deployment
	StepProblem   StepKind = "problem"   // the reason why there is no value
)

// Needs is the role of a dependency whose value need not be a part of the step above.
const Needs = "needs"

// lineage is the list of cells through which a step was reached, the nearest first.
type lineage struct {
	cell *ir.Cell
	up   *lineage
}

// Steps returns the steps from which the value was made, and sets BecomesSecret.
func (st *Step) Steps() []Step {
	if st.next == nil {
		return nil
	}
	steps := st.next()
	isUsed := func(is func(v value.Value) bool) bool {
		return slices.ContainsFunc(steps, func(s Step) bool { return !s.Overridden && !s.echo && is(s.Value) })
	}
	if st.Value.IsSecret() && !isUsed(value.Value.HasSecret) {
		st.BecomesSecret = true
		for i := range steps {
			steps[i].Value = steps[i].Value.With(value.Secret)
		}
	}
	return steps
}

// A Target is a value whose derivation is requested: a place in the source, a path in the
// result or the ID of a graph node.
type Target struct {
	File   *source.File
	Offset int
	Path   value.Path
	Node   string
}

// Why returns the derivation of a value, false if there is none.
func (s *Subject) Why(t Target) (Step, bool) {
	switch {
	case t.File != nil:
		return s.whyAt(t.File, t.Offset)
	case t.Node != "":
		return s.whyNode(t.Node)
	}
	return s.whyPath(t.Path)
}

// whyNode derives the value of a graph node: of a cell or, if the dialect added the node, of the
// value that the node has. Nodes of missing names have none.
func (s *Subject) whyNode(id string) (Step, bool) {
	for _, c := range s.Bound.Program.Cells {
		if c.Name == id && !c.Hidden {
			return s.cellStep(c, "", s.valueOf(c), nil), true
		}
	}
	for _, n := range s.Outcome.Nodes {
		if n.ID == id && n.Value.Data != nil {
			return s.end(n.Value, n.Span, n.Kind+" "+n.Label), true
		}
	}
	return Step{}, false
}

// whyAt derives the value at a place. A constant is derived as a part of its cell, because
// another value may be used instead.
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
		// The value of a computed expression is recorded, so it is derived itself, not as a part of
		// its cell.
		if c, isCall := n.(*ir.Call); !p.OnName && (!isCall || isNamed(c, p.Cell)) {
			return s.child("", n, p.Cell, nil), true
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

// whySite derives a value of the result from the part of the program that the dialect names for its
// path, otherwise from the expression written at its place. Without either, the value was just
// written there.
func (s *Subject) whySite(path value.Path, shown value.Value) Step {
	if s.Bound.Site != nil {
		if at, ok := s.Bound.Site(path); ok && at.Cell != nil {
			return s.siteStep(at, shown)
		}
	}
	if shown.Origin.IsZero() {
		shown.Origin = s.placeAround(path)
	}
	if at := s.At(shown.Origin.File, int(shown.Origin.Start)); at.Cell != nil && !at.OnName {
		switch at.Node.(type) {
		case *ir.Ref, *ir.Interp, *ir.Call:
			step := s.end(shown, shown.Origin, string(path))
			step.Kind, step.next = StepResult, func() []Step { return []Step{s.child("", at.Node, at.Cell, nil)} }
			return step
		}
	}
	if path == "" {
		path = "the result"
	}
	return s.end(shown, shown.Origin, string(path))
}

// siteStep derives a value of the result from its cell or node.
func (s *Subject) siteStep(at bind.Site, shown value.Value) Step {
	if at.Node == nil {
		v, ok := value.Find(s.valueOf(at.Cell), at.Path)
		if ok && isEqual(v, shown) || v.IsFailed() && shown.IsNull() {
			return s.cellStep(at.Cell, at.Path, v, nil)
		}
		// The result shows something other than the cell's value, which is the only step below.
		step := s.end(shown, nameAt(at.Cell), at.Cell.Title())
		step.Kind, step.next = StepResult, func() []Step { return []Step{s.cellStep(at.Cell, at.Path, v, nil)} }
		if !ok {
			step.next = func() []Step { return []Step{s.cellStep(at.Cell, "", s.valueOf(at.Cell), nil)} }
		}
		return step
	}
	step := Step{Kind: StepValue, Label: labelOf(at.Cell, at.Path), Value: shown, Span: nameAt(at.Cell)}
	up := &lineage{at.Cell, nil}
	step.next = func() []Step { return s.withCause(&step, s.of(at.Node, at.Path, shown, at.Cell, up)) }
	return step
}

// isEqual reports whether two values are equal; for lists and objects only whether they may
// be.
func isEqual(a, b value.Value) bool {
	if a.Data == nil || a.IsUnknown() || b.IsUnknown() || a.Kind() != b.Kind() {
		return a.IsUnknown() && b.IsUnknown()
	}
	return a.List() != nil || a.Object() != nil || a.Data == b.Data
}

// placeAround returns the position of the innermost written value around a path of the
// result.
func (s *Subject) placeAround(path value.Path) source.Span {
	v, at := s.Outcome.Value, source.Span{}
	// Not every value has a place: a dialect may compute an object around values that are written.
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
					if f.KeyAt.File != nil {
						at = f.KeyAt
					}
				}
			}
		case !isKey && v.List() != nil && index < len(v.List().Items):
			v = v.List().Items[index]
		}
		if v.Origin.File != nil {
			at = v.Origin
		}
		path = rest
	}
	return at
}

// valueOf returns the evaluated value of a cell, without data if it was never needed.
func (s *Subject) valueOf(c *ir.Cell) value.Value {
	v, _ := s.Evaluator.Known(c)
	return v
}

// cellStep returns the step for the value of a cell, or a part of it.
func (s *Subject) cellStep(c *ir.Cell, path value.Path, v value.Value, up *lineage) Step {
	v = v.With(s.valueOf(c).Marks & value.Secret)
	step := Step{Kind: StepValue, Label: labelOf(c, path), Value: v, Span: nameAt(c), up: up}
	if v.Data == nil {
		step.Note = "Nothing has needed its value."
		return step
	}
	// A cycle has failed values, and would be followed forever.
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
		// The cell may have values from several places, such as a default and inputs.yaml, of which
		// its expression computes only one.
		if s.Bound.Layers != nil {
			if layers := s.Bound.Layers(c, path); len(layers) > 0 {
				return s.withCause(&step, s.layers(c, layers, v, up))
			}
		}
		return s.withCause(&step, s.of(c.Expr, path, v, c, up))
	}
	return step
}

// labelOf names a part of a cell for users: variable config.port. A hidden cell means nothing to
// them, so only the path is shown.
func labelOf(c *ir.Cell, path value.Path) string {
	if c.Hidden && path != "" {
		return string(path)
	}
	return c.Kind + " " + string(value.Path(c.Title()).Join(path))
}

// nameAt returns the place of a cell's name or, if it has none, of its entry. A builtin has
// neither, so the span has no file.
func nameAt(c *ir.Cell) source.Span {
	if c.NameAt.File != nil {
		return c.NameAt
	}
	return c.Span
}

// layers returns the steps for the values given for a cell in several places.
func (s *Subject) layers(c *ir.Cell, layers []bind.Layer, v value.Value, up *lineage) []Step {
	var out []Step
	for i, l := range layers {
		given := l.Value.With(v.Marks & value.Secret)
		step := Step{Kind: StepLayer, Label: l.Label, Value: given, Span: given.Origin, Overridden: i > 0}
		switch {
		case l.Node != nil:
			step.Kind = StepLayer
			step.next = func() []Step { return s.withCause(&step, s.of(l.Node, "", given, c, up)) }
		case given.Marks&value.Mocked != 0:
			step.Kind = StepMock
		case isInput(given.Origin):
			step.Kind = StepInput
		}
		out = append(out, step)
	}
	return out
}

// isInput reports whether a place is in inputs.yaml.
func isInput(at source.Span) bool { return at.File != nil && at.File.Name == bind.InputsFile }

// withCause adds the reason why a value is unknown or failed to its steps, if none of them has
// it.
func (s *Subject) withCause(st *Step, steps []Step) []Step {
	v := st.Value
	used := func(is func(value.Value) bool) bool {
		return slices.ContainsFunc(steps, func(c Step) bool {
			// An input of a resource may be unknown independently of its outputs.
			isBeside := c.Role == Needs && !v.IsFailed() && value.Why(c.Value) != value.Why(v)
			return !c.Overridden && (c.Kind == StepProblem || c.Kind == StepUnknown || is(c.Value) && !isBeside)
		})
	}
	switch {
	case v.IsFailed() && !used(value.Value.HasFailed):
		return append([]Step{s.problem(st.span())}, steps...)
	case v.IsUnknown() && !v.IsFailed() && !used(value.Value.HasUnknown):
		return append([]Step{s.end(v, st.span(), "")}, steps...)
	}
	return steps
}

// span returns the position of a step: that of its expression, if it has one.
func (st *Step) span() source.Span {
	if st.Node != nil && st.Node.Info().Span.File != nil {
		return st.Node.Info().Span
	}
	if st.up != nil && st.Span.IsZero() {
		return st.up.cell.Span
	}
	return st.Span
}

// problem returns the step for the first problem reported for a place.
func (s *Subject) problem(at source.Span) Step {
	var best *diag.Problem
	for i := range s.Problems {
		p := &s.Problems[i]
		if p.Severity != diag.Error || at.File == nil {
			continue
		}
		// A problem inside the place is better than one around it, which may concern something
		// else.
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

// end returns the last step of a derivation: where a value entered the program.
func (s *Subject) end(v value.Value, at source.Span, name string) Step {
	step := Step{Kind: StepLiteral, Label: name, Value: v, Span: v.Origin}
	if step.Span.File == nil {
		step.Span = at
	}
	// The marks come first: a value in inputs.yaml is a mock if it replaces one from a deployment.
	switch {
	case v.IsFailed():
		return s.problem(step.Span)
	case v.IsUnknown():
		step.Kind, step.Label = StepUnknown, value.Why(v)
		step.Give = s.Supply(v)
	case v.Marks&value.Mocked != 0:
		step.Kind = StepMock
	case isInput(v.Origin):
		step.Kind = StepInput
	case step.Span.File == nil:
		step.Kind = StepBuiltin
	}
	if step.Label == "" {
		step.Label = "written here"
	}
	return step
}
