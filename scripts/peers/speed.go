package main

import (
	"fmt"
	"slices"
	"time"
)

// A speed holds the time that each engine took for the same templates, alternating in one run: ours
// from the bytes of a template to the result, the original from the same bytes to its own result.
// Templates for which either engine has no answer do not count.
type speed struct{ ours, theirs []time.Duration }

// The stopwatches for the template being compared. Starting another process does not count.
var ourTime, theirTime time.Duration

// timed adds the duration of a call to a stopwatch.
func timed(watch *time.Duration, call func()) {
	begin := time.Now()
	defer func() { *watch += time.Since(begin) }() // the original may panic
	call()
}

// add records the times of a template.
func (s *speed) add() {
	if ourTime > 0 && theirTime > 0 {
		s.ours, s.theirs = append(s.ours, ourTime), append(s.theirs, theirTime)
	}
}

// A speedRecord holds the medians, and the ratio of the original's time to ours, over templates
// rather than runs.
type speedRecord struct {
	OursMicroseconds   int64      `json:"oursMicroseconds"`
	TheirsMicroseconds int64      `json:"theirsMicroseconds"`
	Ratio              [3]float64 `json:"ratio"` // lower quartile, median, upper quartile
}

// record returns the medians, nil if nothing was measured.
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

// median returns the median, the upper one of two.
func median(of []time.Duration) time.Duration {
	sorted := slices.Clone(of)
	slices.Sort(sorted)
	return sorted[len(sorted)/2]
}

// text describes the speeds in a line, "" if nothing was measured.
func (s speed) text() string {
	r := s.record()
	if r == nil {
		return ""
	}
	return fmt.Sprintf("  ours takes %d µs, the original %d µs (medians): %.1f times as long, between the quartiles "+
		"%.1f to %.1f\n",
		r.OursMicroseconds, r.TheirsMicroseconds, r.Ratio[1], r.Ratio[0], r.Ratio[2])
}
