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

// of returns the steps from which the value v at a path inside an expression was made. Lists
// and objects along the path are not steps; the entries it leads to are.
func (s *Subject) of(n ir.Node, path value.Path, v value.Value, c *ir.Cell, up *lineage) []Step {
	switch n := n.(type) {
	case nil:
		return []Step{s.end(v, nameAt(c), c.Title())}
	case *ir.Sub:
		return []Step{s.cellStep(n.Cell, path, v, up)}
	case *ir.List, *ir.Object:
		return s.inside(n, path, v, c, up)
	case *ir.Merge:
		return s.merged(n, path, v, c, up)
	case *ir.Call:
		// The user did not write this call, so it is not a step.
		if !isNamed(n, c) {
			return s.arguments(n, path, v, c, up)
		}
	}
	return []Step{s.expression(n, path, v, c, up)}
}

// expression returns the step for a node that is a step on its own.
func (s *Subject) expression(n ir.Node, path value.Path, v value.Value, c *ir.Cell, up *lineage) Step {
	v = v.With(s.written(n).Marks & value.Secret) // a missing part carries no mark itself
	step := Step{Value: v, Span: n.Info().Span, Node: n, up: up}
	switch n := n.(type) {
	case *ir.Ref:
		step.Kind, step.Label = StepReference, string(value.Path(refText(n)).Join(path))
		step.next = func() []Step {
			// A missing name, or a builtin that failed, has no steps except the reason.
			if n.Cell == nil || v.IsFailed() && nameAt(n.Cell).File == nil {
				return s.withCause(&step, nil)
			}
			at := pathText(n).Join(path)
			if nameAt(n.Cell).File == nil { // builtins are not written anywhere
				return s.withCause(&step, s.of(n.Cell.Expr, at, v, n.Cell, up))
			}
			// The step of a cell shows the value that the cell has, unless the dialect has derived
			// another one from it for the reference (Semantics.Access, Settle or Follow).
			own, ok := value.Find(s.valueOf(n.Cell), at)
			if !ok || !isEqual(own, v) {
				own = v
			}
			return s.withCause(&step, []Step{s.cellStep(n.Cell, at, own.With(v.Marks&value.Secret), up)})
		}
	case *ir.Interp:
		if own := s.written(n); own.Data != nil {
			step.Value = own.With(v.Marks & value.Secret)
		}
		step.Kind, step.Label = StepText, "text"
		step.next = func() []Step {
			var out []Step
			for _, part := range n.Parts {
				if _, isText := part.(*ir.Lit); !isText {
					out = append(out, s.child("", part, c, up))
				}
			}
			return s.withCause(&step, out)
		}
	case *ir.Call:
		step.Kind, step.Label = StepFunction, n.Fn.Name
		if isElement(n) {
			step.Kind, step.Label = StepReference, n.Span.Text()
		}
		if n.NameAt.File != nil {
			step.Span = n.NameAt
		}
		step.next = func() []Step { return s.withCause(&step, s.arguments(n, path, v, c, up)) }
	case *ir.Lit:
		step = s.end(v.At(n.Span), n.Span, "")
		step.Node = n
	case *ir.Bad:
		return s.problem(n.Span)
	default:
		return s.end(v, n.Info().Span, "")
	}
	if s.Evaluator.IsRepeated(n) {
		step.Note = "It is evaluated for each element; this is the first time."
	}
	return step
}

// isNamed reports whether a call is written in the source, rather than added by a dialect to
// represent a cell.
func isNamed(n *ir.Call, c *ir.Cell) bool {
	return n.Fn.Doc != "" && n.NameAt.File != nil && n.NameAt != c.NameAt && n.Fn.Name != ""
}

// child returns the step for the whole value of a node that the step above needs.
func (s *Subject) child(role string, n ir.Node, c *ir.Cell, up *lineage) Step {
	v := s.written(n)
	var step Step
	switch n := n.(type) {
	case *ir.List, *ir.Object, *ir.Merge:
		step = Step{Kind: StepPart, Label: v.Kind(), Value: v, Span: n.Info().Span, up: up}
		step.next = func() []Step { return s.withCause(&step, s.of(n, "", v, c, up)) }
	case *ir.Sub:
		step = s.cellStep(n.Cell, "", v, up)
	default:
		step = s.expression(n, "", v, c, up)
	}
	step.Role = role
	return step
}

// inside follows one step of a path into a list or an object; without a path it returns all
// entries.
func (s *Subject) inside(n ir.Node, path value.Path, v value.Value, c *ir.Cell, up *lineage) []Step {
	if path == "" {
		var out []Step
		entries(n, func(role string, key, child ir.Node) {
			out = append(out, s.child(s.role(role, key), child, c, up))
		})
		if len(out) == 0 {
			name := ""
			if v.Origin.File == nil && n.Info().Span.File == nil { // such as an environment without a file
				name = c.Title()
			}
			return []Step{s.end(v, n.Info().Span, name)}
		}
		return out
	}
	// With a path, only the entry that it leads to matters, and the expression of its key.
	child, key, rest := s.entry(n, path)
	if child == nil {
		return []Step{s.end(v, n.Info().Span, "")}
	}
	if at, ok := value.Find(s.written(child), rest); ok && v.Origin.File != nil && at.Origin != v.Origin &&
		!isEqual(at, v) {
		entries(n, func(_ string, k, other ir.Node) { // the result has them in a different order
			if at, ok := value.Find(s.written(other), rest); ok && isSame(at, v) {
				child, key = other, k
			}
		})
	}
	out := s.of(child, rest, v, c, up)
	if _, isText := key.(*ir.Lit); key != nil && !isText {
		out = append(out, s.child("key", key, c, up))
	}
	return out
}

// entries calls visit for each part of a list or an object.
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

// role returns the key of an entry, which may be computed.
func (s *Subject) role(role string, key ir.Node) string {
	if key == nil {
		return role
	}
	return Summary(s.written(key))
}

// entry returns the part of a list or an object that the first key of a path leads to, or nil, the
// expression of its key, and the rest of the path. Of several with the same key the last counts.
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
			role, _ = s.written(k).Text()
		}
		if role == want {
			child, keyExpr = entry, k
		}
	})
	return child, keyExpr, rest
}

// arguments returns the steps from which the result of a function was made: the argument that
// v is a part of, if there is one, otherwise all of them.
func (s *Subject) arguments(n *ir.Call, path value.Path, v value.Value, c *ir.Cell, up *lineage) []Step {
	if out := s.passed(n, path, v, c, up); out != nil {
		return out
	}
	var out []Step
	// The list that a loop iterates over is evaluated once. Its other arguments have a value for
	// each element, and are added below, once for each round.
	rounds := s.rounds(n)
	for i, a := range n.Args {
		if a == nil || i > 0 && rounds != nil {
			continue
		}
		role := ""
		if i < len(n.Fn.Params) && (len(n.Args) > 1 || len(n.Fn.Params) == 1) { // a single list may hold all arguments
			role = n.Fn.Params[i].Name
		}
		// A call that represents a cell, such as a resource, shows its properties, not the object
		// around them.
		if _, isObject := a.(*ir.Object); isObject && !isNamed(n, c) && len(n.Args) == 1 {
			out = append(out, s.of(a, "", s.written(a), c, up)...)
			continue
		}
		if role == "" && !isNamed(n, c) {
			role = Needs
		}
		out = append(out, s.child(role, a, c, up))
	}
	// If the result has an item for each round, and the path leads to one of them, only its round
	// matters.
	whole := s.written(n).List()
	_, index, isKey, _, ok := path.Cut()
	isOne := ok && !isKey && whole != nil && len(whole.Items) == len(rounds)
	for i, r := range rounds {
		if isOne && i != index {
			continue
		}
		// In this Subject, nodes have the values of round r.
		in := *s
		in.Evaluator = r.In
		out = append(out, in.child(n.Fn.Params[r.Arg].Name+" for "+Summary(r.Element), n.Args[r.Arg], c, up))
	}
	// The value may not come from the arguments: inputs.yaml may supply it for a property of a
	// resource. The place that it comes from is then the first step. An unknown value gets its reason
	// from withCause.
	from := v.Origin
	isElsewhere := from.File != nil && !n.Span.Covers(from) && !c.Span.Covers(from) &&
		!slices.ContainsFunc(out, func(st Step) bool { return st.Value.Origin == from })
	switch {
	case v.IsFailed() || v.IsUnknown():
	case len(out) == 0 && !isNamed(n, c), isElsewhere,
		v.Marks&value.Mocked != 0 && !slices.ContainsFunc(out, func(st Step) bool { return st.Value.HasMocked() }):
		name := ""
		if from.File == nil {
			name = string(value.Path(c.Title()).Join(path))
		}
		end := s.end(v, nameAt(c), name)
		end.echo = len(out) > 0
		out = append([]Step{end}, out...)
	}
	return out
}

// rounds returns the iterations of a loop, unless their number may reveal something about a
// secret.
func (s *Subject) rounds(n *ir.Call) []eval.Round {
	if len(n.Args) == 0 || s.written(n).HasSecret() || s.written(n.Args[0]).HasSecret() {
		return nil
	}
	return s.Evaluator.Rounds(n)
}

// passed returns the steps of the argument, or the entry of one, that a function has passed
// through, or nil.
func (s *Subject) passed(n *ir.Call, path value.Path, v value.Value, c *ir.Cell, up *lineage) []Step {
	// inputs.yaml supplies the value, so no argument is passed through even if one is equal.
	if v.Marks&value.Mocked != 0 && isInput(v.Origin) {
		return nil
	}
	for _, a := range n.Args {
		if a == nil {
			continue
		}
		// The argument has an entry at the path: a property that the function returns as it was
		// given.
		if child, _, _ := s.entry(a, path); path != "" && child != nil {
			if found, ok := value.Find(s.written(a), path); ok &&
				(isSame(found, v) || found.Origin == v.Origin && v.Origin.File != nil) {
				return s.of(a, path, v, c, up)
			}
		}
		// The whole result of a function that the user wrote depends on all of its arguments.
		if isNamed(n, c) && path == "" {
			continue
		}
		if found, ok := value.Find(s.written(a), path); ok && isSame(found, v) {
			return s.of(a, path, v, c, up)
		}
		// A cell's call may return a single entry of its argument, such as the value of an output.
		var out []Step
		entries(a, func(_ string, _, child ir.Node) {
			if found, ok := value.Find(s.written(child), path); out == nil && !isNamed(n, c) && ok && isSame(found, v) {
				out = s.of(child, path, v, c, up)
			}
		})
		if out != nil {
			return out
		}
	}
	return nil
}

// isSame reports whether two values are identical: the same data from the same place.
func isSame(a, b value.Value) bool {
	if a.Data == nil || a.Origin != b.Origin || a.IsUnknown() != b.IsUnknown() {
		return false
	}
	return a.IsUnknown() && value.Why(a) == value.Why(b) || !a.IsUnknown() && a.Data == b.Data
}

// merged returns how a value was merged from layers: the top layer first, then those below
// it, upper ones first. Only objects show the layers below; for anything else they are lost.
// A locked layer wins, and the layers above it are lost.
func (s *Subject) merged(n *ir.Merge, path value.Path, v value.Value, c *ir.Cell, up *lineage) []Step {
	// Objects are merged entry by entry, so the layers of an entry that Over writes are found
	// there.
	if child, _, _ := s.entry(n.Over, path); path != "" && child != nil {
		return s.of(n.Over, path, v, c, up)
	}
	below := s.below(n.Base, path, up)
	isLocked := len(below) > 0 && below[0].Value.Marks&value.Locked != 0
	var out []Step
	if over, ok := value.Find(s.written(n.Over), path); ok && over.Data != nil {
		top := s.child("", n.Over, c, up)
		if path != "" {
			if of := s.of(n.Over, path, over, c, up); len(of) == 1 {
				top = of[0]
			}
		}
		top.Overridden = isLocked
		out = append(out, top)
	}
	// A value that is not an object replaces everything below it.
	isCovered := len(out) > 0 && !isLocked && (v.Object() == nil || out[0].Value.Object() == nil)
	for i := range below {
		below[i].Overridden = isCovered || isLocked && i > 0
		isCovered = isCovered || below[i].Value.Object() == nil
	}
	if out = append(out, below...); len(out) == 0 {
		return []Step{s.end(v, n.Span, "")}
	}
	return out
}

// below returns the layers that an expression refers to and that have a value at a path.
func (s *Subject) below(base ir.Node, path value.Path, up *lineage) []Step {
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

// written returns the value of an expression, literal or evaluated.
func (s *Subject) written(n ir.Node) value.Value {
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
		return s.written(n.Over)
	case *ir.List:
		items := make([]value.Value, len(n.Items))
		for i, item := range n.Items {
			items[i] = s.written(item)
		}
		return value.Value{Data: value.NewList(items), Origin: n.Span}
	case *ir.Object:
		fields := make([]value.Field, 0, len(n.Fields))
		for i := range n.Fields {
			f := n.Fields[i]
			if f.KeyExpr != nil {
				key := s.written(f.KeyExpr)
				// Evaluation makes the whole object unknown then. The other entries are still of
				// interest.
				if key.IsUnknown() {
					continue
				}
				f.Key = Summary(key)
			}
			fields = append(fields, value.Field{Key: f.Key, Value: s.written(f.Value), KeyAt: f.KeyAt})
		}
		return value.Value{Data: value.NewObject(value.Distinct(fields)), Origin: n.Span}
	case *ir.Bad:
		return value.Failure("error").At(n.Span)
	}
	v, _ := s.node(n)
	if l := v.List(); l != nil && len(l.Items) > 0 &&
		!slices.ContainsFunc(l.Items, func(item value.Value) bool { return !item.IsSecret() }) {
		v = v.With(value.Secret) // their number may reveal something about the secret that they were made from
	}
	return v
}

// node returns the value of an evaluated node. Inside of a loop over a secret it is secret, too: there
// Terraform sees the elements without the mark, and adds it to the result.
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

// enterLoop adds the nodes inside of a call to inLoops, if it is a loop over a secret.
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

// PathAt returns the path in the result, and the span, of the key or value written at a place, the
// smallest one if there are several. It returns false if there is none.
func (s *Subject) PathAt(f *source.File, offset int) (value.Path, source.Span, bool) {
	w := finder{file: f, offset: int32(offset)}
	w.walk(s.Outcome.Value, "")
	return w.found, w.at, w.at.File != nil
}

// A finder finds the value written at a place.
type finder struct {
	file   *source.File
	offset int32
	found  value.Path
	at     source.Span // span of the value found
}

// hit takes a path if its place contains the offset and is smaller than those found before.
func (w *finder) hit(at source.Span, path value.Path) {
	if inside(at, w.file, w.offset) && (w.at.File == nil || at.End-at.Start < w.at.End-w.at.Start) {
		w.found, w.at = path, at
	}
}

// walk visits a value and everything inside it. Lists and objects themselves are not hit, because
// their spans contain those of their entries.
func (w *finder) walk(v value.Value, path value.Path) {
	switch d := v.Data.(type) {
	case *value.Object:
		for i := range d.Fields {
			f := &d.Fields[i]
			// The key is part of the secret, and the path would show it.
			if v.IsSecret() && !bind.IsWritten(f) {
				continue
			}
			at := path.Key(f.Key)
			w.hit(f.KeyAt, at)
			w.walk(f.Value, at)
		}
	case *value.List:
		for i := range d.Items {
			w.walk(d.Items[i], path.Index(i))
		}
	default:
		w.hit(v.Origin, path)
	}
}
