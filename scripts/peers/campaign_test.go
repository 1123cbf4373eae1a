package main

import (
	"errors"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// differsAt returns a comparison that finds a difference in every template that contains one of the
// letters. The class is the first of them.
func differsAt(letters string) func(string) difference {
	return func(template string) difference {
		if i := strings.IndexAny(template, letters); i >= 0 {
			return difference{class: template[i : i+1]}
		}
		return difference{}
	}
}

func generateLetters(r *rand.Rand) string {
	text := make([]byte, 20)
	for i := range text {
		text[i] = "abcdefghijklmnopqrstuvwx"[r.Intn(24)]
	}
	return string(text)
}

func TestACampaignCountsClassesAndKeepsSmallExamples(t *testing.T) {
	r := campaign{templates: 300, seed: 1, draw: generateLetters, compare: differsAt("xw")}.run()
	require.Len(t, r.classes, 2)
	assert.Equal(t, 300, r.agree+r.classes[0].found+r.classes[1].found)
	assert.GreaterOrEqual(t, r.classes[0].found, r.classes[1].found)
	for _, c := range r.classes {
		assert.Equal(t, c.name, c.example)
	}
	assert.Positive(t, r.agree)
	text := r.text(peer{name: "p", engine: "e"}, 1)
	assert.Contains(t, text, "p, against e: 300 templates, ")
	assert.Contains(t, text, "and 1 more classes")
}

func TestSkippedTemplatesDoNotCountAsAgreeing(t *testing.T) {
	r := campaign{templates: 5, draw: generateLetters, compare: func(string) difference { return skipped("x") }}.run()
	assert.Equal(t, result{templates: 5, skipped: map[string]int{"x": 5}}, r)
	assert.Contains(t, r.text(peer{}, 1),
		"5 templates, 0 agree, 0 differ in 0 classes, 5 not compared\n  5 not compared: x\n")
}

func TestMinimiseKeepsTheDifference(t *testing.T) {
	assert.Equal(t, "é{}", minimise("some é text { with } more", func(s string) bool {
		return strings.Contains(s, "é") && strings.Contains(s, "{") && strings.Contains(s, "}")
	}))
}

func TestMutationsOfTreesAreValidYAML(t *testing.T) {
	const text = "a: {b: 1, c: [x, y]}\nd: &z text\ne: *z\n"
	changed := map[string]bool{}
	for seed := range int64(200) {
		changed[mutateTree(rand.New(rand.NewSource(seed)), text)] = true
	}
	assert.Greater(t, len(changed), 50)
	assert.Equal(t, "not: [yaml", mutateTree(rand.New(rand.NewSource(1)), "not: [yaml"))
}

func TestEveryPeerMostlyAgrees(t *testing.T) {
	for _, p := range peers {
		if p.table != nil {
			continue
		}
		seeds, err := p.seeds()
		if errors.Is(err, errNoHeat) || errors.Is(err, errNoTerraform) {
			continue
		}
		require.NoError(t, err)
		c := campaign{templates: 30, seed: 1, draw: p.generator(seeds), compare: p.compare}
		r := c.run()
		assert.GreaterOrEqual(t, r.agree+r.notCompared(), 25, p.name)
		assert.GreaterOrEqual(t, r.agree, 15, p.name)
	}
}

func TestPeersAreChosenByName(t *testing.T) {
	chosen, err := choose(peers, []string{"console"})
	require.NoError(t, err)
	assert.Equal(t, []string{"console"}, namesOf(chosen))
	_, err = choose(peers, []string{"consle"})
	assert.ErrorContains(t, err, "esc, esc-check, esc-rotate, esc-views, pulumi, pulumi-project, pulumi-stack, "+
		"yamldecode, console")
}
