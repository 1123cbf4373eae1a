package terraform_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator/dialect/terraform"
)

const scalarsFile = "../../../testdata/scalars.tsv"

// TestTheTableOfScalarsHasTheValuesOfEveryReader compares the table in the documentation with the
// readers' results; UPDATE=1 rewrites its columns.
func TestTheTableOfScalarsHasTheValuesOfEveryReader(t *testing.T) {
	table, err := os.ReadFile(scalarsFile)
	require.NoError(t, err)
	var out strings.Builder
	for i, line := range strings.Split(strings.TrimSuffix(string(table), "\n"), "\n") {
		text, _, _ := strings.Cut(line, "\t")
		if i == 0 {
			out.WriteString("scalar\tTerraform\tYAML 1.2\tYAML 1.1\tPulumi\twarning\n")
			continue
		}
		readings, differ := terraform.Readings(text)
		out.WriteString(text)
		for _, r := range readings {
			out.WriteString("\t" + r.Value)
		}
		out.WriteString(map[bool]string{true: "\tyes\n", false: "\tno\n"}[differ])
	}
	if os.Getenv("UPDATE") != "" {
		require.NoError(t, os.WriteFile(scalarsFile, []byte(out.String()), 0o644))
		return
	}
	assert.Equal(t, string(table), out.String())
}
