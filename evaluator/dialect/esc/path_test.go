package esc

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// show formats pieces and problems on one line.
func show(text string) string {
	s := &pathScanner{}
	pieces := s.scan(text)
	var out []string
	for _, p := range pieces {
		if p.path == nil {
			out = append(out, strconv.Quote(p.text))
			continue
		}
		var path []string
		for _, a := range p.path {
			step := a.key
			if a.isIndex {
				step = "#" + strconv.Itoa(a.index)
			}
			path = append(path, step+"@"+strconv.Itoa(a.start)+"-"+strconv.Itoa(a.end))
		}
		out = append(out, "<"+strings.Join(path, " ")+">")
	}
	for _, p := range s.problems {
		out = append(out, "!"+string(p.code)+"@"+strconv.Itoa(p.start)+"-"+strconv.Itoa(p.end))
	}
	return strings.Join(out, " ")
}

func TestPathsAreReadByteForByteAsInTheOriginal(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"", ""},
		{"plain", `"plain"`},
		{"$", `"$"`},
		{"a$$b", `"a$b"`},
		{"$${a}", `"${a}"`},
		{"$$$${a}", `"$${a}"`},
		{"$$${a}", `"$" <a@4-5>`},
		{"${a}", `<a@2-3>`},
		{"${a.b[0]}", `<a@2-3 b@3-5 #0@5-8>`},
		{"x ${a} y", `"x " <a@4-5> " y"`},
		{`${a["b.c"]d}`, `<a@2-3 b.c@3-10 d@10-11>`},
		{`${a["k\"q\s"]}`, `<a@2-3 k"q\s@3-13>`},
		{"${.a}", `<a@2-4>`},
		{"${a[+1][01][-1]}", `<a@2-3 #1@3-7 #1@7-11 #-1@11-15>`},
		{"${à}", `<à@2-4>`},
		{"${a}}", `<a@2-3> "}"`},
		{"${}", `<@2-2>`},
		{"${ a}", `<@2-2> " a}" !path-brace@2-2`},
		{"${a b}", `<a@2-3> " b}" !path-brace@3-3`},
		{"${a", `<a@2-3> !path-brace@3-3`},
		{"${a..b}", `<a@2-3 @3-4 b@4-6> !path-name@3-4`},
		{"${a.}", `<a@2-3 @3-4> !path-name@3-4`},
		{"${a[}", `<a@2-3 @3-4> !path-index@4-4 !path-bracket@3-4`},
		{"${a[1}", `<a@2-3 #1@3-5> !path-bracket@3-5`},
		{"${a[1.5]}", `<a@2-3 #1@3-5 5]@5-8> !path-bracket@3-5`},
		{"${a[x y]}", `<a@2-3 x@3-5> " y]}" !path-index@4-5 !path-bracket@3-5 !path-brace@5-5`},
		{`${a[""]}`, `<a@2-3 @3-7> !path-key@4-6`},
		{`${a["b}`, `<a@2-3 b}@3-7> !path-quote@4-7 !path-bracket@3-7 !path-brace@7-7`},
		{"${[0]}", `<#0@2-5> !path-first@2-5`},
		{"${a[99999999999999999999]}", `<a@2-3 99999999999999999999@3-25> !path-index@4-24`},
	} {
		assert.Equal(t, tc.want, show(tc.text), tc.text)
	}
}
