package bind

import (
	"slices"
	"strings"

	"pantograph/evaluator/source"
)

// TopLevelKeys returns the top-level keys of a YAML or JSON file: those in the first column, or
// those of the root flow mapping. It scans the text without parsing it, so that a document keeps
// its dialect while it is being edited and broken.
func TopLevelKeys(f *source.File) []string {
	if t := strings.TrimLeft(strings.TrimPrefix(f.Text, byteOrderMark), " \t\r\n"); strings.HasPrefix(t, "{") {
		return flowKeys(t[1:])
	}
	var keys []string
	for _, line := range TopLines(f) {
		if rest, ok := strings.CutPrefix(line, "--- "); ok {
			if rest = strings.TrimLeft(rest, " "); strings.HasPrefix(rest, "{") {
				return flowKeys(rest[1:])
			}
		}
		if key, _, ok := lineKey(line); ok {
			keys = append(keys, key)
		}
	}
	return keys
}

const byteOrderMark = "\uFEFF"

// topLines are the lines of a file that are neither empty nor indented, and where they start.
type topLines struct {
	lines  []string
	starts []int32
}

// keptTopLines is the key of the topLines in File.Keep.
const keptTopLines = "lines in the first column"

// TopLines returns the lines of a file that are neither empty nor indented.
func TopLines(f *source.File) []string { return topLinesOf(f).lines }

func topLinesOf(f *source.File) *topLines {
	return f.Keep(keptTopLines, func() any {
		t := &topLines{}
		t.add(f.Text, len(f.Text)-len(strings.TrimPrefix(f.Text, byteOrderMark)), len(f.Text))
		return t
	}).(*topLines)
}

// keepTopLines takes over the lines that have not changed from the last version of a file: all dialects are tried after
// each keystroke.
func keepTopLines(m *source.Move) {
	// A byte order mark is part of a line unless it is at the start of the text.
	if m.Old.Kept(keptTopLines) == nil || strings.HasPrefix(m.Old.Text, byteOrderMark) ||
		strings.HasPrefix(m.Next.Text, byteOrderMark) {
		return
	}
	old, next := topLinesOf(m.Old), &topLines{}
	start, oldEnd, nextEnd := m.Changed()
	first, _ := slices.BinarySearch(old.starts, int32(start))
	last, _ := slices.BinarySearch(old.starts, int32(oldEnd))
	next.lines = append(make([]string, 0, len(old.lines)+1), old.lines[:first]...)
	next.starts = append(make([]int32, 0, len(old.starts)+1), old.starts[:first]...)
	next.add(m.Next.Text, start, nextEnd)
	next.lines = append(next.lines, old.lines[last:]...)
	for _, at := range old.starts[last:] {
		next.starts = append(next.starts, at+int32(nextEnd-oldEnd))
	}
	m.Next.Keep(keptTopLines, func() any { return next })
}

// add appends the lines of a part of a text, which consists of complete lines.
func (t *topLines) add(text string, start, end int) {
	for start < end {
		line := text[start:end]
		if length := strings.IndexByte(line, '\n'); length >= 0 {
			line = line[:length]
		}
		for at, rest := start, line; ; {
			part, more, isBroken := strings.Cut(rest, "\r")
			if part != "" && part[0] != ' ' && part[0] != '\t' {
				t.lines = append(t.lines, strings.Clone(part)) // not all of the text
				t.starts = append(t.starts, int32(at))
			}
			if !isBroken {
				break
			}
			at, rest = at+len(part)+1, more
		}
		start += len(line) + 1
	}
}

// lineKey returns the key that starts in the first column of a line, and the text after its colon.
func lineKey(line string) (key, rest string, ok bool) {
	if line == "" || strings.IndexByte(" \t#-?%&*!|>@`[]{},", line[0]) >= 0 {
		return "", "", false
	}
	if q := line[0]; q == '"' || q == '\'' {
		end := strings.IndexByte(line[1:], q)
		if end < 0 {
			return "", "", false
		}
		rest, ok = strings.CutPrefix(strings.TrimLeft(line[end+2:], " \t"), ":")
		return line[1 : end+1], rest, ok
	}
	for i := 0; i < len(line); i++ {
		if line[i] == ':' && (i+1 == len(line) || line[i+1] == ' ' || line[i+1] == '\t') {
			return strings.TrimRight(line[:i], " \t"), line[i+1:], true
		}
	}
	return "", "", false
}

// flowKeys returns the keys of a flow mapping; text starts after its opening brace.
func flowKeys(text string) []string {
	var keys []string
	depth, start := 0, 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '"', '\'':
			end := closing(text, i)
			if depth == 0 && strings.HasPrefix(strings.TrimLeft(text[min(end+1, len(text)):], " \t\r\n"), ":") {
				keys = append(keys, text[i+1:end])
				start = len(text)
			}
			i = end
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth < 0 {
				return keys
			}
		case ',':
			if depth == 0 {
				start = i + 1
			}
		case ':':
			if depth == 0 && start < i {
				keys = append(keys, strings.Trim(text[start:i], " \t\r\n"))
				start = len(text)
			}
		}
	}
	return keys
}

// closing returns the index of the quote that closes the one at i, or the last index of text if it
// is not closed.
func closing(text string, i int) int {
	q := text[i]
	for j := i + 1; j < len(text); j++ {
		switch {
		case text[j] == '\\' && q == '"':
			j++
		case text[j] == q:
			return j
		}
	}
	return len(text) - 1
}
