package bind

import (
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

// keptTopLines is the key in File.Keep for TopLines.
const keptTopLines = "lines in the first column"

// TopLines returns the lines of a file that are neither empty nor indented.
func TopLines(f *source.File) []string {
	return f.Keep(keptTopLines, func() any {
		lines := []string{}
		eachLine(strings.TrimPrefix(f.Text, byteOrderMark), func(line string) bool {
			if !isIndented(line) {
				lines = append(lines, strings.Clone(line)) // not all of the text
			}
			return true
		})
		return lines
	}).([]string)
}

// keepTopLines takes the lines over from the last version of a file if the change is only in indented lines: all
// dialects are tried after each keystroke.
func keepTopLines(m *source.Move) {
	if lines := m.Old.Kept(keptTopLines); lines != nil {
		old, next := m.Changed()
		// A byte order mark that is no longer at the start is a character.
		hasSameStart := strings.HasPrefix(m.Old.Text, byteOrderMark) == strings.HasPrefix(m.Next.Text, byteOrderMark)
		if hasSameStart && eachLine(old, isIndented) && eachLine(next, isIndented) {
			m.Next.Keep(keptTopLines, func() any { return lines })
		}
	}
}

func isIndented(line string) bool { return line == "" || line[0] == ' ' || line[0] == '\t' }

// eachLine calls do for each line of a text, without its line break, until do returns false. It reports whether do
// never did.
func eachLine(text string, do func(line string) bool) bool {
	for text != "" {
		line := text
		if end := strings.IndexByte(text, '\n'); end >= 0 {
			line, text = text[:end], text[end+1:]
		} else {
			text = ""
		}
		for end := strings.IndexByte(line, '\r'); end >= 0; end = strings.IndexByte(line, '\r') {
			if !do(line[:end]) {
				return false
			}
			line = line[end+1:]
		}
		if !do(line) {
			return false
		}
	}
	return true
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
