package bind

import (
	"slices"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// An Unknown is a value that the program uses and that only a deployment or the user knows:
// inputs.yaml supplies it or could supply it.
//
// The reason of an unknown value tells where it comes from, because everything computed from the
// value has the same reason. A part read from an unknown value has its reason extended by the path
// to the part (value.ExtendReason).
type Unknown struct {
	Why   []string // the reasons that its value can have; empty if the missing value is an error
	Path  []string // path of keys in inputs.yaml
	Label string
	Type  string // in the dialect's words, "" if any type is allowed
	// Wrap is the key of the mapping that marks a secret in inputs.yaml; "" if a secret is not
	// wrapped there.
	Wrap   string
	Secret bool
	Used   []source.Span
	// Problems are the problems that supplying the value would solve, and those that mention it.
	Problems []ProblemRef
	// Sample is an example of a valid value. If its Data is nil, a sample is made from the paths that
	// the program reads in the value, the type and the name.
	Sample value.Value
	// Required means that the program declares the value as an input, and Given that it has a
	// value. A required value is listed only if it is not given, or if inputs.yaml still has its
	// sample.
	Required, Given bool
	// Inside are paths below Path that the program reads, in addition to those in reasons.
	Inside []value.Path
}

// A ProblemRef identifies a problem by its position and its code.
type ProblemRef struct {
	At   source.Span
	Code diag.Code
}

// Unknowns collects unknowns, one for each path.
type Unknowns struct {
	list []*Unknown
	at   map[string]*Unknown
	slab ir.Slab[Unknown]
}

// Add adds an unknown. If one with the same path exists, Add merges u's reasons, uses and inner
// paths into that one. It returns the entry in the list.
func (all *Unknowns) Add(u Unknown) *Unknown {
	key := strings.Join(u.Path, "\x00")
	old := all.at[key]
	if old == nil {
		if all.at == nil {
			all.at = map[string]*Unknown{}
		}
		old = all.slab.New()
		*old = u
		old.Why, old.Used, old.Inside = nil, nil, nil
		if len(u.Why) == 1 {
			old.Why = slices.Clip(u.Why)
		}
		all.at[key], all.list = old, append(all.list, old)
	}
	for _, why := range u.Why {
		if !contains(old.Why, why) {
			old.Why = append(old.Why, why)
		}
	}
	for _, at := range u.Used {
		if n := len(old.Used); !at.IsZero() && (n == 0 || old.Used[n-1] != at) {
			old.Used = append(old.Used, at)
		}
	}
	old.Inside = append(old.Inside, u.Inside...)
	return old
}

// List returns the unknowns in the order of their first uses.
func (all *Unknowns) List() []Unknown {
	out := make([]Unknown, 0, len(all.list))
	for _, u := range all.list {
		out = append(out, *u)
	}
	return out
}
