package layout

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestBoxesFitTheirTexts(t *testing.T) {
	for _, tc := range []struct {
		label, detail string
		w, h          int
	}{
		{"", "", 64, 32},
		{"vpc", "", 64, 32},
		{"vpc", "aws:ec2:Vpc", 92, 40},
		{"日本語日本語", "", 104, 32},
		{"iiiiiiiiiiiiiiiiiiii", "", 92, 32},
		{"WWWWWWWWWWWWWWWWWWWW", "", 228, 32},
		{strings.Repeat("x", 500), "", 228, 32},
		{"e\u0301e\u0301", "", 64, 32},
	} {
		w, h := Box(tc.label, tc.detail)
		assert.Equal(t, []int{tc.w, tc.h}, []int{w, h}, "%q %q", tc.label, tc.detail)
	}
}

func TestLongTextsAreShortenedInTheMiddleOrAtTheBeginning(t *testing.T) {
	for _, tc := range []struct {
		text, middle, tail string
		most               int
	}{
		{"bucket", "bucket", "bucket", 100},
		{"production-web-server-1", "produ…ver-1", "…b-server-1", 80},
		{"properties.tags.Name", "prop…ame", "…gs.Name", 70},
		{"語語語語語語語語", "語語…語語", "…語語語語", 65},
		{"e\u0301e\u0301e\u0301e\u0301", "e\u0301…e\u0301", "…e\u0301e\u0301", 27},
	} {
		assert.Equal(t, tc.middle, Label.Middle(tc.text, tc.most))
		assert.Equal(t, tc.tail, Label.Tail(tc.text, tc.most))
	}
}

func TestShortenedTextsFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, most := rapid.String().Draw(t, "text"), rapid.IntRange(20, 300).Draw(t, "most")
		face := rapid.SampledFrom([]Face{Label, Detail, Code}).Draw(t, "face")
		for _, short := range []string{face.Middle(text, most), face.Tail(text, most)} {
			if face.Width(short) > most || !utf8.ValidString(short) || face.Width(text) <= most && short != text {
				t.Fatalf("%q is invalid, too wide or shortened needlessly: %d of %d pixels", short,
					face.Width(short), most)
			}
		}
	})
}
