package evaluator

import (
	"pantograph/evaluator/eval"
	"pantograph/evaluator/protocol"
)

// Limits of one evaluation. If there are too many files or bytes, Evaluate returns an error. An
// evaluation that exceeds the limit on steps, levels, size or cells reports a problem with a code that
// begins with "budget-". The other limits concern what is shown. None is exceeded silently.
const (
	// MaxBytes limits the total size of all files in a bundle.
	MaxBytes = 8 << 20
	// MaxFiles limits the number of files in a bundle.
	MaxFiles = 1000
	// MaxSteps limits the number of nodes that are evaluated, plus the steps that functions spend.
	MaxSteps = 5_000_000
	// MaxLevels limits how many evaluations of nodes may be nested.
	MaxLevels = 200_000
	// MaxSize limits how many bytes a value may take when it is written out, and how many all
	// values together may take.
	MaxSize = 16 << 20
	// MaxCells limits the number of cells in a program.
	MaxCells = 200_000
	// MaxDrawn and MaxLines limit the nodes and the edges of a graph that is sent to the page. Of a
	// larger graph, the page gets only the size: nobody can read such a drawing, and no browser can
	// draw it in time.
	MaxDrawn = protocol.LargestGraph
	MaxLines = 4 * MaxDrawn
	// MaxWritten limits the number of nodes and edges of Snapshot.Graph, and so of an exported
	// graph. Each takes about a kilobyte, including the text of an export and its copies on the way
	// to the page.
	MaxWritten = 250_000
	// MaxProblems limits the number of problems that are shown.
	MaxProblems = 1000
)

// GCPercent returns the setting of the garbage collector (debug.SetGCPercent) for files of a total size. The
// heap can grow to five times the live data before it is collected: evaluations are short, and it saves a
// fifth of their time. For large files the heap only doubles, and for huge ones it grows by half, so that a
// hostile bundle takes less than 700 MB: a browser never gets an engine's memory back.
// debug.SetMemoryLimit was tried instead; with more live data than the limit, the collector takes all of the
// time.
func GCPercent(bytes int) int {
	switch {
	case bytes > 2<<20:
		return 50
	case bytes > 512<<10:
		return 100
	}
	return 400
}

// raisedLimits returns the limits of an evaluation after raising them a number of times, at most
// protocol.MaxRaised. Size grows more slowly than steps, because a browser gives an engine at most
// 4 GB, and a value takes many times its written size.
func raisedLimits(raised int) eval.Limits {
	limits := eval.Limits{Steps: MaxSteps, Depth: MaxLevels, Size: MaxSize}
	for range min(raised, protocol.MaxRaised) {
		limits.Steps *= protocol.RaisedSteps
		limits.Size *= 2
	}
	return limits
}
