package redact

import "strings"

const (
	blanks = " \t\r\n"
	// longestKey is the largest number of bytes before a colon that are examined as its key.
	longestKey = 256
)

// gap examines the text up to an offset, before a node: comments, and text that the parser skipped
// to recover from an error. name is the key before it.
func (s *sheet) gap(to int, name string) {
	for s.at < to {
		hash := s.at
		for hash < to && !(s.t[hash] == '#' && (hash == s.at || strings.IndexByte(blanks, s.t[hash-1]) >= 0)) {
			hash++
		}
		s.work += hash - s.at
		s.suspect(hash, name)
		if hash < to {
			s.at = min(s.lineEnd(hash), to)
			s.comment(hash+1, s.at)
		}
	}
}

// comment cuts the text of a comment after the key of a secret.
func (s *sheet) comment(from, to int) {
	s.work += to - from
	for i := from; s.isGiven && i < to; i++ {
		if s.t[i] == ':' && s.isSecret(s.t[from:i], s.t[i+1:to], false) {
			s.cuts = append(s.cuts, cut{from: i + 1, to: to, by: " " + LeftOut, value: -1})
			return
		}
	}
}

// hasKey reports whether a scalar contains text that looks like the key of a secret, at the
// beginning of a line or inside brackets. Such a scalar was probably meant to be a mapping.
func (s *sheet) hasKey(text string) bool {
	s.work += len(text)
	for i := 0; i < len(text); i++ {
		if text[i] == ':' && s.isSecret(text[:i], text[i+1:], false) {
			return true
		}
	}
	return false
}

// suspect examines text that the parser could not read, up to an offset. name is the key before it.
// Everything after the first key of a secret is cut.
func (s *sheet) suspect(to int, name string) {
	from := s.at
	s.at = max(s.at, to)
	if !s.doc.Partial || from >= to {
		return
	}
	s.work += to - from
	if !s.isGiven {
		s.suspectTemplate(s.t[from:to], name)
		return
	}
	seen := len(s.aliases)
	s.tokens(from, to)
	var found role
	isCut := false
	for i := from; i < to; i++ {
		if s.t[i] != ':' {
			continue
		}
		before := s.t[from:i]
		if strings.HasSuffix(strings.TrimRight(s.t[:i], " \t"), "\n") {
			before = s.t[:i] // the key is `? key` on a previous line, which the parser may have read
		}
		key, word := keyBefore(before)
		found |= s.role(key) | s.role(word)
		if !isCut && s.isSecret(before, s.t[i+1:], true) {
			isCut = true
			s.cuts = append(s.cuts, cut{from: i + 1, to: to, by: " " + LeftOut, value: i + 1})
		}
	}
	s.found.Holds = s.found.Holds || found&plain != 0
	if s.isInputs && found&value != 0 { // the key may mark the values of mappings merged beside it
		for _, a := range s.aliases[seen:] {
			s.wanted = append(s.wanted, a.name)
		}
	}
}

// tokens records everything in a range of the text that looks like an anchor or an alias. The value
// of such an anchor extends to the end of the range.
func (s *sheet) tokens(from, to int) {
	for i := from; i < to; i++ {
		c := s.t[i]
		if c != '*' && c != '&' || i > 0 && strings.IndexByte(blanks+",[{:-", s.t[i-1]) < 0 {
			continue
		}
		end := i + 1
		for end < to && strings.IndexByte(blanks+",[]{}", s.t[end]) < 0 {
			end++
		}
		word := s.t[i+1 : end]
		if c == '*' {
			s.aliases = append(s.aliases, alias{at: i, end: end, name: word})
		} else {
			s.anchors[word] = append(s.anchors[word], cut{from: i, to: to, by: s.t[i:end] + " " + LeftOut, value: end})
		}
		i = end - 1
	}
}

// suspectTemplate examines text of a template that the parser could not read. If it marks something
// as secret, each of its words is treated as the name of a secret input.
func (s *sheet) suspectTemplate(text, name string) {
	var found role
	for i := 0; i < len(text); i++ {
		if text[i] != ':' {
			continue
		}
		key, word := keyBefore(text[:i])
		if r := s.role(key) | s.role(word); r&mark == 0 || !isFalsyWord(wordAfter(text[i+1:])) {
			found |= r
		}
	}
	s.found.Holds = s.found.Holds || found&plain != 0 || found&mark != 0 && found&initial != 0
	if found&mark == 0 {
		return
	}
	// Any of the words may be the name of the input that is marked.
	for rest := name + "\n" + text; rest != ""; {
		end := strings.IndexAny(rest, "\r\n{}[],:\"'")
		if end < 0 {
			end = len(rest) - 1
		}
		s.addName(strings.Trim(rest[:end+1], blanks+"{}[],:\"'-?"))
		rest = rest[end+1:]
	}
}

// isSecret reports whether the text before a colon ends with what looks like the key of a secret,
// and the text after it begins with a value. In text that the parser could not read (isBroken), the
// last word before the colon can also be the key, and keys with escapes are always suspect.
func (s *sheet) isSecret(before, after string, isBroken bool) bool {
	key, word := keyBefore(before)
	r, isName := s.role(key), s.isName(key)
	roles := value
	if isBroken {
		roles |= whole | beside
		r, isName = r|s.role(word), isName || s.isName(word) || strings.IndexByte(key, '\\') >= 0
	}
	if !isName && (!s.isInputs || r&roles == 0) {
		return false
	}
	first := wordAfter(after)
	if first == "" || strings.HasPrefix(LeftOut, first) && strings.HasPrefix(strings.TrimLeft(after, blanks), LeftOut) {
		return false
	}
	return isName || r&value == 0 || first != "true" && first != "false" && first != "null" && first != "~"
}

// keyBefore returns the key at the end of a text, without quotes, and the last word of the text.
func keyBefore(text string) (key, word string) {
	text = strings.TrimRight(text, blanks)
	text = text[max(0, len(text)-longestKey):]
	text = text[strings.LastIndexAny(text, "\r\n{[,")+1:]
	key = strings.TrimLeft(text, " \t-?#")
	for key != "" && (key[0] == '&' || key[0] == '!') {
		_, key, _ = strings.Cut(key, " ")
		key = strings.TrimLeft(key, " \t")
	}
	return strings.Trim(key, `"'`), strings.Trim(text[strings.LastIndexAny(text, " \t")+1:], `"'`)
}

// wordAfter returns the beginning of a text, up to a blank, a comma or a closing bracket.
func wordAfter(text string) string {
	text = strings.TrimLeft(text, blanks)
	text = text[:min(len(text), 32)]
	if i := strings.IndexAny(text, blanks+",]}"); i > 0 {
		return text[:i]
	}
	return text
}

// extend extends a cut in an invalid text to everything that may have been meant to be its value:
// up to the closing bracket or quote, or to the last line that is indented further.
func (s *sheet) extend(c *cut) {
	if c.value < 0 || !s.doc.Partial {
		return
	}
	// The text of nested cuts is examined repeatedly, so limit the work.
	if s.spent > 16*len(s.t)+1<<16 {
		c.to = len(s.t)
		return
	}
	at := s.skip(c.value)
	for at < len(s.t) && (s.t[at] == '&' || s.t[at] == '!') {
		for at < len(s.t) && strings.IndexByte(blanks, s.t[at]) < 0 {
			at++
		}
		at = s.skip(at)
	}
	end := c.to
	// A value in quotes or brackets ends where these are closed. Inside brackets, indentation has
	// no meaning.
	if at < len(s.t) && strings.IndexByte(`"'{[`, s.t[at]) >= 0 {
		end = closing(s.t, at)
	} else if !c.isFlow {
		end = s.indented(c.from)
	}
	s.spent += max(end-c.from, 0)
	s.work += max(end-c.from, 0)
	c.to = max(c.to, end)
}

// indented returns the end of the lines that belong to the entry whose value begins at from.
func (s *sheet) indented(from int) int {
	start := strings.LastIndexByte(s.t[:from], '\n') + 1
	lead := s.t[start:from]
	column := len(lead) - len(strings.TrimLeft(lead, " \t-"))
	// There is no key before the value, so the dash determines the column.
	if column == len(lead) {
		column = max(strings.LastIndexByte(lead, '-'), 0)
	}
	s.spent += len(lead)
	end := s.lineEnd(from)
	rest := strings.TrimLeft(s.t[from:end], " \t")
	// If the line of the key has no value, list items in the column of the key belong to it.
	isOpen := strings.Trim(rest, blanks) == "" || rest[0] == '#' || rest[0] == '&' || rest[0] == '!'
	for end < len(s.t) {
		next := s.lineEnd(end + 1)
		line := s.t[end+1 : next]
		bare := strings.TrimLeft(line, " ")
		indent := len(line) - len(bare)
		isItem := isOpen && indent == column && (strings.HasPrefix(bare, "- ") || strings.HasPrefix(bare, "-\t") ||
			strings.TrimRight(bare, blanks) == "-")
		if strings.Trim(line, blanks) != "" && indent <= column && !isItem {
			break
		}
		end = next
	}
	return len(strings.TrimRight(s.t[:end], blanks))
}

// closing returns the offset after the quote or bracket that closes the one at start. If it is
// never closed, closing returns the length of the text.
func closing(t string, start int) int {
	depth := 0
	for at := start; at < len(t); at++ {
		switch c := t[at]; c {
		case '"', '\'':
			for at++; at < len(t) && t[at] != c; at++ {
				if c == '"' && t[at] == '\\' {
					at++
				}
			}
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		if depth <= 0 && !strings.HasPrefix(t[min(at, len(t)):], "''") { // '' is an escaped quote
			return min(at+1, len(t))
		}
	}
	return len(t)
}

// skip returns the offset of the first character, starting from i, that is not whitespace.
func (s *sheet) skip(i int) int { return len(s.t) - len(strings.TrimLeft(s.t[i:], blanks)) }

// lineEnd returns the offset of the first line break, starting from i, or the length of the text.
func (s *sheet) lineEnd(i int) int {
	if n := strings.IndexByte(s.t[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(s.t)
}
