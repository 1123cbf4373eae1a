package diag

import (
	"strconv"
	"strings"

	"github.com/rivo/uniseg"

	"pantograph/evaluator/source"
)

// Terminal formats a problem for people: the message, the position, and the source line with the
// span underlined.
//
//	error: there is no resource, variable or config entry called "bukcet"; did you mean "bucket"?
//	  Pulumi.yaml:9:13
//	    9 |   name: ${bukcet.id}
//	      |           ^^^^^^
func Terminal(p Problem) string {
	var b strings.Builder
	b.WriteString(p.Severity.String() + ": " + indentContinuation(p.Message) + " [" + string(p.Code) + "]\n")
	if p.Reference != "" {
		b.WriteString("  the original says: " +
			PrintableLine(strings.ReplaceAll(Shorten(p.Reference), "\n", " ")) + "\n")
	}
	writeExcerpt(&b, p)
	for _, n := range p.Notes {
		if f := n.Span.File(); f != nil {
			b.WriteString("  " + formatPosition(f, f.Position(n.Span.Start())) + ": " +
				indentContinuation(n.Message) + "\n")
		}
	}
	return b.String()
}

// indentContinuation indents all lines of a message except the first, so that no line of a message
// can be mistaken for another problem.
func indentContinuation(message string) string {
	return strings.ReplaceAll(Printable(Shorten(message)), "\n", "\n  ")
}

func formatPosition(f *source.File, at source.Position) string {
	return PrintableLine(f.Name) + ":" + strconv.Itoa(at.Line) + ":" + strconv.Itoa(at.Column)
}

// maxExcerpt is the largest number of characters of a source line that are shown.
const maxExcerpt = 100

func writeExcerpt(b *strings.Builder, p Problem) {
	f := p.Span.File()
	if f == nil {
		return
	}
	start, end := f.Position(p.Span.Start()), f.Position(p.Span.End())
	b.WriteString("  " + formatPosition(f, start) + "\n")
	line := []rune(strings.TrimPrefix(f.LineText(start.Line), "\uFEFF"))
	first := 0
	if start.Column > maxExcerpt {
		first = min(start.Column-maxExcerpt/2, len(line))
	}
	last := min(first+maxExcerpt, len(line))
	from := min(max(start.Column-1, first), last)
	to := last
	if end.Line == start.Line {
		to = min(max(end.Column-1, from), last)
	}
	number := strconv.Itoa(start.Line)
	gutter := strings.Repeat(" ", len(number))
	b.WriteString("    " + number + " | " + PrintableLine(string(line[first:last])) + "\n")
	b.WriteString("    " + gutter + " | " + padding(line[first:from]) +
		strings.Repeat("^", max(1, width(line[from:to]))) + "\n")
}

// padding returns whitespace that is as wide as text. It contains the tabs of text, so that what
// follows is aligned whatever the width of a tab is.
func padding(text []rune) string {
	var b strings.Builder
	for i, piece := range strings.Split(string(text), "\t") {
		if i > 0 {
			b.WriteByte('\t')
		}
		b.WriteString(strings.Repeat(" ", uniseg.StringWidth(PrintableLine(piece))))
	}
	return b.String()
}

// width returns how many terminal columns text takes. A tab counts as one column, because its real
// width depends on the text before it.
func width(text []rune) int {
	return uniseg.StringWidth(PrintableLine(strings.ReplaceAll(string(text), "\t", " ")))
}
