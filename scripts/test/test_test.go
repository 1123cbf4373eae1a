package main

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/scripts/internal/browser"
	"pantograph/scripts/internal/repo"
)

func TestGoTestsAreCounted(t *testing.T) {
	result := countGo(strings.NewReader(`{"Action":"output","Package":"a","Test":"TestX","Output":"x is wrong\n"}
{"Action":"fail","Package":"a","Test":"TestX"}
{"Action":"output","Package":"a","Test":"TestY","Output":"fine\n"}
{"Action":"pass","Package":"a","Test":"TestY"}
{"Action":"skip","Package":"a","Test":"TestZ"}
{"Action":"fail","Package":"a"}
{"Action":"build-output","ImportPath":"b","Output":"b.go:1: no\n"}
{"Action":"build-fail","ImportPath":"b"}
{"Action":"fail","Package":"b"}
{"Action":"pass","Package":"c"}
`))
	assert.Equal(t, tally{1, 2, 1, "FAIL a TestX\nx is wrong\nb.go:1: no\n"}, result)
}

func TestACrashShowsTheOutputOfTheRunningTest(t *testing.T) {
	result := countGo(strings.NewReader(`{"Action":"output","Package":"a","Test":"TestX","Output":"fatal error: all is lost\n"}
{"Action":"output","Package":"ab","Test":"TestY","Output":"still running\n"}
{"Action":"output","Package":"a","Output":"exit status 2\n"}
{"Action":"fail","Package":"a"}
`))
	assert.Equal(t, tally{0, 1, 0, "CRASHED a TestX\nfatal error: all is lost\nFAIL a \nexit status 2\n"}, result)
}

func TestNodeTestsAreCounted(t *testing.T) {
	result := countNode("✔ a\n✖ b\nℹ tests 6\nℹ suites 0\nℹ pass 2\nℹ fail 1\nℹ cancelled 1\nℹ skipped 1\n" +
		"ℹ todo 1\n\n✖ failing tests:\nwhy\n")
	assert.Equal(t, tally{2, 2, 2, "\nwhy\n"}, result)
}

func TestStagesAreChosenByName(t *testing.T) {
	chosen, err := choose(stages(), "unit,go")
	assert.NoError(t, err)
	assert.Equal(t, []string{"unit", "go"}, []string{chosen[0].name, chosen[1].name})
	_, err = choose(stages(), "units")
	assert.EqualError(t, err, `there is no stage "units"`)
}

func TestBuildIsFirstAndThePageIsTestedBesideTheOtherStages(t *testing.T) {
	first, lanes := split(stages())
	names := func(all []stage) string {
		var out []string
		for _, s := range all {
			out = append(out, s.name)
		}
		return strings.Join(out, " ")
	}
	assert.Equal(t, "build", names(first))
	var rest []string
	for _, lane := range lanes {
		rest = append(rest, names(lane))
	}
	assert.Equal(t, []string{"static go wasm unit", "chrome firefox webkit"}, rest)
}

func TestFilesAreDistributedAndRunInParallel(t *testing.T) {
	root := t.TempDir()
	for name, size := range map[string]int{"a": 10, "b": 20, "c": 10, "d": 30, "e": 1} {
		require.NoError(t, os.WriteFile(filepath.Join(root, name), make([]byte, size), 0o644))
	}
	shares := distribute(root, []string{"a", "b", "c", "d", "e"}, 2)
	assert.Equal(t, [][]string{{"d", "c"}, {"b", "a", "e"}}, shares)
	assert.Equal(t, [][]string{{"a"}}, distribute(root, []string{"a"}, 3), "there must be no worker without a file")

	var started sync.WaitGroup
	started.Add(len(shares))
	result := inParallel(shares, func(files []string) tally {
		started.Done()
		started.Wait() // returns only if both shares run at the same time
		return tally{passed: len(files), text: strings.Join(files, "")}
	})
	assert.Equal(t, tally{passed: 5, text: "dcbae"}, result)
}

func TestALineSummarisesATally(t *testing.T) {
	count := tally{passed: 3, failed: 1}
	assert.Regexp(t, `^ +3 passed +1 failed +0 skipped +\d+\.\d s$`, count.line(time.Now()))
}

func TestTheCausesOfFailuresAreShortAtTheEnd(t *testing.T) {
	output := "\n\ntest at a.spec.ts:1:1\n✖ it works (3 ms)\n  TimeoutError: waiting\n      at run (a.ts:1:2)\n\n"
	assert.Equal(t, "test at a.spec.ts:1:1\n✖ it works (3 ms)\n  TimeoutError: waiting", withoutStacks(output))
}

func TestAMissingBrowserIsSkippedUnlessItIsRequired(t *testing.T) {
	root, err := repo.Root()
	require.NoError(t, err)
	gone := filepath.Join(t.TempDir(), "gone")
	for _, b := range browser.Browsers {
		t.Setenv(b.Variable, gone)
		result := pageTests(root, b)
		why := b.Variable + " is set to " + gone + ", which is not a program"
		if b.Required {
			assert.Equal(t, tally{failed: 1, text: why}, result)
		} else {
			assert.Equal(t, tally{text: "skipped: " + why}, result)
		}
	}
}
