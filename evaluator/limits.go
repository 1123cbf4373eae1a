package evaluator

import (
	"pantograph/evaluator/eval"
	"pantograph/evaluator/protocol"
)

// The limits of one evaluation. Exceeding one while evaluating is a problem with a code that begins
// with "budget-", never a crash or a silent truncation; too many files are an error of Evaluate.
const (
	// MaxBytes limits the total size of all files in a bundle.
	MaxBytes = 8 << 20
	// MaxFiles limits the number of files in a bundle.
	MaxFiles = 1000
	// MaxSteps limits the number of nodes forced, plus the steps that functions spend.
	MaxSteps = 5_000_000
	// MaxLevels limits how many nodes may be forced at the same time, and thus the length of a
	// chain of references.
	MaxLevels = 200_000
	// MaxSize limits the bytes that all values together may take when written out.
	MaxSize = 16 << 20
	// MaxCells limits the number of cells in a program.
	MaxCells = 200_000
	// MaxDrawn and MaxLines limit the nodes and edges of a graph that are sent to the page. For a
	// larger graph, the page gets only their number: nobody can read such a drawing, and no browser
	// can draw it in time.
	MaxDrawn = protocol.LargestGraph
	MaxLines = 4 * MaxDrawn
	// MaxWritten limits the nodes and edges of the graph that the page works with. With the text of an export, and
	// the copies that are made of it on the way to the page, each takes about a kilobyte.
	MaxWritten = 250_000
	// MaxProblems limits how many problems are shown.
	MaxProblems = 1000
)

// limitsOf returns the limits of an evaluation after they have been raised that many times, but at
// most protocol.MostRaised times. Size grows more slowly than steps, because a browser gives an
// engine at most 4 GB, and a value takes many times its written size.
func raisedLimits(raised int) eval.Limits {
	limits := eval.Limits{Steps: MaxSteps, Depth: MaxLevels, Size: MaxSize}
	for range min(raised, protocol.MostRaised) {
		limits.Steps *= protocol.RaisedSteps
		limits.Size *= 2
	}
	return limits
}
