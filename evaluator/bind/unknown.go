package bind

import (
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// An Unknown is a value that the program uses and that only a deployment or the user knows:
// inputs.yaml supplies it or could supply it.
//
// The reason of an unknown value tells where it comes from: reasons travel with values into
// everything computed from them. A value read inside an unknown value has the same reason,
// extended by a path (value.Deeper).
type Unknown struct {
	Why   []string // the reasons that its value has; empty if it is missing by mistake
	Path  []string // path of keys in inputs.yaml
	Label string
	Type  string // in the dialect's words, "" if it may be anything
	// Wrap is the key of the mapping that marks a secret in inputs.yaml; "" if none is
	// needed.
	Wrap   string
	Secret bool
	Used   []source.Span
	// Asked are the problems that it would solve, or that mention it.
	Asked []Ask
	// Sample is a value that fits; without one, a sample is made from the type and name.
	Sample value.Value
	// Required values are requested by the program itself. They are listed while they are
	// missing, that is, not Given, and while inputs.yaml has their sample.
	Required, Given bool
	// Inside are the paths that the program reads in it, in addition to those in reasons.
	Inside []value.Path
}

// An Ask identifies a problem by its position and its code.
type Ask struct {
	At   source.Span
	Code diag.Code
}

// Unknowns collects unknowns, one for each path.
type Unknowns struct {
	list []*Unknown
	at   map[string]*Unknown
}

// Add adds an unknown, or the place of another use of it.
func (all *Unknowns) Add(u Unknown) *Unknown {
	key := strings.Join(u.Path, "\x00")
	old := all.at[key]
	if old == nil {
		if all.at == nil {
			all.at = map[string]*Unknown{}
		}
		first := u
		first.Why, first.Used, first.Inside = nil, nil, nil
		old = &first
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
