package std

import (
	"fmt"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/stdlib"
	"pantograph/evaluator/value"
)

// A call is a function's view of its call: the checked arguments, with methods to report problems.
// Methods that nearly every function uses are not inlined, since inlining them would add 11 KB to
// the compressed wasm.
type call struct {
	env      Env
	fn       *ir.Func
	args     []value.Value // in the order of the parameters; the Data of an omitted argument is nil
	problems []Problem
	owed     int // steps not yet spent
}

// name returns the function's name without its prefix: "sum" for std:sum.
func (c *call) name() string { return c.fn.Name[len(prefix):] }

// argsName returns the name of the arguments' struct in the original's messages: std.SumArgs for
// std:sum.
func (c *call) argsName() string {
	name := c.name()
	return "std." + string(name[0]-'a'+'A') + name[1:] + "Args"
}

// at returns the path to an argument.
func at(name string) []ir.Step { return []ir.Step{{Key: name, IsKey: true}} }

// index returns the position of the parameter called name, or -1.
func (c *call) index(name string) int {
	for i := range c.fn.Params {
		if c.fn.Params[i].Name == name {
			return i
		}
	}
	return -1
}

// arg returns an argument; its Data is nil if it was omitted.
//
//go:noinline
func (c *call) arg(name string) value.Value {
	i := c.index(name)
	if i < 0 {
		panic(c.fn.Name + " has no parameter " + name)
	}
	return c.args[i]
}

// has reports whether an argument was given. A null argument counts as omitted (11).
//
//go:noinline
func (c *call) has(name string) bool { return c.arg(name).Data != nil }

// text returns an argument that is a string, or "" if it was omitted.
//
//go:noinline
func (c *call) text(name string) string {
	s, _ := c.arg(name).Text()
	return s
}

// number returns an argument that is a number, or 0 if it was omitted.
//
//go:noinline
func (c *call) number(name string) float64 { return float(c.arg(name)) }

// numberOr returns an optional number, or the default if it was omitted.
func (c *call) numberOr(name string, or float64) float64 {
	if !c.has(name) {
		return or
	}
	return c.number(name)
}

// integer returns an argument that is a whole number, or 0 if it was omitted. bind has checked that it
// fits into an int.
//
//go:noinline
func (c *call) integer(name string) int { return int(c.number(name)) }

// integerOr is like integer, but returns the default if the argument was omitted.
func (c *call) integerOr(name string, or int) int { return int(c.numberOr(name, float64(or))) }

// items returns the elements of an argument that is a list, or nil if it was omitted.
//
//go:noinline
func (c *call) items(name string) []value.Value { return items(c.arg(name)) }

// texts returns an argument that is a list of strings.
func (c *call) texts(name string) []string {
	list := c.items(name)
	out := make([]string, len(list))
	for i := range list {
		out[i], _ = list[i].Text()
	}
	return out
}

// fields returns the entries of an argument that is a map, sorted by key, because Go's maps are
// unordered.
//
//go:noinline
func (c *call) fields(name string) []value.Field { return value.Sorted(fields(c.arg(name))) }

// float returns the number in v, or 0.
//
//go:noinline
func float(v value.Value) float64 {
	n, ok := v.Data.(value.Number)
	if !ok {
		return 0
	}
	return n.Float()
}

// items returns the elements of a list, or nil for any other value.
//
//go:noinline
func items(v value.Value) []value.Value {
	if l := v.List(); l != nil {
		return l.Items
	}
	return nil
}

// fields returns the entries of a map, neither sorted nor copied, or nil for any other value.
//
//go:noinline
func fields(v value.Value) []value.Field {
	if o := v.Object(); o != nil {
		return o.Fields
	}
	return nil
}

// An outcome is a result without a value.
type outcome struct{}

// stopped is the outcome of a call that failed or ran out of budget.
var stopped outcome

// value turns the result of a function into a value. Fields become an object sorted by key; of equal keys, the
// last one wins.
func (c *call) value(out any) value.Value {
	switch out := out.(type) {
	case value.Value:
		return out
	case string:
		return value.Str(out)
	case bool:
		return value.Flag(out)
	case int:
		return value.Int(out)
	case float64:
		return value.Float64(out)
	case []string:
		return value.ListOf(stdlib.Texts(out)...)
	case []value.Value:
		return value.ListOf(out...)
	case []value.Field:
		return value.ObjectOf(value.Sorted(value.Distinct(out))...)
	case outcome:
		if len(c.problems) == 0 {
			return value.Failure("the budget is used up")
		}
		return value.Failure(c.fn.Name + " failed")
	}
	panic(fmt.Sprintf("%s returned a %T", c.fn.Name, out))
}

// A fault is a way for a call to fail. The messages are formats for the arguments of fail. They
// are data rather than code because a call of fmt.Sprintf for each would double the size of this
// package.
type fault struct {
	code      diag.Code
	arg       string // which argument is wrong
	message   string
	reference string // the original's message, if known
}

// fail reports an error and returns the outcome of a failed call.
//
//go:noinline
func (c *call) fail(f *fault, args ...any) any { return c.raise(f, f.arg, -1, args) }

// failAt is like fail, for one item of a list.
//
//go:noinline
func (c *call) failAt(f *fault, index int, args ...any) any { return c.raise(f, f.arg, index, args) }

// failIn is like fail, for an argument other than the fault's.
//
//go:noinline
func (c *call) failIn(f *fault, arg string, args ...any) any { return c.raise(f, arg, -1, args) }

// hint reports a hint; the call continues. An index selects one item of a list, -1 the whole
// argument.
func (c *call) hint(f *fault, index int) { c.raise(f, f.arg, index, nil) }

// raise reports a fault at an argument, or at one item of it; index is -1 for the whole argument. A hint does not
// change the result of the call, so hint ignores the outcome.
func (c *call) raise(f *fault, arg string, index int, args []any) any {
	p := Problem{Severity: diag.Error, Code: f.code, Message: fill(f.message, args), Reference: fill(f.reference, args)}
	if f.code.IsHint() {
		p.Severity = diag.Warning
	}
	if arg != "" {
		p.ArgPath = at(arg)
	}
	if index >= 0 {
		p.ArgPath = append(p.ArgPath, ir.Step{Index: index})
	}
	c.report(p)
	return stopped
}

// report adds a problem. It drops a reference that equals the message.
func (c *call) report(p Problem) {
	if p.Reference == p.Message {
		p.Reference = ""
	}
	c.problems = append(c.problems, p)
}

// fill is like fmt.Sprintf, for formats that may have no verbs. A format that skips arguments uses
// indices, as in %[2]d. The arguments may quote values that the call has read, so the page can hide them.
func fill(format string, args []any) string {
	switch {
	case format == "":
		return ""
	case !strings.Contains(format, "%"):
		return diag.Constant(format)
	}
	return diag.Wordsf(format, args...)
}

// bytesPerStep is how many bytes cost one step of the budget.
const bytesPerStep = 16

// spend spends n steps and reports whether any budget is left.
//
//go:noinline
func (c *call) spend(n int) bool {
	return c.env.Spend == nil || c.env.Spend(min(max(n, 0), 1<<40))
}

// spendText spends the cost of a string of n bytes that is about to be created.
//
//go:noinline
func (c *call) spendText(n int) bool { return n < bytesPerStep || c.spend(n/bytesPerStep) }

// afford spends the size of values, before a function visits all of their parts. Values share their parts, so a
// small document can describe a list of a billion items.
func (c *call) afford(values ...value.Value) bool {
	for _, v := range values {
		if !c.weigh(v) {
			return false
		}
	}
	owed := c.owed
	c.owed = 0
	return c.spend(owed)
}

// maxOwed is the number of steps that are collected before they are spent.
const maxOwed = 4096

// weigh adds the size of a value to the steps not yet spent. It returns false if the budget is used
// up.
func (c *call) weigh(v value.Value) bool {
	c.owed++
	if c.owed > maxOwed {
		c.owed = 0
		if !c.spend(maxOwed) {
			return false
		}
	}
	switch d := v.Data.(type) {
	case value.String:
		c.owed += len(d) / bytesPerStep
	case *value.List:
		for i := range d.Items {
			if !c.weigh(d.Items[i]) {
				return false
			}
		}
	case *value.Object:
		for i := range d.Fields {
			c.owed += len(d.Fields[i].Key) / bytesPerStep
			if !c.weigh(d.Fields[i].Value) {
				return false
			}
		}
	case *value.Tagged:
		return c.weigh(d.Body)
	}
	return true
}

// spendProduct spends the cost of a string of count pieces of size bytes each.
func (c *call) spendProduct(count, size int) bool {
	// The product could exceed an int. No budget is this large.
	if size > 0 && count > 1<<40/size {
		return c.spend(1 << 40)
	}
	return c.spendText(count * size)
}
