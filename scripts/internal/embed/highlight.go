package embed

import (
	"html"
	"regexp"
	"strings"
	"unicode/utf16"

	"pantograph/evaluator/protocol"
)

// A run is a piece of a line; "" is plain text.
type run struct{ kind, text string }

var (
	keyPattern = regexp.MustCompile(`^(\s*)((?:- +)*)("[^"]*"|'[^']*'|[^\s#"'{}\[\],&*!|>%@` + "`" + `-][^#{}\[\],$"']*?|-[^\s:]+)(\s*:)(?:\s|$)`)
	endMark    = regexp.MustCompile(`^(---|\.\.\.)(\s|$)`)
	// What is told apart behind the key. RE2 looks at nothing behind a match, so a dash and
	// what begins a block text are checked by hand.
	restPattern = regexp.MustCompile(`(^|\s)(#.*)|\$\$\{[^}]*\}?|(\$\{[^}]*\}?)|(^|[\s,\[{])([&*!][^\s,\]}]+)|([{}\[\],])|(^\s*|\s)(-|[|>][+-]?\d?)`)
)

// Highlight colours YAML line by line, as web/src/embed/highlight.ts does.
func Highlight(text string) string {
	var out strings.Builder
	for _, line := range strings.SplitAfter(text, "\n") {
		body := strings.TrimSuffix(line, "\n")
		for _, r := range highlight(body) {
			writeRun(&out, r.kind, r.text)
		}
		out.WriteString(line[len(body):])
	}
	return out.String()
}

func writeRun(out *strings.Builder, kind, text string) {
	if kind == "" {
		out.WriteString(html.EscapeString(text))
		return
	}
	out.WriteString(`<span class="pg-` + kind + `">` + html.EscapeString(text) + `</span>`)
}

func highlight(line string) (runs []run) {
	if endMark.MatchString(line) {
		return []run{{"mark", line}}
	}
	add := func(kind, text string) {
		if text == "" {
			return
		}
		if n := len(runs); n > 0 && kind == "" && runs[n-1].kind == "" {
			runs[n-1].text += text
			return
		}
		runs = append(runs, run{kind, text})
	}
	if m := keyPattern.FindStringSubmatchIndex(line); m != nil {
		add("", line[m[2]:m[3]])
		add("mark", line[m[4]:m[5]])
		kind := "section"
		if m[6] > 0 {
			kind = "key"
		}
		add(kind, line[m[6]:m[7]])
		add("mark", line[m[8]:m[9]])
		line = line[m[9]:]
	}
	highlightRest(line, add)
	return runs
}

// highlightRest tells apart what stands behind a key.
func highlightRest(rest string, add func(kind, text string)) {
	for from := 0; ; {
		m := nextMatch(rest, from)
		if m == nil {
			add("", rest[from:])
			return
		}
		group := func(i int) string {
			if m[2*i] < 0 {
				return ""
			}
			return rest[m[2*i]:m[2*i+1]]
		}
		add("", rest[from:m[0]])
		for _, part := range []struct {
			lead  int
			piece int
			kind  string
		}{{1, 2, "comment"}, {0, 3, "ref"}, {4, 5, "anchor"}, {0, 6, "mark"}, {7, 8, "mark"}} {
			if m[2*part.piece] < 0 {
				continue
			}
			if part.lead > 0 {
				add("", group(part.lead))
			}
			add(part.kind, group(part.piece))
		}
		if strings.HasPrefix(group(0), "$${") {
			add("", group(0))
		}
		from = m[1]
	}
}

// nextMatch is the next match of restPattern that stands alone where it must. A pattern
// that begins with ^ means the beginning of the rest.
func nextMatch(rest string, from int) []int {
	for at := from; at <= len(rest); {
		m := restPattern.FindStringSubmatchIndex(rest[at:])
		if m == nil {
			return nil
		}
		for i := range m {
			if m[i] >= 0 {
				m[i] += at
			}
		}
		standsAlone := m[16] < 0 || m[1] == len(rest) || rest[m[1]] == ' ' || rest[m[1]] == '\t'
		begins := at == 0 || m[0] > at || m[0] == m[1] || !zeroWidthLead(m)
		if standsAlone && begins && m[1] > m[0] {
			return m
		}
		at = m[0] + 1
	}
	return nil
}

// zeroWidthLead says whether a match counted on the beginning of the text.
func zeroWidthLead(m []int) bool {
	for _, lead := range []int{1, 4, 7} {
		if m[2*lead] >= 0 && m[2*lead] == m[2*lead+1] {
			return true
		}
	}
	return false
}

// marked is a result with the states of its values.
func marked(r protocol.Rendered) string {
	type piece struct {
		from, to int
		kind     string
	}
	lines := strings.Split(r.Text, "\n")
	pieces := make([][]piece, len(lines))
	for i := 0; i+protocol.MarkStride <= len(r.Marks); i += protocol.MarkStride {
		m := r.Marks[i:]
		if kind := protocol.MarkStates[m[3]]; kind != "known" && m[0]-1 < len(lines) {
			pieces[m[0]-1] = append(pieces[m[0]-1], piece{m[1] - 1, m[2] - 1, kind})
		}
	}
	var out strings.Builder
	for i, line := range lines {
		units := utf16.Encode([]rune(line))
		cut := func(from, to int) string { return string(utf16.Decode(units[from:max(from, min(to, len(units)))])) }
		at := 0
		for _, p := range pieces[i] {
			if p.from < at || p.from > len(units) {
				continue
			}
			writeRun(&out, "", cut(at, p.from))
			writeRun(&out, p.kind, cut(p.from, p.to))
			at = min(p.to, len(units))
		}
		writeRun(&out, "", cut(at, len(units)))
		if i+1 < len(lines) {
			out.WriteByte('\n')
		}
	}
	return out.String()
}
