package yamltree

import (
	"strings"

	"pantograph/evaluator/diag"
)

// A suspect is a kind of evidence and how it is told.
type suspect struct {
	at   func(*evidence) *int
	tell func(r *reader, e *evidence, at int) diag.Problem
}

// mistakes says for each text of yaml.v3 what to look for, most likely first.
var mistakes = []struct {
	text     string
	suspects []*suspect
}{
	{"control characters", []*suspect{badCharacter}},
	{"UTF-8", []*suspect{badCharacter}},
	{"Unicode character", []*suspect{badEscapes, badCharacter}},
	{"cannot start any token", []*suspect{tabs, reserved}},
	{"found a tab character", []*suspect{tabs}},
	{"unexpected end of stream", []*suspect{quote}},
	{"unexpected document indicator", []*suspect{quote}},
	{"escape", []*suspect{badEscapes}},
	{"hexdecimal", []*suspect{badEscapes}},
	{"mapping values are not allowed", []*suspect{colonAbove, secondColon, dedented, wordWithoutColon}},
	{"could not find expected ':'", []*suspect{quote, bracketMismatch, openBracket, wordWithoutColon, adjacent}},
	{"block sequence entries", []*suspect{strayDash, tabs}},
	{"alphabetic or numeric", []*suspect{badAnchor}},
	{"undefined tag handle", []*suspect{badTag}},
	{"while scanning a tag", []*suspect{badTag}},
	{"',' or", []*suspect{interpolated, bracketMismatch, quote, adjacent, flowColon, openBracket, extraBracket, strayDash}},
	{"did not find expected key", []*suspect{quote, dedented, adjacent, strayDash, keyAmongItems, extraBracket, wordWithoutColon, openBracket}},
	{"'-' indicator", []*suspect{keyAmongItems, dedented, adjacent, extraBracket, wordWithoutColon}},
	{"expected node content", []*suspect{bracketMismatch, strayDash, openBracket, extraBracket, dedented}},
	{"directive", []*suspect{badDirective}},
	{"YAML document", []*suspect{badDirective}},
	{"version number", []*suspect{badDirective}},
	{"comment or line break", []*suspect{badHeader, badDirective}},
	{"indentation indicator", []*suspect{badHeader}},
	{"<document start>", []*suspect{extraBracket, adjacent, dedented, keyAmongItems}},
}

var badCharacter = &suspect{
	func(e *evidence) *int { return &e.character },
	func(r *reader, _ *evidence, at int) diag.Problem {
		return diag.Errorf(r.file.Span(at, at+1), "yaml-character",
			"this character may not stand in YAML; remove it, or write it as an escape such as \"\\x07\" between double quotes").
			WithFix("Remove it", r.file.Span(at, at+1), "")
	},
}

var tabs = &suspect{
	func(e *evidence) *int { return &e.tab },
	func(r *reader, e *evidence, at int) diag.Problem {
		p := diag.Errorf(r.file.Span(at, tabsEnd(r.file.Text, at)), "yaml-tab", "tabs cannot indent in YAML; indent with spaces")
		fix := diag.Fix{Title: "Replace tabs by spaces"}
		for _, tok := range e.tokens {
			if tok.kind == tokenTab {
				end := tabsEnd(r.file.Text, tok.start)
				fix.Edits = append(fix.Edits, diag.Edit{Span: r.file.Span(tok.start, end), Text: strings.Repeat("  ", end-tok.start)})
			}
		}
		if len(fix.Edits) > 0 {
			p.Fixes = append(p.Fixes, fix)
		}
		return p
	},
}

func tabsEnd(t string, i int) int {
	for i < len(t) && t[i] == '\t' {
		i++
	}
	return i
}

var reserved = &suspect{
	func(e *evidence) *int { return &e.reserved },
	func(r *reader, _ *evidence, at int) diag.Problem {
		character := "`" + r.text[at:at+1] + "`"
		if character == "```" {
			character = "a backtick"
		}
		p := diag.Errorf(r.file.Span(at, at+1), "yaml-reserved-character",
			"a value cannot begin with %s; put it in quotes", character)
		return r.quoting(p, at)
	},
}

// quoting adds a fix that quotes the rest of the line.
func (r *reader) quoting(p diag.Problem, at int) diag.Problem {
	rest := r.text[at:lineEnd(r.text, at)]
	rest, _, _ = strings.Cut(rest, " #")
	rest = strings.TrimRight(rest, " \t")
	if strings.ContainsAny(rest, "'\"[]{}") || strings.Contains(rest, ": ") || strings.HasSuffix(rest, ":") || strings.Contains(rest, ",") {
		return p
	}
	return p.WithFix("Put it in quotes", r.file.Span(at, at+len(rest)), "'"+rest+"'")
}

var quote = &suspect{
	func(e *evidence) *int { return &e.unclosedQuote },
	func(r *reader, _ *evidence, at int) diag.Problem {
		return diag.Errorf(r.file.Span(at, at+1), "yaml-unclosed-quote",
			"this quote is never closed; add a `%s` where the text ends", r.text[at:at+1])
	},
}

var openBracket = &suspect{
	func(e *evidence) *int { return &e.openBracket },
	func(r *reader, _ *evidence, at int) diag.Problem {
		return diag.Errorf(r.file.Span(at, at+1), "yaml-unclosed-bracket",
			"this bracket is never closed; add a `%s` where the list or mapping ends", string(closing(r.text[at])))
	},
}

var bracketMismatch = &suspect{
	func(e *evidence) *int { return &e.mismatch },
	func(r *reader, e *evidence, at int) diag.Problem {
		closer := r.text[e.closer : e.closer+1]
		return diag.Errorf(r.file.Span(at, at+1), "yaml-unclosed-bracket",
			"this bracket is not closed before the next `%s`", closer).
			WithNote(r.file.Span(e.closer, e.closer+1), "this `%s` does not close it", closer)
	},
}

var extraBracket = &suspect{
	func(e *evidence) *int { return &e.extraClose },
	func(r *reader, _ *evidence, at int) diag.Problem {
		return diag.Errorf(r.file.Span(at, at+1), "yaml-extra-bracket", "this bracket closes nothing; remove it").
			WithFix("Remove it", r.file.Span(at, at+1), "")
	},
}

var badEscapes = &suspect{
	func(e *evidence) *int { return &e.escape },
	func(r *reader, _ *evidence, at int) diag.Problem {
		_, n := unescape(r.text, at)
		if n = max(n, 2); at+n > len(r.text) {
			n = len(r.text) - at
		}
		word := r.text[at : at+n]
		return diag.Errorf(r.file.Span(at, at+n), "yaml-escape",
			"`%s` is no escape sequence of YAML; for a backslash write `\\\\`, or use single quotes", word).
			WithFix("Double the backslash", r.file.Span(at, at+1), `\\`)
	},
}

var secondColon = &suspect{
	func(e *evidence) *int { return &e.colon },
	func(r *reader, _ *evidence, at int) diag.Problem {
		return diag.Errorf(r.file.Span(at, at+1), "yaml-second-colon",
			"a second `: ` cannot follow here; put the value in quotes if the colon is part of it; begin a new line if it is a key")
	},
}

var flowColon = &suspect{
	func(e *evidence) *int { return &e.colon },
	func(r *reader, _ *evidence, at int) diag.Problem {
		return diag.Errorf(r.file.Span(at, at+1), "yaml-missing-comma", "a second `:` cannot follow here; a `,` is missing between two entries, or quotes around a value")
	},
}

var wordWithoutColon = &suspect{
	func(e *evidence) *int { return &e.noColon },
	func(r *reader, _ *evidence, at int) diag.Problem {
		return diag.Errorf(r.file.Span(at, lineEnd(r.text, at)), "yaml-missing-colon",
			"a `:` is missing behind this key; if this belongs to the text above, indent it further")
	},
}

var colonAbove = &suspect{
	func(e *evidence) *int { return &e.noColonAbove },
	func(r *reader, _ *evidence, at int) diag.Problem {
		return diag.Errorf(r.file.Span(at, lineEnd(r.text, at)), "yaml-missing-colon",
			"a `:` is missing behind the first word of this line; the next line goes on with its text")
	},
}

var strayDash = &suspect{
	func(e *evidence) *int { return &e.dash },
	func(r *reader, _ *evidence, at int) diag.Problem {
		return diag.Errorf(r.file.Span(at, at+1), "yaml-dash",
			"a list cannot begin here; put its first `- ` on a line of its own, or write the list as `[a, b]`")
	},
}

var keyAmongItems = &suspect{
	func(e *evidence) *int { return &e.keyInList },
	func(r *reader, _ *evidence, at int) diag.Problem {
		return r.mixed(fragment{start: at, end: r.wordEnd(at)}, Sequence)
	},
}

var dedented = &suspect{
	func(e *evidence) *int { return &e.dedent },
	func(r *reader, e *evidence, at int) diag.Problem {
		column := r.lines.columnOf(at)
		return r.misindented(entry{start: at, column: column}, e.dedentTo)
	},
}

var adjacent = &suspect{
	func(e *evidence) *int { return &e.adjacent },
	func(r *reader, e *evidence, at int) diag.Problem {
		for _, tok := range e.tokens {
			if tok.start == at && tok.flow > 0 {
				return diag.Errorf(r.file.Span(at, max(tok.end, at+1)), "yaml-missing-comma", "a `,` is missing before this")
			}
		}
		return diag.Errorf(r.file.Span(at, r.wordEnd(at)), "yaml-extra-text",
			"the value ends before this; put all of it in quotes, or begin a new line")
	},
}

var interpolated = &suspect{
	func(e *evidence) *int { return &e.interpolation },
	func(r *reader, _ *evidence, at int) diag.Problem { return r.interpolation(at) },
}

// interpolation describes a `${` inside brackets, where its brace opens a mapping.
func (r *reader) interpolation(at int) diag.Problem {
	start, end := at, at
	for start > 0 && strings.IndexByte(" \t\r\n,[{", r.text[start-1]) < 0 {
		start--
	}
	for end < len(r.text) && r.text[end] != '}' && breakLen(r.text, end) == 0 {
		end++
	}
	p := diag.Errorf(r.file.Span(at, at+2), "yaml-flow-interpolation",
		"inside brackets a value with `${` has to be in quotes: its brace would begin a mapping")
	if end < len(r.text) && r.text[end] == '}' && !strings.ContainsAny(r.text[start:end], `"'\`) {
		for end++; end < len(r.text) && isNameByte(r.text[end]); end++ {
		}
		p = p.WithFix("Put it in quotes", r.file.Span(start, end), `"`+r.text[start:end]+`"`)
	}
	return p
}

var badAnchor = &suspect{
	func(e *evidence) *int { return &e.anchor },
	func(r *reader, _ *evidence, at int) diag.Problem {
		what := map[byte]string{'*': "an alias", '&': "an anchor"}[r.text[at]]
		p := diag.Errorf(r.file.Span(at, at+1), "yaml-anchor-name",
			"a value that begins with `%s` is %s, and this is no name for one: letters, digits, `-` and `_`; put it in quotes if it is text", r.text[at:at+1], what)
		return r.quoting(p, at)
	},
}

var badTag = &suspect{
	func(e *evidence) *int { return &e.tag },
	func(r *reader, _ *evidence, at int) diag.Problem {
		return diag.Errorf(r.file.Span(at, r.wordEnd(at)), "yaml-tag",
			"this tag is not known; put the value in quotes if it is text; a handle between two `!` needs a %%TAG directive")
	},
}

var badDirective = &suspect{
	func(e *evidence) *int { return &e.directive },
	func(r *reader, _ *evidence, at int) diag.Problem {
		return diag.Errorf(r.file.Span(at, lineEnd(r.text, at)), "yaml-directive",
			"this directive is unknown or repeated; a line that begins with `%%` is a directive, `%%YAML 1.1` or `%%TAG`; remove it")
	},
}

var badHeader = &suspect{
	func(e *evidence) *int { return &e.header },
	func(r *reader, _ *evidence, at int) diag.Problem {
		p := diag.Errorf(r.file.Span(at, lineEnd(r.text, at)), "yaml-block-header",
			"behind `%s` the text begins on the next line; put the value in quotes if it is one line", r.text[at:at+1])
		return r.quoting(p, at)
	},
}
