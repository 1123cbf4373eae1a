package hot

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"pantograph/evaluator/dialect/hot/types"
	"pantograph/evaluator/dialect/hot/types/facts"
)

func TestTypesThatNeedNoCloudHaveANameAndAClass(t *testing.T) {
	for name, k := range localKinds() {
		class, ok := types.Class(name)
		assert.True(t, ok, "%s is not in the table of names", name)
		assert.Equal(t, class, k.class)
		assert.NotNil(t, k.attribute, name)
		assert.NotNil(t, k.reference, name)
	}
}

func TestEveryNamedTypeIsDeclared(t *testing.T) {
	declared := map[string]bool{}
	for _, line := range strings.Split(string(facts.File()), "\n") {
		name, _, _ := strings.Cut(line, "\t")
		declared[name] = true
	}
	kinds := localKinds()
	for _, name := range types.Names() {
		assert.True(t, declared[name] || kinds[name] != nil,
			"%s is neither in heat-types.json of package facts nor in localKinds", name)
	}
}
