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
	b.WriteString(p.Severity.String() + ": " + indented(p.Message) + " [" + string(p.Code) + "]\n")
	if p.Reference != "" {
		b.WriteString("  the original says: " + PrintableLine(strings.ReplaceAll(p.Reference, "\n", " ")) + "\n")
	}
	writeExcerpt(&b, p)
	for _, n := range p.Notes {
		if f := n.Span.File; f != nil {
			b.WriteString("  " + place(f, f.Position(int(n.Span.Start))) + ": " + indented(n.Message) + "\n")
		}
	}
	return b.String()
}

// indented indents the further lines of a message, since only problems begin at the margin.
func indented(message string) string { return strings.ReplaceAll(Printable(message), "\n", "\n  ") }

func place(f *source.File, at source.Position) string {
	return PrintableLine(f.Name) + ":" + strconv.Itoa(at.Line) + ":" + strconv.Itoa(at.Column)
}

// widest is the maximum number of characters of a source line that are shown.
const widest = 100

func writeExcerpt(b *strings.Builder, p Problem) {
	f := p.Span.File
	if f == nil {
		return
	}
	start, end := f.Position(int(p.Span.Start)), f.Position(int(p.Span.End))
	b.WriteString("  " + place(f, start) + "\n")
	line := []rune(strings.TrimPrefix(f.LineText(start.Line), "\uFEFF"))
	first := 0
	if start.Column > widest {
		first = min(start.Column-widest/2, len(line))
	}
	last := min(first+widest, len(line))
	from := min(max(start.Column-1, first), last)
	to := last
	if end.Line == start.Line {
		to = min(max(end.Column-1, from), last)
	}
	number := strconv.Itoa(start.Line)
	gutter := strings.Repeat(" ", len(number))
	b.WriteString("    " + number + " | " + PrintableLine(string(line[first:last])) + "\n")
	b.WriteString("    " + gutter + " | " + blank(line[first:from]) +
		strings.Repeat("^", max(1, width(line[from:to]))) + "\n")
}

// blank returns white space as wide as a text. It keeps tabs, so that the underline is below the
// right text.
func blank(text []rune) string {
	var b strings.Builder
	for i, piece := range strings.Split(string(text), "\t") {
		if i > 0 {
			b.WriteByte('\t')
		}
		b.WriteString(strings.Repeat(" ", uniseg.StringWidth(PrintableLine(piece))))
	}
	return b.String()
}

// width returns how many terminal columns a text takes. A tab counts as one, because its width
// depends on what precedes it.
func width(text []rune) int {
	return uniseg.StringWidth(PrintableLine(strings.ReplaceAll(string(text), "\t", " ")))
}
