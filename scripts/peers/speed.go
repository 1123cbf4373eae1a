package main

import (
	"fmt"
	"math"
	"slices"
	"time"

	"pantograph/evaluator"
)

// A speed is the time that each engine takes for the same templates, in one run: from the bytes of a
// template to the engine's result. Templates that are not compared do not count. In wasm, it is the time of our engine
// as the page runs it: from a request to the reply, which includes the rendered result.
type speed struct{ ours, theirs, wasm []time.Duration }

// ourTime and theirTime are the times for the current template, excluding the start of another process. ourRequest is
// the last request to our engine for it.
var (
	ourTime, theirTime time.Duration
	ourRequest         evaluator.Request
)

// startTemplate resets the times for the next template.
func startTemplate() { ourTime, theirTime, ourRequest = 0, 0, evaluator.Request{} }

// timed adds the duration of a call to a sum.
func timed(sum *time.Duration, call func()) {
	begin := time.Now()
	defer func() { *sum += time.Since(begin) }() // deferred because the original may panic
	call()
}

// add records the times for a template.
func (s *speed) add() {
	if ourTime == 0 || theirTime == 0 {
		return
	}
	s.ours, s.theirs = append(s.ours, ourTime), append(s.theirs, theirTime)
	engine, err := wasm()
	if err != nil || len(ourRequest.Files) == 0 {
		return
	}
	if took, err := timeInWasm(engine, ourRequest); err == nil {
		s.wasm = append(s.wasm, took)
	}
}

// A speedRecord has the medians of the times, and quartiles of the ratio of the original's time to
// ours for each template.
type speedRecord struct {
	Templates          int        `json:"templates,omitempty"` // those timed; not in older records
	OursMicroseconds   int64      `json:"oursMicroseconds"`
	TheirsMicroseconds int64      `json:"theirsMicroseconds"`
	Ratio              [3]float64 `json:"ratio"` // lower quartile, median, upper quartile
	// The same for our engine in wasm, unless it was not measured.
	WasmMicroseconds int64       `json:"wasmMicroseconds,omitempty"`
	WasmRatio        *[3]float64 `json:"wasmRatio,omitempty"`
}

// record returns the medians and quartiles, or nil if nothing was measured.
func (s speed) record() *speedRecord {
	if len(s.ours) == 0 {
		return nil
	}
	r := &speedRecord{Templates: len(s.ours), OursMicroseconds: median(s.ours).Microseconds(),
		TheirsMicroseconds: median(s.theirs).Microseconds(), Ratio: quartiles(s.theirs, s.ours)}
	if len(s.wasm) == len(s.ours) {
		ratio := quartiles(s.theirs, s.wasm)
		r.WasmMicroseconds, r.WasmRatio = median(s.wasm).Microseconds(), &ratio
	}
	return r
}

// quartiles returns the quartiles of the ratios of times.
func quartiles(of, to []time.Duration) [3]float64 {
	ratios := make([]float64, len(of))
	for i := range of {
		ratios[i] = math.Round(100*float64(of[i])/float64(to[i])) / 100
	}
	slices.Sort(ratios)
	n := len(ratios)
	return [3]float64{ratios[n/4], ratios[n/2], ratios[n*3/4]}
}

// median returns the median, or the upper one of two medians.
func median(of []time.Duration) time.Duration {
	sorted := slices.Clone(of)
	slices.Sort(sorted)
	return sorted[len(sorted)/2]
}

// text describes the speeds in a line, or returns "" if nothing was measured.
func (s speed) text() string {
	r := s.record()
	if r == nil {
		return ""
	}
	text := fmt.Sprintf("  ours takes %d µs, the original %d µs (medians); the original takes %.2f times as long "+
		"(quartiles %.2f and %.2f)\n",
		r.OursMicroseconds, r.TheirsMicroseconds, r.Ratio[1], r.Ratio[0], r.Ratio[2])
	if w := r.WasmRatio; w != nil {
		text += fmt.Sprintf("  in wasm, ours takes %d µs until the rendered result; the original takes %.2f times as "+
			"long (quartiles %.2f and %.2f)\n", r.WasmMicroseconds, w[1], w[0], w[2])
	} else if _, err := wasm(); err != nil {
		text += "  not measured in wasm (run make dist): " + err.Error() + "\n"
	}
	return text
}
