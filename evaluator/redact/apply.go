package redact

import (
	"sort"
	"strings"
)

// redact converts the cuts that read has found to edits.
func (s *sheet) redact() {
	s.follow()
	sort.SliceStable(s.cuts, func(i, j int) bool {
		return s.cuts[i].from < s.cuts[j].from || s.cuts[i].from == s.cuts[j].from && s.cuts[i].to > s.cuts[j].to
	})
	// Overlapping cuts are merged. The merged cut has the replacement of the first one.
	outermost := s.cuts[:0]
	for _, c := range s.cuts {
		if n := len(outermost); n > 0 && c.from < outermost[n-1].to {
			outermost[n-1].to = max(outermost[n-1].to, c.to)
		} else {
			outermost = append(outermost, c)
		}
	}
	s.cuts = outermost
	s.found.Count += len(s.cuts)
	kept := s.keptAnchors()
	edits := make([]Edit, 0, len(s.cuts))
	for _, c := range s.cuts {
		edits = append(edits, Edit{s.file, c.from, c.to, c.by})
	}
	// An alias whose anchor has been removed would make the document invalid, so it is replaced,
	// too.
	for _, a := range s.aliases {
		if a.isNode && !kept[a.name] && s.anchors[a.name] != nil && s.cutAt(a.at) == nil {
			edits = append(edits, Edit{s.file, a.at, a.end, LeftOut})
		}
	}
	sort.SliceStable(edits, func(i, j int) bool { return edits[i].Start < edits[j].Start })
	s.found.Edits = append(s.found.Edits, edits...)
}

// follow adds cuts for the anchors to which the aliases in cuts refer.
func (s *sheet) follow() {
	followed := map[string]bool{}
	followAnchor := func(name string) {
		if !followed[name] {
			followed[name] = true
			for _, c := range s.anchors[name] {
				// A document that was shared before may already contain the replacement.
				if strings.Trim(s.t[c.value:c.to], blanks) != LeftOut {
					s.cuts = append(s.cuts, c)
				}
			}
		}
	}
	for _, name := range s.wanted {
		followAnchor(name)
	}
	sort.SliceStable(s.aliases, func(i, j int) bool { return s.aliases[i].at < s.aliases[j].at })
	next := make([]int, len(s.aliases)+1) // union-find: maps each alias to the next one not yet followed
	for i := range next {
		next[i] = i
	}
	// Following an alias adds cuts, which may contain further aliases.
	for i := 0; i < len(s.cuts); i++ {
		s.extend(&s.cuts[i])
		c := s.cuts[i]
		k := sort.Search(len(s.aliases), func(k int) bool { return s.aliases[k].at >= c.from })
		for k = root(next, k); k < len(s.aliases) && s.aliases[k].at < c.to; k = root(next, k) {
			s.work++
			next[k] = k + 1
			followAnchor(s.aliases[k].name)
		}
	}
}

// root returns the index of the first alias, starting from k, that has not been followed.
func root(next []int, k int) int {
	for next[k] != k {
		next[k] = next[next[k]]
		k = next[k]
	}
	return k
}

// keptAnchors returns the names of the anchors that remain in the text.
func (s *sheet) keptAnchors() map[string]bool {
	kept := map[string]bool{}
	for name, places := range s.anchors {
		for _, a := range places {
			// A cut of the anchor's value keeps the anchor.
			c := s.cutAt(a.from)
			if c == nil || c.value == a.value {
				kept[name] = true
			}
		}
	}
	return kept
}

// cutAt returns the cut that contains an offset, or nil.
func (s *sheet) cutAt(at int) *cut {
	i := sort.Search(len(s.cuts), func(i int) bool { return s.cuts[i].to > at })
	if i < len(s.cuts) && s.cuts[i].from <= at {
		return &s.cuts[i]
	}
	return nil
}
