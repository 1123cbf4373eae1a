package esc

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/source"
)

func TestMentionsOfNamesInManyLayersAreLimited(t *testing.T) {
	const layers, keys = 120, 100
	var values, imports strings.Builder
	for i := range keys {
		fmt.Fprintf(&values, "    k%d: 1\n", i)
	}
	files := []*source.File{nil}
	for i := range layers {
		name := fmt.Sprintf("layer%d", i)
		imports.WriteString("  - " + name + "\n")
		files = append(files, source.NewFile(name+".yaml", "values:\n  all:\n"+values.String()))
	}
	files[0] = source.NewFile("env.yaml", "imports:\n"+imports.String()+"values: {}\n")
	mentions := Dialect.Bind(&bind.Bundle{Files: files, Main: files[0]}).Assist.Mentions()
	assert.Greater(t, len(mentions), 500_000)
	assert.Less(t, len(mentions), mostLayers+layers, "without the limit there are 1,428,000")
}
