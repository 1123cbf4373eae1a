package eval

import (
	"fmt"

	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// force evaluates a node.
func (f *frame) force(n ir.Node) value.Value {
	e := f.e
	if !e.enter(n) {
		return value.Failure("stopped")
	}
	// The secrets read while n is evaluated are recorded for n only. The expression that contains n
	// has read nothing but the value of n.
	from := e.readFrom
	e.readFrom = len(e.read)
	var v value.Value
	switch n := n.(type) {
	case *ir.Lit:
		v = value.Value{Data: n.Value, Origin: n.Span}
	case *ir.List:
		if n.Constant > 0 {
			v = f.constant(n)
		} else {
			v = f.list(n)
		}
	case *ir.Object:
		if n.Constant > 0 {
			v = f.constant(n)
		} else {
			v = f.object(n)
		}
	case *ir.Sub:
		v = e.cell(n.Cell, n)
	case *ir.Merge:
		base, over := f.force(n.Base), value.Value{}
		// Nothing is merged over a locked value, so Over is not even evaluated.
		if base.Marks&value.Locked == 0 {
			over = f.force(n.Over)
		}
		v = e.sem.Merge(f, base, over)
	case *ir.Ref:
		v = f.remember(n, f.follow(n))
	case *ir.Interp:
		v = f.remember(n, f.interp(n))
	case *ir.Call:
		v = f.remember(n, f.call(n))
	case *ir.Bad:
		if n.Problem != nil {
			f.Report(*n.Problem)
		}
		v = value.Failure("error").At(n.Span)
	default:
		panic(fmt.Sprintf("eval: unknown node %T", n))
	}
	e.read = e.read[:e.readFrom]
	e.readFrom = from
	e.recordRead(v)
	e.depth--
	// A function can return a value that is deeper or larger than any expression.
	if v.Depth() > value.MaxDepth {
		e.exhausted("budget-depth",
			fmt.Sprintf("this value is nested more than %d levels deep; evaluation stopped here", value.MaxDepth),
			n.Info().Span)
		return value.Failure("too deep").At(n.Info().Span)
	}
	if v.Size() > int64(e.limits.Size) {
		e.tooLarge(n.Info().Span)
		return value.Failure("too large").At(n.Info().Span)
	}
	return v
}

// enter counts a step and a level of nesting, and reports whether the limits allow both.
func (e *Evaluator) enter(n ir.Node) bool {
	e.steps++
	switch {
	case e.steps > e.limits.Steps:
		e.exhausted("budget-steps", fmt.Sprintf("evaluation stopped after %d steps", e.limits.Steps), n.Info().Span)
		return false
	case e.depth >= e.limits.Depth:
		e.exhausted("budget-depth", fmt.Sprintf("this is nested more than %d levels deep; evaluation stopped here",
			e.limits.Depth), n.Info().Span)
		return false
	}
	e.depth++
	return true
}

// remember stores v as the value of a node unless the node has one already. If that one is different,
// as it can be in another round of a loop, it adds the node to e.repeated. It returns v.
func (f *frame) remember(n ir.Node, v value.Value) value.Value {
	e, id := f.e, n.Info().ID
	switch slot := e.slot(id); {
	case slot.Data == nil:
		*slot = v
	case slot.Data == v.Data || f.locals == e.locals:
	case e.repeated == nil:
		e.repeated = map[int32]bool{id: true}
	default:
		e.repeated[id] = true
	}
	return v
}

// constant evaluates a list or an object that consists of constants, unless its value is known.
func (f *frame) constant(n ir.Node) value.Value {
	e := f.e
	known := &e.constants[n.Info().Constant]
	if known.value.Data != nil {
		e.steps += known.steps
		return known.value
	}
	start, made := e.steps, e.made
	e.slabs, e.constantSlabs = e.constantSlabs, e.slabs
	var v value.Value
	if l, ok := n.(*ir.List); ok {
		v = f.list(l)
	} else {
		v = f.object(n.(*ir.Object))
	}
	e.slabs, e.constantSlabs = e.constantSlabs, e.slabs
	e.made = made
	if !e.spent {
		*known = constant{v, e.steps - start}
	}
	return v
}

// list evaluates the items in order. An unknown or failed item does not affect the others.
func (f *frame) list(n *ir.List) value.Value {
	f.e.made.lists++
	f.e.made.items += uint16(len(n.Items))
	items := f.e.slabs.items.Slice(len(n.Items))
	for _, c := range n.Items {
		items = append(items, f.force(c))
	}
	return value.Value{Data: f.e.slabs.lists.New().Init(items), Origin: n.Span}
}

// object evaluates the fields in order. If several fields have the same key, the object has the
// last value, in the position of the first. If a key is unknown, so is the object.
func (f *frame) object(n *ir.Object) value.Value {
	f.e.made.objects++
	f.e.made.fields += uint16(len(n.Fields))
	fields := f.e.slabs.fields.Slice(len(n.Fields))
	unknown, marks := "", value.Marks(0)
	for i := range n.Fields {
		field := &n.Fields[i]
		key := field.Key
		if field.KeyExpr != nil {
			v := f.force(field.KeyExpr)
			marks |= v.Summary() & value.Secret
			var ok bool
			if key, ok = f.key(v, field.KeyExpr); !ok {
				if v.IsUnknown() && !v.IsFailed() {
					unknown = value.Why(v)
				}
				// The object omits the field, but the problems in its value are reported.
				f.force(field.Value)
				continue
			}
		}
		fields = append(fields, value.Field{Key: key, Value: f.force(field.Value), KeyAt: field.KeyAt})
	}
	if !n.IsDistinct {
		fields = value.Distinct(fields)
	}
	if unknown != "" {
		return value.NotKnown(unknown).With(marks).At(n.Span)
	}
	return value.Value{Data: f.e.slabs.objects.New().Init(fields), Origin: n.Span}.With(marks)
}

// key converts the value of a key expression to a key. It returns false if the value is unknown or
// failed, or if the dialect does not allow it.
func (f *frame) key(v value.Value, n ir.Node) (string, bool) {
	if v.IsFailed() || v.IsUnknown() {
		return "", false
	}
	return f.e.sem.Key(f, v, n.Info().Span)
}

// interp concatenates the strings for the parts. The result is unknown, secret or failed if a part
// is. A failed part is not reported again.
func (f *frame) interp(n *ir.Interp) value.Value {
	// All interpolations share one buffer: a nested one appends its string and then removes it.
	e := f.e
	start := len(e.text)
	var marks value.Marks
	unknown, known, broken := "", 0, false // known is the length of the string before the first unknown part
	for _, part := range n.Parts {
		v := f.force(part)
		if shown := e.sem.Shown; shown != nil {
			v = shown(v)
		}
		marks |= v.Summary() & (value.Secret | value.Failed | value.Mocked | e.sem.TextMarks)
		// After an unknown part, the others are still evaluated, for their marks and problems.
		if v.IsUnknown() || !e.sem.PartialText && (v.HasUnknown() || v.HasFailed()) {
			if unknown == "" {
				unknown, known = value.Why(v), len(e.text)-start
			}
			continue
		}
		text, ok := e.sem.Text(f, v, part.Info().Span)
		if !ok {
			marks |= value.Failed
			broken = true
			continue
		}
		if broken {
			continue
		}
		// Once the limit is reached, strings are no longer built.
		if e.size > int64(e.limits.Size) || len(e.text)-start+len(text) > e.limits.Size {
			e.tooLarge(n.Span)
			marks |= value.Failed
			continue
		}
		e.text = append(e.text, text...)
	}
	// The text before start belongs to the enclosing interpolations.
	out := e.text[start:]
	e.text = e.text[:start]
	if marks&value.Failed != 0 && !e.sem.PartialText {
		unknown = "error"
	}
	if unknown != "" {
		why := value.Unknown{Why: unknown, Type: e.sem.TextType}
		if e.sem.PrefixType != nil {
			why.Type = e.sem.PrefixType(string(out[:known]))
		}
		return value.Of(why).With(marks).At(n.Span)
	}
	return value.Str(string(out)).With(marks).At(n.Span)
}

// call calls a function. For a strict function, it evaluates all arguments first, so that the
// problems in each are reported. If an argument failed, so does the call. Otherwise, if arguments
// are unknown, the result is unknown for the reason of the first one. Eval is not called then.
func (f *frame) call(n *ir.Call) value.Value {
	if n.Fn.Lazy != nil {
		v := n.Fn.Lazy(f, n)
		if v.Origin.IsZero() {
			v.Origin = n.Span
		}
		return v
	}
	args, marks, unknown := make([]value.Value, len(n.Args)), value.Marks(0), ""
	for i, a := range n.Args {
		if a == nil {
			continue
		}
		args[i] = f.force(a)
		summary := args[i].Summary()
		isUnknown := args[i].HasUnknown()
		if n.Fn.Shallow {
			summary, isUnknown = args[i].Marks, args[i].IsUnknown()
		}
		marks |= summary & (value.Secret | value.Failed | value.Mocked)
		if isUnknown && unknown == "" {
			unknown = value.Why(args[i])
		}
	}
	switch {
	case marks&value.Failed != 0:
		return value.Failure("error").With(marks).At(n.Span)
	case unknown != "":
		return value.NotKnown(unknown).With(marks).At(n.Span)
	}
	return n.Fn.Eval(f, n, args).With(marks).At(n.Span)
}
