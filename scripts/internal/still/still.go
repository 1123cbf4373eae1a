// Package still says of a long step that it goes on: a command that says nothing for ten
// seconds looks like one that hangs.
package still

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// silence is how long nothing may be said.
const silence = 10 * time.Second

// A Step is one that may take long. What is written through it is said at once; when
// nothing is for ten seconds, it says "still compiling (20 s)".
type Step struct {
	what   string
	out    io.Writer
	began  time.Time
	ended  chan struct{}
	mu     sync.Mutex
	silent *time.Timer // its ticks are those at which nothing was said
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

// Write says something, after which the silence begins anew.
func (s *Step) Write(text []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.silent.Reset(silence)
	return s.out.Write(text)
}

// End ends the step: it says nothing more.
func (s *Step) End() {
	s.silent.Stop()
	close(s.ended)
}

// During runs something as a step.
func During[T any](out io.Writer, what string, run func() T) T {
	step := Begin(out, what)
	defer step.End()
	return run()
}
