package yamltree

import (
	"pantograph/evaluator/diag"
	"pantograph/evaluator/source"
)

// defaultMaxDepth is how deeply a text may be nested. yaml.v3 calls itself for every
// level, and a wasm instance has room for two to three thousand of its calls; running
// out of it cannot be recovered from.
const defaultMaxDepth = 1000

// The lexer sees that `[a]: b` is a mapping only behind its key. Such keys have at most
// 1,024 characters, so that yaml.v3 meets 500 levels more than were counted at worst.

// tooDeep returns the position at which a text is nested more than limit levels deep,
// or -1.
func tooDeep(l *lexer, limit int) int {
	if shallow(l.t[l.i:], l.lines.column, limit) {
		return -1
	}
	for {
		tok, ok := l.next()
		if !ok {
			return -1
		}
		if tok.depth > limit {
			return tok.start
		}
	}
}

// shallow reports whether the text cannot be nested deeper than limit: every level
// takes a bracket, or a mark of a block collection further to the right than that of
// the level around it. It spares ordinary texts the lexer.
func shallow(text string, column, limit int) bool {
	brackets, marks := 0, 0
	indented, deepest, inIndent := column, column, column == 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\n', '\r':
			deepest = max(deepest, indented+marks)
			indented, marks, inIndent = 0, 0, true
		case ' ':
			if inIndent {
				indented++
			}
		case '-', '?', ':':
			inIndent = false
			if isBlankOrEnd(text, i+1) {
				marks++
			}
		case '[', '{':
			inIndent = false
			brackets++
		default:
			inIndent = false
		}
	}
	deepest = max(deepest, indented+marks)
	// A column can hold two levels, `a:` and the `- ` below it, and a bracket two, `[a: `.
	return 2*(brackets+deepest)+2 <= limit
}

func depthProblem(f *source.File, at, limit int) diag.Problem {
	return diag.Errorf(f.Span(at, at+1), "budget-depth",
		"the text is nested more than %d levels deep here; deeper texts are not read; take a part of it out into a file or a name of its own", limit)
}
