package link

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// maxDepth limits the nesting of a document.
const maxDepth = 32

var errDamaged = errors.New("the link is damaged: a part of it is missing or was changed")

// parse reads JSON as the page does: of equal keys the last one counts, an unpaired surrogate is
// read as U+FFFD, and a number that is not a finite float64 is an error.
func parse(text []byte) (any, error) {
	var tree any
	if !utf8.Valid(text) || bytes.HasPrefix(text, []byte("\ufeff")) || json.Unmarshal(text, &tree) != nil ||
		depth(tree) > maxDepth {
		return nil, errDamaged
	}
	return tree, nil
}

func depth(tree any) int {
	deepest := 0
	switch t := tree.(type) {
	case map[string]any:
		for _, v := range t {
			deepest = max(deepest, depth(v))
		}
	case []any:
		for _, v := range t {
			deepest = max(deepest, depth(v))
		}
	default:
		return 0
	}
	return deepest + 1
}

// appendCanonical appends JSON in the canonical form of RFC 8785: without spaces, keys sorted by
// their UTF-16 code units, strings and numbers as JavaScript writes them.
func appendCanonical(b []byte, tree any) []byte {
	switch t := tree.(type) {
	case nil:
		return append(b, "null"...)
	case bool:
		return strconv.AppendBool(b, t)
	case float64:
		return appendNumber(b, t)
	case string:
		return appendText(b, t)
	case []any:
		b = append(b, '[')
		for i, v := range t {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendCanonical(b, v)
		}
		return append(b, ']')
	case map[string]any:
		b = append(b, '{')
		for i, key := range orderedKeys(t) {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendCanonical(append(appendText(b, key), ':'), t[key])
		}
		return append(b, '}')
	}
	panic("link: the value is not of a type that encoding/json decodes into")
}

func orderedKeys(object map[string]any) []string {
	var keys []string
	for key := range object {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b string) int {
		return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
	})
	return keys
}

func appendNumber(b []byte, f float64) []byte {
	if f == 0 {
		return append(b, '0') // also for negative zero
	}
	if size := math.Abs(f); size >= 1e-6 && size < 1e21 {
		return strconv.AppendFloat(b, f, 'f', -1, 64)
	}
	text := strconv.FormatFloat(f, 'e', -1, 64)
	return append(b, strings.Replace(strings.Replace(text, "e-0", "e-", 1), "e+0", "e+", 1)...)
}

var shortEscapes = map[rune]string{'"': `\"`, '\\': `\\`, '\b': `\b`, '\f': `\f`, '\n': `\n`, '\r': `\r`, '\t': `\t`}

func appendText(b []byte, text string) []byte {
	b = append(b, '"')
	for _, r := range text {
		if short, ok := shortEscapes[r]; ok {
			b = append(b, short...)
		} else if r < 0x20 {
			const digits = "0123456789abcdef"
			b = append(b, '\\', 'u', '0', '0', digits[r>>4], digits[r&15])
		} else {
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}
