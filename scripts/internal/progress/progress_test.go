package progress

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestAStepReportsAfterTenSecondsOfSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var output strings.Builder
		step := Begin(&output, "compiling")
		time.Sleep(9 * time.Second)
		assert.Empty(t, output.String())
		fmt.Fprintln(step, "half of it is done")
		time.Sleep(9 * time.Second)
		assert.Equal(t, "half of it is done\n", output.String(), "output restarts the timer")
		time.Sleep(12 * time.Second)
		step.End()
		time.Sleep(time.Minute)
		assert.Equal(t, "half of it is done\nstill compiling (19 s)\nstill compiling (29 s)\n", output.String())
	})
}

func TestDuringReturnsTheResult(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var output strings.Builder
		result := During(&output, "counting", func() int { time.Sleep(15 * time.Second); return 3 })
		assert.Equal(t, 3, result)
		assert.Equal(t, "still counting (10 s)\n", output.String())
	})
}
