package evaluator

import (
	"slices"
	"strings"

	"pantograph/evaluator/render"
)

// Digest returns a digest of the result: eight letters and digits. A link contains it, so that the
// page can tell readers of an old link if a newer engine computes another result. The digest covers
// the dialect, the value and the other sections, with secrets masked and without the reasons for
// unknown values, and the severities and codes of the problems. Hints and the wording of problems
// do not affect it.
func (s *Snapshot) Digest() string {
	b := append([]byte(s.Dialect.Name), 0)
	b = append(render.AppendComparable(b, s.Outcome.Value), 0)
	for _, f := range s.Outcome.Sections {
		b = append(append(b, f.Key...), 0)
		b = append(render.AppendComparable(b, f.Value), 0)
	}
	var codes []string
	for _, p := range s.Problems {
		if !strings.HasPrefix(string(p.Code), "hint-") {
			codes = append(codes, p.Severity.String()+" "+string(p.Code))
		}
	}
	slices.Sort(codes)
	for _, code := range codes {
		b = append(append(b, code...), 0)
	}
	hash := uint64(14695981039346656037) // FNV-1a
	for _, c := range b {
		hash = (hash ^ uint64(c)) * 1099511628211
	}
	hash ^= hash >> 40
	letters := make([]byte, 8) // each encodes five bits
	for i := range letters {
		letters[i] = "abcdefghijklmnopqrstuvwxyz234567"[hash>>(5*i)&31]
	}
	return string(letters)
}
