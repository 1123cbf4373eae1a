package link

import (
	"regexp"
	"strings"
)

// InputsFile is the file in which people write secrets down: {secret: v} or {$secret: v}.
const InputsFile = "inputs.yaml"

// LeftOut stands in a link where a secret was.
const LeftOut = `"left out of the link"`

// secretKey finds the key of a secret: at the beginning of a line, behind a dash, a
// bracket or a comma. Names are those of inputs that the program wants to be typed unseen.
func secretKey(names []string) *regexp.Regexp {
	key := `\$?secret`
	for _, name := range names {
		key += "|" + regexp.QuoteMeta(name)
	}
	return regexp.MustCompile(`(?m)(^[ \t-]*|[{,][ \t\r\n]*)((?:` + key + `)|"(?:` + key + `)"|'(?:` + key + `)')[ \t]*:`)
}

var switches = regexp.MustCompile(`^(true|false|null|~)$`)

// WithoutSecrets is the text of inputs.yaml with every value marked secret taken out, and
// how many there were; also those of inputs with the names. It reads the text as it is, so that half-typed YAML loses them too;
// web/src/share/secrets.ts does the same. `secret: true` is a switch, not a secret.
func WithoutSecrets(text string, names ...string) (rest string, count int) {
	key := secretKey(names)
	var out strings.Builder
	for {
		found := key.FindStringSubmatchIndex(text)
		if found == nil {
			out.WriteString(text)
			return out.String(), count
		}
		colon := found[1]
		start := colon + len(text[colon:]) - len(strings.TrimLeft(text[colon:], " \t"))
		column := found[4] - strings.LastIndexByte(text[:found[4]], '\n') - 1
		before := strings.TrimRight(text[:found[4]], " \t\r\n")
		isFlow := strings.HasSuffix(before, "{") || strings.HasSuffix(before, ",")
		end := valueEnd(text, start, isFlow, column)
		if value := strings.TrimSpace(text[start:end]); value == "" || value == LeftOut || strings.HasSuffix(strings.Trim(text[found[4]:found[5]], `"'`), "secret") && switches.MatchString(value) {
			out.WriteString(text[:end])
		} else {
			count++
			out.WriteString(text[:colon] + " " + LeftOut)
		}
		text = text[end:]
	}
}

// valueEnd is where the value of a key ends that stands at a column.
func valueEnd(text string, start int, isFlow bool, column int) int {
	if start < len(text) && strings.IndexByte(`"'{[`, text[start]) >= 0 {
		return closing(text, start)
	}
	end := start
	if isFlow {
		for end < len(text) && strings.IndexByte(",}]\n", text[end]) < 0 {
			end++
		}
	} else {
		end = lineEnd(text, start)
		for end < len(text) {
			next := lineEnd(text, end+1)
			line := text[end+1 : next]
			if indent := len(line) - len(strings.TrimLeft(line, " ")); strings.TrimSpace(line) != "" && indent <= column {
				break
			}
			end = next
		}
	}
	if comment := strings.Index(text[start:end], " #"); comment >= 0 && !strings.Contains(text[start:end], "\n") {
		end = start + comment
	}
	return start + len(strings.TrimRight(text[start:end], " \t\r\n"))
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
