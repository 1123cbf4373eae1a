package bind

import (
	"strings"

	"pantograph/evaluator/source"
)

// TopLevelKeys returns the top-level keys of a YAML or JSON file: those in the first column, or
// those of the root flow mapping. It scans the text without parsing it, so that a document keeps
// its dialect while it is being edited and broken.
func TopLevelKeys(f *source.File) []string {
	text := strings.TrimPrefix(f.Text, "\uFEFF")
	if t := strings.TrimLeft(text, " \t\r\n"); strings.HasPrefix(t, "{") {
		return flowKeys(t[1:])
	}
	var keys []string
	ends := "\r\n"
	if !strings.Contains(text, "\r") {
		ends = "\n" // much faster
	}
	for line := ""; text != ""; {
		end := strings.IndexAny(text, ends)
		if end < 0 {
			end = len(text) - 1
			line = text
		} else {
			line = text[:end]
		}
		text = text[end+1:]
		if strings.HasPrefix(line, "--- ") {
			if rest := strings.TrimLeft(line[4:], " "); strings.HasPrefix(rest, "{") {
				return flowKeys(rest[1:])
			}
		}
		if key, _, ok := lineKey(line); ok {
			keys = append(keys, key)
		}
	}
	return keys
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
