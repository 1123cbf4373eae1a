package terraform

import (
	"math/big"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"

	"pantograph/evaluator/dialect/terraform/hcl"
	"pantograph/evaluator/dialect/terraform/types"
)

// An operation implements an operator for operands of its type. If the operation has no result, the
// second result of apply is the original's message, otherwise "".
type operation struct {
	doc     string
	operand *types.Type // nil accepts any type
	apply   func(a, b value.Value) (value.Value, string)
}

// operations are the operators with two operands. The arithmetic ones include the original's
// message for operands without a result, such as 0 / 0.
var operations = map[string]operation{
	"+": {"Adds two numbers.", types.NumberType,
		arithmetic((*big.Float).Add, "can't compute sum of opposing infinities")},
	"-": {"Subtracts a number from another.", types.NumberType,
		arithmetic((*big.Float).Sub, "can't subtract infinity from itself")},
	"*": {"Multiplies two numbers.", types.NumberType, multiply},
	"/": {"Divides a number by another. Division by zero results in infinity.", types.NumberType,
		arithmetic((*big.Float).Quo, "can't divide zero by zero or infinity by infinity")},
	"%": {"Returns the remainder of a division, with the sign of the first number.", types.NumberType, modulo},
	"<": {"Reports whether a number is less than another.", types.NumberType,
		compare(func(c int) bool { return c < 0 })},
	">": {"Reports whether a number is greater than another.", types.NumberType,
		compare(func(c int) bool { return c > 0 })},
	"<=": {"Reports whether a number is less than or equal to another.", types.NumberType,
		compare(func(c int) bool { return c <= 0 })},
	">=": {"Reports whether a number is greater than or equal to another.", types.NumberType,
		compare(func(c int) bool { return c >= 0 })},
	"&&": {"Reports whether both sides are true. If the left side is false, the right one does not matter.",
		types.BoolType, logic(func(a, b bool) bool { return a && b })},
	"||": {"Reports whether either side is true. If the left side is true, the right one does not matter.",
		types.BoolType, logic(func(a, b bool) bool { return a || b })},
	"==": {"Reports whether two values are equal. Nothing is converted: 1 and \"1\" are different.", nil, equal(true)},
	"!=": {"Reports whether two values are different. Nothing is converted.", nil, equal(false)},
}

// budgetNumber is returned in place of the original's message if a result would have more digits
// than we allow. operationFailed turns it into a problem of ours.
const budgetNumber = "budget"

// arithmetic returns an operation based on big.Float, which panics with ErrNaN if there is no
// result; nan is the original's message for this. The result has the larger precision of the
// operands (4.5).
func arithmetic(apply func(z, x, y *big.Float) *big.Float, nan string) func(a, b value.Value) (value.Value, string) {
	return func(a, b value.Value) (v value.Value, problem string) {
		defer func() {
			if r := recover(); r != nil {
				if _, ok := r.(big.ErrNaN); !ok {
					panic(r)
				}
				problem = nan
			}
		}()
		return fromFloat(apply(new(big.Float), types.Float(a), types.Float(b)))
	}
}

// multiply is like arithmetic, but a product has at least the precision that it needs to be exact,
// up to 512 bits (4.5).
func multiply(a, b value.Value) (value.Value, string) {
	return arithmetic(func(_, x, y *big.Float) *big.Float {
		z := new(big.Float).SetPrec(types.Precision).Mul(x, y)
		return z.SetPrec(max(x.Prec(), y.Prec(), z.MinPrec()))
	}, "can't multiply zero by infinity")(a, b)
}

// fromFloat returns a number, or the reason if it has more digits than the budget allows.
func fromFloat(f *big.Float) (value.Value, string) {
	v, ok := types.FromFloat(f)
	if !ok {
		return v, budgetNumber
	}
	return v, ""
}

// modulo returns the remainder of a division truncated to a whole number, so it has the sign of the
// dividend. Modulo zero, it returns the dividend (section 5).
func modulo(a, b value.Value) (value.Value, string) {
	x, y := types.Float(a), types.Float(b)
	switch {
	case y.Sign() == 0:
		return a, ""
	case x.IsInf() || y.IsInf(): // the original crashes if the first is infinite
		return a, "can't use modulo with zero and infinity"
	}
	ratio, _ := new(big.Float).Quo(x, y).Int(nil)
	whole := new(big.Float).SetPrec(x.Prec()).SetInt(ratio)
	return fromFloat(whole.Sub(x, whole.Mul(y, whole)))
}

// compare returns an operation for a comparison; holds receives the sign of left minus right.
func compare(holds func(int) bool) func(a, b value.Value) (value.Value, string) {
	return func(a, b value.Value) (value.Value, string) {
		return value.Flag(holds(types.Float(a).Cmp(types.Float(b)))), ""
	}
}

// logic returns an operation on two known booleans.
func logic(apply func(a, b bool) bool) func(a, b value.Value) (value.Value, string) {
	return func(a, b value.Value) (value.Value, string) {
		return value.Flag(apply(a.Data == value.Bool(true), b.Data == value.Bool(true))), ""
	}
}

// equal compares without converting: "1" and 1 are different.
func equal(want bool) func(a, b value.Value) (value.Value, string) {
	return func(a, b value.Value) (value.Value, string) { return value.Flag(types.Equal(a, b) == want), "" }
}

// binaryFuncs and unaryFuncs are the functions for the operators, by their signs. "-" is in both.
var binaryFuncs, unaryFuncs = operatorFuncs()

// operatorFuncs describes the operators as functions, so that hovers and the reference show them
// like any other. They are Lazy because they report wrong types in the original's order.
func operatorFuncs() (binary, unary map[string]*ir.Func) {
	binary = map[string]*ir.Func{}
	for op, o := range operations {
		kind := "any"
		if o.operand != nil {
			kind = o.operand.Name()
		}
		params := []ir.Param{{Name: "left", Type: kind}, {Name: "right", Type: kind}}
		binary[op] = &ir.Func{Name: op, Doc: o.doc, Params: params, Lazy: applyBinary}
	}
	unary = map[string]*ir.Func{
		"-": {Name: "-", Doc: "Negates a number.", Params: []ir.Param{{Name: "number", Type: "number"}},
			Lazy: applyUnary},
		"!": {Name: "!", Doc: "Negates a boolean.", Params: []ir.Param{{Name: "truth", Type: "bool"}},
			Lazy: applyUnary},
	}
	return binary, unary
}

// operand converts an operand, or reports that it has the wrong type. want is nil if any type is
// allowed; side is the original's word for the operand. A failed operand keeps its type, so that
// the error does not cause others.
func operand(f ir.Frame, v value.Value, at source.Span, want *types.Type, side string) value.Value {
	if want == nil {
		return v
	}
	out, why := types.Convert(v, want)
	if why != "" {
		f.Report(problem(at, "expression-operand", "a "+want.Name()+" is needed here, not a "+types.NameOf(v)+
			textNote(v),
			"Invalid operand", "Unsuitable value for "+side+": "+why+"."))
		return types.Failed(want)
	}
	return out
}

// textNote explains why a string is unsuitable: a string is accepted if its text can be converted,
// so its type alone is not the error.
func textNote(v value.Value) string {
	if types.KindOf(v) == types.String {
		return " that cannot be converted"
	}
	return ""
}

// applyBinary evaluates both operands before it reports anything, as the original does: the
// errors in types come first, then those inside the operands.
func applyBinary(f ir.Frame, c *ir.Call) value.Value {
	e := c.Data.(*hcl.Binary)
	o := operations[e.Op]
	if e.Op == "&&" || e.Op == "||" {
		if v, done := shortCircuit(f, c, e.Op == "||"); done {
			return v
		}
	}
	// Try holds the problems back until those of the types have been reported.
	left, inLeft := f.Try(c.Args[0])
	right, inRight := f.Try(c.Args[1])
	left = operand(f, left, e.Left.Span(), o.operand, "left operand")
	right = operand(f, right, e.Right.Span(), o.operand, "right operand")
	for _, p := range append(inLeft, inRight...) {
		f.Report(p)
	}
	result := types.BoolType
	if strings.Contains("+-*/%", e.Op) {
		result = types.NumberType
	}
	if left.HasFailed() || right.HasFailed() {
		return types.Failed(result)
	}
	if o.operand != nil && (left.IsNull() || right.IsNull()) {
		return operationFailed(f, e.Span(), result, "argument must not be null", "null cannot be an operand")
	}
	marks := (left.Summary() | right.Summary()) & types.Kept
	// Two values can be known to differ even if one is partly unknown: uuid() == null is
	// false (4.1).
	if both := value.ListOf(left, right); both.HasUnknown() {
		if same, known := types.KnownEqual(left, right); known && o.operand == nil {
			return value.Flag(same == (e.Op == "==")).With(marks)
		}
		return types.Like(both, result)
	}
	v, why := o.apply(left, right)
	if why != "" {
		return operationFailed(f, e.Span(), result, why, "this operation has no result: "+why)
	}
	return v.With(marks)
}

// operationFailed reports why an operation has no result and returns a failed result.
func operationFailed(f ir.Frame, at source.Span, result *types.Type, why, message string) value.Value {
	if why == budgetNumber {
		return f.Fail(problem(at, "budget-digits", tooManyDigits, "", ""))
	}
	f.Report(problem(at, "expression-operation", message, "Operation failed", "Error during operation: "+why+"."))
	return types.Failed(result)
}

// shortCircuit decides && and || by one side: the left side first, then the right one. Errors in
// the other side then do not count, but its marks do. Null decides && like false. Both sides must
// be convertible to bool. An unknown side decides too if the other side does not; if both are
// unknown, the left one decides.
func shortCircuit(f ir.Frame, c *ir.Call, decisive bool) (value.Value, bool) {
	var sides [2]value.Value
	var found [2][]diag.Problem
	marks := value.Marks(0)
	for i, n := range c.Args {
		v, problems := f.Try(n)
		b, why := types.Convert(v, types.BoolType)
		// applyBinary reports an operand of the wrong type.
		if why != "" {
			return value.Value{}, false
		}
		marks |= v.Summary() & types.Kept
		sides[i], found[i] = b, problems
	}
	decides := func(b value.Value) bool {
		return b.Data == value.Bool(decisive) || b.IsNull() && !decisive
	}
	// If no side decides, and none is unknown, the operation is computed as usual.
	left, right := sides[0].IsUnknown(), sides[1].IsUnknown()
	side, out := 0, value.Flag(decisive)
	switch {
	case left && right && len(found[0]) > 0, !left && !right && !decides(sides[0]) && !decides(sides[1]):
		return value.Value{}, false
	case left && right:
		out = types.Like(sides[0], types.BoolType)
	case !left && decides(sides[0]):
	case !right && decides(sides[1]):
		side = 1
	default:
		if right {
			side = 1
		}
		out = types.Like(sides[side], types.BoolType)
	}
	// The problems of the other side are dropped: it was not needed.
	for _, p := range found[side] {
		f.Report(p)
	}
	return out.With(marks), true
}

// applyUnary negates a number or a boolean. An unknown operand has an unknown result of the same
// type.
func applyUnary(f ir.Frame, c *ir.Call) value.Value {
	e := c.Data.(*hcl.Unary)
	want := types.NumberType
	if e.Op == "!" {
		want = types.BoolType
	}
	v := operand(f, f.Force(c.Args[0]), e.Operand.Span(), want, "unary operand")
	switch {
	case v.IsUnknown():
		return types.Like(v, want)
	case v.IsNull():
		return operationFailed(f, e.Span(), want, "argument must not be null", "null cannot be an operand")
	case e.Op == "!":
		return value.Flag(v.Data == value.Bool(false)).With(v.Summary() & types.Kept)
	}
	n := types.Float(v)
	out, _ := types.FromFloat(n.Neg(n))
	return out.With(v.Summary() & types.Kept)
}
