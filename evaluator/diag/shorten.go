package diag

import (
	"strconv"
	"unicode/utf8"
)

// The numbers of bytes that Shorten keeps of a longer text. The end is kept, since it often contains the
// advice: did you mean ...
const (
	shownStart = 1500
	shownEnd   = 500
)

// Shorten removes the middle of a text that is too long to be read as a message. Messages repeat names
// and values from untrusted files and links, and one name can be as long as a file. Only what people
// read is shortened: the result document contains full messages, so that they can be compared with
// the original's.
func Shorten(text string) string {
	if len(text) <= 2*(shownStart+shownEnd) {
		return text
	}
	start, end := shownStart, len(text)-shownEnd
	for start > shownStart-utf8.UTFMax && !utf8.RuneStart(text[start]) {
		start--
	}
	for end < len(text)-shownEnd+utf8.UTFMax && !utf8.RuneStart(text[end]) {
		end++
	}
	return text[:start] + " … " + strconv.Itoa(utf8.RuneCountInString(text[start:end])) +
		" more characters … " + text[end:]
}
