package link

import "strings"

// valueEnd is where the value ends that begins at start, of a key in brackets or at a column.
func valueEnd(text string, start int, isFlow bool, column int) int {
	if start < len(text) && strings.IndexByte(`"'{[`, text[start]) >= 0 {
		return closing(text, start)
	}
	end := start
	if isFlow {
		for end < len(text) && strings.IndexByte(",}]", text[end]) < 0 {
			end++
		}
	} else {
		end = blockEnd(text, start, column)
	}
	if comment := comments.FindStringIndex(text[start:end]); comment != nil && !strings.Contains(strings.TrimSpace(text[start:end]), "\n") {
		end = start + comment[0]
	}
	return start + len(strings.TrimRight(text[start:end], spaces))
}

// blockEnd is where the lines end that belong to a key at a column. Items may stand right below it.
func blockEnd(text string, start, column int) int {
	end := lineEnd(text, start)
	first := strings.TrimSpace(text[start:end])
	isOpen := first == "" || first[0] == '#'
	for end < len(text) {
		next := lineEnd(text, end+1)
		line := text[end+1 : next]
		bare := strings.TrimLeft(line, " ")
		indent := len(line) - len(bare)
		isItem := isOpen && indent == column && (strings.TrimSpace(bare) == "-" || strings.HasPrefix(bare, "- ") || strings.HasPrefix(bare, "-\t"))
		if strings.TrimSpace(line) != "" && indent <= column && !isItem {
			break
		}
		end = next
	}
	return end
}

func lineEnd(text string, from int) int {
	if from > len(text) {
		return len(text)
	}
	if at := strings.IndexByte(text[from:], '\n'); at >= 0 {
		return from + at
	}
	return len(text)
}

// closing is behind the quote or bracket that closes the one at start; the end of the text
// when it is missing.
func closing(text string, start int) int {
	depth := 0
	for at := start; at < len(text); at++ {
		switch c := text[at]; c {
		case '"', '\'':
			for at++; at < len(text) && text[at] != c; at++ {
				if c == '"' && text[at] == '\\' {
					at++
				}
			}
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		if depth == 0 {
			if at+1 < len(text) && text[at] == '\'' && text[at+1] == '\'' {
				continue // '' is a quote inside
			}
			return min(at+1, len(text))
		}
	}
	return len(text)
}
