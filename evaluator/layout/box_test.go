package layout

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestBoxesFitTheirTexts(t *testing.T) {
	for _, tc := range []struct {
		label, detail string
		w, h          int
	}{
		{"", "", 64, 32},
		{"vpc", "", 64, 32},
		{"vpc", "aws:ec2:Vpc", 92, 40},
		{"日本語日本語", "", 112, 32},
		{strings.Repeat("x", 28), "", 228, 32},
		{strings.Repeat("x", 500), "", 228, 32},
		{"e\u0301e\u0301", "", 64, 32},
	} {
		w, h := Box(tc.label, tc.detail)
		assert.Equal(t, []int{tc.w, tc.h}, []int{w, h}, "%q %q", tc.label, tc.detail)
	}
}

func TestLongTextsAreCutWithAnEllipsis(t *testing.T) {
	assert.Equal(t, strings.Repeat("x", 28), Clip(strings.Repeat("x", 28)))
	assert.Equal(t, strings.Repeat("x", 27)+"…", Clip(strings.Repeat("x", 29)))
	assert.Equal(t, strings.Repeat("語", 13)+"…", Clip(strings.Repeat("語", 20)))
}
