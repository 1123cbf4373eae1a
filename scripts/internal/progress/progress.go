// Package progress reports that a long step is still running. A command that prints nothing for more
// than ten seconds seems to hang.
package progress

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// silence is the longest time for which a step prints nothing.
const silence = 10 * time.Second

// A Step is a step that may take a long time. It passes output written to it on immediately, and
// prints "still compiling (20 s)" after every ten seconds without output.
type Step struct {
	what   string
	out    io.Writer
	began  time.Time
	ended  chan struct{}
	mu     sync.Mutex
	silent *time.Timer // fires after ten seconds without output
}

// Begin starts a step. what completes "still ...", such as "compiling". The caller must end the step.
func Begin(out io.Writer, what string) *Step {
	s := &Step{what: what, out: out, began: time.Now(), ended: make(chan struct{}), silent: time.NewTimer(silence)}
	go s.watch()
	return s
}

func (s *Step) watch() {
	for {
		select {
		case <-s.ended:
			return
		case <-s.silent.C:
			fmt.Fprintf(s, "still %s (%.0f s)\n", s.what, time.Since(s.began).Seconds())
		}
	}
}

// Write passes output on and restarts the timer.
func (s *Step) Write(text []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.silent.Reset(silence)
	return s.out.Write(text)
}

// End ends the step, which then prints nothing more.
func (s *Step) End() {
	s.silent.Stop()
	close(s.ended)
}

// During runs a function as a step.
func During[T any](out io.Writer, what string, run func() T) T {
	step := Begin(out, what)
	defer step.End()
	return run()
}
