package diag

import (
	"strconv"
	"unicode/utf8"
)

// The numbers of bytes that Shorten keeps of a longer text. The end is kept, since it often has the
// advice: did you mean ...
const (
	shownStart = 1500
	shownEnd   = 500
)

// Shorten returns a text without its middle if it is longer than any message that can be read. Messages
// repeat names and values from files and links of strangers, and one name can be as long as a file.
// Only what people read is shortened: the result document has messages in full, so that they can be
// compared with the original's.
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
