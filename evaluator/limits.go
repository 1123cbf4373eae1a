package evaluator

import (
	"pantograph/evaluator/eval"
	"pantograph/evaluator/protocol"
)

// The limits of one evaluation. Reaching one is a problem with a code that begins with
// "budget-", never a crash and never a silent cut.
const (
	// MaxBytes is the size of all files of a bundle together.
	MaxBytes = 8 << 20
	// MaxFiles is the number of files of a bundle.
	MaxFiles = 1000
	// MaxSteps is how many nodes may be forced, and what functions spend.
	MaxSteps = 5_000_000
	// MaxLevels is how many nodes may be forced at the same time: the length of a chain
	// of references.
	MaxLevels = 200_000
	// MaxSize is how many bytes all values together may take when they are written out.
	MaxSize = 16 << 20
	// MaxCells is how many cells a program may have.
	MaxCells = 200_000
	// MaxDrawn is how many nodes of a graph the page gets, and MaxLines how many edges. Of more
	// it gets only the number: nobody can read such a drawing, and no browser draws it in time.
	MaxDrawn = protocol.LargestGraph
	MaxLines = 4 * MaxDrawn
	// MaxProblems is how many problems are shown.
	MaxProblems = 1000
)

// limitsOf returns the limits of one evaluation when they were raised so often; more often
// than protocol.MostRaised is as often as that. Sizes grow more slowly than steps: a browser
// gives an engine 4 GB at most, and a value takes many times what it takes written out.
func limitsOf(raised int) eval.Limits {
	limits := eval.Limits{Steps: MaxSteps, Depth: MaxLevels, Size: MaxSize}
	for range min(raised, protocol.MostRaised) {
		limits.Steps *= protocol.RaisedSteps
		limits.Size *= 2
	}
	return limits
}
