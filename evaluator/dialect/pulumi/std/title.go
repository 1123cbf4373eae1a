package std

import (
	"strings"
	"unicode"
)

// title converts the first letter of each word to upper case and the others to lower case. Words end at Unicode's
// word boundaries, reduced to the rules that concern letters: an apostrophe or a full stop between two letters
// does not end a word ("don't", "a.b"), but a hyphen does.
func title(s string) string {
	var out strings.Builder
	inWord, afterMiddle := false, false
	for _, r := range s {
		middle := isMiddle(r)
		// Two such characters in a row end the word: "a..b" is two words.
		if afterMiddle && middle {
			inWord = false
		}
		switch {
		// Upper case within a word is not kept: "HELLO" becomes "Hello".
		case isCased(r) && inWord:
			out.WriteRune(unicode.ToLower(r))
		case isCased(r):
			out.WriteRune(unicode.ToTitle(r))
			inWord = true
		default:
			out.WriteRune(r)
			inWord = inWord && (middle || continuesWord(r))
		}
		afterMiddle = middle
	}
	return out.String()
}

// isCased reports whether r is a letter that has a case. Digits and other letters do not, so they do not begin a
// word: title turns "1st" into "1St".
func isCased(r rune) bool {
	return unicode.IsUpper(r) || unicode.IsLower(r) || unicode.IsTitle(r)
}

// isMiddle reports whether r may occur between two letters of a word.
func isMiddle(r rune) bool { return strings.ContainsRune("'.:·’‘․‧·﹒﹕＇．：", r) }

// continuesWord reports whether a word goes on after r: letters without case, digits, combining
// marks, connectors such as the underscore, and invisible format characters.
func continuesWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) || unicode.Is(unicode.Pc, r) ||
		unicode.Is(unicode.Cf, r)
}
