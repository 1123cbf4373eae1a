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
	if c := Nearest(name, candidates); c != "" {
		return `; did you mean "` + c + `"?`
	}
	return ""
}

func abs(i int) int { return max(i, -i) }
