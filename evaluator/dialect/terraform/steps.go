package terraform

import (
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/terraform/hcl"
	"pantograph/evaluator/dialect/terraform/types"
)

// Functions that implement `.name`, `[key]`, `[*]` and local names.
var (
	stepFunc = &ir.Func{Name: "attribute", Doc: "Returns an attribute or an element by a constant key.",
		Params: []ir.Param{{Name: "value", Type: "any"}}, Lazy: step}
	indexFunc = &ir.Func{Name: "index", Doc: "Returns an element by its index or key.",
		Params: []ir.Param{{Name: "value", Type: "any"}, {Name: "key", Type: "any"}}, Lazy: index}
	splatFunc = &ir.Func{Name: "splat",
		Doc: "Applies the steps after it to every element. A value that is not a list, tuple or set is one element, " +
			"and null as none.",
		Params: []ir.Param{{Name: "value", Type: "any"}, {Name: "each", Type: "any"}}, Lazy: splat}
	localFunc = &ir.Func{Doc: "The current element of a for expression.", Lazy: local}
)

// local returns the value of a local name: one that a for expression declares, the element of a
// splat, or a variable of a template.
func local(f ir.Frame, c *ir.Call) value.Value {
	v, _ := f.Local(c.Data.(string))
	return v
}

// step evaluates `.name` or `[literal]` after a value. If the value has failed but its type is
// known, Shape supplies its attributes, so that a wrong name is still reported.
func step(f ir.Frame, c *ir.Call) value.Value {
	v := types.Shape(f.Force(c.Args[0]))
	s := c.Data.(hcl.Step)
	switch {
	case isUnknowable(v) && !v.HasFailed() && s.IsIndex && s.Index.IsNull():
		return element(f, v, s.Index, s.At)
	case isUnknowable(v) && !v.HasFailed():
		return types.Like(v, types.DynamicType)
	case isUnknowable(v) && continues(c) && v.Data.(value.Unknown).Why != passedOn:
		return value.Failure("error")
	case isUnknowable(v) && !s.Index.IsNull():
		return value.Failure(passedOn)
	case s.IsIndex:
		return element(f, v, s.Index, s.At)
	}
	return attribute(f, v, s.Name, s.At)
}

// passedOn is the reason that a failed value's element has failed: the error is in the value, not in
// the step to the element.
const passedOn = "passed on"

// part returns a value inside another, with the marks of the whole. A failed value keeps its earlier
// failure.
func part(found, whole value.Value) value.Value {
	if isUnknowable(found) && found.HasFailed() {
		found.Data = value.Unknown{Why: passedOn}
	}
	return found.With(whole.Marks & (types.Kept | value.Failed))
}

// continues reports whether a step follows another one. If the other one failed, this step is not
// evaluated.
func continues(c *ir.Call) bool {
	before, ok := c.Args[0].(*ir.Call)
	if ok {
		_, ok = before.Data.(hcl.Step)
	}
	return ok
}

// index evaluates `[key]` with a computed key. The result is as secret as the key, since it may
// reveal it.
func index(f ir.Frame, c *ir.Call) value.Value {
	v, key := types.Shape(f.Force(c.Args[0])), f.Force(c.Args[1])
	if isUnknowable(key) || isUnknowable(v) && !key.IsNull() {
		return types.Like(value.ListOf(v, key), types.DynamicType)
	}
	return element(f, v, key, c.NameAt).With(key.Summary() & types.Kept)
}

// attribute returns `.name` of a value. The marks of the whole value go to the part.
func attribute(f ir.Frame, v value.Value, name string, at source.Span) value.Value {
	if o := v.Object(); o != nil {
		if found, ok := o.Get(name); ok {
			return part(found, v)
		}
		if o.Type != "" {
			return f.Fail(problem(at, "expression-attribute", diag.Sprintf("this map has no element %q%s", name,
				nearest(name, v, false)),
				"Missing map element", diag.Sprintf("This map does not have an element with the key %q.", name)))
		}
		return f.Fail(problem(at, "expression-attribute", diag.Sprintf("this object has no attribute %q%s", name,
			nearest(name, v, false)),
			"Unsupported attribute", diag.Sprintf("This object does not have an attribute named %q.", name)))
	}
	if v.IsUnknown() && types.KindOf(v) == types.Map {
		return types.Like(v, types.Of(v).Elem)
	}
	if v.IsNull() {
		return f.Fail(problem(at, "expression-attribute", "null has no attributes",
			"Attempt to get attribute from null value", "This value is null, so it does not have any attributes."))
	}
	return f.Fail(problem(at, "expression-attribute", "a "+types.NameOf(v)+" has no attributes",
		"Unsupported attribute", noAttributes(v, name)))
}

// nearest suggests a key of an object. If some of its keys came from a secret, the suggestion may be one
// of them, so it is shown only if secrets are. If the name itself is computed, any suggestion reveals
// something about the computed name.
func nearest(name string, of value.Value, isComputed bool) string {
	text := didYouMean(name, of.Object().Keys())
	switch {
	case hidesNames(of, false):
		return diag.SecretName(text)
	case isComputed:
		return diag.Guess(text)
	}
	return text
}

// noAttributes returns the original's detail for an attribute of a value that has none. For lists
// and sets of objects it asks whether an element was meant.
func noAttributes(v value.Value, name string) string {
	t := types.Of(v)
	switch {
	case t.Kind == types.List && t.Elem.Kind == types.Object && t.Elem.Attribute(name) != nil:
		return diag.Sprintf("Can't access attributes on a list of objects. Did you mean to access attribute %q for "+
			"a specific element of the list, or across all elements of the list?", name)
	case t.Kind == types.List && t.Elem.Kind == types.Object:
		return "Can't access attributes on a list of objects. Did you mean to access an attribute for a specific " +
			"element of the list, or across all elements of the list?"
	case t.Kind == types.Set && t.Elem.Kind == types.Object:
		return "Can't access attributes on a set of objects. Did you mean to access an attribute across all " +
			"elements of the set?"
	case t.IsPrimitive():
		return diag.Sprintf("Can't access attributes on a primitive-typed value (%s).", diag.Constant(t.Name()))
	}
	return "This value does not have any attributes."
}

const (
	// The original's summary and the beginning of its detail for most wrong indexes (5.3).
	invalidIndex = "Invalid index"
	noElement    = "The given key does not identify an element in this collection value"
)

// element returns `[key]` of a value. at is the position of the brackets, or of the dot and the
// digits (5.3).
func element(f ir.Frame, v, key value.Value, at source.Span) value.Value {
	fail := func(message, summary, detail string) value.Value {
		return f.Fail(problem(at, "expression-index", message, summary, detail))
	}
	kind := types.KindOf(v)
	switch {
	case v.IsNull():
		return fail("null has no elements", "Attempt to index null value",
			"This value is null, so it does not have any indices.")
	case key.IsNull():
		return fail("null cannot be an index", invalidIndex, "Can't use a null value as an indexing key.")
	case kind == types.Set:
		return fail("the elements of a set have no indices; convert it with tolist()", invalidIndex,
			"Elements of a set are identified only by their value and don't have any separate index or key to "+
				"select with, so it's only possible to perform operations across all elements of the set.")
	case kind == types.List || kind == types.Tuple:
		return position(f, v, key, at)
	case kind != types.Object && kind != types.Map:
		return fail("a "+types.NameOf(v)+" has no elements", invalidIndex, "This value does not have any indices.")
	}
	// Keys of maps and objects are strings; numbers and booleans are converted.
	text, why := types.Convert(key, types.StringType)
	if why != "" {
		return fail("a key must be a string", invalidIndex, noElement+": "+why+".")
	}
	if v.IsUnknown() || text.IsUnknown() {
		return unknownElement(v, text)
	}
	name, _ := text.Text()
	if found, ok := v.Object().Get(name); ok {
		return part(found, v)
	}
	detail := noElement + "."
	if kind == types.Object && types.KindOf(key) == types.Number {
		detail += " An object only supports looking up attributes by name, not by numeric index."
	}
	return fail(diag.Sprintf("there is no element %q%s", name, nearest(name, v, true)), invalidIndex, detail)
}

// unknownElement returns an unknown element; elements of a collection have a known type.
func unknownElement(v, key value.Value) value.Value {
	elem := types.DynamicType
	if t := types.Of(v); t.IsCollection() {
		elem = t.Elem
	}
	if !v.IsUnknown() {
		return types.Like(key, elem).With(v.Marks & types.Kept)
	}
	return types.Like(value.ListOf(v, key), elem)
}

// position returns an element of a list or tuple. The original gives a reason for an index that is
// too large only if it equals the length (5.3).
func position(f ir.Frame, v, key value.Value, at source.Span) value.Value {
	// ["a"]["0"] is valid, because the string is a number (5.3).
	number, why := types.Convert(key, types.NumberType)
	message := "an index must be a number"
	if why == "" && (v.IsUnknown() || number.IsUnknown()) {
		return unknownElement(v, number)
	}
	if why == "" {
		items := v.List().Items
		whole := types.Float(number)
		i, _ := whole.Int64()
		n := len(items)
		switch {
		case !whole.IsInt():
			why = "indexing a sequence requires a whole number, but the given index has a fractional part"
			message = "an index must be a whole number"
		case i < 0:
			why, message = "a negative number is not a valid index for a sequence", "indices start at 0"
		case n == 0 && i == 0:
			why, message = "the collection has no elements", "there are no elements here"
		case i >= int64(n):
			message = diag.Sprintf("there are %d elements here; indices start at 0", n)
			if n > 0 && i == int64(n) && !v.IsFailed() && !v.IsSecret() {
				why = "the given index is greater than or equal to the length of the collection"
			}
		default:
			return part(items[i], v)
		}
	}
	detail := noElement + "."
	if why != "" {
		detail = noElement + ": " + why + "."
	}
	return f.Fail(problem(at, "expression-index", message, invalidIndex, detail))
}

// splat applies an expression to all elements. For a list or set the result is a list if all
// results have one type. Anything that is neither list, set nor tuple is treated as a tuple of one,
// and null as an empty one (section 5).
func splat(f ir.Frame, c *ir.Call) value.Value {
	v := f.Force(c.Args[0])
	if v.HasFailed() || isUnknowable(v) {
		return types.Like(v, types.DynamicType)
	}
	kind := types.KindOf(v)
	isSequence := kind == types.List || kind == types.Set || kind == types.Tuple
	if v.IsNull() {
		if isSequence {
			return f.Fail(problem(c.NameAt, "expression-iteration", "this list is null; it has no elements",
				"Splat of null value", "Splat expressions (with the * symbol) cannot be applied to null sequences."))
		}
		return types.NewTuple(nil)
	}
	// Not even the number of elements is known. Other unknown values are one element.
	if isSequence && v.IsUnknown() {
		return types.Like(v, types.DynamicType)
	}
	items := []value.Value{v}
	if isSequence {
		items = v.List().Items
	}
	if !f.Spend(ir.ItemCost * len(items)) {
		return value.Failure("stopped")
	}
	out, failed := make([]value.Value, len(items)), false
	for i := range items {
		out[i] = f.With(c.Data.(string), items[i]).Force(c.Args[1])
		failed = failed || out[i].HasFailed()
	}
	marks := v.Marks & types.Kept
	result := types.NewTuple(out)
	if kind == types.List || kind == types.Set {
		if elem, ok := sameType(out); ok {
			result = types.NewList(elem, out)
		}
	}
	// Steps after the splat can still be checked against the type.
	if failed {
		return types.Failed(types.Of(result))
	}
	return result.With(marks)
}

// sameType returns the common type of all values, and whether they have one.
func sameType(items []value.Value) (*types.Type, bool) {
	if len(items) == 0 {
		return types.DynamicType, true
	}
	first := types.Of(items[0])
	for _, v := range items[1:] {
		if !types.Of(v).Equal(first) {
			return nil, false
		}
	}
	return first, true
}
