package diag

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Terminal writes a problem as text for people: what is wrong, where, and the line of the
// source with the place underlined.
//
//	error: there is no resource, variable or config entry called "bukcet"; did you mean "bucket"?
//	  Pulumi.yaml:9:13
//	    9 |   name: ${bukcet.id}
//	      |           ^^^^^^
func Terminal(p Problem) string {
	var b strings.Builder
	b.WriteString(p.Severity.String() + ": " + p.Message + " [" + string(p.Code) + "]\n")
	if p.Reference != "" {
		b.WriteString("  the original says: " + strings.ReplaceAll(p.Reference, "\n", " ") + "\n")
	}
	writeExcerpt(&b, p)
	for _, n := range p.Notes {
		if f := n.Span.File; f != nil {
			at := f.Position(int(n.Span.Start))
			b.WriteString("  " + f.Name + ":" + strconv.Itoa(at.Line) + ":" + strconv.Itoa(at.Column) + ": " + n.Message + "\n")
		}
	}
	return b.String()
}

// widest is the number of characters of a source line that are shown.
const widest = 100

func writeExcerpt(b *strings.Builder, p Problem) {
	f := p.Span.File
	if f == nil {
		return
	}
	start, end := f.Position(int(p.Span.Start)), f.Position(int(p.Span.End))
	number := strconv.Itoa(start.Line)
	b.WriteString("  " + f.Name + ":" + number + ":" + strconv.Itoa(start.Column) + "\n")
	line := strings.TrimPrefix(f.LineText(start.Line), "\uFEFF")
	first := 0
	if start.Column > widest {
		first = start.Column - widest/2
	}
	runes := []rune(line)
	runes = runes[min(first, len(runes)):]
	shown := string(runes[:min(len(runes), widest)])
	gutter := strings.Repeat(" ", utf8.RuneCountInString(number))
	b.WriteString("    " + number + " | " + shown + "\n")
	length := end.Column - start.Column
	if end.Line > start.Line {
		length = utf8.RuneCountInString(line) - start.Column + 1
	}
	length = min(max(length, 1), widest-min(widest-1, start.Column-1-first))
	b.WriteString("    " + gutter + " | " + pad(runes, start.Column-1-first) + strings.Repeat("^", length) + "\n")
}

// pad is as wide as the first n characters; tabs stay, so that the mark stands below its text.
func pad(line []rune, n int) string {
	var b strings.Builder
	for i := range n {
		if i < len(line) && line[i] == '\t' {
			b.WriteByte('\t')
		} else {
			b.WriteByte(' ')
		}
	}
	return b.String()
}
