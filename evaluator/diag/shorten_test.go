package diag

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
)

func TestALongTextLosesItsMiddle(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"", ""},
		{strings.Repeat("x", 4000), strings.Repeat("x", 4000)},
		{"a" + strings.Repeat("x", 900_000) + "z",
			"a" + strings.Repeat("x", 1499) + " … 898002 more characters … " + strings.Repeat("x", 499) + "z"},
		{"a" + strings.Repeat("ä", 3000), "a" + strings.Repeat("ä", 749) + " … 2001 more characters … " +
			strings.Repeat("ä", 250)},
	} {
		got := Shorten(tc.text)
		assert.Equal(t, tc.want, got)
		assert.True(t, utf8.ValidString(got))
	}
	assert.NotPanics(t, func() { Shorten(strings.Repeat("\x80", 5000)) })
}
