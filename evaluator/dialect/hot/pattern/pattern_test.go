package pattern

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Each row of testdata/python.tsv has a pattern, a text and the end of the match that Python 3.11's
// re.match finds, or "-" if Python refuses the pattern.
func TestMatchesEndWherePythonsDo(t *testing.T) {
	text, err := os.ReadFile("testdata/python.tsv")
	require.NoError(t, err)
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		cells := strings.Split(line, "\t")
		require.Len(t, cells, 3, line)
		var pattern, subject string
		require.NoError(t, json.Unmarshal([]byte(cells[0]), &pattern))
		p, err := Compile(pattern)
		if cells[2] == "-" {
			assert.Error(t, err, pattern)
			continue
		}
		require.NoError(t, err, pattern)
		require.NoError(t, json.Unmarshal([]byte(cells[1]), &subject))
		want, _ := strconv.Atoi(cells[2])
		end, err := p.Match(subject, 5_000_000)
		assert.NoError(t, err, line)
		assert.Equal(t, want, end, line)
	}
}

func TestAMatchThatTakesTooLongIsStopped(t *testing.T) {
	p, err := Compile(`(a|a)*b`)
	require.NoError(t, err)
	_, err = p.Match(strings.Repeat("a", 60), 100_000)
	assert.ErrorIs(t, err, ErrTooLong)
}

func TestAPatternThatIsTooLargeIsRefused(t *testing.T) {
	for _, text := range []string{"((a{100}){100}){100}", strings.Repeat("(", 200) + strings.Repeat(")", 200),
		"a{99999}"} {
		_, err := Compile(text)
		assert.Error(t, err)
	}
}

// Each group is twice as wide as the one before it. Recomputing the width for each reference would
// take exponential time.
func TestAWidthThatDoublesIsComputedOnce(t *testing.T) {
	text := "(a)"
	for i := 1; i < 90; i++ {
		text += fmt.Sprintf(`(\%d\%d)`, i, i)
	}
	_, err := Compile(text + `(?<=\90)`)
	assert.NoError(t, err)
}

// FuzzMatch checks that a match ends within its text, that exceeding the number of steps is the
// only error, and that more steps do not change the result.
func FuzzMatch(f *testing.F) {
	f.Add("(a|b)*[c-d]{2,3}?", "abcd")
	f.Add(`(?P<x>a)(?(x)b|c)(?<=b)\1`, "ab")
	f.Fuzz(func(t *testing.T, pattern, text string) {
		p, err := Compile(pattern)
		if err != nil {
			assert.NotEmpty(t, err.Error())
			return
		}
		end, err := p.Match(text, 10_000)
		if err != nil {
			require.ErrorIs(t, err, ErrTooLong)
			return
		}
		require.GreaterOrEqual(t, end, -1)
		require.LessOrEqual(t, end, len([]rune(text)))
		more, err := p.Match(text, 20_000)
		require.NoError(t, err)
		require.Equal(t, end, more)
	})
}
