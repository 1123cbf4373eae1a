package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"

	"pantograph/scripts/internal/site"
)

func TestPartsOverTheirBudgetAreReported(t *testing.T) {
	var out bytes.Buffer
	over := report(&out, map[site.Group]size{site.Engine: {3_000_000, 1_200_000, 1_000_000},
		site.Page: {300_000, 130_000, 110_001}})
	assert.Equal(t, []string{"page scripts before Monaco"}, over)
	assert.Equal(t, `KB                                 raw      gzip    brotli    budget
engine (wasm)                   3000.0    1200.0    1000.0      1512
page scripts before Monaco       300.0     130.0     110.0       110  over budget
`, out.String())
}

func TestStepsThatSaveNothingAreReported(t *testing.T) {
	var out bytes.Buffer
	useless := reportSteps(&out, []stage{
		{title: "whole", raw: 9000, packed: 3000}, {title: "smaller", raw: 8000, packed: 2500},
		{title: "only moved", raw: 7000, packed: 2500}, {title: "deeper", costs: true, raw: 7100, packed: 2550},
	})
	assert.Equal(t, []string{"only moved"}, useless)
	assert.Equal(t, `
KB of the engine                       raw  brotli 5     saved
whole                                  9.0       3.0
smaller                                8.0       2.5       0.5
only moved                             7.0       2.5       0.0  saves nothing
deeper                                 7.1       2.5      -0.1
`, out.String())
}
