package yaql

import (
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// tokenKind is the kind of a token.
type tokenKind uint8

const (
	endToken tokenKind = iota
	variableToken
	constantToken
	callToken // a word followed by a parenthesis
	wordToken
	symbolToken // an operator, including those that are words, a bracket or a comma
)

// A token is a token of an expression.
type token struct {
	kind  tokenKind
	text  string // a name without dollar or parenthesis, or the symbol
	value Value  // value of a constant
	// start and end are the byte range. The token of a call includes its parenthesis.
	start, end int
}

// shown renders a token for the original's messages: a constant is shown by Python's str.
func (t *token) shown() string {
	if t.kind != constantToken {
		if t.kind == variableToken {
			return "$" + t.text
		}
		return t.text
	}
	if s, ok := t.value.(string); ok {
		return s
	}
	return literalText(t.value)
}

// symbols are the operators and brackets that are not words, longer ones first.
var symbols = [...]string{"->", "=>", "?.", "=~", "!~", ">=", "<=", "!=",
	".", "+", "-", "*", "/", ">", "<", "=", "[", "]", "{", "}", "(", ")", ","}

// A lexer reads tokens one at a time, so that an error later in the expression does not
// matter before the parser gets there, as in the original.
type lexer struct {
	text       string
	pos        int
	characters *charNames // nil if the values of tokens do not matter
}

// isWordChar reports whether Python's \w matches r. Words, variables and the boundaries of numbers
// use it, so names may contain letters and digits of all scripts (2).
func isWordChar(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) }

// at returns the code point at a byte offset, or -1 at the end.
func (l *lexer) at(pos int) rune {
	if pos >= len(l.text) {
		return -1
	}
	if c := l.text[pos]; c < utf8.RuneSelf {
		return rune(c)
	}
	r, _ := utf8.DecodeRuneInString(l.text[pos:])
	return r
}

// while returns the offset after the run of accepted code points that begins at pos.
func (l *lexer) while(pos int, accepts func(rune) bool) int {
	for pos < len(l.text) {
		r, size := utf8.DecodeRuneInString(l.text[pos:])
		if !accepts(r) {
			break
		}
		pos += size
	}
	return pos
}

// next reads the next token. At the end of the text, every call returns an endToken.
func (l *lexer) next() token {
	for l.pos < len(l.text) && strings.IndexByte(" \t\r\n", l.text[l.pos]) >= 0 {
		l.pos++
	}
	t := token{start: l.pos}
	// The order, given by section 2, matters: a number comes before a word, which may contain
	// digits but cannot begin with one.
	switch r := l.at(l.pos); {
	case r < 0:
	case r == '$':
		t.kind = variableToken
		l.pos = l.while(l.pos+1, isWordChar)
		// $ alone is the variable with the empty name.
		t.text = l.text[t.start+1 : l.pos]
	case unicode.IsDigit(r):
		t.kind, t.value = constantToken, l.number()
	case isWordChar(r):
		l.word(&t)
	case r == '\'' || r == '"' || r == '`':
		t.kind, t.value = constantToken, l.quoted(byte(r))
	default:
		t.kind, t.text = symbolToken, l.symbol()
	}
	t.end = l.pos
	return t
}

// illegal rejects the character at a byte offset. Its message counts characters, as Python does,
// while our ranges count bytes.
func (l *lexer) illegal(pos int) {
	r, size := utf8.DecodeRuneInString(l.text[pos:])
	syntaxError(pos, pos+size, "this character cannot appear in an expression",
		"Lexical error: illegal character '"+string(r)+"' at position "+
			strconv.Itoa(utf8.RuneCountInString(l.text[:pos])))
}

// number reads digits, and a fraction unless a word character follows it. A number must end at a
// word boundary (2): `1a` and `0x1F` are errors at the digit before the letter, while `1.5e` is the
// number 1, followed by a dot.
func (l *lexer) number() Value {
	start := l.pos
	whole := l.while(start, unicode.IsDigit)
	end := whole
	if l.at(whole) == '.' {
		if fraction := l.while(whole+1, unicode.IsDigit); fraction > whole+1 && !isWordChar(l.at(fraction)) {
			end = fraction
		}
	}
	if isWordChar(l.at(end)) {
		l.illegal(start)
	}
	l.pos = end
	text := asciiDigits(l.text[start:end])
	if end > whole {
		// The only possible error is an overflow, where ParseFloat returns infinity, as does
		// Python.
		f, _ := strconv.ParseFloat(text, 64)
		return f
	}
	i, _ := new(big.Int).SetString(text, 10)
	return integer(i)
}

// asciiDigits converts the digits of all scripts to 0 to 9. For example, the Arabic digit ٣ becomes
// 3. Go's functions for numbers accept only ASCII digits, Python's accept all.
func asciiDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf || !unicode.IsDigit(r) {
			return r
		}
		// The digits of a script are consecutive, and no digit directly precedes its zero.
		zero := r
		for unicode.IsDigit(zero-1) && r-zero < 9 {
			zero--
		}
		return '0' + r - zero
	}, s)
}

// word reads a call, a constant, an operator or an unquoted word. A parenthesis that directly
// follows takes precedence over everything else: `not(true)` and `true(1)` are calls of unknown
// functions, not an operator and a constant (2).
func (l *lexer) word(t *token) {
	l.pos = l.while(l.pos, isWordChar)
	t.text = l.text[t.start:l.pos]
	t.kind = wordToken
	switch {
	case l.at(l.pos) == '(':
		t.kind = callToken
		l.pos++
	case strings.HasPrefix(t.text, "__"):
		// Only a call may begin with two underscores.
		l.illegal(t.start)
	default:
		switch t.text {
		case "true", "false":
			t.kind, t.value = constantToken, t.text == "true"
		case "null":
			t.kind = constantToken
		case "and", "or", "not", "in", "mod":
			t.kind = symbolToken
		}
	}
}

// symbol reads an operator, a bracket or a comma, or rejects the character.
func (l *lexer) symbol() string {
	for _, s := range symbols {
		if strings.HasPrefix(l.text[l.pos:], s) {
			l.pos += len(s)
			return s
		}
	}
	l.illegal(l.pos)
	return ""
}

// quoted reads a quoted string. It may look at single bytes, because neither quotes nor backslashes
// occur inside the encoding of another character.
func (l *lexer) quoted(quote byte) string {
	start := l.pos
	for end := start + 1; end < len(l.text); end++ {
		switch l.text[end] {
		case '\\':
			// The character after a backslash never ends the string, not even in a verbatim one.
			end++
		case quote:
			l.pos = end + 1
			inside := l.text[start+1 : end]
			// A string in backquotes is verbatim, except that it can contain a backquote as \`.
			if quote == '`' {
				return strings.ReplaceAll(inside, "\\`", "`")
			}
			return l.unescape(inside, start+1)
		}
	}
	// For an open string the original reports the quote that begins it, not the end of the text.
	l.illegal(start)
	return ""
}

// unescape decodes the escapes of a string at a byte offset of the expression. It is not an error
// if a backslash begins no escape: then both characters remain, so '\d' can be written as a pattern
// (2).
func (l *lexer) unescape(s string, offset int) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			i++
			continue
		}
		r, size := l.escaped(s[i:], offset+i)
		if size == 0 { // not an escape: the backslash and the character after it remain
			b.WriteByte('\\')
			i++
			continue
		}
		b.WriteRune(r)
		i += size
	}
	return b.String()
}

// escaped decodes the escape at the start of s and returns its length, or 0 if it is not an escape. s
// begins with a backslash and has at least one more character; offset is the position of s in the
// expression.
func (l *lexer) escaped(s string, offset int) (rune, int) {
	// The letters and the characters that they mean are in the same order.
	const plain = `\'"abfnrtv`
	if i := strings.IndexByte(plain, s[1]); i >= 0 {
		return rune("\\'\"\a\b\f\n\r\t\v"[i]), 2
	}
	switch c := s[1]; {
	case '0' <= c && c <= '7':
		end := 2
		// One to three octal digits.
		for end < 4 && end < len(s) && '0' <= s[end] && s[end] <= '7' {
			end++
		}
		n, _ := strconv.ParseUint(s[1:end], 8, 32)
		return rune(n), end
	case c == 'N':
		end := strings.IndexByte(s, '}')
		// \N without braces, or with empty ones, remains as it is.
		if len(s) < 4 || s[2] != '{' || end < 4 {
			return 0, 0
		}
		r, answer := l.characters.named(s[3:end])
		// Our table has the names of some blocks only. A name that Python may know must not be
		// reported as an error, so it makes the value unknown.
		switch answer {
		case nameUnavailable:
			unknownName(onNoNames, offset, offset+end+1, s[3:end])
		case nameNotListed:
			unknownName(onName, offset, offset+end+1, s[3:end])
		case nameUnknown:
			syntaxError(offset, offset+end+1, "no character has the name "+quoted(s[3:end]), "")
		}
		return r, end + 1
	case c == 'x':
		return hexEscape(s, 2, offset)
	case c == 'u':
		return hexEscape(s, 4, offset)
	case c == 'U':
		return hexEscape(s, 8, offset)
	}
	return 0, 0
}

// hexEscape decodes \x, \u or \U. It is not an escape if too few characters follow. If there are
// enough characters, but they are not the code of a character, Python's error ends the parsing:
// '\xzz' is an error, and '\x4' is a string of three characters (2).
func hexEscape(s string, digits, offset int) (rune, int) {
	end := 2
	for range digits {
		// All characters except line breaks count here, whether they are digits or not.
		if end >= len(s) || s[end] == '\n' {
			return 0, 0
		}
		_, size := utf8.DecodeRuneInString(s[end:])
		end += size
	}
	n, err := strconv.ParseUint(s[2:end], 16, 32)
	if err != nil || n > unicode.MaxRune {
		syntaxError(offset, offset+end,
			"\\"+s[1:2]+" takes the code of a character in "+strconv.Itoa(digits)+" hexadecimal digits", "")
	}
	return rune(n), end
}
