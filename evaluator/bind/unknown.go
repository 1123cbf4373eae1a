package bind

import (
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// An Unknown is a value that the program uses and that only a deployment knows, or only the
// reader: what inputs.yaml supplies or could supply.
//
// The reason of an unknown value tells which one it comes from: reasons travel with values into
// everything that is computed from them. What is read inside of an unknown value has its reason
// with a path behind it (value.Deeper).
type Unknown struct {
	Why   []string // the reasons that its value has; none of what is missing by mistake
	Path  []string // keys in inputs.yaml
	Label string
	Type  string // the dialect's word, "" when it may be anything
	// Wrap is the key of the mapping that marks a secret in inputs.yaml; "" where none is needed.
	Wrap   string
	Secret bool
	Used   []source.Span
	// Asked are the problems that it would solve, or that tell of it.
	Asked []Ask
	// Sample is a value that fits; without, one is made by type and name.
	Sample value.Value
	// Required is what the program asks for itself. It is listed while it is missing, which is when
	// it is not Given, and while inputs.yaml has its sample.
	Required, Given bool
	// Inside are the paths that the program reads in it, besides those that reasons tell.
	Inside []value.Path
}

// An Ask names a problem by its place and its code.
type Ask struct {
	At   source.Span
	Code diag.Code
}

// Unknowns collects them, each once, by their paths.
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

// List returns them in the order of their first uses.
func (all *Unknowns) List() []Unknown {
	out := make([]Unknown, 0, len(all.list))
	for _, u := range all.list {
		out = append(out, *u)
	}
	return out
}
