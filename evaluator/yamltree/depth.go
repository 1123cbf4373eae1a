package yamltree

import (
	"pantograph/evaluator/diag"
	"pantograph/evaluator/source"
)

// defaultMaxDepth is how deeply a text may be nested. Parsers, binders and
// whatever walks values call themselves for every level, which takes memory.
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
	l := outline{indented: column, inIndent: column == 0}
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\n', '\r':
			l.endLine()
		case ' ':
			if l.inIndent {
				l.indented++
			}
		case '-', '?', ':':
			l.inIndent = false
			if isBlankOrEnd(text, i+1) {
				l.marks++
			}
		case '[', '{':
			l.inIndent = false
			l.opened++
			l.open++
			l.most = max(l.most, l.open)
			l.fresh++
			l.pairs = max(l.pairs, l.fresh)
		case ']', '}':
			l.inIndent = false
			l.open--
			if l.fresh > 0 {
				l.opened, l.fresh = l.opened-1, l.fresh-1
			}
			l.unclear = l.unclear || l.open < 0
		case '"', '\'', '#':
			l.inIndent, l.unclear, l.fresh = false, true, 0
		default:
			l.inIndent = false
		}
	}
	l.endLine()
	// A column can hold two levels, `a:` and the `- ` below it, and a bracket two, `[a: `.
	return 2*(l.brackets+l.deepest)+2 <= limit
}

// An outline is what shallow knows of a text so far, and of its current line.
type outline struct {
	brackets int // that may still be open behind their line
	deepest  int // columns, marks and brackets of a line

	indented, marks, opened, open, most int
	inIndent                            bool
	unclear                             bool // a bracket of the line may not be what it seems
	fresh, pairs                        int  // brackets opened and not closed since a quote or comment, and the most of them
}

// endLine takes the line over. One without quotes and comments that closes what it opens
// leaves nothing open: if its brackets are text at all, they nest nothing either. Of any
// other line every bracket that opens counts, except for pairs like those of ${name}: with
// neither a quote nor a comment between them both are text, or neither is.
func (l *outline) endLine() {
	inner := l.most
	if l.unclear || l.open != 0 {
		l.brackets, inner = l.brackets+l.opened, l.pairs
	}
	l.deepest = max(l.deepest, l.indented+l.marks+inner)
	*l = outline{brackets: l.brackets, deepest: l.deepest, inIndent: true}
}

func depthProblem(f *source.File, at, limit int) diag.Problem {
	return diag.Errorf(f.Span(at, at+1), "budget-depth",
		"the text is nested more than %d levels deep here; deeper texts are not read; take a part of it out into a file or a name of its own", limit)
}
