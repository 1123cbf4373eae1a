package terraform

import (
	"strings"

	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/terraform/hcl"
	"pantograph/evaluator/dialect/terraform/types"
)

// Functions that implement for expressions and objects with computed keys.
var (
	forFunc = &ir.Func{Name: "for",
		Doc: "Makes a tuple or an object from the elements of a collection. Objects are iterated over in the order " +
			"of their keys, sets in sorted order.",
		Params: []ir.Param{{Name: "collection", Type: "any"}, {Name: "result", Type: "any"},
			{Name: "key", Type: "any", Optional: true}, {Name: "condition", Type: "bool", Optional: true}}, Lazy: loop}
	objectFunc = &ir.Func{Name: "object", Doc: "Makes an object whose keys are computed.", Lazy: object}
)

// An entry is an element of a collection with its key.
type entry struct{ key, value value.Value }

// entries lists a collection in the order in which for iterates over it: objects and maps by their
// keys, sets in sorted order, in which they are stored (section 5). The key of an element is its
// index or, in a set, the element itself.
func entries(v value.Value) []entry {
	var out []entry
	if l := v.List(); l != nil {
		isSet := types.KindOf(v) == types.Set
		for i := range l.Items {
			key := types.FromInt(i)
			if isSet {
				key = l.Items[i]
			}
			out = append(out, entry{key, l.Items[i]})
		}
		return out
	}
	for _, field := range value.Sorted(v.Object().Fields) {
		out = append(out, entry{value.Str(field.Key), field.Value})
	}
	return out
}

// loopCost is the budget cost of an element, not counting its result: nested loops can take long
// without producing a value.
const loopCost = 4

// A looping is one evaluation of a for expression.
type looping struct {
	frame  ir.Frame
	call   *loopCall       // the expression
	items  []value.Value   // results so far, for a tuple
	fields []value.Field   // results so far, for an object
	at     map[string]int  // indices in fields by key
	groups [][]value.Value // values for each field, if those with equal keys are grouped
	marks  value.Marks     // of the collection, the conditions and the keys, which affect the result
	failed bool            // an error in a condition or a key has been reported
	why    string          // why a key or a condition, and so the result, is unknown
	// unclear is set after a key or a condition that was unknown or wrong.
	unclear bool
}

// loop evaluates a for expression, or the for directive of a template, which joins the results
// (Join). Problems in one element do not keep the others from being evaluated, so all are reported
// at once.
func loop(f ir.Frame, c *ir.Call) value.Value {
	l := &looping{frame: f, call: c.Data.(*loopCall), at: map[string]int{}}
	collection := f.Force(c.Args[0])
	at := l.call.Collection.Span()
	switch {
	case collection.IsUnknown() && (isUnknowable(collection) || !types.Of(collection).IsPrimitive()):
		return types.Like(collection, types.DynamicType)
	case collection.IsNull():
		return f.Fail(problem(at, "expression-iteration", "null cannot be iterated over",
			"Iteration over null value", "A null value cannot be used as the collection in a 'for' expression."))
	case collection.List() == nil && collection.Object() == nil:
		return f.Fail(problem(at, "expression-iteration", "a "+types.NameOf(collection)+" cannot be iterated over",
			"Iteration over non-iterable value",
			diag.Sprintf("A value of type %s cannot be used as the collection in a 'for' expression.",
				diag.Constant(types.NameOf(collection)))))
	}
	l.marks = collection.Marks & (types.Kept | value.Failed)
	// A condition that is wrong for every element is reported once, even if there are no elements.
	if l.call.condition != nil && !l.checkCondition(f) {
		return value.Failure("error")
	}
	for _, e := range entries(collection) {
		if !f.Spend(loopCost) {
			return value.Failure("stopped")
		}
		l.once(e)
	}
	switch {
	case l.call.Join && (l.failed || l.marks&value.Failed != 0):
		return types.Failed(types.StringType)
	case l.failed:
		return value.Failure("error")
	case l.why != "":
		return types.NotKnown(types.DynamicType, l.why).With(l.marks)
	case l.call.Join:
		return l.joined()
	case l.call.key == nil:
		return types.NewTuple(l.items).With(l.marks)
	}
	return l.object().With(l.marks)
}

// checkCondition evaluates the condition with unknown names, before any element, and reports its
// errors. The original does so to find wrong types early. The result is false if evaluating the
// elements would only repeat the errors.
func (l *looping) checkCondition(f ir.Frame) bool {
	any := types.NotKnown(types.DynamicType, "no element")
	f = f.With(l.call.Value, any).With(l.call.Key, any)
	v, problems := f.Try(l.call.condition)
	for _, p := range problems {
		f.Report(p)
	}
	_, known := l.truth(f, v, "Condition is null")
	l.why = ""
	return len(problems) == 0 && (known || v.IsUnknown() && types.Convertible(types.Of(v), types.BoolType))
}

// holds evaluates the condition; false, false means that it has reported an error. Once
// something is unknown, the original reports no further errors in conditions and keys; for
// tuples it accepts any unknown condition.
func (l *looping) holds(f ir.Frame) (holds, ok bool) {
	v := f.Force(l.call.condition)
	if l.unclear || l.call.key == nil && v.IsUnknown() {
		l.marks |= v.Summary() & types.Kept
		if truth, why := types.Convert(v, types.BoolType); why == "" && !truth.IsUnknown() && !truth.IsNull() {
			return truth.Data == value.Bool(true), true
		}
		if v.IsUnknown() && !v.IsFailed() {
			l.why = value.Why(v)
		}
		l.unclear = true
		return false, !v.IsFailed()
	}
	holds, ok = l.truth(f, v, "Invalid 'for' condition")
	l.unclear = !ok || l.why != ""
	return holds, ok
}

// truth reports whether a value of the condition is true; false, false means that it is not a
// boolean. ofNull is the original's summary for null, which depends on whether there is an
// element.
func (l *looping) truth(f ir.Frame, v value.Value, ofNull string) (holds, ok bool) {
	at := l.call.If.Span()
	if v.IsNull() {
		f.Report(problem(at, "expression-condition", "the condition is null; it must be true or false",
			ofNull, "The value of the 'if' clause must not be null."))
		return false, false
	}
	truth, why := types.Convert(v, types.BoolType)
	if why != "" {
		f.Report(problem(at, "expression-condition", "the condition is a "+types.NameOf(v)+"; it must be true or false",
			"Invalid 'for' condition", "The 'if' clause value is invalid: "+why+"."))
		return false, false
	}
	l.marks |= v.Summary() & types.Kept
	if truth.IsUnknown() && !v.IsFailed() {
		l.why = value.Why(truth)
	}
	return !v.IsFailed() && truth.Data == value.Bool(true), !v.IsFailed()
}

// once evaluates the body for one element: the condition, the key, the result, in this order.
func (l *looping) once(e entry) {
	f := l.frame.With(l.call.Value, e.value)
	if l.call.Key != "" && l.call.Key != l.call.Value { // equal names mean the element
		f = f.With(l.call.Key, e.key)
	}
	// A condition that is false leaves the element out. So does one that is wrong or unknown, but
	// then the result fails or is unknown.
	if l.call.condition != nil {
		holds, ok := l.holds(f)
		l.failed = l.failed || !ok
		if !holds {
			return
		}
	}
	if l.call.key == nil {
		l.items = append(l.items, f.Force(l.call.value))
		return
	}
	key, ok := l.keyText(f)
	if !ok {
		return
	}
	l.add(f, key, f.Force(l.call.value))
}

// keyText evaluates the key for an element. It returns false if the key is unknown or wrong; then
// the value is not evaluated either.
func (l *looping) keyText(f ir.Frame) (string, bool) {
	v := f.Force(l.call.key)
	at := l.call.KeyExpr.Span()
	if v.IsUnknown() {
		l.failed, l.unclear = l.failed || v.HasFailed(), true
		if !v.HasFailed() {
			l.why = value.Why(v)
		}
		return "", false
	}
	// Once anything is unclear, errors in keys are not reported, as in holds.
	refuse := func(message, reference string) (string, bool) {
		if !l.unclear {
			f.Report(problem(at, "expression-key", message, "Invalid object key", reference))
		}
		l.failed, l.unclear = true, true
		return "", false
	}
	if v.IsNull() {
		return refuse("null cannot be a key", "Key expression in 'for' expression must not produce a null value.")
	}
	text, why := types.Convert(v, types.StringType)
	if why != "" {
		return refuse("a key must be a string, not a "+types.NameOf(v),
			"The key expression produced an invalid result: "+why+".")
	}
	l.marks |= v.Summary() & (types.Kept | value.Failed)
	return text.Text()
}

// add adds a value under a key. With ..., the values of equal keys are grouped; without it, a
// second value is an error, and the first one stays.
func (l *looping) add(f ir.Frame, key string, v value.Value) {
	i, found := l.at[key]
	switch {
	case !found:
		l.at[key] = len(l.fields)
		l.fields = append(l.fields, value.Field{Key: key, Value: v})
		l.groups = append(l.groups, []value.Value{v})
	case l.call.Group:
		l.groups[i] = append(l.groups[i], v)
	default:
		l.marks |= value.Failed
		f.Report(problem(l.call.KeyExpr.Span(), "expression-key",
			diag.Sprintf("two elements have the key %q; write ... after the value to collect both", key),
			"Duplicate object key",
			diag.Sprintf("Two different items produced the key %q in this 'for' expression. If duplicates are "+
				"expected, use the ellipsis (...) after the value expression to enable grouping by key.", key)))
	}
}

// object returns the result for an expression in braces. Groups are tuples, even of one value.
func (l *looping) object() value.Value {
	if l.call.Group {
		for i := range l.fields {
			l.fields[i].Value = types.NewTuple(l.groups[i])
		}
	}
	return types.NewObject(l.fields)
}

// joined concatenates the strings of a for directive. The results are templates, and therefore
// strings or unknown.
func (l *looping) joined() value.Value {
	var out strings.Builder
	for _, v := range l.items {
		if v.IsUnknown() {
			return types.Like(v, types.StringType)
		}
		text, _ := v.Text()
		if !l.frame.Spend(len(text) / 8) {
			return value.Failure("stopped")
		}
		out.WriteString(text)
		l.marks |= v.Summary() & (types.Kept | value.Failed)
	}
	return value.Str(out.String()).With(l.marks)
}

// object builds an object from alternating keys and values. All of them are evaluated, so that
// every error is reported; then one wrong key makes the object fail, and one unknown key makes it
// unknown.
func object(f ir.Frame, c *ir.Call) value.Value {
	e := c.Data.(*hcl.Object)
	var fields []value.Field
	marks, failed, why := value.Marks(0), false, ""
	for i, item := range e.Items {
		key, v := f.Force(c.Args[2*i]), f.Force(c.Args[2*i+1])
		if key.HasFailed() {
			failed = true
			continue
		}
		if key.IsUnknown() {
			why = value.Why(key)
			continue
		}
		if key.IsNull() {
			f.Report(problem(item.Value.Span(), "expression-key", "the key of this value is null",
				"Null value as key", "Can't use a null value as a key."))
			failed = true
			continue
		}
		text, mismatch := types.Convert(key, types.StringType)
		if mismatch != "" {
			f.Report(problem(item.Key.Span(), "expression-key", "a key must be a string, not a "+types.NameOf(key),
				"Incorrect key type", "Can't use this value as a key: "+mismatch+"."))
			failed = true
			continue
		}
		// A field's key cannot have marks, so the object gets them.
		marks |= key.Summary() & types.Kept
		name, _ := text.Text()
		fields = append(fields, value.Field{Key: name, Value: v, KeyAt: item.Key.Span()})
	}
	switch {
	case failed:
		return value.Failure("error")
	case why != "":
		return types.NotKnown(types.DynamicType, why).With(marks)
	}
	return types.NewObject(value.Distinct(fields)).With(marks)
}
