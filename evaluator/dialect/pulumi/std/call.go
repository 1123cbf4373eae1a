package std

import (
	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// A call is what a function sees: its arguments, checked, and a place for problems.
type call struct {
	env      Env
	fn       *Func
	args     []value.Value // in the order of the parameters; nil Data when not given
	problems []Problem
	owed     int // steps not yet spent
}

// at returns the path to an argument and into it.
func at(name string, indices ...int) []ir.Step {
	steps := []ir.Step{{Key: name, IsKey: true}}
	for _, i := range indices {
		steps = append(steps, ir.Step{Index: i})
	}
	return steps
}

// index returns the position of the parameter called name, or -1.
func (c *call) index(name string) int {
	for i := range c.fn.Params {
		if c.fn.Params[i].Name == name {
			return i
		}
	}
	return -1
}

// arg returns an argument; its Data is nil when it was not given.
func (c *call) arg(name string) value.Value {
	i := c.index(name)
	if i < 0 {
		panic("std: " + c.fn.Name + " has no parameter " + name)
	}
	return c.args[i]
}

func (c *call) has(name string) bool { return c.arg(name).Data != nil }

func (c *call) text(name string) string {
	s, _ := c.arg(name).Text()
	return s
}

func (c *call) number(name string) float64 { return float(c.arg(name)) }

// numberOr returns an optional number, or what stands for it when it was not given.
func (c *call) numberOr(name string, or float64) float64 {
	if !c.has(name) {
		return or
	}
	return c.number(name)
}

func (c *call) integer(name string) int { return int(c.number(name)) }

func (c *call) integerOr(name string, or int) int { return int(c.numberOr(name, float64(or))) }

func (c *call) items(name string) []value.Value { return items(c.arg(name)) }

// texts returns an argument that is a list of texts.
func (c *call) texts(name string) []string {
	list := c.items(name)
	out := make([]string, len(list))
	for i := range list {
		out[i], _ = list[i].Text()
	}
	return out
}

// fields returns the entries of an argument that is a map, sorted by key: Go's maps have
// no order of their own.
func (c *call) fields(name string) []value.Field { return value.Sorted(fields(c.arg(name))) }

// float returns the number in v, 0 when it is none.
func float(v value.Value) float64 {
	n, ok := v.Data.(value.Number)
	if !ok {
		return 0
	}
	return n.Float()
}

func items(v value.Value) []value.Value {
	if l := v.List(); l != nil {
		return l.Items
	}
	return nil
}

func fields(v value.Value) []value.Field {
	if o := v.Object(); o != nil {
		return o.Fields
	}
	return nil
}

func textList(texts []string) value.Value {
	out := make([]value.Value, len(texts))
	for i, s := range texts {
		out[i] = value.Str(s)
	}
	return value.ListOf(out...)
}

// fail reports an error and gives the value of a call that failed.
func (c *call) fail(p Problem) value.Value {
	c.problems = append(c.problems, p)
	return value.Failure("std:" + c.fn.Name + " failed")
}

// warn reports a hint; the call goes on.
func (c *call) warn(p Problem) {
	p.Severity = diag.Warning
	c.problems = append(c.problems, p)
}

// bytesPerStep is how much text is worth one step of the budget.
const bytesPerStep = 16

// spend counts n steps of work and reports whether there is any budget left.
func (c *call) spend(n int) bool {
	return c.env.Spend == nil || c.env.Spend(min(max(n, 0), 1<<40))
}

// spendText counts n bytes of text that are about to be made.
func (c *call) spendText(n int) bool { return n < bytesPerStep || c.spend(n/bytesPerStep) }

// broke gives the value of a call that the budget did not suffice for.
func (c *call) broke() value.Value { return value.Failure("the budget is used up") }

// afford counts the size of values, before something walks all through them. Values share
// their parts, so that a small document can describe a list of a billion items.
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

// owedAtMost is how many steps are collected before they are spent.
const owedAtMost = 4096

func (c *call) weigh(v value.Value) bool {
	c.owed++
	if c.owed > owedAtMost {
		c.owed = 0
		if !c.spend(owedAtMost) {
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

// spendProduct counts a text of count pieces of size bytes.
func (c *call) spendProduct(count, size int) bool {
	if size > 0 && count > 1<<40/size {
		return c.spend(1 << 40)
	}
	return c.spendText(count * size)
}
