package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"

	"pantograph/scripts/internal/site"
)

func TestWhatIsOverItsBudgetIsNamed(t *testing.T) {
	var out bytes.Buffer
	over := report(&out, map[site.Group]size{site.Engine: {3_000_000, 1_200_000, 1_000_000}, site.Page: {200_000, 70_000, 60_001}})
	assert.Equal(t, []string{"page scripts before Monaco"}, over)
	assert.Equal(t, `KB                                 raw      gzip    brotli    budget
engine (wasm)                   3000.0    1200.0    1000.0      1350
page scripts before Monaco       200.0      70.0      60.0        60  over
`, out.String())
}
