// Package progress reports that a long step is in progress: a command that prints nothing for ten
// seconds seems to hang.
package progress

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// silence is the longest time without output.
const silence = 10 * time.Second

// A Step is a step that may take long. Output written through it is passed on immediately; after
// ten seconds without any, it prints "still compiling (20 s)".
type Step struct {
	what   string
	out    io.Writer
	began  time.Time
	ended  chan struct{}
	mu     sync.Mutex
	silent *time.Timer // fires after each silence
}

// Begin begins a step, which must be ended.
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

// Write passes output on and restarts the silence.
func (s *Step) Write(text []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.silent.Reset(silence)
	return s.out.Write(text)
}

// End ends the step; it prints nothing more.
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
