package diag

import (
	"sort"
	"strings"
)

// Distance returns the Levenshtein distance between a and b, in code points.
func Distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(x); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(y); j++ {
			cost := diagonal
			if x[i-1] != y[j-1] {
				cost++
			}
			diagonal = row[j]
			row[j] = min(cost, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(y)]
}

// Fold returns s in lower case and without underscores.
func Fold(s string) string { return strings.ReplaceAll(strings.ToLower(s), "_", "") }

// Nearest returns the candidate that is most similar to name, or "" if no candidate is near. A
// candidate is near if it is at most (n+1)/2-1 edits away from a name of n code points, ignoring
// case and underscores. So a name of one or two letters is near only to itself in another case. Of
// equally near candidates, Nearest returns the first in byte order.
func Nearest(name string, candidates []string) string {
	folded := Fold(name)
	limit := (len([]rune(folded))+1)/2 - 1
	best, bestDistance := "", limit+1
	for _, c := range candidates {
		if c == name || abs(len(c)-len(name)) > limit+strings.Count(c, "_")*4+8 {
			continue
		}
		d := Distance(folded, Fold(c))
		if d < bestDistance || d == bestDistance && d <= limit && c < best {
			best, bestDistance = c, d
		}
	}
	return best
}

// maxCompared limits how many pairs of names an Advisor compares. In a file with thousands of
// unknown names, the last ones need no suggestion, and comparing all pairs would take minutes.
const maxCompared = 200_000

// An Advisor suggests names during one evaluation, until it has compared too many. The zero value
// is ready to use.
type Advisor struct{ compared int }

// IsSpent reports whether the advisor will not suggest anything, so that the caller need not
// collect candidates.
func (a *Advisor) IsSpent() bool { return a.compared > maxCompared }

// Nearest is like the function Nearest, but returns "" if the advisor is spent.
func (a *Advisor) Nearest(name string, candidates []string) string {
	if a.compared += len(candidates); a.IsSpent() {
		return ""
	}
	return Nearest(name, candidates)
}

// ByDistance returns the candidates sorted by their distance from name. Candidates at the same
// distance are in byte order.
func ByDistance(name string, candidates []string) []string {
	out := append([]string(nil), candidates...)
	distance := make(map[string]int, len(out))
	for _, c := range out {
		distance[c] = Distance(name, c)
	}
	sort.SliceStable(out, func(i, j int) bool {
		if distance[out[i]] != distance[out[j]] {
			return distance[out[i]] < distance[out[j]]
		}
		return out[i] < out[j]
	})
	return out
}

// DidYouMean returns `; did you mean "x"?` for the nearest candidate, or "" if no candidate is
// near.
func DidYouMean(name string, candidates []string) string {
	return Suggestion(Nearest(name, candidates))
}

// Suggestion returns `; did you mean "x"?` for a name that was found to be near, or "" for "".
func Suggestion(near string) string {
	if near == "" {
		return ""
	}
	return `; did you mean "` + near + `"?`
}

func abs(i int) int { return max(i, -i) }
