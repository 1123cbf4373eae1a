package yaql

import (
	"strconv"
	"strings"
)

// NamesFile is the data file of character names, for strings such as '\N{BULLET}'. Package
// names generates it and documents its format.
const NamesFile = "character-names"

// charNames is the table of names, loaded on first use.
type charNames struct {
	load  func() []byte
	table string
}

// A nameAnswer is the result of looking up a character's name.
type nameAnswer uint8

const (
	nameFound     nameAnswer = iota
	nameNotListed            // it may name a character that the table lacks
	nameUnknown
	nameUnavailable // the table is not available
)

// named returns the character with the given name. Case is ignored, as in Python. See
// package names for the format of the table.
func (c *charNames) named(name string) (rune, nameAnswer) {
	if c != nil && c.table == "" {
		c.table = string(c.load())
	}
	if c == nil || c.table == "" {
		return 0, nameUnavailable
	}
	name = strings.ToUpper(name)
	blocks, words, _ := strings.Cut(c.table, "=words\n")
	// The first line of a block is the code of its first character; each further line before the
	// name adds one. A name cannot be the heading of a block, which begins with =.
	if at := strings.Index(blocks, "\n"+name+"\n"); at >= 0 && name[0] != '=' {
		start := strings.LastIndexByte(blocks[:at], '=')
		first, before, _ := strings.Cut(blocks[start+1:at+1], "\n")
		code, _ := strconv.ParseUint(first, 16, 32)
		return rune(code) + rune(strings.Count(before, "\n")), nameFound
	}
	// Every name that the table lacks contains a word of the names in it or of the list after them.
	// A string without any such word is therefore not a name in Python either.
	for _, word := range strings.FieldsFunc(name, func(r rune) bool { return r == ' ' || r == '-' }) {
		if hasWord(blocks, word) || hasWord(words, word) {
			return 0, nameNotListed
		}
	}
	return 0, nameUnknown
}

// hasWord reports whether a word occurs in a list of words. A word ends at a blank, a hyphen or the
// end of its line.
func hasWord(text, word string) bool {
	const around = " \n-"
	for at := 0; ; {
		i := strings.Index(text[at:], word)
		if i < 0 {
			return false
		}
		i += at
		end := i + len(word)
		if (i == 0 || strings.IndexByte(around, text[i-1]) >= 0) &&
			(end == len(text) || strings.IndexByte(around, text[end]) >= 0) {
			return true
		}
		at = end
	}
}
