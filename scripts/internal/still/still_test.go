package still

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestAStepSpeaksAfterTenSecondsOfSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var said strings.Builder
		step := Begin(&said, "compiling")
		time.Sleep(9 * time.Second)
		assert.Empty(t, said.String())
		fmt.Fprintln(step, "half of it is there")
		time.Sleep(9 * time.Second)
		assert.Equal(t, "half of it is there\n", said.String(), "what is said begins the silence anew")
		time.Sleep(12 * time.Second)
		step.End()
		time.Sleep(time.Minute)
		assert.Equal(t, "half of it is there\nstill compiling (19 s)\nstill compiling (29 s)\n", said.String())
	})
}

func TestDuringReturnsTheResult(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var said strings.Builder
		result := During(&said, "counting", func() int { time.Sleep(15 * time.Second); return 3 })
		assert.Equal(t, 3, result)
		assert.Equal(t, "still counting (10 s)\n", said.String())
	})
}
