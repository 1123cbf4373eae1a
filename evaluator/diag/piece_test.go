package diag

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPiecesAreFoundAmongSimilarCharacters(t *testing.T) {
	show := func(kind PieceKind, piece string) string {
		return strconv.Itoa(int(kind-PieceValue)) + "<" + piece + ">"
	}
	for _, tc := range []struct{ text, want string }{
		{"", ""},
		{"plain \uFEFF \uFB01 \xEF \uFDDF", "plain \uFEFF \uFB01 \xEF \uFDDF"},
		{"\uFB01 \xEF" + Hidden("a") + "\uFEFF" + Constant("b\uFEFF") + Any("\uFB01"),
			"\uFB01 \xEF0<a>\uFEFF6<b\uFEFF>4<\uFB01>"},
		{Guess("") + "c", "5<>c"},
		{"a" + string(rune(PieceWords)) + "unclosed", "a" + string(rune(PieceWords)) + "unclosed"},
	} {
		assert.Equal(t, tc.want, Pieces(tc.text, show), "%q", tc.text)
	}
	assert.Equal(t, Hidden("a"), Constant(Hidden("a")), "a text with pieces is not wrapped again")
}
