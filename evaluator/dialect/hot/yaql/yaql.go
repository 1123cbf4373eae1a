// Package yaql evaluates the expressions of YAQL, a query language over lists and maps, with
// the library and the limits that Heat uses.
//
//	lexer.go parser.go tree.go     from string to tree (2, 3)
//	eval.go call.go context.go     evaluation (4): choosing the form of a function
//	kinds.go python.go             values and their Python behaviour: strings, equality
//	sequence.go memory.go          lazy sequences, and the limits (5) of 200 elements and 10000 bytes
//	signature.go library.go        declaring the library
//	lib_*.go                       the functions (6)
//	convert.go                     data in, results out (1)
//
// Heat is a Python program, and much of that shows in its YAQL. Where YAQL has its own
// message, we use it; where it fails with a bare Python error, we use our own words.
// Numbers are sections of the SPEC.md in this folder.
package yaql

import (
	"pantograph/evaluator/value"
)

// An Expression is a parsed expression.
type Expression struct {
	text string
	root *node
}

// A Problem is an error in an expression or in a step of its evaluation.
type Problem struct {
	Message    string
	Text       string // the original's message; "" if that is a bare Python error
	Start, End int    // byte range in the expression
	TooDeep    bool   // one of our limits was exceeded
}

// A Reason says why a value is unknown.
type Reason uint8

// Reasons why a value is unknown.
const (
	Known   Reason = iota
	Data           // the expression reads data that only a deployment knows
	Chance         // the value depends on the clock, on randomness or on the machine
	Name           // a character has a name that our table lacks
	NoNames        // a character has a name, and the table of names is not loaded
	Pattern        // a regular expression needs too many steps, or is too large
	Stopped        // the step budget is exhausted
)

// An Outcome is the result of an expression: a value, a problem, or the reason why neither is
// known.
type Outcome struct {
	Value   value.Value
	Problem *Problem
	Unknown Reason
	Why     string // the reason for an unknown value
	// Unwritable is set if the value contains something that cannot be written, such as a
	// date; it is replaced by an unknown.
	Unwritable bool
}

// An Environment connects the evaluation to the rest of the program.
type Environment struct {
	// Spend counts steps, and reports whether there are any left.
	Spend func(steps int) bool
	// Key returns the key of a field as a scalar of its original type; the field has only a string.
	Key func(f value.Field) value.Data
	// Secret is set if a part of the data is secret: then messages show no data.
	Secret bool
}

// Parse parses an expression. If that fails, the Expression is nil and the Outcome contains the
// problem.
func (l *Library) Parse(text string) (*Expression, Outcome) {
	e := &Expression{text: text}
	failed := caught(func() {
		p := &parser{lexer: lexer{text: text, characters: l.characters}}
		p.advance()
		e.root = p.value(arrowLevel)
		// Text after a complete expression is an error: the second value in `1 true`.
		if p.token.kind != endToken {
			p.unexpected()
		}
	})
	if failed != nil {
		return nil, failed.outcome(nil)
	}
	return e, Outcome{}
}

// Evaluate evaluates an expression. $ is a map with the data under the key data. Where the
// expression reads data that is unknown, the whole Outcome is unknown (1); unknown data that it
// does not read has no effect.
func (l *Library) Evaluate(x *Expression, data value.Value, env Environment) Outcome {
	e := &evaluator{library: l, budget: env.Spend, key: env.Key, secret: env.Secret}
	var v value.Value
	failed := caught(func() {
		// The outermost context has no parent: only $ has a value, and any other variable is null.
		root := &dict{}
		e.put(root, "data", e.fromValue(data))
		result := e.eval(x.root, &context{position: []Value{root}})
		// The conversion reads the lazy sequences of the result. Elements are computed only now, so
		// a limit may still be exceeded. Such a problem is marked at the whole expression.
		e.at = x.root
		v = e.toValue(result)
	})
	if failed != nil {
		return failed.outcome(e.at)
	}
	return Outcome{Value: v, Unwritable: e.unwritable}
}

// outcome converts a failure to the outcome of the expression. at is its position unless the
// failure has one.
func (f *failure) outcome(at *node) Outcome {
	switch f.cause {
	case onUnknown:
		return Outcome{Unknown: Data, Why: f.message}
	case onChance:
		return Outcome{Unknown: Chance, Why: f.message}
	case onName:
		return Outcome{Unknown: Name, Why: f.message}
	case onNoNames:
		return Outcome{Unknown: NoNames, Why: f.message}
	case onPattern:
		return Outcome{Unknown: Pattern, Why: f.message}
	case onExhausted:
		return Outcome{Unknown: Stopped, Why: "stopped"}
	case inSyntax, inCall, inEvaluation, inIndex, onDepth:
	default:
		panic("yaql: a failure without a cause")
	}
	p := &Problem{Message: f.message, Text: f.text, Start: int(f.start), End: int(f.end),
		TooDeep: f.message == tooDeep || f.cause == onDepth}
	// A syntax error has its own range. All other problems are marked at the innermost node that
	// was being evaluated, a call only at its name.
	if f.cause != inSyntax && at != nil {
		p.Start, p.End = int(at.start), int(at.end)
		if at.kind == callNode {
			p.Start = int(at.nameStart)
			p.End = p.Start + len(at.name)
		}
	}
	return Outcome{Problem: p}
}
