package facts_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"pantograph/evaluator/dialect/hot/types"
	"pantograph/evaluator/dialect/hot/types/facts"
)

func TestEveryDeclaredTypeHasAName(t *testing.T) {
	for _, line := range strings.Split(strings.TrimSpace(string(facts.File())), "\n") {
		name, _, _ := strings.Cut(line, "\t")
		_, ok := types.Class(name)
		assert.True(t, ok, "%s is declared, but is not in the table of names", name)
	}
}
