package hcl

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/source"
)

const badEscape = "Invalid escape sequence"

// literal decodes a literal part of a template. Only quoted text has escape sequences; `$${` and
// `%%{` mean `${` and `%{` everywhere.
func (p *parser) literal(t token, quoted bool) string {
	s := p.text(t)
	if strings.IndexByte(s, '\\') < 0 && !strings.Contains(s, "$${") && !strings.Contains(s, "%%{") {
		return s
	}
	var out strings.Builder
	for i := 0; i < len(s); {
		rest := s[i:]
		switch {
		case strings.HasPrefix(rest, "$${"), strings.HasPrefix(rest, "%%{"):
			out.WriteString(rest[1:3])
			i += 3
		// The lexer makes sure that a character follows.
		case quoted && rest[0] == '\\':
			text, n := p.escape(rest, t.start+i)
			out.WriteString(text)
			i += n
		default:
			out.WriteByte(rest[0])
			i++
		}
	}
	return out.String()
}

// escape decodes the escape sequence at the start of s and returns its length.
func (p *parser) escape(s string, offset int) (string, int) {
	if k := strings.IndexByte(`nrt"\`, s[1]); k >= 0 {
		return "\n\r\t\"\\"[k : k+1], 2
	}
	digits, words := 4, "four"
	switch s[1] {
	case 'u':
	case 'U':
		digits, words = 8, "eight"
	default:
		// The character after the backslash is kept, so that reading can go on.
		_, n := utf8.DecodeRuneInString(s[1:])
		p.report(p.file.Span(offset, offset+1+n),
			`\`+s[1:1+n]+` is not an escape sequence; the valid ones are \n \r \t \" \\ \uXXXX \UXXXXXXXX`,
			badEscape, fmt.Sprintf("The symbol %q is not a valid escape sequence selector.", s[1:1+n]))
		return s[1 : 1+n], 1 + n
	}
	n := 2
	for n < len(s) && n < 2+digits && strings.IndexByte("0123456789abcdefABCDEF", s[n]) >= 0 {
		n++
	}
	at := p.file.Span(offset, offset+n)
	if n < 2+digits {
		p.report(at, `\`+s[1:2]+" must be followed by "+words+" hexadecimal digits",
			badEscape, `The \`+s[1:2]+" escape sequence must be followed by "+words+" hexadecimal digits.")
		return s[:n], n
	}
	r, _ := strconv.ParseUint(s[2:n], 16, 32)
	// Surrogates are not characters.
	if r > utf8.MaxRune || !utf8.ValidRune(rune(r)) {
		p.report(at, "there is no character with this number",
			badEscape, fmt.Sprintf("Cannot encode character U+%04x in UTF-8.", r))
		return s[:n], n
	}
	return string(rune(r)), n
}

// Suggest returns ` Did you mean "x"?` for the nearest candidate if it is fewer than three edits
// away, or "".
func Suggest(name string, candidates []string) string {
	best, distance := "", 3
	for _, c := range candidates {
		// A difference in length needs at least as many edits, and is cheaper to compute than the
		// distance.
		if d := len(c) - len(name); d >= 3 || d <= -3 {
			continue
		}
		if d := diag.Distance(name, c); d < distance {
			best, distance = c, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" Did you mean %q?", best)
}

// SuggestFirst is like Suggest, but takes the first candidate that is near enough.
func SuggestFirst(name string, candidates []string) string {
	for _, c := range candidates {
		if near := Suggest(name, []string{c}); near != "" {
			return near
		}
	}
	return ""
}

// ConsolePlace formats a position as the original does: `<console-input>:1,2-14`, or with the name
// of a template.
func ConsolePlace(at source.Span) string {
	name := at.File().Name
	// These are the names of console lines. The original's console calls its input <console-input>.
	if name == "" || strings.HasPrefix(name, "expression") {
		name = "<console-input>"
	}
	from, to := at.File().Position(at.Start()), at.File().Position(at.End())
	if from.Line == to.Line {
		return fmt.Sprintf("%s:%d,%d-%d", name, from.Line, from.Column, to.Column)
	}
	return fmt.Sprintf("%s:%d,%d-%d,%d", name, from.Line, from.Column, to.Line, to.Column)
}

const (
	badCharacter = "Invalid character"
	curlyQuotes  = "\"Curly quotes\" are not valid here. These can sometimes be inadvertently introduced when " +
		"sharing code via documents or discussion forums. It might help to replace the character with a \"straight " +
		"quote\"."
)

// checkTokens reports tokens that are not part of the language. If quotes come in pairs, it reports
// only the first of each.
func (p *parser) checkTokens() {
	// Like the original, this stops reporting after a few tokens of most kinds.
	bits, ticks, quotes, semicolons := 0, 0, 0, 0
	for i, t := range p.tokens {
		at := p.at(t)
		switch t.kind {
		case tokLineFeed:
			if p.tokens[i-1].kind != tokLineFeed {
				p.report(at, "a quoted string must end on its line; write \\n for a line break, or use a heredoc",
					"Invalid multi-line string",
					"Quoted strings may not be split over multiple lines. To produce a multi-line string, either "+
						"use the \\n escape to represent a newline character or use the \"heredoc\" multi-line "+
						"template syntax.")
			}
		case tokBitAnd, tokBitOr, tokBitXor, tokBitNot:
			if bits++; bits <= 4 {
				p.bitwise(t)
			}
		case tokBacktick:
			// Quotes of this kind come in pairs. The original reports only the first two pairs.
			if ticks++; ticks%2 == 1 && ticks <= 3 {
				p.report(at, "backticks have no meaning; use quotes or a heredoc",
					badCharacter,
					"The \"`\" character is not valid. To create a multi-line string, use the \"heredoc\" syntax, "+
						"like \"<<EOT\".")
			}
		case tokApostrophe:
			if quotes++; quotes%2 == 1 && quotes <= 3 {
				p.report(at, "strings need double quotes",
					badCharacter, "Single quotes are not valid. Use double quotes (\") to enclose strings.")
			}
		case tokSemicolon:
			if semicolons++; semicolons == 1 {
				p.report(at, "semicolons have no meaning; commas separate the items of a collection",
					badCharacter,
					"The \";\" character is not valid. Use newlines to separate arguments and blocks, and commas to "+
						"separate items in collection values.")
			}
		case tokInvalid:
			detail, message := "This character is not used within the language.", "this character has no meaning here"
			if s := p.text(t); s == "“" || s == "”" {
				detail, message = curlyQuotes, "typographic quotes have no meaning; use straight ones"
			}
			p.report(at, message, badCharacter, detail)
		}
	}
}

// bitwise reports a bitwise operator and names the boolean one that may be meant; ^ has none.
func (p *parser) bitwise(t token) {
	hint, message := "", "there are no bitwise operators"
	switch t.kind {
	case tokBitAnd:
		hint, message = ` Did you mean boolean AND ("&&")?`, "there is no & operator; && is the boolean and"
	case tokBitOr:
		hint, message = ` Did you mean boolean OR ("||")?`, "there is no | operator; || is the boolean or"
	case tokBitNot:
		hint, message = ` Did you mean boolean NOT ("!")?`, "there is no ~ operator; ! is the boolean not"
	}
	p.report(p.at(t), message, "Unsupported operator", "Bitwise operators are not supported."+hint)
}
