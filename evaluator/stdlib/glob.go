package stdlib

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// A Glob is a pattern for paths. `*` and `?` match within a name, and a name of `**` matches any
// number of names; [ab] and [^a] match one character, {a,b} matches either alternative, and a
// backslash escapes the next character.
type Glob struct{ alternatives [][]string } // each is split into names

// maxAlternatives limits the expansion of braces.
const maxAlternatives = 1000

// ParseGlob parses a pattern. It returns false if the pattern is malformed or has too many
// alternatives.
func ParseGlob(pattern string) (g Glob, ok bool) {
	texts, ok := expandBraces(pattern)
	if !ok {
		return g, false
	}
	for _, text := range texts {
		names := strings.Split(text, "/")
		for _, name := range names {
			if _, ok := matchName(name, ""); !ok {
				return g, false
			}
		}
		g.alternatives = append(g.alternatives, names)
	}
	return g, true
}

// Match reports whether a slash-separated path matches the pattern.
func (g Glob) Match(path string) bool {
	names := strings.Split(path, "/")
	return slices.ContainsFunc(g.alternatives, func(pattern []string) bool { return matchNames(pattern, names) })
}

// matchNames matches a path against a pattern without braces. Both are split into names.
func matchNames(pattern, names []string) bool {
	for ; len(pattern) > 0; pattern, names = pattern[1:], names[1:] {
		if pattern[0] == "**" {
			for i := range len(names) + 1 {
				if matchNames(pattern[1:], names[i:]) {
					return true
				}
			}
			return false
		}
		if len(names) == 0 {
			return false
		}
		if fits, _ := matchName(pattern[0], names[0]); !fits {
			return false
		}
	}
	return len(names) == 0
}

// expandBraces returns patterns without braces, one for each combination of alternatives.
func expandBraces(pattern string) (out []string, ok bool) {
	open, depth, commas := -1, 0, []int(nil)
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\':
			i++
		case c == '[' && depth == 0: // braces in a character class are literal
			i += 1 + strings.IndexByte(pattern[i+1:], ']')
		case c == '{':
			if depth++; depth == 1 {
				open, commas = i, nil
			}
		case c == ',' && depth == 1:
			commas = append(commas, i)
		case c == '}' && depth > 0:
			if depth--; depth > 0 {
				continue
			}
			start := open + 1
			for _, end := range append(commas, i) {
				more, ok := expandBraces(pattern[:open] + pattern[start:end] + pattern[i+1:])
				if out = append(out, more...); !ok || len(out) > maxAlternatives {
					return nil, false
				}
				start = end + 1
			}
			return out, true
		}
	}
	return []string{pattern}, depth == 0
}

// matchName matches one name. It checks the entire pattern even if the name does not match, and
// returns false for ok if the pattern is malformed.
func matchName(pattern, name string) (fits, ok bool) {
	fits = true
	for pattern != "" {
		if pattern[0] == '*' {
			rest := strings.TrimLeft(pattern, "*")
			_, ok := matchName(rest, "")
			for i := 0; fits && i <= len(name); i++ {
				if found, _ := matchName(rest, name[i:]); found {
					return true, ok
				}
			}
			return false, ok
		}
		r, size := utf8.DecodeRuneInString(name)
		var one bool
		if one, pattern, ok = matchOne(pattern, r); !ok {
			return false, false
		}
		fits = fits && one && name != ""
		name = name[size:]
	}
	return fits && name == "", true
}

// matchOne matches one character against the start of a pattern, and returns the rest of the
// pattern. ok is false if the pattern is malformed.
func matchOne(pattern string, r rune) (fits bool, rest string, ok bool) {
	switch pattern[0] {
	case '?':
		return true, pattern[1:], true
	case '[':
		return matchClass(pattern[1:], r)
	case '\\':
		pattern = pattern[1:]
	}
	p, size := utf8.DecodeRuneInString(pattern)
	return p == r, pattern[size:], size > 0
}

// matchClass matches a character against a character class, and returns the text after it. class
// starts after the opening bracket.
func matchClass(class string, r rune) (fits bool, rest string, ok bool) {
	class, negated := strings.CutPrefix(class, "^")
	for first := true; first || !strings.HasPrefix(class, "]"); first = false {
		low, rest, ok := classCharacter(class)
		if !ok {
			return false, "", false
		}
		high := low
		if after, isRange := strings.CutPrefix(rest, "-"); isRange {
			if high, rest, ok = classCharacter(after); !ok {
				return false, "", false
			}
		}
		fits = fits || low <= r && r <= high
		class = rest
	}
	return fits != negated, class[1:], true
}

// classCharacter reads a character of a character class, which may be escaped.
func classCharacter(class string) (r rune, rest string, ok bool) {
	if class == "" || class[0] == '-' || class[0] == ']' {
		return 0, "", false
	}
	class = strings.TrimPrefix(class, "\\")
	r, size := utf8.DecodeRuneInString(class)
	return r, class[size:], size > 0 && class != ""
}
