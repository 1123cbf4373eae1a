package diag

import (
	"sort"
	"strings"
)

// Distance returns the Levenshtein distance of a and b, counted in code points.
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

// Fold removes underscores and differences in case.
func Fold(s string) string { return strings.ReplaceAll(strings.ToLower(s), "_", "") }

// Nearest returns the candidate most similar to name, or "" if none is near: within (len+1)/2-1
// edits, in code points, after folding case and underscores. Ties are resolved alphabetically. A
// name of one or two letters is near only to itself in another case.
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

// mostCompared limits how many pairs of names an Advisor compares. In a text with thousands of unknown
// names, the last of them need no suggestion, and comparing all of them would take minutes.
const mostCompared = 200_000

// An Advisor finds the names that were probably meant in one evaluation, as long as that takes little
// time. The zero value is ready to use.
type Advisor struct{ compared int }

// IsSpent reports whether the advisor makes no further suggestions, so that no names have to be
// collected for it.
func (a *Advisor) IsSpent() bool { return a.compared > mostCompared }

// Nearest is Nearest, or "" if the advisor is spent.
func (a *Advisor) Nearest(name string, candidates []string) string {
	if a.compared += len(candidates); a.IsSpent() {
		return ""
	}
	return Nearest(name, candidates)
}

// ByDistance returns the candidates sorted by their distance to name, ties alphabetically.
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

// DidYouMean returns `; did you mean "x"?` for a near candidate, or "".
func DidYouMean(name string, candidates []string) string {
	return Suggestion(Nearest(name, candidates))
}

// Suggestion returns `; did you mean "x"?` for a name, or "" for "".
func Suggestion(near string) string {
	if near == "" {
		return ""
	}
	return `; did you mean "` + near + `"?`
}

func abs(i int) int { return max(i, -i) }
