package charset_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"pantograph/evaluator/dialect/terraform/charset"
	"pantograph/evaluator/dialect/terraform/charset/sheets"
)

var tables = charset.Open(sheets.File())

func TestTextsAreEncodedAndDecoded(t *testing.T) {
	for _, tc := range []struct{ name, canonical, text, data string }{
		{"utf-8", "UTF-8", "é", "\xc3\xa9"},
		{"latin1", "ISO_8859-1:1987", "é", "\xe9"},
		{"UTF-16", "UTF-16", "a", "\xfe\xff\x00a"},
		{"UTF-16LE", "UTF-16LE", "😀", "\x3d\xd8\x00\xde"},
		{"cp866", "IBM866", "Я", "\x9f"},
		{" US-ASCII ", "US-ASCII", "a", "a"},
		{"Windows-1252", "windows-1252", "€", "\x80"},
		{"shift_jis", "Shift_JIS", "aｱ日本", "a\xb1\x93\xfa\x96\x7b"},
		{"iso-2022-jp", "ISO-2022-JP", "日a", "\x1b$BF|\x1b(Ba"},
		{"gb18030", "GB18030", "€é😀", "\xa2\xe3\xa8\xa6\x94\x39\xfc\x36"},
		{"big5", "Big5", "日", "\xa4\xe9"},
	} {
		e, ok := charset.Find(tc.name)
		assert.True(t, ok, tc.name)
		assert.Equal(t, tc.canonical, e.Name)
		data, ok := e.Encode(tc.text, tables)
		assert.True(t, ok, tc.name)
		assert.Equal(t, tc.data, string(data), tc.name)
		text, ok := e.Decode(data, tables)
		assert.True(t, ok, tc.name)
		assert.Equal(t, tc.text, text, tc.name)
	}
}

func TestCharactersThatAnEncodingLacksAreRefused(t *testing.T) {
	latin, _ := charset.Find("ISO-8859-1")
	_, ok := latin.Encode("日", nil)
	assert.False(t, ok)
	ascii, _ := charset.Find("ascii")
	assert.Empty(t, ascii.Name, "us-ascii is an alias, but ascii is not")
	for _, tc := range []struct{ name, data string }{{"UTF-8", "\xff"}, {"UTF-16BE", "\xd8\x00\x00a"},
		{"UTF-16LE", "a"}, {"US-ASCII", "\x80"}, {"windows-1255", "\xd9"}} {
		e, _ := charset.Find(tc.name)
		_, ok := e.Decode([]byte(tc.data), tables)
		assert.False(t, ok, tc.name)
	}
}

func TestEncodingsWithTablesAreFoundByName(t *testing.T) {
	for _, name := range []string{"Shift_JIS", "EUC-JP", "ISO-2022-JP", "EUC-KR", "GBK", "GB18030", "HZ-GB-2312",
		"Big5", "KOI8-R"} {
		e, ok := charset.Find(name)
		assert.True(t, ok && e.NeedsTables(), name)
	}
	for _, name := range []string{"UTF-8", "UTF-16LE", "ISO-8859-1", "US-ASCII"} {
		e, ok := charset.Find(name)
		assert.True(t, ok && !e.NeedsTables(), name)
	}
}

func TestAMalformedFileHasNoTables(t *testing.T) {
	whole := sheets.File()
	assert.Nil(t, charset.Open([]byte("<!doctype html>")))
	assert.Nil(t, charset.Open(whole[:len(whole)-1]))
	tables := charset.Open(nil)
	e, _ := charset.Find("GBK")
	_, ok := e.Encode("日", tables)
	assert.False(t, ok)
}
