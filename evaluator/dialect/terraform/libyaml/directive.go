package libyaml

import (
	"strings"
	"unicode/utf8"
)

// scanDirective reads a line that begins with %.
func (s *scanner) scanDirective() {
	s.past, s.hasDirectives = nil, true // what a tag means is not the same as without directives
	start := s.mark()
	s.steps(1)
	name := s.word()
	switch {
	case s.err != nil:
		return
	case name == "":
		s.fail("could not find expected directive name")
	case !isBlankOrEnd(s.t, s.pos):
		s.fail("found unexpected non-alphabetical character")
	}
	if s.err != nil {
		return
	}
	t := token{start: start}
	switch name {
	case "YAML":
		t.kind = tokVersionDirective
		t.value = s.version()
	case "TAG":
		t.kind = tokTagDirective
		t.value, t.suffix = s.tagDirective()
	default:
		s.fail("found unknown directive name")
	}
	if s.err != nil {
		return
	}
	t.end = s.mark()
	// Nothing but a comment may follow a directive on its line.
	if s.restOfLine() {
		s.add(t)
	}
}

// restOfLine reads blanks and a comment up to and including the line break.
func (s *scanner) restOfLine() bool {
	s.blanks()
	if s.t[s.pos] == '#' {
		s.toBreak()
	}
	if !isBreakOrEnd(s.t, s.pos) {
		s.fail("did not find expected comment or line break")
		return false
	}
	if n := breakLen(s.t, s.pos); n > 0 {
		s.stepLine(n)
	}
	return true
}

// word reads a name of letters, digits, `-` and `_`, which may be empty.
func (s *scanner) word() string {
	from := s.pos
	for isWord(s.t[s.pos]) {
		s.steps(1)
	}
	return s.t[from:s.pos]
}

// version reads MAJOR.MINOR and returns it without leading zeros.
func (s *scanner) version() string {
	s.blanks()
	major := s.versionNumber()
	if s.err == nil && s.t[s.pos] != '.' {
		s.fail("did not find expected digit or '.' character")
	}
	if s.err != nil {
		return ""
	}
	s.steps(1)
	return major + "." + s.versionNumber()
}

// versionNumber reads a number of at most two digits, the limit of the original.
func (s *scanner) versionNumber() string {
	from := s.pos
	for isDigit(s.t[s.pos]) {
		if s.pos-from == 2 {
			s.fail("found extremely long version number")
			return ""
		}
		s.steps(1)
	}
	if s.pos == from {
		s.fail("did not find expected version number")
	}
	if digits := strings.TrimLeft(s.t[from:s.pos], "0"); digits != "" {
		return digits
	}
	return "0"
}

// tagDirective reads the rest of `%TAG !handle! prefix`.
func (s *scanner) tagDirective() (handle, prefix string) {
	s.blanks()
	handle = s.tagHandle(true)
	if s.err == nil && !isBlank(s.t[s.pos]) {
		s.fail("did not find expected whitespace")
	}
	if s.err != nil {
		return "", ""
	}
	s.blanks()
	prefix = s.tagURI("")
	if s.err == nil && !isBlankOrEnd(s.t, s.pos) {
		s.fail("did not find expected whitespace or line break")
	}
	return handle, prefix
}

// scanName reads an anchor or an alias.
func (s *scanner) scanName(kind tokenKind) {
	start := s.mark()
	s.steps(1)
	name := s.word()
	if name == "" || !isBlankOrEnd(s.t, s.pos) && strings.IndexByte("?:,]}%@`", s.t[s.pos]) < 0 {
		s.fail("did not find expected alphabetic or numeric character")
		return
	}
	s.add(token{kind: kind, start: start, end: s.mark(), value: name})
}

// scanTag reads `!<uri>`, `!handle!suffix`, `!suffix` or a lone `!`.
func (s *scanner) scanTag() {
	t := token{kind: tokTag, start: s.mark()}
	if s.t[s.pos+1] == '<' {
		s.steps(2)
		t.suffix = s.tagURI("")
		if s.err == nil && s.t[s.pos] != '>' {
			s.fail("did not find the expected '>'")
		}
		if s.err != nil {
			return
		}
		s.steps(1)
	} else {
		handle := s.tagHandle(false)
		if len(handle) > 1 && handle[len(handle)-1] == '!' {
			t.value, t.suffix = handle, s.tagURI("")
		} else {
			// What was read is not a handle, since no second `!` ends it. It begins the suffix.
			t.value, t.suffix = "!", s.tagURI(handle)
			if t.suffix == "" {
				// A lone `!` is a tag that directives do not affect.
				t.value, t.suffix = "", "!"
			}
		}
	}
	if s.err == nil && !isBlankOrEnd(s.t, s.pos) {
		s.fail("did not find expected whitespace or line break")
	}
	if s.err == nil {
		t.end = s.mark()
		s.add(t)
	}
}

// tagHandle reads `!`, `!!` or `!name!`. In a directive, nothing else is valid; a tag may also be
// `!name`, which is not a handle.
func (s *scanner) tagHandle(directive bool) string {
	if s.t[s.pos] != '!' {
		s.fail("did not find expected '!'")
		return ""
	}
	from := s.pos
	s.steps(1)
	s.word()
	if s.t[s.pos] == '!' {
		s.steps(1)
	} else if directive && s.pos-from > 1 {
		s.fail("did not find expected '!'")
	}
	return s.t[from:s.pos]
}

// tagURI reads the rest of a tag. head is the handle that was read before and turned out to be part
// of the URI.
func (s *scanner) tagURI(head string) string {
	var out strings.Builder
	if len(head) > 1 {
		out.WriteString(head[1:])
	}
	any := head != ""
	for isWord(s.t[s.pos]) || s.t[s.pos] != 0 && strings.IndexByte(";/?:@&=+$,.!~*'()[]%", s.t[s.pos]) >= 0 {
		any = true
		if s.t[s.pos] == '%' {
			s.uriEscape(&out)
			if s.err != nil {
				return ""
			}
			continue
		}
		out.WriteByte(s.t[s.pos])
		s.steps(1)
	}
	if !any {
		s.fail("did not find expected tag URI")
	}
	return out.String()
}

// uriEscape reads the escaped bytes of one character.
func (s *scanner) uriEscape(out *strings.Builder) {
	// The first byte says how many follow. Each is escaped: é is %C3%A9.
	for left, first := 1, true; left > 0; left-- {
		if s.t[s.pos] != '%' || hexValue(s.t[s.pos+1]) < 0 || hexValue(s.t[s.pos+2]) < 0 {
			s.fail("did not find URI escaped octet")
			return
		}
		octet := byte(hexValue(s.t[s.pos+1])<<4 | hexValue(s.t[s.pos+2]))
		switch {
		case first:
			if left = utf8Width(octet); left == 0 {
				s.fail("found an incorrect leading UTF-8 octet")
				return
			}
			first = false
		case octet&0xC0 != 0x80:
			s.fail("found an incorrect trailing UTF-8 octet")
			return
		}
		out.WriteByte(octet)
		s.steps(3)
	}
}

// utf8Width returns the number of bytes in a character that begins with the given byte, or 0 if no
// character does.
func utf8Width(octet byte) int {
	switch {
	case octet < utf8.RuneSelf:
		return 1
	case octet&0xE0 == 0xC0:
		return 2
	case octet&0xF0 == 0xE0:
		return 3
	case octet&0xF8 == 0xF0:
		return 4
	}
	return 0
}
