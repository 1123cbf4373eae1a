package inspect

import (
	"slices"
	"strconv"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/eval"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// stepsOf returns the steps from which v, the value at a path inside an expression, was made. Lists
// and objects along the path are not steps, but the entry at its end is. c is the cell that contains
// the expression.
func (s *Subject) stepsOf(n ir.Node, path value.Path, v value.Value, c *ir.Cell, up *lineage) []Step {
	switch n := n.(type) {
	case nil:
		return []Step{s.endStep(v, nameAt(c), c.Title())}
	case *ir.Sub:
		return []Step{s.cellStep(n.Cell, path, v, up)}
	case *ir.List, *ir.Object:
		return s.entrySteps(n, path, v, c, up)
	case *ir.Merge:
		return s.mergedSteps(n, path, v, c, up)
	case *ir.Call:
		// A call that the user did not write is not a step.
		if !isNamed(n, c) {
			return s.argumentSteps(n, path, v, c, up)
		}
	}
	return []Step{s.expressionStep(n, path, v, c, up)}
}

// expressionStep returns the step for a reference, an interpolation, a call or a constant.
func (s *Subject) expressionStep(n ir.Node, path value.Path, v value.Value, c *ir.Cell, up *lineage) Step {
	v = v.With(s.nodeValue(n).Marks & value.Secret) // a missing part has no marks
	step := Step{Value: v, Span: n.Info().Span, Node: n, up: up}
	switch n := n.(type) {
	case *ir.Ref:
		step.Kind, step.Label = StepReference, string(value.Path(refText(n)).Join(path))
		step.next = func() []Step {
			// For a missing name or a failed builtin, the only step is the one with the reason.
			if n.Cell == nil || v.IsFailed() && nameAt(n.Cell).File() == nil {
				return s.withCause(&step, nil)
			}
			at := pathText(n).Join(path)
			if nameAt(n.Cell).File() == nil { // builtins are not written anywhere
				return s.withCause(&step, s.stepsOf(n.Cell.Expr, at, v, n.Cell, up))
			}
			// The cell's step shows the cell's own value, unless the dialect computes another one for
			// the reference (Semantics.Access, Settle or Follow).
			own, ok := value.Find(s.valueOf(n.Cell), at)
			if !ok || !isEqual(own, v) {
				own = v
			}
			return s.withCause(&step, []Step{s.cellStep(n.Cell, at, own.With(v.Marks&value.Secret), up)})
		}
	case *ir.Interp:
		if own := s.nodeValue(n); own.Data != nil {
			step.Value = own.With(v.Marks & value.Secret)
		}
		step.Kind, step.Label = StepText, "text"
		step.next = func() []Step {
			var out []Step
			for _, part := range n.Parts {
				if _, isText := part.(*ir.Lit); !isText {
					out = append(out, s.childStep("", part, c, up))
				}
			}
			return s.withCause(&step, out)
		}
	case *ir.Call:
		step.Kind, step.Label = StepFunction, n.Fn.Name
		if isElement(n) {
			step.Kind, step.Label = StepReference, n.Span.Text()
		}
		if n.NameAt.File() != nil {
			step.Span = n.NameAt
		}
		step.next = func() []Step { return s.withCause(&step, s.argumentSteps(n, path, v, c, up)) }
	case *ir.Lit:
		step = s.endStep(v.At(n.Span), n.Span, "")
		step.Node = n
	case *ir.Bad:
		return s.problemStep(n.Span)
	default:
		return s.endStep(v, n.Info().Span, "")
	}
	if s.Evaluator.IsRepeated(n) {
		step.Note = "It is evaluated once for each element; this is the first evaluation."
	}
	return step
}

// isNamed reports whether a call is written in the source. Dialects also use calls to represent
// cells, such as resources, which the source does not show as calls.
func isNamed(n *ir.Call, c *ir.Cell) bool {
	return n.Fn.Doc != "" && n.NameAt.File() != nil && n.NameAt != c.NameAt && n.Fn.Name != ""
}

// childStep returns the step for the value of a node that its parent step needs.
func (s *Subject) childStep(role string, n ir.Node, c *ir.Cell, up *lineage) Step {
	v := s.nodeValue(n)
	var step Step
	switch n := n.(type) {
	case *ir.List, *ir.Object, *ir.Merge:
		step = Step{Kind: StepPart, Label: v.Kind(), Value: v, Span: n.Info().Span, up: up}
		step.next = func() []Step { return s.withCause(&step, s.stepsOf(n, "", v, c, up)) }
	case *ir.Sub:
		step = s.cellStep(n.Cell, "", v, up)
	default:
		step = s.expressionStep(n, "", v, c, up)
	}
	step.Role = role
	return step
}

// entrySteps returns the steps of the entry at a path inside a list or an object or, if the path is
// empty, the steps of all entries.
func (s *Subject) entrySteps(n ir.Node, path value.Path, v value.Value, c *ir.Cell, up *lineage) []Step {
	if path == "" {
		var out []Step
		entries(n, func(role string, key, child ir.Node) {
			out = append(out, s.childStep(s.role(role, key), child, c, up))
		})
		if len(out) == 0 {
			name := ""
			if v.Origin.File() == nil && n.Info().Span.File() == nil { // such as an environment without a file
				name = c.Title()
			}
			return []Step{s.endStep(v, n.Info().Span, name)}
		}
		return out
	}
	// With a path, only the entry at its first key matters, and the expression of that key.
	child, key, rest := s.entry(n, path)
	if child == nil {
		return []Step{s.endStep(v, n.Info().Span, "")}
	}
	if at, ok := value.Find(s.nodeValue(child), rest); ok && v.Origin.File() != nil && at.Origin != v.Origin &&
		!isEqual(at, v) {
		entries(n, func(_ string, k, other ir.Node) { // the result has the entries in another order
			if at, ok := value.Find(s.nodeValue(other), rest); ok && isSame(at, v) {
				child, key = other, k
			}
		})
	}
	out := s.stepsOf(child, rest, v, c, up)
	if _, isText := key.(*ir.Lit); key != nil && !isText {
		out = append(out, s.childStep("key", key, c, up))
	}
	return out
}

// entries calls visit for each entry of a list or an object, with its index or literal key as the
// role, and the expression of its key or nil. It does nothing for other nodes.
func entries(n ir.Node, visit func(role string, key, child ir.Node)) {
	switch n := n.(type) {
	case *ir.List:
		for i, item := range n.Items {
			visit("["+strconv.Itoa(i)+"]", nil, item)
		}
	case *ir.Object:
		for i := range n.Fields {
			visit(n.Fields[i].Key, n.Fields[i].KeyExpr, n.Fields[i].Value)
		}
	}
}

// role returns the role of an entry: a summary of its key if the key is computed, and role otherwise.
func (s *Subject) role(role string, key ir.Node) string {
	if key == nil {
		return role
	}
	return Summary(s.nodeValue(key))
}

// entry returns the entry at the first key of a path in a list or an object, or nil if there is no
// such entry; the expression of the entry's key, or nil; and the rest of the path. If a key is
// repeated, it returns the last entry.
func (s *Subject) entry(n ir.Node, path value.Path) (child, keyExpr ir.Node, rest value.Path) {
	key, index, isKey, rest, _ := path.Cut()
	want := "[" + strconv.Itoa(index) + "]"
	if isKey {
		want = key
	}
	if _, isList := n.(*ir.List); isList == isKey {
		return nil, nil, rest
	}
	entries(n, func(role string, k, entry ir.Node) {
		if k != nil {
			role, _ = s.nodeValue(k).Text()
		}
		if role == want {
			child, keyExpr = entry, k
		}
	})
	return child, keyExpr, rest
}

// argumentSteps returns the steps from which the result of a function was made: if the function
// returned one argument unchanged, only that argument, and otherwise all arguments.
func (s *Subject) argumentSteps(n *ir.Call, path value.Path, v value.Value, c *ir.Cell, up *lineage) []Step {
	if out := s.passedThrough(n, path, v, c, up); out != nil {
		return out
	}
	var out []Step
	// A loop evaluates its first argument, the list, once. The other arguments have a value for each
	// element; their steps are added below, once for each round.
	rounds := s.rounds(n)
	for i, a := range n.Args {
		if a == nil || i > 0 && rounds != nil {
			continue
		}
		role := ""
		if i < len(n.Fn.Params) && (len(n.Args) > 1 || len(n.Fn.Params) == 1) { // a single one may list all arguments
			role = n.Fn.Params[i].Name
		}
		// For a call that represents a cell, such as a resource, the steps are the properties, not
		// the object that contains them.
		if _, isObject := a.(*ir.Object); isObject && !isNamed(n, c) && len(n.Args) == 1 {
			out = append(out, s.stepsOf(a, "", s.nodeValue(a), c, up)...)
			continue
		}
		if role == "" && !isNamed(n, c) {
			role = Needs
		}
		out = append(out, s.childStep(role, a, c, up))
	}
	// If the result has an item for each round, and the path leads to an item or to a part of one,
	// only the round of that item matters.
	result := s.nodeValue(n).List()
	_, index, isKey, _, ok := path.Cut()
	isItem := ok && !isKey && result != nil && len(result.Items) == len(rounds)
	for i, r := range rounds {
		if isItem && i != index {
			continue
		}
		// In this Subject, nodes have the values of round r.
		in := *s
		in.Evaluator = r.In
		out = append(out, in.childStep(n.Fn.Params[r.Arg].Name+" for "+Summary(r.Element), n.Args[r.Arg], c, up))
	}
	// The value need not come from an argument: inputs.yaml can supply a property of a resource. Then
	// the first step is the origin of the value. For an unknown or failed value, withCause adds the
	// reason.
	from := v.Origin
	isElsewhere := from.File() != nil && !n.Span.Covers(from) && !c.Span.Covers(from) &&
		!slices.ContainsFunc(out, func(st Step) bool { return st.Value.Origin == from })
	switch {
	case v.IsFailed() || v.IsUnknown():
	case len(out) == 0 && !isNamed(n, c), isElsewhere,
		v.Marks&value.Mocked != 0 && !slices.ContainsFunc(out, func(st Step) bool { return st.Value.HasMocked() }):
		name := ""
		if from.File() == nil {
			name = string(value.Path(c.Title()).Join(path))
		}
		end := s.endStep(v, nameAt(c), name)
		end.echo = len(out) > 0
		out = append([]Step{end}, out...)
	}
	return out
}

// rounds returns the rounds of a loop. It returns nil if their number could reveal something about a
// secret.
func (s *Subject) rounds(n *ir.Call) []eval.Round {
	if len(n.Args) == 0 || s.nodeValue(n).HasSecret() || s.nodeValue(n.Args[0]).HasSecret() {
		return nil
	}
	return s.Evaluator.Rounds(n)
}

// passedThrough returns the steps of the argument, or of the entry of an argument, that a function
// returned unchanged. It returns nil if the function did not return one unchanged.
func (s *Subject) passedThrough(n *ir.Call, path value.Path, v value.Value, c *ir.Cell, up *lineage) []Step {
	// A value that inputs.yaml supplies does not come from an argument, even if it equals one.
	if v.Marks&value.Mocked != 0 && isInput(v.Origin) {
		return nil
	}
	for _, a := range n.Args {
		if a == nil {
			continue
		}
		// An entry of the argument can be returned under the same key, as a resource returns a
		// property.
		if child, _, _ := s.entry(a, path); path != "" && child != nil {
			if found, ok := value.Find(s.nodeValue(a), path); ok &&
				(isSame(found, v) || found.Origin == v.Origin && v.Origin.File() != nil) {
				return s.stepsOf(a, path, v, c, up)
			}
		}
		// The result of a call in the source depends on all arguments, even if it equals one.
		if isNamed(n, c) && path == "" {
			continue
		}
		if found, ok := value.Find(s.nodeValue(a), path); ok && isSame(found, v) {
			return s.stepsOf(a, path, v, c, up)
		}
		// A call that represents a cell can return one entry of its argument, such as the value of an
		// output.
		var out []Step
		entries(a, func(_ string, _, child ir.Node) {
			found, ok := value.Find(s.nodeValue(child), path)
			if out == nil && !isNamed(n, c) && ok && isSame(found, v) {
				out = s.stepsOf(child, path, v, c, up)
			}
		})
		if out != nil {
			return out
		}
	}
	return nil
}

// isSame reports whether two values have the same origin and the same data or, if they are unknown, the
// same reason.
func isSame(a, b value.Value) bool {
	if a.Data == nil || a.Origin != b.Origin || a.IsUnknown() != b.IsUnknown() {
		return false
	}
	return a.IsUnknown() && value.Why(a) == value.Why(b) || !a.IsUnknown() && a.Data == b.Data
}

// mergedSteps returns the steps for the layers from which a value was merged, the top layer first. A
// layer that is not an object hides the layers below it, and a locked layer also hides those above it.
// The steps of hidden layers are overridden.
func (s *Subject) mergedSteps(n *ir.Merge, path value.Path, v value.Value, c *ir.Cell, up *lineage) []Step {
	// Objects are merged entry by entry, and an entry of Over contains the merge with its lower
	// layers.
	if child, _, _ := s.entry(n.Over, path); path != "" && child != nil {
		return s.stepsOf(n.Over, path, v, c, up)
	}
	below := s.lowerLayers(n.Base, path, up)
	isLocked := len(below) > 0 && below[0].Value.Marks&value.Locked != 0
	var out []Step
	if over, ok := value.Find(s.nodeValue(n.Over), path); ok && over.Data != nil {
		top := s.childStep("", n.Over, c, up)
		if path != "" {
			if of := s.stepsOf(n.Over, path, over, c, up); len(of) == 1 {
				top = of[0]
			}
		}
		top.Overridden = isLocked
		out = append(out, top)
	}
	// A value that is not an object overrides everything below it.
	isCovered := len(out) > 0 && !isLocked && (v.Object() == nil || out[0].Value.Object() == nil)
	for i := range below {
		below[i].Overridden = isCovered || isLocked && i > 0
		isCovered = isCovered || below[i].Value.Object() == nil
	}
	if out = append(out, below...); len(out) == 0 {
		return []Step{s.endStep(v, n.Span, "")}
	}
	return out
}

// lowerLayers returns a step for each reference in base to a layer that has a value at a path.
func (s *Subject) lowerLayers(base ir.Node, path value.Path, up *lineage) []Step {
	if sub, ok := base.(*ir.Sub); ok {
		base = sub.Cell.Expr
	}
	var out []Step
	ir.Walk(base, func(n ir.Node) {
		r, ok := n.(*ir.Ref)
		if !ok || r.Cell == nil {
			return
		}
		at := pathText(r).Join(path)
		if v, ok := value.Find(s.valueOf(r.Cell), at); ok && v.Data != nil {
			step := s.cellStep(r.Cell, at, v, up)
			step.Kind, step.Label = StepLayer, r.Cell.Kind+" "+string(value.Path(r.Cell.Name).Join(at))
			out = append(out, step)
		}
	})
	return out
}

// nodeValue returns the value of an expression: that of a constant, that of an evaluated node, or a
// list or object of such values. It is the zero Value for a node that was not evaluated.
func (s *Subject) nodeValue(n ir.Node) value.Value {
	switch n := n.(type) {
	case nil:
		return value.Value{}
	case *ir.Lit:
		return value.Value{Data: n.Value, Origin: n.Span}
	case *ir.Sub:
		return s.valueOf(n.Cell)
	case *ir.Ref:
		return s.refValue(n)
	case *ir.Merge:
		return s.nodeValue(n.Over)
	case *ir.List:
		items := make([]value.Value, len(n.Items))
		for i, item := range n.Items {
			items[i] = s.nodeValue(item)
		}
		return value.Value{Data: value.NewList(items), Origin: n.Span}
	case *ir.Object:
		fields := make([]value.Field, 0, len(n.Fields))
		for i := range n.Fields {
			f := n.Fields[i]
			if f.KeyExpr != nil {
				key := s.nodeValue(f.KeyExpr)
				// Evaluation makes such an object unknown, but a derivation shows its other entries.
				if key.IsUnknown() {
					continue
				}
				f.Key = Summary(key)
			}
			fields = append(fields, value.Field{Key: f.Key, Value: s.nodeValue(f.Value), KeyAt: f.KeyAt})
		}
		return value.Value{Data: value.NewObject(value.Distinct(fields)), Origin: n.Span}
	case *ir.Bad:
		return value.Failure("error").At(n.Span)
	}
	v, _ := s.node(n)
	if l := v.List(); l != nil && len(l.Items) > 0 &&
		!slices.ContainsFunc(l.Items, func(item value.Value) bool { return !item.IsSecret() }) {
		v = v.With(value.Secret) // the number of items could reveal something about the secret
	}
	return v
}

// node returns the value of an evaluated node. Inside a loop over a secret, the value is secret, too:
// Terraform evaluates the loop's body without the mark, and adds the mark to the result.
func (s *Subject) node(n ir.Node) (value.Value, bool) {
	v, ok := s.Evaluator.Node(n)
	if s.inLoops == nil {
		s.inLoops = map[ir.Node]bool{}
		for _, c := range s.Bound.Program.Cells {
			ir.Walk(c.Expr, func(n ir.Node) { s.enterLoop(n) })
		}
	}
	if s.inLoops[n] {
		v = v.With(value.Secret)
	}
	return v, ok
}

// enterLoop adds the nodes inside a call to inLoops, if it is a loop over a secret.
func (s *Subject) enterLoop(n ir.Node) {
	c, ok := n.(*ir.Call)
	if !ok || len(c.Args) < 2 || c.Args[0] == nil {
		return
	}
	if v, _ := s.Evaluator.Node(c.Args[0]); !v.IsSecret() {
		return
	}
	for _, a := range c.Args[1:] {
		isLoop := false
		ir.Walk(a, func(n ir.Node) { isLoop = isLoop || isElement(n) })
		ir.Walk(a, func(n ir.Node) {
			if isLoop {
				s.inLoops[n] = true
			}
		})
	}
}

// isElement reports whether a node is the element of a loop, or its key.
func isElement(n ir.Node) bool {
	c, ok := n.(*ir.Call)
	return ok && c.Fn.Name == "" && len(c.Args) == 0
}

// PathAt returns the path in the result, and the span, of the key or scalar that is written at an
// offset. If there are several, it returns the one with the shortest span. It returns false if there
// is none.
func (s *Subject) PathAt(f *source.File, offset int) (value.Path, source.Span, bool) {
	w := finder{file: f, offset: offset}
	w.walk(s.Outcome.Value, "", false)
	return w.found, w.at, w.at.File() != nil
}

// A finder finds the key or scalar of the result that is written at an offset.
type finder struct {
	file   *source.File
	offset int
	found  value.Path
	at     source.Span // the span at found; zero if nothing was found yet
}

// hit records a path if its span contains the offset and is shorter than that of the path found so
// far.
func (w *finder) hit(at source.Span, path value.Path) {
	if inside(at, w.file, w.offset) && (w.at.File() == nil || at.Len() < w.at.Len()) {
		w.found, w.at = path, at
	}
}

// walk calls hit for the keys and scalars in a value. It skips lists and objects, because
// their spans contain those of their entries. secret means that v is inside a secret value.
func (w *finder) walk(v value.Value, path value.Path, secret bool) {
	secret = secret || v.IsSecret()
	switch d := v.Data.(type) {
	case *value.Object:
		for i := range d.Fields {
			f := &d.Fields[i]
			// If the key is part of the secret, the path must not show it.
			if secret && !bind.IsWritten(f) {
				continue
			}
			at := path.Key(f.Key)
			w.hit(f.KeyAt, at)
			w.walk(f.Value, at, secret)
		}
	case *value.List:
		for i := range d.Items {
			w.walk(d.Items[i], path.Index(i), secret)
		}
	default:
		w.hit(v.Origin, path)
	}
}
