// Package std implements the functions of pulumi-std, Pulumi's standard library, without a provider, a disk, a
// clock or a source of randomness.
//
// Lookup finds a function, its ir.Func describes it for hover and the reference page, and Call runs it. The
// arguments must be known and have no secret marks; the result is the value that a deployment finds in the field
// "result". Errors are returned as Problems, which identify the argument by its path, so that the caller can
// report them at its expression.
//
//	std.go       the table of functions, and how they are called
//	types.go     the types of arguments, and the problems about them
//	call.go      a function's view of its call
//	render.go    values as strings, as Go prints them; also used by the fn:: built-ins
//	codes.go     every problem code, explained
//	text.go list.go numbers.go ...   the functions, by subject
//
// Numbers are float64, as in the whole dialect. Where pulumi-std crashes or hangs, the function follows the
// manual and adds a hint that a deployment would fail.
package std

import (
	"sort"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// The Data of an ir.Func in this package has one of these types and computes the function. The Func's Result is
// the type of the field "result".
type (
	onText   func(input string) string   // from the argument input
	onFile   func(content string) string // from the file that input names
	onNumber func(input float64) float64 // from the argument input
	onCall   func(c *call) any           // returns what call.value understands
)

// prefix begins the name of every function, as in the token std:NAME.
const prefix = "std:"

// A Problem is an error in a call or a hint about it, not yet placed in a file.
type Problem struct {
	Severity  diag.Severity
	Code      diag.Code
	Message   string
	Reference string    // the original's message; "" if it has none or Message is the same
	ArgPath   []ir.Step // the argument and the path into it; empty for the whole call
}

// Env connects a call to its surroundings. A nil ReadFile finds no files, and a nil Spend sets no limit.
type Env struct {
	// ReadFile returns the text of a file, or false if there is no such file. Relative paths start
	// at Cwd.
	ReadFile func(path string) (text string, ok bool)
	// Cwd is the absolute path of the project folder.
	Cwd string
	// Spend counts n steps of work and reports whether any budget is left. It also reports an exhausted budget to
	// the user.
	Spend func(n int) bool
}

// table lists all functions, sorted by name.
var table = sorted(
	conversionFuncs, encodingFuncs, fileFuncs, formatFuncs, hashFuncs, listFuncs, networkFuncs,
	numberFuncs, objectFuncs, pathFuncs, regexpFuncs, rsaFuncs, setFuncs, textFuncs, timeFuncs,
)

// sorted returns pointers to the functions of all topics, sorted by name, as Lookup's binary search requires.
func sorted(topics ...[]ir.Func) []*ir.Func {
	var all []*ir.Func
	for _, topic := range topics {
		for i := range topic {
			all = append(all, &topic[i])
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].Name < all[j].Name })
	return all
}

// Lookup returns the function with exactly this name ("sum" for the tokens std:sum and
// std:index:sum), or nil.
func Lookup(name string) *ir.Func {
	name = prefix + name
	i := sort.Search(len(table), func(i int) bool { return table[i].Name >= name })
	if i < len(table) && table[i].Name == name {
		return table[i]
	}
	return nil
}

// All returns all functions, sorted by name.
func All() []*ir.Func { return table }

// Names returns the names of all functions without their prefix, sorted.
func Names() []string {
	names := make([]string, len(table))
	for i, fn := range table {
		names[i] = fn.Name[len(prefix):]
	}
	return names
}

// Call computes a function. If any of the problems is an error, the result is a failure. An
// exhausted budget results in a failure without a problem, because Spend has reported it.
func Call(fn *ir.Func, env Env, args []value.Field) (value.Value, []Problem) {
	c := &call{env: env, fn: fn, args: make([]value.Value, len(fn.Params))}
	// Most functions visit every part of their arguments, so the cost of a visit is charged first.
	if !c.bind(args) || !c.afford(c.args...) {
		return c.value(stopped), c.problems
	}
	var result any
	switch compute := fn.Data.(type) {
	case onText:
		result = compute(c.text("input"))
	case onFile:
		result = c.ofFile(compute)
	case onNumber:
		result = compute(c.number("input"))
	case onCall:
		result = compute(c)
	}
	return c.value(result), c.problems
}
