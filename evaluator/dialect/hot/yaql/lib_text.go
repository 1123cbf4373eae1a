package yaql

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// texts are the functions on strings.
var texts = []entry{
	{"f str(value:any)", "The value as a string.", func(c *call) Value { return c.made(c.evaluator.text(c.args[0])) }},
	{"f concat(args...:text)", "Joins strings.", func(c *call) Value { return c.made(strings.Join(c.words(), "")) }},
	{"m toUpper(string:text)",
		"The string in upper case.",
		func(c *call) Value {
			c.spend(len(c.text(0)) / 8)
			return c.made(upper(c.text(0)))
		}},
	{"m toLower(string:text)", "The string in lower case.", func(c *call) Value { return c.made(lower(c.text(0))) }},
	{"mf len(string:text)",
		"The number of characters in a string.",
		func(c *call) Value { return int64(utf8.RuneCountInString(c.text(0))) }},
	{"m split(string:text, separator:text?=null, maxSplits:int=-1)",
		"Splits a string at a separator, or at whitespace.",
		split},
	{"m rightSplit(string:text, separator:text?=null, maxSplits:int=-1)", "Splits a string from its end.", rightSplit},
	{"m join(sequence:iterable, separator:text)",
		"Joins the elements of a list, with a string between them.",
		func(c *call) Value { return c.joinTexts(c.args[0], c.text(1)) }},
	{"m join(separator:text, sequence:iterable)",
		"Joins the elements of a list, with this string between them.",
		func(c *call) Value { return c.joinTexts(c.args[1], c.text(0)) }},
	{"m trim(string:text, chars:text?=null)",
		"The string without whitespace, or without the given characters, at both ends.",
		func(c *call) Value { return c.trim(true, true) }},
	{"m trimLeft(string:text, chars:text?=null)",
		"The string without whitespace, or without the given characters, at its start.",
		func(c *call) Value { return c.trim(true, false) }},
	{"m trimRight(string:text, chars:text?=null)",
		"The string without whitespace, or without the given characters, at its end.",
		func(c *call) Value { return c.trim(false, true) }},
	{"mf norm(string:text?, chars:text?=null)",
		"The string without whitespace at its ends; null if nothing is left.",
		func(c *call) Value {
			if c.args[0] == nil {
				return nil
			}
			if s := c.trim(true, true); s != "" {
				return s
			}
			return nil
		}},
	{"mf isEmpty(string:text?, trim:bool=true, chars:text?=null)",
		"Reports whether a string is null, empty or blank.",
		func(c *call) Value {
			s := c.text(0)
			if c.args[1] == true {
				s = trimmed(s, c.args[2], true, true)
			}
			return s == ""
		}},
	{"m replace(string:text, old:text, new:text, count:int=-1)", "Replaces a part of a string.", func(c *call) Value {
		return c.replaceText(c.text(0), c.text(1), c.text(2), c.int(3))
	}},
	{"m replace(string:text, replacements:map, count:int=-1)",
		"Replaces each key of a map with its value.",
		func(c *call) Value {
			s, d := c.text(0), c.dict(1)
			for i, k := range d.keys {
				s = c.replaceText(s, c.evaluator.text(k), c.evaluator.text(d.values[i]), c.int(2))
			}
			return s
		}},
	{"mf format(:text, args...:any, **:any)",
		"Inserts values into a string, like Python's str.format: '{0} of {n}'.format(1, n => 2).",
		format},
	{"m substring(string:text, start:int, length:int=-1)",
		"The substring from a start, of a given length or up to the end.",
		substring},
	{"m indexOf(string:text, sub:text, start:int=0)",
		"The position of a substring, or -1.",
		func(c *call) Value { return c.indexFrom(c.int(2), strings.Index) }},
	{"m indexOf(string:text, sub:text, start:int, length:int)",
		"The position of a substring within a window.",
		func(c *call) Value { return c.indexOf(c.int(2), c.int(3), strings.Index) }},
	{"m lastIndexOf(string:text, sub:text, start:int=0)",
		"The position of the last occurrence of a substring, or -1.",
		func(c *call) Value {
			return c.indexFrom(c.int(2), strings.LastIndex)
		}},
	{"m lastIndexOf(string:text, sub:text, start:int, length:int)",
		"The position of the last occurrence of a substring within a window.",
		func(c *call) Value {
			return c.indexOf(c.int(2), c.int(3), strings.LastIndex)
		}},
	{"m toCharArray(string:text)", "The characters of a string.", func(c *call) Value {
		var items []Value
		for _, r := range c.text(0) {
			items = append(items, string(r))
		}
		return tuple(items...)
	}},
	{"f characters(digits:bool?=false, hexdigits:bool?=false, asciiLowercase:bool?=false, " +
		"asciiUppercase:bool?=false, asciiLetters:bool?=false, letters:bool?=false, octdigits:bool?=false, " +
		"punctuation:bool?=false, printable:bool?=false, lowercase:bool?=false, uppercase:bool?=false, " +
		"whitespace:bool?=false)",
		"The characters of the given classes.", characters},
	{"m startsWith(string:text, prefixes...:text)",
		"Reports whether a string begins with any of the prefixes.",
		func(c *call) Value {
			return slices.ContainsFunc(c.words(), func(p string) bool { return strings.HasPrefix(c.text(0), p) })
		}},
	{"m endsWith(string:text, suffixes...:text)",
		"Reports whether a string ends with any of the suffixes.",
		func(c *call) Value {
			return slices.ContainsFunc(c.words(), func(p string) bool { return strings.HasSuffix(c.text(0), p) })
		}},
}

// textIn implements the operator in for two strings.
func textIn(c *call) Value {
	c.spend(len(c.text(1)) / 64)
	return strings.Contains(c.text(1), c.text(0))
}

// words returns the rest arguments, which must be strings.
func (c *call) words() []string {
	out := make([]string, len(c.rest))
	for i, v := range c.rest {
		out[i], _ = v.(string)
	}
	return out
}

// trimmed strips characters from the ends of a string: whitespace, or those in chars.
func trimmed(s string, chars Value, left, right bool) string {
	drop := isBlank
	if set, ok := chars.(string); ok {
		drop = func(r rune) bool { return strings.ContainsRune(set, r) }
	}
	if left {
		s = strings.TrimLeftFunc(s, drop)
	}
	if right {
		s = strings.TrimRightFunc(s, drop)
	}
	return s
}

// trim implements the trim functions; argument 1 has the characters, or null.
func (c *call) trim(left, right bool) Value {
	c.spend(len(c.text(0)) / 64)
	return trimmed(c.text(0), c.args[1], left, right)
}

// pieces returns the raw list that split returns.
func (c *call) pieces(parts []string) Value {
	c.spend(len(parts) + len(c.text(0))/64)
	items := make([]Value, len(parts))
	for i, p := range parts {
		items[i] = p
	}
	return rawList(items)
}

// separatorOf returns the separator to split at. ok is false without one: then runs of
// blanks are the separators.
func separatorOf(c *call) (sep string, ok bool) {
	sep, ok = c.args[1].(string)
	if ok && sep == "" {
		fail("a string cannot be split at the empty string; toCharArray() returns its characters")
	}
	return sep, ok
}

// split is Python's str.split: without a separator it splits at runs of blanks, and has no empty
// parts.
func split(c *call) Value {
	sep, ok := separatorOf(c)
	most := c.int(2)
	if ok {
		// SplitN counts the parts, Python the splits.
		if most >= 0 {
			most++
		}
		return c.pieces(strings.SplitN(c.text(0), sep, most))
	}
	var parts []string
	rest := strings.TrimLeftFunc(c.text(0), isBlank)
	for rest != "" {
		end := strings.IndexFunc(rest, isBlank)
		if most >= 0 && len(parts) == most {
			parts = append(parts, rest)
			break
		}
		if end < 0 {
			end = len(rest)
		}
		parts = append(parts, rest[:end])
		rest = strings.TrimLeftFunc(rest[end:], isBlank)
	}
	return c.pieces(parts)
}

// rightSplit is Python's str.rsplit: like split, but a limit on the parts counts from the end.
func rightSplit(c *call) Value {
	sep, ok := separatorOf(c)
	most := c.int(2)
	var parts []string
	rest := c.text(0)
	if !ok {
		rest = strings.TrimRightFunc(rest, isBlank)
	}
	for most < 0 || len(parts) < most {
		at, after := strings.LastIndex(rest, sep), 0
		if ok {
			after = at + len(sep)
		} else {
			// Without a separator, the blanks before this one are removed below, so a run of them
			// counts as one.
			at = strings.LastIndexFunc(rest, isBlank)
			if at >= 0 {
				_, size := utf8.DecodeRuneInString(rest[at:])
				after = at + size
			}
		}
		if at < 0 {
			break
		}
		parts = append(parts, rest[after:])
		rest = rest[:at]
		if !ok {
			rest = strings.TrimRightFunc(rest, isBlank)
		}
	}
	if ok || rest != "" {
		parts = append(parts, rest)
	}
	slices.Reverse(parts)
	return c.pieces(parts)
}

// joinTexts converts elements that are not strings, unlike Python's join. Its cost is the size
// of the resulting text.
func (c *call) joinTexts(items Value, sep string) Value {
	var b strings.Builder
	for i, v := range c.evaluator.all(items) {
		if i > 0 {
			b.WriteString(sep)
		}
		b.WriteString(c.evaluator.text(v))
		// The memory limit is checked for the result only; until then, this keeps the text from
		// growing without bounds.
		if b.Len() > maxRepr {
			c.outOfMemory()
		}
	}
	return c.made(b.String())
}

// replaceText checks the length of the result before it is made.
func (c *call) replaceText(s, old, by string, count int) string {
	n := strings.Count(s, old)
	if count >= 0 {
		n = min(n, count)
	}
	if len(s)+n*(len(by)-len(old)) > maxRepr {
		c.outOfMemory()
	}
	s = strings.Replace(s, old, by, count)
	c.made(s)
	return s
}

// slice is Python's s[start:end] for a string of runes.
func slice(runes []rune, start, end int) []rune {
	bound := func(i int) int {
		if i < 0 {
			i += len(runes)
		}
		return min(max(i, 0), len(runes))
	}
	if start, end = bound(start), bound(end); start < end {
		return runes[start:end]
	}
	return nil
}

// window converts a start and a length to Python's slice bounds. A negative start counts from
// the end; a negative length means the rest.
func window(runes []rune, start, length int) (int, int) {
	if length < 0 {
		length = len(runes)
	}
	if start < 0 {
		start += len(runes)
	}
	return start, start + length
}

// substring counts characters, not bytes.
func substring(c *call) Value {
	runes := []rune(c.text(0))
	start, end := window(runes, c.int(1), c.int(2))
	return c.made(string(slice(runes, start, end)))
}

// indexOf looks for a string in a part of another. The part is cut out first, so that no match
// extends beyond it. Positions count characters. find is strings.Index or strings.LastIndex.
func (c *call) indexOf(start, length int, find func(s, sub string) int) Value {
	runes := []rune(c.text(0))
	c.spend(len(runes) / 16)
	start, end := window(runes, start, length)
	part := slice(runes, start, end)
	// The result is relative to the start of the whole string.
	if start < 0 {
		start = max(start+len(runes), 0)
	}
	if start > len(runes) {
		return int64(-1)
	}
	text := string(part)
	at := find(text, c.text(1))
	if at < 0 {
		return int64(-1)
	}
	return int64(start + utf8.RuneCountInString(text[:at]))
}

// indexFrom is indexOf without a length. As in Python, a start before the first character counts as
// the first character.
func (c *call) indexFrom(start int, find func(s, sub string) int) Value {
	length := utf8.RuneCountInString(c.text(0))
	if start < 0 {
		start = max(start+length, 0)
	}
	return c.indexOf(start, max(length-start, 0), find)
}

// classes are the characters of Python's string module, in the order of the parameters of
// characters. Python 3 no longer has letters, lowercase and uppercase.
var classes = [...]string{
	"0123456789", "0123456789abcdefABCDEF", alphabet, capitals, alphabet + capitals, "", "01234567", punctuation,
	"0123456789" + alphabet + capitals + punctuation + whitespace, "", "", whitespace,
}

const (
	alphabet    = "abcdefghijklmnopqrstuvwxyz"
	capitals    = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
	whitespace  = " \t\n\r\x0b\x0c"
)

// characters returns the union of the chosen classes, each character once.
func characters(c *call) Value {
	chosen := &set{}
	for i, class := range classes {
		if c.args[i] != true {
			continue
		}
		if class == "" {
			fail("Heat's Python has no such class of characters; there are asciiLetters, asciiLowercase and " +
				"asciiUppercase")
		}
		for _, r := range class {
			c.addToSet(chosen, string(r))
		}
	}
	return tuple(chosen.items...)
}
