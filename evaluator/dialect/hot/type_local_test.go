package hot

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"pantograph/evaluator/dialect/hot/types"
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
