package main

import (
	"fmt"
	"slices"
	"time"
)

// A speed is the time that each engine takes for the same templates, in one run: from the bytes of a
// template to the engine's result. Templates that are not compared do not count.
type speed struct{ ours, theirs []time.Duration }

// ourTime and theirTime are the times for the current template, excluding the start of another process.
var ourTime, theirTime time.Duration

// timed adds the duration of a call to a sum.
func timed(sum *time.Duration, call func()) {
	begin := time.Now()
	defer func() { *sum += time.Since(begin) }() // deferred because the original may panic
	call()
}

// add records the times for a template.
func (s *speed) add() {
	if ourTime > 0 && theirTime > 0 {
		s.ours, s.theirs = append(s.ours, ourTime), append(s.theirs, theirTime)
	}
}

// A speedRecord has the medians of the times, and quartiles of the ratio of the original's time to
// ours for each template.
type speedRecord struct {
	OursMicroseconds   int64      `json:"oursMicroseconds"`
	TheirsMicroseconds int64      `json:"theirsMicroseconds"`
	Ratio              [3]float64 `json:"ratio"` // lower quartile, median, upper quartile
}

// record returns the medians and quartiles, or nil if nothing was measured.
func (s speed) record() *speedRecord {
	if len(s.ours) == 0 {
		return nil
	}
	ratios := make([]float64, len(s.ours))
	for i := range s.ours {
		ratios[i] = float64(s.theirs[i]*10/s.ours[i]) / 10
	}
	slices.Sort(ratios)
	n := len(ratios)
	return &speedRecord{median(s.ours).Microseconds(), median(s.theirs).Microseconds(),
		[3]float64{ratios[n/4], ratios[n/2], ratios[n*3/4]}}
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
	return fmt.Sprintf("  ours takes %d µs, the original %d µs (medians); the original takes %.1f times as long "+
		"(quartiles %.1f and %.1f)\n",
		r.OursMicroseconds, r.TheirsMicroseconds, r.Ratio[1], r.Ratio[0], r.Ratio[2])
}
