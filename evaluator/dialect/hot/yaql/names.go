package yaql

import (
	_ "embed" // for names.txt
	"strconv"
	"strings"
)

// charNames are the names that Unicode gives to the characters of the blocks that people
// write about: Latin, Greek, punctuation, signs, arrows, mathematics, symbols. Where a
// line holds =XXXX, the next one holds the name of that code point, and so on. All 34,000
// names would be a quarter of the engine. The last line holds words of which each name
// that is left out has at least one, so that what is no name at all can be told.
//
//go:embed names.txt
var charNames string

// A nameAnswer says what is known of the name of a character.
type nameAnswer uint8

const (
	nameFound     nameAnswer = iota
	nameElsewhere            // it may be the name of a character that is not in the table
	nameOfNone
)

// characterNamed returns the character that has a name.
func characterNamed(name string) (rune, nameAnswer) {
	name = strings.ToUpper(name)
	blocks, words, _ := strings.Cut(charNames, "=words\n")
	if at := strings.Index(blocks, "\n"+name+"\n"); at >= 0 && name[0] != '=' {
		start := strings.LastIndexByte(blocks[:at], '=')
		first, before, _ := strings.Cut(blocks[start+1:at+1], "\n")
		code, _ := strconv.ParseUint(first, 16, 32)
		return rune(code) + rune(strings.Count(before, "\n")), nameFound
	}
	for _, word := range strings.FieldsFunc(name, func(r rune) bool { return r == ' ' || r == '-' }) {
		if hasWord(blocks, word) || hasWord(words, word) {
			return 0, nameElsewhere
		}
	}
	return 0, nameOfNone
}

// hasWord reports whether a word occurs in a text of words.
func hasWord(text, word string) bool {
	const around = " \n-"
	for at := 0; ; {
		i := strings.Index(text[at:], word)
		if i < 0 {
			return false
		}
		i += at
		end := i + len(word)
		if (i == 0 || strings.IndexByte(around, text[i-1]) >= 0) && (end == len(text) || strings.IndexByte(around, text[end]) >= 0) {
			return true
		}
		at = end
	}
}
