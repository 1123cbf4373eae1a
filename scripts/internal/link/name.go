package link

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf16"

	"golang.org/x/text/unicode/norm"

	"pantograph/evaluator/diag"
)

// IsPath reports whether a file of a document may have the given name: it must be a relative path with
// slashes that stays inside the document, and consist of visible characters. A direction mark or a
// zero-width space could make one name look like another, and a line separator could make it look like
// two names.
func IsPath(name string) bool {
	if name == "" || len(utf16.Encode([]rune(name))) > MaxName || strings.ContainsRune(name, '\\') ||
		hasHidden(name) {
		return false
	}
	for _, part := range strings.Split(name, "/") {
		if part == "" || part == "." || part == ".." {
			return false
		}
	}
	return true
}

var (
	// emoji matches the characters in the blocks of emoji.
	emoji = regexp.MustCompile(`[\x{a9}\x{ae}\x{203c}\x{2049}\x{2122}-\x{21ff}\x{2300}-\x{27bf}\x{2934}-\x{2b55}` +
		`\x{3030}-\x{303d}\x{3297}-\x{3299}\x{1f000}-\x{1faff}]`)
	// virama matches the viramas of Indic scripts, which join the letters around them.
	virama = regexp.MustCompile(`[\x{94d}\x{9cd}\x{a4d}\x{acd}\x{b4d}\x{bcd}\x{c4d}\x{ccd}\x{d4d}\x{dca}]`)
	indic  = regexp.MustCompile(`[\x{900}-\x{dff}]`)
	// joining matches the Arabic letters that change their shape before another letter.
	joining = regexp.MustCompile(`[\x{620}\x{626}\x{628}\x{62a}-\x{62e}\x{633}-\x{647}\x{649}\x{64a}\x{678}-\x{687}` +
		`\x{69a}-\x{6bf}\x{6c1}\x{6c2}\x{6cc}\x{6ce}\x{6d0}\x{6d1}\x{6fa}-\x{6fc}]`)
	arabic = regexp.MustCompile(`[\x{620}-\x{64a}\x{671}-\x{6d3}\x{6fa}-\x{6fc}]`)
)

// appearance returns what is seen of a name. Two names of a document must differ in that: an emoji that is
// drawn as a picture by default looks the same with and without a variation selector, emoji that form no
// picture together look the same with and without a joiner, and an accent can be a part of its letter or
// follow it.
func appearance(name string) string {
	return norm.NFC.String(strings.Map(func(r rune) rune {
		if isInvisible(r) {
			return -1
		}
		return r
	}, name))
}

func isInvisible(r rune) bool {
	return diag.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Variation_Selector,
		unicode.Other_Default_Ignorable_Code_Point) || r == '\u2800'
}

// hasHidden reports whether a name has an invisible character, or a space that looks like the ordinary
// one.
func hasHidden(name string) bool {
	runes := []rune(name)
	for i, r := range runes {
		if !isInvisible(r) && (r == ' ' || !unicode.Is(unicode.Zs, r)) {
			continue
		}
		var before, after string
		if i > 0 {
			before = string(runes[i-1])
		}
		if i+1 < len(runes) {
			after = string(runes[i+1])
		}
		if !isNeeded(before, r, after) {
			return true
		}
	}
	return false
}

// isNeeded reports whether an invisible character is visible by what it does to the characters around
// it: a variation selector or a joiner in an emoji, a joiner in a conjunct, or a non-joiner inside a word
// in Arabic script.
func isNeeded(before string, r rune, after string) bool {
	switch r {
	case '\ufe0e', '\ufe0f':
		return emoji.MatchString(before)
	case '\u200d':
		return (emoji.MatchString(before) || before == "\ufe0f") && emoji.MatchString(after) ||
			virama.MatchString(before) && indic.MatchString(after)
	case '\u200c':
		return joining.MatchString(before) && arabic.MatchString(after) ||
			virama.MatchString(before) && indic.MatchString(after)
	}
	return false
}
