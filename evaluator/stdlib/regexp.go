package stdlib

import (
	"regexp"
	"strings"
)

// Pattern returns the regular expression in a search string of the function replace. It returns false
// if the string is not enclosed in slashes, which means that it is not a regular expression.
func Pattern(search string) (pattern string, ok bool) {
	if len(search) > 1 && search[0] == '/' && search[len(search)-1] == '/' {
		return search[1 : len(search)-1], true
	}
	return "", false
}

// Group returns the text that matches a group of a regular expression. match holds the indices of
// the match. ok is false if the group did not take part in the match.
func Group(text string, match []int, group int) (matched string, ok bool) {
	if match[2*group] < 0 {
		return "", false
	}
	return text[match[2*group]:match[2*group+1]], true
}

// Replace is Regexp.ReplaceAllString with a budget, because in a chain of calls that repeat $0, the
// text grows exponentially. Before it adds bytes, it calls spend with their maximum number; if spend
// returns false, so does Replace.
func Replace(re *regexp.Regexp, text, replacement string, spend func(bytes int) bool) (replaced string, ok bool) {
	references := strings.Count(replacement, "$")
	var out []byte
	done := 0
	for _, m := range re.FindAllStringSubmatchIndex(text, -1) {
		if !spend(len(replacement) + references*(m[1]-m[0])) {
			return "", false
		}
		out = append(out, text[done:m[0]]...)
		out = re.ExpandString(out, replacement, text, m)
		done = m[1]
	}
	return string(append(out, text[done:]...)), true
}
