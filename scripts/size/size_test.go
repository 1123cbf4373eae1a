package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"

	"pantograph/scripts/internal/site"
)

func TestWhatIsOverItsBudgetIsNamed(t *testing.T) {
	var out bytes.Buffer
	over := report(&out, map[site.Group]size{site.Engine: {3_000_000, 1_200_000, 1_000_000}, site.Page: {300_000, 130_000, 110_001}})
	assert.Equal(t, []string{"page scripts before Monaco"}, over)
	assert.Equal(t, `KB                                 raw      gzip    brotli    budget
engine (wasm)                   3000.0    1200.0    1000.0      1500
page scripts before Monaco       300.0     130.0     110.0       110  over
`, out.String())
}
