package yaql

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// specialUpper lists the characters whose uppercase form is more than one character, each followed
// by that form. Go's unicode package maps single characters only, while Python uses the full
// mapping of Unicode.
const specialUpper = "" +
	" ßSS ŉʼN ǰJ\u030c ΐΙ\u0308\u0301 ΰΥ\u0308\u0301 ևԵՒ ẖH\u0331 ẗT\u0308 ẘW\u030a ẙY\u030a ẚAʾ ὐΥ\u0313 " +
	"ὒΥ\u0313\u0300 ὔΥ\u0313\u0301 ὖΥ\u0313\u0342" +
	" ᾀἈΙ ᾁἉΙ ᾂἊΙ ᾃἋΙ ᾄἌΙ ᾅἍΙ ᾆἎΙ ᾇἏΙ ᾈἈΙ ᾉἉΙ ᾊἊΙ ᾋἋΙ ᾌἌΙ ᾍἍΙ ᾎἎΙ ᾏἏΙ" +
	" ᾐἨΙ ᾑἩΙ ᾒἪΙ ᾓἫΙ ᾔἬΙ ᾕἭΙ ᾖἮΙ ᾗἯΙ ᾘἨΙ ᾙἩΙ ᾚἪΙ ᾛἫΙ ᾜἬΙ ᾝἭΙ ᾞἮΙ ᾟἯΙ" +
	" ᾠὨΙ ᾡὩΙ ᾢὪΙ ᾣὫΙ ᾤὬΙ ᾥὭΙ ᾦὮΙ ᾧὯΙ ᾨὨΙ ᾩὩΙ ᾪὪΙ ᾫὫΙ ᾬὬΙ ᾭὭΙ ᾮὮΙ ᾯὯΙ" +
	" ᾲᾺΙ ᾳΑΙ ᾴΆΙ ᾶΑ\u0342 ᾷΑ\u0342Ι ᾼΑΙ ῂῊΙ ῃΗΙ ῄΉΙ ῆΗ\u0342 ῇΗ\u0342Ι ῌΗΙ ῒΙ\u0308\u0300 ΐΙ\u0308\u0301 ῖΙ\u0342" +
	" ῗΙ\u0308\u0342 ῢΥ\u0308\u0300 ΰΥ\u0308\u0301 ῤΡ\u0313 ῦΥ\u0342 ῧΥ\u0308\u0342 ῲῺΙ ῳΩΙ ῴΏΙ ῶΩ\u0342 ῷΩ\u0342Ι " +
	"ῼΩΙ ﬀFF ﬁFI" +
	" ﬂFL ﬃFFI ﬄFFL ﬅST ﬆST ﬓՄՆ ﬔՄԵ ﬕՄԻ ﬖՎՆ ﬗՄԽ "

// upper is Python's str.upper, with Unicode's full case mapping.
func upper(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r >= utf8.RuneSelf {
			if i := strings.Index(specialUpper, " "+string(r)); i >= 0 {
				becomes, _, _ := strings.Cut(specialUpper[i+1+utf8.RuneLen(r):], " ")
				b.WriteString(becomes)
				continue
			}
		}
		b.WriteRune(unicode.ToUpper(r))
	}
	return b.String()
}

// lower is Python's str.lower. Sigma has a different form at the end of a word. Without a locale
// there is only one other special case: İ becomes two characters.
func lower(s string) string {
	var b strings.Builder
	runes := []rune(s)
	for i, r := range runes {
		switch {
		case r == 'İ':
			b.WriteString("i\u0307")
		case r == 'Σ' && isCased(runes[:i], true) && !isCased(runes[i+1:], false):
			b.WriteRune('ς')
		default:
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// isCased reports whether the last or the first character of a string is a cased letter.
// Case-ignorable characters such as points and marks are skipped.
func isCased(runes []rune, atEnd bool) bool {
	for i := range runes {
		r := runes[i]
		if atEnd {
			r = runes[len(runes)-1-i]
		}
		if strings.ContainsRune("'.:^`\u00b7\u2018\u2019\u2024\u2027", r) ||
			unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk) {
			continue
		}
		return unicode.IsUpper(r) || unicode.IsLower(r) || unicode.IsTitle(r)
	}
	return false
}
