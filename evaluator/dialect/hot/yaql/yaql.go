// Package yaql evaluates the expressions of YAQL, a query language over lists and maps,
// with the library and the limits that Heat gives it.
//
//	lexer.go parser.go tree.go     text to tree (2, 3)
//	eval.go call.go context.go     evaluation (4): which form of a function a call means
//	kinds.go python.go             values, and what they have from Python: texts, equality
//	sequence.go memory.go          what is read lazily, and the limits (5) of 200 elements and 10000 bytes
//	signature.go library.go        how the library is declared
//	lib_*.go                       the functions (6)
//	convert.go                     data in, results out (1)
//
// Heat is a Python program, and much of that shows in its YAQL. Where it answers with a
// text of its own, so do we; where it answers with a bare error of Python, in our words.
// The numbers are sections of the SPEC.md in this folder.
package yaql

import (
	"pantograph/evaluator/value"
)

// An Expression is a text that was parsed.
type Expression struct {
	text string
	root *node
}

// A Problem is what is wrong with an expression or with a step of its evaluation.
type Problem struct {
	Message    string
	Text       string // the original's; "" where that is a bare error of Python
	Start, End int    // bytes of the expression
	TooDeep    bool   // a limit of ours was reached
}

// A Reason says why a value is unknown.
type Reason uint8

// The reasons.
const (
	Known   Reason = iota
	Data           // the expression reads data that only a deployment knows
	Chance         // the value depends on the clock, on chance or on the machine
	Name           // a character has a name that is not in our table
	NoNames        // a character has a name, and the table of names is not here
	Pattern        // a regular expression takes too many steps, or is too large
	Stopped        // the budget of steps is used up
)

// An Outcome is what came of an expression: a value, a problem, or the reason why neither is known.
type Outcome struct {
	Value   value.Value
	Problem *Problem
	Unknown Reason
	Why     string // of an unknown value
	// Unwritable says that the value holds something that cannot be written, such as a
	// date, and that is unknown in its place.
	Unwritable bool
}

// An Environment is what the evaluation asks of its surroundings.
type Environment struct {
	// Spend counts steps, and reports whether there are any left.
	Spend func(steps int) bool
	// Key returns the key of a field with its kind, which the field's text does not show.
	Key func(f value.Field) value.Data
	// Secret says that a part of the data is secret: then messages show none of it.
	Secret bool
}

// Parse parses a text. Without an Expression, the Outcome says why there is none.
func (l *Library) Parse(text string) (*Expression, Outcome) {
	e := &Expression{text: text}
	failed := caught(func() {
		p := &parser{lexer: lexer{text: text, characters: l.characters}}
		p.advance()
		e.root = p.value(arrowLevel)
		if p.token.kind != endToken {
			p.unexpected()
		}
	})
	if failed != nil {
		return nil, failed.outcome(nil)
	}
	return e, Outcome{}
}

// Evaluate evaluates an expression whose $ is a map with the data under the key data.
func (l *Library) Evaluate(x *Expression, data value.Value, env Environment) Outcome {
	e := &evaluator{library: l, budget: env.Spend, key: env.Key, secret: env.Secret}
	var v value.Value
	failed := caught(func() {
		root := &dict{}
		e.put(root, "data", e.freeze(data))
		result := e.eval(x.root, &context{position: []Value{root}})
		e.at = x.root
		v = e.thaw(result)
	})
	if failed != nil {
		return failed.outcome(e.at)
	}
	return Outcome{Value: v, Unwritable: e.unwritable}
}

// outcome says what a failure means for the whole expression; at is where it happened when
// it does not say that itself.
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
	p := &Problem{Message: f.message, Text: f.text, Start: int(f.start), End: int(f.end), TooDeep: f.message == tooDeep || f.cause == onDepth}
	if f.cause != inSyntax && at != nil {
		p.Start, p.End = int(at.start), int(at.end)
		if at.kind == callNode {
			p.End = p.Start + len(at.name)
		}
	}
	return Outcome{Problem: p}
}
