package terraform

import (
	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"

	"pantograph/evaluator/dialect/terraform/hcl"
	"pantograph/evaluator/dialect/terraform/types"
)

// conditionalFunc is `c ? a : b`. Both results are evaluated to find their common type, but only
// the errors in the chosen one are reported.
var conditionalFunc = &ir.Func{
	Name: "?:", Doc: "Returns the first result if the condition is true, else the second one. Both are converted to " +
		"a common type.",
	Params: []ir.Param{{Name: "condition", Type: "bool"}, {Name: "then", Type: "any"}, {Name: "else", Type: "any"}},
	Lazy:   conditional,
}

// A branch is one result of a conditional, and the problems found in it.
type branch struct {
	value    value.Value
	problems []diag.Problem
}

// conditional evaluates the results before the condition. If their types do not match, it reports
// this error only, whatever the condition is (5.1).
func conditional(f ir.Frame, c *ir.Call) value.Value {
	e := c.Data.(*hcl.Conditional)
	var then, other branch
	then.value, then.problems = f.Try(c.Args[1])
	other.value, other.problems = f.Try(c.Args[2])
	result := commonType(then.value, other.value)
	if result == nil {
		t, u := types.Of(then.value), types.Of(other.value)
		return f.Fail(problem(e.Then.Span().To(e.Else.Span()), "expression-conditional",
			diag.Sprintf("both results must have a common type; one is %s, the other %s", diag.Constant(t.Name()),
				diag.Constant(u.Name())),
			"Inconsistent conditional result types",
			"The true and false result expressions must have consistent types. "+describeMismatch(t, u)))
	}
	condition := f.Force(c.Args[0])
	switch {
	// Neither result is taken, so the problems in both are dropped.
	case condition.IsUnknown(): // of any type
		v := types.Like(condition, result)
		if len(then.problems)+len(other.problems) == 0 {
			v = eitherOf(then.value, other.value, v)
		}
		return v.With((condition.Marks | then.value.Marks | other.value.Marks) & types.Kept)
	// The result has failed, but it keeps its type, so that further errors can be found.
	case condition.IsNull():
		f.Report(problem(e.If.Span(), "expression-condition", "the condition is null; it must be true or false",
			"Null condition", "The condition value is null. Conditions must either be true or false."))
		return types.Failed(result)
	}
	truth, why := types.Convert(condition, types.BoolType)
	if why != "" {
		f.Report(problem(e.If.Span(), "expression-condition", "the condition is a "+types.NameOf(condition)+
			"; it must be true or false",
			"Incorrect condition type", "The condition expression must be of type bool."))
		return types.Failed(result)
	}
	chosen, word, at := then, "true", e.Then.Span()
	if truth.Data != value.Bool(true) {
		chosen, word, at = other, "false", e.Else.Span()
	}
	for _, p := range chosen.problems {
		f.Report(p)
	}
	// As in the original, the result is as secret as any of the three, taken or not.
	marks := (condition.Marks | then.value.Marks | other.value.Marks) & types.Kept
	// A common type does not guarantee a conversion: a string need not be a number.
	v, why := types.Convert(chosen.value, result)
	if why != "" {
		return f.Fail(problem(at, "expression-conditional", "this result cannot be converted to a "+result.Name()+
			", the common type of both results",
			"Inconsistent conditional result types", "The "+word+" result value has the wrong type: "+why+"."))
	}
	return v.With(marks)
}

// eitherOf returns what is known of a value that is either a or b; unknown is the unknown value of their common type.
// In the original, the refinements of an unknown value have the same effect: it becomes known if they leave only one
// number or length.
func eitherOf(a, b, unknown value.Value) value.Value {
	result := types.Of(unknown)
	isOfType := func(v value.Value) bool { return !v.HasFailed() && types.Of(v).Equal(result) }
	if a.IsNull() || b.IsNull() {
		if null, why := types.Convert(a, result); a.IsNull() && b.IsNull() && why == "" {
			return null
		}
		nullable := *result
		nullable.MayBeNull = true
		return types.NotKnown(&nullable, value.Why(unknown))
	}
	if a.IsUnknown() || b.IsUnknown() || !isOfType(a) || !isOfType(b) {
		return unknown
	}
	switch x, y := a.List(), b.List(); {
	case result.Kind == types.Number && types.Equal(a, b), result.Kind == types.Map && isEmpty(a) && isEmpty(b):
		return a
	case result.Kind == types.List && len(x.Items) == len(y.Items),
		result.Kind == types.Set && len(x.Items) == len(y.Items) && len(x.Items) <= 1:
		items := make([]value.Value, len(x.Items))
		for i := range items {
			items[i] = types.NotKnown(result.Elem, value.Why(unknown))
		}
		if result.Kind == types.Set {
			return types.NewSet(result.Elem, items)
		}
		return types.NewList(result.Elem, items)
	}
	return unknown
}

// isEmpty reports whether an object has no fields.
func isEmpty(v value.Value) bool { return v.Object() != nil && len(v.Object().Fields) == 0 }

// commonType returns the type of a conditional, Dynamic if a result may have any type, or nil if the
// results are incompatible.
func commonType(a, b value.Value) *types.Type {
	isUntyped := func(v value.Value) bool { d, ok := v.Data.(value.Null); return ok && d.Type == "" }
	switch {
	case isUnknowable(a) || isUnknowable(b):
		return types.DynamicType
	// A result that is only a literal null takes the type of the other one (5.1).
	case isUntyped(a):
		return types.Of(b)
	case isUntyped(b):
		return types.Of(a)
	// Scalars of one type are the usual case, and need no unification.
	case a.Depth() == 0 && b.Depth() == 0 && types.KindOf(a) == types.KindOf(b) && !a.IsNull() && !b.IsNull():
		return types.Of(a)
	}
	return types.Unify([]*types.Type{types.Of(a), types.Of(b)})
}

// isUnknowable reports whether not even the type of a value is known.
func isUnknowable(v value.Value) bool { return v.IsUnknown() && types.KindOf(v) == types.Dynamic }

// describeMismatch describes how two types differ, in the original's words (5.1). For objects,
// tuples and collections of these it describes the first difference inside them. a is the type of
// the true result.
func describeMismatch(a, b *types.Type) string {
	switch {
	case a.Kind == types.Object && b.Kind == types.Object:
		for i, name := range a.Names {
			other := b.Attribute(name)
			if other == nil {
				return diag.Sprintf("The 'true' value includes object attribute %q, which is absent in the 'false' "+
					"value.", name)
			}
			// The difference inside the attribute is described in the same way, at any depth.
			if !other.Equal(a.Types[i]) {
				return diag.Sprintf("Type mismatch for object attribute %q: %s", name,
					describeMismatch(a.Types[i], other))
			}
		}
		for _, name := range b.Names {
			if a.Attribute(name) == nil {
				return diag.Sprintf("The 'false' value includes object attribute %q, which is absent in the 'true' "+
					"value.", name)
			}
		}
	case a.Kind == types.Tuple && b.Kind == types.Tuple:
		if len(a.Types) != len(b.Types) {
			return diag.Sprintf("The 'true' tuple has length %d, but the 'false' tuple has length %d.", len(a.Types),
				len(b.Types))
		}
		for i := range a.Types {
			if !a.Types[i].Equal(b.Types[i]) {
				return diag.Sprintf("Type mismatch for tuple element %d: %s", i,
					describeMismatch(a.Types[i], b.Types[i]))
			}
		}
	case a.IsCollection() && a.Kind == b.Kind && isStructural(a.Elem) && isStructural(b.Elem):
		words := map[types.Kind]string{types.List: "list", types.Set: "set", types.Map: "map"}
		return "Mismatched " + words[a.Kind] + " element types: " + describeMismatch(a.Elem, b.Elem)
	}
	// If both names are equal, they do not describe the difference.
	if a.Name() == b.Name() {
		return "At least one deeply-nested attribute or element is not compatible across both the 'true' and the " +
			"'false' value."
	}
	return diag.Sprintf("The 'true' value is %s, but the 'false' value is %s.", diag.Constant(a.Name()),
		diag.Constant(b.Name()))
}

// isStructural reports whether a type lists the types of its elements one by one.
func isStructural(t *types.Type) bool { return t.Kind == types.Object || t.Kind == types.Tuple }
