// Package std holds the 97 functions of pulumi-std, Pulumi's standard library, computed
// without a provider, a disk, a clock or a source of randomness.
//
// A function is found with Lookup, described by its Func (what hover and the reference
// page show) and run with Call, on arguments that are known and without their secrets.
// It gives the value that a deployment finds in the field "result". What is wrong is told
// as a Problem, which names the argument by its path, so that the caller can point at the
// expression that was written there.
//
//	std.go       the table, and how a call goes
//	types.go     the types of arguments, and the complaints about them
//	call.go      what a function sees of its call
//	render.go    values as text, as Go prints them; also used by fn:: built-ins
//	codes.go     every problem code, explained
//	text.go list.go number.go ...   the functions, by topic
//
// Numbers are float64, as in the whole dialect. Where pulumi-std crashes or hangs, the
// function does what its manual says and adds a hint that a deployment would fail.
package std

import (
	"sort"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// A Func is one function of pulumi-std.
type Func struct {
	Name   string // as in the token std:NAME
	Doc    string // one or more plain sentences
	Params []Param
	Result Type // of the field "result"

	// How it is computed: one of these.
	text   func(input string) string   // from the argument input
	file   func(content string) string // from the file that input names
	number func(input float64) float64 // from the argument input
	eval   func(c *call) any           // gives what call.value understands
}

// A Param is one argument of a function.
type Param struct {
	Name     string
	Type     Type
	Optional bool
	Doc      string
}

// A Problem is something wrong with a call, not yet placed in a file.
type Problem struct {
	Severity  diag.Severity
	Code      diag.Code
	Message   string
	Reference string    // the text of the original, "" when it has none or Message is the same
	ArgPath   []ir.Step // the argument and the way into it; empty: the whole call
}

// Env is what a call may ask of the outside. Nil functions stand for no files and no limit.
type Env struct {
	// ReadFile gives the text of a file; false when there is none. Relative paths start at Cwd.
	ReadFile func(path string) (text string, ok bool)
	// Cwd is the absolute path of the project folder.
	Cwd string
	// Spend counts n steps of work and reports whether there is any budget left. It
	// reports the exhausted budget itself.
	Spend func(n int) bool
}

// table holds all functions, sorted by name.
var table = sorted(
	conversionFuncs, encodingFuncs, fileFuncs, formatFuncs, hashFuncs, listFuncs, networkFuncs,
	numberFuncs, objectFuncs, pathFuncs, regexpFuncs, rsaFuncs, setFuncs, textFuncs, timeFuncs,
)

func sorted(topics ...[]Func) []Func {
	var all []Func
	for _, topic := range topics {
		all = append(all, topic...)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Name < all[j].Name })
	return all
}

// Lookup returns the function with exactly this name ("sum" for the tokens std:sum and
// std:index:sum), or nil.
func Lookup(name string) *Func {
	i := sort.Search(len(table), func(i int) bool { return table[i].Name >= name })
	if i < len(table) && table[i].Name == name {
		return &table[i]
	}
	return nil
}

// Names returns the names of all functions, sorted.
func Names() []string {
	names := make([]string, len(table))
	for i := range table {
		names[i] = table[i].Name
	}
	return names
}

// Call computes the function. After a problem that is an error the result is a failure;
// hints come with a result. A budget that ran out gives a failure without a problem,
// because Spend has told already.
func (f *Func) Call(env Env, args []value.Field) (value.Value, []Problem) {
	c := &call{env: env, fn: f, args: make([]value.Value, len(f.Params))}
	var result any = stopped
	switch {
	case !c.bind(args) || !c.afford(c.args...):
	case f.text != nil:
		result = f.text(c.text("input"))
	case f.file != nil:
		result = c.ofFile(f.file)
	case f.number != nil:
		result = f.number(c.number("input"))
	default:
		result = f.eval(c)
	}
	return c.value(result), c.problems
}

// Param returns the argument called name, or nil.
func (f *Func) Param(name string) *Param {
	for i := range f.Params {
		if f.Params[i].Name == name {
			return &f.Params[i]
		}
	}
	return nil
}

// ArgsName returns the name of the record of arguments in the original's messages.
func (f *Func) ArgsName() string {
	return "std." + string(f.Name[0]-'a'+'A') + f.Name[1:] + "Args"
}
