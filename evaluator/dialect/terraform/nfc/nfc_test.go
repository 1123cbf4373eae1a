package nfc_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"pantograph/evaluator/dialect/terraform/nfc"
)

func TestTwoSpellingsOfACharacterAreOne(t *testing.T) {
	assert.Equal(t, "é", nfc.String("e\u0301"))
	assert.Equal(t, "é", nfc.String("é"))
	assert.Equal(t, "Ω", nfc.String("\u2126"))
	assert.Equal(t, "가", nfc.String("\u1100\u1161"))
	assert.Equal(t, "plain", nfc.String("plain"))
}
