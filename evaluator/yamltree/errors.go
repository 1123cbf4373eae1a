package yamltree

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/source"
)

// errorKind is the kind of a syntax error.
type errorKind uint8

// The kinds of syntax errors. The field other is 0 unless a comment explains it. For unclosedBracket,
// it is the position at which the reader found the error.
const (
	none            errorKind = iota
	unknown                   // the reader does not support the construct
	tooManyErrors             // recovering from errors takes too long (spend)
	nestedTooDeeply           // there are too many levels (maxDepth)
	reserved                  // a value starts with a character that is reserved for indicators
	unclosedQuote
	unclosedBracket
	bracketMismatch // other is the bracket that does not match
	extraBracket
	extraComma
	missingComma    // other is the end of the preceding entry, if known
	secondFlowColon // in brackets, a colon after a value
	interpolation   // in brackets, ${ without quotes
	questionMark    // in brackets, a question mark inside a plain scalar
	badEscapes
	secondColon  // a colon after a value
	missingColon // other is the end of the key
	extraText    // text after the end of a value
	strayDash    // a list starts on the line of its key
	missingDash  // text among the items of a list
	keyAmongItems
	itemAmongKeys
	misindented // other is the correct column
	badAnchor   // an anchor or alias without a name
	badTag
	badDirective
	badHeader
)

// A syntaxError is the reason why a text is not YAML, and its position.
type syntaxError struct {
	kind  errorKind
	at    int
	other int // see errorKind
}

// An extent determines how much of the source at an error its problem covers.
type extent uint8

const (
	character extent = iota
	word
	flowWord // a word in a flow collection
	line
)

// messages holds the errors that have a fixed message. In a message, %s is the character that
// quotedCharacter returns. If fix is not empty, it is the title of a fix that removes the text in the
// problem's span.
var messages = [...]struct {
	code    diag.Code
	extent  extent
	message string
	fix     string
}{
	unknown:       {"yaml-syntax", word, "this cannot be read as YAML near here", ""},
	tooManyErrors: {"budget-mistakes", line, "", ""},
	unclosedQuote: {"yaml-unclosed-quote", character,
		"this quote is never closed; add a `%s` where the text ends", ""},
	unclosedBracket: {"yaml-unclosed-bracket", character,
		"this bracket is never closed; add a `%s` where the list or mapping ends", ""},
	bracketMismatch: {"yaml-unclosed-bracket", character, "this bracket is not closed before the next `%s`", ""},
	extraBracket:    {"yaml-extra-bracket", character, "this bracket closes nothing; remove it", "Remove it"},
	extraComma:      {"yaml-extra-text", character, "there is nothing before this comma; remove it", "Remove it"},
	missingComma:    {"yaml-missing-comma", flowWord, "a `,` is missing before this", ""},
	secondFlowColon: {"yaml-missing-comma", character,
		"a second `:` cannot follow here; a `,` is missing between two entries, or quotes around a value", ""},
	questionMark: {"yaml-reserved-character", character,
		"inside brackets, a value with a question mark must be in quotes", ""},
	secondColon: {"yaml-second-colon", character,
		"a second `: ` cannot follow here; put the value in quotes if the colon is part of it, or start a new line " +
			"if it is a key", ""},
	extraText: {"yaml-extra-text", word,
		"the value ends before this; put all of it in quotes, or start a new line", ""},
	strayDash: {"yaml-dash", character,
		"a list cannot start here; put its first `- ` on a separate line, or write the list as `[a, b]`", ""},
	missingDash: {"yaml-mixed", word, "a `- ` is missing before this item", ""},
	keyAmongItems: {"yaml-mixed", word,
		"this is a key among the items of a list; indent it to make it part of the item above, " +
			"or start it with `- `", ""},
	itemAmongKeys: {"yaml-mixed", character, "this is a list item among keys; put it below the key it belongs to", ""},
	badDirective: {"yaml-directive", line,
		"this directive is unknown or repeated; a line that starts with `%` is a directive, `%YAML 1.1` or `%TAG`; " +
			"remove it", ""},
	badTag: {"yaml-tag", word,
		"this tag is unknown; put the value in quotes if it is text; " +
			"a handle between two `!` needs a %TAG directive", ""},
	badHeader: {"yaml-block-header", line,
		"after `%s`, the text starts on the next line; put the value in quotes if it is one line", ""},
}

// describe returns the problem for an error.
func (r *reader) describe(m syntaxError) diag.Problem {
	at := min(m.at, len(r.t))
	switch m.kind {
	case nestedTooDeeply:
		return depthProblem(r.file.Span(at, at+1))
	case misindented:
		p := diag.Errorf(r.file.Span(at, r.wordEnd(at)), "yaml-indentation",
			"this line is indented by %s, but the other entries of its list or mapping by %d; all entries must start "+
				"in the same column",
			spaces(at-lineStart(r.t, at)), m.other)
		return p.WithFix("Indent by "+spaces(m.other), r.file.Span(lineStart(r.t, at), at),
			strings.Repeat(" ", m.other))
	case missingColon:
		return r.missingColon(at, m.other)
	case interpolation:
		return r.interpolation(at)
	case badEscapes:
		return r.badEscape(at)
	case badAnchor:
		what := "an alias"
		if r.t[at] == '&' {
			what = "an anchor"
		}
		p := diag.Errorf(r.file.Span(at, at+1), "yaml-anchor-name",
			"a value that starts with `%s` is %s, but its name is missing: letters, digits, `-` and `_`; put the "+
				"value in quotes if it is text", r.t[at:at+1], what)
		return r.quoting(p, at)
	case reserved:
		character := "`" + r.t[at:at+1] + "`"
		if character == "```" {
			character = "a backtick"
		}
		return r.quoting(diag.Errorf(r.file.Span(at, at+1), "yaml-reserved-character",
			"a value cannot begin with %s; put it in quotes", character), at)
	}
	return r.fixedMessage(m, at)
}

// fixedMessage returns the problem for an error that has a fixed message.
func (r *reader) fixedMessage(m syntaxError, at int) diag.Problem {
	s := messages[m.kind]
	end := at + 1
	switch s.extent {
	case word:
		end = r.wordEnd(at)
	case flowWord:
		for end = at; !isBlankOrEnd(r.t, end) && (end == at || strings.IndexByte(",]}", r.t[end]) < 0); end++ {
		}
	case line:
		end = lineEnd(r.t, at)
	}
	// The messages with %s are those about quotes, brackets and block scalars.
	span := r.file.Span(at, end)
	if strings.Contains(s.message, "%s") {
		return r.closingError(diag.Errorf(span, s.code, s.message, r.quotedCharacter(m, at)), m, at)
	}
	p := diag.Errorf(span, s.code, "%s", s.message)
	switch {
	case m.kind == tooManyErrors:
		p.Message = diag.Sprintf("this is error %d; recovering from the earlier errors used up the limit of %d "+
			"KB, so fix those first",
			len(r.doc.Problems)+1, rereadLimit(r.t)>>10)
	case s.fix != "":
		return p.WithFix(s.fix, span, "")
	case m.kind == missingDash && r.t[at] == '-':
		return p.WithFix("Add a space", r.file.Span(at+1, at+1), " ")
	case m.kind == missingDash:
		return p.WithFix("Add a dash", r.file.Span(at, at), "- ")
	case m.kind == missingComma && m.other > 0:
		return p.WithFix("Add a comma", r.file.Span(m.other, m.other), ",")
	}
	return p
}

// quotedCharacter returns the character that an error's message mentions.
func (r *reader) quotedCharacter(m syntaxError, at int) string {
	switch {
	case m.kind == bracketMismatch:
		return r.t[m.other : m.other+1]
	case r.t[at] == '{':
		return "}"
	case r.t[at] == '[':
		return "]"
	}
	return r.t[at : at+1]
}

// closingError adds a fix or a note to the problem for an error with quotes, brackets or a block scalar.
func (r *reader) closingError(p diag.Problem, m syntaxError, at int) diag.Problem {
	switch m.kind {
	case badHeader:
		return r.quoting(p, at)
	case bracketMismatch:
		return p.WithNote(r.file.Span(m.other, m.other+1), "this `%s` does not close it", r.quotedCharacter(m, at))
	case unclosedQuote, unclosedBracket:
		end := trimEnd(r.t, at, lineEnd(r.t, at))
		rest := r.t[at+1 : end]
		if strings.Contains(rest, ": ") && m.kind == unclosedQuote || strings.Contains(rest, " #") ||
			rest == "" && m.kind == unclosedBracket ||
			strings.ContainsAny(rest, "\"'[]{}\\") {
			return p // the closing character may belong at any of several positions
		}
		return p.WithFix("Close it at the end of the line", r.file.Span(end, end), r.quotedCharacter(m, at))
	}
	return p
}

// missingColon returns the problem for a key without a colon. The fix adds a colon after the first
// word, unless several words follow. If that word contains a colon, the fix adds the missing space.
func (r *reader) missingColon(at, end int) diag.Problem {
	key := r.t[at:end]
	name, value, isMore := strings.Cut(key, " ")
	value = strings.TrimLeft(value, " \t")
	colon := strings.IndexByte(name, ':')
	p := diag.Errorf(r.file.Span(at, end), "yaml-missing-colon",
		"a `:` is missing after this key; if this continues the text above, indent it further")
	// With quotes or brackets, it is not clear which part is the key. In `http://x`, no space is
	// missing.
	switch {
	case strings.ContainsAny(key, "\r\n\"'[{"):
	case colon > 0 && colon+1 < len(name) && !strings.HasPrefix(name[colon:], "://"):
		p = diag.Errorf(r.file.Span(at, end), "yaml-missing-colon", "a space is missing after the `:` of this key")
		p = p.WithFix("Add a space", r.file.Span(at+colon+1, at+colon+1), " ")
	case colon < 0 && isMore && !strings.Contains(value, " "):
		p = p.WithFix("Add a colon", r.file.Span(at+len(name), end-len(value)), ": ")
	case colon < 0 && !isMore:
		p = p.WithFix("Add a colon", r.file.Span(end, end), ":")
	}
	return p
}

// tabProblem returns the problem for the tabs in the indentation of a text.
func (r *reader) tabProblem() diag.Problem {
	fix := diag.Fix{Title: "Replace tabs with spaces", Edits: make([]diag.Edit, len(r.tabs))}
	for i, tabs := range r.tabs {
		fix.Edits[i] = diag.Edit{Span: r.file.Span(tabs.start, tabs.end), Text: blanks(2 * (tabs.end - tabs.start))}
	}
	p := diag.Errorf(fix.Edits[0].Span, "yaml-tab", "tabs cannot indent in YAML; indent with spaces")
	p.Fixes = append(p.Fixes, fix)
	return p
}

// blanks returns n spaces.
func blanks(n int) string {
	const some = "                                "
	if n <= len(some) {
		return some[:n]
	}
	return strings.Repeat(" ", n)
}

// badCharacter returns the problem for the first character that YAML does not allow.
func (r *reader) badCharacter(at int) diag.Problem {
	return diag.Errorf(r.file.Span(at, at+1), "yaml-character",
		"YAML does not allow this character; remove it, or write it as an escape such as \"\\x07\" in double quotes").
		WithFix("Remove it", r.file.Span(at, at+1), "")
}

// quoting adds a fix that quotes the rest of the line.
func (r *reader) quoting(p diag.Problem, at int) diag.Problem {
	rest := r.t[at:lineEnd(r.t, at)]
	rest, _, _ = strings.Cut(rest, " #")
	rest = strings.TrimRight(rest, " \t")
	// If the rest contains quotes, brackets, colons or commas, only a part of it may be the value.
	if strings.ContainsAny(rest, "'\"[]{}") || strings.Contains(rest, ": ") || strings.HasSuffix(rest, ":") ||
		strings.Contains(rest, ",") {
		return p
	}
	return p.WithFix("Put it in quotes", r.file.Span(at, at+len(rest)), "'"+rest+"'")
}

// badEscape returns the problem for an unknown escape sequence. Its span must not end inside a
// character.
func (r *reader) badEscape(at int) diag.Problem {
	_, n := unescape(r.t, at)
	n = min(max(n, 2), len(r.t)-at)
	for at+n < len(r.t) && !utf8.RuneStart(r.t[at+n]) {
		n++
	}
	return diag.Errorf(r.file.Span(at, at+n), "yaml-escape",
		"`%s` is not an escape sequence of YAML; for a backslash write `\\\\`, or use single quotes", r.t[at:at+n]).
		WithFix("Double the backslash", r.file.Span(at, at+1), `\\`)
}

// interpolation returns the problem for `${` in brackets, where the brace starts a mapping.
func (r *reader) interpolation(at int) diag.Problem {
	start, end := at, at
	for start > 0 && strings.IndexByte(" \t\r\n,[{", r.t[start-1]) < 0 {
		start--
	}
	for end < len(r.t) && r.t[end] != '}' && breakLen(r.t, end) == 0 {
		end++
	}
	p := diag.Errorf(r.file.Span(at, at+2), "yaml-flow-interpolation",
		"inside brackets, a value with `${` must be in quotes, because its brace would start a mapping")
	if end < len(r.t) && r.t[end] == '}' && !strings.ContainsAny(r.t[start:end], `"'\`) {
		for end++; end < len(r.t) && isNameByte(r.t[end]); end++ {
		}
		p = p.WithFix("Put it in quotes", r.file.Span(start, end), `"`+r.t[start:end]+`"`)
	}
	return p
}

// wordEnd returns the end of the key or word at i.
func (r *reader) wordEnd(i int) int {
	if colon := keyColon(r.t, i); colon >= 0 {
		return max(colon, i+1)
	}
	for end := i; ; end++ {
		if isBlankOrEnd(r.t, end) {
			return end
		}
	}
}

// spaces formats a number of spaces for a message.
func spaces(n int) string {
	if n == 1 {
		return "1 space"
	}
	return strconv.Itoa(n) + " spaces"
}

// depthProblem returns the problem for text that is nested more than maxDepth levels deep.
func depthProblem(at source.Span) diag.Problem {
	return diag.Errorf(at, "budget-depth",
		"this is nested more than %d levels deep, and deeper parts are ignored; move a part of it to another file or "+
			"under another key", maxDepth)
}

// sizeProblem returns the problem for a text of more than maxNodes nodes. at is the position of the
// first node above the limit, or the start of the text if it has too many references.
func sizeProblem(at source.Span, nodes int) diag.Problem {
	return diag.Errorf(at, "budget-document",
		"this file is too large: it has %d keys, values and collections, counting each reference twice; at most %d "+
			"are read", nodes, maxNodes)
}

// pathsProblem returns the problem for a text whose keys are too long for the number of values inside them.
func pathsProblem(at source.Span) diag.Problem {
	return diag.Errorf(at, "budget-document",
		"this file is too large: the paths of its values, such as a.b[0], are longer than %d MB in total, "+
			"which is the limit; give the keys around many values shorter names", MaxPaths>>20)
}
